/**
 * The configuration language as the interface specification of the service lists it: every member is taken, a member
 * that it does not list is refused, and one that it requires may not be left out.
 */
import { describe, expect, test } from 'vitest';
import { type ConfigIssue, validateConfig } from '../../../src/index.js';
import { fieldKinds } from '../../../src/language/fields/index.js';

type Wrap = (part: unknown) => object;

interface Row {
  /** A part of a config with the members that go together. */
  readonly full: object;
  /** Members without which the part is refused. */
  readonly required?: readonly string[];
  /** Other forms of the part that are taken. */
  readonly also?: readonly unknown[];
  /** Forms of the part that are refused. */
  readonly refused?: readonly unknown[];
}

const errorsOf = (config: unknown): readonly ConfigIssue[] =>
  validateConfig(config).filter(({ severity }) => severity === 'error');

function without(part: object, member: string): object {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== member));
}

/** One line of the specification. */
function row(title: string, wrap: Wrap, { full, required = [], also = [], refused = [] }: Row): void {
  test(title, () => {
    for (const part of [full, ...also]) expect(errorsOf(wrap(part)), JSON.stringify(part)).toEqual([]);
    const wrong = [{ ...full, notListed: 1 }, ...required.map((member) => without(full, member)), ...refused];
    for (const part of wrong) expect(errorsOf(wrap(part)), JSON.stringify(part)).not.toEqual([]);
  });
}

const label = { id: 'label', position: 'right' };
const field = { id: 'a', anchor: 'total', method: label };

const config: Wrap = (part) => part as object;
const preprocessor: Wrap = (part) => ({ preprocessors: [part], fields: [] });
const anchored: Wrap = (anchor) => ({ fields: [{ ...field, anchor }] });
const matched: Wrap = (match) => ({ fields: [{ ...field, anchor: { match } }] });
const fingerprint: Wrap = (part) => ({ fingerprint: part, fields: [] });
const fingerprintTest: Wrap = (part) => fingerprint({ tests: [part] });
const postprocessor: Wrap = (part) => ({ fields: [], postprocessor: part });
const rule: Wrap = (part) => postprocessor({ type: 'jsonLogic', rule: part });
const fields: Wrap = (part) => ({ fields: [part] });
const method: Wrap = (part) => fields({ ...field, method: part });
const typed: Wrap = (type) => fields({ ...field, type });
const question: Wrap = (part) => fields({ id: 'a', method: part });

describe('a configuration', () => {
  row('has its seven members, of which fields is required', config, {
    full: {
      fields: [field],
      preprocessors: [{ type: 'sort' }],
      postprocessor: { type: 'jsonLogic', rule: { var: 'a' } },
      fingerprint: { tests: ['total'] },
      computed_fields: [{ id: 'c', method: { id: 'constant', value: '1' } }],
      sections: [],
      verbosity: 1,
    },
    required: ['fields'],
  });
});

const COMMON = {
  minimumHeight: 0.1,
  maximumHeight: 0.5,
  xRangeFilter: { minX: 0, maxX: 8 },
  angleFilter: { minAngle: -5, maxAngle: 5 },
};
const includes = { type: 'includes', text: 'total' };

describe('matchers and anchors', () => {
  row('an AnchorMatch is a text, a Matcher, a repeat, or an array of the last two', matched, {
    full: includes,
    also: ['total', { type: 'repeat', times: 2, match: includes }, [includes, { type: 'first' }]],
    refused: [1, null, ['a', ['b']]],
  });
  for (const type of ['equals', 'startsWith', 'includes', 'endsWith']) {
    const full = { type, text: 'total', isCaseSensitive: true, editDistance: 1, ...COMMON, reverse: true };
    row(`${type} has its members`, matched, { full, required: ['text'] });
  }
  row('regex has its members', matched, {
    full: { type: 'regex', pattern: 'to+', flags: 'i', ...COMMON, reverse: false },
    required: ['pattern'],
  });
  row('any takes matchers', matched, {
    full: { type: 'any', matches: [includes, { type: 'not', match: includes }], reverse: true },
    required: ['matches'],
    refused: [
      { type: 'any', matches: [{ ...includes, reverse: true }] },
      { type: 'any', matches: [{ type: 'first' }] },
      { type: 'any', matches: ['total'] },
    ],
  });
  row('all takes matchers', matched, {
    full: { type: 'all', matches: [includes, { type: 'regex', pattern: 'x' }], reverse: true },
    required: ['matches'],
  });
  row('not takes a matcher', matched, {
    full: { type: 'not', match: { type: 'any', matches: [includes] }, reverse: true },
    required: ['match'],
  });
  row('first has the common filters', matched, { full: { type: 'first', ...COMMON, reverse: false } });
  row('common filters need both of their limits', matched, {
    full: { ...includes, ...COMMON },
    refused: [
      { ...includes, xRangeFilter: { minX: 0 } },
      { ...includes, angleFilter: { maxAngle: 5 } },
      { ...includes, minimumHeight: 'tall' },
    ],
  });
  row('repeat has its members', matched, {
    full: { type: 'repeat', times: 2, match: [includes, includes] },
    required: ['times', 'match'],
  });
  row('an anchor has match, start, end and includeEnd', anchored, {
    full: { match: includes, start: 'from', end: [includes], includeEnd: true },
    required: ['match'],
    also: ['total'],
  });
  test('an anchor may refer to one that is defined', () => {
    const definition = { type: 'anchorDefinition', name: 'sum', anchor: 'total' };
    expect(errorsOf({ fields: [definition, { ...field, anchor: { ref: 'sum' } }] })).toEqual([]);
    expect(errorsOf({ fields: [definition, { ...field, anchor: { ref: 'sum', match: 'x' } }] })).not.toEqual(
      [],
    );
  });
  row('an anchor may be a page', (start) => anchored({ match: includes, start }), {
    full: { type: 'page', terms: ['total'], stopTerms: ['draft'] },
    required: ['terms'],
  });
  test('an anchor may be the first line of a section', () => {
    const anchor = { match: { type: 'firstInSection' } };
    const sections = { type: 'sections', id: 's', range: { anchor: 'item' }, fields: [{ ...field, anchor }] };
    expect(errorsOf({ fields: [sections] })).toEqual([]);
  });
  const range = {
    direction: 'horizontal',
    anchor: 'total',
    stop: includes,
    requireStop: true,
    externalRange: { anchor: 'head', stop: 'tail', offsetY: 0.1, stopOffsetY: 0.1, anchorIsAbsolute: true },
    offsetY: 0.1,
    stopOffsetY: 0.1,
    tolerance: 0.1,
  };
  row(
    'a horizontal range has its members',
    (part) => preprocessor({ type: 'splitLines', minSpaces: 2, range: part }),
    {
      full: range,
      required: ['anchor', 'stop'],
      refused: [{ ...range, externalRange: { anchor: 'head' } }],
    },
  );
});

const point = (x: number, y: number) => ({ x, y });

describe('preprocessors', () => {
  const fixed = { match: 'total', targetPosition: point(1, 1), start: 'right' };
  row('deskew', preprocessor, {
    full: { type: 'deskew', fixedPoints: [fixed, fixed, fixed], matchAll: true },
    required: ['fixedPoints'],
    refused: [
      { type: 'deskew', fixedPoints: [fixed, fixed] },
      { type: 'deskew', fixedPoints: [fixed, fixed, { ...fixed, targetPosition: { x: 1 } }] },
      { type: 'deskew', fixedPoints: [fixed, fixed, { ...fixed, start: 'below' }] },
    ],
  });
  row('scale', preprocessor, {
    full: { type: 'scale', samples: [{ match: 'total', targetHeight: 0.2 }], perPage: true },
    required: ['samples'],
    refused: [{ type: 'scale', samples: [{ match: 'total' }] }],
  });
  row('ligature', preprocessor, {
    full: { type: 'ligature', mappings: { '\u0007': ['fi', 'fl'] }, forceReplaceAll: true },
    required: ['mappings'],
    refused: [{ type: 'ligature', mappings: { a: 'fi' } }],
  });
  const blocks = [{ minX: 0, maxX: 4, minY: 0, maxY: 2 }, {}];
  row('linearize', preprocessor, {
    full: { type: 'linearize', blocks, match: 'total' },
    required: ['blocks', 'match'],
    also: [{ type: 'linearize', blocks, range: { direction: 'horizontal', anchor: 'total' } }],
  });
  row('mergeLines', preprocessor, {
    full: {
      type: 'mergeLines',
      directlyAdjacentThreshold: 0.1,
      adjacentThreshold: 0.2,
      yOverlapThreshold: 0.5,
      minXGapThreshold: 0.1,
    },
    required: ['directlyAdjacentThreshold', 'adjacentThreshold'],
  });
  row('multicolumn', preprocessor, { full: { type: 'multicolumn', minGutterArea: 1 } });
  row('splitLines', preprocessor, {
    full: { type: 'splitLines', minSpaces: 3, separator: '|', match: 'total' },
    required: ['minSpaces'],
    also: [{ type: 'splitLines', minSpaces: 3, range: { direction: 'horizontal', anchor: 'total' } }],
  });
  row('sort', preprocessor, { full: { type: 'sort', tolerance: 0.1, align: true } });
  const engines = [1, 2, 3, 4, 5, 6].map((n) => `ocr_engine_${n}`);
  row('ocr', preprocessor, {
    full: { type: 'ocr', match: 'total', pageLinesLimit: 5, pageOffset: 1, matchAll: true },
    also: [
      ...engines.map((engine) => ({ type: 'ocr', match: 'total', engine })),
      { type: 'ocr', pageLinesLimit: 5 },
    ],
    refused: [{ type: 'ocr' }, { type: 'ocr', match: 'total', engine: 'ocr_engine_7' }],
  });
  const edge = { startsOnPage: 1, match: 'total', offsetY: 0.1 };
  row('removeHeader', preprocessor, { full: { type: 'removeHeader', ...edge } });
  row('removeFooter', preprocessor, { full: { type: 'removeFooter', ...edge } });
  row('pageFilter', preprocessor, {
    full: { type: 'pageFilter', terms: ['total'], maxPages: 2, stopTerms: ['draft'] },
    required: ['terms', 'maxPages'],
  });
  row('pageRange', preprocessor, { full: { type: 'pageRange', startPage: 0, endPage: 2 } });
  row('rotatePage', preprocessor, {
    full: { type: 'rotatePage', match: 'total', matchAll: true },
    required: ['match'],
  });
  row('removePage', preprocessor, {
    full: { type: 'removePage', match: 'total', matchAll: true, pageOffset: 1 },
    required: ['match'],
  });
  row('removeLines', preprocessor, { full: { type: 'removeLines', match: 'total' }, required: ['match'] });

  const provider = 'provider_a';
  row('nlp has defaults for each family of methods', preprocessor, {
    full: {
      type: 'nlp',
      query: { promptIntroduction: 'a' },
      list: {
        promptIntroduction: 'a',
        llmEngine: { mode: 'fast', provider },
        chunkSize: 1,
        chunkOverlapPercentage: 0,
        chunkCount: 5,
        singleLLMCompletion: true,
      },
      nlpTable: {
        promptIntroduction: 'a',
        llmEngine: { provider },
        rewriteTable: false,
        pageSpanThreshold: { top: 0.4, bottom: 0.2 },
        detectTableStructureOnly: true,
        annotateSuperscriptAndSubscript: true,
      },
    },
    also: ['provider_a', 'provider_b', 'provider_c'].map((each) => ({
      type: 'nlp',
      nlpTable: { llmEngine: { provider: each } },
    })),
    refused: [
      { type: 'nlp', nlpTable: { llmEngine: {} } },
      { type: 'nlp', list: { llmEngine: {} } },
      { type: 'nlp', query: { other: 1 } },
    ],
  });
  test('lists have five modes', () => {
    const engine = (llmEngine: unknown) => preprocessor({ type: 'nlp', list: { llmEngine } });
    for (const mode of ['fast', 'thorough', 'long', 'experimental', 'fullDocument']) {
      expect(errorsOf(engine(mode)), mode).toEqual([]);
      expect(errorsOf(engine({ mode })), mode).toEqual([]);
    }
    expect(errorsOf(engine('slow'))).not.toEqual([]);
  });
  row('nlp has members for all methods', preprocessor, {
    full: {
      type: 'nlp',
      contextDescription: 'papers',
      pageHinting: true,
      chunkSize: 0.5,
      chunkOverlapPercentage: 0.25,
      confidenceSignals: { engine: provider, strict: true },
      chunkCount: 5,
      pageRange: { startPage: 0, endPage: 1 },
      searchBySummarization: true,
    },
    also: [
      { type: 'nlp', chunkSize: 1, confidenceSignals: 'strict', searchBySummarization: 'page' },
      {
        type: 'nlp',
        chunkOverlapPercentage: 0.5,
        confidenceSignals: false,
        searchBySummarization: 'outline',
      },
    ],
    refused: [
      { type: 'nlp', chunkSize: 0.75 },
      { type: 'nlp', chunkOverlapPercentage: 0.1 },
      { type: 'nlp', confidenceSignals: {} },
      { type: 'nlp', searchBySummarization: 'whole' },
    ],
  });
});

describe('a fingerprint', () => {
  row('has tests', fingerprint, { full: { tests: ['a', includes, [includes]] }, required: ['tests'] });
  row('has tests with a page, a match and an offset', fingerprintTest, {
    full: { page: 'first', match: ['a', [includes, includes]], offset: 1 },
    required: ['match'],
    also: ['first', 'last', 'every', 'any'].map((page) => ({ page, match: 'a' })),
    refused: [{ page: 'second', match: 'a' }],
  });
});

describe('postprocessors', () => {
  row('jsonLogic', postprocessor, {
    full: { type: 'jsonLogic', rule: { var: 'a' }, keepParsedDocument: true },
    required: ['rule'],
  });
  row('jsonSchema', postprocessor, {
    full: { type: 'jsonSchema', schema: { type: 'string' }, keepParsedDocument: true },
    required: ['schema'],
  });
  row('xml', postprocessor, {
    full: {
      type: 'xml',
      rule: { var: 'a' },
      declaration: true,
      selfCloseEmptyTags: true,
      keepParsedDocument: true,
    },
    required: ['rule'],
  });
  row('the schemas of jsonSchema', (schema) => postprocessor({ type: 'jsonSchema', schema }), {
    full: {
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['x'], description: 'd' },
        b: { type: 'array', items: { type: 'number', description: 'd' }, description: 'd' },
        c: { anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'null' }], description: 'd' },
      },
      required: ['a'],
      additionalProperties: false,
      description: 'd',
    },
    required: ['properties'],
    refused: [{ type: 'array' }, { type: 'other' }],
  });
});

/** Rules of a group of operators with arguments that they take, and with some that they do not. */
function operators(group: string, taken: readonly object[], refused: readonly object[]): void {
  test(group, () => {
    for (const each of taken) expect(errorsOf(rule(each)), JSON.stringify(each)).toEqual([]);
    for (const each of refused) expect(errorsOf(rule(each)), JSON.stringify(each)).not.toEqual([]);
  });
}

describe('rules', () => {
  test('rules are plain values, arrays of rules, and objects with one operator', () => {
    for (const each of [true, 'a', 1, [1, { var: 'a' }], { var: 'a' }])
      expect(errorsOf(rule(each))).toEqual([]);
    expect(errorsOf(rule({ var: 'a', cat: 'b' }))).not.toEqual([]);
    expect(errorsOf(rule({ unheardOf: 1 }))).not.toEqual([]);
  });
  operators(
    'var and missing',
    [{ var: 'a' }, { var: ['a', 1] }, { missing: 'a' }, { missing: ['a', 'b'] }],
    [],
  );
  operators('missing_some', [{ missing_some: [1, ['a', 'b']] }], [{ missing_some: [1] }]);
  operators(
    'if and ?:',
    [{ if: [true, 1, 2] }, { '?:': [true, 1, 2] }],
    [{ if: [true, 1] }, { '?:': [true] }],
  );
  operators(
    'operators of two',
    ['==', '===', '!=', '!==', '>', '>=', 'xor', 'in', 'split'].map((id) => ({ [id]: ['a', 'b'] })),
    ['==', '===', '!=', '!==', '>', '>=', 'xor', 'in', 'split'].map((id) => ({ [id]: ['a'] })),
  );
  operators(
    'operators of a list and what is done with it',
    ['map', 'filter', 'map_with_index', 'pick_fields', 'omit_fields', 'sort_by'].map((id) => ({
      [id]: [{ var: 'a' }, ['b']],
    })),
    ['map', 'filter', 'map_with_index', 'pick_fields', 'omit_fields', 'sort_by'].map((id) => ({
      [id]: [{ var: 'a' }],
    })),
  );
  operators(
    'operators of two or three',
    ['<', '<=', 'get', 'substr', 'slice', 'stateful_map'].flatMap((id) => [
      { [id]: [{ var: 'a' }, 1] },
      { [id]: [{ var: 'a' }, 1, 2] },
    ]),
    ['<', '<=', 'get', 'substr', 'slice', 'stateful_map'].map((id) => ({ [id]: [1] })),
  );
  operators(
    'operators of three',
    [
      { reduce: [{ var: 'a' }, { var: 'current' }, 0] },
      { group: [{ var: 'a' }, { var: 'b' }, [['n', { var: 'c' }]]] },
      { join: [[{ var: 'a' }, 'k', 'one'], [{ var: 'b' }, 'k', 'two'], { var: 'one' }] },
    ],
    ['reduce', 'group'].map((id) => ({ [id]: [{ var: 'a' }] })),
  );
  operators('let', [{ let: [{ x: 1 }, { var: 'x' }] }], [{ let: [1, 2] }, { let: [{ x: 1 }] }]);
  operators(
    'operators of any value',
    ['!', 'not', '!!', 'eachKey', 'preserve', 'keys'].map((id) => ({ [id]: { var: 'a' } })),
    [],
  );
  operators(
    'operators of a list of rules',
    ['or', 'and', 'max', 'min'].map((id) => ({ [id]: [1, 2, 3] })),
    [],
  );
  operators(
    'arithmetic',
    ['+', '-', '*', '/', '%'].flatMap((id) => [{ [id]: [4, 2] }, { [id]: { var: 'a' } }]),
    [],
  );
  operators(
    'every, all, none and some',
    ['every', 'all', 'none', 'some'].map((id) => ({ [id]: [{ var: 'a' }, true] })),
    ['every', 'all', 'none', 'some'].map((id) => ({ [id]: [{ var: 'a' }] })),
  );
  operators(
    'operators of one rule',
    [
      'merge',
      'length',
      'cat',
      'toLower',
      'toUpper',
      'exists',
      'object',
      'flatten',
      'log',
      'merge_objects',
    ].map((id) => ({ [id]: { var: 'a' } })),
    [],
  );
  operators(
    'operators of one rule that is a list of arguments',
    [
      { round: [{ var: 'a' }, 2] },
      { match: [{ var: 'a' }, '^x'] },
      { mapObject: [{ var: 'a' }, { var: 'key' }] },
      { date_shift: [{ var: 'a' }, 1, 'days'] },
    ],
    [],
  );
  operators('random and today', [{ random: [] }, { today: [] }], []);
  operators(
    'replace',
    [
      { replace: { source: 'a', find: 'b', replace: 'c' } },
      { replace: { source: 'a', find_regex: 'b', flags: 'g', replace: 'c' } },
    ],
    [
      { replace: { source: 'a', replace: 'c' } },
      { replace: { source: 'a', find: 'b' } },
      { replace: { find: 'b', replace: 'c' } },
    ],
  );
});

const FILTERS = {
  lineFilters: [includes],
  typeFilters: ['date', { id: 'currency' }],
  wordFilters: ['net'],
  whitespaceFilter: 'spaces',
  xRangeFilter: { start: 'left', offsetX: 1, width: 2 },
  xMajorSort: true,
  sortLines: 'readingOrderLeftToRight',
};
const filtered = { ...FILTERS, tiebreaker: 'first' };

describe('fields', () => {
  row('a simple field with a method of positions has its members', fields, {
    full: { id: 'a', method: label, anchor: 'total', match: 'all', type: 'number' },
    required: ['id', 'method', 'anchor'],
    also: ['first', 'last', 'all', 'mostFrequent', 'allWithNull'].map((match) => ({ ...field, match })),
    refused: [{ ...field, match: 'second' }],
  });
  test('the methods of positions take an anchor', () => {
    const methods = [
      { id: 'box' },
      { id: 'checkbox', position: 'left' },
      { id: 'column' },
      { id: 'fixedTable', columnCount: 1, columns: [{ id: 'c', index: 0 }] },
      { id: 'intersection', verticalAnchor: 'x' },
      { id: 'invoice', columns: [{ id: 'c', terms: ['x'] }] },
      { id: 'keyValue', terms: ['x'] },
      label,
      { id: 'nearestCheckbox', position: 'left' },
      { id: 'passthrough' },
      { id: 'regex', pattern: 'x' },
      { id: 'region', start: 'below', width: 1, height: 1, offsetX: 0, offsetY: 0 },
      { id: 'row' },
      { id: 'signature', start: 'below', offsetX: 0, offsetY: 0, width: 1, height: 1 },
      { id: 'table', columns: [{ id: 'c', terms: ['x'] }] },
      { id: 'textTable', columns: [{ id: 'c', minX: 0, maxX: 1 }] },
      { id: 'paragraph' },
    ];
    for (const each of methods) expect(errorsOf(method(each)), each.id).toEqual([]);
  });
  row('a simple field with a question or a range of the document may lack an anchor', fields, {
    full: {
      id: 'a',
      method: { id: 'question', question: 'Which?' },
      match: 'first',
      anchor: 'total',
      type: 'string',
    },
    required: ['id', 'method'],
    also: [
      { id: 'a', method: { id: 'question', question: 'Which?' } },
      { id: 'a', method: { id: 'query', description: 'd' } },
      { id: 'a', method: { id: 'documentRange' }, anchor: 'total' },
      { id: 'a', method: { id: 'topic', terms: ['x'], numLines: 1 } },
      { id: 'a', method: { id: 'nlpTable', columns: [{ id: 'c', description: 'd' }] }, anchor: 'total' },
    ],
  });
  test('the other kinds of fields are there', () => {
    const ids = fieldKinds.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'computed',
        'customComputationGroup',
        'cellRows',
        'queryGroup',
        'concurrentQueries',
        'classifyAndQuery',
        'list',
        'conditional',
      ]),
    );
  });
  row('an anchor definition has its members', fields, {
    full: { type: 'anchorDefinition', name: 'n', anchor: { match: includes } },
    required: ['name', 'anchor'],
  });
  row('a sections field has its members', fields, {
    full: {
      type: 'sections',
      id: 's',
      range: { anchor: 'item' },
      fields: [field],
      computed_fields: [{ id: 'c', method: { id: 'constant', value: '1' } }],
      sections: [],
      display: true,
      requiredFields: ['a'],
    },
    required: ['id', 'range', 'fields'],
  });
});

describe('methods', () => {
  row('filters are those of the specification', method, {
    full: { ...label, ...filtered },
    also: [
      ...['>', '<', 'first', 'second', 'third', 'last', 'join', 3].map((tiebreaker) => ({
        ...label,
        tiebreaker,
      })),
      { ...label, whitespaceFilter: 'all' },
      ...[
        { id: 'box' },
        { id: 'column' },
        { id: 'intersection', verticalAnchor: 'x' },
        { id: 'keyValue', terms: ['x'] },
        { id: 'checkbox', position: 'left' },
        { id: 'fixedTable', columnCount: 1, columns: [{ id: 'c', index: 0 }] },
        { id: 'invoice', columns: [{ id: 'c', terms: ['x'] }] },
        { id: 'question', question: 'Which?' },
      ].map((each) => ({ ...each, ...filtered })),
    ],
    refused: [
      { ...label, tiebreaker: 'fourth' },
      { ...label, whitespaceFilter: 'tabs' },
      { ...label, sortLines: 'other' },
      { ...label, xRangeFilter: { start: 'left', offsetX: 1 } },
    ],
  });
  row('box', method, {
    full: {
      id: 'box',
      offsetX: 0.1,
      offsetY: 0.1,
      offsetBoxes: { direction: 'below', number: 1 },
      position: 'right',
      darknessThreshold: 0.5,
      includeAnchor: true,
      overlapX: 0.1,
      overlapY: 0.1,
    },
    also: [{ id: 'box', percentOverlapX: 0.5, percentOverlapY: 0.5 }],
    refused: [
      { id: 'box', overlapX: 0.1, percentOverlapY: 0.5 },
      { id: 'box', offsetBoxes: { direction: 'below' } },
    ],
  });
  row('checkbox', method, {
    full: {
      id: 'checkbox',
      position: 'left',
      offsetX: 0.1,
      offsetY: 0.1,
      width: 0.2,
      height: 0.2,
      darknessThreshold: 0.5,
      ignoreFormData: true,
    },
    required: ['position', 'offsetX', 'offsetY', 'width', 'height'],
    also: [{ id: 'checkbox', position: 'right' }],
    refused: [{ id: 'checkbox', position: 'above' }],
  });
  row('column', method, {
    full: { id: 'column', includeAnchor: true, position: 'below' },
    also: [{ id: 'column', position: 'above' }],
    refused: [{ id: 'column', position: 'left' }],
  });
  row('fixedTable', method, {
    full: {
      id: 'fixedTable',
      columnCount: 2,
      columns: [{ id: 'c', index: 1, type: 'number', isRequired: true }],
      stop: 'end',
      startOnRow: 1,
      stopOnRow: 5,
      detectTableStructureOnly: true,
      annotateSuperscriptAndSubscript: true,
    },
    required: ['columnCount', 'columns'],
    refused: [{ id: 'fixedTable', columnCount: 2, columns: [{ id: 'c' }] }],
  });
  row('intersection', method, {
    full: {
      id: 'intersection',
      verticalAnchor: 'x',
      height: 0.5,
      offsetY: 0.1,
      width: 1,
      offsetX: 0.1,
      percentOverlapX: 0.5,
      percentOverlapY: 0.5,
    },
    also: [
      { id: 'intersection', horizontalAnchor: 'x', width: 'auto' },
      { id: 'intersection', verticalAnchor: 'x', height: 'sectionHeight' },
    ],
    refused: [
      { id: 'intersection' },
      { id: 'intersection', verticalAnchor: 'x', horizontalAnchor: 'y' },
      { id: 'intersection', verticalAnchor: 'x', height: 'sectionHeight', offsetY: 0.1 },
    ],
  });
  row('invoice', method, {
    full: {
      id: 'invoice',
      columns: [{ id: 'c', terms: ['x'], stopTerms: ['y'], type: 'number', isRequired: true }],
    },
    required: ['columns'],
    refused: [{ id: 'invoice', columns: [{ id: 'c' }] }],
  });
  row('keyValue', method, {
    full: { id: 'keyValue', terms: ['x'], stopTerms: ['y'] },
    required: ['terms'],
  });
  row('question', question, {
    full: {
      id: 'question',
      question: 'Which?',
      minConfidence: 0.5,
      chunkScoringText: 'x',
      promptIntroduction: 'x',
      contextDescription: 'x',
      pageHinting: true,
      chunkSize: 1,
      chunkOverlapPercentage: 0.5,
      confidenceSignals: 'strict',
      chunkCount: 3,
      pageRange: { startPage: 0, endPage: 1 },
      searchBySummarization: 'page',
    },
    required: ['question'],
  });
});

describe('value types', () => {
  test('value types are named by their ids', () => {
    const ids =
      'string number boolean accountingCurrency address currency date distance name phoneNumber paragraph percentage periodDelimitedCurrency weight';
    for (const id of ids.split(' ')) expect(errorsOf(typed(id)), id).toEqual([]);
    const table = { id: 'fixedTable', columnCount: 1, columns: [{ id: 'c', index: 0 }] };
    expect(errorsOf(fields({ ...field, method: table, type: 'table' }))).toEqual([]);
    const pictures = { id: 'documentRange', includeImages: true };
    expect(errorsOf(fields({ ...field, method: pictures, type: 'images' }))).toEqual([]);
    expect(errorsOf(typed('unheardOf'))).not.toEqual([]);
  });
  const amounts = {
    accountingNegative: 'default',
    alwaysNegative: true,
    removeSpaces: true,
    relaxedWithCents: true,
    requireCurrencySymbol: true,
    requireThousandsSeparator: true,
    currencySymbol: '$',
    thousandsSeparator: ',',
    decimalSeparator: '.',
    maxDecimalDigits: 2,
    maxValue: 10,
    minValue: 1,
    roundTo: 2,
  };
  row('amounts of money have their members', typed, {
    full: { id: 'currency', ...amounts },
    also: [
      { id: 'accountingCurrency', ...amounts },
      {
        id: 'periodDelimitedCurrency',
        ...without({ ...amounts }, 'thousandsSeparator'),
        decimalSeparator: ',',
      },
      ...[null, 'anyParentheses', 'bothParentheses', 'suffixNegativeSign'].map((accountingNegative) => ({
        id: 'currency',
        accountingNegative,
      })),
      { id: 'currency', relaxed: true, currencySymbol: { $: 'USD' }, toFixed: 2 },
    ],
    refused: [{ id: 'currency', accountingNegative: 'other' }],
  });
  row('address', typed, { full: { id: 'address', block_format: true } });
  row('custom', typed, {
    full: { id: 'custom', pattern: '(x)', flags: 'i', type: 'mine', matchMultipleLines: true },
    required: ['pattern'],
  });
  row('date', typed, {
    full: { id: 'date', format: ['%m/%d/%Y'], language: 'en' },
    also: [
      { id: 'date', format: '%Y', language: 'es' },
      { id: 'date', language: 'it' },
    ],
    refused: [{ id: 'date', language: 'xx' }],
  });
  row('name', typed, {
    full: { id: 'name', capitalization: 'allCaps' },
    also: [{ id: 'name', capitalization: 'firstLetter' }],
    refused: [{ id: 'name', capitalization: 'none' }],
  });
  row('number', typed, {
    full: { id: 'number', roundTo: 2, thousandsSeparator: ',', decimalSeparator: '.' },
    also: [{ id: 'number', toFixed: 2 }],
  });
  row('paragraph', typed, {
    full: {
      id: 'paragraph',
      annotateSuperscriptAndSubscript: true,
      allNewlines: true,
      paragraphBreakThreshold: 0.3,
    },
  });
  row('replace of a value', typed, {
    full: { id: 'replace', pattern: 'a', replaceWith: 'b', flags: 'g' },
    required: ['pattern', 'replaceWith'],
  });
  row('compose', typed, {
    full: { id: 'compose', types: ['number', { id: 'name' }] },
    required: ['types'],
    refused: [{ id: 'compose', types: [] }],
  });
  row('any of several types', typed, {
    full: { id: 'any', types: ['number', { id: 'name' }] },
    required: ['types'],
    refused: [{ id: 'any', types: [] }],
  });
  test('value types of the other ids have no members', () => {
    for (const id of ['boolean', 'distance', 'percentage', 'phoneNumber', 'string', 'weight']) {
      expect(errorsOf(typed({ id })), id).toEqual([]);
      expect(errorsOf(typed({ id, roundTo: 1 })), id).not.toEqual([]);
    }
  });
});
