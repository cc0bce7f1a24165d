/** Values that the grammar takes though they do little: validation says what they do, and the config runs. */
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract, validateConfig } from '../../../src/index.js';

const LINES = [
  { text: 'Due', left: 1, top: 1 },
  { text: 'May', left: 3, top: 1 },
  { text: '5', left: 4, top: 1 },
];
const document = () => documentFromLines(LINES);

const field = (more: object) => ({ fields: [{ id: 'x', anchor: 'due', method: { id: 'row' }, ...more }] });
const row = (more: object, type?: unknown) =>
  field({ method: { id: 'row', ...more }, ...(type !== undefined && { type }) });
const anchored = (anchor: unknown) => field({ anchor, method: { id: 'row', tiebreaker: 'first' } });
const matched = (match: object) => anchored({ match: [match] });
const preprocessed = (preprocessor: object) => ({ preprocessors: [preprocessor], ...field({}) });
const typed = (type: object) => row({ tiebreaker: 'second' }, type);
const question = (more: object) => ({
  fields: [{ id: 'x', method: { id: 'question', question: 'When?', ...more } }],
});
const columns = [{ id: 'a', index: 0 }];
const postprocessed = (schema: object) => ({
  ...field({}),
  postprocessor: { type: 'jsonSchema', schema: { type: 'object', properties: { x: schema } } },
});

const DUE = { type: 'includes', text: 'due' };
const METHOD = 'fields.0.method';
const FIRST = 'fields.0.anchor.match.0';
const FIRST_STEP = 'preprocessors.0';

/** The warnings that concern the values; others, as of deprecated methods, are left out. */
const CODES = ['fraction_ignored', 'number_limited', 'empty_list', 'doubtful_type', 'doubtful_rule'];

async function check(config: object, path: string, message: string): Promise<unknown> {
  const issues = validateConfig(config);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  const found = issues.filter(({ code }) => CODES.includes(code));
  expect(found.map((issue) => issue.path.join('.'))).toEqual([path]);
  expect(found[0]!.message).toContain(message);
  const { parsed_document } = await extract(document(), JSON.stringify(config));
  const value = parsed_document['x'] as { value?: unknown } | null;
  return value?.value ?? value;
}

describe('numbers', () => {
  it.each<[string, object, string, string, unknown]>([
    [
      'a fraction of a tiebreaker',
      row({ tiebreaker: 1.5 }),
      `${METHOD}.tiebreaker`,
      '1.5 is taken as 1',
      '5',
    ],
    [
      'a fraction of times',
      matched({ type: 'repeat', times: 1.5, match: DUE }),
      `${FIRST}.times`,
      '1.5 is taken as 1',
      'May',
    ],
    [
      'no times',
      matched({ type: 'repeat', times: 0, match: DUE }),
      `${FIRST}.times`,
      '0 is taken as 1',
      'May',
    ],
    [
      'a fraction of an edit distance',
      matched({ type: 'equals', text: 'duw', editDistance: 1.9 }),
      `${FIRST}.editDistance`,
      '1.9 is taken as 1',
      'May',
    ],
    [
      'an edit distance below 0',
      matched({ ...DUE, editDistance: -0.5 }),
      `${FIRST}.editDistance`,
      '-0.5 is taken as 0',
      'May',
    ],
    [
      'a height below 0',
      matched({ ...DUE, minimumHeight: -1 }),
      `${FIRST}.minimumHeight`,
      '-1 is taken as 0',
      'May',
    ],
    [
      'a width below 0',
      row({ xRangeFilter: { start: 'left', offsetX: 0, width: -1 } }),
      `${METHOD}.xRangeFilter.width`,
      '-1 is taken as 0',
      null,
    ],
    [
      'a fraction of a column count',
      field({ method: { id: 'fixedTable', columnCount: 3.5, columns } }),
      `${METHOD}.columnCount`,
      '3.5 is taken as 3',
      null,
    ],
    [
      'a column count below 0',
      field({ method: { id: 'fixedTable', columnCount: -2, columns } }),
      `${METHOD}.columnCount`,
      '-2 is taken as 1',
      null,
    ],
    [
      'a fraction of the position of a column',
      field({ method: { id: 'fixedTable', columnCount: 2, columns: [{ id: 'a', index: 1.7 }] } }),
      `${METHOD}.columns.0.index`,
      '1.7 is taken as 1',
      null,
    ],
    [
      'a fraction of a first row',
      field({ method: { id: 'fixedTable', columnCount: 2, columns, startOnRow: 0.5 } }),
      `${METHOD}.startOnRow`,
      '0.5 is taken as 0',
      null,
    ],
    [
      'a share above 1',
      field({ method: { id: 'box', percentOverlapX: 90 } }),
      `${METHOD}.percentOverlapX`,
      '90 is taken as 1',
      null,
    ],
    [
      'a brightness above 1',
      field({ method: { id: 'box', darknessThreshold: 128 } }),
      `${METHOD}.darknessThreshold`,
      '128 is taken as 1',
      null,
    ],
    [
      'a fraction of boxes',
      field({ method: { id: 'box', offsetBoxes: { direction: 'right', number: 1.5 } } }),
      `${METHOD}.offsetBoxes.number`,
      '1.5 is taken as 1',
      null,
    ],
    [
      'a rectangle without a width',
      field({
        method: { id: 'checkbox', position: 'right', offsetX: 0, offsetY: 0, width: -1, height: 1 },
      }),
      `${METHOD}.width`,
      '-1 is taken as 0',
      null,
    ],
    [
      'a height of an intersection below 0',
      field({ method: { id: 'intersection', verticalAnchor: 'may', height: -1, width: 1 } }),
      `${METHOD}.height`,
      '-1 is taken as 0',
      'May',
    ],
    [
      'a fraction of decimal places',
      typed({ id: 'number', roundTo: 1.5 }),
      'fields.0.type.roundTo',
      '1.5 is taken as 1',
      null,
    ],
    [
      'too many decimal places of amounts',
      typed({ id: 'currency', maxDecimalDigits: 99 }),
      'fields.0.type.maxDecimalDigits',
      '99 is taken as 30',
      null,
    ],
    [
      'a gap of paragraphs below 0',
      row({}, { id: 'paragraph', paragraphBreakThreshold: -1 }),
      'fields.0.type.paragraphBreakThreshold',
      '-1 is taken as 0',
      'May 5',
    ],
    [
      'a tolerance below 0',
      preprocessed({ type: 'sort', tolerance: -1 }),
      `${FIRST_STEP}.tolerance`,
      '-1 is taken as 0',
      'May 5',
    ],
    [
      'a fraction of spaces',
      preprocessed({ type: 'splitLines', minSpaces: 2.5 }),
      `${FIRST_STEP}.minSpaces`,
      '2.5 is taken as 2',
      'May 5',
    ],
    [
      'a fraction of pages',
      preprocessed({ type: 'pageFilter', terms: ['due'], maxPages: 1.5 }),
      `${FIRST_STEP}.maxPages`,
      '1.5 is taken as 1',
      'May 5',
    ],
    [
      'a fraction of a page',
      preprocessed({ type: 'pageRange', startPage: 0.5 }),
      `${FIRST_STEP}.startPage`,
      '0.5 is taken as 0',
      'May 5',
    ],
    [
      'a page before the first',
      preprocessed({ type: 'removeHeader', startsOnPage: -1, offsetY: 0.5 }),
      `${FIRST_STEP}.startsOnPage`,
      '-1 is taken as 1',
      'May 5',
    ],
    [
      'a fraction of a page offset',
      preprocessed({ type: 'removePage', match: 'due', pageOffset: 1.5 }),
      `${FIRST_STEP}.pageOffset`,
      '1.5 is taken as 1',
      'May 5',
    ],
    [
      'a fraction of lines',
      preprocessed({ type: 'ocr', pageLinesLimit: 0.5 }),
      `${FIRST_STEP}.pageLinesLimit`,
      '0.5 is taken as 0',
      'May 5',
    ],
    [
      'an area below 0',
      preprocessed({ type: 'multicolumn', minGutterArea: -1 }),
      `${FIRST_STEP}.minGutterArea`,
      '-1 is taken as 0',
      'May 5',
    ],
    [
      'a gap of lines below 0',
      preprocessed({ type: 'mergeLines', directlyAdjacentThreshold: -1, adjacentThreshold: 0.5 }),
      `${FIRST_STEP}.directlyAdjacentThreshold`,
      '-1 is taken as 0',
      'May 5',
    ],
    [
      'a height to scale to below 0',
      preprocessed({ type: 'scale', samples: [{ match: 'due', targetHeight: -1 }] }),
      `${FIRST_STEP}.samples.0.targetHeight`,
      '-1 is taken as 0',
      'May 5',
    ],
    [
      'a fraction of a fingerprint',
      {
        ...field({}),
        fingerprint: {
          tests: [
            { page: 'first', match: 'due', offset: 0.5 },
            { page: 'last', match: 'due' },
          ],
        },
      },
      'fingerprint.tests.0.offset',
      '0.5 is taken as 0',
      'May 5',
    ],
    [
      'a fraction of excerpts',
      question({ chunkCount: 0.5 }),
      `${METHOD}.chunkCount`,
      '0.5 is taken as 1',
      null,
    ],
    [
      'a confidence above 1',
      question({ minConfidence: 90 }),
      `${METHOD}.minConfidence`,
      '90 is taken as 1',
      null,
    ],
    [
      'a page that a model sees before the first',
      question({ pageRange: { startPage: -1 } }),
      `${METHOD}.pageRange.startPage`,
      '-1 is taken as 0',
      null,
    ],
  ])('an odd number is taken with a warning: %s', async (_, config, path, message, value) => {
    expect(await check(config, path, message)).toEqual(value);
  });
});

describe('lists', () => {
  it.each<[string, object, string, string, unknown]>([
    [
      'any without conditions',
      matched({ type: 'any', matches: [] }),
      `${FIRST}.matches`,
      'no line meets',
      null,
    ],
    [
      'all without conditions',
      matched({ type: 'all', matches: [] }),
      `${FIRST}.matches`,
      'every line',
      'May',
    ],
    [
      'a condition without conditions',
      matched({ type: 'not', match: { type: 'any', matches: [] } }),
      `${FIRST}.match.matches`,
      'no line meets',
      'May',
    ],
    ['an anchor without matchers', anchored([]), 'fields.0.anchor', 'finds no line', null],
    ['a match without matchers', anchored({ match: [] }), 'fields.0.anchor.match', 'finds no line', null],
    [
      'an end without matchers',
      anchored({ match: 'due', end: [] }),
      'fields.0.anchor.end',
      'finds no line',
      'May',
    ],
    [
      'a repeat without matchers',
      anchored([DUE, { type: 'repeat', times: 3, match: [] }]),
      'fields.0.anchor.1.match',
      'finds no line',
      null,
    ],
    [
      'a stop without matchers',
      field({ method: { id: 'fixedTable', columnCount: 3, columns, stop: [] } }),
      `${METHOD}.stop`,
      'finds no line',
      null,
    ],
    [
      'a page without terms',
      anchored({ match: { type: 'page', terms: [] } }),
      'fields.0.anchor.match.terms',
      'no words',
      null,
    ],
    [
      'a key without terms',
      field({ method: { id: 'keyValue', terms: [] } }),
      `${METHOD}.terms`,
      'no words',
      null,
    ],
    [
      'a table without columns',
      field({ method: { id: 'fixedTable', columnCount: 3, columns: [] } }),
      `${METHOD}.columns`,
      'has no value',
      null,
    ],
    [
      'an invoice without columns',
      field({ method: { id: 'invoice', columns: [] } }),
      `${METHOD}.columns`,
      'has no value',
      null,
    ],
    ['a date without formats', typed({ id: 'date', format: [] }), 'fields.0.type.format', 'no text is', null],
    [
      'no blocks',
      preprocessed({ type: 'linearize', match: 'due', blocks: [] }),
      `${FIRST_STEP}.blocks`,
      'are removed',
      null,
    ],
    ['no samples', preprocessed({ type: 'scale', samples: [] }), `${FIRST_STEP}.samples`, 'nothing', 'May 5'],
    [
      'pages without terms',
      preprocessed({ type: 'pageFilter', terms: [], maxPages: 1 }),
      `${FIRST_STEP}.terms`,
      'stopTerms',
      'May 5',
    ],
    [
      'no replacements',
      preprocessed({ type: 'ligature', mappings: { M: [] }, forceReplaceAll: true }),
      `${FIRST_STEP}.mappings.M`,
      'stays as it is',
      'May 5',
    ],
    [
      'a test without matches',
      { ...field({}), fingerprint: { tests: [{ page: 'any', match: [] }] } },
      'fingerprint.tests.0.match',
      'left out',
      'May 5',
    ],
    ['no options', postprocessed({ anyOf: [] }), 'postprocessor.schema.properties.x.anyOf', 'null', 'May 5'],
  ])('an odd list is taken with a warning: %s', async (_, config, path, message, value) => {
    expect(await check(config, path, message)).toEqual(value);
  });
});

const ruled = (rule: object) => ({ ...field({}), postprocessor: { type: 'jsonLogic', rule } });
const RULE = 'postprocessor.rule';

it.each<[string, object, string]>([
  ['a text for the members of groups', { group: [[1], 'k', 'name'] }, `${RULE}.group.2`],
  ['a number among pairs', { group: [[1], 'k', [['a', 1], 5]] }, `${RULE}.group.2`],
  ['a pair that true names', { group: [[1], 'k', [[true, 1]]] }, `${RULE}.group.2`],
  ['a text for a side of a join', { join: ['text', [[], 1], 1] }, `${RULE}.join.0`],
  ['a side without a key', { join: [[[]], [[], 1], 1] }, `${RULE}.join.0`],
  ['a side that a number names', { join: [[[], 1], [[], 1, 7], 1] }, `${RULE}.join.1.2`],
])('a literal of no use fails the rule that needs it: %s', async (_, rule, path) => {
  await check(ruled(rule), path, 'the rule fails where it needs this');
  const { postprocessorOutput, errors } = await extract(document(), JSON.stringify(ruled(rule)));
  expect(postprocessorOutput).toBeNull();
  expect(errors).toMatchObject([{ path: expect.stringContaining(path.split('.')[2]!) }]);
});

it('literals in rules that no group needs do no harm', async () => {
  const rule = { group: [[], 'k', 'name'] };
  expect((await extract(document(), JSON.stringify(ruled(rule)))).postprocessorOutput).toEqual([]);
});

it('a date format without a year', async () => {
  const config = row({}, { id: 'date', format: '%b %d' });
  expect(await check(config, 'fields.0.type.format', 'guess')).toBeNull();
  const { trace } = await extract(document(), JSON.stringify(config), undefined, { trace: true });
  expect(trace?.['x']?.[0]?.reason).toContain('the year would be a guess');
});

it('a type that is no filter', () => {
  expect(validateConfig(row({ typeFilters: ['string'] }))).toMatchObject([
    { severity: 'warning', path: ['fields', 0, 'method', 'typeFilters', 0] },
  ]);
});
