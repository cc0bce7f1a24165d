import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { documentFromLines, extract } from '../../../src/index.js';
import { applyPreprocessors, type PlacedIssue } from '../../../src/language/preprocessors/apply.js';
import {
  definePreprocessor,
  type PreprocessorContext,
} from '../../../src/language/preprocessors/definition.js';
import { linesOf, pagesOf, preprocess, problems, texts } from './support.js';

const PAGES = pagesOf({ text: 'Total 5', left: 1, top: 1 }, { text: 'Terms', left: 1, top: 1, page: 1 });

function define(id: string, apply: (context: PreprocessorContext) => never) {
  return definePreprocessor({
    id,
    summary: '',
    options: () => ({}),
    apply: (_pages, _options, context) => apply(context),
    examples: [],
  });
}

describe('a preprocessor that fails', () => {
  const broken = define('broken', () => {
    throw new RangeError('out of bounds');
  });
  const stopped = define('stopped', () => {
    throw new DocumentError('timed_out', 'too long');
  });
  const run = (types: readonly string[], errors: PlacedIssue[] = []) =>
    applyPreprocessors(
      PAGES,
      types.map((type) => ({ type })),
      {
        definitions: new Map([broken, stopped].map((definition) => [definition.id, definition])),
        warn: () => undefined,
        error: (issue) => errors.push(issue),
        checkpoint: () => undefined,
        turn: async () => undefined,
        patternTime: new PatternTime(),
      },
    );

  it('changes nothing and is reported', async () => {
    const errors: PlacedIssue[] = [];
    expect(await run(['broken'], errors)).toBe(PAGES);
    expect(errors).toEqual([
      {
        type: 'unexpected',
        message: 'the preprocessor broken failed unexpectedly and changed nothing',
        path: 'preprocessors[0]',
      },
    ]);
    expect(errors[0]?.cause).toMatchObject({ message: 'out of bounds' });
    expect(JSON.stringify(errors)).not.toContain('out of bounds');
  });

  it('ends the run when the time is up', async () => {
    await expect(run(['stopped'])).rejects.toThrow('too long');
  });
});

it('reports patterns that run out of time, with their place', async () => {
  const pages = pagesOf({ text: `${'a'.repeat(40)}!`, left: 0, top: 1 });
  const slow = { type: 'removeLines', match: { type: 'regex', pattern: '^(a+)+$' } };
  const { errors, pages: after } = await preprocess(pages, [{ type: 'nlp' }, slow]);
  expect(errors).toMatchObject([{ type: 'configuration', code: 'regex_timeout', path: 'preprocessors[1]' }]);
  expect(linesOf(after)).toHaveLength(1);
});

it('checks between entries whether it shall go on', async () => {
  const checkpoint = () => {
    throw new DocumentError('aborted', 'enough');
  };
  await expect(preprocess(PAGES, { type: 'nlp' }, { checkpoint })).rejects.toThrow('enough');
});

describe('in an extraction', () => {
  const document = documentFromLines([
    { text: 'Total    5', left: 1, top: 1 },
    { text: 'Total    6', left: 1, top: 1, page: 1 },
  ]);
  const fields = [{ id: 'total', anchor: 'total', method: { id: 'row' as const }, type: 'number' as const }];

  it('runs before the fields and leaves the document as it was', async () => {
    const preprocessors = [
      { type: 'removePage' as const, match: { type: 'first' as const } },
      { type: 'splitLines' as const, minSpaces: 3 },
    ];
    const { parsed_document, page_count, warnings } = await extract(document, { preprocessors, fields });
    expect(parsed_document).toMatchObject({ total: { value: 6 } });
    expect(page_count).toBe(2);
    expect(warnings).toEqual([]);
    expect(texts(document.pages)).toEqual([['Total 5'], ['Total 6']]);
    const untouched = await extract(document, { fields });
    expect(untouched.parsed_document).toEqual({ total: null });
  });

  it('puts warnings and errors into the result', async () => {
    const preprocessors = [
      { type: 'rotatePage' as const, match: 'absent' },
      { type: 'pageRange' as const, startPage: 5 },
    ];
    const { parsed_document, warnings } = await extract(document, { preprocessors, fields });
    expect(parsed_document).toEqual({ total: null });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['PREPROCESSOR_NO_MATCH', 'preprocessors[0].match'],
      ['NO_PAGES_LEFT', 'preprocessors[1]'],
    ]);
  });
});

it('what is wrong in a config is reported all at once, with paths', () => {
  expect(
    problems(
      { type: 'sort', tolerance: '1', order: 'x' },
      { type: 'mergelines' },
      { directlyAdjacentThreshold: 1 },
      { type: 'removePage' },
      { type: 'removeHeader', startsOnPage: '0' },
      { type: 'mergeLines', directlyAdjacentThreshold: '1', adjacentThreshold: 1, yOverlapThreshold: true },
    ),
  ).toEqual([
    'preprocessors[0].tolerance',
    'preprocessors[0].order',
    'preprocessors[1].type',
    'preprocessors[2].type',
    'preprocessors[3].match',
    'preprocessors[4].startsOnPage',
    'preprocessors[5].directlyAdjacentThreshold',
    'preprocessors[5].yOverlapThreshold',
  ]);
});

it('concerns the members of nlp as well', () => {
  const nlp = (options: object) => problems({ type: 'nlp', ...options });
  expect(nlp({ chunkSize: 0.25 })).toEqual(['preprocessors[0].chunkSize']);
  expect(nlp({ confidenceSignals: {} })).toEqual(['preprocessors[0].confidenceSignals']);
  expect(nlp({ nlpTable: { llmEngine: {} } })).toEqual(['preprocessors[0].nlpTable.llmEngine.provider']);
  expect(nlp({ list: { llmEngine: { provider: 'nobody' } } })).toEqual([
    'preprocessors[0].list.llmEngine.provider',
  ]);
  expect(nlp({ pageRange: { startPage: 2, endPage: 1 } })).toEqual(['preprocessors[0].pageRange.endPage']);
  expect(
    nlp({
      contextDescription: 'a lease',
      chunkSize: 0.5,
      chunkOverlapPercentage: 0.25,
      confidenceSignals: 'strict',
      searchBySummarization: 'outline',
      list: { llmEngine: 'thorough' },
      nlpTable: { llmEngine: { provider: ' Anthropic ' }, pageSpanThreshold: { top: 0.4 } },
    }),
  ).toEqual([]);
});
