/**
 * Jobs of BullMQ, in Redis, a queue a kind. It does not join transactions, and accounts do not take turns. While a job
 * waits there is no second one of its kind and key, but the first keeps its time and priority; one whose lease ran out,
 * or that was given back, may be beside another.
 */
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import { type EngineJob, engineCall, jobData } from './engine.js';
import { merged } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

interface BullJob {
  readonly id?: string | undefined;
  readonly data: EngineJob;
  readonly timestamp: number;
  readonly attemptsStarted: number;
  extendLock(token: string, milliseconds: number): Promise<number>;
  moveToCompleted(value: unknown, token: string, fetchNext: boolean): Promise<unknown>;
  moveToDelayed(at: number, token: string): Promise<void>;
  removeDeduplicationKey(): Promise<unknown>;
}

type BullState = 'wait' | 'prioritized' | 'active';

interface BullQueue {
  addBulk(jobs: { name: string; data: EngineJob; opts: object }[]): Promise<unknown>;
  getJobCounts(...states: BullState[]): Promise<Record<string, number>>;
  getJobs(states: BullState[], start: number, end: number, ascending: boolean): Promise<BullJob[]>;
  on(event: 'error', listener: () => void): unknown;
  close(): Promise<void>;
}

interface BullWorker {
  getNextJob(token: string, options: { block: boolean }): Promise<BullJob | undefined>;
  startStalledCheckTimer(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
  close(): Promise<void>;
}

/** What is used of the package `bullmq`. */
export interface BullModule {
  readonly Queue: new (name: string, options: never) => BullQueue;
  readonly Worker: new (name: string, processor: null, options: never) => BullWorker;
}

/** Where the jobs are. */
export interface BullQueueOptions {
  /** The package: `import * as bullmq from 'bullmq'`. */
  readonly bullmq: BullModule;
  /** What its queues and workers take: an address, or a client whose `maxRetriesPerRequest` is null. */
  readonly connection: object;
  /** What all keys in Redis begin with; default `anchorline`. */
  readonly prefix?: string;
  /** How often jobs whose lease ran out are looked for, which takes two looks, in milliseconds; default 5,000. */
  readonly stalledEveryMs?: number;
}

/** The lowest priority of BullMQ, where 1 is the highest: those of jobs go from -32768 to 32767. */
const PRIORITY_ZERO = 32_768;
/** How often a lease may run out: the store counts attempts. */
const MOST_STALLS = 1_000_000;

/**
 * A queue on BullMQ 5 or newer.
 *
 * @example
 * const queue = bullQueue({ bullmq, connection: { host: 'redis' } });
 * createService({ keys, store, queue });
 */
export function bullQueue(options: BullQueueOptions): Queue {
  const { bullmq, connection, prefix = 'anchorline', stalledEveryMs = 5_000 } = options;
  const queues = new Map<JobKind, BullQueue>();
  const workers = new Map<JobKind, Promise<BullWorker>>();
  const held = new Map<string, BullJob>();
  const wakeup = new Wakeup();
  const made = <Made extends BullQueue | BullWorker>(one: Made): Made => {
    // Connections come back by themselves; calls fail or wait meanwhile.
    one.on('error', () => undefined);
    return one;
  };
  const queueOf = (kind: JobKind) => {
    const known = queues.get(kind) ?? made(new bullmq.Queue(kind, { connection, prefix } as never));
    queues.set(kind, known);
    return known;
  };
  const openWorker = async (kind: JobKind) => {
    const stalls = { maxStalledCount: MOST_STALLS, stalledInterval: stalledEveryMs };
    const worker = made(new bullmq.Worker(kind, null, { connection, prefix, ...stalls } as never));
    await worker.startStalledCheckTimer();
    return worker;
  };
  const workerOf = (kind: JobKind) => {
    const known = workers.get(kind) ?? openWorker(kind);
    workers.set(kind, known);
    known.catch(() => workers.delete(kind));
    return known;
  };
  /** Does something to a job that its holder still has. False: another has it by now, or it is gone. */
  const asHolder = (job: LeasedJob, leaseMs: number, work: (own: BullJob) => Promise<unknown>) =>
    engineCall('Redis', async () => {
      const own = held.get(job.token);
      const isOurs = own !== undefined && (await own.extendLock(job.token, leaseMs)) === 1;
      if (isOurs) await work(own);
      return isOurs;
    });
  const end = (job: LeasedJob, work: (own: BullJob) => Promise<unknown>) =>
    asHolder(job, 10_000, work).then((isOurs) => {
      held.delete(job.token);
      return isOurs;
    });

  return {
    enqueue: async (inputs) => {
      const jobs = merged(inputs);
      await engineCall('Redis', async () => {
        for (const kind of new Set(jobs.map((job) => job.kind))) {
          const own = jobs.filter((job) => job.kind === kind);
          await queueOf(kind).addBulk(
            own.map((job) => ({
              name: kind,
              data: jobData(job),
              opts: {
                delay: Math.max(0, (job.runAt ?? 0) - Date.now()),
                priority: PRIORITY_ZERO - job.priority,
                deduplication: { id: job.key },
                removeOnComplete: true,
                removeOnFail: true,
              },
            })),
          );
        }
      });
      wakeup.ring();
    },
    lease: (o) =>
      engineCall('Redis', async () => {
        const leased: LeasedJob[] = [];
        for (const kind of o.kinds) {
          const worker = await workerOf(kind);
          while (leased.length < o.limit) {
            const token = crypto.randomUUID();
            const job = await worker.getNextJob(token, { block: false });
            if (!job) break;
            // What comes from now on is news that the holder has not seen.
            await Promise.all([job.extendLock(token, o.leaseMs), job.removeDeduplicationKey()]);
            held.set(token, job);
            const { key, priority, runAt } = job.data;
            const facts = { kind, key, priority, runAt: runAt ?? job.timestamp };
            leased.push({ ...facts, id: String(job.id), token, attempt: job.attemptsStarted });
          }
        }
        return leased;
      }),
    extend: (job, leaseMs) => asHolder(job, leaseMs, async () => undefined),
    done: (job) => end(job, (own) => own.moveToCompleted(null, job.token, false)),
    retry: (job, { delayMs }) => end(job, (own) => own.moveToDelayed(Date.now() + delayMs, job.token)),
    wait: (signal, maxMs) => wakeup.wait(signal, maxMs),
    size: () =>
      engineCall('Redis', async () => {
        const of = async (kind: JobKind) => {
          const {
            wait = 0,
            prioritized = 0,
            active: leased = 0,
          } = await queueOf(kind).getJobCounts('wait', 'prioritized', 'active');
          const first = await queueOf(kind).getJobs(['wait', 'prioritized'], 0, 0, true);
          const since = first.map(({ data, timestamp }) => Math.max(data.runAt ?? 0, timestamp));
          return {
            kind,
            ready: wait + prioritized,
            leased,
            oldestMs: Date.now() - Math.min(Date.now(), ...since),
          };
        };
        return sizes(await Promise.all(JOB_KINDS.map(of)));
      }),
    close: async () => {
      wakeup.ring();
      for (const worker of workers.values()) await worker.then((open) => open.close());
      for (const queue of queues.values()) await queue.close();
    },
  };
}
