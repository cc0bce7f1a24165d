/** The service on PostgreSQL, in this process: what the operations and workers do there. Its start takes seconds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamOf } from '../../src/service/streams.js';
import { type Backend, pgliteBackend, START } from './contracts/backends.js';
import { clocksApartContract } from './contracts/clocks-apart.js';
import { spreadsheetBytesContract } from './contracts/spreadsheet-bytes.js';
import {
  type Harness,
  harness,
  INVOICE,
  RECEIPT,
  TestClock,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

let backend: Backend;

beforeAll(async () => {
  backend = await pgliteBackend();
});
afterAll(() => backend.close());

const TEXT = { 'content-type': 'text/plain' };

async function onPostgres(): Promise<
  Harness & { readonly pushes: string[]; advance(milliseconds: number): Promise<void> }
> {
  const { store, queue, advance } = await backend.open();
  const clock = new TestClock(START);
  const pushes: string[] = [];
  const h = await harness({
    clock,
    store,
    queue,
    fetch: async (_url, { headers }) => {
      pushes.push(headers['webhook-id'] ?? '');
      return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
    },
  });
  return {
    ...h,
    pushes,
    advance: async (milliseconds) => {
      clock.turn(milliseconds);
      await advance(milliseconds);
    },
  };
}

test('an extraction goes its way, is reviewed, listed, counted, and erased', async () => {
  const h = await onPostgres();
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const body = { webhook: { url: 'https://receiver.example/' }, extra_data: { case: 1 } };
  const id = await uploaded(h, 'invoices', INVOICE, { body });
  const done = await h.call('GET', `/documents/${id}`);
  expect(done.body).toMatchObject({
    status: 'COMPLETE',
    parsed_document: { total: { value: '4200' } },
    reviewStatus: 'NEEDS_REVIEW',
    extra_data: { case: 1 },
  });
  const review = { reviewStatus: 'APPROVED', fields: { total: '7' } };
  expect((await h.call('PUT', `/extractions/${id}`, { body: review })).body.reviewStatus).toBe('APPROVED');
  await h.service.runPending();
  expect(new Set(h.pushes).size).toBe(2);
  const log = await h.call('GET', `/extractions/${id}/webhook_deliveries`);
  expect(log.body.webhook_deliveries.map((each: { state: string }) => each.state)).toEqual([
    'delivered',
    'delivered',
  ]);
  const list = await h.call('GET', '/extractions?statuses=complete&review_statuses=approved&min_coverage=1');
  expect(list.body.extractions.map((each: { id: string }) => each.id)).toEqual([id]);
  const day = new Date(START).toISOString().slice(0, 10);
  const counts = await h.call('GET', `/extractions/statistics?start_date=${day}&end_date=${day}`);
  expect(counts.body.statistics[0].coverage_histogram.at(-1)).toBe(1);
  expect((await h.call('DELETE', `/documents/${id}`)).status).toBe(204);
  expect((await h.call('GET', `/documents/${id}`)).body).not.toHaveProperty('parsed_document');
  expect(h.errors).toEqual([]);
});

test('many extractions and two workers: each is done once', async () => {
  const h = await onPostgres();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body: batch } = await h.call('POST', '/extract/batch', {
    body: {
      documentNames: Array.from({ length: 12 }, (_, i) => `document ${i}`),
      docType: 'invoices',
      contentTypes: Array.from({ length: 12 }, () => 'text/csv'),
      webhook: { url: 'https://receiver.example/' },
    },
  });
  const { body: urls } = await h.call('GET', `/extract/batch/upload_urls/${batch}/0/11`);
  for (const url of urls) {
    const put = await h.call('PUT', url, {
      key: null,
      raw: 'a,b\nTotal: 5,2\n',
      headers: { 'content-type': 'text/csv' },
    });
    expect(put.status, put.text).toBe(200);
  }
  await Promise.all([h.service.runPending(), h.service.runPending()]);
  await h.service.runPending();
  expect((await h.call('GET', `/extract/batch/${batch}`)).body).toMatchObject({ complete: 12, failed: 0 });
  expect([h.pushes.length, new Set(h.pushes).size]).toEqual([12, 12]);
});

test('repetitions, names that are taken, pages of lists, and what nobody uploads', async () => {
  const h = await onPostgres();
  await typeWith(h, 'invoices', { north: totalConfig() });
  expect((await h.call('POST', '/document_types', { body: { name: 'invoices', schema: {} } })).status).toBe(
    409,
  );
  const headers = { 'idempotency-key': 'once' };
  const ask = () => h.call('POST', '/generate_upload_url/invoices', { headers, body: {} });
  const [first, second] = [await ask(), await ask()];
  expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  for (let i = 0; i < 4; i += 1) await h.call('POST', '/generate_upload_url/invoices');
  const seen: string[] = [];
  let token: string | null = '';
  while (token !== null) {
    const query: string = token === '' ? '' : `&continuation_token=${encodeURIComponent(token)}`;
    const { body } = await h.call('GET', `/extractions?limit=2${query}`);
    seen.push(...body.extractions.map((each: { id: string }) => each.id));
    token = body.continuation_token;
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  await h.advance(21 * 60_000);
  expect((await h.service.sweep()).failed).toBe(5);
  expect((await h.call('GET', `/documents/${first.body.id}`)).body.errors[0].code).toBe('document_missing');
});

test('configurations, goldens, tokens and classification work on PostgreSQL', async () => {
  const h = await onPostgres();
  const id = await typeWith(h, 'receipts', { south: totalConfig({ fingerprint: 'South Company' }) });
  const path = `/document_types/${id}/configurations`;
  await h.call('PUT', `${path}/south`, { body: { configuration: '// draft' } });
  expect((await h.call('GET', path)).body[0].versions).toHaveLength(2);
  const golden = await h.call('POST', `/document_types/${id}/goldens`, { body: { name: 'sample' } });
  await h.call('PUT', golden.body.upload_url, { key: null, raw: RECEIPT, headers: TEXT });
  const started = await h.call('POST', '/classify/async', { raw: RECEIPT, headers: TEXT });
  const extraction = await uploaded(h, 'receipts', RECEIPT);
  const named = await h.call('GET', started.body.download_link, { key: null });
  expect(JSON.parse(named.text).document_type.id).toBe(id);
  const { body } = await h.call('POST', '/account/auth_tokens', {
    body: { grants: [{ route: '/documents/{id}', method: 'GET', path: { id: extraction } }] },
  });
  expect((await h.call('GET', `/documents/${extraction}`, { key: body.token })).status).toBe(200);
  const sync = await h.call('POST', '/extract/receipts', { raw: RECEIPT, headers: TEXT });
  expect(sync.body.status).toBe('COMPLETE');
  expect(h.errors).toEqual([]);
});

describe('a spreadsheet', () => spreadsheetBytesContract(() => backend.open()));

describe('services an hour ahead and an hour behind', () => clocksApartContract(() => backend.open()));
