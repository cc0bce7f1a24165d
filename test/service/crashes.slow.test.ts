/** Whatever dies when: no extraction is lost, and none ends twice. */
import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { memoryKeys } from '../../src/service/memory-keys.js';
import type { Fetch } from '../../src/service/outbound/request.js';
import type { LeasedJob, Queue } from '../../src/service/queue.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { createService } from '../../src/service/service.js';
import type { Store } from '../../src/service/store.js';
import { StoreError } from '../../src/service/store-error.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { streamOf } from '../../src/service/streams.js';
import {
  extractor,
  type Harness,
  harness,
  INVOICE,
  SECRETS,
  TestClock,
  totalConfig,
  typeWith,
} from './harness.js';

/** What is no call of its own, or gives no promise. */
const UNBROKEN: ReadonlySet<string | symbol> = new Set(['wait', 'transaction', 'list']);

/** Breaks calls of store, queue and blobs, as a process that dies or a database that goes away does. */
class Breaker {
  /** Calls left until it breaks; none: it does not. */
  left = Number.POSITIVE_INFINITY;
  hasBroken = false;
  /** Whether all later calls break, too: the process is dead. */
  #isDead = false;

  arm(call: number, kind: 'once' | 'dead'): void {
    this.left = call;
    this.hasBroken = false;
    this.#isDead = kind === 'dead';
  }

  disarm(): void {
    this.left = Number.POSITIVE_INFINITY;
  }

  check(): void {
    this.left -= 1;
    if (this.left === 0 || (this.left < 0 && this.#isDead)) {
      this.hasBroken = true;
      throw new StoreError('unavailable', 'The test breaks this call');
    }
  }

  /** An object whose methods break before they do anything. */
  around<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get: (object, name) => {
        const member = Reflect.get(object, name);
        if (typeof member !== 'function' || UNBROKEN.has(name)) return member;
        return async (...parameters: unknown[]) => {
          this.check();
          return member.apply(object, parameters);
        };
      },
    });
  }
}

interface Broken extends Harness {
  readonly breaker: Breaker;
  readonly store: Store;
  readonly queue: Queue;
  readonly pushes: { readonly id: string; readonly body: string }[];
}

/** A service on a store and queue that break; `joins` says whether jobs go into the store's transactions. */
async function broken(joins: boolean): Promise<Broken> {
  const clock = new TestClock();
  const breaker = new Breaker();
  const inner = memoryStore({ now: clock.now });
  const jobs = memoryQueue(inner);
  const store = breaker.around<Store>(inner);
  const pushes: Broken['pushes'] = [];
  const fetch: Fetch = async (_url, { headers, body = '' }) => {
    pushes.push({ id: headers['webhook-id'] ?? '', body });
    return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
  };
  const h = await harness({
    clock,
    store,
    queue: breakingQueue(jobs, joins ? store : undefined, breaker),
    blobs: breaker.around(memoryBlobs({ now: clock.now })),
    fetch,
  });
  return { ...h, breaker, store: inner, queue: jobs, pushes };
}

/** The queue with calls that break; without a store to join it knows nothing of transactions. */
function breakingQueue(jobs: Queue, store: Store | undefined, breaker: Breaker): Queue {
  const { joins: _own, ...rest } = jobs;
  return breaker.around<Queue>(
    store
      ? { ...rest, joins: store }
      : { ...rest, enqueue: (inputs) => jobs.enqueue(inputs), done: (job) => jobs.done(job) },
  );
}

/** More calls than any way through an extraction takes. */
const MOST_CALLS = 60;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Everything that a worker process would do in ten minutes. */
async function settle(h: Broken): Promise<void> {
  h.breaker.disarm();
  for (let minute = 0; minute < 10; minute += 1) {
    h.clock.turn(MINUTE + 1);
    await h.service.sweep();
    await h.service.runPending();
  }
}

/** Does what waits. Once a call has broken the clock goes on: waiting for a store that is away takes time. */
async function work({ service, breaker, clock }: Broken): Promise<void> {
  let isOver = false;
  const working = service
    .runPending()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await new Promise(setImmediate);
    if (breaker.hasBroken) clock.turn(SECOND);
  }
  await working;
}

async function expectOneResult(h: Broken, id: string): Promise<void> {
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ status: 'COMPLETE', parsed_document: { total: { value: '4200' } } });
  const { body: log } = await h.call('GET', `/extractions/${id}/webhook_deliveries`);
  expect(log.webhook_deliveries.map((each: { state: string }) => each.state)).toEqual(['delivered']);
  expect(new Set(h.pushes.map((push) => push.id)).size).toBe(1);
  const { process, fetch } = await h.queue.size();
  expect([process.ready, process.leased, fetch.ready, fetch.leased]).toEqual([0, 0, 0, 0]);
  const { body: counted } = await h.call(
    'GET',
    '/extractions/statistics?start_date=2026-01-01&end_date=2026-02-01',
  );
  const histogram: number[] = counted.statistics[0].coverage_histogram;
  expect(histogram.reduce((sum, each) => sum + each, 0)).toBe(1);
}

describe.each([true, false])('with a queue that joins the store: %s', (joins) => {
  test.each(['once', 'dead'] as const)('a worker whose n-th call breaks (%s) loses nothing', async (kind) => {
    let broke = 0;
    for (let call = 1; call <= MOST_CALLS; call += 1) {
      const h = await broken(joins);
      await typeWith(h, 'invoices', { north: totalConfig() });
      const made = await h.call('POST', '/generate_upload_url/invoices', {
        body: { content_type: 'text/plain', webhook: { url: 'https://receiver.example/hook' } },
      });
      const put = { key: null, raw: INVOICE, headers: { 'content-type': 'text/plain' } };
      expect((await h.call('PUT', made.body.upload_url, put)).status).toBe(200);
      h.breaker.arm(call, kind);
      await work(h);
      const { hasBroken } = h.breaker;
      await settle(h);
      await expectOneResult(h, made.body.id);
      if (!hasBroken) break;
      broke += 1;
    }
    expect(broke).toBeGreaterThan(8);
    expect(broke).toBeLessThan(MOST_CALLS);
  });

  test('an upload whose n-th call breaks answers 503, or was taken', async () => {
    let broke = 0;
    for (let call = 1; call <= MOST_CALLS; call += 1) {
      const h = await broken(joins);
      await typeWith(h, 'invoices', { north: totalConfig() });
      const made = await h.call('POST', '/generate_upload_url/invoices', {
        body: { content_type: 'text/plain', webhook: { url: 'https://receiver.example/hook' } },
      });
      const put = { key: null, raw: INVOICE, headers: { 'content-type': 'text/plain' } };
      h.breaker.arm(call, 'once');
      const first = await h.call('PUT', made.body.upload_url, put);
      const { hasBroken } = h.breaker;
      h.breaker.disarm();
      expect([200, 503]).toContain(first.status);
      if (first.status === 503) expect((await h.call('PUT', made.body.upload_url, put)).status).toBe(200);
      await settle(h);
      await expectOneResult(h, made.body.id);
      if (!hasBroken) break;
      broke += 1;
    }
    expect(broke).toBeGreaterThan(2);
  });
});

test('a result that cannot be written is kept until the store is back, and the work is not done again', async () => {
  const clock = new TestClock();
  const inner = memoryStore({ now: clock.now });
  let outages = 3;
  const store: Store = {
    ...inner,
    finish: async (...parameters) => {
      if (outages-- > 0) throw new StoreError('unavailable', 'The test breaks this call');
      return inner.finish(...parameters);
    },
  };
  const h = await harness({ clock, store, queue: memoryQueue(inner) });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const put = { key: null, raw: INVOICE, headers: { 'content-type': 'text/plain' } };
  await h.call('PUT', made.body.upload_url, put);
  let isOver = false;
  const working = h.service.runPending().then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    if (outages < 3) clock.turn(SECOND);
  }
  await working;
  expect(outages).toBe(-1);
  const row = await inner.getExtraction(null, made.body.id);
  expect([row?.status, row?.attempts]).toEqual(['COMPLETE', 1]);
});

test('a document that kills its worker three times has failed', async () => {
  const h = await broken(true);
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain', webhook: { url: 'https://receiver.example/hook' } },
  });
  const put = { key: null, raw: INVOICE, headers: { 'content-type': 'text/plain' } };
  await h.call('PUT', made.body.upload_url, put);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    // The lease is taken, and the process is gone before the document is read.
    const options = { leaseMs: MINUTE, worker: 'gone', maxAttempts: 3 };
    expect(await h.store.claim(made.body.id, options)).not.toBeNull();
    h.clock.turn(MINUTE + 1);
  }
  await settle(h);
  const { body } = await h.call('GET', `/documents/${made.body.id}`);
  expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'interrupted', type: 'unexpected' }] });
  expect(h.pushes).toHaveLength(1);
});

test('two workers and a queue that gives every job twice end each extraction once', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const inner = memoryQueue(store);
  const given: LeasedJob[] = [];
  const twice: Queue = {
    ...inner,
    async lease(options) {
      const jobs = await inner.lease(options);
      const again = given.splice(0, options.limit - jobs.length);
      given.push(...jobs);
      return [...jobs, ...again];
    },
  };
  const pushes: string[] = [];
  const h = await harness({
    clock,
    store,
    queue: twice,
    fetch: async (_url, { headers }) => {
      pushes.push(headers['webhook-id'] ?? '');
      return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    const made = await h.call('POST', '/generate_upload_url/invoices', {
      body: { content_type: 'text/plain', webhook: { url: 'https://receiver.example/hook' } },
    });
    ids.push(made.body.id);
    await h.call('PUT', made.body.upload_url, {
      key: null,
      raw: INVOICE,
      headers: { 'content-type': 'text/plain' },
    });
  }
  await Promise.all([h.service.runPending(), h.service.runPending()]);
  clock.turn(2 * MINUTE);
  await Promise.all([h.service.runPending(), h.service.runPending()]);
  for (const id of ids) expect((await h.call('GET', `/documents/${id}`)).body.status).toBe('COMPLETE');
  expect(new Set(pushes).size).toBe(8);
  const { body } = await h.call('GET', '/extractions/statistics?start_date=2026-01-01&end_date=2026-02-01');
  expect(body.statistics[0].coverage_histogram.at(-1)).toBe(8);
});

test('a worker that sleeps past its lease drops its result', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const queue = memoryQueue(store);
  let wake = () => {};
  let isAsleep = () => {};
  const asleep = new Promise<void>((resolve) => {
    isAsleep = resolve;
  });
  let calls = 0;
  const sleepy = {
    ...extractor,
    extractBestFit: async (...parameters: Parameters<typeof extractor.extractBestFit>) => {
      calls += 1;
      const result = await extractor.extractBestFit(...parameters);
      if (calls === 1) {
        isAsleep();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return result as never;
    },
  };
  const shared = { store, queue, clock, blobs: memoryBlobs({ now: clock.now }) };
  // A process whose clock has stopped renews nothing.
  const stopped = new TestClock();
  const slow = createService({
    ...shared,
    clock: stopped,
    keys: memoryKeys(),
    extractor: sleepy,
    secrets: SECRETS,
    log: { log: () => undefined },
  });
  const h = await harness(shared);
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, {
    key: null,
    raw: INVOICE,
    headers: { 'content-type': 'text/plain' },
  });
  const late = slow.runPending({ max: 1 });
  await asleep;
  clock.turn(MINUTE + 1);
  await h.service.runPending();
  const before = await h.call('GET', `/documents/${made.body.id}`);
  expect(before.body.status).toBe('COMPLETE');
  wake();
  await late;
  const after = await h.call('GET', `/documents/${made.body.id}`);
  expect(after.body.completed).toBe(before.body.completed);
  const { body } = await h.call('GET', '/extractions/statistics?start_date=2026-01-01&end_date=2026-02-01');
  expect(body.statistics[0].coverage_histogram.at(-1)).toBe(1);
});
