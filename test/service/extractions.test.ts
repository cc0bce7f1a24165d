/** Extractions from request to result. */
import { describe, expect, test } from 'vitest';
import { harness, INVOICE, RECEIPT, totalConfig, typeWith, uploaded } from './harness.js';

describe('upload', () => {
  test('goes from WAITING through PROCESSING to COMPLETE', async () => {
    const h = await harness();
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
    const waiting = await h.call('GET', `/documents/${made.body.id}`);
    expect(waiting.body.status).toBe('WAITING');
    expect(waiting.headers.get('retry-after')).toBe('2');
    const put = await h.call('PUT', made.body.upload_url, {
      key: null,
      raw: INVOICE,
      headers: { 'content-type': 'text/plain' },
    });
    expect([put.status, put.text]).toEqual([200, '']);
    expect((await h.call('GET', `/documents/${made.body.id}`)).body.status).toBe('PROCESSING');
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
    });
    expect(done.headers.get('retry-after')).toBeNull();
    const file = await h.call('GET', done.body.download_url, { key: null });
    expect(file.text).toBe(INVOICE);
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
});
