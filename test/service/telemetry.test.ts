import * as api from '@opentelemetry/api';
import { afterEach, expect, test } from 'vitest';
import { METRICS } from '../../src/service/metrics.js';
import { noTelemetry, type OpenTelemetryApi, openTelemetry } from '../../src/service/telemetry.js';

afterEach(() => {
  api.trace.disable();
  api.metrics.disable();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ACTIVE = {};

/** An OpenTelemetry that notes what it gets. */
function noted() {
  const told: unknown[] = [];
  let read: (result: object) => Promise<void> = async () => undefined;
  const instrument = (verb: string) => (name: string, options: object) => {
    told.push(['create', name, options]);
    return { [verb]: (value: number, attributes: object) => told.push([name, value, attributes]) };
  };
  const fake = {
    trace: {
      setSpanContext: (_context: object, span: object) => span,
      getTracer: (scope: string) => ({
        startActiveSpan: (name: string, options: object, around: object, work: (span: object) => unknown) => {
          told.push(['start', scope, name, options, ...(around === ACTIVE ? [] : [around])]);
          return work({
            setAttributes: (attributes: object) => told.push(['attributes', attributes]),
            setStatus: (status: object) => told.push(['status', status]),
            spanContext: () => ({ traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags: 1 }),
            end: () => told.push(['end', name]),
          });
        },
      }),
    },
    metrics: {
      getMeter: () => ({
        createCounter: instrument('add'),
        createHistogram: instrument('record'),
        createObservableGauge: (name: string, options: object) => {
          told.push(['create', name, options]);
          return name;
        },
        addBatchObservableCallback: (callback: typeof read, gauges: string[]) => {
          told.push(['observed', gauges]);
          read = callback;
        },
        removeBatchObservableCallback: (callback: typeof read) => told.push(['over', callback === read]),
      }),
    },
    context: { active: () => ACTIVE },
  };
  return { told, read: (result: object) => read(result), fake: fake as unknown as OpenTelemetryApi };
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
    { unit: 's', description: METRICS.extractionDuration.description },
  ]);
  told.length = 0;
  telemetry.measure('extractions', 1, { status: 'COMPLETE' });
  telemetry.measure('extractionDuration', 0.5);
  expect(told).toEqual([
    ['anchorline.extractions', 1, { status: 'COMPLETE' }],
    ['anchorline.extraction.duration', 0.5, {}],
  ]);
});

test('OpenTelemetry gets gauges when it reads them, until the service is closed', async () => {
  const { told, fake, read } = noted();
  const telemetry = await openTelemetry(fake);
  told.length = 0;
  const end = telemetry.observe!(async () => [
    { gauge: 'queueReady', value: 3, attributes: { kind: 'process' } },
  ]);
  const gauges = Object.values(METRICS).flatMap(({ kind, name }) => (kind === 'gauge' ? [name] : []));
  expect(told).toEqual([['observed', gauges]]);
  const seen: unknown[] = [];
  await read({ observe: (...args: unknown[]) => seen.push(args) });
  expect(seen).toEqual([['anchorline.queue.ready', 3, { kind: 'process' }]]);
  end();
  expect(told.at(-1)).toEqual(['over', true]);
});

test('a span of OpenTelemetry is the child of what caused it elsewhere, and says what it is itself', async () => {
  const { told, fake } = noted();
  const telemetry = await openTelemetry(fake);
  told.length = 0;
  const cause = `00-${TRACE}-00f067aa0ba902b7-00`;
  const own = await telemetry.span('push', {}, async ({ traceparent }) => traceparent, cause);
  expect(own).toBe(`00-${TRACE}-b7ad6b7169203331-01`);
  const remote = { traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags: 0, isRemote: true };
  expect(told[0]).toEqual(['start', 'anchorline', 'push', { attributes: {} }, remote]);
  const api0 = await openTelemetry(api);
  expect(await api0.span('push', {}, async ({ traceparent }) => traceparent, cause)).toBe(cause);
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
