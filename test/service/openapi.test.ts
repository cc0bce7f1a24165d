/** The description of the service is valid, and the service answers as described. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { streamOf } from '../../src/service/streams.js';
import { type Answer, type Harness, harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

interface Described {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly [member: string]: unknown;
}

let h: Harness;
let description: Description;
let ajv: Ajv2020;

beforeAll(async () => {
  h = await harness({
    fetch: async () => ({ status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) }),
  });
  description = (await h.call('GET', '/openapi.json', { key: null })).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'description');
});

function operations(): { path: string; method: string; operation: Described }[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** By pointers into the description. */
const validators = new Map<string, ValidateFunction>();

function validatorOf(pointer: string): ValidateFunction {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `description#/${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

/** What is wrong with an answer, by the description; undefined where nothing is. */
function problem(id: string, answer: Answer<unknown>): string | undefined {
  const found = operations().find(({ operation }) => operation.operationId === id)!;
  const response = found.operation.responses[String(answer.status)];
  if (!response) return `status ${answer.status} is not described: ${answer.text}`;
  const media = answer.headers.get('content-type')?.split(';')[0];
  if (!response.content) return answer.text === '' ? undefined : 'there should be no body';
  if (media !== 'application/json') return Object.hasOwn(response.content, '*/*') ? undefined : `${media}`;
  if (!Object.hasOwn(response.content, 'application/json')) return undefined;
  const pointer = [
    'paths',
    found.path,
    found.method,
    'responses',
    String(answer.status),
    'content',
    media,
    'schema',
  ]
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = validatorOf(pointer);
  return validate(answer.body) ? undefined : ajv.errorsText(validate.errors);
}

test('the description of the service is OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(description));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('names every operation once, and every parameter of its path', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
    const told = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(told.sort(), path).toEqual(inPath.sort());
  }
});

const TEXT = { 'content-type': 'text/plain' };
const bytes = { raw: INVOICE, headers: TEXT };

/** What the requests of the test need: made once. */
interface World {
  readonly type: string;
  readonly complete: string;
  readonly open: string;
  readonly batch: string;
  readonly version: string;
  readonly golden: string;
}

let made = 0;

async function world(): Promise<World> {
  made += 1;
  const name = `world_${made}`;
  const type = await typeWith(
    h,
    name,
    { north: totalConfig({ fingerprint: 'North' }) },
    { review_triggers: ['all'] },
  );
  const complete = await uploaded(h, name, INVOICE, {
    body: { webhook: { url: 'https://receiver.example/' } },
  });
  const { body: open } = await h.call('POST', `/generate_upload_url/${name}`, {
    body: { content_type: 'text/plain' },
  });
  const { body: batch } = await h.call('POST', '/extract/batch', {
    body: { documentNames: ['a', 'b'], docType: name },
  });
  const { body: config } = await h.call('GET', `/document_types/${type}/configurations/north`);
  const { body: golden } = await h.call('POST', `/document_types/${type}/goldens`, {
    body: { name: 'sample', configuration: 'north' },
  });
  await h.call('PUT', golden.upload_url, { key: null, ...bytes });
  await h.service.runPending();
  return { type, complete, open: open.upload_url, batch, version: config.version_id, golden: 'sample' };
}

type Ask = (world: World, name: string) => Promise<Answer<unknown>> | Promise<unknown>;

const REQUESTS: Readonly<Record<string, Ask>> = {
  generateUploadUrl: (_, n) => h.call('POST', `/generate_upload_url/${n}`, { body: {} }),
  generateUploadUrlForConfiguration: (_, n) => h.call('POST', `/generate_upload_url/${n}/north`),
  generatePortfolioUploadUrl: (_, n) => h.call('POST', '/generate_upload_url', { body: { types: [n] } }),
  extractFromUrl: (_, n) =>
    h.call('POST', `/extract_from_url/${n}`, { body: { document_url: 'https://files.example/a' } }),
  extractFromUrlForConfiguration: (_, n) =>
    h.call('POST', `/extract_from_url/${n}/north`, { body: { document_url: 'https://files.example/a' } }),
  extractPortfolioFromUrl: (_, n) =>
    h.call('POST', '/extract_from_url', { body: { types: [n], document_url: 'https://files.example/a' } }),
  upload: ({ open }) => h.call('PUT', open, { key: null, ...bytes }),
  getExtraction: ({ complete }) => h.call('GET', `/documents/${complete}?original=true`),
  deleteExtraction: ({ complete }) => h.call('DELETE', `/documents/${complete}`),
  retryExtraction: async (_, n) => {
    const { body } = await h.call('POST', `/generate_upload_url/${n}`, { body: {} });
    const raw = '%PDF-1.4 broken';
    await h.call('PUT', body.upload_url, { key: null, raw, headers: { 'content-type': 'application/pdf' } });
    await h.service.runPending();
    return h.call('POST', `/extractions/${body.id}/retry`);
  },
  retryExtractions: () => h.call('POST', '/extractions/retry?limit=10'),
  extract: (_, n) => h.call('POST', `/extract/${n}`, bytes),
  extractWithConfiguration: (_, n) => h.call('POST', `/extract/${n}/north`, bytes),
  listAuditLog: () => h.call('GET', '/audit_log'),
  listExtractions: () => h.call('GET', '/extractions?limit=500'),
  getStatistics: () => h.call('GET', '/extractions/statistics?start_date=2026-01-01&end_date=2026-12-31'),
  reviewExtraction: ({ complete }) =>
    h.call('PUT', `/extractions/${complete}`, { body: { reviewStatus: 'APPROVED', fields: { total: '1' } } }),
  createReviewToken: ({ complete: id }) =>
    h.call('POST', '/account/auth_tokens', {
      body: { grants: [{ route: '/documents/{id}', method: 'GET', path: { id } }] },
    }),
  generateExcel: ({ complete }) => h.call('GET', `/generate_excel/${complete}`),
  generateCsv: ({ complete }) => h.call('GET', `/generate_csv/${complete}`),
  classify: (_, n) => h.call('POST', `/classify?document_types=${n}`, bytes),
  classifyAsync: () => h.call('POST', '/classify/async', bytes),
  listDocumentTypes: () => h.call('GET', '/document_types'),
  createDocumentType: () => h.call('POST', '/document_types', { body: { name: 'another_type', schema: {} } }),
  getDocumentType: ({ type }) => h.call('GET', `/document_types/${type}`),
  updateDocumentType: ({ type }) =>
    h.call('PUT', `/document_types/${type}`, { body: { description: 'papers' } }),
  deleteDocumentType: ({ type }) => h.call('DELETE', `/document_types/${type}`),
  listConfigurations: ({ type }) => h.call('GET', `/document_types/${type}/configurations`),
  createConfiguration: ({ type }) =>
    h.call('POST', `/document_types/${type}/configurations`, {
      body: { name: 'draft_one', configuration: '{' },
    }),
  getConfiguration: ({ type }) => h.call('GET', `/document_types/${type}/configurations/north`),
  updateConfiguration: ({ type }) =>
    h.call('PUT', `/document_types/${type}/configurations/north`, { body: { name: 'renamed' } }),
  deleteConfiguration: ({ type }) => h.call('DELETE', `/document_types/${type}/configurations/north`),
  listConfigurationVersions: ({ type }) =>
    h.call('GET', `/document_types/${type}/configurations/north/versions`),
  getConfigurationVersion: ({ type, version }) =>
    h.call('GET', `/document_types/${type}/configurations/north/${version}`),
  publishConfigurationVersion: ({ type, version }) =>
    h.call('PUT', `/document_types/${type}/configurations/north/${version}`, {
      body: { publish_as: 'DEVELOPMENT' },
    }),
  deleteConfigurationVersion: ({ type }) =>
    h.call('DELETE', `/document_types/${type}/configurations/north/production`),
  listGoldens: ({ type }) => h.call('GET', `/document_types/${type}/goldens`),
  createGolden: ({ type }) => h.call('POST', `/document_types/${type}/goldens`, { body: { name: 'other' } }),
  getGolden: ({ type, golden }) => h.call('GET', `/document_types/${type}/goldens/${golden}`),
  updateGolden: ({ type, golden }) =>
    h.call('PUT', `/document_types/${type}/goldens/${golden}`, { body: { name: 'renamed' } }),
  deleteGolden: ({ type, golden }) => h.call('DELETE', `/document_types/${type}/goldens/${golden}`),
  deleteGoldenConfiguration: ({ type, golden }) =>
    h.call('DELETE', `/document_types/${type}/goldens/${golden}/configuration`),
  extractTextFromGolden: ({ golden }, n) =>
    h.call('POST', `/extract_text_from_golden/${n}`, { body: { golden } }),
  createBatch: (_, n) => h.call('POST', '/extract/batch', { body: { documentNames: ['a'], docType: n } }),
  getBatchUploadUrls: ({ batch }) => h.call('GET', `/extract/batch/upload_urls/${batch}/0/1`),
  putBatchUploadUrls: ({ batch }) => h.call('PUT', `/extract/batch/upload_urls/${batch}/0/1`),
  getBatch: ({ batch }) => h.call('GET', `/extract/batch/${batch}`),
  updateBatch: ({ batch }) => h.call('PUT', `/extract/batch/${batch}`, { body: { description: 'x' } }),
  generateExcelFromBatch: async ({ batch }) => {
    const { body: urls } = await h.call('GET', `/extract/batch/upload_urls/${batch}/0/0`);
    await h.call('PUT', urls[0], { key: null, raw: '%PDF-', headers: {} });
    return h.call('GET', `/generate_excel_from_batch/${batch}`);
  },
  listWebhookDeliveries: ({ complete }) => h.call('GET', `/extractions/${complete}/webhook_deliveries`),
  redeliverWebhook: async ({ complete }) => {
    const { body } = await h.call('GET', `/extractions/${complete}/webhook_deliveries`);
    return h.call('POST', `/webhook_deliveries/${body.webhook_deliveries[0].id}/redeliver`);
  },
  getFile: async ({ complete }) => {
    const { body } = await h.call('GET', `/documents/${complete}`);
    return h.call('GET', body.download_url, { key: null });
  },
  health: () => h.call('GET', '/health', { key: null }),
  ready: () => h.call('GET', '/ready', { key: null }),
  describe: () => h.call('GET', '/openapi.json', { key: null }),
};

/** Without a document of the batch that is complete there is no spreadsheet of it. */
const EXPECTED: Readonly<Record<string, number>> = { generateExcelFromBatch: 409 };

test('every operation has a request in this file', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(Object.keys(REQUESTS).sort()).toEqual(ids.sort());
});

test.each(Object.entries(REQUESTS))('answers as described: %s, to somebody who may', async (id, ask) => {
  const answer = (await ask(await world(), `world_${made}`)) as Answer<unknown>;
  expect(problem(id, answer)).toBeUndefined();
  const wanted = EXPECTED[id];
  if (wanted === undefined) expect([200, 204]).toContain(answer.status);
  else expect(answer.status).toBe(wanted);
});

test.each(Object.keys(REQUESTS))('answers as described: %s, to somebody without a key', async (id) => {
  const { path, method, operation } = operations().find((each) => each.operation.operationId === id)!;
  if (operation.security?.length === 0) return;
  const address = path.replace('/v0', '').replaceAll(/\{\w+\}/gu, '00000000-0000-4000-8000-000000000000');
  const answer = await h.call(method.toUpperCase(), address, { key: null });
  expect(answer.status).toBe(401);
  expect(problem(id, answer)).toBeUndefined();
});

/** Nothing of it changes: who has no part in it is refused. */
let theirs: Promise<World> | undefined;

test.each(Object.keys(REQUESTS))('answers as described: %s, of what another account has', async (id) => {
  const { path, method, operation } = operations().find((each) => each.operation.operationId === id)!;
  if (operation.security?.length === 0 || !path.includes('{id}')) return;
  theirs ??= world();
  const { type, complete, batch, version, golden } = await theirs;
  const isOfType = path.includes('/document_types/');
  const row = isOfType ? type : path.includes('/batch') || path.includes('from_batch') ? batch : complete;
  const address = path
    .replace('/v0', '')
    .replace('{id}', row)
    .replace('goldens/{name}', `goldens/${golden}`)
    .replace('{name}', 'north')
    .replace('{version}', version)
    .replace('{start}', '0')
    .replace('{end}', '0');
  const bodies: Readonly<Record<string, unknown>> = {
    createConfiguration: { name: 'mine', configuration: '{}' },
    createGolden: { name: 'mine' },
    publishConfigurationVersion: { publish_as: 'development' },
    updateBatch: { description: 'mine' },
  };
  const key = await h.newKey({ account: 'other' });
  const hasBody = operation.requestBody !== undefined;
  const answer = await h.call(method.toUpperCase(), address, {
    key,
    ...(hasBody && { body: bodies[id] ?? {} }),
  });
  expect([answer.status, problem(id, answer)]).toEqual([404, undefined]);
});
