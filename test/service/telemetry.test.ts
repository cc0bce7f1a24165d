import * as api from '@opentelemetry/api';
import { afterEach, expect, test } from 'vitest';
import { METRICS, noTelemetry, type OpenTelemetryApi, openTelemetry } from '../../src/service/telemetry.js';

afterEach(() => {
  api.trace.disable();
  api.metrics.disable();
});

/** An OpenTelemetry that notes what it gets. */
function noted() {
  const told: unknown[] = [];
  const instrument = (verb: string) => (name: string, options: object) => {
    told.push(['create', name, options]);
    return { [verb]: (value: number, attributes: object) => told.push([name, value, attributes]) };
  };
  const fake = {
    trace: {
      getTracer: (scope: string) => ({
        startActiveSpan: (name: string, options: object, work: (span: object) => unknown) => {
          told.push(['start', scope, name, options]);
          return work({
            setAttributes: (attributes: object) => told.push(['attributes', attributes]),
            setStatus: (status: object) => told.push(['status', status]),
            end: () => told.push(['end', name]),
          });
        },
      }),
    },
    metrics: {
      getMeter: () => ({ createCounter: instrument('add'), createHistogram: instrument('record') }),
    },
  };
  return { told, fake: fake as unknown as OpenTelemetryApi };
}

test('OpenTelemetry gets spans, and failures by their codes', async () => {
  const { told, fake } = noted();
  const telemetry = await openTelemetry(fake);
  told.length = 0;
  const result = telemetry.span('extract', { id: 'x' }, async (span) => {
    span.setAttributes({ pages: 2 });
    return 7;
  });
  expect(await result).toBe(7);
  const failing = telemetry.span('fetch', {}, async () => Promise.reject(new RangeError('secret')));
  await expect(failing).rejects.toThrow('secret');
  expect(told).toEqual([
    ['start', 'anchorline', 'extract', { attributes: { id: 'x' } }],
    ['attributes', { pages: 2 }],
    ['end', 'extract'],
    ['start', 'anchorline', 'fetch', { attributes: {} }],
    ['attributes', { 'error.type': 'RangeError' }],
    ['status', { code: api.SpanStatusCode.ERROR }],
    ['end', 'fetch'],
  ]);
});

test('OpenTelemetry gets measurements, each with an instrument of its own', async () => {
  const { told, fake } = noted();
  const telemetry = await openTelemetry(fake);
  expect(told).toHaveLength(Object.keys(METRICS).length);
  expect(told).toContainEqual([
    'create',
    'anchorline.extraction.duration',
    { unit: 's', description: 'Time from starting on a document to its end' },
  ]);
  told.length = 0;
  telemetry.measure('extractions', 1, { status: 'COMPLETE' });
  telemetry.measure('extractionDuration', 0.5);
  expect(told).toEqual([
    ['anchorline.extractions', 1, { status: 'COMPLETE' }],
    ['anchorline.extraction.duration', 0.5, {}],
  ]);
});

test('OpenTelemetry is the package itself, also where the host does not hand it in', async () => {
  const own: OpenTelemetryApi = api;
  const names: string[] = [];
  api.trace.setGlobalTracerProvider({
    getTracer: (scope) => {
      names.push(scope);
      return new api.ProxyTracerProvider().getTracer(scope);
    },
  });
  for (const telemetry of [await openTelemetry(own), await openTelemetry()]) {
    telemetry.measure('requests', 1);
    expect(await telemetry.span('work', {}, async () => 'done')).toBe('done');
  }
  expect(names).toEqual(['anchorline', 'anchorline']);
});

test('the work is done all the same without OpenTelemetry', async () => {
  noTelemetry.measure('requests', 1);
  const work = noTelemetry.span('work', {}, async (span) => {
    span.setAttributes({ a: 1 });
    return 'done';
  });
  expect(await work).toBe('done');
});
