/** What is odd about a request, or away under the service, has a status of its own, and is no fault inside. */
import { describe, expect, test, vi } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { postgresBlobs } from '../../src/service/blobs/postgres.js';
import { OPERATIONS } from '../../src/service/operations/index.js';
import { describing } from '../../src/service/operations/service-state.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { postgresStore } from '../../src/service/stores/postgres.js';
import { harness, INVOICE, ORIGIN, TestClock, totalConfig, typeWith, uploaded } from './harness.js';

const TEXT = { 'content-type': 'text/plain' };

test.each([
  'start_date=0000-01-01&end_date=2026-01-01',
  'start_date=2026-01-01&end_date=9999-12-31T23:59:59-23:59',
  'start_date=0001-01-01T00:00:00%2B23:59&end_date=2026-01-01',
])('dates that no database has are refused: %s', async (dates) => {
  const h = await harness();
  for (const path of ['/extractions', '/extractions/statistics']) {
    const { status, body } = await h.call('GET', `${path}?${dates}`);
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(body.error.issues[0].message).toContain('years 1 to 9999');
  }
  const all = await h.call('GET', '/extractions?start_date=0001-01-01&end_date=9999-12-31');
  expect(all.status).toBe(200);
});

test('a NUL is refused wherever it is, in paths, queries and bodies', async () => {
  const h = await harness();
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const refused = async (method: string, path: string, options = {}) => {
    const { status, body } = await h.call(method, path, options);
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    return body.error.issues[0].path;
  };
  expect(await refused('POST', '/generate_upload_url/invoices%00')).toBe('document_type');
  expect(await refused('GET', `/document_types/${type}/configurations/a%00b`)).toBe('name');
  expect(await refused('POST', '/generate_upload_url/invoices?filename=a%00')).toBe('filename');
  const body = { name: 'others', schema: {}, description: 'a\0b' };
  expect(await refused('POST', '/document_types', { body })).toBe('description');
  const extra = { extra_data: { 'a\0': 1 } };
  expect(await refused('POST', '/generate_upload_url/invoices', { body: extra })).toMatch(/^extra_data/u);
  expect(h.errors).toEqual([]);
});

test.each([
  ['members', `{${Array.from({ length: 380_000 }, (_, i) => `"m${i}":1`).join(',')}}`],
  ['arrays', `{"name":"invoices","schema":[${'[],'.repeat(1_700_000)}[]]}`],
])('a body of very many %s is refused before it is parsed', async (_, raw) => {
  const parse = vi.spyOn(JSON, 'parse');
  const h = await harness({ limits: { maxJsonBytes: 8_000_000 } });
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${ORIGIN}/v0/document_types`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${h.key}` },
    body: raw,
  });
  const response = await h.service.handle(request);
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect([response.status, error.code]).toEqual([400, 'invalid_request']);
  expect(error.message).toContain('more than 250000 values');
});

test('a body nests as deep as it may, brackets and NULs in its texts apart', async () => {
  const h = await harness();
  const send = async (schema: string) => {
    const raw = `{"name":"invoices","schema":${schema}}`;
    const { body } = await h.call('POST', '/document_types', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    return String(body.error?.message);
  };
  const nested = (levels: number, inner = '') => '['.repeat(levels) + inner + ']'.repeat(levels);
  expect(await send(nested(699))).toContain('schema: must be an object, not an array');
  expect(await send(nested(700))).toContain('deeper than 700 levels');
  const text = JSON.stringify('\\u0000 " [[[['.repeat(200));
  expect(await send(nested(699, text))).toContain('schema: must be an object, not an array');
  expect(await send(nested(2, '"\\\\\\u0000"'))).toContain('U+0000');
});

test('null is absence for webhook and content_type', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const body = { webhook: null, content_type: null };
  const made = await h.call('POST', '/generate_upload_url/invoices', { body });
  expect(made.status).toBe(200);
  expect(made.body).not.toHaveProperty('webhook');
  const batch = { documentNames: ['a'], docType: 'invoices', webhook: null };
  expect((await h.call('POST', '/extract/batch', { body: batch })).status).toBe(200);
});

test('an address that is not allowed is described where a webhook is taken', () => {
  const takers = OPERATIONS.filter(({ id }) => id === 'createBatch' || id === 'generateUploadUrl');
  expect(takers.map(({ errors }) => errors.includes('url_not_allowed'))).toEqual([true, true]);
});

test('unknown members are reported one by one up to a hundred', async () => {
  const h = await harness();
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`m${i}`, 1]));
  const { body } = await h.call('POST', '/document_types', {
    body: { name: 'invoices', schema: {}, ...members },
  });
  expect(body.error.issues).toHaveLength(100);
  expect(body.error.message).toContain('and 97 more');
  expect(body.error.issues.at(-1)).toEqual({ path: '', message: 'has 4901 more unknown members' });
});

test.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'an upload to a disk that says %s is answered with 503',
  async (code) => {
    const blobs = memoryBlobs();
    const put = async () => {
      throw new Error('the name of a file', { cause: Object.assign(new Error('write'), { code }) });
    };
    const h = await harness({ blobs: { ...blobs, put } });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const made = await h.call('POST', '/generate_upload_url/invoices', {
      body: { content_type: 'text/plain' },
    });
    const answer = await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
    expect([answer.status, answer.body.error.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
  },
);

test.each([
  ['multipart/form-data; boundary=x', {}, 415, 'unsupported_document', 'raw bytes'],
  ['text/plain', { 'content-range': 'bytes 0-9/20' }, 400, 'invalid_request', 'in one request'],
])('a document in %s with %j is refused', async (type, range, status, code, advice) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const body = { content_type: 'text/plain' };
  const made = await h.call('POST', '/generate_upload_url/invoices', { body });
  const sent = { raw: INVOICE, headers: { 'content-type': type, ...range } };
  for (const answer of [
    await h.call('POST', '/extract/invoices', sent),
    await h.call('POST', '/classify', sent),
    await h.call('PUT', made.body.upload_url, { ...sent, key: null }),
  ]) {
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.body.error.message).toContain(advice);
  }
  const put = await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  expect(put.status).toBe(200);
});

/** A pool whose database answers everything with one error. */
function failingPool(code: string) {
  const error = Object.assign(new Error('no'), { code });
  const released: unknown[] = [];
  const query = async (text: string) => {
    if (text === 'rollback') return { rows: [] };
    throw error;
  };
  const session = { query, release: (destroy: unknown) => released.push(destroy) };
  return { pool: { query, connect: async () => session } as never, released };
}

test.each([
  ['no room', '53100'],
  ['only reads', '25006'],
  ['a statement that took too long', '57014'],
  ['a lock that was not to be had', '55P03'],
])('a database that says %s (%s) is answered with 503, for rows and for bytes', async (_, code) => {
  const { pool } = failingPool(code);
  const store = postgresStore({ client: pool });
  const h = await harness({ store, queue: memoryQueue(memoryStore()) });
  const { status, body, headers } = await h.call('GET', '/document_types');
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  const blobs = postgresBlobs(pool);
  const calls = [blobs.put('a/b', new Uint8Array(1), {}), blobs.get('a/b'), blobs.size('a/b')];
  for (const call of [...calls, blobs.delete('a/b')]) {
    await expect(call).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  }
});

test.each(['25006', '57014', '55P03'])(
  'a session that says %s does not go back to its pool',
  async (code) => {
    const { pool, released } = failingPool(code);
    const store = postgresStore({ client: pool });
    await expect(store.transaction(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
    expect(released).toEqual([true]);
  },
);

describe('health', () => {
  const path = '/health';

  test('health is reported within 2 s while the database is silent', async () => {
    const store = memoryStore();
    const silent = { ...store, checkWritable: () => new Promise<never>(() => undefined) };
    const h = await harness({ store: silent, queue: memoryQueue(store) });
    const asked = h.call('GET', path, { key: null });
    await new Promise((resolve) => setImmediate(resolve));
    h.clock.turn(2_000);
    const { status, body } = await asked;
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
  });

  test('health is 503 while the database can only be read', async () => {
    const released: unknown[] = [];
    const query = async () => ({ rows: [{ read_only: 'on' }] });
    const session = { query, release: (destroy: unknown) => released.push(destroy) };
    const store = postgresStore({ client: { query, connect: async () => session } as never });
    const h = await harness({ store, queue: memoryQueue(memoryStore()) });
    const { status, body } = await h.call('GET', path, { key: null });
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(released).toEqual([true]);
  });

  test('leaves no timer behind where the database answers', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const clock = new TestClock();
    const { sleep } = clock;
    clock.sleep = (milliseconds, signal) => {
      signals.push(signal);
      return sleep(milliseconds, signal);
    };
    const h = await harness({ clock });
    expect((await h.call('GET', path, { key: null })).status).toBe(200);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });
});

test('the description is made once', async () => {
  const describe = describing(OPERATIONS, 'v0');
  const input = { context: { baseUrl: undefined, basePath: '' } } as never;
  expect(await describe.run(input)).toBe(await describe.run(input));
});

test('a review token is stored nowhere in the clear, and a repetition gets it all the same', async () => {
  const stored: string[] = [];
  const store = memoryStore();
  const noted = {
    ...store,
    insertToken: (...given: Parameters<typeof store.insertToken>) => {
      stored.push(JSON.stringify(given[0]));
      return store.insertToken(...given);
    },
    saveIdempotent: (...given: Parameters<typeof store.saveIdempotent>) => {
      stored.push(JSON.stringify(given.slice(0, 2)));
      return store.saveIdempotent(...given);
    },
  };
  const h = await harness({ store: noted, queue: memoryQueue(noted) });
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const id = await uploaded(h, 'invoices', INVOICE);
  const request = {
    headers: { 'idempotency-key': 'once' },
    body: { grants: [{ route: '/documents/{id}', method: 'GET', path: { id } }] },
  };
  const first = await h.call('POST', '/account/auth_tokens', request);
  const again = await h.call('POST', '/account/auth_tokens', request);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  const [, secret] = first.body.token.split(':');
  expect(stored.length).toBeGreaterThanOrEqual(2);
  expect(stored.join()).not.toContain(secret);
  const read = await h.call('GET', `/documents/${id}`, { key: again.body.token });
  expect(read.body).toMatchObject({ id });
});
