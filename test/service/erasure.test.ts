/** Erasing an extraction: nothing of what was in it can be had any more, wherever it was kept. */
import { expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import type { Blobs } from '../../src/service/blobs.js';
import type { FetchInit } from '../../src/service/outbound/request.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import type { ServiceOptions } from '../../src/service/service.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { streamOf } from '../../src/service/streams.js';
import { type Harness, harness, INVOICE, TestClock, totalConfig, typeWith, uploaded } from './harness.js';

const TEXT = { 'content-type': 'text/plain' };
const MINUTE = 60_000;

/** Words that are in nothing but what was asked and found. */
const SECRETS = ['4200', 'jane-doe', 'payload-of-jane', 'case-of-jane'];

/** A service whose receiver gives back what it gets, and all that its memory holds as text. */
async function remembering(options: Partial<ServiceOptions> = {}) {
  const clock = (options.clock as TestClock | undefined) ?? new TestClock();
  const store = memoryStore({ now: clock.now });
  const blobs = memoryBlobs({ now: clock.now });
  const h = await harness({
    clock,
    store,
    queue: memoryQueue(store),
    blobs,
    fetch: async (_url: string, { body = '' }: FetchInit) => ({
      status: 200,
      headers: { get: () => null },
      body: streamOf(new TextEncoder().encode(body)),
    }),
    ...options,
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const held = async () => {
    const { memory } = store;
    const tables = Object.values(memory).filter(
      (each): each is { values(): Iterable<unknown> } => typeof each?.values === 'function',
    );
    const rows = JSON.stringify(tables.map((table) => [...table.values()]));
    const bytes: string[] = [];
    for await (const key of blobs.list!('', 0)) {
      const stream = await blobs.get(key);
      bytes.push(await new Response(stream).text());
    }
    const all = [rows, ...bytes].join('\n');
    return SECRETS.filter((secret) => all.includes(secret));
  };
  return { ...h, store, blobs, held };
}

/** An extraction with all that a request can say. */
function janes(h: Harness): Promise<string> {
  return uploaded(h, 'invoices', INVOICE, {
    query: '?document_name=jane-doe.txt',
    body: {
      webhook: { url: 'https://receiver.example/', payload: 'payload-of-jane' },
      extra_data: { case: 'case-of-jane' },
    },
  });
}

test('an extraction that is erased has left nothing of what was in it', async () => {
  const h = await remembering();
  const id = await janes(h);
  expect(await h.held()).toEqual(SECRETS);
  expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
  expect(await h.held()).toEqual([]);
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ status: 'COMPLETE', webhook: { url: 'https://receiver.example/' } });
  expect(body).not.toHaveProperty('document_name');
  expect((await h.call('GET', '/extractions')).body.extractions[0]).not.toHaveProperty('filename');
  expect(h.errors).toEqual([]);
});

test('repetitions with an Idempotency-Key do not give what was erased', async () => {
  const h = await remembering();
  const ask = () =>
    h.call('POST', '/extract/invoices?document_name=jane-doe.txt', {
      raw: INVOICE,
      headers: { ...TEXT, 'idempotency-key': 'once' },
    });
  const first = await ask();
  expect((await ask()).text).toBe(first.text);
  await h.call('DELETE', `/documents/${first.body.id}`);
  expect(await h.held()).toEqual([]);
  const again = await ask();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  expect(again.body.id).not.toBe(first.body.id);
});

test.each(['csv', 'excel'])('the link of an earlier %s leads nowhere', async (format) => {
  const h = await remembering();
  const [id, other] = [await janes(h), await janes(h)];
  const { body: both } = await h.call('GET', `/generate_${format}/${id},${other}`);
  const { body: apart } = await h.call('GET', `/generate_${format}/${other}`);
  const status = async (url: string) => (await h.call('GET', url, { key: null })).status;
  expect([await status(both.url), await status(apart.url)]).toEqual([200, 200]);
  await h.call('DELETE', `/documents/${id}`);
  expect([await status(both.url), await status(apart.url)]).toEqual([404, 200]);
});

test('a spreadsheet that is being made while an extraction of it is erased is not given out', async () => {
  const inner = memoryBlobs();
  let meanwhile = async () => {};
  const put: Blobs['put'] = async (key, ...rest) => {
    if (key.includes('/spreadsheets/')) await meanwhile();
    return inner.put(key, ...rest);
  };
  const h = await remembering({ blobs: { ...inner, put } });
  const id = await janes(h);
  meanwhile = async () => {
    expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
  };
  expect((await h.call('GET', `/generate_csv/${id}`)).status).toBe(404);
  const left: string[] = [];
  for await (const key of inner.list!('', 0)) left.push(key);
  expect(left).toEqual([]);
});

test('the answer says so where bytes cannot be deleted, and they are tried again until they are gone', async () => {
  const clock = new TestClock();
  const inner = memoryBlobs({ now: clock.now });
  let isBroken = true;
  const { list: _list, ...rest } = inner;
  const blobs: Blobs = {
    ...rest,
    delete: async (key) => {
      if (isBroken) throw new Error('no disk');
      await inner.delete(key);
    },
  };
  const h = await remembering({ clock, blobs });
  const id = await janes(h);
  const keys = async () => {
    const found: string[] = [];
    for await (const key of inner.list!('', 0)) found.push(key);
    return found;
  };
  const erase = async () => {
    const { status, body, headers } = await h.call('DELETE', `/documents/${id}`);
    return [status, body.error?.code, body.error?.extraction_id, headers.get('retry-after')];
  };
  expect(await erase()).toEqual([503, 'erasure_incomplete', id, '60']);
  expect((await h.call('GET', `/documents/${id}`)).body).not.toHaveProperty('parsed_document');
  expect(await erase()).toEqual([503, 'erasure_incomplete', id, '60']);
  clock.turn(2 * MINUTE);
  await h.service.sweep();
  expect(await keys()).toHaveLength(1);
  isBroken = false;
  await h.service.sweep();
  expect(await keys()).toHaveLength(1);
  clock.turn(2 * MINUTE);
  expect(await h.service.sweep()).toMatchObject({ blobs: 1 });
  expect(await keys()).toEqual([]);
  expect((await erase())[0]).toBe(204);
});
