/** Traces and metrics: what the service measures, reported to whom the host names. */
import { errorName } from './logging.js';

/** Plain values that say what a span or a measurement is about. Ids and names, never contents. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** All that is measured. Durations are in seconds, as OpenTelemetry wants them. */
export const METRICS = {
  requests: {
    kind: 'counter',
    name: 'anchorline.requests',
    unit: '{request}',
    description: 'Requests answered, by method and status',
  },
  requestDuration: {
    kind: 'histogram',
    name: 'anchorline.request.duration',
    unit: 's',
    description: 'Time from a request to its answer',
  },
  extractions: {
    kind: 'counter',
    name: 'anchorline.extractions',
    unit: '{extraction}',
    description: 'Extractions that came to an end, by status',
  },
  extractionDuration: {
    kind: 'histogram',
    name: 'anchorline.extraction.duration',
    unit: 's',
    description: 'Time from starting on a document to its end',
  },
  extractionWait: {
    kind: 'histogram',
    name: 'anchorline.extraction.wait',
    unit: 's',
    description: 'Time from having the document to starting on it',
  },
  attempts: {
    kind: 'counter',
    name: 'anchorline.attempts',
    unit: '{attempt}',
    description: 'Attempts at extractions that were begun',
  },
  outages: {
    kind: 'counter',
    name: 'anchorline.outages',
    unit: '{outage}',
    description: 'Outages that began, by what was away',
  },
  layoutDisagreements: {
    kind: 'counter',
    name: 'anchorline.layout_disagreements',
    unit: '{value}',
    description: 'Values that layout and model give differently, by document type and configuration',
  },
} as const satisfies Record<string, Metric>;

/** What is measured, and how. */
export interface Metric {
  readonly kind: 'counter' | 'histogram';
  readonly name: string;
  /** In the notation of UCUM. */
  readonly unit: string;
  readonly description: string;
}

/** A measure that the service reports. */
export type MetricName = keyof typeof METRICS;

/** A span while its work goes on. */
export interface Span {
  setAttributes(attributes: Attributes): void;
}

/** Who is notified of the work of the service. */
export interface Telemetry {
  /** Does some work as a span; spans within it are its children. A failure is noted by its code, and passes. */
  span<Result>(name: string, attributes: Attributes, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Adds to a counter, or records a value of a histogram. */
  measure(metric: MetricName, value: number, attributes?: Attributes): void;
}

/** Reports to nobody. */
export const noTelemetry: Telemetry = {
  span: (_, __, work) => work({ setAttributes: () => undefined }),
  measure: () => undefined,
};

/** What is used of `@opentelemetry/api`. */
export interface OpenTelemetryApi {
  readonly trace: { getTracer(name: string): OpenTelemetryTracer };
  readonly metrics: { getMeter(name: string): OpenTelemetryMeter };
}

interface OpenTelemetryTracer {
  startActiveSpan<Result>(
    name: string,
    options: { attributes: Record<string, string | number | boolean> },
    work: (span: OpenTelemetrySpan) => Result,
  ): Result;
}

interface OpenTelemetrySpan {
  setAttributes(attributes: Record<string, string | number | boolean>): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface OpenTelemetryMeter {
  createCounter(
    name: string,
    options: { unit: string; description: string },
  ): { add(value: number, attributes?: Record<string, string | number | boolean>): void };
  createHistogram(
    name: string,
    options: { unit: string; description: string },
  ): { record(value: number, attributes?: Record<string, string | number | boolean>): void };
}

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
  const { trace, metrics }: OpenTelemetryApi = api ?? (await import('@opentelemetry/api'));
  const tracer = trace.getTracer(SCOPE);
  const instruments = instrumentsOf(metrics.getMeter(SCOPE));
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work({ setAttributes: (more) => void span.setAttributes(more) });
        } catch (error) {
          span.setAttributes({ [ERROR_TYPE]: errorName(error) });
          span.setStatus({ code: STATUS_ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    measure: (metric, value, attributes = {}) => instruments[metric](value, attributes),
  };
}

type Instruments = Readonly<Record<MetricName, (value: number, attributes: Attributes) => void>>;

function instrumentsOf(meter: OpenTelemetryMeter): Instruments {
  const instrument = ({ kind, name, unit, description }: Metric): Instruments[MetricName] => {
    if (kind === 'counter') {
      const counter = meter.createCounter(name, { unit, description });
      return (value, attributes) => counter.add(value, attributes);
    }
    const histogram = meter.createHistogram(name, { unit, description });
    return (value, attributes) => histogram.record(value, attributes);
  };
  const entries = Object.entries(METRICS).map(([metric, definition]) => [metric, instrument(definition)]);
  return Object.fromEntries(entries) as Instruments;
}
