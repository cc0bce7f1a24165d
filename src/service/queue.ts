/**
 * What the service asks of a queue: jobs that are pulled under a lease. A queue only hints at work; what is to be
 * done is in the store. A job that is lost is found by the sweep, and one that comes twice finds the work done.
 */
import type { Instant } from './rows.js';
import type { Store, Tx } from './store.js';

export const JOB_KINDS = ['fetch', 'process', 'classify', 'deliver', 'golden', 'verify'] as const;

/** What a job does. */
export type JobKind = (typeof JOB_KINDS)[number];

/** A job as it is enqueued. */
export interface JobInput {
  readonly kind: JobKind;
  /** Id of the extraction, classification or golden; for `deliver` and `verify` the id of the extraction. */
  readonly key: string;
  /** Whose turn the job counts for; jobs without one count as of an account of their own. */
  readonly account?: string;
  /** Not before this time; now when left out or past. */
  readonly runAt?: Instant;
  /** Higher ones first, -32768 to 32767; 0 when left out. */
  readonly priority?: number;
}

/** Priority of jobs for pushes. */
const PUSH_PRIORITY = 1;

/**
 * A job that wakes workers for pushes. It takes a moment, so it goes before the documents that wait: behind them a
 * push of the first would wait for the last.
 * @param runAt now when left out
 */
export function pushJob(extractionId: string, runAt?: Instant): JobInput {
  return {
    kind: 'deliver',
    key: extractionId,
    priority: PUSH_PRIORITY,
    ...(runAt !== undefined && { runAt }),
  };
}

/** Priority of jobs that nobody waits for. */
const VERIFY_PRIORITY = -1;

/** A job that asks a model beside the layout, once an extraction is complete: behind all documents that wait. */
export function verifyJobOf(extractionId: string, account: string): JobInput {
  return { kind: 'verify', key: extractionId, account, priority: VERIFY_PRIORITY };
}

/** A job that a worker holds. `attempt` counts leases from 1 and is a hint: attempts that count are the store's. */
export interface LeasedJob extends Omit<JobInput, 'account'> {
  readonly id: string;
  readonly token: string;
  readonly attempt: number;
}

/** Jobs of a kind: that may be leased by now, that are held, and for how long the oldest of the first waits. */
export interface QueueSize {
  /** Queues may stop counting at a bound: that in PostgreSQL at 10,000. */
  readonly ready: number;
  readonly leased: number;
  /** Milliseconds since it may be leased; 0 when none waits. */
  readonly oldestMs: number;
}

/** Jobs of a service. They are done at least once, by one worker at a time. */
export interface Queue {
  /** The store whose transactions `enqueue` and `done` join. Without it the service enqueues after commit. */
  readonly joins?: Store;
  /**
   * Adds jobs. While one of the same kind and key waits there is no second one: the earlier time and the higher
   * priority count. While one is held, a second one waits: it may be news that the holder has not seen.
   * @throws StoreError `misuse` for a transaction of a store that the queue does not join
   */
  enqueue(jobs: readonly JobInput[], tx?: Tx): Promise<void>;
  /**
   * Takes jobs whose time has come, or whose lease ran out: by priority, then by turns of accounts, then time. No job
   * is given to two workers. Leases are timed by the queue's clock.
   */
  lease(o: {
    kinds: readonly JobKind[];
    limit: number;
    leaseMs: number;
    worker: string;
  }): Promise<LeasedJob[]>;
  /** Makes the lease end `leaseMs` from now. False: the job is another's by now, or gone. */
  extend(job: LeasedJob, leaseMs: number): Promise<boolean>;
  /** Takes the job away. False: it is another's by now, or gone. */
  done(job: LeasedJob, tx?: Tx): Promise<boolean>;
  /**
   * Gives the job back, to be leased after the delay. Where one of the same kind and key waits already, that one
   * stays and this one goes. False: it is another's by now, or gone.
   */
  retry(job: LeasedJob, o: { delayMs: number; error: string }): Promise<boolean>;
  /** Resolves when there may be work, when the signal fires, or after `maxMs`; never rejects for these. */
  wait?(signal: AbortSignal, maxMs: number): Promise<void>;
  size(): Promise<Record<JobKind, QueueSize>>;
  /** Makes what the queue keeps its jobs in; safe in several processes at once. After the store's. */
  migrate?(): Promise<void>;
  close(): Promise<void>;
}
