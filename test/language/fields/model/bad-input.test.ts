/**
 * What can go wrong with a model, for every kind of field that asks one, through `extract`: the field is null with an
 * entry in `errors` that names it and the cause, the other fields keep their values, what was paid for is reported.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract, type TableValue } from '../../../../src/index.js';
import {
  LlmError,
  type LlmOptions,
  type LlmRequest,
  type Script,
  type ScriptedOptions,
  scripted,
} from '../../../../src/tools/models/index.js';

const lease = () =>
  documentFromLines([
    { text: 'Lease agreement', left: 1, top: 1 },
    { text: 'Landlord: Ada Moss', left: 1, top: 1.4 },
    { text: 'Wine', left: 1, top: 3 },
    { text: 'Price', left: 3, top: 3 },
    { text: 'Rioja', left: 1, top: 3.3 },
    { text: '12.00', left: 3, top: 3.3 },
    { text: 'Cava', left: 1, top: 3.6 },
    { text: '9.50', left: 3, top: 3.6 },
  ]);

const title = { id: 'title', anchor: 'lease', method: { id: 'passthrough' } };
const queries = (...ids: string[]) => ids.map((id) => ({ id, description: `the ${id}` }));
const columns = queries('wine', 'price');
const table = (method: object) => ({ id: 'wines', method: { id: 'nlpTable', columns, ...method } });

/** A field of a kind, and the ids that it fills. */
type Kind = readonly [name: string, field: object, ids: readonly string[], computed?: true];

const KINDS: readonly Kind[] = [
  ['query', { id: 'a', method: { id: 'query', description: 'a' } }, ['a']],
  ['question', { id: 'a', method: { id: 'question', question: 'a?' } }, ['a']],
  ['queryGroup', { method: { id: 'queryGroup', queries: queries('a', 'b') } }, ['a', 'b']],
  [
    'queryGroup with source_ids',
    { method: { id: 'queryGroup', queries: queries('a'), source_ids: ['title'] } },
    ['a'],
  ],
  [
    'concurrentQueries',
    { method: { id: 'concurrentQueries', groups: [{ queries: queries('a', 'b') }] } },
    ['a', 'b'],
  ],
  [
    'classifyAndQuery',
    {
      id: 'kind',
      method: {
        id: 'classifyAndQuery',
        classes: ['lease', 'deed'].map((id) => ({ id, description: id, queries: queries(`${id} no`) })),
      },
    },
    ['kind', 'lease no', 'deed no'],
  ],
  ['list', { id: 'wines', method: { id: 'list', description: 'wines', properties: columns } }, ['wines']],
  [
    'list with source_ids',
    {
      id: 'wines',
      method: { id: 'list', description: 'wines', properties: columns, source_ids: ['title'] },
    },
    ['wines'],
  ],
  ['nlpTable', table({}), ['wines']],
  ['nlpTable that matches columns', table({ rewriteTable: false }), ['wines']],
  [
    'summarizer',
    { id: 'sum', method: { id: 'summarizer', source_id: 'title', fields: ['x', 'y'] } },
    ['sum'],
    true,
  ],
];

async function asked(
  [, field, , isComputed]: Kind,
  script: Script,
  more: Partial<LlmOptions> = {},
  provider: ScriptedOptions = {},
) {
  const config = isComputed
    ? { fields: [title], computed_fields: [field] }
    : { fields: [title, field], computed_fields: [] };
  const model = scripted(script, provider);
  const result = await extract(lease(), JSON.stringify(config), undefined, {
    llm: { providers: { 'open-ai': model }, sleep: async () => undefined, ...more },
    trace: true,
  });
  return { ...result, requests: model.requests };
}

/** What is wrong with a provider or its answers, the code of the entry, a word of its message, the calls that were made. */
const TROUBLES: readonly (readonly [
  trouble: string,
  script: Script,
  code: string,
  told: RegExp,
  calls: number,
])[] = [
  ['a provider that throws', () => new Error('boom'), 'LLM_CALL_FAILED', /scripted failed: boom/u, 1],
  [
    'a provider that is not there',
    () => new LlmError('network', 'ECONNREFUSED'),
    'LLM_CALL_FAILED',
    /network: ECONNREFUSED/u,
    4,
  ],
  [
    'a key that is refused',
    () => new LlmError('auth', 'no such key', { status: 401 }),
    'LLM_CALL_FAILED',
    /HTTP 401.*no such key/u,
    1,
  ],
  ['an empty answer', () => '', 'LLM_RESPONSE_INVALID', /no JSON/u, 2],
  ['an answer that is no JSON', () => 'I would rather not.', 'LLM_RESPONSE_INVALID', /no JSON/u, 2],
  ['JSON of another kind', () => ({ object: 'yes' }), 'LLM_RESPONSE_INVALID', /must be an object/u, 2],
  ['members of wrong types', wrongTypes, 'LLM_RESPONSE_INVALID', /must be/u, 2],
  [
    'a refusal',
    () => ({ text: '', finishReason: 'content-filter' }),
    'LLM_CONTENT_FILTERED',
    /refused to answer/u,
    1,
  ],
];

/** Requests that are made again with less, after one that is too long; of kinds not named here 1. */
const SMALLER: Readonly<Record<string, number>> = {
  list: 2,
  'list with source_ids': 0,
  nlpTable: 2,
  'nlpTable that matches columns': 0,
};

/** All members that are asked for, and each of a type that nothing can be made of. */
function wrongTypes({ schema }: LlmRequest) {
  const names = schema && 'properties' in schema ? Object.keys(schema.properties) : [];
  return { object: Object.fromEntries(names.map((name) => [name, { answer: [{}], signal: [{}], more: 1 }])) };
}

describe.each(KINDS.map((kind) => ({ name: kind[0], kind })))('$name', ({ kind }) => {
  const [, , ids] = kind;
  const place = ids.length === 1 ? { field_id: ids[0] } : { field_ids: ids };
  const nulls = Object.fromEntries(ids.map((id) => [id, null]));

  it.each(TROUBLES)('%s costs its values, and nothing else', async (_, script, code, told, calls) => {
    const { parsed_document, errors, usage, requests, trace } = await asked(kind, script);
    expect(parsed_document).toEqual({ title: { value: 'Lease agreement', type: 'string' }, ...nulls });
    expect(errors).toMatchObject([{ type: 'llm', code, message: expect.stringMatching(told), ...place }]);
    expect(requests).toHaveLength(calls);
    expect(usage?.llm).toMatchObject({ calls, retries: code === 'LLM_CALL_FAILED' ? calls - 1 : 0 });
    for (const id of ids) expect(trace?.[id]?.[0]?.reason, id).toMatch(told);
  });

  it('requests that are too long are made smaller once, then cost its values, and nothing else', async () => {
    const script = () => new LlmError('context_overflow', 'too many tokens');
    const { parsed_document, errors, requests, trace } = await asked(kind, script);
    expect(parsed_document).toEqual({ title: { value: 'Lease agreement', type: 'string' }, ...nulls });
    expect(errors).toMatchObject([{ type: 'llm', code: 'LLM_CONTEXT_OVERFLOW', ...place }]);
    expect(requests).toHaveLength(1 + (SMALLER[kind[0]] ?? 1));
    for (const id of ids) expect(trace?.[id]?.[0]?.reason, id).toMatch(/too many tokens/u);
  });

  it('no provider costs its values, and nothing else', async () => {
    const [, field, , isComputed] = kind;
    const config = isComputed ? { fields: [title], computed_fields: [field] } : { fields: [title, field] };
    const { parsed_document, errors, usage } = await extract(lease(), JSON.stringify(config));
    expect(parsed_document).toEqual({ title: { value: 'Lease agreement', type: 'string' }, ...nulls });
    expect(errors).toMatchObject([{ type: 'llm', code: 'LLM_NOT_CONFIGURED', ...place }]);
    expect(usage).toBeUndefined();
  });

  it('a budget that is spent costs its values, and nothing else', async () => {
    const { parsed_document, errors, usage, requests } = await asked(kind, () => '', {
      budget: { maxTokens: 1 },
    });
    expect(parsed_document).toEqual({ title: { value: 'Lease agreement', type: 'string' }, ...nulls });
    expect(errors).toMatchObject([
      {
        code: 'LLM_BUDGET_EXCEEDED',
        message: expect.stringMatching(/budget of 1 tokens.*llm\.budget/u),
        ...place,
      },
    ]);
    expect(requests).toEqual([]);
    expect(usage?.llm).toMatchObject({ calls: 0, inputTokens: 0 });
  });

  it('members that nobody asked for are dropped', async () => {
    const { parsed_document, errors } = await asked(kind, (request) => {
      const answer = emptyAnswer(request);
      return { object: { ...answer, title: 'hacked', ['__proto__']: { x: 1 }, extra: [1, 2] } };
    });
    expect(errors).toEqual([]);
    expect(Object.keys(parsed_document)).toEqual(['title', ...ids]);
    expect(parsed_document['title']).toEqual({ value: 'Lease agreement', type: 'string' });
    expect(JSON.stringify(parsed_document)).not.toMatch(/hacked|extra/u);
  });
});

/** An answer that fits its schema and says as little as it may. */
function emptyAnswer({ schema }: LlmRequest): object {
  const properties = schema && 'properties' in schema ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      if ('anyOf' in member) return [name, null];
      if (member.type === 'array') return [name, []];
      if (member.type === 'integer') return [name, 0];
      if ('properties' in member) return [name, { answer: null, signal: 'answer_not_found', evidence: null }];
      return [name, null];
    }),
  );
}

describe('a budget spent half way', () => {
  it('keeps the answers before, warns the fields after, and reports what was paid', async () => {
    const fields = ['a', 'b', 'c'].map((id) => ({ id, method: { id: 'query', description: id } }));
    const prices = { scripted: { input: 1_000_000, output: 1_000_000 } };
    const provider = scripted(() => ({ object: { q1: { answer: 'Ada Moss', signal: 'confident_answer' } } }));
    const run = (budget: LlmOptions['budget']) =>
      extract(lease(), JSON.stringify({ fields: [...fields, title] }), undefined, {
        llm: { providers: { p: provider }, prices, ...(budget && { budget }) },
      });
    const { usage: full } = await run(undefined);
    const one = full!.llm.cost! / 3;
    // Enough for two calls, and for what is expected of the second one's answer, but not of the third's.
    const { parsed_document, errors, usage } = await run({ maxCost: 2 * one + 115 });
    expect(parsed_document).toMatchObject({
      a: { value: 'Ada Moss' },
      b: { value: 'Ada Moss' },
      c: null,
      title: { value: 'Lease agreement' },
    });
    expect(errors).toMatchObject([{ code: 'LLM_BUDGET_EXCEEDED', field_id: 'c', path: 'fields[2]' }]);
    expect(usage?.llm.calls).toBe(2);
    expect(Object.keys(usage!.llm.byField)).toEqual(['a', 'b']);
    expect(usage!.llm.cost).toBeCloseTo(usage!.llm.byField['a']!.cost! + usage!.llm.byField['b']!.cost!, 6);
  });

  it('a budget spent half way does not pay a second try that it has no room for, and still reports the first', async () => {
    const kind = KINDS[0]!;
    const { errors, usage } = await asked(kind, () => 'no JSON', { budget: { maxCalls: 1 } });
    expect(errors).toMatchObject([{ code: 'LLM_BUDGET_EXCEEDED', field_id: 'a' }]);
    expect(usage?.llm.calls).toBe(1);
    expect(usage?.llm.inputTokens).toBeGreaterThan(0);
  });

  it('reports the tokens of calls that failed', async () => {
    const spent = { inputTokens: 40, outputTokens: 2 };
    const script: Script = () => new LlmError('bad_request', 'cannot', { usage: spent });
    const { usage } = await asked(KINDS[0]!, script);
    expect(usage?.llm).toMatchObject({ calls: 1, ...spent, byField: { a: spent } });
  });
});

const rows = (members: readonly string[]) => ({
  rows: Array.from({ length: 1_000 }, (_, r) => ({
    ...Object.fromEntries(members.map((name, i) => [name, i === 0 ? `Wine ${r}` : String(r)])),
    from: [r, -1, 1e9],
    more: 'than asked',
  })),
});

it.each([
  ['list', 'p'],
  ['nlpTable', 'c'],
])(
  'a thousand rows that a model makes up for %s are all in the table, and marked as not found',
  async (name, letter) => {
    const kind = KINDS.find(([id]) => id === name)!;
    const script: Script = () => ({ object: rows([`${letter}1`, `${letter}2`]) });
    const { parsed_document, errors, trace } = await asked(kind, script);
    expect(errors).toEqual([]);
    const { columns: filled } = parsed_document['wines'] as TableValue;
    expect(filled.map(({ values }) => values.length)).toEqual([1_000, 1_000]);
    const { cells } = trace!['wines']![0]!.model!;
    expect(cells?.total).toBe(2_000);
    const wines = cells!.answers.filter(({ column }) => column === 'wine');
    expect(wines.filter(({ grounding }) => grounding !== null).length).toBeLessThan(20);
  },
);

describe('pictures', () => {
  const invoice = readFileSync(new URL('../../../../fixtures/documents/invoice.pdf', import.meta.url));
  const picture = (multimodalEngine: object, anchor?: string) => ({
    ...(anchor !== undefined && { anchor }),
    method: { id: 'queryGroup', queries: queries('a', 'b'), multimodalEngine },
  });
  const number = { id: 'number', anchor: 'invoice no.', method: { id: 'passthrough' } };
  const SMALL = { start: 'below', offsetX: 0, offsetY: 0, width: 1, height: 1 };

  async function shown(field: object, script: Script, options: ScriptedOptions = {}) {
    const provider = scripted(script, options);
    const config = JSON.stringify({ fields: [number, field] });
    const result = await extract(new Uint8Array(invoice), config, undefined, {
      llm: { providers: { p: provider }, sleep: async () => undefined },
    });
    return { ...result, requests: provider.requests };
  }

  const answer: Script = (request) => ({ object: emptyAnswer(request) });
  const refused: Script = () => new LlmError('bad_request', 'cannot read the image', { status: 400 });
  const filtered: Script = () => new LlmError('content_filter', 'not this picture');

  it.each<[string, Script, ScriptedOptions, string, number]>([
    [
      'that the provider does not take',
      answer,
      { capabilities: { images: false } },
      'LLM_IMAGES_UNSUPPORTED',
      0,
    ],
    ['that the provider refuses', refused, {}, 'LLM_CALL_FAILED', 1],
    ['that the provider objects to', filtered, {}, 'LLM_CONTENT_FILTERED', 1],
  ])(
    'pictures: %s cost the values that they are for, and nothing else',
    async (_, script, options, code, calls) => {
      const { parsed_document, errors, requests } = await shown(
        picture({ region: 'automatic' }),
        script,
        options,
      );
      expect(parsed_document).toMatchObject({ number: { type: 'string' }, a: null, b: null });
      expect(errors).toMatchObject([{ type: 'llm', code, field_ids: ['a', 'b'], path: 'fields[1]' }]);
      expect(requests).toHaveLength(calls);
    },
  );

  it('pictures that cannot be made are reported', async () => {
    const config = JSON.stringify({ fields: [title, picture({ region: 'automatic' })] });
    const { parsed_document, errors } = await extract(lease(), config, undefined, {
      llm: { providers: { p: scripted(answer) } },
    });
    expect(parsed_document).toMatchObject({ title: { value: 'Lease agreement' }, a: null, b: null });
    expect(errors).toMatchObject([{ code: 'LLM_IMAGE_UNAVAILABLE', field_ids: ['a', 'b'] }]);
  });

  it('pictures that are nowhere in the region are no error: there is nothing to ask about', async () => {
    const field = picture({ region: SMALL, onlyImages: true }, 'invoice no.');
    const { parsed_document, errors, requests } = await shown(field, answer);
    expect(parsed_document).toMatchObject({ a: null, b: null });
    expect(errors).toEqual([]);
    expect(requests).toEqual([]);
  });
});
