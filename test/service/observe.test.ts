import { describe, expect, test } from 'vitest';
import type { Logger } from '../../src/service/logging.js';
import { observeEvents, observeRequests } from '../../src/service/observe.js';
import { noTelemetry, type Telemetry } from '../../src/service/telemetry.js';

/** Observers that note what they get; each look at the clock takes 250 ms. */
function noted() {
  const told: unknown[] = [];
  const telemetry: Telemetry = {
    span: (name, attributes, work) => {
      told.push(['span', name, attributes]);
      return work({ setAttributes: (more) => told.push(['more', more]) });
    },
    measure: (metric, value, attributes) => told.push([metric, value, attributes]),
  };
  const log: Logger = { log: (...line) => told.push(['log', ...line]) };
  let time = 0;
  return { told, telemetry, log, now: () => (time += 250) };
}

const request = new Request('https://api.example.com/v0/uploads/secret.token?x=secret', { method: 'PUT' });

test('requests are a span, counted, timed and logged, without what is secret', async () => {
  const { told, ...observers } = noted();
  const service = {
    handle: async (
      given: Request,
      context: { clientIp: string } | undefined,
      { routed }: { routed(route: string): void },
    ) => {
      routed('/uploads/{token}');
      return Response.json([given === request, context], { status: 201 });
    },
  };
  const response = await observeRequests(service, observers).handle(request, { clientIp: '192.0.2.1' });
  expect(await response.json()).toEqual([true, { clientIp: '192.0.2.1' }]);
  const method = { 'http.request.method': 'PUT' };
  const status = { 'http.route': '/uploads/{token}', 'http.response.status_code': 201 };
  const path = '/v0/uploads/{token}';
  expect(told).toEqual([
    ['span', 'request', { ...method, 'url.path': path }],
    ['more', status],
    ['requests', 1, { ...method, ...status }],
    ['requestDuration', 0.25, { ...method, ...status }],
    ['log', 'info', 'request', { method: 'PUT', path, status: 201, ms: 250 }],
  ]);
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('requests that fail are reported as such, and fail', async () => {
  const { told, ...observers } = noted();
  const service = { handle: async () => Promise.reject(new RangeError('secret')) };
  await expect(observeRequests(service, observers).handle(request)).rejects.toThrow(RangeError);
  expect(told.at(-1)).toEqual([
    'log',
    'error',
    'request',
    { method: 'PUT', path: '/v0/uploads/{token}', status: 500, ms: 250, error: 'RangeError' },
  ]);
});

test('requests that nobody observes are answered', async () => {
  const service = { handle: async () => new Response('x', { status: 503 }) };
  expect((await observeRequests(service, {}).handle(request)).status).toBe(503);
});

describe('events', () => {
  const times = {
    uploaded: '2024-01-01T00:00:00.000Z',
    processing_started: '2024-01-01T00:00:01.500Z',
    completed: '2024-01-01T00:00:02.000Z',
  };

  test('count and time extractions once, when they end', () => {
    const { told, telemetry } = noted();
    const observe = observeEvents(telemetry);
    observe({ name: 'extraction.complete', extraction: { status: 'COMPLETE', type: 'invoices', ...times } });
    observe({ name: 'extraction.review_changed', extraction: { status: 'COMPLETE', ...times } });
    observe({ name: 'extraction.failed', extraction: { status: 'FAILED', completed: times.completed } });
    expect(told).toEqual([
      ['extractions', 1, { status: 'COMPLETE', type: 'invoices' }],
      ['extractionWait', 1.5, { status: 'COMPLETE' }],
      ['extractionDuration', 0.5, { status: 'COMPLETE' }],
      ['extractions', 1, { status: 'FAILED', type: 'portfolio' }],
    ]);
    observeEvents(noTelemetry)({ name: 'extraction.complete', extraction: { status: 'COMPLETE' } });
  });
});
