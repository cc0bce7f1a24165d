/** Fields that ask models start before their turn, and give what they give one after the other. */
import { expect, it } from 'vitest';
import { createExtractor, documentFromLines, extract } from '../../../src/index.js';
import {
  LlmError,
  type LlmOptions,
  type LlmRequest,
  type Script,
  scripted,
} from '../../../src/tools/models/index.js';
import { labelled } from './support.js';

const LINES = ['Lease of a boat', 'rent 30', 'name Ada', 'note x'].map((text, i) => ({
  text,
  left: 1,
  top: 1 + i * 0.5,
}));

const query = (id: string, more: object = {}, method: object = {}) => ({
  id,
  ...more,
  method: { id: 'query', description: `the ${id}`, ...method },
});
const group = (ids: readonly string[], method: object = {}) => ({
  method: { id: 'queryGroup', queries: ids.map((id) => ({ id, description: `the ${id}` })), ...method },
});

const answers = ({ meta }: LlmRequest) => ({
  object: Object.fromEntries(
    meta.fieldIds.map((id, i) => [`q${i + 1}`, { answer: `${id}!`, signal: 'confident_answer' }]),
  ),
});

/**
 * Answers as soon as so many questions wait, the last one first; then as soon as the next so many do.
 * @param batches how many questions are asked at the same time, one number after the other
 */
function reversed(
  batches: readonly number[],
  script: (request: LlmRequest) => Awaited<ReturnType<Script>> = answers,
) {
  const waiting: (() => void)[] = [];
  const order: string[] = [];
  const left = [...batches];
  let most = 0;
  const release = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      next();
      await pause();
    }
  };
  const provider = scripted(async (request) => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    most = Math.max(most, waiting.length);
    if (waiting.length === left[0]) {
      left.shift();
      void release();
    }
    await turn;
    order.push(request.meta.fieldIds.join());
    return script(request);
  });
  return { provider, order, most: () => most };
}

/** Lets all that is ready go on. */
const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

async function run(config: object, options: Partial<LlmOptions>, trace = true) {
  return extract(documentFromLines(LINES), JSON.stringify(config), undefined, {
    llm: { sleep: async () => undefined, ...options } as LlmOptions,
    trace,
  });
}

/** What a config gives when its fields are asked at once, in such batches, and one after the other. */
async function bothWays(
  config: object,
  batches: readonly number[],
  script?: (request: LlmRequest) => Awaited<ReturnType<Script>>,
) {
  const slow = reversed(batches, script);
  const together = await run(config, { providers: { p: slow.provider } });
  const alone = reversed(
    slow.order.map(() => 1),
    script,
  );
  const oneByOne = await run(config, { providers: { p: alone.provider }, concurrency: 1 });
  return { ...slow, together, oneByOne };
}

it('independent fields are asked at once, and give what they give one after the other, in the same order', async () => {
  const config = {
    fields: [
      query('a'),
      labelled('rent', 'rent'),
      group(['b', 'c']),
      query('d', { type: 'number' }),
      query('e', { anchor: 'note' }),
    ],
  };
  const { together, oneByOne, order, most } = await bothWays(config, [4], (request) =>
    request.meta.fieldIds.includes('d') ? new LlmError('auth', 'no key') : answers(request),
  );
  expect(most()).toBe(4);
  expect(order).toEqual(['e', 'd', 'b,c', 'a']);
  expect(together).toEqual(oneByOne);
  expect(JSON.stringify(together)).toBe(JSON.stringify(oneByOne));
  expect(Object.keys(together.parsed_document)).toEqual(['a', 'rent', 'b', 'c', 'd', 'e']);
  expect(together.errors).toMatchObject([{ field_id: 'd' }]);
});

it('report their errors and warnings in the order of the fields', async () => {
  const bad = { llmEngine: { provider: 'anthropic' } };
  const config = { fields: ['a', 'b', 'c'].map((id) => query(id, {}, bad)) };
  const fails = () => new LlmError('bad_request', 'no');
  const { together, oneByOne, order } = await bothWays(config, [3], fails);
  expect(order).toEqual(['c', 'b', 'a']);
  expect(together.errors.map(({ field_id }) => field_id)).toEqual(['a', 'b', 'c']);
  expect(together.warnings.map(({ field_id }) => field_id)).toEqual(['a', 'b', 'c']);
  expect(together).toEqual(oneByOne);
});

it('independent fields are no more at a time than there may be calls', async () => {
  const { provider, most } = reversed([2, 2, 1]);
  const fields = ['a', 'b', 'c', 'd', 'e'].map((id) => query(id));
  const { parsed_document } = await run({ fields }, { providers: { p: provider }, concurrency: 2 });
  expect(most()).toBe(2);
  expect(Object.keys(parsed_document)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('share the cost of a request at the first of them', async () => {
  const same = { description: 'the same' };
  const config = { fields: [query('x', {}, same), query('y'), query('z', {}, same)] };
  const { together, oneByOne } = await bothWays(config, [2]);
  expect(together.usage).toEqual(oneByOne.usage);
  expect(together.usage?.llm).toMatchObject({ calls: 2, cachedCalls: 1 });
  expect(Object.keys(together.usage!.llm.byField)).toEqual(['x', 'y']);
});

it('independent fields of a section and of a branch are asked at once, too', async () => {
  const branch = {
    method: {
      id: 'conditional',
      condition: { exists: [{ var: 'rent' }] },
      fieldsOnPass: [query('a'), query('b')],
    },
  };
  const section = {
    id: 's',
    type: 'sections',
    range: { anchor: 'name' },
    fields: [query('c'), query('d')],
  };
  const { together, oneByOne, order } = await bothWays(
    { fields: [labelled('rent', 'rent'), branch, section] },
    [2, 2],
  );
  expect(order).toEqual(['b', 'a', 'd', 'c']);
  expect(together).toEqual(oneByOne);
  expect(together.trace?.['c']?.[0]).toMatchObject({ section: [{ group: 's', index: 0 }] });
});

const inOrder = async (config: object, ids: readonly string[]) => {
  const { together, oneByOne, order } = await bothWays(
    config,
    ids.map(() => 1),
  );
  expect(order).toEqual(ids);
  expect(together).toEqual(oneByOne);
  return together;
};

it('a field waits for its turn where an earlier field may have its value', async () => {
  const found = await inOrder({ fields: [query('a'), query('a'), group(['a', 'b'])] }, ['a', 'b']);
  expect(found.parsed_document).toMatchObject({ a: { value: 'a!' }, b: { value: 'b!' } });
  await inOrder({ fields: [query('z'), labelled('rent', 'rent'), query('rent')] }, ['z']);
});

it('a field waits for its turn where it reads other fields', async () => {
  await inOrder({ fields: [query('a'), group(['b'], { source_ids: ['a'] })] }, ['a', 'b']);
});

it('a field waits for its turn where an anchor is named before it', async () => {
  const named = { type: 'anchorDefinition', name: 'here', anchor: 'note' };
  const found = await inOrder({ fields: [query('a'), named, query('b', { anchor: { ref: 'here' } })] }, [
    'a',
    'b',
  ]);
  expect(found.errors).toEqual([]);
});

it('a field waits where the host has set a budget: the fields first in the config are answered', async () => {
  const { provider, order } = reversed([1, 1]);
  const { parsed_document, errors } = await run(
    { fields: ['a', 'b', 'c'].map((id) => query(id)) },
    { providers: { p: provider }, budget: { maxCalls: 2 } },
  );
  expect(order).toEqual(['a', 'b']);
  expect(parsed_document).toMatchObject({ a: { value: 'a!' }, b: { value: 'b!' }, c: null });
  expect(errors).toMatchObject([{ code: 'LLM_BUDGET_EXCEEDED', field_id: 'c' }]);
});

it('values that are suppressed before the turn of a field stay hidden', async () => {
  const hide = { id: 'hide', method: { id: 'suppressOutput', source_ids: { pattern: '_.*' } } };
  const { together, oneByOne } = await bothWays(
    { fields: [query('a'), query('_b'), hide, query('c')] },
    [2, 1],
  );
  expect(Object.keys(together.parsed_document)).toEqual(['a', 'c']);
  expect(together).toEqual(oneByOne);
});

it('the first failure ends the extraction where the host wants calls to succeed, and no more are made', async () => {
  let answer: () => void = () => undefined;
  const later = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const provider = scripted(async ({ meta }) => {
    if (meta.fieldIds[0] === 'a') return new LlmError('auth', 'no key');
    await later;
    return { text: 'no JSON, so that it is asked for again' };
  });
  const failing = run({ fields: [query('a'), query('b')] }, { providers: { p: provider }, strict: true });
  await expect(failing).rejects.toMatchObject({ code: 'LLM_CALL_FAILED' });
  answer();
  for (let i = 0; i < 10; i++) await pause();
  expect(provider.requests).toHaveLength(2);
});

it('the end of the caller’s patience ends all of them', async () => {
  const aborter = new AbortController();
  const provider = scripted(
    () =>
      new Promise((_resolve, reject) => {
        aborter.signal.addEventListener('abort', () => reject(new Error('aborted')));
        setTimeout(() => aborter.abort(), 5);
      }),
  );
  const extractor = createExtractor();
  const running = extractor.extract(
    documentFromLines(LINES),
    JSON.stringify({ fields: [query('a'), query('b'), query('c')] }),
    undefined,
    { llm: { providers: { p: provider } }, signal: aborter.signal },
  );
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
  await extractor.close();
});
