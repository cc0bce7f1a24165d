/** What a service measures: one definition of each instrument. Both ways to read them and the guide's table derive from it. */
import type { ServiceContext } from './context.js';
import { JOB_KINDS } from './queue.js';
import type { Attributes } from './telemetry.js';

/** What is measured, and how. */
export interface Metric {
  /** Gauges are asked for when somebody reads them; the others add up in this process. */
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly name: string;
  /** In the notation of UCUM. */
  readonly unit: string;
  readonly description: string;
  /** What values are distinguished by: the attribute, and what it holds. */
  readonly by: Readonly<Record<string, string>>;
}

const REQUEST = {
  'http.request.method': 'method',
  'http.route': 'path as in the reference, `none` where there is no such path',
  'http.response.status_code': 'status',
};
const KIND = { kind: JOB_KINDS.map((kind) => `\`${kind}\``).join(', ') };

/** All that is measured. Durations are in seconds, as OpenTelemetry wants them. */
export const METRICS = {
  requests: {
    kind: 'counter',
    name: 'anchorline.requests',
    unit: '{request}',
    description: 'Requests answered',
    by: REQUEST,
  },
  requestDuration: {
    kind: 'histogram',
    name: 'anchorline.request.duration',
    unit: 's',
    description: 'Time from a request to its answer',
    by: REQUEST,
  },
  extractions: {
    kind: 'counter',
    name: 'anchorline.extractions',
    unit: '{extraction}',
    description: 'Extractions that came to an end',
    by: { status: '`COMPLETE`, `FAILED`', type: 'document type, or `portfolio`' },
  },
  extractionDuration: {
    kind: 'histogram',
    name: 'anchorline.extraction.duration',
    unit: 's',
    description: 'Time from starting on a document to its end, other attempts included',
    by: { status: '`COMPLETE`, `FAILED`' },
  },
  extractionWait: {
    kind: 'histogram',
    name: 'anchorline.extraction.wait',
    unit: 's',
    description: 'Time from having the document to starting on it',
    by: { status: '`COMPLETE`, `FAILED`' },
  },
  stageDuration: {
    kind: 'histogram',
    name: 'anchorline.stage.duration',
    unit: 's',
    description: 'Time that one attempt takes for a stage',
    by: {
      stage:
        '`fetch` (from its address), `load` (from the blobs), `extract`, `store` (the result), `push` (to its address)',
    },
  },
  attempts: {
    kind: 'counter',
    name: 'anchorline.attempts',
    unit: '{attempt}',
    description: 'Attempts at extractions that were begun',
    by: {},
  },
  leases: {
    kind: 'counter',
    name: 'anchorline.leases',
    unit: '{lease}',
    description: 'Jobs that workers took',
    by: KIND,
  },
  pushes: {
    kind: 'counter',
    name: 'anchorline.pushes',
    unit: '{push}',
    description: 'Attempts at pushes, by what became of the delivery',
    by: { state: '`delivered`, `pending` (tried again), `dead` (given up)' },
  },
  outages: {
    kind: 'counter',
    name: 'anchorline.outages',
    unit: '{outage}',
    description: 'Outages that began',
    by: { of: 'what was away: `store`, `blobs`, `room` (for blobs)' },
  },
  layoutDisagreements: {
    kind: 'counter',
    name: 'anchorline.layout_disagreements',
    unit: '{value}',
    description: 'Values that layout and model give differently, where a type has a `verifyShare`',
    by: { type: 'document type', configuration: 'its name' },
  },
  queueReady: {
    kind: 'gauge',
    name: 'anchorline.queue.ready',
    unit: '{job}',
    description: 'Jobs that may be leased now',
    by: KIND,
  },
  queueLeased: {
    kind: 'gauge',
    name: 'anchorline.queue.leased',
    unit: '{job}',
    description: 'Jobs that are held',
    by: KIND,
  },
  queueOldest: {
    kind: 'gauge',
    name: 'anchorline.queue.oldest',
    unit: 's',
    description: 'Time for which the oldest job waits that may be leased',
    by: KIND,
  },
  queuePaused: {
    kind: 'gauge',
    name: 'anchorline.queue.paused',
    unit: '1',
    description: '1 while an operator has paused the jobs, else 0',
    by: KIND,
  },
  deliveries: {
    kind: 'gauge',
    name: 'anchorline.deliveries',
    unit: '{delivery}',
    description: 'Deliveries that wait for their push, or were given up; at most 10,000 are counted',
    by: { state: '`pending`, `dead`' },
  },
} as const satisfies Record<string, Metric>;

/** Everything that is measured. */
export type InstrumentName = keyof typeof METRICS;
/** What is asked for when somebody reads it. */
export type GaugeName = {
  [Name in InstrumentName]: (typeof METRICS)[Name]['kind'] extends 'gauge' ? Name : never;
}[InstrumentName];
/** A measure that the service reports as it comes. */
export type MetricName = Exclude<InstrumentName, GaugeName>;

/** A part of the work on a document that is timed. */
export type Stage = 'fetch' | 'load' | 'extract' | 'store' | 'push';

/** Does the work of a stage, and times it, whatever comes of it. */
export async function inStage<Result>(
  { telemetry, clock }: Pick<ServiceContext, 'telemetry' | 'clock'>,
  stage: Stage,
  work: () => Promise<Result>,
): Promise<Result> {
  const start = clock.now();
  try {
    return await work();
  } finally {
    telemetry.measure('stageDuration', Math.max(0, clock.now() - start) / 1_000, { stage });
  }
}

/** What a gauge shows now. */
export interface Reading {
  readonly gauge: GaugeName;
  readonly value: number;
  readonly attributes: Attributes;
}

/** Reads all gauges; what does not answer is left out. They are of all processes, so each of these shows the same. */
export async function readGauges({
  queue,
  store,
}: Pick<ServiceContext, 'queue' | 'store'>): Promise<readonly Reading[]> {
  const [sizes, paused, deliveries] = await Promise.all([
    queue.size().catch(() => undefined),
    store.pausedKinds().catch(() => undefined),
    store.countDeliveries().catch(() => undefined),
  ]);
  const ofJobs = JOB_KINDS.flatMap((kind): Reading[] => {
    if (!sizes) return [];
    const { ready, leased, oldestMs } = sizes[kind];
    const attributes = { kind };
    return [
      { gauge: 'queueReady', value: ready, attributes },
      { gauge: 'queueLeased', value: leased, attributes },
      { gauge: 'queueOldest', value: oldestMs / 1_000, attributes },
    ];
  });
  const ofPushes = Object.entries(deliveries ?? {}).map(
    ([state, value]): Reading => ({ gauge: 'deliveries', value, attributes: { state } }),
  );
  const ofPauses = JOB_KINDS.flatMap((kind): Reading[] =>
    paused ? [{ gauge: 'queuePaused', value: Number(paused.includes(kind)), attributes: { kind } }] : [],
  );
  return [...ofJobs, ...ofPauses, ...ofPushes];
}
