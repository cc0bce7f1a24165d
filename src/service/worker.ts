/** Workers: they take jobs from the queue and do them, push what is due, and sweep now and then. */
// See docs/language/09-service.md#9182-a-worker
import { isDoneWithin } from './clock.js';
import { guardedCall, reportError, type ServiceContext } from './context.js';
import { classificationJob } from './processing/classify.js';
import { Deliveries } from './processing/deliveries.js';
import { extractionJob, type Working } from './processing/extraction-job.js';
import { goldenJob } from './processing/golden.js';
import { WorkerStopped } from './processing/lease.js';
import type { Outages } from './processing/outages.js';
import { verifyJob } from './processing/verify.js';
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from './queue.js';
import type { Sweeper } from './sweep.js';

/** What a worker does, and how much of it at once. */
export interface WorkerOptions {
  /** Documents that are worked on at once; default 2. Extraction takes a processor, so more seldom helps. */
  readonly concurrency?: number;
  /** Kinds of jobs that are done; default all. */
  readonly kinds?: readonly JobKind[];
}

/** Works until it is stopped. */
export interface Worker {
  start(): void;
  /**
   * Takes no more jobs, and waits for those under way; what is not done within the grace goes back to the queue. It
   * ends 10 s after the grace at the latest, even where the store or the blobs say nothing: leases that are left run
   * out.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const DEFAULT_CONCURRENCY = 2;
/** How long work that is under way may take when its worker stops, in milliseconds. */
export const DEFAULT_GRACE_MS = 10_000;
/** How long it may take after that to give it back, in milliseconds. */
const GIVE_BACK_MS = 10_000;
/** How often a worker looks for work when nobody reports any to it. */
const IDLE_MS = 1_000;
/** How long to wait after an error that nobody foresaw, in milliseconds. */
const FAULT_MS = 1_000;

/** What the workers of a process share. */
interface WorkerSharing {
  readonly sweeper: Sweeper;
  readonly outages: Outages;
}

/** A worker on a service. */
export function createWorker(
  context: ServiceContext,
  { sweeper, outages }: WorkerSharing,
  options: WorkerOptions = {},
): Worker {
  const { concurrency = DEFAULT_CONCURRENCY, kinds = JOB_KINDS } = options;
  const leasing = new AbortController();
  const working = new AbortController();
  const name = `worker-${context.newId()}`;
  const me: Working = { worker: name, signal: working.signal, outages, patienceMs: Number.POSITIVE_INFINITY };
  const running = new Set<Promise<void>>();
  const deliveries = new Deliveries(context);
  let loop: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;

  function run(job: LeasedJob): void {
    const work = runJob(context, job, me, deliveries).finally(() => running.delete(work));
    running.add(work);
  }

  async function pause(milliseconds: number): Promise<void> {
    await context.clock.sleep(milliseconds, leasing.signal).catch(() => undefined);
  }

  async function turn(): Promise<void> {
    const { queue } = context;
    const limit = concurrency - running.size;
    if (limit <= 0) {
      await Promise.race(running);
      return;
    }
    await outages.look();
    // Pushes need neither blobs nor models.
    const possible = outages.isOn ? kinds.filter((kind) => kind === 'deliver') : kinds;
    const jobs = await lease(context, { kinds: possible, limit, worker: name });
    for (const job of jobs) run(job);
    // Also while documents wait: their jobs may be before those of pushes, where the queue knows no priorities.
    if (kinds.includes('deliver')) await deliveries.start(working.signal);
    if (jobs.length > 0) return;
    // A job that ends may leave room for another; a wake-up may come meanwhile.
    const idle = queue.wait ? queue.wait(leasing.signal, IDLE_MS) : pause(IDLE_MS);
    await Promise.race([idle, ...running]);
  }

  async function work(): Promise<void> {
    while (!leasing.signal.aborted) {
      try {
        await turn();
      } catch (error) {
        if (await outages.confirms(error)) await pause(outages.left);
        else {
          reportError(context, error, 'worker');
          await pause(FAULT_MS);
        }
      }
    }
  }

  /** Ends when no job and no push is under way. */
  async function untilIdle(): Promise<void> {
    await loop;
    while (running.size > 0) await Promise.all(running);
    await deliveries.idle();
  }

  async function sweepFailed(error: unknown): Promise<void> {
    if (!(await outages.confirms(error))) reportError(context, error, 'sweep');
  }

  return {
    start() {
      // What was left behind is looked for beside the jobs: it may take long, and no document waits for it.
      sweeping ??= sweeper.run(leasing.signal, sweepFailed);
      loop ??= work();
    },
    async stop({ graceMs = DEFAULT_GRACE_MS } = {}) {
      leasing.abort(new WorkerStopped('The worker stops.'));
      const idle = untilIdle();
      // A step of a sweep may be cut off at any time: the next sweep takes it up.
      if (await isDoneWithin(context.clock, graceMs, Promise.all([idle, sweeping]))) return;
      working.abort(new WorkerStopped('The worker stops.'));
      await isDoneWithin(context.clock, GIVE_BACK_MS, idle);
    },
  };
}

/** Takes jobs that are due, of kinds that are not paused, and counts them. */
async function lease(
  { queue, pauses, limits, telemetry }: ServiceContext,
  asked: Omit<Parameters<Queue['lease']>[0], 'leaseMs'>,
): Promise<LeasedJob[]> {
  const kinds = await pauses.running(asked.kinds);
  if (kinds.length === 0) return [];
  const jobs = await queue.lease({ ...asked, kinds, leaseMs: limits.leaseMs });
  for (const { kind } of jobs) telemetry.measure('leases', 1, { kind });
  return jobs;
}

/** Does one job; what goes wrong in it costs no other one. */
async function runJob(
  context: ServiceContext,
  job: LeasedJob,
  working: Working,
  deliveries: Deliveries,
): Promise<void> {
  await guardedCall(context, job.kind, async () => {
    try {
      await doJob(context, job, working, deliveries);
    } catch (error) {
      const { outages } = working;
      if (!(await outages.confirms(error))) throw error;
      await context.queue.retry(job, { delayMs: outages.left, error: 'an outage' });
    }
  });
}

function doJob(
  context: ServiceContext,
  job: LeasedJob,
  working: Working,
  deliveries: Deliveries,
): Promise<void> {
  switch (job.kind) {
    case 'fetch':
    case 'process':
      return extractionJob(context, job, working);
    case 'classify':
      return classificationJob(context, job, working);
    case 'golden':
      return goldenJob(context, job);
    case 'verify':
      return verifyJob(context, job, working);
    case 'deliver':
      return deliverJob(context, job, working, deliveries);
  }
}

/** Such a job only wakes workers; the store knows what is due. */
async function deliverJob(
  context: ServiceContext,
  job: LeasedJob,
  working: Working,
  deliveries: Deliveries,
): Promise<void> {
  await deliveries.start(working.signal);
  await context.queue.done(job);
}

/** How much waiting work is done. */
export interface RunPendingOptions {
  /** Jobs that are done at most. */
  readonly max?: number;
  /** Moment after which no job is begun, milliseconds since 1970. */
  readonly untilMs?: number;
  readonly signal?: AbortSignal;
}

/** Does the jobs that wait, one after another, and pushes what is due: for hosts that are woken by a timer. */
export async function runPending(
  context: ServiceContext,
  outages: Outages,
  options: RunPendingOptions = {},
): Promise<number> {
  const { max = Number.POSITIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = options;
  const signal = options.signal ?? new AbortController().signal;
  const deliveries = new Deliveries(context);
  // Whoever waits for the end of this waits for no store; the sweep finds what is left.
  const patienceMs = context.limits.leaseMs;
  const working: Working = { worker: `run-${context.newId()}`, signal, outages, patienceMs };
  const { clock } = context;
  let done = 0;
  await outages.look();
  while (done < max && clock.now() < untilMs && !signal.aborted && !outages.isOn) {
    const [job] = await lease(context, { kinds: JOB_KINDS, limit: 1, worker: working.worker });
    if (job) {
      await runJob(context, job, working, deliveries);
      if (job.kind !== 'deliver') done += 1;
      await deliveries.start(signal);
    } else if ((await deliveries.start(signal)) === 0 && deliveries.count === 0) break;
    else await deliveries.one();
  }
  await deliveries.idle();
  return done;
}
