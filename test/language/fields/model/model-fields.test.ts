import { describe, expect, it } from 'vitest';
import { column, labelled, problems, run } from '../support.js';

const LINES = column({ 'Lease of a boat': 1, 'rent 30': 1.5 });

const query = (id: string, more: object = {}) => ({ id, description: `the ${id}`, ...more });
const group = (queries: object[], more: object = {}, field: object = {}) => ({
  method: { id: 'queryGroup', queries, ...more },
  ...field,
});
const concurrent = (...groups: object[]) => ({ method: { id: 'concurrentQueries', groups } });
const classes = (more: object = {}, field: object = {}) => ({
  method: {
    id: 'classifyAndQuery',
    classes: [
      { id: 'lease', description: 'a lease', queries: [query('rent')] },
      { id: 'sale', description: 'a sale', queries: [query('price', { type: 'currency' })] },
    ],
    ...more,
  },
  ...field,
});
const list = (more: object = {}, field: object = {}) => ({
  id: 'items',
  method: { id: 'list', description: 'all items', properties: [query('name'), query('price')], ...more },
  ...field,
});
const table = (more: object = {}) => ({
  id: 'table',
  method: { id: 'nlpTable', columns: [query('a'), query('b')], ...more },
});
const summarizer = (more: object = {}) => ({
  id: 'sum',
  method: { id: 'summarizer', source_id: 'rent', fields: ['a', 'b'], ...more },
});

describe('without a language model', () => {
  it.each<[string, object, object]>([
    ['queryGroup', group([query('lessor'), query('rent')]), { lessor: null, rent: null }],
    ['query', { id: 'lessor', method: { id: 'query', description: 'who' } }, { lessor: null }],
    [
      'question',
      { id: 'lessor', type: 'name', method: { id: 'question', question: 'who?' } },
      { lessor: null },
    ],
    ['nlpTable', table(), { table: null }],
    ['list', list(), { items: null }],
    ['concurrentQueries', concurrent({ queries: [query('a')] }), { a: null }],
    ['classifyAndQuery', classes({}, { id: 'kind' }), { kind: null, rent: null, price: null }],
  ])(
    'a field for models is null without a language model, with an error: %s',
    async (_id, field, expected) => {
      const { values, errors } = await run(LINES, { fields: [field, labelled('after', 'rent')] });
      expect(values).toEqual({ ...expected, after: '30' });
      const ids = Object.keys(expected);
      expect(errors).toMatchObject([
        {
          type: 'llm',
          code: 'LLM_NOT_CONFIGURED',
          path: expect.stringMatching(/^fields\[0\]/u),
          ...(ids.length === 1 ? { field_id: ids[0] } : { field_ids: ids }),
        },
      ]);
    },
  );

  it('the next field of an id may run', async () => {
    const { values } = await run(LINES, { fields: [group([query('rent')]), labelled('rent', 'rent')] });
    expect(values).toEqual({ rent: '30' });
  });

  it('ids that have a value are not asked for', async () => {
    const half = await run(LINES, {
      fields: [labelled('rent', 'rent'), group([query('rent'), query('lessor')])],
    });
    expect(half.values).toEqual({ rent: '30', lessor: null });
    expect(half.errors).toMatchObject([{ field_id: 'lessor' }]);
    const none = await run(LINES, { fields: [labelled('rent', 'rent'), group([query('rent')])] });
    expect(none.errors).toEqual([]);
  });

  it.each<[string, object]>([
    ['an anchor that is missing', group([query('a')], {}, { anchor: 'absent' })],
    ['an anchor that is missing', list({}, { id: 'a', anchor: 'absent' })],
    ['an anchor that is missing', { id: 'a', anchor: 'absent', method: { id: 'query', description: 'who' } }],
    ['sources without values', group([query('a')], { source_ids: ['nope'] })],
    ['a pattern that selects nothing', group([query('a')], { source_ids: { pattern: '_.*' } })],
  ])('nothing is asked with %s', async (_title, field) => {
    const { values, errors } = await run(LINES, { fields: [field] });
    expect(values).toEqual({ a: null });
    expect(errors).toEqual([]);
  });

  it('nothing is asked about a document without text', async () => {
    const { values, errors } = await run([], { fields: [group([query('a')])] });
    expect([values, errors]).toEqual([{ a: null }, []]);
  });

  it('an anchor without definition is an error of the config', async () => {
    const { errors } = await run(LINES, { fields: [group([query('a')], {}, { anchor: { ref: 'nope' } })] });
    expect(errors).toMatchObject([{ type: 'configuration', field_id: 'a' }]);
  });

  it('each section reports its own', async () => {
    const field = {
      id: 's',
      type: 'sections',
      range: { anchor: 'rent' },
      fields: [group([query('a'), query('b')])],
    };
    const { values, errors } = await run(LINES, { fields: [field] });
    expect(values['s']).toEqual([{ a: null, b: null }]);
    expect(errors).toMatchObject([{ field_ids: ['s.a', 's.b'], path: 'fields[0].fields[0]' }]);
  });

  it('a summarizer is null, and asks nothing when its source is', async () => {
    const asked = await run(LINES, { fields: [labelled('rent', 'rent')], computed_fields: [summarizer()] });
    expect([asked.values['sum'], asked.errors]).toMatchObject([
      null,
      [{ code: 'LLM_NOT_CONFIGURED', field_id: 'sum' }],
    ]);
    const idle = await run(LINES, { fields: [], computed_fields: [summarizer()] });
    expect([idle.values['sum'], idle.errors]).toEqual([null, []]);
  });

  it('all groups that run at once ask what was open before', async () => {
    const field = concurrent({ queries: [query('a'), query('rent')] }, { queries: [query('a')] });
    const { errors } = await run(LINES, { fields: [labelled('rent', 'rent'), field] });
    expect(errors).toMatchObject([
      { field_id: 'a', path: 'fields[1].method.groups[0]' },
      { field_id: 'a', path: 'fields[1].method.groups[1]' },
    ]);
  });

  it('the trace says why there is no answer', async () => {
    const { trace } = await run(
      LINES,
      { fields: [group([query('a')], {}, { anchor: 'absent' })] },
      { trace: true },
    );
    expect(trace?.['a']).toMatchObject([
      { method: 'queryGroup', reason: expect.stringContaining('anchor not found') },
    ]);
  });
});

it.each<[string, object]>([
  [
    'a query group with everything',
    group(
      [query('a', { type: 'date' })],
      {
        chunkCount: 3,
        chunkSize: 1,
        chunkOverlapPercentage: 0.25,
        chunkScoringText: 'rent',
        pageHinting: false,
        contextDescription: 'a lease',
        pageRange: { startPage: 0, endPage: 2 },
        searchBySummarization: 'page',
        confidenceSignals: { engine: 'Anthropic', strict: true },
        llmEngine: { provider: 'open-ai' },
        multimodalEngine: { region: 'automatic', onlyImages: true },
      },
      { anchor: 'lease' },
    ),
  ],
  [
    'a region of pixels',
    group(
      [query('a')],
      { multimodalEngine: { region: { start: 'below', offsetX: 0, offsetY: 0, width: 1, height: 1 } } },
      { anchor: 'x' },
    ),
  ],
  [
    'a list',
    list(
      { llmEngine: { mode: 'thorough', provider: 'gemini' }, singleLLMCompletion: true },
      { type: 'table' },
    ),
  ],
  ['a list with a mode', list({ llmEngine: 'fullDocument', properties: [query('a', { isRequired: true })] })],
  ['a table', table({ description: 'rents', rewriteTable: false, pageSpanThreshold: { top: 0, bottom: 1 } })],
  [
    'a question with filters',
    { id: 'a', method: { id: 'question', question: 'who?', minConfidence: 0.5, whitespaceFilter: 'all' } },
  ],
  [
    'groups under their other name',
    { method: { id: 'concurrentQueries', queries: [{ id: 'queryGroup', queries: [query('a')] }] } },
  ],
  ['classes', classes({ default: 'sale', description: 'a contract', chunkCount: 2 })],
])('a field for models has members of its own: %s', (_title, field) => {
  expect(problems({ fields: [field] })).toEqual([]);
});

it('a summarizer with samples has members of its own', () => {
  const samples = [
    { prompt: 'x', values: ['1', null] },
    {
      prompt: 'y',
      values: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
  ];
  expect(
    problems({ fields: [labelled('rent', 'rent')], computed_fields: [summarizer({ samples })] }),
  ).toEqual(['computed_fields[0].method.id: deprecated; use a query group']);
});

it.each<[object, string]>([
  [group([]), 'fields[0].method.queries'],
  [group([{ id: 'a' }]), 'fields[0].method.queries[0].description: is required'],
  [group([query('a', { description: '' })]), 'fields[0].method.queries[0].description'],
  [group([query('', {})]), 'fields[0].method.queries[0].id'],
  [group([query('a', { type: 'table' })]), 'fields[0].method.queries[0].type: an answer is text'],
  [group([query('a')], { chunkSize: 0.7 }), 'fields[0].method.chunkSize'],
  [group([query('a')], { pageRange: { startPage: 2, endPage: 2 } }), 'fields[0].method.pageRange.endPage'],
  [
    group([query('a')], { llmEngine: { provider: 'acme' } }),
    'fields[0].method.llmEngine.provider: unknown provider',
  ],
  [group([query('a')], { source_ids: [] }), 'fields[0].method.source_ids'],
  [group([query('a')], { source_ids: { pattern: '(' } }), 'fields[0].method.source_ids.pattern'],
  [group([query('a')], { tiebreaker: 'first' }), 'fields[0].method.tiebreaker: unknown member'],
  [
    group([query('a')], {
      multimodalEngine: { region: { start: 'below', offsetX: 0, offsetY: 0, width: 1, height: 1 } },
    }),
    'fields[0]: needs an anchor',
  ],
  [list({ properties: [query('a'), query('a')] }), 'fields[0].method.properties[1].id: "a" is listed twice'],
  [table({ columns: [query('a'), query('a')] }), 'fields[0].method.columns[1].id: "a" is listed twice'],
  [table({ pageSpanThreshold: { top: 2 } }), 'fields[0].method.pageSpanThreshold.top'],
  [
    { id: 'a', method: { id: 'question', question: 'who?', minConfidence: 2 } },
    'fields[0].method.minConfidence',
  ],
  [{ method: { id: 'concurrentQueries' } }, 'fields[0].method.groups: is required'],
  [
    concurrent({ queries: [query('a')] }, { queries: [query('b')], source_ids: ['a'] }),
    'fields[0].method.groups[1].source_ids[0]: "a" is asked at the same time',
  ],
  [classes({ default: 'loan' }), 'fields[0].method.default: no class is called "loan"'],
  [classes({ source_ids: ['a'] }), 'fields[0].method.source_ids: unknown member'],
  [
    {
      method: {
        id: 'classifyAndQuery',
        classes: [0, 1].map(() => ({ id: 'a', description: 'x', queries: [] })),
      },
    },
    'fields[0].method.classes[1].id: "a" is listed twice',
  ],
  [summarizer({ samples: [{ prompt: 'x', values: ['1'] }] }), 'fields[0].method.samples[0].values'],
])('members: %j is refused', (field, expected) => {
  expect(problems({ fields: [field] }).join('\n')).toContain(expected);
});

it.each<[object, string]>([
  [group([query('a'), query('a')]), 'fields[0].method.queries[1].id: "a" is asked twice'],
  [group(Array.from({ length: 11 }, (_, i) => query(`q${i}`))), 'fields[0].method.queries: more than 10'],
  [group([query('a')], {}, { id: 'x', type: 'date' }), 'fields[0].type: has no effect on a query group'],
  [
    group([query('a')], { source_ids: ['b'], chunkCount: 2 }, { anchor: 'x' }),
    'fields[0].method.chunkCount: has no effect with source_ids',
  ],
  [list({ confidenceSignals: true }), 'fields[0].method.confidenceSignals: has no effect on a list'],
  [list({}, { type: 'string' }), 'fields[0].type: has no effect on a list'],
  [
    list({ llmEngine: 'long', singleLLMCompletion: true }),
    'fields[0].method.singleLLMCompletion: has no effect',
  ],
  [list({ llmEngine: 'experimental' }), 'fields[0].method.llmEngine: "experimental" says nothing of its own'],
  [
    list({ chunkCount: 1_001 }),
    'fields[0].method.chunkCount: 1000 is the most that counts here: 1001 is taken as 1000',
  ],
  [
    table({ rewriteTable: false, promptIntroduction: 'x' }),
    'fields[0].method.promptIntroduction: has no effect where columns are only matched',
  ],
  [
    group([query('a')], { multimodalEngine: { region: 'automatic' }, promptIntroduction: 'x' }),
    'fields[0].method.promptIntroduction: has no effect on questions about pictures',
  ],
  [
    { id: 'a', match: 'last', method: { id: 'query', description: 'who' } },
    'fields[0].match: has no effect: the model is asked once',
  ],
  [
    { id: 'a', match: 'allWithNull', method: { id: 'query', description: 'who' } },
    'fields[0].match: the model is asked once, so the list holds one answer at most',
  ],
  [
    { id: 'a', type: 'images', method: { id: 'query', description: 'who' } },
    'fields[0].type: an answer is text, so it cannot be of type images; images come from the method documentRange',
  ],
  [
    { id: 'a', type: { id: 'table' }, method: { id: 'question', question: 'who?' } },
    'fields[0].type: an answer is text, so it cannot be of type table; tables come from the methods nlpTable',
  ],
  [
    table({ searchBySummarization: true }),
    'fields[0].method.searchBySummarization: has no effect on nlpTable',
  ],
  [
    concurrent({ queries: [query('a'), query('a')] }),
    'fields[0].method.groups[0].queries[1].id: "a" is asked twice',
  ],
])('members: %j is doubtful', async (field, expected) => {
  expect(problems({ fields: [field] }).join('\n')).toContain(expected);
  expect((await run(LINES, { fields: [field] })).errors).toBeDefined();
});
