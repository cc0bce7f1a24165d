/** What a key of development reaches: of every operation, what it is answered when it asks for production. */
import { beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../src/service/api-keys.js';
import type { AnyOperation } from '../../src/service/operation.js';
import { OPERATIONS } from '../../src/service/operations/index.js';
import {
  type Answer,
  type Harness,
  harness,
  INVOICE,
  type RequestOptions,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

const TEXT = { 'content-type': 'text/plain' };
const WEBHOOK = { webhook: { url: 'https://receiver.example/' } };

/** Rows of an environment. */
interface Rows {
  readonly extraction: string;
  readonly delivery: string;
  readonly batch: string;
}

let h: Harness;
let type: string;
let developer: string;
let version: string;
const rows = {} as Record<Environment, Rows>;

async function rowsOf(environment: Environment): Promise<Rows> {
  const query = `?environment=${environment}`;
  const extraction = await uploaded(h, 'invoices', INVOICE, { query, body: WEBHOOK });
  const log = await h.call('GET', `/extractions/${extraction}/webhook_deliveries`);
  const body = { documentNames: ['a.txt'], contentTypes: ['text/plain'], docType: 'invoices' };
  const batch = await h.call('POST', `/extract/batch${query}`, { body });
  const [address] = (await h.call('GET', `/extract/batch/upload_urls/${batch.body}/0/0`)).body;
  await h.call('PUT', address, { key: null, raw: INVOICE, headers: TEXT });
  await h.service.runPending();
  return { extraction, delivery: log.body.webhook_deliveries[0].id, batch: batch.body };
}

beforeAll(async () => {
  h = await harness({ fetch: async () => ({ status: 200, headers: { get: () => null }, body: null }) });
  type = await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const golden = await h.call('POST', `/document_types/${type}/goldens`, { body: { name: 'sample' } });
  await h.call('PUT', golden.body.upload_url, { key: null, raw: INVOICE });
  const config = await h.call('GET', `/document_types/${type}/configurations/north`);
  version = config.body.version_id;
  for (const environment of ['production', 'development'] as const) {
    rows[environment] = await rowsOf(environment);
  }
  developer = await h.newKey({ environment: 'development' });
});

/** A request for each operation, of what belongs to an environment where it asks for one. */
function requestOf(id: string, environment: Environment): [path: string, options: RequestOptions] {
  const { extraction, delivery, batch } = rows[environment];
  const query = `?environment=${environment}`;
  const configs = `/document_types/${type}/configurations`;
  const fresh = `fresh_${environment}`;
  const fetched = { document_url: 'https://files.example/a' };
  const document = { raw: INVOICE, headers: TEXT };
  const grants = [{ route: '/documents/{id}', method: 'GET', path: { id: extraction } }];
  const requests: Readonly<Record<string, [path: string, options?: RequestOptions]>> = {
    generateUploadUrl: [`/generate_upload_url/invoices${query}`],
    generateUploadUrlForConfiguration: [`/generate_upload_url/invoices/north${query}`],
    generatePortfolioUploadUrl: [`/generate_upload_url${query}`, { body: { types: ['invoices'] } }],
    extractFromUrl: [`/extract_from_url/invoices${query}`, { body: fetched }],
    extractFromUrlForConfiguration: [`/extract_from_url/invoices/north${query}`, { body: fetched }],
    extractPortfolioFromUrl: [`/extract_from_url${query}`, { body: { types: ['invoices'], ...fetched } }],
    upload: ['/uploads/none', { key: null, ...document }],
    getExtraction: [`/documents/${extraction}`],
    deleteExtraction: [`/documents/${extraction}`],
    retryExtraction: [`/extractions/${extraction}/retry`],
    retryExtractions: [`/extractions/retry?environments=${environment}`],
    extract: [`/extract/invoices${query}`, document],
    extractWithConfiguration: [`/extract/invoices/north${query}`, document],
    listExtractions: [`/extractions?environments=${environment}`],
    getStatistics: [
      `/extractions/statistics?start_date=2026-01-01&end_date=2026-12-31&environments=${environment}`,
    ],
    reviewExtraction: [`/extractions/${extraction}`, { body: { reviewStatus: 'APPROVED' } }],
    createReviewToken: ['/account/auth_tokens', { body: { grants } }],
    generateExcel: [`/generate_excel/${extraction}`],
    generateCsv: [`/generate_csv/${extraction}`],
    classify: ['/classify', document],
    classifyAsync: ['/classify/async', document],
    listDocumentTypes: ['/document_types'],
    createDocumentType: ['/document_types', { body: { name: fresh, schema: {} } }],
    getDocumentType: [`/document_types/${type}`],
    updateDocumentType: [`/document_types/${type}`, { body: { description: 'changed' } }],
    deleteDocumentType: [`/document_types/${type}`],
    listConfigurations: [configs],
    createConfiguration: [
      configs,
      { body: { name: fresh, configuration: totalConfig(), publish_as: environment } },
    ],
    getConfiguration: [`${configs}/north`],
    updateConfiguration: [
      `${configs}/north`,
      { body: { configuration: totalConfig({ id: 'sum' }), publish_as: environment } },
    ],
    deleteConfiguration: [`${configs}/${environment === 'production' ? 'north' : fresh}`],
    listConfigurationVersions: [`${configs}/north/versions`],
    getConfigurationVersion: [`${configs}/north/production`],
    publishConfigurationVersion: [`${configs}/north/${version}`, { body: { publish_as: environment } }],
    deleteConfigurationVersion: [`${configs}/north/${environment}`],
    listGoldens: [`/document_types/${type}/goldens`],
    createGolden: [`/document_types/${type}/goldens`, { body: { name: fresh } }],
    getGolden: [`/document_types/${type}/goldens/sample`],
    updateGolden: [`/document_types/${type}/goldens/sample`, { body: { name: 'renamed' } }],
    deleteGolden: [`/document_types/${type}/goldens/sample`],
    deleteGoldenConfiguration: [`/document_types/${type}/goldens/sample/configuration`],
    extractTextFromGolden: ['/extract_text_from_golden/invoices', { body: { golden: 'sample' } }],
    createBatch: [`/extract/batch${query}`, { body: { documentNames: ['a'], docType: 'invoices' } }],
    getBatchUploadUrls: [`/extract/batch/upload_urls/${batch}/0/0`],
    putBatchUploadUrls: [`/extract/batch/upload_urls/${batch}/0/0`],
    getBatch: [`/extract/batch/${batch}`],
    updateBatch: [`/extract/batch/${batch}`, { body: { description: 'changed' } }],
    generateExcelFromBatch: [`/generate_excel_from_batch/${batch}`],
    listWebhookDeliveries: [`/extractions/${extraction}/webhook_deliveries`],
    redeliverWebhook: [`/webhook_deliveries/${delivery}/redeliver`],
    getFile: ['/files/none', { key: null }],
    listAuditLog: ['/audit_log'],
  };
  const [path, options = {}] = requests[id] ?? expect.fail(`there is no request for ${id}`);
  return [path, { key: developer, ...options }];
}

function ask({ id, method }: AnyOperation, environment: Environment): Promise<Answer<unknown>> {
  const [path, options] = requestOf(id, environment);
  return h.call(method, path, options);
}

/** All that requests can see of production. */
async function production(): Promise<unknown> {
  const seen = async (path: string) => {
    const { status, text } = await h.call('GET', path);
    // Addresses are signed with the time.
    return [status, text.replace(/\/v0\/files\/[\w.-]+/gu, '')];
  };
  return [
    await seen(`/documents/${rows.production.extraction}`),
    await seen(`/extractions/${rows.production.extraction}/webhook_deliveries`),
    await seen(`/extract/batch/${rows.production.batch}`),
    await seen('/extractions?environments=production'),
    await seen(`/document_types/${type}`),
    await seen(`/document_types/${type}/configurations/north/production`),
    await seen(`/document_types/${type}/configurations`),
    await seen(`/document_types/${type}/goldens`),
  ];
}

const open = ({ access }: AnyOperation) => 'open' in access;
const touching = OPERATIONS.filter((each) => each.environments !== 'none').map(
  (each) => [each.id, each] as const,
);

test.each(touching)('a key of development is refused production: %s', async (_id, operation) => {
  const before = await production();
  const { status } = await ask(operation, 'production');
  expect(status).toBe(
    operation.environments === 'rows' && operation.id !== 'deleteConfiguration' ? 404 : 403,
  );
  expect(await production()).toEqual(before);
});

test.each(
  OPERATIONS.filter((each) => each.environments === 'none' && !open(each)).map(
    (each) => [each.id, each] as const,
  ),
)('reads what all environments share: %s', async (_id, operation) => {
  const before = await production();
  expect((await ask(operation, 'production')).status).toBe(200);
  expect(await production()).toEqual(before);
});

test('a key of development may do the same in its own environment, whatever the operation', async () => {
  const last = ['deleteConfigurationVersion', 'deleteConfiguration', 'deleteExtraction'];
  const first = touching.filter(([id, each]) => each.environments !== 'shared' && !last.includes(id));
  const ending = last.map((id) => OPERATIONS.find((each) => each.id === id)!);
  const refused: unknown[] = [];
  for (const operation of [...first.map(([, each]) => each), ...ending]) {
    const { status, text } = await ask(operation, 'development');
    // What did not fail does not run again, whoever asks.
    const isState = operation.id === 'retryExtraction' && status === 409;
    if (status >= 300 && !isState) refused.push([operation.id, status, text]);
  }
  expect(refused).toEqual([]);
});

test('a key of development has its own environment where a request names none', async () => {
  const made = await h.call('POST', '/generate_upload_url/invoices', { key: developer });
  expect(made.body.environment).toBe('development');
  const listed = await h.call('GET', '/extractions', { key: developer });
  const found = new Set(listed.body.extractions.map((each: { environment: string }) => each.environment));
  expect([...found]).toEqual(['development']);
  const days = '?start_date=2026-01-01&end_date=2026-12-31';
  const counted = async (key: string) => {
    const { body } = await h.call('GET', `/extractions/statistics${days}`, { key });
    const histograms: number[][] = body.statistics.map(
      (each: { coverage_histogram: number[] }) => each.coverage_histogram,
    );
    return histograms.flat().reduce((sum, each) => sum + each, 0);
  };
  expect(await counted(developer)).toBeLessThan(await counted(h.key));
});

test('a key of development does not rename what production runs', async () => {
  const path = `/document_types/${type}/configurations/north`;
  const renamed = await h.call('PUT', path, { key: developer, body: { name: 'south' } });
  expect(renamed.status).toBe(403);
  const saved = await h.call('PUT', path, { key: developer, body: { name: 'north' } });
  expect(saved.status).toBe(200);
});

test('a key of development has no spreadsheet of rows of which one is of production', async () => {
  const ids = [rows.production.extraction, rows.development.extraction].join(',');
  expect((await h.call('GET', `/generate_csv/${ids}`, { key: developer })).status).toBe(404);
});

test('methods of the service are refused like requests', async () => {
  const principal = {
    account: 'acme',
    keyId: 'k',
    name: 'k',
    scopes: ['*' as const],
    environment: 'development' as const,
  };
  const { extractions, documentTypes } = h.service;
  const refused = { code: 'forbidden', status: 403 };
  await expect(documentTypes.delete(type, { principal })).rejects.toMatchObject(refused);
  await expect(extractions.get(rows.production.extraction, {}, { principal })).rejects.toMatchObject({
    code: 'not_found',
  });
});
