/**
 * Jobs of BullMQ, in Redis, a queue a kind. It does not join transactions, and accounts do not take turns. While a job
 * waits there is no second one of its kind and key, but the first keeps its time and priority; one whose lease ran out,
 * or that was given back, may be beside another.
 */
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import type { BullJob, BullQueueOptions } from './clients.js';
import { byKind, engineCall, jobData } from './engine.js';
import { merged } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

/** The lowest priority of BullMQ, where 1 is the highest: those of jobs go from -32768 to 32767. */
const PRIORITY_ZERO = 32_768;
/** How long a job is held while it is ended, in milliseconds. */
const ENDING_MS = 10_000;
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
  const held = new Map<string, BullJob>();
  const wakeup = new Wakeup();
  const of = { connection, prefix, maxStalledCount: MOST_STALLS, stalledInterval: stalledEveryMs } as never;
  const ignore = () => undefined; // Connections come back by themselves; calls fail or wait meanwhile.
  const queues = byKind((kind) => {
    const queue = new bullmq.Queue(kind, of);
    queue.on('error', ignore);
    return queue;
  });
  const workers = byKind((kind) => {
    const worker = new bullmq.Worker(kind, null, of);
    worker.on('error', ignore);
    worker.startStalledCheckTimer().catch(ignore);
    return worker;
  });
  /** Does something to a job that its holder still has. False: another has it by now, or it is gone. */
  const asHolder = (job: LeasedJob, leaseMs: number, work: (own: BullJob) => Promise<unknown>) =>
    engineCall('Redis', async () => {
      const own = held.get(job.token);
      const isOurs = own !== undefined && (await own.extendLock(job.token, leaseMs)) === 1;
      if (isOurs) await work(own);
      return isOurs;
    });
  const end = (job: LeasedJob, work: (own: BullJob) => Promise<unknown>) =>
    asHolder(job, ENDING_MS, work).finally(() => held.delete(job.token));

  return {
    enqueue: (inputs) =>
      engineCall('Redis', async () => {
        for (const job of merged(inputs)) {
          await queues.of(job.kind).add(job.kind, jobData(job), {
            delay: Math.max(0, (job.runAt ?? 0) - Date.now()),
            priority: PRIORITY_ZERO - job.priority,
            deduplication: { id: job.key },
            removeOnComplete: true,
            removeOnFail: true,
          });
        }
        wakeup.ring();
      }),
    lease: (o) =>
      engineCall('Redis', async () => {
        const leased: LeasedJob[] = [];
        for (const kind of o.kinds) {
          const worker = workers.of(kind);
          while (leased.length < o.limit) {
            const token = crypto.randomUUID();
            const job = await worker.getNextJob(token, { block: false });
            if (!job) break;
            // What comes from now on is news that the holder has not seen.
            await Promise.all([job.extendLock(token, o.leaseMs), job.removeDeduplicationKey()]);
            held.set(token, job);
            const runAt = job.data.runAt ?? job.timestamp;
            leased.push({ ...job.data, kind, runAt, id: `${job.id}`, token, attempt: job.attemptsStarted });
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
        const sizeOf = async (kind: JobKind) => {
          const queue = queues.of(kind);
          const counted = await queue.getJobCounts('wait', 'prioritized', 'active');
          const { wait = 0, prioritized = 0, active: leased = 0 } = counted;
          const first = await queue.getJobs(['wait', 'prioritized'], 0, 0, true);
          const since = first.map(({ data, timestamp }) => Math.max(data.runAt ?? 0, timestamp));
          return {
            kind,
            ready: wait + prioritized,
            leased,
            oldestMs: Math.max(0, Date.now() - Math.min(...since)),
          };
        };
        return sizes(await Promise.all(JOB_KINDS.map(sizeOf)));
      }),
    close: async () => {
      wakeup.ring();
      await Promise.all([...workers.made(), ...queues.made()].map((one) => one.close()));
    },
  };
}
