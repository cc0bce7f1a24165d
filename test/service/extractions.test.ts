/** Extractions from request to result, their life cycle on a clock that tests turn. */
import { utils, write as writeWorkbook } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ServiceEvent } from '../../src/service/context.js';
import type { Fetch, FetchResponse } from '../../src/service/outbound/request.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { streamOf } from '../../src/service/streams.js';
import {
  extractor,
  type Harness,
  harness,
  INVOICE,
  RECEIPT,
  TestClock,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

const TEXT = { 'content-type': 'text/plain' };
const MINUTE = 60_000;

function answerOf(status: number, body = '', headers: Record<string, string> = {}): FetchResponse {
  return {
    status,
    headers: { get: (name) => headers[name] ?? null },
    body: streamOf(new TextEncoder().encode(body)),
  };
}

test('goes from WAITING through PROCESSING to COMPLETE', async () => {
  const events: ServiceEvent[] = [];
  const failures: unknown[] = [];
  const h = await harness({
    hooks: { onEvent: (event) => void events.push(event), onError: (error) => failures.push(error) },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices?filename=a.txt', {
    body: { content_type: 'text/plain', extra_data: { case: 7 } },
  });
  expect(made.body).toMatchObject({
    status: 'WAITING',
    type: 'invoices',
    environment: 'production',
    filename: 'a.txt',
    document_name: 'a.txt',
    extra_data: { case: 7 },
  });
  expect(Date.parse(made.body.upload_url_expires) - h.clock.now()).toBe(15 * MINUTE);
  const waiting = await h.call('GET', `/documents/${made.body.id}`);
  expect(waiting.body.status).toBe('WAITING');
  expect(waiting.headers.get('retry-after')).toBe('2');
  const put = await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  expect([put.status, put.text]).toEqual([200, '']);
  const queued = await h.call('GET', `/documents/${made.body.id}`);
  expect(queued.body).toMatchObject({ status: 'PROCESSING', content_type: 'text/plain' });
  expect(await h.service.runPending()).toBe(1);
  const done = await h.call('GET', `/documents/${made.body.id}`);
  expect(done.body).toMatchObject({
    status: 'COMPLETE',
    configuration: 'north',
    parsed_document: { total: { value: '4200' } },
    coverage: 1,
    charged: 1,
    errors: [],
    extra_data: { case: 7 },
    page_count: 1,
    actor: 'api_key: test',
  });
  expect(done.headers.get('retry-after')).toBeNull();
  expect((await h.call('GET', done.body.download_url, { key: null })).text).toBe(INVOICE);
  expect(events.map(({ name, sequence }) => [name, sequence])).toEqual([['extraction.complete', 1]]);
  expect(failures).toEqual([]);
});

test('an upload of CSV needs its content_type in the request, whatever the header says', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const raw = 'Total: 7,x\n';
  const csv = { 'content-type': 'text/csv' };
  const plain = await h.call('POST', '/generate_upload_url/invoices');
  const refused = await h.call('PUT', plain.body.upload_url, { key: null, raw, headers: csv });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'unknown_content']);
  const declared = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/csv' },
  });
  const put = await h.call('PUT', declared.body.upload_url, { key: null, raw, headers: csv });
  expect(put.status).toBe(200);
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${declared.body.id}`);
  expect(body.parsed_document).toMatchObject({ total: { value: '7' } });
});

test.each([
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12'],
] as const)('an upload of %s is extracted from, with its type and without', async (bookType, contentType) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const sheet = utils.aoa_to_sheet([['North Company'], ['Total: 4200']]);
  const book = { SheetNames: ['A'], Sheets: { A: sheet } };
  const written = new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }));
  // In the order of the standard: the mark of an OpenDocument file is first and is not packed.
  const mark = bookType === 'ods' ? { mimetype: strToU8(contentType) } : {};
  const raw = zipSync({ ...mark, ...unzipSync(written) }, { level: 0 });
  for (const body of [{}, { content_type: contentType }]) {
    const made = await h.call('POST', '/generate_upload_url/invoices', { body });
    const headers = { 'content-type': contentType };
    expect((await h.call('PUT', made.body.upload_url, { key: null, raw, headers })).status).toBe(200);
    await h.service.runPending();
    expect((await h.call('GET', `/documents/${made.body.id}`)).body).toMatchObject({
      status: 'COMPLETE',
      content_type: contentType,
      parsed_document: { total: { value: '4200' } },
    });
  }
});

test('an upload of the same bytes is taken again, one of others is not, and an address expires', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const put = (raw: string) => h.call('PUT', body.upload_url, { key: null, raw, headers: TEXT });
  expect([(await put(INVOICE)).status, (await put(INVOICE)).status, (await put(RECEIPT)).status]).toEqual([
    200, 200, 409,
  ]);
  h.clock.turn(15 * MINUTE);
  expect((await put(INVOICE)).status).toBe(403);
});

test.each([
  ['a changed token', (url: string) => `${url}x`],
  ['another operation', (url: string) => url.replace('/uploads/', '/files/')],
])('an upload with %s is refused', async (_, change) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices');
  const method = change(body.upload_url).includes('/files/') ? 'GET' : 'PUT';
  const raw = method === 'PUT' ? { raw: INVOICE } : {};
  expect((await h.call(method, change(body.upload_url), { key: null, ...raw })).status).toBe(403);
});

test('an upload that is refused leaves the address usable', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/csv' },
  });
  const put = (raw: string | Uint8Array<ArrayBuffer>, type: string) =>
    h.call('PUT', body.upload_url, { key: null, raw, headers: { 'content-type': type } });
  expect((await put('a,b', 'application/pdf')).body.error.code).toBe('content_type_mismatch');
  expect((await put('%PDF-1.7', 'text/csv')).body.error.code).toBe('content_type_mismatch');
  expect((await put(new Uint8Array([0, 1, 2]), 'text/csv')).body.error.code).toBe('content_type_mismatch');
  expect((await h.call('GET', `/documents/${body.id}`)).body.status).toBe('WAITING');
  expect((await put('a,b\n1,2\n', 'TEXT/CSV; charset=utf-8')).status).toBe(200);
});

test('upload is cut off while it streams', async () => {
  const h = await harness({ limits: { maxDocumentBytes: 1000 } });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices');
  let sent = 0;
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 100;
      controller.enqueue(new Uint8Array(100));
    },
    cancel() {
      cancelled = true;
    },
  });
  const request = new Request(body.upload_url, {
    method: 'PUT',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  const response = await h.service.handle(request);
  expect([response.status, cancelled]).toEqual([413, true]);
  expect(sent).toBeLessThan(2000);
});

test('an upload that nobody makes fails after the address and five minutes', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices');
  h.clock.turn(20 * MINUTE - 1);
  await h.service.sweep();
  expect((await h.call('GET', `/documents/${body.id}`)).body.status).toBe('WAITING');
  h.clock.turn(2);
  expect((await h.service.sweep()).failed).toBe(1);
  const failed = await h.call('GET', `/documents/${body.id}`);
  expect(failed.body).toMatchObject({
    status: 'FAILED',
    errors: [{ code: 'document_missing', type: 'invalid' }],
  });
  expect(failed.body.error).toBe(failed.body.errors[0].message);
});

test('waits for ever where the host wants that', async () => {
  const h = await harness({ expireWaiting: false });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices');
  h.clock.turn(1000 * MINUTE);
  await h.service.sweep();
  expect((await h.call('GET', `/documents/${body.id}`)).body.status).toBe('WAITING');
});

describe('fetching', () => {
  const serve = async (fetch: Fetch, body: object = {}) => {
    const h = await harness({ fetch });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const made = await h.call('POST', '/extract_from_url/invoices', {
      body: {
        document_url: 'https://files.example/a?token=secret#part',
        content_type: 'text/plain',
        ...body,
      },
    });
    await h.service.runPending();
    return { h, id: made.body.id as string };
  };

  test('a document that was fetched goes to COMPLETE', async () => {
    const asked: string[] = [];
    const { h, id } = await serve(async (url) => {
      asked.push(url);
      return answerOf(200, INVOICE);
    });
    const { body, text } = await h.call('GET', `/documents/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETE', parsed_document: { total: { value: '4200' } } });
    expect(asked).toEqual(['https://files.example/a?token=secret']);
    expect(text).not.toContain('secret');
  });

  test.each([
    [404, 'url_not_allowed'],
    [403, 'url_not_allowed'],
  ])('an address that answers %d fails at once', async (status, code) => {
    const { h, id } = await serve(async () => answerOf(status, 'nobody may read this'));
    const { body, text } = await h.call('GET', `/documents/${id}`);
    expect(body).toMatchObject({ status: 'FAILED', errors: [{ code }] });
    expect(text).not.toContain('nobody may read');
  });

  test('an address that answers 503 is tried three times', async () => {
    let asked = 0;
    const { h, id } = await serve(async () => {
      asked += 1;
      return answerOf(503);
    });
    const status = async () => (await h.call('GET', `/documents/${id}`)).body.status;
    expect([asked, await status()]).toEqual([1, 'WAITING']);
    h.clock.turn(12_001);
    await h.service.runPending();
    expect([asked, await status()]).toEqual([2, 'WAITING']);
    h.clock.turn(72_001);
    await h.service.runPending();
    expect([asked, await status()]).toEqual([3, 'FAILED']);
  });

  test('an address that recovers goes to COMPLETE', async () => {
    let asked = 0;
    const { h, id } = await serve(async () => {
      asked += 1;
      return asked === 1 ? answerOf(500) : answerOf(200, INVOICE);
    });
    h.clock.turn(12_001);
    await h.service.runPending();
    expect((await h.call('GET', `/documents/${id}`)).body.status).toBe('COMPLETE');
  });

  test('an address of a web page says so', async () => {
    const page = '<!doctype html><html><body>Sign in</body></html>';
    const { h, id } = await serve(async () => answerOf(200, page), { content_type: 'application/pdf' });
    const { body } = await h.call('GET', `/documents/${id}`);
    expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'unknown_content' }] });
    expect(body.error).toContain('sign-in');
  });

  test('an address of a document that is too large fails', async () => {
    const h = await harness({ fetch: async () => answerOf(200, INVOICE), limits: { maxDocumentBytes: 10 } });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const made = await h.call('POST', '/extract_from_url/invoices', {
      body: { document_url: 'https://files.example/a', content_type: 'text/plain' },
    });
    await h.service.runPending();
    const { body } = await h.call('GET', `/documents/${made.body.id}`);
    expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'too_large' }] });
  });

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'ftp://files.example/',
    'http://2130706433/',
  ])('an address of %s is refused', async (url) => {
    const h = await harness();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const answer = await h.call('POST', '/extract_from_url/invoices', { body: { document_url: url } });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'url_not_allowed']);
    const hook = await h.call('POST', '/generate_upload_url/invoices', { body: { webhook: { url } } });
    expect([hook.status, hook.body.error.issues[0].path]).toEqual([400, 'webhook.url']);
  });
});

test('best fit chooses by fingerprint', async () => {
  const h = await harness();
  await typeWith(h, 'papers', {
    north: totalConfig({ fingerprint: 'North Company', id: 'amount' }),
    south: totalConfig({ fingerprint: 'South Company' }),
  });
  const id = await uploaded(h, 'papers', RECEIPT);
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ configuration: 'south', parsed_document: { total: { value: '99' } } });
  expect(body.classification_summary.map((each: { configuration: string }) => each.configuration)).toEqual([
    'south',
    'north',
  ]);
  expect(body.errors).toEqual([]);
});

test('a config whose fingerprint does not pass says so, and runs in no strict request', async () => {
  const h = await harness();
  await typeWith(h, 'papers', {
    north: totalConfig({ fingerprint: 'North Company', id: 'amount' }),
    east: totalConfig({ fingerprint: 'East Company', id: 'amount' }),
  });
  const shown = async (query: string) => {
    const { body } = await h.call('GET', `/documents/${await uploaded(h, 'papers', RECEIPT, { query })}`);
    return body;
  };
  expect(await shown('')).toMatchObject({
    status: 'COMPLETE',
    configuration: 'east',
    configuration_fingerprint: { passed: 0, tests: 1 },
    warnings: [
      {
        code: 'FINGERPRINT_NOT_PASSED',
        message: expect.stringContaining('0 of 1 tests pass (no line matches "East Company")'),
      },
    ],
  });
  expect(await shown('?strict=false')).toMatchObject({ status: 'COMPLETE' });
  const refused = { code: 'no_fingerprint_match', message: expect.stringContaining('"North Company"') };
  expect(await shown('?strict=TRUE')).toMatchObject({ status: 'FAILED', errors: [refused] });
  const sync = (path: string) => h.call('POST', path, { raw: RECEIPT, headers: TEXT });
  expect(await sync('/extract/papers?strict=true')).toMatchObject({ status: 400, body: { error: refused } });
  expect((await sync('/extract/papers?strict=perhaps')).status).toBe(400);
  // A configuration that is named runs, whatever its fingerprint says.
  expect(await sync('/extract/papers/north?strict=true')).toMatchObject({
    status: 200,
    body: { configuration_fingerprint: { passed: 0, tests: 1 } },
  });
  const batch = { documentNames: ['a.txt'], docType: 'papers', contentTypes: ['text/plain'] };
  const { body: id } = await h.call('POST', '/extract/batch?strict=true', { body: batch });
  const { body: urls } = await h.call('GET', `/extract/batch/upload_urls/${id}/0/0`);
  await h.call('PUT', urls[0], { key: null, raw: RECEIPT, headers: TEXT });
  await h.service.runPending();
  expect((await h.call('GET', `/extract/batch/${id}`)).body).toMatchObject({ failed: 1 });
});

test('warnings come with the result, those of a document with that document', async () => {
  const h = await harness();
  const config = {
    ...totalConfig({ fingerprint: 'Company' }),
    preprocessors: [{ type: 'scale', samples: [{ match: 'nowhere', targetHeight: 0.1 }] }],
  };
  await typeWith(h, 'papers', { north: config });
  const warning = expect.objectContaining({ code: 'PREPROCESSOR_NO_MATCH', message: expect.any(String) });
  const single = await h.call('GET', `/documents/${await uploaded(h, 'papers', RECEIPT)}`);
  expect(single.body).toMatchObject({ errors: [], warnings: [warning] });
  const made = await h.call('POST', '/generate_upload_url', {
    body: { types: ['papers'], content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: RECEIPT, headers: TEXT });
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${made.body.id}`);
  expect(body).toMatchObject({
    warnings: [],
    documents: [{ output: { warnings: [warning], configuration_fingerprint: { passed: 1, tests: 1 } } }],
  });
});

test('a named config runs whatever its fingerprint says, in strict mode, too', async () => {
  const h = await harness();
  const configs = { north: totalConfig({ fingerprint: 'North Company' }), south: totalConfig() };
  await typeWith(h, 'papers', configs, { fingerprint_mode: 'strict' });
  const made = await h.call('POST', '/generate_upload_url/papers/north', {
    body: { content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: RECEIPT, headers: TEXT });
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${made.body.id}`);
  expect(body).toMatchObject({ status: 'COMPLETE', configuration: 'north' });
  expect(body.classification_summary).toHaveLength(1);
});

test('a strict type without a match fails for its configuration', async () => {
  const h = await harness();
  const configs = { north: totalConfig({ fingerprint: 'North Company' }) };
  await typeWith(h, 'papers', configs, { fingerprint_mode: 'strict' });
  const id = await uploaded(h, 'papers', RECEIPT);
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({
    status: 'FAILED',
    errors: [{ code: 'no_fingerprint_match', type: 'configuration' }],
  });
});

test('a type that was deleted meanwhile fails the extraction', async () => {
  const h = await harness();
  const type = await typeWith(h, 'papers', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/papers', { body: { content_type: 'text/plain' } });
  await h.call('PUT', made.body.upload_url, { key: null, raw: RECEIPT, headers: TEXT });
  expect((await h.call('DELETE', `/document_types/${type}`)).status).toBe(204);
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${made.body.id}`);
  expect(body).toMatchObject({ status: 'FAILED', type: 'papers', errors: [{ type: 'configuration' }] });
});

test('what is unpublished while it waits does not run', async () => {
  const h = await harness();
  const type = await typeWith(h, 'papers', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/papers', { body: { content_type: 'text/plain' } });
  await h.call('PUT', made.body.upload_url, { key: null, raw: RECEIPT, headers: TEXT });
  await h.call('DELETE', `/document_types/${type}/configurations/north/production`);
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${made.body.id}`);
  expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'no_published_config' }] });
});

describe('at once', () => {
  const ask = async (h: Harness, raw: string, headers: Record<string, string> = TEXT, query = '') => {
    await typeWith(h, 'invoices', { north: totalConfig() });
    return h.call('POST', `/extract/invoices${query}`, { raw, headers });
  };

  test('answers with the result, which can be read again', async () => {
    const h = await harness();
    const { status, body } = await ask(h, INVOICE, TEXT, '?document_name=x.txt');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'COMPLETE',
      document_name: 'x.txt',
      parsed_document: { total: { value: '4200' } },
    });
    const { download_url: _link, ...again } = (await h.call('GET', `/documents/${body.id}`)).body;
    const { download_url: _other, ...first } = body;
    expect(again).toEqual(first);
  });

  test.each(['', 'data:text/csv;base64,'])('takes Base64 after %j', async (prefix) => {
    const h = await harness();
    const document = prefix + Buffer.from('%PDF-1.7 broken').toString('base64');
    const answer = await ask(h, JSON.stringify({ document }), { 'content-type': 'application/json' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'document_invalid']);
    const kept = await h.call('GET', `/documents/${answer.body.error.extraction_id}`);
    expect(kept.body).toMatchObject({ status: 'FAILED', errors: [{ code: 'document_invalid' }] });
  });

  test('takes documents up to a size', async () => {
    const h = await harness({ limits: { maxSyncBytes: INVOICE.length } });
    expect((await ask(h, INVOICE)).status).toBe(200);
    const larger = await h.call('POST', '/extract/invoices', { raw: `${INVOICE} `, headers: TEXT });
    expect([larger.status, larger.body.error.code]).toEqual([413, 'too_large']);
  });
});

test('repetitions get the first response', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const headers = { 'idempotency-key': 'once' };
  const ask = () => h.call('POST', '/generate_upload_url/invoices', { headers, body: {} });
  const first = await ask();
  const second = await ask();
  expect(second.text).toBe(first.text);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await h.call('GET', '/extractions')).body.extractions).toHaveLength(1);
  h.clock.turn(25 * 60 * MINUTE);
  expect((await ask()).body.id).not.toBe(first.body.id);
});

test('a repetition after a failure is a request like others', async () => {
  const h = await harness();
  const headers = { 'idempotency-key': 'once' };
  const ask = () => h.call('POST', '/generate_upload_url/invoices', { headers, body: {} });
  expect((await ask()).status).toBe(400);
  await typeWith(h, 'invoices', { north: totalConfig() });
  expect((await ask()).status).toBe(200);
});

test('repetitions count for each account', async () => {
  const h = await harness();
  const headers = { 'idempotency-key': 'once' };
  const body = { name: 'mine_own', schema: {} };
  const first = await h.call('POST', '/document_types', { headers, body });
  const other = await h.newKey({ account: 'other' });
  const second = await h.call('POST', '/document_types', { headers, body, key: other });
  expect(second.status).toBe(200);
  expect(second.body.id).not.toBe(first.body.id);
});

test('erasing takes document, result and extra data, and keeps the row', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await uploaded(h, 'invoices', INVOICE, { body: { extra_data: { a: 1 } } });
  const { body: before } = await h.call('GET', `/documents/${id}`);
  expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ status: 'COMPLETE', coverage: 1 });
  for (const member of ['parsed_document', 'extra_data', 'download_url'])
    expect(body).not.toHaveProperty(member);
  expect((await h.call('GET', before.download_url, { key: null })).status).toBe(404);
  expect((await h.call('GET', '/extractions')).body.extractions).toHaveLength(1);
});

test('retention takes documents and results after their time', async () => {
  const h = await harness({ retention: { documentsDays: 1, resultsDays: 2 } });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await uploaded(h, 'invoices', INVOICE, { body: { extra_data: { a: 1 } } });
  const members = async () => {
    h.clock.turn(1.1 * 24 * 60 * MINUTE);
    await h.service.sweep();
    const { body } = await h.call('GET', `/documents/${id}`);
    return ['download_url', 'parsed_document', 'extra_data'].filter((member) => Object.hasOwn(body, member));
  };
  expect(await members()).toEqual(['parsed_document', 'extra_data']);
  expect(await members()).toEqual(['extra_data']);
});

test('a worker that starts and stops does what waits', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const worker = h.service.worker({ concurrency: 2 });
  worker.start();
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  for (;;) {
    const { body } = await h.call('GET', `/documents/${made.body.id}`);
    if (body.status === 'COMPLETE') break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await worker.stop();
  expect(h.errors).toEqual([]);
});

test('keys of the scope extract read their own extractions only', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const key = await h.newKey({ scopes: ['extract'] });
  const own = await h.call('POST', '/generate_upload_url/invoices', { key });
  const other = await h.call('POST', '/generate_upload_url/invoices');
  expect((await h.call('GET', `/documents/${own.body.id}`, { key })).status).toBe(200);
  expect((await h.call('GET', `/documents/${other.body.id}`, { key })).status).toBe(404);
  expect((await h.call('GET', '/extractions', { key })).status).toBe(403);
});

test('fields whose ids look like numbers keep their places, in responses and pushes, before and after a review', async () => {
  const pushes: string[] = [];
  const h = await harness({
    fetch: async (_url, { body = '' }) => {
      pushes.push(body);
      return answerOf(200);
    },
  });
  const field = (id: string) => ({ ...(totalConfig({ id }) as { fields: object[] }).fields[0] });
  const config = { fields: ['total', '10', 'again', '2'].map(field) };
  await typeWith(h, 'invoices', { north: config }, { review_triggers: ['all'] });
  const body = { webhook: { url: 'https://receiver.example/' } };
  const id = await uploaded(h, 'invoices', INVOICE, { body });
  const order = (text: string) => [...text.matchAll(/"(total|10|again|2)":\{/gu)].map(([, name]) => name);
  const wanted = ['total', '10', 'again', '2'];
  expect(order((await h.call('GET', `/documents/${id}`)).text)).toEqual(wanted);
  const reviewed = await h.call('PUT', `/extractions/${id}`, { body: { fields: { again: '7' } } });
  expect(order(reviewed.text)).toEqual(wanted);
  expect(order(pushes[0] ?? '')).toEqual(wanted);
});

test('a worker that stops gives back what it has not finished', async () => {
  const clock = new TestClock();
  let isRunning = () => {};
  const running = new Promise<void>((resolve) => {
    isRunning = resolve;
  });
  let calls = 0;
  const h = await harness({
    clock,
    extractor: {
      ...extractor,
      extractBestFit: async (document, type, extraData, options) => {
        calls += 1;
        if (calls === 1) {
          isRunning();
          await new Promise((_, reject) => {
            options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
          });
        }
        return extractor.extractBestFit(document, type, extraData, options);
      },
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  const worker = h.service.worker();
  worker.start();
  await running;
  const stopped = worker.stop({ graceMs: 1000 });
  clock.turn(1001);
  await stopped;
  expect((await h.call('GET', `/documents/${made.body.id}`)).body.status).toBe('PROCESSING');
  await h.service.runPending();
  expect((await h.call('GET', `/documents/${made.body.id}`)).body.status).toBe('COMPLETE');
});

test('an extraction that takes too long has failed', async () => {
  const clock = new TestClock();
  const h = await harness({
    clock,
    limits: { maxProcessingMs: 1000 },
    extractor: {
      ...extractor,
      extractBestFit: (_document, _type, _extraData, options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
          clock.turn(1001);
        }),
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await uploaded(h, 'invoices', INVOICE);
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'timeout', type: 'unexpected' }] });
});

test('a synchronous extraction whose process died fails, and does not run again', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const h = await harness({ clock, store, queue: memoryQueue(store) });
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const id = '11111111-1111-4111-8111-111111111111';
  const document = { blobKey: 'acme/x/y', contentType: 'text/plain', size: 1, sha256: '00' };
  await store.insertLeased(
    {
      id,
      account: 'acme',
      created: clock.now(),
      request: { environment: 'production', types: ['invoices'] },
      typeIds: [type],
      extraData: null,
      batchId: null,
      origin: 'sync',
      document,
    },
    { leaseMs: MINUTE, worker: 'gone' },
  );
  clock.turn(MINUTE + 1);
  await h.service.sweep();
  await h.service.runPending();
  const { body } = await h.call('GET', `/documents/${id}`);
  expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'interrupted' }] });
});
