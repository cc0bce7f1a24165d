/** Closing in good order: no more requests, those under way are answered, then workers stop, then all is freed. */
import { describe, expect, test, vi } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { extractor, harness, INVOICE, TestClock, totalConfig, typeWith } from './harness.js';

/** A service whose store answers lists of types only when it is let, and that notes what happens. */
async function slowly() {
  const clock = new TestClock();
  const order: string[] = [];
  const inner = memoryStore({ now: clock.now });
  let open = () => {};
  let reach = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const store = {
    ...inner,
    listTypes: async (account: string) => {
      reach();
      await gate;
      return inner.listTypes(account);
    },
  };
  const h = await harness({ clock, store, queue: { ...memoryQueue(inner), joins: store } });
  return { ...h, clock, order, open, reached };
}

test('requests under way are answered, new ones are 503, and closing waits for the first', async () => {
  const h = await slowly();
  const slow = h.call('GET', '/document_types').then(({ status }) => h.order.push(`answer ${status}`));
  await h.reached;
  const closed = h.service.close().then(() => h.order.push('closed'));
  expect((await h.call('GET', '/extractions')).status).toBe(503);
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(h.order).toEqual([]);
  h.open();
  await Promise.all([slow, closed]);
  expect([...h.order].sort()).toEqual(['answer 200', 'closed']);
});

test('a request that never ends is waited for no longer than the grace', async () => {
  const h = await slowly();
  const slow = h.call('GET', '/document_types');
  await h.reached;
  const closed = h.service.close({ graceMs: 5_000 }).then(() => h.order.push('closed'));
  h.clock.turn(4_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(h.order).toEqual([]);
  h.clock.turn(1);
  await closed;
  h.open();
  await slow;
});

test('workers finish what they have, and are stopped; a second call waits for the first', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const order: string[] = [];
  const h = await harness({
    extractor: {
      ...extractor,
      extractBestFit: (async (...args: Parameters<typeof extractor.extractBestFit>) => {
        begin();
        await new Promise((resolve) => setImmediate(resolve));
        return extractor.extractBestFit(...args);
      }) as typeof extractor.extractBestFit,
    },
    hooks: { onEvent: ({ name }) => void order.push(name) },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const headers = { 'content-type': 'text/plain' };
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers });
  h.service.worker().start();
  await begun;
  const note = (what: string) => () => void order.push(what);
  await Promise.all([h.service.close().then(note('closed')), h.service.close().then(note('closed'))]);
  expect(order).toEqual(['extraction.complete', 'closed', 'closed']);
  expect(() => h.service.worker()).toThrow('The service was closed.');
});

describe('a worker that is stopped', () => {
  const never = () => new Promise<never>(() => undefined);
  const GRACE = 5_000;

  /** What a promise has come to by now. */
  async function isOver(work: Promise<unknown>): Promise<boolean> {
    let over = false;
    work.then(() => {
      over = true;
    });
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    return over;
  }

  test('waits for a step of the sweep no longer than the grace', async () => {
    const clock = new TestClock();
    const listing = vi.fn(never);
    async function* list() {
      yield await listing();
    }
    const h = await harness({ clock, blobs: { ...memoryBlobs({ now: clock.now }), list } });
    const worker = h.service.worker();
    worker.start();
    await vi.waitFor(() => expect(listing).toHaveBeenCalled());
    const stopped = worker.stop({ graceMs: GRACE });
    clock.turn(GRACE - 1);
    expect(await isOver(stopped)).toBe(false);
    clock.turn(1);
    await stopped;
    expect(h.errors).toEqual([]);
  });

  test('waits for a store that says nothing until it could have given its work back', async () => {
    const clock = new TestClock();
    const store = memoryStore({ now: clock.now });
    const lease = vi.fn(never);
    const h = await harness({ clock, store, queue: { ...memoryQueue(store), lease } });
    const worker = h.service.worker();
    worker.start();
    await vi.waitFor(() => expect(lease).toHaveBeenCalled());
    const stopped = worker.stop({ graceMs: GRACE });
    expect(await isOver(stopped)).toBe(false);
    clock.turn(GRACE);
    expect(await isOver(stopped)).toBe(false);
    clock.turn(10_000);
    await stopped;
  });
});
