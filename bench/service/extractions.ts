/**
 * Extractions a second with one worker process and with two, how long they wait to be started, and what is left of that
 * when workers are killed at random moments. Each run checks that all are COMPLETE, each with one result, one event and
 * one push, and fails when they are not.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../src/run/workers/seeded-random.js';
import { Fleet } from '../../test/service/processes/fleet.js';
import { openSite, type Site } from '../../test/service/processes/site.js';
import { SERVER_URL } from '../../test/support/postgres.js';
import { builtModule } from '../built.js';
import { table } from '../table.js';
import { bytes, config, quantile } from './invoices.js';

/** Documents that the client uploads at once. */
const UPLOADS = 8;
/** Documents that a worker process takes at once. */
const CONCURRENCY = 2;
/** So long after all workers are ready one of them is killed, in milliseconds. */
const KILL_MS = { least: 2_000, most: 5_000 };
/** What a killed process held is free after some seconds. Three lost workers give a document up, as by default. */
const LIMITS = { leaseMs: 5_000, pushMs: 2_000 };
const POLL_MS = 100;
const SECOND = 1_000;

export interface ExtractionsOptions {
  /** How many there are. */
  readonly extractions: number;
  /** Of the chance by which workers are killed. */
  readonly seed: number;
}

interface Run extends ExtractionsOptions {
  readonly workers: number;
  readonly kills: boolean;
}

interface Outcome extends Run {
  /** From the first upload to the last result, in seconds. */
  readonly seconds: number;
  readonly killed: number;
  /** Extractions that were begun more than once. */
  readonly again: number;
  /** Pushes that came more than once. */
  readonly pushedAgain: number;
  /** Waits in milliseconds, sorted. */
  readonly toStart: readonly number[];
  readonly toPush: readonly number[];
}

/** Kills a worker now and then, until it is told to stop. @returns how many it has killed */
async function kill(fleet: Fleet, random: () => number, signal: AbortSignal): Promise<number> {
  let killed = 0;
  for (;;) {
    await fleet.ready();
    const wait = KILL_MS.least + random() * (KILL_MS.most - KILL_MS.least);
    if (!(await pause(wait, true, { signal }).catch(() => false))) return killed;
    await fleet.replace(Math.floor(random() * fleet.size));
    killed += 1;
  }
}

async function uploadAll(site: Site, extractions: number): Promise<void> {
  let left = extractions;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await site.upload('invoices', bytes, 'application/pdf');
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, client));
}

interface Times {
  readonly id: string;
  readonly uploaded: Date;
  readonly processing_started: Date;
  readonly completed: Date;
  readonly attempts: number;
}

async function measure(run: Run): Promise<Outcome> {
  const site = await openSite({
    library: builtModule('service/index.js'),
    databaseUrl: SERVER_URL,
    limits: LIMITS,
    concurrency: CONCURRENCY,
  });
  await site.makeType('invoices', config);
  const fleet = new Fleet(site.setup, run.workers);
  const over = new AbortController();
  try {
    await fleet.ready();
    const killing = run.kills ? kill(fleet, randomFrom(run.seed), over.signal) : 0;
    await uploadAll(site, run.extractions);
    for (;;) {
      const { complete, failed, delivered, jobs } = await site.tally();
      if (complete + failed === run.extractions && delivered === run.extractions && jobs === 0) break;
      await pause(POLL_MS);
    }
    over.abort();
    const killed = await killing;
    await check(site, run.extractions);
    return { ...run, killed, ...(await timesOf(site)) };
  } finally {
    over.abort();
    await fleet.kill();
    await site.close();
  }
}

async function check(site: Site, extractions: number): Promise<void> {
  const { complete, results, events, counted, delivered } = await site.tally();
  const ids = new Set(site.receiver.pushes.map((push) => push.id)).size;
  const counts = { complete, results, events, counted, delivered, ids };
  if (Object.values(counts).some((count) => count !== extractions)) {
    throw new Error(`not all ${extractions} extractions ended once: ${JSON.stringify(counts)}`);
  }
}

async function timesOf(site: Site) {
  const rows = await site.rows<Times>(
    'select id, uploaded, processing_started, completed, attempts from al_extractions',
  );
  const byTime = (a: number, b: number) => a - b;
  const firstPush = new Map<string, number>();
  for (const { extractionId, at } of site.receiver.pushes) {
    if (!firstPush.has(extractionId)) firstPush.set(extractionId, at);
  }
  const begin = Math.min(...rows.map((row) => row.uploaded.getTime()));
  const end = Math.max(...rows.map((row) => row.completed.getTime()));
  return {
    seconds: (end - begin) / SECOND,
    again: rows.filter((row) => row.attempts > 1).length,
    pushedAgain: site.receiver.pushes.length - rows.length,
    toStart: rows.map((row) => row.processing_started.getTime() - row.uploaded.getTime()).sort(byTime),
    toPush: rows.map((row) => firstPush.get(row.id)! - row.completed.getTime()).sort(byTime),
  };
}

const seconds = (milliseconds: number) => (milliseconds / SECOND).toFixed(2);

/** Measures, checks and prints. */
export async function measureExtractions(options: ExtractionsOptions): Promise<void> {
  const rows: string[][] = [];
  for (const kills of [false, true]) {
    for (const workers of [1, 2]) {
      const outcome = await measure({ ...options, workers, kills });
      rows.push([
        `${workers} worker${workers > 1 ? 's' : ''}${kills ? ', killed at random' : ''}`,
        (options.extractions / outcome.seconds).toFixed(1),
        seconds(quantile(outcome.toStart, 0.5)),
        seconds(quantile(outcome.toStart, 0.95)),
        seconds(quantile(outcome.toPush, 0.5)),
        seconds(quantile(outcome.toPush, 0.95)),
        String(outcome.killed),
        String(outcome.again),
        String(outcome.pushedAgain),
      ]);
    }
  }
  console.log(
    table(
      ['', 'extractions/s', 'start s', '95 %', 'push s', '95 %', 'kills', 'begun again', 'pushed again'],
      rows,
    ),
  );
  console.log('All COMPLETE, each with one result, one event, one id of its push.');
}
