/** What operators ask a service: metrics in the text form of Prometheus, and whether it does its work. */
import { expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { METRICS, type Metric } from '../../src/service/metrics.js';
import { prometheusName } from '../../src/service/prometheus.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

/** A line of the text form: a name, labels, a number. */
const LINE = /^(?<name>[a-z_]+)(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+\})? (?:[0-9.e+-]+)$/u;

test('metrics count requests, extractions, attempts and jobs, in the text form of Prometheus', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  await uploaded(h, 'invoices', INVOICE);
  const body = { document_url: 'https://example.com/invoice' };
  await h.call('POST', '/extract_from_url/invoices', { body });
  h.clock.turn(3_000);
  const lines = (await h.service.metrics()).trimEnd().split('\n');
  const samples = lines.filter((line) => !line.startsWith('#'));
  for (const line of samples) expect(line).toMatch(LINE);
  expect(lines).toContain('anchorline_extractions_total{status="COMPLETE",type="invoices"} 1');
  expect(lines).toContain('anchorline_leases_total{kind="process"} 1');
  for (const stage of ['load', 'extract', 'store']) {
    expect(lines).toContain(`anchorline_stage_duration_seconds_count{stage="${stage}"} 1`);
  }
  expect(lines).toContain('anchorline_attempts_total 1');
  expect(lines).toContain('anchorline_queue_ready{kind="fetch"} 1');
  expect(lines).toContain('anchorline_queue_oldest_seconds{kind="fetch"} 3');
  expect(lines).toContain('anchorline_deliveries{state="dead"} 0');
  const route = 'http_route="/uploads/{token}"';
  const requests = `{http_request_method="PUT",${route},http_response_status_code="200"}`;
  expect(lines).toContain(`anchorline_requests_total${requests} 1`);
  expect(lines).toContain(`anchorline_request_duration_seconds_count${requests} 1`);
  const described = lines.flatMap((line) => line.match(/^# TYPE (\S+)/u)?.[1] ?? []);
  expect(described).toEqual(Object.values<Metric>(METRICS).map(prometheusName));
});

test('a service is ready while rows can be written, bytes read, and jobs are taken', async () => {
  let isAway = false;
  const blobs = memoryBlobs();
  const size = async (key: string) => {
    if (isAway) throw new Error('away');
    return blobs.size(key);
  };
  const h = await harness({ blobs: { ...blobs, size } });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const answer = () => h.call('GET', '/ready', { key: null });
  const status = async () => (await answer()).status;
  const failed = async () => (await answer()).body.error.issues.map(({ path }: { path: string }) => path);
  expect(await status()).toBe(200);
  isAway = true;
  expect(await status()).toBe(503);
  expect(await failed()).toEqual(['blobs']);
  isAway = false;
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const headers = { 'content-type': 'text/plain' };
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers });
  expect(await status()).toBe(200);
  h.clock.turn(120_000);
  expect(await status()).toBe(503);
  expect(await failed()).toEqual(['workers']);
  // What an operator has paused is as it should be.
  await h.service.queue.pause();
  h.clock.turn(1_000);
  expect(await status()).toBe(200);
  await h.service.queue.resume();
  h.clock.turn(1_000);
  expect(await status()).toBe(503);
  await h.service.runPending();
  expect(await status()).toBe(200);
});
