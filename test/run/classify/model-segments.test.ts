import { expect, it } from 'vitest';
import { createLlmClient } from '../../../src/llm/client.js';
import { resolveLlmOptions } from '../../../src/llm/options.js';
import { LlmError, type LlmRequest } from '../../../src/llm/provider.js';
import { type Script, scripted } from '../../../src/llm/scripted.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { segmentByModel } from '../../../src/run/classify/model-segments.js';
import { withoutWaits } from '../../llm/prompt-of.js';

const TYPES = [{ name: 'bills', description: 'what is to be paid' }, { name: 'letters' }];

/** A kind of page in the answers: number of its type, with `!` where a document begins; `-` for none. */
function answering(kinds: string): Script {
  const all = kinds.split(' ');
  return (request) => ({
    object: {
      pages: pagesIn(request).map((page) => {
        const kind = all[page - 1] ?? '-';
        return {
          page,
          type: kind.startsWith('-') ? null : Number.parseInt(kind, 10),
          first: kind.endsWith('!'),
        };
      }),
    },
  });
}

const textOf = ({ messages }: LlmRequest) => String(messages.at(-1)?.content);

function pagesIn(request: LlmRequest): readonly number[] {
  return [...textOf(request).matchAll(/<<<\w+ page (\d+)$/gmu)].map(([, page]) => Number(page));
}

async function segment(
  count: number,
  script: Script,
  rows: (page: number) => readonly string[] = (page) => [`p${page}`],
) {
  const { pages } = documentFromLines(
    Array.from({ length: count }, (_, page) =>
      rows(page).map((text, i) => ({ text, page, left: 1, top: 0.5 + 0.3 * i })),
    ).flat(),
  );
  const provider = scripted(script);
  const client = createLlmClient(resolveLlmOptions({ providers: { one: provider }, ...withoutWaits() }), {});
  const { segments, warnings } = await segmentByModel({ pages }, TYPES, client);
  const shown = segments.map(
    ({ documentType, startPage, endPage }) => `${documentType} ${startPage}-${endPage}`,
  );
  return { segments: shown, warnings, requests: provider.requests };
}

it.each<[string, string, string[]]>([
  ['where it says so', '1! 1 1! 1', ['bills 0-1', 'bills 2-3']],
  ['at another type', '1! 2 2', ['bills 0-0', 'letters 1-2']],
  ['after a page of none', '1! - 1', ['bills 0-0', 'bills 2-2']],
  ['of types that exist', '1! 7 2', ['bills 0-0', 'letters 2-2']],
  ['none', '- - -', []],
])('documents that a model separates begin %s', async (_name, kinds, expected) => {
  expect((await segment(kinds.split(' ').length, answering(kinds))).segments).toEqual(expected);
});

it('documents that a model separates are seen by the tops and bottoms of pages', async () => {
  const rows = () => Array.from({ length: 30 }, (_, i) => `row ${i} end`);
  const { requests } = await segment(1, answering('1!'), rows);
  const text = textOf(requests[0]!);
  expect(requests[0]).toMatchObject({ purpose: 'segment', schemaName: 'pages' });
  expect(text).toContain('KINDS\n1: bills - what is to be paid\n2: letters\n');
  const shown = [...text.matchAll(/row (\d+) end/gu)].map(([, row]) => Number(row));
  expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 24, 25, 26, 27, 28, 29]);
});

it('documents that a model separates are asked for in windows that overlap by two pages; what is said later counts', async () => {
  const kinds = Array.from({ length: 230 }, () => '1').join(' ');
  const { requests, segments } = await segment(230, (request) => {
    const pages = pagesIn(request);
    const answered = answering(kinds)(request) as { object: { pages: { page: number; type: number }[] } };
    // The first window takes its last two pages for letters, the second one knows better.
    if (pages[0] === 1) for (const page of answered.object.pages.slice(-2)) page.type = 2;
    return answered;
  });
  expect(requests.map(pagesIn).map((pages) => [pages[0], pages.at(-1)])).toEqual([
    [1, 200],
    [199, 230],
  ]);
  expect(textOf(requests[1]!)).toContain('The page before these belonged to kind 1.');
  expect(segments).toEqual(['bills 0-229']);
});

it('documents that a model separates are shown in windows that a model can read', async () => {
  const rows = (page: number) => Array.from({ length: 18 }, () => `${page} ${'word '.repeat(20)}`);
  const { requests } = await segment(140, answering(Array(140).fill('1').join(' ')), rows);
  const windows = requests.map(pagesIn);
  expect(windows.length).toBeGreaterThan(1);
  for (const [i, pages] of windows.entries()) {
    expect(pages.length).toBeLessThan(70);
    if (i > 0) expect(pages[0]).toBe(windows[i - 1]!.at(-1)! - 1);
  }
  expect(windows.at(-1)!.at(-1)).toBe(140);
});

it('documents that a model separates are left out where the model fails, with a warning', async () => {
  const { segments, warnings } = await segment(230, (request) =>
    pagesIn(request)[0] === 1
      ? new LlmError('content_filter', 'no')
      : answering(Array(230).fill('1').join(' '))(request),
  );
  expect(segments).toEqual(['bills 198-229']);
  expect(warnings).toEqual([
    { code: 'LLM_CONTENT_FILTERED', message: expect.stringContaining('pages 1 to 200'), page: 0 },
  ]);
});

it('documents that a model separates are an error when the model says nothing at all', async () => {
  await expect(segment(2, () => new LlmError('auth', 'no key'))).rejects.toMatchObject({
    name: 'ProviderError',
    provider: 'scripted',
  });
});

it('documents that a model separates are none in a file without pages', async () => {
  const client = createLlmClient(resolveLlmOptions({ providers: { one: scripted(answering('')) } }), {});
  expect(await segmentByModel({ pages: [] }, TYPES, client)).toEqual({ segments: [], warnings: [] });
});
