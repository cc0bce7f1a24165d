/** What is measured, in the text form of Prometheus; sizes of queues are asked for when it is read. */
// See https://prometheus.io/docs/instrumenting/exposition_formats/
import { JOB_KINDS, type Queue } from './queue.js';
import { type Attributes, METRICS, type Metric, type MetricName, type Telemetry } from './telemetry.js';

/** Upper bounds of the buckets of histograms, in seconds: from a cached answer to the longest extraction. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** What a queue has of each kind of job, by the name of its gauge. */
const QUEUE_GAUGES = {
  anchorline_queue_ready: 'Jobs that may be leased by now, by kind',
  anchorline_queue_leased: 'Jobs that are held, by kind',
  anchorline_queue_oldest_seconds: 'Time for which the oldest job waits that may be leased, by kind',
} as const;

/** The name of a metric in Prometheus. */
function nameOf({ kind, name }: Metric): string {
  return `${name.replaceAll('.', '_')}${kind === 'counter' ? '_total' : '_seconds'}`;
}

/** The names of all metrics. */
export const PROMETHEUS_NAMES: readonly string[] = [
  ...Object.values(METRICS).map(nameOf),
  ...Object.keys(QUEUE_GAUGES),
];

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
    const labels = labelsOf(attributes);
    const series = ofMetric.get(labels) ?? { sum: 0, counts: BUCKETS.map(() => 0).concat(0) };
    ofMetric.set(labels, series);
    series.sum += value;
    for (const [i, bound] of [...BUCKETS, Number.POSITIVE_INFINITY].entries()) {
      if (value <= bound) series.counts[i]! += 1;
    }
  }

  /** All of it. A queue that does not answer leaves its sizes out. */
  async text(queue: Pick<Queue, 'size'>): Promise<string> {
    const lines = (Object.keys(METRICS) as MetricName[]).flatMap((metric) => this.#linesOf(metric));
    const sizes = await queue.size().catch(() => undefined);
    for (const [name, help] of Object.entries(QUEUE_GAUGES)) {
      if (!sizes) break;
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`);
      for (const kind of JOB_KINDS) {
        const { ready, leased, oldestMs } = sizes[kind];
        const value = name.endsWith('ready') ? ready : name.endsWith('leased') ? leased : oldestMs / 1_000;
        lines.push(`${name}{kind="${kind}"} ${value}`);
      }
    }
    return `${lines.join('\n')}\n`;
  }

  #linesOf(metric: MetricName): string[] {
    const definition: Metric = METRICS[metric];
    const { kind, description } = definition;
    const name = nameOf(definition);
    const lines = [`# HELP ${name} ${description}`, `# TYPE ${name} ${kind}`];
    for (const [labels, { sum, counts }] of this.#series.get(metric) ?? []) {
      const braced = (more = '') => {
        const all = [labels, more].filter(Boolean).join(',');
        return all === '' ? '' : `{${all}}`;
      };
      if (kind === 'counter') {
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
    .map(([name, value]) => `${name.replaceAll('.', '_')}="${escaped(String(value))}"`)
    .join(',');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Reports to both. */
export function withMetrics(telemetry: Telemetry, metrics: PrometheusMetrics): Telemetry {
  return {
    span: (name, attributes, work) => telemetry.span(name, attributes, work),
    measure: (metric, value, attributes) => {
      telemetry.measure(metric, value, attributes);
      metrics.measure(metric, value, attributes);
    },
  };
}
