import { describe, expect, it } from 'vitest';
import type { LlmCallEvent } from '../../src/llm/call-event.js';
import { createLlmClient } from '../../src/llm/client.js';
import { type LlmOptions, resolveLlmOptions } from '../../src/llm/options.js';
import { LlmError, type LlmResponse } from '../../src/llm/provider.js';
import { type Script, scripted } from '../../src/llm/scripted.js';
import { promptOf, withoutWaits } from './prompt-of.js';

const TO = { fieldIds: ['town'] };
const ANSWER = { object: { town: 'Ghent' } };

function setUp(script: Script, options: Partial<LlmOptions> = {}, signal?: AbortSignal) {
  const provider = scripted(script);
  const events: LlmCallEvent[] = [];
  const { waits, ...clock } = withoutWaits();
  const onCall = (event: LlmCallEvent) => events.push(event);
  const resolved = resolveLlmOptions({ providers: { p: provider }, ...clock, onCall, ...options });
  return { client: createLlmClient(resolved, { signal }), requests: provider.requests, waits, events };
}

/** Fails with these errors in turn, then answers. */
function failingWith(...errors: LlmError[]): Script {
  return () => errors.shift() ?? ANSWER;
}

/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('waits as long as the provider wants, a minute at most', async () => {
  const limited = (retryAfterMs: number) => new LlmError('rate_limit', 'slow', { status: 429, retryAfterMs });
  const { client, waits, requests, events } = setUp(failingWith(limited(1_500), limited(900_000)));
  await client.call(promptOf('a'), TO);
  expect(waits).toEqual([1_500, 60_000]);
  expect(requests.map(({ meta }) => meta.attempt)).toEqual([0, 1, 2]);
  expect(events).toMatchObject([{ attempts: 3, cached: false, finishReason: 'stop' }]);
});

it('waits longer each time where the provider says nothing, up to a bound', async () => {
  const errors = Array.from({ length: 8 }, () => new LlmError('unknown', 'oh no', { status: 500 }));
  const { client, waits } = setUp(failingWith(...errors), { maxRetries: 8 });
  await client.call(promptOf('a'), TO);
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

it.each([
  new LlmError('auth', 'bad key', { status: 401 }),
  new LlmError('bad_request', 'what?', { status: 400 }),
  new LlmError('unavailable', 'gone for good', { status: 503, retryable: false }),
  new TypeError('a bug'),
])('retries does not try again after %s', async (error) => {
  const { client, requests, events } = setUp(() => error);
  await expect(client.call(promptOf('a'), TO)).rejects.toMatchObject({
    code: 'LLM_CALL_FAILED',
    cause: error,
  });
  expect(requests).toHaveLength(1);
  expect(events).toMatchObject([{ attempts: 1, error: 'LLM_CALL_FAILED' }]);
});

it('gives up after maxRetries', async () => {
  const { client, requests } = setUp(() => new LlmError('unavailable', 'oh no'), { maxRetries: 1 });
  await expect(client.call(promptOf('a'), TO)).rejects.toThrow(/oh no/u);
  expect(requests).toHaveLength(2);
  expect(client.usage()).toMatchObject({ calls: 2, retries: 1 });
});

describe('time', () => {
  it('ends a try of a provider that heeds no signal', async () => {
    const deaf = () => new Promise<never>(() => undefined);
    const { client, requests } = setUp(deaf, { timeoutMs: 1, maxRetries: 1 });
    await expect(client.call(promptOf('a'), TO)).rejects.toMatchObject({ code: 'LLM_TIMEOUT' });
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('ends during a wait when the caller aborts', async () => {
    const aborter = new AbortController();
    let isWaitEnded = false;
    const sleep = (_milliseconds: number, signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        isWaitEnded = true;
      });
      aborter.abort();
      return new Promise<never>(() => undefined);
    };
    const script = () => new LlmError('unavailable', 'oh no');
    const { client, requests, events } = setUp(script, { sleep }, aborter.signal);
    await expect(client.call(promptOf('a'), TO)).rejects.toMatchObject({ code: 'aborted' });
    expect(isWaitEnded).toBe(true);
    expect(requests).toHaveLength(1);
    expect(events).toMatchObject([{ error: 'aborted' }]);
  });

  it('asks nobody after an abort', async () => {
    const { client, requests } = setUp(() => ANSWER, {}, AbortSignal.abort());
    await expect(client.call(promptOf('a'), TO)).rejects.toMatchObject({ code: 'aborted' });
    expect(requests).toEqual([]);
  });
});

it('calls at the same time are no more than concurrency', async () => {
  const open: (() => void)[] = [];
  const script = async () => {
    await new Promise<void>((resolve) => open.push(resolve));
    return ANSWER;
  };
  const { client, requests } = setUp(script, { concurrency: 2 });
  const all = Promise.all(['a', 'b', 'c'].map((text) => client.call(promptOf(text), TO)));
  await settle();
  expect(requests).toHaveLength(2);
  open[0]!();
  await settle();
  expect(requests).toHaveLength(3);
  for (const end of open) end();
  await all;
});

it('calls at the same time are one where they ask the same', async () => {
  const { client, requests } = setUp(() => ANSWER);
  const answers = await Promise.all([client.call(promptOf('a'), TO), client.call(promptOf('a'), TO)]);
  await client.call(promptOf('a'), { fieldIds: ['other'] });
  expect(requests).toHaveLength(1);
  expect(answers.map(({ cached }) => cached)).toEqual([false, true]);
  expect(answers[0]?.response).toEqual(answers[1]?.response);
  expect(client.usage()).toMatchObject({ calls: 1, cachedCalls: 2 });
});

it('calls at the same time are reported one by one, those that shared an answer as cached and free', async () => {
  const { client, events } = setUp(() => ANSWER);
  await Promise.all([client.call(promptOf('a'), TO), client.call(promptOf('a'), { fieldIds: ['other'] })]);
  expect(events).toMatchObject([
    { attempts: 1, cached: false, fieldIds: ['town'], model: 'scripted', finishReason: 'stop' },
    { attempts: 0, cached: true, fieldIds: ['other'], model: 'scripted', finishReason: 'stop' },
  ]);
  expect(events[1]).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0 }, key: events[0]!.key });
  expect(events[1]!.callId).not.toBe(events[0]!.callId);
});

it('calls at the same time are made again where the first failed', async () => {
  const { client, requests } = setUp(failingWith(new LlmError('auth', 'bad key')));
  await expect(client.call(promptOf('a'), TO)).rejects.toThrow();
  await client.call(promptOf('a'), TO);
  expect(requests).toHaveLength(2);
});

describe('cache of the host', () => {
  it('answers a second extraction, and may fail', async () => {
    const kept = new Map<string, LlmResponse>();
    const cache = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, response: LlmResponse) => void kept.set(key, response),
    };
    await setUp(() => ANSWER, { cache }).client.call(promptOf('a'), TO);
    const { client, requests, events } = setUp(() => new LlmError('auth', 'asked'), { cache });
    expect((await client.call(promptOf('a'), TO)).response.object).toEqual(ANSWER.object);
    expect(requests).toEqual([]);
    expect(events).toMatchObject([{ cached: true, attempts: 0 }]);
    const broken = { get: () => Promise.reject(new Error('no')), set: () => Promise.reject(new Error('no')) };
    const other = setUp(() => ANSWER, { cache: broken }).client;
    expect((await other.call(promptOf('a'), TO)).response.object).toEqual(ANSWER.object);
  });
});

describe('budget', () => {
  it('stops calls, not the answers that are there', async () => {
    const { client, requests } = setUp(() => ANSWER, { budget: { maxCalls: 1 } });
    await client.call(promptOf('a'), TO);
    await expect(client.call(promptOf('b'), TO)).rejects.toMatchObject({ code: 'LLM_BUDGET_EXCEEDED' });
    await client.call(promptOf('a'), TO);
    expect(requests).toHaveLength(1);
  });

  it('budget is not spent twice by calls at the same time, and what was not needed is free again', async () => {
    const { client, requests } = setUp(() => ANSWER, { budget: { maxCalls: 2 } });
    const calls = ['a', 'b', 'c'].map((text) => client.call(promptOf(text), TO));
    const ended = await Promise.allSettled(calls);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(requests).toHaveLength(2);
    // Over 30 tokens are set aside for a call, a quarter of its longest answer among them; it uses under 20.
    const frugal = setUp(() => ANSWER, { budget: { maxTokens: 60 } }).client;
    await frugal.call(promptOf('a'), TO);
    await frugal.call(promptOf('b'), TO);
    expect(frugal.usage().calls).toBe(2);
  });

  it.each([
    { budget: { maxTokens: 50 } },
    { budget: { maxCost: 0.000_01 }, prices: { scripted: { input: 1, output: 1 } } },
  ])('counts a request before it is made: %j', async (options) => {
    const { client, requests } = setUp(() => ANSWER, options);
    await expect(client.call(promptOf('long '.repeat(100)), TO)).rejects.toThrow(/budget/u);
    expect(requests).toEqual([]);
  });
});

it('usage that a provider does not report, or not in numbers, loses no answer and no sum', async () => {
  const told = [undefined, { inputTokens: Number.NaN, outputTokens: -1 }];
  const complete = async () => ({ ...ANSWER, finishReason: 'stop', usage: told.shift() }) as LlmResponse;
  const options = resolveLlmOptions({ providers: { p: { id: 'p', complete } } });
  const client = createLlmClient(options, { signal: undefined });
  for (const text of ['a', 'b']) {
    expect(await client.call(promptOf(text), TO)).toMatchObject({ response: ANSWER });
  }
  expect(client.usage()).toMatchObject({ calls: 2, inputTokens: 0, outputTokens: 0 });
});

it('usage is summed by provider, purpose and field', async () => {
  const prices = { scripted: { input: 1_000_000, output: 2_000_000 } };
  const { client } = setUp(() => ANSWER, { prices });
  await client.call(promptOf('a'), { fieldIds: ['x', 'y'] });
  await client.call(promptOf('b', { purpose: 'list' }), { fieldIds: ['x'] });
  const { byField, byProvider, byPurpose, ...total } = client.usage();
  const { inputTokens, outputTokens, cost } = total;
  expect(inputTokens).toBeGreaterThan(0);
  expect(cost).toBe(inputTokens + 2 * outputTokens);
  expect(byProvider['scripted']).toMatchObject({ calls: 2, inputTokens, outputTokens, cost });
  expect(byPurpose).toMatchObject({ query: { calls: 1 }, list: { calls: 1 } });
  expect(byField).toMatchObject({ x: { calls: 1.5 }, y: { calls: 0.5 } });
  expect(byField['x']!.inputTokens + byField['y']!.inputTokens).toBe(inputTokens);
});

it('usage has what failed tries cost, and no cost without a price', async () => {
  const failed = new LlmError('unavailable', 'oh no', { usage: { inputTokens: 1_000, outputTokens: 0 } });
  const { client } = setUp(failingWith(failed));
  await client.call(promptOf('a'), TO);
  expect(client.usage().inputTokens).toBeGreaterThan(1_000);
  expect(client.usage()).not.toHaveProperty('cost');
});

it('providers are refused pictures that they do not see', async () => {
  const provider = scripted(() => ANSWER, { capabilities: { images: false } });
  const client = createLlmClient(resolveLlmOptions({ providers: { p: provider } }), {});
  const image = {
    type: 'image' as const,
    mediaType: 'image/png' as const,
    data: new Uint8Array(1),
    ref: 'p1',
  };
  const prompt = promptOf('', { messages: [{ role: 'user', content: [image] }] });
  await expect(client.call(prompt, TO)).rejects.toMatchObject({ code: 'LLM_IMAGES_UNSUPPORTED' });
  expect(provider.requests).toEqual([]);
});

it('replace missing ones only where the host lets them', () => {
  const { client } = setUp(() => ANSWER);
  expect(client.providerFor('P').isSubstitute).toBe(false);
  expect(client.providerFor('anthropic').isSubstitute).toBe(true);
  const strict = setUp(() => ANSWER, { onMissingProvider: 'error' }).client;
  expect(() => strict.providerFor('anthropic')).toThrow(/"anthropic".*providers: p/u);
});
