/** Traces and metrics: what the service does and measures, reported to whom the host names. */
import { errorName } from './logging.js';
import { type GaugeName, METRICS, type Metric, type MetricName, type Reading } from './metrics.js';
import { missingPackage } from './missing-package.js';
import { type TraceContext, traceContextOf, traceparentOf } from './trace-context.js';

/** Plain values that say what a span or a measurement is about. Ids and names, never contents. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span while its work goes on. */
export interface Span {
  setAttributes(attributes: Attributes): void;
  /** The header `traceparent` for what the work causes elsewhere. */
  readonly traceparent?: string | undefined;
}

/** Who is notified of the work of the service. */
export interface Telemetry {
  /**
   * Does some work as a span; spans within it are its children. A failure is noted by its code, and passes.
   * @param traceparent the header of what caused it, where that was elsewhere
   */
  span<Result>(
    name: string,
    attributes: Attributes,
    work: (span: Span) => Promise<Result>,
    traceparent?: string,
  ): Promise<Result>;
  /** Adds to a counter, or records a value of a histogram. */
  measure(metric: MetricName, value: number, attributes?: Attributes): void;
  /** Reads gauges whenever it is asked for them. @returns what ends that */
  observe?(read: () => Promise<readonly Reading[]>): () => void;
}

/** Reports to nobody; the context of a trace goes through it. */
export const noTelemetry: Telemetry = {
  span: (_, __, work, traceparent) => work({ setAttributes: () => undefined, traceparent }),
  measure: () => undefined,
};

/** What is used of `@opentelemetry/api`. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): OpenTelemetryTracer;
    setSpanContext(context: unknown, span: TraceContext & { readonly isRemote: boolean }): unknown;
  };
  readonly context: { active(): unknown };
  readonly metrics: { getMeter(name: string): OpenTelemetryMeter };
}

type OpenAttributes = Record<string, string | number | boolean>;

interface OpenTelemetryTracer {
  startActiveSpan<Result>(
    name: string,
    options: { attributes: OpenAttributes },
    context: unknown,
    work: (span: OpenTelemetrySpan) => Result,
  ): Result;
}

interface OpenTelemetrySpan {
  setAttributes(attributes: OpenAttributes): unknown;
  setStatus(status: { code: number }): unknown;
  spanContext(): TraceContext;
  end(): void;
}

interface InstrumentOptions {
  unit: string;
  description: string;
}

interface OpenTelemetryMeter {
  createCounter(
    name: string,
    options: InstrumentOptions,
  ): { add(value: number, attributes?: OpenAttributes): void };
  createHistogram(
    name: string,
    options: InstrumentOptions,
  ): { record(value: number, attributes?: OpenAttributes): void };
  createObservableGauge(name: string, options: InstrumentOptions): unknown;
  addBatchObservableCallback(callback: ObservableCallback, gauges: never[]): void;
  removeBatchObservableCallback(callback: ObservableCallback, gauges: never[]): void;
}

type ObservableCallback = (result: {
  observe(gauge: never, value: number, attributes?: OpenAttributes): void;
}) => Promise<void>;

/** The name under which spans and metrics appear. */
const SCOPE = 'anchorline';
/** `SpanStatusCode.ERROR`. */
const STATUS_ERROR = 2;
/** The attribute that the conventions of OpenTelemetry name for what went wrong. */
const ERROR_TYPE = 'error.type';

/**
 * Reports to OpenTelemetry: whatever exporters the host has registered with `@opentelemetry/api`, an optional peer.
 * @param api that package, where the host has it at hand; else it is imported
 *
 * @example
 * createService({ keys, telemetry: await openTelemetry() });
 */
export async function openTelemetry(api?: OpenTelemetryApi): Promise<Telemetry> {
  const { trace, context, metrics }: OpenTelemetryApi =
    api ??
    (await import('@opentelemetry/api').catch(missingPackage('@opentelemetry/api', 'openTelemetry()')));
  const tracer = trace.getTracer(SCOPE);
  const meter = metrics.getMeter(SCOPE);
  const reports = reportsOf(meter);
  const gauges = new Map(
    entriesOf('gauge').map(([name, { name: shown, unit, description }]) => [
      name as GaugeName,
      meter.createObservableGauge(shown, { unit, description }) as never,
    ]),
  );
  return {
    span: (name, attributes, work, traceparent) => {
      const cause = traceContextOf(traceparent);
      const active = context.active();
      const around = cause ? trace.setSpanContext(active, { ...cause, isRemote: true }) : active;
      return tracer.startActiveSpan(name, { attributes }, around, async (span) => {
        try {
          // Without an SDK the context of a span is that of its cause, or says that there is none.
          const own = traceContextOf(traceparentOf(span.spanContext())) ?? cause;
          return await work({
            setAttributes: (more) => void span.setAttributes(more),
            traceparent: own && traceparentOf(own),
          });
        } catch (error) {
          span.setAttributes({ [ERROR_TYPE]: errorName(error) });
          span.setStatus({ code: STATUS_ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    measure: (metric, value, attributes = {}) => reports.get(metric)!(value, attributes),
    observe(read) {
      const callback: ObservableCallback = async (result) => {
        for (const { gauge, value, attributes } of await read()) {
          result.observe(gauges.get(gauge)!, value, attributes);
        }
      };
      meter.addBatchObservableCallback(callback, [...gauges.values()]);
      return () => meter.removeBatchObservableCallback(callback, [...gauges.values()]);
    },
  };
}

function entriesOf(...kinds: readonly Metric['kind'][]): readonly (readonly [string, Metric])[] {
  return Object.entries<Metric>(METRICS).filter(([, { kind }]) => kinds.includes(kind));
}

type Report = (value: number, attributes: Attributes) => void;

function reportsOf(meter: OpenTelemetryMeter): ReadonlyMap<string, Report> {
  return new Map(
    entriesOf('counter', 'histogram').map(([metric, { kind, name, unit, description }]): [string, Report] => {
      if (kind === 'counter') {
        const counter = meter.createCounter(name, { unit, description });
        return [metric, (value, attributes) => counter.add(value, attributes)];
      }
      const histogram = meter.createHistogram(name, { unit, description });
      return [metric, (value, attributes) => histogram.record(value, attributes)];
    }),
  );
}
