/** What is measured, in the text form of Prometheus; gauges are read when somebody asks for it. */
// See https://prometheus.io/docs/instrumenting/exposition_formats/
import { METRICS, type Metric, type MetricName, type Reading } from './metrics.js';
import type { Attributes, Telemetry } from './telemetry.js';

/** Upper bounds of the buckets of histograms, in seconds: from a cached answer to the longest extraction. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Sets of labels that a metric may have; further ones count together, as OpenTelemetry has it. */
const MOST_SERIES = 2_000;
const OVERFLOW = 'otel_metric_overflow="true"';

/** The name of a metric in Prometheus. */
export function prometheusName({ kind, name, unit }: Metric): string {
  return `${name.replaceAll('.', '_')}${kind === 'counter' ? '_total' : unit === 's' ? '_seconds' : ''}`;
}

/** The name of an attribute in Prometheus. */
export function labelName(attribute: string): string {
  return attribute.replaceAll('.', '_');
}

/** What was measured with one set of labels: counts of buckets for a histogram, the last one of all values. */
interface Series {
  sum: number;
  readonly counts: number[];
}

/** Keeps what is measured. */
export class PrometheusMetrics {
  readonly #series = new Map<MetricName, Map<string, Series>>();

  /** Adds to a counter, or records a value of a histogram. */
  measure(metric: MetricName, value: number, attributes: Attributes = {}): void {
    const ofMetric = this.#series.get(metric) ?? new Map<string, Series>();
    this.#series.set(metric, ofMetric);
    const own = labelsOf(attributes);
    const labels = ofMetric.has(own) || ofMetric.size < MOST_SERIES ? own : OVERFLOW;
    const series = ofMetric.get(labels) ?? { sum: 0, counts: BUCKETS.map(() => 0).concat(0) };
    ofMetric.set(labels, series);
    series.sum += value;
    for (const [i, bound] of [...BUCKETS, Number.POSITIVE_INFINITY].entries()) {
      if (value <= bound) series.counts[i]! += 1;
    }
  }

  /** All of it. @param readings what gauges show now */
  text(readings: readonly Reading[]): string {
    const lines = Object.entries<Metric>(METRICS).flatMap(([metric, definition]) => [
      `# HELP ${prometheusName(definition)} ${definition.description}`,
      `# TYPE ${prometheusName(definition)} ${definition.kind}`,
      ...readings
        .filter(({ gauge }) => gauge === metric)
        .map(({ value, attributes }) => `${prometheusName(definition)}{${labelsOf(attributes)}} ${value}`),
      ...this.#linesOf(metric as MetricName, definition),
    ]);
    return `${lines.join('\n')}\n`;
  }

  #linesOf(metric: MetricName, definition: Metric): string[] {
    const name = prometheusName(definition);
    const lines: string[] = [];
    for (const [labels, { sum, counts }] of this.#series.get(metric) ?? []) {
      const braced = (more = '') => {
        const all = [labels, more].filter(Boolean).join(',');
        return all === '' ? '' : `{${all}}`;
      };
      if (definition.kind === 'counter') {
        lines.push(`${name}${braced()} ${sum}`);
        continue;
      }
      for (const [i, count] of counts.entries()) {
        lines.push(`${name}_bucket${braced(`le="${BUCKETS[i] ?? '+Inf'}"`)} ${count}`);
      }
      lines.push(`${name}_sum${braced()} ${sum}`, `${name}_count${braced()} ${counts.at(-1)}`);
    }
    return lines;
  }
}

/** Labels as they are written: `http_request_method="GET"`. */
function labelsOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${labelName(name)}="${escaped(String(value))}"`)
    .join(',');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Reports to both. */
export function withMetrics(telemetry: Telemetry, metrics: PrometheusMetrics): Telemetry {
  return {
    ...telemetry,
    measure: (metric, value, attributes) => {
      telemetry.measure(metric, value, attributes);
      metrics.measure(metric, value, attributes);
    },
  };
}
