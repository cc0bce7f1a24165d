/** The part of a document that a model is shown for a field. */
// See docs/language/08-language-models.md#844-chunks

import { LlmCallFailure } from '../../../errors.js';
import { isInterruption } from '../../../foundation/async/interrupt.js';
import { SMALLER } from '../../../llm/ask.js';
import { type ChosenChunk, type Embed, indexChunks } from '../../../llm/choose.js';
import type { Chunk, ModelScope } from '../../../llm/chunks.js';
import { type Excerpt, excerptsOf, wholeExcerpt } from '../../../llm/excerpts.js';
import type { LlmTier } from '../../../llm/provider.js';
import {
  type AskModel,
  pageChunks,
  pickUnits,
  SummaryFailure,
  summarise,
  UNSUMMARISED_PAGES,
} from '../../../llm/summaries.js';
import type { Line } from '../../../page/document/model.js';
import type { FieldScope } from '../definition.js';
import { arrangementKey, modelScope, type ShownLines } from './model-scope.js';
import type { ModelSession } from './session.js';
import type { ModelSettings } from './settings.js';

/** What was chosen. */
export interface ModelContext {
  readonly scope: ModelScope;
  /** Best first; the whole scope is one chunk with the score 1. */
  readonly chosen: readonly ChosenChunk[];
}

/** Something that keeps a field from being asked. */
export interface ContextProblem {
  readonly code: string;
  readonly message: string;
}

/** What is asked, as far as the choice of the context depends on it. */
interface ContextSearch {
  /** All descriptions of the method. */
  readonly text: string;
  /** Single questions; none for lists and tables. */
  readonly queries: readonly string[];
  /** What the title of a table is asked for by; absent where no table is wanted. */
  readonly tableTitle?: string | undefined;
}

interface ContextTools {
  readonly session: ModelSession;
  readonly askModel: AskModel;
  /** Default all lines of the field's scope, in their order. */
  readonly shown?: ShownLines | undefined;
  warn(code: string, message: string): void;
}

/** Chooses what a field is asked about: the whole scope when it is short, else chunks or parts found by summaries. */
export async function chooseContext(
  fieldScope: FieldScope,
  settings: ModelSettings,
  search: ContextSearch,
  tools: ContextTools,
): Promise<ModelContext | ContextProblem> {
  const scope = modelScope(fieldScope, settings.pageRange, tools.shown);
  if (settings.summaries) return chooseBySummaries(scope, settings, search, settings.summaries, tools);
  const { wholeDocumentTokens, limits } = tools.session.client.options;
  const mostTokens = Math.min(wholeDocumentTokens, limits.queryTokens);
  if (settings.mode === 'fullDocument') return { scope, chosen: ranked(pageChunks(scope)) };
  if (!settings.hasChunkMembers && isShort(scope, settings, mostTokens, tools)) {
    return { scope, chosen: [{ ...wholeChunk(scope), score: 1, rank: 0 }] };
  }
  const index = indexChunks(scope, { size: settings.chunkSize, overlap: settings.chunkOverlap });
  const { scoringText } = settings;
  const chosen = await index.choose(
    {
      text: scoringText ?? search.text,
      queries: scoringText === undefined ? search.queries : [],
      tableTitle: search.tableTitle,
      count: settings.chunkCount,
    },
    embedOf(tools),
  );
  return { scope, chosen };
}

function wholeChunk({ lines, pages }: ModelScope): Chunk {
  return { start: 0, end: pages.length, lines: [...lines.keys()] };
}

function ranked(chunks: readonly Chunk[]): readonly ChosenChunk[] {
  return chunks.filter(({ lines }) => lines.length > 0).map((chunk, rank) => ({ ...chunk, score: 1, rank }));
}

// See docs/language/08-language-models.md#844-chunks
function isShort(
  scope: ModelScope,
  { pageHinting }: ModelSettings,
  most: number,
  { session }: ContextTools,
): boolean {
  if (most === 0) return false;
  let characters = 0;
  for (const { text } of scope.lines) characters += text.length;
  // A token has at least one character on average, so that most long documents need not be printed to be known as long.
  if (characters > most * MOST_CHARACTERS_A_TOKEN) return false;
  return session.client.countTokens(wholeExcerpt(scope, pageHinting).text) <= most;
}

/** Characters of a token in the longest-worded languages, about. */
const MOST_CHARACTERS_A_TOKEN = 8;

/** Embeddings of the host's model; where they fail, words alone decide. */
function embedOf({ session, warn }: ContextTools): Embed | undefined {
  if (!session.client.options.embedder) return undefined;
  return async (texts, kind) => {
    try {
      return await session.client.embed(texts, kind);
    } catch (error) {
      if (isInterruption(error) || !(error instanceof LlmCallFailure)) throw error;
      warn('LLM_EMBEDDING_FAILED', `excerpts are chosen by their words alone: ${error.message}`);
      return undefined;
    }
  };
}

// See docs/language/08-language-models.md#847-search-by-summaries
async function chooseBySummaries(
  scope: ModelScope,
  { pageHinting, provider }: ModelSettings,
  search: ContextSearch,
  mode: 'page' | 'outline',
  { session, askModel, shown }: ContextTools,
): Promise<ModelContext | ContextProblem> {
  const { client, summaries } = session;
  const { maxSummaryPages, limits } = client.options;
  const pageCount = scope.pages.length;
  if (pageCount > maxSummaryPages) {
    const message = `the document has ${pageCount} pages, more than the ${maxSummaryPages} that are searched by summaries; set pageRange, or raise llm.maxSummaryPages`;
    return { code: 'LLM_DOCUMENT_TOO_LONG', message };
  }
  if (pageCount <= UNSUMMARISED_PAGES) {
    return { scope, chosen: [{ ...wholeChunk(scope), score: 1, rank: 0 }] };
  }
  const options = {
    pageHinting,
    summaryTokens: limits.summaryTokens,
    choiceTokens: limits.choiceTokens,
    summaryAnswerTokens: limits.summaryAnswerTokens,
    choiceAnswerTokens: limits.choiceAnswerTokens,
    countTokens: (text: string) => client.countTokens(text),
  };
  const key = `${mode} ${provider ?? ''} ${scopeKey(scope)} ${arrangementKey(shown)}`;
  try {
    let units = summaries.get(key);
    if (!units) {
      units = summariseFitting(scope, mode, askModel, options);
      summaries.set(key, units);
    }
    const requests = search.queries.length > 0 ? search.queries : [search.text];
    const picked = await pickUnits(scope, await units, requests, askModel, options);
    return { scope, chosen: picked.map(({ chunk }, rank) => ({ ...chunk, score: 1, rank })) };
  } catch (error) {
    summaries.delete(key);
    if (error instanceof SummaryFailure) return { code: error.code, message: error.message };
    throw error;
  }
}

/** Summaries; where requests for them were too long, of less at a time. */
async function summariseFitting(
  ...[scope, mode, askModel, options]: Parameters<typeof summarise>
): ReturnType<typeof summarise> {
  try {
    return await summarise(scope, mode, askModel, options);
  } catch (error) {
    if (!(error instanceof SummaryFailure) || error.code !== 'LLM_CONTEXT_OVERFLOW') throw error;
    const summaryTokens = options.summaryTokens * SMALLER;
    return summarise(scope, mode, askModel, { ...options, summaryTokens });
  }
}

/** Distinguishes scopes of one document: their pages, and how much of them they hold. */
function scopeKey({ lines, pages }: ModelScope): string {
  const first = lines[0];
  const last = lines.at(-1);
  const ends = [first, last].map((line) => line && `${line.page}:${line.top}:${line.left}`);
  return `${pages.map(({ index }) => index).join()} ${lines.length} ${ends.join(' ')}`;
}

/** The excerpts of a context, and the lines that they hold. */
interface PrintedContext {
  /** Chunks that the excerpts are of, and those that a request had no room for, both best first. */
  readonly chosen: readonly ChosenChunk[];
  readonly omitted: readonly ChosenChunk[];
  readonly excerpts: readonly Excerpt[];
  readonly lines: readonly Line[];
  /** For each row of `lines` that was printed, their positions in `lines`. */
  readonly rows: readonly (readonly number[])[];
  readonly isCut: boolean;
}

/** Prints what was chosen, as much of it as a request takes. */
export function printContext(
  { scope, chosen }: ModelContext,
  options: { readonly pageHinting: boolean; readonly maxTokens: number; countTokens(text: string): number },
): PrintedContext {
  const { excerpts, shown, isCut } = excerptsOf(scope, chosen, options);
  const omitted = chosen.slice(shown);
  return { chosen: chosen.slice(0, shown), omitted, excerpts, isCut, ...linesOf(scope, excerpts) };
}

/** Lines and rows of excerpts. */
export function linesOf(
  scope: ModelScope,
  excerpts: readonly Excerpt[],
): { readonly lines: readonly Line[]; readonly rows: readonly (readonly number[])[] } {
  const lines: Line[] = [];
  const rows: (readonly number[])[] = [];
  for (const excerpt of excerpts) {
    for (const row of excerpt.rows) {
      if (row.lines.length === 0) continue;
      rows.push(row.lines.map((_, i) => lines.length + i));
      for (const position of row.lines) lines.push(scope.lines[excerpt.lines[position]!]!);
    }
  }
  return { lines, rows };
}

/** Which tier a method asks for. */
// See docs/language/08-language-models.md#863-modes
export function listTier(mode: ModelSettings['mode']): LlmTier {
  if (mode === 'long' || mode === 'fullDocument') return 'long';
  return mode === 'fast' ? 'fast' : 'thorough';
}
