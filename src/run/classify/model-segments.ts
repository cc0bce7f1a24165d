/** Where the documents in a file begin and end, as a language model sees it from what is on the pages. */
// See docs/language/09-service.md#943-by-a-language-model

import { ProviderError } from '../../errors.js';
import { ask } from '../../llm/ask.js';
import type { LlmClient } from '../../llm/client.js';
import { dataText } from '../../llm/frame.js';
import type { Choice } from '../../llm/prompts/choice.js';
import { PAGES_SCHEMA, type PageDigest, segmentPrompt } from '../../llm/prompts/classification.js';
import { renderLines, textOfRows } from '../../llm/render.js';
import { clientWithin } from '../../llm/room.js';
import { finishLines } from '../../page/document/line.js';
import type { Document, Page } from '../../page/document/model.js';

/** A document in a file. */
interface ModelSegment {
  readonly documentType: string;
  /** Zero-based, both inclusive. */
  readonly startPage: number;
  readonly endPage: number;
}

/** What a model made of a file. */
interface ModelSegments {
  readonly segments: readonly ModelSegment[];
  /** Pages that it was asked about in vain. */
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly page: number }[];
}

/** Rows at the top and the bottom of a page, and tokens, that show what it is. */
const TOP_ROWS = 12;
const BOTTOM_ROWS = 6;
const DIGEST_TOKENS = 200;
/** Tokens of the pages of one request, and pages: what is answered grows with these. */
const WINDOW_TOKENS = 12_000;
const WINDOW_PAGES = 200;
/** Pages of a request that the one before asked about already. */
const OVERLAP = 2;

/** What is said of a page. */
interface PageKind {
  /** Position among the types. */
  readonly type: number | undefined;
  readonly first: boolean;
}

/**
 * The documents in a file, in page order. Pages of no type belong to none.
 * @param types with their descriptions
 * @throws ProviderError the model gave no answer at all
 * @throws DocumentError `timed_out`, `aborted`
 */
export async function segmentByModel(
  { pages }: Pick<Document, 'pages'>,
  types: readonly { readonly name: string; readonly description?: string | undefined }[],
  client: LlmClient,
): Promise<ModelSegments> {
  const kinds = types.map(({ name, description }): Choice => ({ label: name, description }));
  const digests = pages.map((page) => digestOf(page, client));
  const kindsByPage: (PageKind | undefined)[] = pages.map(() => undefined);
  const warnings: ModelSegments['warnings'][number][] = [];
  const words = types.map(({ name, description = '' }) => `${name} ${description}`).join('\n');
  const windows = windowsOf(digests, clientWithin(client, undefined, { words }));
  let failure: { readonly code: string; readonly message: string } | undefined;
  let answered = false;
  for (const { from, to } of windows) {
    const before = from > 0 ? kindsByPage[from - 1]?.type : undefined;
    const asked = await ask(
      client,
      {
        purpose: 'segment',
        tier: 'fast',
        messages: segmentPrompt(
          kinds,
          digests.slice(from, to),
          before === undefined ? undefined : before + 1,
        ),
        schema: PAGES_SCHEMA,
        schemaName: 'pages',
        maxOutputTokens: client.options.limits.listAnswerTokens,
      },
      { fieldIds: [] },
    );
    if ('failure' in asked) {
      failure = asked.failure;
      const message = `pages ${from + 1} to ${to} were not assigned to documents: ${failure.message}`;
      warnings.push({ code: failure.code, message, page: from });
      continue;
    }
    answered = true;
    const answers = (asked.value as { pages: { page: number; type: number | null; first: boolean }[] }).pages;
    for (const { page, type, first } of answers) {
      if (page <= from || page > to) continue;
      const isKind = type !== null && type >= 1 && type <= types.length;
      kindsByPage[page - 1] = { type: isKind ? type - 1 : undefined, first };
    }
  }
  if (failure && !answered) {
    const message = `The documents in the file were not separated: ${failure.message}`;
    throw new ProviderError(client.options.default.id, failure.code, message);
  }
  return { segments: folded(kindsByPage, types), warnings };
}

/** What is at the top and the bottom of a page. */
function digestOf({ index, lines }: Page, client: LlmClient): PageDigest {
  const all = renderLines(finishLines(lines), { pageHinting: false }).filter((row) => row.lines.length > 0);
  const shown =
    all.length > TOP_ROWS + BOTTOM_ROWS ? [...all.slice(0, TOP_ROWS), ...all.slice(-BOTTOM_ROWS)] : all;
  const text = dataText(textOfRows(shown));
  const tokens = client.countTokens(text);
  const cut =
    tokens <= DIGEST_TOKENS ? text : text.slice(0, Math.floor((text.length * DIGEST_TOKENS) / tokens));
  return { page: index + 1, text: cut };
}

/** Ranges of pages that are asked about together, the end exclusive. */
function windowsOf(
  digests: readonly PageDigest[],
  client: LlmClient,
): readonly { readonly from: number; readonly to: number }[] {
  const sizes = digests.map(({ text }) => client.countTokens(text));
  const most = Math.min(WINDOW_TOKENS, client.options.limits.listTokens);
  const windows: { from: number; to: number }[] = [];
  for (let from = 0; from < digests.length; ) {
    let to = from;
    for (let tokens = 0; to < digests.length && to - from < WINDOW_PAGES; to++) {
      tokens += sizes[to]!;
      if (tokens > most && to - from > OVERLAP) break;
    }
    windows.push({ from, to });
    from = to === digests.length ? to : to - OVERLAP;
  }
  return windows;
}

/** Documents from what is said of pages: one begins where it is said, where the type changes, and after a page of none. */
function folded(
  kindsByPage: readonly (PageKind | undefined)[],
  types: readonly { readonly name: string }[],
): readonly ModelSegment[] {
  const segments: { type: number; startPage: number; endPage: number }[] = [];
  for (const [page, kind] of kindsByPage.entries()) {
    if (kind?.type === undefined) continue;
    const last = segments.at(-1);
    if (last && last.endPage === page - 1 && last.type === kind.type && !kind.first) last.endPage = page;
    else segments.push({ type: kind.type, startPage: page, endPage: page });
  }
  return segments.map(({ type, startPage, endPage }) => ({
    documentType: types[type]!.name,
    startPage,
    endPage,
  }));
}
