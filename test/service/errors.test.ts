/** Every error of the table, as JSON and as text. */
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../../src/service/errors.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { errorBody } from '../../src/service/schemas/error.js';
import type { ServiceOptions } from '../../src/service/service.js';
import { StoreError } from '../../src/service/store-error.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import {
  extractor,
  type Harness,
  harness,
  heldUpload,
  INVOICE,
  type RequestOptions,
  TestClock,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

interface Provoked {
  readonly method?: string;
  readonly path: string;
  readonly options?: RequestOptions;
}

interface Case {
  readonly service?: () => Partial<ServiceOptions>;
  readonly provoke: (h: Harness) => Promise<Provoked> | Provoked;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TEXT = { 'content-type': 'text/plain' };
const json = (path: string, body: unknown, method = 'POST'): Provoked => ({
  method,
  path,
  options: { body },
});
const fixture = (name: string) =>
  readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url)).then(
    (bytes) => new Uint8Array(bytes),
  );

async function invoices(h: Harness, schema: object = {}): Promise<string> {
  return typeWith(h, 'invoices', { north: totalConfig() }, schema);
}

async function upload(h: Harness, body: object, options: RequestOptions): Promise<Provoked> {
  await invoices(h);
  const made = await h.call('POST', '/generate_upload_url/invoices', { body });
  return { method: 'PUT', path: made.body.upload_url, options: { key: null, ...options } };
}

async function sync(h: Harness, options: RequestOptions): Promise<Provoked> {
  await invoices(h);
  return { method: 'POST', path: '/extract/invoices', options };
}

const pdf = { 'content-type': 'application/pdf' };

const CASES: Readonly<Record<ServiceErrorCode, Case>> = {
  invalid_request: { provoke: () => json('/document_types', { name: 'AB', schema: {} }) },
  unknown_document_type: { provoke: () => json('/generate_upload_url/nothing', {}) },
  unknown_configuration: {
    provoke: async (h) => {
      await invoices(h);
      return json('/generate_upload_url/invoices/south', {});
    },
  },
  no_published_config: {
    provoke: async (h) => {
      await typeWith(h, 'empty_type', {});
      return json('/generate_upload_url/empty_type', {});
    },
  },
  config_invalid: {
    provoke: async (h) => {
      const id = await invoices(h);
      const body = { name: 'broken', configuration: '{"fields": [{}]}', publish_as: 'production' };
      return json(`/document_types/${id}/configurations`, body);
    },
  },
  missing_content_type: {
    // A text body would declare itself; bytes declare nothing.
    provoke: () => ({
      method: 'POST',
      path: '/document_types',
      options: { raw: new TextEncoder().encode('{}') },
    }),
  },
  not_json: {
    provoke: () => ({ method: 'POST', path: '/document_types', options: { raw: '{}', headers: TEXT } }),
  },
  missing_document: { provoke: (h) => upload(h, {}, { raw: '' }) },
  bad_base64: {
    provoke: (h) => sync(h, { body: { document: 'no base64 at all!' } }),
  },
  base64_not_supported: {
    provoke: (h) => upload(h, {}, { raw: Buffer.from('%PDF-1.7 and so on').toString('base64') }),
  },
  unknown_content: { provoke: (h) => upload(h, {}, { raw: 'just some words' }) },
  content_type_mismatch: {
    provoke: (h) => upload(h, { content_type: 'application/pdf' }, { raw: 'x', headers: TEXT }),
  },
  document_invalid: {
    provoke: async (h) =>
      sync(h, { raw: new TextEncoder().encode('%PDF-1.7\nnothing that follows'), headers: pdf }),
  },
  document_encrypted: {
    provoke: async (h) => sync(h, { raw: await fixture('encrypted.pdf'), headers: pdf }),
  },
  document_empty: { provoke: async (h) => sync(h, { raw: await fixture('no-pages.pdf'), headers: pdf }) },
  too_many_pages: {
    service: () => ({ limits: { maxPages: 1 } }),
    provoke: (h) => sync(h, { raw: `${INVOICE}\f${INVOICE}`, headers: TEXT }),
  },
  no_fingerprint_match: {
    provoke: async (h) => {
      const config = totalConfig({ fingerprint: 'Nobody' });
      await typeWith(h, 'strict_type', { only: config }, { fingerprint_mode: 'strict' });
      return { method: 'POST', path: '/extract/strict_type', options: { raw: INVOICE, headers: TEXT } };
    },
  },
  no_matching_type: {
    provoke: () => ({ method: 'POST', path: '/classify', options: { raw: INVOICE, headers: TEXT } }),
  },
  extra_data_invalid: {
    provoke: async (h) => {
      await invoices(h);
      return json('/generate_upload_url/invoices', { extra_data: { nested: {} } });
    },
  },
  extra_data_sync: { provoke: (h) => sync(h, { body: { document: '', extra_data: {} } }) },
  url_not_allowed: {
    provoke: async (h) => {
      await invoices(h);
      return json('/extract_from_url/invoices', { document_url: 'http://169.254.169.254/latest' });
    },
  },
  authorization_not_allowed: {
    provoke: (h) => upload(h, {}, { raw: 'x', headers: { authorization: 'Bearer x' } }),
  },
  bad_range: { provoke: () => ({ path: '/extractions?start_date=2026-02-01&end_date=2026-01-01' }) },
  bad_continuation_token: { provoke: () => ({ path: '/extractions?continuation_token=abc' }) },
  llm_unavailable: {
    provoke: async (h) => {
      await invoices(h);
      return json('/generate_upload_url', { types: ['invoices'], segment_documents_with: 'llm' });
    },
  },
  unauthorized: { provoke: () => ({ path: '/document_types', options: { key: 'al_nobody_nothing' } }) },
  forbidden: {
    provoke: async (h) => ({
      path: '/document_types',
      options: { key: await h.newKey({ scopes: ['extract'] }) },
    }),
  },
  link_invalid: {
    provoke: () => ({ method: 'PUT', path: '/uploads/abc.def', options: { key: null, raw: 'x' } }),
  },
  not_found: { provoke: () => ({ path: `/documents/${UNKNOWN}` }) },
  method_not_allowed: { provoke: () => ({ method: 'DELETE', path: '/document_types' }) },
  name_taken: {
    provoke: async (h) => {
      await invoices(h);
      return json('/document_types', { name: 'invoices', schema: {} });
    },
  },
  draft_conflict: {
    provoke: async (h) => {
      const id = await typeWith(h, 'drafts', {});
      const path = `/document_types/${id}/configurations`;
      await h.call('POST', path, { body: { name: 'one', configuration: '{' } });
      return json(`${path}/one`, { configuration: '{}' }, 'PUT');
    },
  },
  change_conflict: {
    service: () => {
      const store = memoryStore();
      const late = { ...store, changeConfig: async () => 'stale' as const };
      return { store: late, queue: memoryQueue(late) };
    },
    provoke: async (h) => {
      const id = await invoices(h);
      const { body } = await h.call('GET', `/document_types/${id}/configurations/north`);
      const path = `/document_types/${id}/configurations/north/${body.version_id}`;
      return json(path, { publish_as: 'development' }, 'PUT');
    },
  },
  in_use: {
    provoke: async (h) => {
      const id = await invoices(h);
      const path = `/document_types/${id}/configurations/north`;
      const { body } = await h.call('GET', path);
      return { method: 'DELETE', path: `${path}/${body.version_id}` };
    },
  },
  already_uploaded: {
    provoke: async (h) => {
      const put = await upload(h, { content_type: 'text/plain' }, { raw: RECEIPT_LIKE, headers: TEXT });
      await h.call('PUT', put.path, { key: null, raw: INVOICE, headers: TEXT });
      return put;
    },
  },
  erasure_incomplete: {
    service: () => ({ blobs: { ...memoryBlobs(), delete: () => Promise.reject(new Error('no disk')) } }),
    provoke: async (h) => {
      await invoices(h);
      return { method: 'DELETE', path: `/documents/${await uploaded(h, 'invoices', INVOICE)}` };
    },
  },
  not_retriable: {
    provoke: async (h) => {
      await invoices(h);
      const id = await uploaded(h, 'invoices', INVOICE);
      return { method: 'POST', path: `/extractions/${id}/retry` };
    },
  },
  not_complete: {
    provoke: async (h) => {
      await invoices(h);
      const { body } = await h.call('POST', '/generate_upload_url/invoices');
      return { method: 'DELETE', path: `/documents/${body.id}` };
    },
  },
  review_closed: {
    provoke: async (h) => {
      await invoices(h);
      const id = await uploaded(h, 'invoices', INVOICE);
      return json(`/extractions/${id}`, { reviewStatus: 'APPROVED' }, 'PUT');
    },
  },
  stale_review: {
    provoke: async (h) => {
      await invoices(h, { review_triggers: ['all'] });
      const id = await uploaded(h, 'invoices', INVOICE);
      return json(`/extractions/${id}`, { reviewStatus: 'APPROVED', version: 17 }, 'PUT');
    },
  },
  idempotency_mismatch: {
    provoke: async (h) => {
      const headers = { 'idempotency-key': 'k' };
      await h.call('POST', '/document_types', { headers, body: { name: 'one_type', schema: {} } });
      return {
        method: 'POST',
        path: '/document_types',
        options: { headers, body: { name: 'two_type', schema: {} } },
      };
    },
  },
  idempotency_in_progress: {
    service: () => {
      const store = memoryStore();
      const busy = async () => ({ state: 'busy' as const });
      return { store: { ...store, idempotent: busy }, queue: memoryQueue(store) };
    },
    provoke: () => ({
      method: 'POST',
      path: '/document_types',
      options: { headers: { 'idempotency-key': 'k' }, body: { name: 'one_type', schema: {} } },
    }),
  },
  too_large: {
    service: () => ({ limits: { maxDocumentBytes: 10 } }),
    provoke: (h) => upload(h, {}, { raw: '0123456789a' }),
  },
  spreadsheet_too_large: {
    service: () => ({ limits: { maxSpreadsheetBytes: 10 } }),
    provoke: async (h) => {
      await typeWith(h, 'invoices', { north: totalConfig() });
      return { path: `/generate_csv/${await uploaded(h, 'invoices', INVOICE)}` };
    },
  },
  response_too_large: {
    service: () => ({ limits: { maxResponseBytes: 10 } }),
    provoke: () => ({ path: '/extractions' }),
  },
  unsupported_document: {
    provoke: (h) => upload(h, {}, { raw: '%PDF-', headers: { 'content-encoding': 'gzip' } }),
  },
  rate_limited: {
    service: () => ({ rateLimit: { take: async () => ({ ok: false, retryAfterMs: 1500 }) } }),
    provoke: () => ({ path: '/document_types' }),
  },
  internal: {
    service: () => {
      const store = memoryStore();
      const broken = { ...store, listTypes: () => Promise.reject(new Error('the password is mellon')) };
      return { store: broken, queue: memoryQueue(store) };
    },
    provoke: () => ({ path: '/document_types' }),
  },
  upload_in_progress: {
    provoke: async (h) => {
      const put = await upload(h, {}, { raw: INVOICE });
      await heldUpload(h, put.path, INVOICE);
      return put;
    },
  },
  uploads_busy: {
    service: () => ({ limits: { maxDocumentBytes: 50, maxUploadBytesAtOnce: 50 } }),
    provoke: async (h) => {
      const second = await upload(h, {}, { raw: INVOICE });
      const { body: first } = await h.call('POST', '/generate_upload_url/invoices');
      await heldUpload(h, first.upload_url, INVOICE);
      return second;
    },
  },
  unavailable: {
    service: () => {
      const store = memoryStore();
      const down = () => Promise.reject(new StoreError('unavailable', 'connect ECONNREFUSED 10.0.0.7'));
      return { store: { ...store, listTypes: down }, queue: memoryQueue(store) };
    },
    provoke: () => ({ path: '/document_types' }),
  },
  sync_timeout: {
    service: () => {
      const clock = new TestClock();
      const slow: typeof extractor.extractBestFit = async (...given) => {
        clock.turn(5);
        await setImmediate();
        return extractor.extractBestFit(...given);
      };
      return { clock, limits: { syncTimeoutMs: 1 }, extractor: { ...extractor, extractBestFit: slow } };
    },
    provoke: async (h) => {
      await invoices(h);
      return {
        method: 'POST',
        path: '/extract/invoices',
        options: { raw: await fixture('bank-statement.pdf'), headers: pdf },
      };
    },
  },
};

const RECEIPT_LIKE = 'Other words\nTotal: 5\n';

describe.each(Object.entries(CASES) as [ServiceErrorCode, Case][])('%s', (code, { service, provoke }) => {
  const { status, text } = SERVICE_ERRORS[code];

  test(`an error is answered with ${status} as JSON`, async () => {
    const h = await harness(service?.());
    const { method = 'GET', path, options = {} } = await provoke(h);
    const answer = await h.call(method, path, options);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(errorBody.safeParse(answer.body).success).toBe(true);
    expect(answer.body.error.status).toBe(status);
    expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.text).not.toMatch(/mellon|ECONN|\n\s+at /u);
    if (!text.includes('{')) expect(answer.body.error.message.length).toBeGreaterThan(0);
  });

  test(`an error is answered with ${status} as text`, async () => {
    const h = await harness(service?.());
    const { method = 'GET', path, options = {} } = await provoke(h);
    const answer = await h.call(method, path, {
      ...options,
      headers: { ...options.headers, accept: 'text/plain' },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.text).not.toMatch(/^\{/u);
    expect(answer.text.length).toBeGreaterThan(0);
  });
});

describe('a request with issues', () => {
  const fields = (count: number) => ({
    name: 'invoices',
    schema: {},
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i.toString(36)}`, 1])),
  });
  const text = { accept: 'text/plain' };

  test('names the first in the message, and lists all where there are more', async () => {
    const h = await harness();
    const three = await h.call('POST', '/document_types', { body: fields(3), headers: text });
    expect(three.text).toMatch(
      /^The request is not valid: m0: unknown member.*; m1: .*; m2: [^\n]+description$/u,
    );
    const five = await h.call('POST', '/document_types', { body: fields(5), headers: text });
    expect(five.text).toMatch(
      /^The request is not valid: m0: .*; and 2 more\nm0: .*\nm1: .*\nm2: .*\nm3: .*\nm4: [^\n]+$/u,
    );
    await expect(h.service.documentTypes.create({ name: 'AB', schema: {} })).rejects.toThrow(
      /^The request is not valid: name: /u,
    );
    const id = await invoices(h);
    const broken = await h.call('POST', `/document_types/${id}/configurations`, {
      body: { name: 'broken', configuration: '{"fields": [{"id": 1}]}', publish_as: 'production' },
    });
    expect(broken.body.error.message).toMatch(
      /^The configuration is not valid: fields\[0\]\S* \(line 1, column \d+\): /u,
    );
  });

  test('a request with issues of very many members lists a hundred', async () => {
    const h = await harness({ limits: { maxJsonBytes: 10_000_000 } });
    const { status, body } = await h.call('POST', '/document_types', { body: fields(150_000) });
    expect(status).toBe(400);
    expect(body.error.issues).toHaveLength(100);
    expect(body.error.message).toMatch(/; and 97 more$/u);
    expect(body.error.issues.at(-1).message).toBe('has 149901 more unknown members');
  });

  test('a request with issues does not name twice what the text says', async () => {
    const h = await harness();
    await invoices(h);
    const body = { document_url: 'http://127.0.0.1/a' };
    const { message } = (await h.call('POST', '/extract_from_url/invoices', { body })).body.error;
    expect(message).toBe(
      'The address is not allowed: its host is not public; the option policy.allowHosts of the service can allow it',
    );
  });
});

test('a Host header that holds a path is refused, and tokens in encoded paths are not logged', async () => {
  const lines: unknown[] = [];
  const h = await harness({ log: { log: (...line) => lines.push(line) } });
  const odd = await h.call('GET', '/health', { headers: { host: 'h/v0/keys?' } });
  expect([odd.status, odd.body.error.code]).toEqual([400, 'invalid_request']);
  expect((await h.call('GET', '/health', { headers: { host: 'api.example.com:8443' } })).status).toBe(200);
  await invoices(h);
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const path = made.body.upload_url.replace('/uploads/', '/%75pload%73/');
  expect((await h.call('PUT', path, { key: null, raw: INVOICE, headers: TEXT })).status).toBe(200);
  const token = made.body.upload_url.split('/').at(-1);
  expect(JSON.stringify(lines)).toContain('/v0/uploads/{token}');
  expect(JSON.stringify(lines)).not.toContain(token);
});

test('errors have the headers that they need', async () => {
  const h = await harness();
  const unauthorized = await h.call('GET', '/document_types', { key: null });
  expect(unauthorized.headers.get('www-authenticate')).toBe('Bearer');
  const wrong = await h.call('PATCH', '/document_types/');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  const limited = await harness({ rateLimit: { take: async () => ({ ok: false, retryAfterMs: 1500 }) } });
  expect((await limited.call('GET', '/document_types')).headers.get('retry-after')).toBe('2');
});

test('a closed service says so', async () => {
  const h = await harness();
  await h.service.close();
  const answer = await h.call('GET', '/health', { key: null });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});
