/**
 * Leases, jobs and reads of a service with millions of rows. Two processes lease jobs, or do them, as fast as they can;
 * meanwhile clients read, each one request after another.
 *
 * A lease is one job that is leased by itself and taken away again: `queue.lease` for one job, and `queue.done`. A job
 * is all that a worker does for an extraction, but for reading the document: lease, claim, the type and its configs, the
 * bytes, result, event and counter.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Fleet } from '../../test/service/processes/fleet.js';
import { openSite, type Site } from '../../test/service/processes/site.js';
import { SERVER_URL } from '../../test/support/postgres.js';
import { builtModule } from '../built.js';
import { table } from '../table.js';
import { bytes, config, quantile } from './invoices.js';
import { fill, type Known, type Sizes } from './large-tables.js';

export interface RowsOptions extends Sizes {
  /** How long each load is measured. */
  readonly seconds: number;
  /** Clients that read at the same time. */
  readonly clients: number;
}

const PROCESSES = 2;
/** Jobs that a process has at once. */
const AT_ONCE = 4;
/** Between two reads, in milliseconds. */
const READ_PAUSE_MS = 5;
const SECOND = 1_000;

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface Load {
  readonly title: string;
  /** What the processes run; none does while nothing but reads is measured. */
  readonly program?: string;
  /** SQL: what goes down by one with each. */
  readonly left?: string;
}

const LOADS: readonly Load[] = [
  { title: 'nothing else' },
  { title: 'leases', program: program('leaser.ts'), left: 'select count(*) as n from al_jobs' },
  {
    title: 'jobs',
    program: program('trivial-worker.ts'),
    left: `select count(*) as n from al_extractions where phase in ('queued', 'awaiting_fetch')`,
  },
];

/** Requests by what they read; those of one extraction go through several of them. */
const reads = ({
  extractions,
  batch,
  type,
  config: ran,
}: Known): Readonly<Record<string, (turn: number) => string>> => ({
  'an extraction': (turn) => `/documents/${extractions[turn % extractions.length]}`,
  'the newest': () => '/extractions',
  'of a type': () => `/extractions?document_type_ids=${type}`,
  'of a config': () => `/extractions?configuration_ids=${ran}`,
  'COMPLETE ones': () => '/extractions?statuses=COMPLETE',
  'FAILED ones': () => '/extractions?statuses=FAILED',
  'open ones': () => '/extractions?statuses=WAITING,PROCESSING',
  'the review inbox': () => '/extractions?review_statuses=NEEDS_REVIEW',
  'of low coverage': () => '/extractions?max_coverage=0.05',
  'of a batch': () => `/extractions?batch_id=${batch}`,
  'status of a batch': () => `/extract/batch/${batch}`,
});

/** Reads in turns until the signal fires. @returns milliseconds of each kind of request, sorted */
async function readAll(
  site: Site,
  known: Known,
  clients: number,
  signal: AbortSignal,
): Promise<Map<string, number[]>> {
  const kinds = Object.entries(reads(known));
  const times = new Map<string, number[]>(kinds.map(([kind]) => [kind, []]));
  const client = async (_: unknown, own: number) => {
    for (let turn = own; !signal.aborted; turn += clients) {
      for (const [kind, path] of kinds) {
        const begun = performance.now();
        const { status } = await site.call('GET', path(turn));
        times.get(kind)!.push(performance.now() - begun);
        if (status !== 200) throw new Error(`the service answered ${status} to ${kind}`);
        await pause(READ_PAUSE_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  for (const all of times.values()) all.sort((a, b) => a - b);
  return times;
}

/** Measures one load. @returns how many a second, and the times of reads */
async function measure(site: Site, known: Known, load: Load, { seconds, clients }: RowsOptions) {
  const fleet = load.program
    ? new Fleet({ ...site.setup, concurrency: AT_ONCE }, PROCESSES, load.program)
    : null;
  const left = async () => {
    const [row] = load.left ? await site.rows<{ n: string }>(load.left) : [];
    return { count: Number(row?.n ?? 0), at: performance.now() };
  };
  const over = new AbortController();
  try {
    await fleet?.ready();
    const before = await left();
    const times = readAll(site, known, clients, over.signal);
    await Promise.race([times, pause(seconds * SECOND)]);
    over.abort();
    const after = await left();
    if (load.left && after.count === 0) throw new Error('nothing waits any more; have more rows wait');
    const rate = ((before.count - after.count) / (after.at - before.at)) * SECOND;
    return { rate, times: await times };
  } finally {
    over.abort();
    await fleet?.stop();
  }
}

/** Measures and prints. */
export async function measureRows(options: RowsOptions): Promise<void> {
  const site = await openSite({ library: builtModule('service/index.js'), databaseUrl: SERVER_URL });
  try {
    await site.makeType('invoices', config);
    const begun = performance.now();
    const known = await fill(site, bytes, options);
    console.log(`rows made in ${((performance.now() - begun) / SECOND).toFixed(0)} s`);
    const columns: Map<string, number[]>[] = [];
    for (const load of LOADS) {
      const { rate, times } = await measure(site, known, load, options);
      if (load.program) console.log(`${load.title}: ${rate.toFixed(0)} a second`);
      columns.push(times);
    }
    const shown = (all: readonly number[]) => [0.5, 0.99].map((share) => quantile(all, share).toFixed(1));
    const headings = LOADS.flatMap(({ title }) => [`${title}: ms`, '99 %']);
    const rows = Object.keys(reads(known)).map((kind) => [
      kind,
      ...columns.flatMap((times) => shown(times.get(kind)!)),
    ]);
    console.log(table(['reads', ...headings], rows));
  } finally {
    await site.close();
  }
}
