/** What models are shown where all of it is too much for one request. */
import { describe, expect, it } from 'vitest';
import { documentFromLines, extract } from '../../../../src/index.js';
import {
  LlmError,
  type LlmOptions,
  type LlmProvider,
  type LlmRequest,
  type Script,
  scripted,
} from '../../../../src/tools/models/index.js';

/** Pages of which only the eighth is about the rent. */
const lines = (pages: number) =>
  Array.from({ length: pages * 20 }, (_, i) => ({
    text:
      i === 150
        ? 'The monthly rent is $1,200, due on the first'
        : `clause ${i} on parking, pets, noise, keys, waste and gardens of the house`,
    left: 1,
    top: 1 + (i % 20) * 0.45,
    page: Math.floor(i / 20),
  }));

const textOf = ({ messages }: LlmRequest) => String(messages.at(-1)?.content);

async function asked(
  fields: readonly object[],
  script: Script,
  capabilities: LlmProvider['capabilities'] = {},
  {
    pages = 10,
    computed_fields = [],
    ...more
  }: Partial<LlmOptions> & { pages?: number; computed_fields?: object[] } = {},
) {
  const provider = scripted(script, { capabilities });
  const config = JSON.stringify({ fields, computed_fields });
  const result = await extract(documentFromLines(lines(pages)), config, undefined, {
    llm: { providers: { google: provider }, ...more },
    trace: true,
  });
  return { ...result, requests: provider.requests, prompts: provider.requests.map(textOf) };
}

const query = (method: object = {}) => ({
  id: 'rent',
  method: { id: 'query', description: 'the monthly rent of the house', chunkCount: 40, ...method },
});
const answer: Script = () => ({ object: { q1: { answer: '$1,200', signal: 'confident_answer' } } });

/** Answers requests up to some characters. */
const upTo =
  (characters: number, script: Script): Script =>
  (request) =>
    textOf(request).length > characters
      ? new LlmError('context_overflow', 'too many tokens')
      : script(request);

it('a provider that says how much it takes is shown the best excerpts that fit, in document order; the rest is reported', async () => {
  const { requests, prompts, warnings, trace, parsed_document } = await asked([query()], answer, {
    contextTokens: 2_600,
  });
  expect(requests).toHaveLength(1);
  expect(Math.ceil(prompts[0]!.length / 4) + requests[0]!.maxOutputTokens).toBeLessThan(2_600);
  expect(prompts[0]).toContain('The monthly rent is $1,200');
  expect(parsed_document).toMatchObject({ rent: { value: '$1,200' } });
  expect(warnings).toMatchObject([
    {
      code: 'LLM_CONTEXT_TRUNCATED',
      field_id: 'rent',
      message: expect.stringMatching(/too long.*not shown/u),
    },
  ]);
  const { chunks = [], omitted = [] } = trace?.['rent']?.[0]?.model ?? {};
  expect(chunks.length).toBeGreaterThan(0);
  expect(omitted.length).toBeGreaterThan(0);
  expect(Math.min(...chunks.map(({ score }) => score))).toBeGreaterThanOrEqual(
    Math.max(...omitted.map(({ score }) => score)),
  );
});

it('a provider that says how much it takes is not shown the beginning of a document that is whole too long, but what fits best', async () => {
  const whole = await asked([query({ chunkCount: undefined })], answer, {}, { pages: 8 });
  expect(whole.prompts[0]).toContain('clause 0 ');
  const best = await asked(
    [query({ chunkCount: undefined })],
    answer,
    { contextTokens: 3_000 },
    { pages: 8 },
  );
  expect(best.prompts[0]).toContain('The monthly rent is');
  expect(best.prompts[0]).not.toContain('clause 0 ');
});

it('reads lists and tables in more requests, none longer than it takes', async () => {
  const properties = [{ id: 'clause', description: 'number of the clause' }];
  const list = { id: 'clauses', method: { id: 'list', description: 'clauses', properties } };
  const rows: Script = () => ({ object: { rows: [{ p1: '7' }] } });
  const one = await asked([list], rows);
  const many = await asked([list], rows, { contextTokens: 4_000 });
  expect(one.requests).toHaveLength(1);
  expect(many.requests.length).toBeGreaterThan(1);
  for (const request of many.requests) {
    expect(request.maxOutputTokens).toBe(2_000);
    expect(Math.ceil(textOf(request).length / 4) + 2_000).toBeLessThan(4_000);
  }
});

it('a provider that says how much it takes is not asked what leaves no room at all', async () => {
  const { requests, errors, parsed_document } = await asked(
    [query({ description: 'the rent '.repeat(2_000) })],
    answer,
    { contextTokens: 2_600 },
  );
  expect(requests).toEqual([]);
  expect(parsed_document).toMatchObject({ rent: null });
  expect(errors).toMatchObject([{ code: 'LLM_CONTEXT_OVERFLOW', field_id: 'rent' }]);
});

it('a provider that finds a request too long is asked once more with the better half of the excerpts', async () => {
  const { requests, prompts, warnings, errors, trace, parsed_document } = await asked(
    [query()],
    upTo(10_000, answer),
  );
  expect(requests).toHaveLength(2);
  expect(prompts[1]!.length).toBeLessThan(prompts[0]!.length);
  expect(prompts[1]).toContain('The monthly rent is');
  expect(parsed_document).toMatchObject({ rent: { value: '$1,200' } });
  expect(errors).toEqual([]);
  expect(warnings).toMatchObject([{ code: 'LLM_CONTEXT_TRUNCATED' }]);
  expect(trace?.['rent']?.[0]?.model?.omitted?.length).toBeGreaterThan(0);
});

it('a provider that finds a request too long is asked no third time; the first failure is none, also where failures are thrown', async () => {
  const small = await asked([query()], upTo(100, answer));
  expect(small.requests).toHaveLength(2);
  expect(small.errors).toMatchObject([{ code: 'LLM_CONTEXT_OVERFLOW' }]);
  const strict = await asked([query()], upTo(10_000, answer), {}, { strict: true });
  expect(strict.parsed_document).toMatchObject({ rent: { value: '$1,200' } });
});

it('shows parts of a document that it was shown whole, not its beginning', async () => {
  const { prompts } = await asked([query({ chunkCount: undefined })], upTo(10_000, answer), {}, { pages: 8 });
  expect(prompts).toHaveLength(2);
  expect(prompts[1]).toContain('The monthly rent is');
  expect(prompts[1]).not.toContain('clause 0 ');
});

it('a provider that finds a request too long is shown fewer elements of the values that questions read', async () => {
  const all = { id: 'all', anchor: 'clause', match: 'all', method: { id: 'passthrough' } };
  const group = {
    method: { id: 'queryGroup', queries: [{ id: 'n', description: 'how many' }], source_ids: ['all'] },
  };
  const count: Script = () => ({ object: { q1: { answer: '9' } } });
  const { requests, parsed_document, warnings } = await asked([all, group], upTo(12_000, count));
  expect(requests).toHaveLength(2);
  expect(parsed_document['n']).toMatchObject({ value: '9' });
  expect(warnings).toMatchObject([{ code: 'LLM_CONTEXT_TRUNCATED', field_id: 'n' }]);
});

it('a provider that finds a request too long is shown half of the pages that show a class', async () => {
  const classes = ['lease', 'deed'].map((id) => ({
    id,
    description: id,
    queries: [{ id, description: id }],
  }));
  const field = { id: 'kind', method: { id: 'classifyAndQuery', classes } };
  const script: Script = (request) =>
    request.purpose === 'classify.branch' ? { object: { choice: 1 } } : answer(request);
  const { parsed_document, warnings, requests } = await asked([field], upTo(4_000, script));
  expect(requests.map(({ purpose }) => purpose).slice(0, 2)).toEqual(['classify.branch', 'classify.branch']);
  expect(parsed_document['kind']).toMatchObject({ value: 'lease' });
  expect(warnings[0]).toMatchObject({ code: 'LLM_CONTEXT_TRUNCATED', field_id: 'kind' });
});

it('summarises fewer pages at a time', async () => {
  const script: Script = (request) => {
    if (request.purpose !== 'summary')
      return request.purpose === 'pick' ? { object: { parts: [8] } } : answer(request);
    const parts = [...textOf(request).matchAll(/part (\d+)/gu)].map(([, part]) => Number(part));
    return { object: { parts: parts.map((part) => ({ part, summary: 'clauses' })) } };
  };
  const { requests, parsed_document, errors } = await asked(
    [query({ chunkCount: undefined, searchBySummarization: true })],
    (request) => (request.purpose === 'summary' ? upTo(6_000, script)(request) : script(request)),
    {},
    { limits: { summaryTokens: 2_000 } },
  );
  expect(errors).toEqual([]);
  expect(requests.filter(({ purpose }) => purpose === 'summary').length).toBeGreaterThan(4);
  expect(parsed_document).toMatchObject({ rent: { value: '$1,200' } });
});

describe('the source of a summarizer', () => {
  const long = { id: 'text', anchor: 'clause', method: { id: 'documentRange', includeAnchor: true } };
  const field = { id: 'sum', method: { id: 'summarizer', source_id: 'text', fields: ['x'] } };
  const script: Script = () => ({ object: { rows: [{ f1: 'y' }] } });
  const cut = (fields: readonly object[], answers: Script, limits: LlmOptions['limits'] = {}) =>
    asked(fields, answers, {}, { limits, computed_fields: [field] });

  it('the source of a summarizer is cut at summarizerTokens where it is one text, with a warning', async () => {
    const whole = await cut([long], script);
    expect(whole.warnings).toEqual([]);
    expect(whole.prompts[0]).toContain('clause 199');
    const { prompts, warnings } = await cut([long], script, { summarizerTokens: 500 });
    expect(prompts[0]).toContain('clause 0 ');
    expect(prompts[0]).not.toContain('clause 199');
    expect(prompts[0]!.length).toBeLessThan(2_500);
    expect(warnings).toMatchObject([{ code: 'LLM_CONTEXT_TRUNCATED', field_id: 'sum' }]);
  });

  it('the source of a summarizer is cut with a warning where it is JSON, too', async () => {
    const all = { id: 'text', anchor: 'clause', match: 'all', method: { id: 'passthrough' } };
    const { prompts, warnings } = await cut([all], script, { summarizerTokens: 500 });
    expect(prompts[0]!.length).toBeLessThan(2_500);
    expect(warnings).toMatchObject([{ code: 'LLM_CONTEXT_TRUNCATED', field_id: 'sum' }]);
  });

  it('the source of a summarizer is halved once where the provider finds the request too long', async () => {
    const { requests, parsed_document, warnings } = await cut([long], upTo(12_000, script));
    expect(requests).toHaveLength(2);
    expect(parsed_document['sum']).toEqual([{ x: 'y' }]);
    expect(warnings).toMatchObject([{ code: 'LLM_CONTEXT_TRUNCATED' }]);
  });
});
