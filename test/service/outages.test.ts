/** Outages of blobs, store and models: attempts do not count, work waits, and goes on when they are over. */
import { describe, expect, test } from 'vitest';
import { LlmError, type LlmProvider } from '../../src/llm/provider.js';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import type { Blobs } from '../../src/service/blobs.js';
import type { ServiceLimits } from '../../src/service/limits.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { StoreError } from '../../src/service/store-error.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { streamOf } from '../../src/service/streams.js';
import { type Harness, harness, INVOICE, TestClock, totalConfig, typeWith } from './harness.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Blobs that can be away, as a whole or one, or full, and count what is asked of them. */
function fragileBlobs() {
  const inner = memoryBlobs();
  const state = { isAway: false, isFull: false, broken: new Set<string>(), reads: 0, looks: 0, writes: 0 };
  const guard = (key: string) => {
    if (state.isAway || [...state.broken].some((id) => key.includes(id))) throw new Error('EIO');
  };
  const blobs: Blobs = {
    ...inner,
    put: async (key, data, meta) => {
      state.writes += 1;
      if (state.isFull) throw new Error('ENOSPC');
      return inner.put(key, data, meta);
    },
    get: async (key) => {
      state.reads += 1;
      guard(key);
      return inner.get(key);
    },
    size: async (key) => {
      state.looks += 1;
      guard(key);
      return inner.size(key);
    },
  };
  return { blobs, state };
}

async function setup(options: Parameters<typeof harness>[0] = {}) {
  const clock = new TestClock();
  const { blobs, state } = fragileBlobs();
  const store = memoryStore({ now: clock.now });
  // Without waiting by the time of the machine: workers sleep by the clock of the test.
  const { wait: _wait, ...queue } = memoryQueue(store);
  const h = await harness({ clock, blobs, store, queue, ...options });
  const row = async (id: string) => (await store.getExtraction(null, id))!;
  return { ...h, state, store, row, blobs };
}

/** Uploads a document, without working on it. */
async function waiting({ call }: Harness, type: string): Promise<string> {
  const made = await call('POST', `/generate_upload_url/${type}`, { body: { content_type: 'text/plain' } });
  const headers = { 'content-type': 'text/plain' };
  await call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers });
  return made.body.id;
}

/** Lets everything happen that can happen now. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets a minute pass. While a worker holds one of some extractions the clock waits, as threads of Node may be at work.
 */
async function passMinute({ clock, row }: Awaited<ReturnType<typeof setup>>, ids: readonly string[]) {
  const isHeld = async () => (await Promise.all(ids.map(row))).some(({ lease }) => lease !== null);
  for (let second = 0; second < 60; second++) {
    do await settle();
    while (await isHeld());
    clock.turn(SECOND);
  }
}

describe('blobs that are away', () => {
  test('cost no attempt, however long it takes', async () => {
    const h = await setup();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const ids = [await waiting(h, 'invoices'), await waiting(h, 'invoices')];
    h.state.isAway = true;
    for (let hour = 0; hour < 100; hour++) {
      await h.service.runPending();
      h.clock.turn(60 * MINUTE);
    }
    for (const id of ids) expect(await h.row(id)).toMatchObject({ status: 'PROCESSING', attempts: 0 });
    h.state.isAway = false;
    await h.service.runPending();
    for (const id of ids) expect(await h.row(id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
  });

  test('hold workers from taking documents up; they look again, less and less often', async () => {
    const h = await setup();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await waiting(h, 'invoices'));
    h.state.isAway = true;
    const worker = h.service.worker({ concurrency: 2 });
    worker.start();
    for (let second = 0; second < 86; second++) {
      await settle();
      h.clock.turn(SECOND);
    }
    await settle();
    // One for each place of the worker, and looks after 1, 2, 4, 8, 16, 30 and 30 s besides.
    expect(h.state.reads).toBe(2);
    expect(h.state.looks).toBeGreaterThan(2);
    expect(h.state.looks).toBeLessThan(12);
    h.state.isAway = false;
    await passMinute(h, ids);
    const rows = await Promise.all(ids.map(h.row));
    expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(['COMPLETE 1']),
    );
    const stopped = worker.stop();
    await settle();
    h.clock.turn(MINUTE);
    await stopped;
  });

  test('blobs that are away are distinguished from a single one that is broken, whose attempts count', async () => {
    const h = await setup();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const bad = await waiting(h, 'invoices');
    h.state.broken.add(bad);
    const good = await waiting(h, 'invoices');
    for (let round = 0; round < 4; round++) {
      await h.service.runPending();
      h.clock.turn(2 * MINUTE);
    }
    expect(await h.row(good)).toMatchObject({ status: 'COMPLETE' });
    expect(await h.row(bad)).toMatchObject({ status: 'FAILED', attempts: 3 });
  });
});

describe('blobs that are full', () => {
  /** An extraction of what is at an address, which has not been fetched. */
  async function toFetch() {
    const state = { fetches: 0 };
    const h = await setup({
      fetch: async () => {
        state.fetches += 1;
        const headers = { get: () => null };
        return { status: 200, headers, body: streamOf(new TextEncoder().encode(INVOICE)) };
      },
    });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const body = { document_url: 'https://files.example/a', content_type: 'text/plain' };
    const { body: made } = await h.call('POST', '/extract_from_url/invoices', { body });
    return { ...h, id: made.id as string, fetched: state };
  }

  test('cost no attempt, however long it takes, and are looked at less and less often', async () => {
    const h = await toFetch();
    h.state.isFull = true;
    const worker = h.service.worker();
    worker.start();
    for (let second = 0; second < 600; second++) {
      await settle();
      h.clock.turn(SECOND);
    }
    expect(await h.row(h.id)).toMatchObject({ status: 'WAITING', attempts: 0 });
    expect(h.fetched.fetches).toBe(1);
    expect(h.state.writes).toBeLessThan(30);
    h.state.isFull = false;
    await passMinute(h, [h.id]);
    expect(await h.row(h.id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
    const stopped = worker.stop();
    await settle();
    h.clock.turn(MINUTE);
    await stopped;
  });

  test('leave nothing of what was written to look', async () => {
    const h = await toFetch();
    h.state.isFull = true;
    await h.service.runPending();
    h.state.isFull = false;
    h.clock.turn(MINUTE);
    await h.service.runPending();
    const keys: string[] = [];
    for await (const key of h.blobs.list!('', 0)) keys.push(key);
    expect(keys).toEqual([(await h.row(h.id)).document?.blobKey]);
  });
});

test('a store that is away in the middle of an attempt gives it back', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  let failures = 0;
  const failing = {
    ...store,
    listConfigs: async (typeId: string) => {
      if (failures-- > 0) throw new StoreError('unavailable', 'away');
      return store.listConfigs(typeId);
    },
  };
  const queue = { ...memoryQueue(store), joins: failing };
  const h = await harness({ clock, store: failing, queue });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await waiting(h, 'invoices');
  failures = 1;
  await h.service.runPending();
  expect(await store.getExtraction(null, id)).toMatchObject({ status: 'PROCESSING', attempts: 0 });
  clock.turn(MINUTE);
  await h.service.runPending();
  expect(await store.getExtraction(null, id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
});

test('blobs in a database that goes away while one is read cost no attempt', async () => {
  const h = await setup();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await waiting(h, 'invoices');
  const { get } = h.blobs;
  let failures = 3;
  h.blobs.get = async (key) => {
    if (failures-- > 0) throw new StoreError('unavailable', 'away');
    return get(key);
  };
  for (let round = 0; round < 3; round += 1) {
    await h.service.runPending();
    expect(await h.row(id)).toMatchObject({ status: 'PROCESSING', attempts: 0 });
    h.clock.turn(MINUTE);
  }
  await h.service.runPending();
  expect(await h.row(id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
});

test('a claim whose answer is lost with its session costs no attempt', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  let losses = 2;
  const losing = {
    ...store,
    claim: async (...given: Parameters<typeof store.claim>) => {
      const claim = await store.claim(...given);
      if (losses-- > 0) throw new StoreError('unavailable', 'terminating connection');
      return claim;
    },
  };
  const h = await harness({ clock, store: losing, queue: { ...memoryQueue(store), joins: losing } });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await waiting(h, 'invoices');
  for (let round = 0; round < 2; round += 1) {
    await h.service.runPending();
    expect(await store.getExtraction(null, id)).toMatchObject({ phase: 'queued', attempts: 0, lease: null });
    clock.turn(MINUTE);
  }
  await h.service.runPending();
  expect(await store.getExtraction(null, id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
});

test('a database without room for a result is reported once, however long it is tried again', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  let refusals = 5;
  const full = {
    ...store,
    finish: async (...given: Parameters<typeof store.finish>) => {
      if (refusals-- > 0) throw new StoreError('unavailable', 'could not extend file');
      return store.finish(...given);
    },
  };
  const lines: string[] = [];
  const log = { log: (_level: string, message: string) => void lines.push(message) };
  const h = await harness({ clock, store: full, queue: { ...memoryQueue(store), joins: full }, log });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await waiting(h, 'invoices');
  const pending = h.service.runPending();
  const isOver = async () => (await store.getExtraction(null, id))?.phase === 'done';
  while (!(await isOver())) {
    await settle();
    clock.turn(SECOND);
  }
  await pending;
  expect(h.errors).toEqual([expect.objectContaining({ code: 'unavailable' })]);
  expect(lines.filter((line) => line === 'store failed')).toHaveLength(1);
});

describe('models that are away', () => {
  const asking = {
    fields: [{ method: { id: 'queryGroup', queries: [{ id: 'who', description: 'who wrote it' }] } }],
  };

  const OVERLOADED = new LlmError('unavailable', 'overloaded', { status: 529 });

  async function withModel(limits: Partial<ServiceLimits> = {}, error = OVERLOADED) {
    const state = { isAway: true, asked: 0 };
    const provider: LlmProvider = {
      id: 'model',
      complete: async () => {
        state.asked += 1;
        if (state.isAway) throw error;
        return {
          text: JSON.stringify({ answers: [{ id: 'who', answer: 'North Company' }] }),
          finishReason: 'stop',
          usage: { inputTokens: 1, outputTokens: 1 },
        } as never;
      },
    };
    const h = await setup({ llm: { providers: { model: provider }, maxRetries: 0 }, limits });
    await typeWith(h, 'letters', { only: asking });
    await typeWith(h, 'invoices', { north: totalConfig() });
    return { ...h, model: state };
  }

  test.each([
    ['overloaded', OVERLOADED],
    ['too many requests', new LlmError('rate_limit', 'slow down', { status: 429 })],
    ['no connection', new LlmError('network', 'connect ECONNREFUSED')],
    ['no answer in time', new LlmError('timeout', 'took too long')],
  ])('cost no attempt; documents that ask none go through meanwhile: %s', async (_what, error) => {
    const h = await withModel({}, error);
    const ids = [await waiting(h, 'letters'), await waiting(h, 'letters')];
    const plain = await waiting(h, 'invoices');
    await h.service.runPending();
    expect(await h.row(plain)).toMatchObject({ status: 'COMPLETE' });
    for (let minute = 0; minute < 30; minute++) {
      h.clock.turn(MINUTE);
      await h.service.runPending();
    }
    for (const id of ids) expect(await h.row(id)).toMatchObject({ status: 'PROCESSING', attempts: 0 });
    // Not each of them asks again: their type waits, 10 s at first and 10 min in the end.
    expect(h.model.asked).toBeLessThan(20);
    h.model.isAway = false;
    h.clock.turn(10 * MINUTE);
    await h.service.runPending();
    h.clock.turn(10 * MINUTE);
    await h.service.runPending();
    for (const id of ids) expect(await h.row(id)).toMatchObject({ status: 'COMPLETE', attempts: 1 });
  });

  test.each([
    ['a day', {}, 24],
    ['the time that the host waits', { maxModelWaitMs: 180 * MINUTE }, 3],
  ])('leave their fields null with a reason once %s is over', async (_time, limits, hours) => {
    const h = await withModel(limits);
    const id = await waiting(h, 'letters');
    for (let hour = 0; hour < hours; hour++) {
      await h.service.runPending();
      expect(await h.row(id)).toMatchObject({ status: 'PROCESSING', attempts: 0 });
      h.clock.turn(60 * MINUTE);
    }
    await h.service.runPending();
    const { body } = await h.call('GET', `/documents/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETE', parsed_document: { who: null } });
    expect(body.errors).toMatchObject([{ code: 'LLM_CALL_FAILED' }]);
  });
});

describe('extractions that failed', () => {
  const webhook = { url: 'https://receiver.example/' };

  /** Some that failed because their blobs could not be read, and how often each was pushed. */
  async function failed(count: number) {
    const pushes: string[] = [];
    const h = await setup({
      fetch: async (_url, { headers }) => {
        pushes.push(`${headers['anchorline-event']} ${headers['anchorline-sequence']}`);
        return { status: 200, headers: { get: () => null }, body: null };
      },
    });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const body = { content_type: 'text/plain', webhook };
      const made = await h.call('POST', '/generate_upload_url/invoices', { body });
      const headers = { 'content-type': 'text/plain' };
      await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers });
      ids.push(made.body.id);
      h.state.broken.add(made.body.id);
    }
    for (let round = 0; round < 4; round++) {
      await h.service.runPending();
      h.clock.turn(2 * MINUTE);
    }
    h.state.broken.clear();
    return { ...h, ids, pushes };
  }

  test('run again when an operator says so, as a new attempt with events of its own', async () => {
    const h = await failed(1);
    const [id = ''] = h.ids;
    expect((await h.row(id)).status).toBe('FAILED');
    const again = await h.call('POST', `/extractions/${id}/retry`);
    expect([again.status, again.body.status, again.body.errors ?? []]).toEqual([200, 'PROCESSING', []]);
    expect((await h.call('POST', `/extractions/${id}/retry`)).body.error.code).toBe('not_retriable');
    await h.service.runPending();
    expect(await h.row(id)).toMatchObject({ status: 'COMPLETE', attempts: 4, seriesStart: 3 });
    expect(h.pushes).toEqual(['extraction.failed 1', 'extraction.retried 2', 'extraction.complete 3']);
  });

  test('run again by filters, a page at a time; by key of their account only', async () => {
    const h = await failed(3);
    const stranger = await h.newKey({ account: 'other' });
    const none = await h.call('POST', '/extractions/retry', { key: stranger });
    expect(none.body).toEqual({ retried: [], skipped: 0, continuation_token: null });
    expect((await h.call('POST', `/extractions/${h.ids[0]}/retry`, { key: stranger })).status).toBe(404);
    const first = await h.call('POST', '/extractions/retry?limit=2');
    const token = encodeURIComponent(first.body.continuation_token);
    const second = await h.call('POST', `/extractions/retry?limit=2&continuation_token=${token}`);
    expect([...first.body.retried, ...second.body.retried].sort()).toEqual([...h.ids].sort());
    expect(second.body).toMatchObject({ skipped: 0, continuation_token: null });
    await h.service.runPending();
    for (const id of h.ids) expect(await h.row(id)).toMatchObject({ status: 'COMPLETE' });
  });

  test('extractions that failed do not run again without their document', async () => {
    const h = await failed(1);
    const [id = ''] = h.ids;
    expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
    expect((await h.call('POST', '/extractions/retry')).body).toMatchObject({ retried: [], skipped: 1 });
    expect((await h.call('POST', `/extractions/${id}/retry`)).status).toBe(409);
  });
});
