/** The sweep: until nothing is left, by one process at a time, beside the documents. */
import { expect, test, vi } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import type { Blobs } from '../../src/service/blobs.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { type Harness, harness, INVOICE, TestClock, totalConfig } from './harness.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

async function typeOf(h: Harness): Promise<void> {
  const body = { name: 'invoices', schema: {} };
  const { body: type } = await h.call('POST', '/document_types', { body });
  await h.call('POST', `/document_types/${type.id}/configurations`, {
    body: { name: 'north', configuration: JSON.stringify(totalConfig()), publish_as: 'production' },
  });
}

/** An extraction that is done. @returns its id */
async function extracted(h: Harness): Promise<string> {
  const { body } = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  await h.call('PUT', body.upload_url, {
    raw: INVOICE,
    headers: { 'content-type': 'text/plain' },
    key: null,
  });
  await h.service.runPending();
  return body.id;
}

/** Services that share what they keep, as processes do. */
async function pair(over: { readonly blobs?: Partial<Blobs> } = {}) {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const blobs = { ...memoryBlobs({ now: clock.now }), ...over.blobs };
  const options = { clock, store, queue: memoryQueue(store), blobs };
  return { clock, store, blobs, services: [await harness(options), await harness(options)] as const };
}

test('a sweep goes on until nothing is left', async () => {
  const h = await harness();
  await typeOf(h);
  const count = 450;
  const documentNames = Array.from({ length: count }, (_, index) => `${index}`);
  const { body: id } = await h.call('POST', '/extract/batch', {
    body: { documentNames, docType: 'invoices' },
  });
  h.clock.turn(8 * DAY);
  expect(await h.service.sweep()).toMatchObject({ failed: count });
  expect((await h.call('GET', `/extract/batch/${id}`)).body).toMatchObject({ waiting: 0, failed: count });
});

test('jobs that were lost come back in one sweep, however many', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const queue = memoryQueue(store);
  let isLosing = true;
  const losing = {
    ...queue,
    enqueue: async (...given: Parameters<typeof queue.enqueue>) => {
      if (!isLosing) await queue.enqueue(...given);
    },
  };
  const h = await harness({ clock, store, queue: losing });
  await typeOf(h);
  const count = 450;
  for (let i = 0; i < count; i += 1) {
    const body = { document_url: 'https://example.com/invoice' };
    await h.call('POST', '/extract_from_url/invoices', { body });
  }
  isLosing = false;
  clock.turn(10 * MINUTE);
  expect(await h.service.sweep()).toMatchObject({ requeued: count });
  expect((await queue.size()).fetch.ready).toBe(count);
});

test('a sweep that is to end ends after its step', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const end = new AbortController();
  const purge = vi.spyOn(store, 'purge');
  const finish = vi.spyOn(store, 'finish').mockImplementationOnce((...given) => {
    end.abort();
    return finish(...given);
  });
  const h = await harness({ clock, store, queue: memoryQueue(store) });
  await typeOf(h);
  const documentNames = Array.from({ length: 450 }, (_, index) => `${index}`);
  await h.call('POST', '/extract/batch', { body: { documentNames, docType: 'invoices' } });
  h.clock.turn(8 * DAY);
  expect(await h.service.sweep({ signal: end.signal })).toMatchObject({ failed: 200 });
  expect(purge).not.toHaveBeenCalled();
});

test('go after their time, with their blobs, and with the batches that are empty then', async () => {
  const clock = new TestClock();
  const blobs = memoryBlobs({ now: clock.now });
  const h = await harness({ clock, blobs, retention: { rowsDays: 10 } });
  await typeOf(h);
  const id = await extracted(h);
  const batch = { documentNames: ['a'], docType: 'invoices' };
  const { body: batchId } = await h.call('POST', '/extract/batch', { body: batch });
  clock.turn(9 * DAY);
  expect(await h.service.sweep()).toMatchObject({ failed: 1, deleted: 0 });
  clock.turn(2 * DAY);
  expect(await h.service.sweep()).toMatchObject({ deleted: 1 });
  expect((await h.call('GET', `/documents/${id}`)).status).toBe(404);
  expect((await h.call('GET', `/extract/batch/${batchId}`)).status).toBe(200);
  const keys = [];
  for await (const key of blobs.list!('', 0)) keys.push(key);
  expect(keys).toEqual([]);
  clock.turn(10 * DAY);
  expect(await h.service.sweep()).toMatchObject({ deleted: 1 });
  expect((await h.call('GET', `/extract/batch/${batchId}`)).status).toBe(404);
});

test('rows can be deleted once they are done', async () => {
  const h = await harness();
  await typeOf(h);
  const { body: waiting } = await h.call('POST', '/generate_upload_url/invoices', { body: {} });
  const refused = await h.call('DELETE', `/documents/${waiting.id}?row=true`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'not_complete']);
  const id = await extracted(h);
  expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
  expect((await h.call('GET', `/documents/${id}`)).status).toBe(200);
  expect((await h.call('DELETE', `/documents/${id}?row=true`)).status).toBe(204);
  expect((await h.call('GET', `/documents/${id}`)).status).toBe(404);
});

test('one worker of all processes sweeps at a time, and another goes on when it stops', async () => {
  const { clock, store, services } = await pair();
  const purge = vi.spyOn(store, 'purge');
  const workers = services.map(({ service }) => service.worker());
  for (const worker of workers) worker.start();
  await vi.waitFor(() => expect(purge).toHaveBeenCalledTimes(1));
  await workers[0]!.stop();
  clock.turn(MINUTE);
  await vi.waitFor(() => expect(purge).toHaveBeenCalledTimes(2));
  await workers[1]!.stop();
});

test('blobs are listed once a day in all, beside the documents', async () => {
  let end = () => {};
  const listed = vi.fn();
  async function* list() {
    listed();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    yield* [];
  }
  const { clock, services } = await pair({ blobs: { list } });
  const [first, second] = services;
  await typeOf(first);
  const workers = services.map(({ service }) => service.worker());
  for (const worker of workers) worker.start();
  await vi.waitFor(() => expect(listed).toHaveBeenCalledTimes(1));
  // The listing goes on, and documents are read all the same.
  const { body } = await first.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  await first.call('PUT', body.upload_url, {
    raw: INVOICE,
    headers: { 'content-type': 'text/plain' },
    key: null,
  });
  await vi.waitFor(async () =>
    expect((await first.call('GET', `/documents/${body.id}`)).body.status).toBe('COMPLETE'),
  );
  end();
  await Promise.all(workers.map((worker) => worker.stop()));
  await second.service.sweep();
  expect(listed).toHaveBeenCalledTimes(1);
  clock.turn(2 * DAY);
  const sweep = second.service.sweep();
  await vi.waitFor(() => expect(listed).toHaveBeenCalledTimes(2));
  end();
  await sweep;
});
