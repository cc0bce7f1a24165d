/** Every part of a request wrong in every way: the status says so, and nothing breaks. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { BodySpec } from '../../src/service/operation.js';
import { OPERATIONS } from '../../src/service/operations/index.js';
import { type Harness, harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

let h: Harness;
let type: string;
let complete: string;

beforeAll(async () => {
  h = await harness({
    fetch: async () => ({ status: 404, headers: { get: () => null }, body: null }),
  });
  type = await typeWith(h, 'invoices', { north: totalConfig() });
  complete = await uploaded(h, 'invoices', INVOICE);
});

const withBodies = OPERATIONS.filter(({ body }) => body?.kind === 'json');
const schemaOf = (body: BodySpec<unknown> | undefined): z.ZodType =>
  body?.kind === 'json' ? body.schema : expect.fail('no JSON');

/** A body for each operation that takes JSON, with all of its members. */
const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  generateUploadUrl: {
    content_type: 'application/pdf',
    webhook: { url: 'https://receiver.example/', payload: { a: 1 } },
    extra_data: { a: 1, b: 'x', c: null, d: true },
  },
  generateUploadUrlForConfiguration: {
    content_type: 'text/csv',
    webhook: { url: 'https://receiver.example/' },
  },
  generatePortfolioUploadUrl: { types: ['invoices'], segment_documents_with: 'fingerprints', extra_data: {} },
  extractFromUrl: {
    document_url: 'https://files.example/a',
    content_type: 'image/png',
    extra_data: { a: 1 },
  },
  extractFromUrlForConfiguration: { document_url: 'https://files.example/a' },
  extractPortfolioFromUrl: { document_url: 'https://files.example/a', types: ['invoices'] },
  reviewExtraction: {
    reviewStatus: 'APPROVED',
    fields: { total: '1' },
    version: 1,
    comment: 'fine',
    reviewer: 'me',
  },
  createReviewToken: {
    grants: [
      { route: '/documents/{id}', method: 'GET', path: { id: '00000000-0000-4000-8000-000000000000' } },
    ],
    expires: '2026-01-16T00:00:00Z',
  },
  createDocumentType: {
    name: 'fresh_type',
    description: 'papers',
    schema: {
      validations: [{ description: 'd', condition: { '==': [1, 1] }, severity: 'error', fields: ['total'] }],
      fingerprint_mode: 'strict',
      ocr_engine: 'own',
      ocr_level: 4,
      prevent_default_merge_lines: true,
      review_triggers: [{ coverage_threshold: 0.5 }, 'all'],
    },
  },
  updateDocumentType: { name: 'invoices', description: null, schema: { validations: [], ocr_level: null } },
  createConfiguration: { name: 'fresh_config', configuration: { fields: [] }, publish_as: 'production' },
  updateConfiguration: { name: 'north', configuration: '{"fields":[]}', publish_as: 'development' },
  publishConfigurationVersion: { publish_as: 'production' },
  createGolden: { name: 'fresh_golden', configuration: 'north' },
  updateGolden: { name: 'fresh_golden', configuration: 'north' },
  extractTextFromGolden: { golden: 'sample', configuration: { fields: [] } },
  createBatch: {
    documentNames: ['a', 'b'],
    contentTypes: ['text/csv', 'text/plain'],
    description: 'd',
    docType: 'invoices',
    configuration: 'north',
    webhook: { url: 'https://receiver.example/' },
    extra_data: { a: 1 },
  },
  updateBatch: { description: 'd' },
};

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

function addressOf(path: string): string {
  return path
    .replace('/extractions/{id}', `/extractions/${complete}`)
    .replace('/document_types/{id}', `/document_types/${type}`)
    .replace('{document_type}', 'invoices')
    .replace('{config_name}', 'north')
    .replace('{name}', 'north')
    .replace('{version}', 'production')
    .replace(/\{\w+\}/gu, UNKNOWN);
}

/** Any text, as a query and as a part of a path: made once, which takes longer than to draw from them. */
const QUERY_TEXT = fc.string({ unit: 'binary', maxLength: 30 });
const PATH_TEXT = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });

/** Values that are of no use anywhere, or of another kind than what belongs there. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'x'.repeat(5000),
  'null\u0000byte',
  '../../etc/passwd',
  [],
  [[]],
  [null],
  {},
  { unknown: 1 },
  { url: 1 },
  { url: 'javascript:alert(1)' },
  { url: 'http://127.0.0.1/' },
];

/** All places in a value, as paths. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, member]) =>
    places(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** A copy with another value in one place; undefined takes it away. */
function replaced(value: unknown, [step, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((each, i) => (i === step ? replaced(each, rest, by) : each));
  const copy = { ...(value as Record<string, unknown>) };
  const next = replaced(copy[step], rest, by);
  if (next === undefined) delete copy[step];
  else copy[step] = next;
  return copy;
}

test('there is a body for every operation that takes one', () => {
  expect(Object.keys(BODIES).sort()).toEqual(withBodies.map(({ id }) => id).sort());
});

describe.each(withBodies.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const schema = schemaOf(operation.body);
  const body = BODIES[id]!;

  test('accepts its body', () => {
    expect(schema.safeParse(body).success).toBe(true);
  });

  test('any part of a body that is wrong is refused', async () => {
    for (const place of places(body)) {
      for (const wrong of [...WRONG, undefined]) {
        const sent = replaced(body, place, wrong);
        const answer = await h.call(operation.method, addressOf(operation.path), {
          raw: JSON.stringify(sent) ?? '',
          headers: { 'content-type': 'application/json' },
        });
        const told = `${place.join('.')} = ${JSON.stringify(wrong)?.slice(0, 40)}: ${answer.text.slice(0, 300)}`;
        expect(answer.status, told).toBeLessThan(500);
        if (sent !== undefined && !schema.safeParse(sent).success) {
          expect(answer.status, told).toBe(400);
          expect(answer.body.error.code, told).toBe('invalid_request');
          const paths: string[] = answer.body.error.issues.map((issue: { path: string }) => issue.path);
          const first = place.length === 0 ? undefined : String(place[0]);
          if (first !== undefined)
            expect(
              paths.some((path) => path === '' || path.startsWith(first)),
              told,
            ).toBe(true);
        }
      }
    }
  });

  test('members that a body does not have are refused', async () => {
    for (const name of ['__proto__', 'constructor', 'misspelt']) {
      const raw = JSON.stringify(body).replace(/^\{/u, `{${JSON.stringify(name)}: {"a": 1},`);
      const answer = await h.call(operation.method, addressOf(operation.path), {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, answer.body.error?.issues?.[0]?.path], answer.text).toEqual([400, name]);
    }
  });

  test('any JSON at all is answered without a failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const answer = await h.call(operation.method, addressOf(operation.path), { body: value });
        expect(answer.status).toBeLessThan(500);
        if (!schema.safeParse(value).success) expect(answer.status).toBe(400);
      }),
      { numRuns: 30 },
    );
  });
});

test.each([
  ['no JSON', '{"a":'],
  ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ['far too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('a body that is %s is refused', async (_, raw) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await h.call('POST', '/document_types', { raw: raw as string, headers });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
});

test('extra data may have members of any name', async () => {
  const raw = '{"extra_data": {"__proto__": 1, "constructor": "x", "": null}}';
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    raw,
    headers: { 'content-type': 'application/json' },
  });
  expect([made.status, made.text.includes('"__proto__":1')]).toEqual([200, true]);
  const { text } = await h.call('GET', `/documents/${made.body.id}`);
  expect(text).toContain('"extra_data":{"__proto__":1,"constructor":"x","":null}');
});

test.each([
  [16_384, 200],
  [16_385, 400],
])('extra data of %d bytes is answered with %d', async (size, status) => {
  const text = 'é'.repeat(10);
  const rest = size - new TextEncoder().encode(JSON.stringify({ a: text, b: '' })).length;
  const extraData = { a: text, b: 'x'.repeat(rest) };
  const answer = await h.call('POST', '/generate_upload_url/invoices', { body: { extra_data: extraData } });
  expect(answer.status).toBe(status);
});

const withQuery = OPERATIONS.flatMap((operation) => {
  const { shape = {} } = operation.query as { shape?: object };
  return Object.keys(shape).map((name) => [operation.id, name, operation] as const);
});

test.each(withQuery)('queries: %s with any %s', async (_, name, operation) => {
  const address = addressOf(operation.path);
  const required =
    operation.id === 'getStatistics' ? { start_date: '2026-01-01', end_date: '2026-01-02' } : {};
  const ask = (query: string) => {
    const bytes =
      operation.body?.kind === 'bytes' ? { raw: INVOICE, headers: { 'content-type': 'text/plain' } } : {};
    const body = operation.body?.kind === 'json' ? { body: BODIES[operation.id] } : {};
    return h.call(operation.method, `${address}?${query}`, { ...bytes, ...body });
  };
  await fc.assert(
    fc.asyncProperty(QUERY_TEXT, async (text) => {
      const answer = await ask(new URLSearchParams({ ...required, [name]: text }).toString());
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 15 },
  );
  const twice = await ask(`${new URLSearchParams(required)}&${name}=a&${name}=b`);
  expect([twice.status, twice.body.error.issues[0].path]).toEqual([400, name]);
  expect((await ask(`${new URLSearchParams(required)}&unknown=1&unknown=2`)).status).not.toBe(500);
});

test.each([
  ['/extractions?limit=0', 'limit'],
  ['/extractions?limit=501', 'limit'],
  ['/extractions?limit=1e2', 'limit'],
  ['/extractions?statuses=DONE', 'statuses[0]'],
  ['/extractions?environments=production,staging', 'environments[1]'],
  ['/extractions?min_coverage=1.5', 'min_coverage'],
  ['/extractions?document_type_ids=x', 'document_type_ids[0]'],
  ['/extractions?start_date=yesterday', 'start_date'],
  ['/documents/not-an-id', 'id'],
  ['/generate_excel/a,b', 'ids[0]'],
  ['/documents/00000000-0000-1000-8000-000000000000', 'id'],
])('queries: %s names %s', async (path, at) => {
  const answer = await h.call('GET', path);
  expect([answer.status, answer.body.error.issues[0].path]).toEqual([400, at]);
});

test.each(
  OPERATIONS.filter(({ path }) => path.includes('{')).map((operation) => [operation.id, operation] as const),
)('paths: %s with any parameters', async (_, operation) => {
  await fc.assert(
    fc.asyncProperty(PATH_TEXT, async (text) => {
      fc.pre(text.isWellFormed());
      const address = operation.path.replace(/\{\w+\}/gu, () => encodeURIComponent(text));
      const json = operation.body?.kind === 'json' ? { body: BODIES[operation.id] } : {};
      const answer = await h.call(operation.method, address, json);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }),
    { numRuns: 20 },
  );
});

test.each([
  '/%E0%A4%A',
  '/documents/%',
  '//documents',
  '/documents//',
  '/../v0/x',
  '/document_types/..%2f..%2f',
])('paths: %s is nothing', async (path) => {
  const answer = await h.call('GET', path);
  expect([400, 404]).toContain(answer.status);
});

test('a slash at the end changes nothing, HEAD is GET without a body', async () => {
  expect((await h.call('GET', '/document_types/')).status).toBe(200);
  const head = await h.call('HEAD', '/document_types');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('names are decoded once', async () => {
  expect((await h.call('POST', '/generate_upload_url/%69nvoices')).status).toBe(200);
  expect((await h.call('POST', '/generate_upload_url/%2569nvoices')).status).toBe(400);
});

test('headers of any text are answered', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('accept', 'authorization', 'content-type', 'idempotency-key', 'content-length'),
      fc.string({ maxLength: 40 }),
      async (name, text) => {
        const value = text.replace(/[^\x20-\x7e]/gu, '');
        const answer = await h.call('POST', '/generate_upload_url/invoices', {
          raw: '{}',
          headers: { 'content-type': 'application/json', [name]: value },
          ...(name === 'authorization' && { key: null }),
        });
        expect(answer.status).toBeLessThan(500);
      },
    ),
  );
});

test('names with half of a character do not break the download of a document', async () => {
  const body = { documentNames: ['a\ud800.txt'], contentTypes: ['text/plain'], docType: 'invoices' };
  const { body: batch } = await h.call('POST', '/extract/batch', { body });
  const { body: addresses } = await h.call('GET', `/extract/batch/upload_urls/${batch}/0/0`);
  const headers = { 'content-type': 'text/plain' };
  expect((await h.call('PUT', addresses[0], { key: null, raw: INVOICE, headers })).status).toBe(200);
  const [id] = (await h.call('GET', `/extract/batch/${batch}`)).body.extraction_ids;
  const { body: shown } = await h.call('GET', `/documents/${id}`);
  const file = await h.call('GET', shown.download_url, { key: null });
  expect([file.status, file.text]).toEqual([200, INVOICE]);
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%EF%BF%BD.txt");
});

test('a body that breaks off is no error of the host', async () => {
  const errors = h.errors.length;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.error(new Error('aborted'));
    },
  });
  const request = new Request('http://service.test/v0/generate_upload_url/invoices', {
    method: 'POST',
    headers: { authorization: `Bearer ${h.key}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect((await h.service.handle(request)).status).toBe(400);
  expect(h.errors).toHaveLength(errors);
});
