/** What the trace says of every kind of field that asks a model: what was shown, what it cost, where answers are. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Document, documentFromLines, extract } from '../../../../src/index.js';
import { answersByField, type Script, scripted } from '../../../../src/tools/models/index.js';

const PAGES = 7;

/** A page of a lease for each town; the rent of a town is its number in hundreds. */
const book = () =>
  documentFromLines(
    Array.from({ length: PAGES }, (_, page) => [
      { text: `Lease of the mill in town ${page}`, left: 1, top: 1, page },
      { text: `Rent of town ${page}`, left: 1, top: 2, page },
      { text: `$${page + 1}00.00`, left: 4, top: 2, page },
      { text: page === 4 ? 'A weir belongs to it' : 'No stream belongs to it', left: 1, top: 9, page },
    ]).flat(),
  );

const query = (id: string, description: string) => ({ id, description });

async function traced(
  field: object,
  script: Script,
  config: object = {},
  document: Document | Uint8Array = book(),
) {
  const provider = scripted(script);
  const { trace, errors, parsed_document } = await extract(
    document,
    JSON.stringify({ fields: [field], ...config }),
    undefined,
    { llm: { providers: { 'open-ai': provider }, wholeDocumentTokens: 0 }, trace: true },
  );
  expect(errors).toEqual([]);
  const model = (id: string) => trace?.[id]?.at(-1)?.model;
  const lines = (id: string) => trace?.[id]?.at(-1)?.lines.map(({ text, page }) => [text, page]);
  return { model, lines, requests: provider.requests, parsed_document };
}

const PAID = {
  characters: expect.any(Number),
  inputTokens: expect.any(Number),
  outputTokens: expect.any(Number),
  provider: 'scripted',
  model: 'scripted',
  key: expect.stringMatching(/^[0-9a-f]{64}$/u),
};

describe('the trace of a query group', () => {
  const group = (more: object = {}) => ({
    method: {
      id: 'queryGroup',
      queries: [query('weir', 'is there a weir?'), query('mill', 'rent of town 4')],
      chunkCount: 2,
      ...more,
    },
  });
  const answers = answersByField({ weir: 'A weir belongs to it', mill: '$750.00' });

  it('the trace of a query group has the chunks with their scores, the size of the request, its cost, and the place of each answer', async () => {
    const { model, lines, requests } = await traced(group(), answers);
    const { chunks, calls, ...weir } = model('weir')!;
    expect(weir).toEqual({
      answer: 'A weir belongs to it',
      signal: 'confident_answer',
      grounding: { stage: 'equal', score: 1 },
    });
    expect(chunks).toHaveLength(2);
    expect(chunks.some(({ start, end }) => start <= 4.8 && end > 4.8)).toBe(true);
    for (const { score } of chunks) expect(String(score)).toMatch(/^\d+(\.\d{1,4})?$/u);
    expect(calls).toEqual([{ purpose: 'query', ...PAID }]);
    const sent = requests[0]!.messages.reduce((sum, { content }) => sum + String(content).length, 0);
    expect(calls[0]?.characters).toBe(sent);
    expect(lines('weir')).toEqual([['A weir belongs to it', 4]]);
    expect(model('mill')).toMatchObject({ answer: '$750.00', grounding: null });
    expect(lines('mill')).toEqual([]);
  });

  it('the trace of a query group has the requests that chose what is shown, second tries, and judgements', async () => {
    let tries = 0;
    const { model } = await traced(
      group({ searchBySummarization: true, confidenceSignals: { engine: 'anthropic' } }),
      (request) => {
        if (request.purpose === 'summary') {
          return {
            object: { parts: [1, 2, 3, 4, 5, 6, 7].map((part) => ({ part, summary: `town ${part}` })) },
          };
        }
        if (request.purpose === 'pick') return { object: { parts: [5] } };
        if (request.purpose === 'query' && tries++ === 0) return 'Well, …';
        return answers(request);
      },
    );
    const purposes = model('weir')?.calls.map(({ purpose }) => purpose);
    expect(new Set(purposes?.slice(0, -4))).toEqual(new Set(['summary']));
    expect(purposes?.slice(-4)).toEqual(['pick', 'query', 'query', 'query.judge']);
    expect(model('weir')?.chunks).toMatchObject([{ start: 4, end: 5 }]);
  });

  it('marks requests that cost nothing, because an equal one was answered', async () => {
    const one = { id: 'weir', method: { id: 'query', description: 'is there a weir?' } };
    const again = { ...one, id: 'again' };
    const { model } = await traced(
      one,
      () => ({ object: { q1: { answer: 'A weir belongs to it', signal: 'confident_answer' } } }),
      { fields: [one, again] },
    );
    expect(model('weir')?.calls).toEqual([{ purpose: 'query', ...PAID }]);
    expect(model('again')?.calls).toEqual([{ purpose: 'query', ...PAID, cached: true }]);
  });

  it('the trace of a query group has the place of answers that were made from other fields', async () => {
    const field = (id: string, more: object = {}) => ({
      method: { id: 'queryGroup', queries: [query(id, `the ${id}`)], ...more },
    });
    const { model, lines } = await traced({}, answersByField({ rents: '$500.00', most: '$500.00' }), {
      fields: [field('rents'), field('most', { source_ids: ['rents'] })],
    });
    expect(model('most')).toMatchObject({
      chunks: [],
      calls: [{ purpose: 'query.source' }],
      grounding: { stage: 'equal', score: 1 },
    });
    expect(lines('most')).toEqual([['$500.00', 4]]);
  });

  it('the trace of a query group has pictures, and no places for answers about them', async () => {
    const invoice = readFileSync(new URL('../../../../fixtures/documents/invoice.pdf', import.meta.url));
    const { model, requests } = await traced(
      group({ multimodalEngine: { region: 'automatic' } }),
      answers,
      {},
      new Uint8Array(invoice),
    );
    expect(requests).toHaveLength(1);
    const { chunks, calls, ...rest } = model('weir')!;
    expect(chunks.length).toBeGreaterThan(0);
    expect(calls).toMatchObject([{ purpose: 'query.image', images: 1 }]);
    expect(rest).toEqual({ answer: 'A weir belongs to it', signal: 'not_supported' });
  });
});

const columns = [query('town', 'town'), query('rent', 'its rent')];
const rows = [
  ['town 4', '$500.00'],
  ['town 99', null],
];
const CELLS = [
  { row: 0, column: 'town', answer: 'town 4', grounding: { score: expect.any(Number) } },
  { row: 0, column: 'rent', answer: '$500.00', grounding: { stage: 'equal', score: 1 } },
  { row: 1, column: 'town', answer: 'town 99', grounding: null, lines: [] },
];

it('the trace of rows of a list has the place of every cell', async () => {
  const list = { id: 'rents', method: { id: 'list', description: 'rents', properties: columns } };
  const { model, lines } = await traced(list, answersByField({ rents: rows }));
  const { chunks, calls, cells } = model('rents')!;
  expect(chunks).toHaveLength(PAGES);
  expect(calls).toEqual([{ purpose: 'list', ...PAID }]);
  expect(cells).toMatchObject({ total: 3, located: 2, answers: CELLS });
  const [place] = cells!.answers[1]!.lines;
  expect(lines('rents')?.[place!]).toEqual(['$500.00', 4]);
});

const wines = () =>
  documentFromLines([
    { text: 'Wine', left: 1, top: 3 },
    { text: 'Price', left: 3, top: 3 },
    { text: 'Rioja', left: 1, top: 3.3 },
    { text: '12.00', left: 3, top: 3.3 },
  ]);

it.each<[boolean, Script, string, string]>([
  [true, answersByField({ wines: [['Rioja', '12.00']] }), 'table.rewrite', 'equal'],
  [
    false,
    () => ({
      object: {
        headerRows: 1,
        columns: [
          { id: 'c1', source: 1 },
          { id: 'c2', source: 2 },
        ],
      },
    }),
    'table.columns',
    'own',
  ],
])(
  'the trace of rows of a table (rewritten: %s) has the place of every cell',
  async (rewriteTable, script, purpose, stage) => {
    const table = { id: 'wines', method: { id: 'nlpTable', columns, rewriteTable } };
    const { model } = await traced(table, script, {}, wines());
    const { chunks, calls, cells } = model('wines')!;
    expect(chunks.length).toBeGreaterThan(0);
    expect(calls).toEqual([{ purpose, ...PAID }]);
    expect(cells).toMatchObject({
      total: 2,
      located: 2,
      answers: [
        { column: 'town', answer: 'Rioja', grounding: { stage, score: 1 }, lines: [0] },
        { column: 'rent', answer: '12.00', grounding: { stage, score: 1 }, lines: [1] },
      ],
    });
  },
);

it('the trace of rows of a summarizer has the place of every value', async () => {
  const source = { id: 'rent', anchor: 'rent of town 4', method: { id: 'row', position: 'right' } };
  const summarizer = { id: 'sum', method: { id: 'summarizer', source_id: 'rent', fields: ['a', 'b'] } };
  const { model, lines } = await traced(source, answersByField({ sum: [['$500.00', '$777.00']] }), {
    computed_fields: [summarizer],
  });
  const { calls, cells } = model('sum')!;
  expect(calls).toEqual([{ purpose: 'summarizer', ...PAID }]);
  expect(cells).toMatchObject({
    total: 2,
    located: 1,
    answers: [
      { column: 'a', lines: [0] },
      { column: 'b', grounding: null },
    ],
  });
  expect(lines('sum')).toEqual([['$500.00', 4]]);
});

describe('the trace of classes', () => {
  const field = {
    id: 'kind',
    method: {
      id: 'classifyAndQuery',
      classes: [
        { id: 'lease', description: 'a lease', queries: [query('rent', 'the rent')] },
        { id: 'deed', description: 'a deed', queries: [query('price', 'the price')] },
      ],
    },
  };

  it('the trace of classes has the choice, and the request for it with every field that depends on it', async () => {
    const { model, lines } = await traced(field, (request) =>
      request.purpose === 'classify.branch'
        ? { object: { choice: 1 } }
        : answersByField({ rent: '$500.00' })(request),
    );
    const choice = { purpose: 'classify.branch', ...PAID };
    expect(model('kind')).toEqual({ chunks: [], calls: [choice], choice: 'lease' });
    expect(model('price')).toEqual({ chunks: [], calls: [choice], choice: 'lease' });
    expect(model('rent')?.calls).toEqual([choice, { purpose: 'query', ...PAID }]);
    expect(lines('rent')).toEqual([['$500.00', 4]]);
  });
});

it('the trace of concurrent queries is that of its groups', async () => {
  const groups = [
    { queries: [query('weir', 'is there a weir?')] },
    { queries: [query('rent', 'the rent of town 4')] },
  ];
  const { model } = await traced(
    { method: { id: 'concurrentQueries', groups } },
    answersByField({ weir: 'A weir belongs to it', rent: '$500.00' }),
  );
  for (const id of ['weir', 'rent']) {
    expect(model(id)).toMatchObject({ calls: [{ purpose: 'query' }], grounding: { stage: 'equal' } });
    expect(model(id)?.chunks.length).toBeGreaterThan(0);
  }
});
