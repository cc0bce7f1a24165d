/** The embedded queue: jobs in the memory of this process, in the transactions of the store in memory. */
import { JOB_KINDS, type JobInput, type LeasedJob, type Queue } from '../queue.js';
import type { Instant } from '../rows.js';
import { StoreError } from '../store-error.js';
import { sortedBy } from '../stores/memory/state.js';
import type { MemoryStore } from '../stores/memory.js';
import { AccountCursor } from './account-cursor.js';
import { merged, type NewJob } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

interface Job extends Required<JobInput> {
  readonly id: string;
  /** Order of coming among jobs of one time. */
  readonly order: number;
  readonly lease: { readonly token: string; readonly until: Instant } | null;
  readonly attempt: number;
}

/** By priority and time. */
function inOrder(jobs: Job[]): Job[] {
  return sortedBy(
    jobs,
    (job) => -job.priority,
    (job) => job.runAt,
    (job) => job.order,
  );
}

/**
 * By priority; those whose lease ran out first, then the first job of each account, beginning behind the one that had
 * the last turn, then the second of each, and so on.
 */
function byTurns(jobs: Job[], last: string): Job[] {
  const had = new Map<string, number>();
  const turns = new Map<Job, number>();
  for (const job of inOrder(jobs)) {
    const id = `${job.priority} ${job.account}`;
    const turn = job.lease ? 0 : (had.get(id) ?? 0) + 1;
    if (!job.lease) had.set(id, turn);
    turns.set(job, turn);
  }
  // Sorting keeps the order of those that are equal.
  return sortedBy(
    jobs,
    (job) => -job.priority,
    (job) => turns.get(job) ?? 0,
    (job) => (job.lease || job.account > last ? 0 : 1),
    (job) => (job.lease ? '' : job.account),
  );
}

/**
 * A queue that joins the transactions of a store in memory. Its jobs are lost with the store's rows.
 *
 * @example
 * const store = memoryStore();
 * createService({ keys, store, queue: memoryQueue(store) });
 */
export function memoryQueue(store: MemoryStore): Queue {
  const { memory } = store;
  const jobs = memory.table<Job>();
  const wakeup = new Wakeup();
  const cursor = new AccountCursor();
  let count = 0;

  const waiting = (kind: string, key: string) =>
    jobs.find((job) => job.kind === kind && job.key === key && job.lease === null);
  const held = (job: LeasedJob) => {
    const known = jobs.get(job.id);
    return known?.lease?.token === job.token ? known : undefined;
  };
  const add = ({ kind, key, runAt, priority, account }: NewJob) => {
    const from = Math.max(runAt ?? 0, memory.now());
    const known = waiting(kind, key);
    if (known) {
      const earlier = Math.min(known.runAt, from);
      jobs.set(known.id, { ...known, runAt: earlier, priority: Math.max(known.priority, priority) });
      return;
    }
    const id = crypto.randomUUID();
    const fresh = { order: count++, lease: null, attempt: 0 };
    jobs.set(id, { id, kind, key, account, runAt: from, priority, ...fresh });
  };
  const joins = (tx: { store: object } | undefined) => {
    if (tx && tx.store !== memory) {
      throw new StoreError('misuse', 'The queue does not join transactions of this store');
    }
  };

  return {
    joins: store,
    enqueue: async (inputs, tx) => {
      joins(tx);
      await memory.call(tx, () => {
        for (const job of merged(inputs)) add(job);
      });
      wakeup.ring();
    },
    lease: (o) =>
      memory.call(undefined, () => {
        const now = memory.now();
        const due = jobs.filter(
          (job) => o.kinds.includes(job.kind) && job.runAt <= now && (job.lease?.until ?? 0) < now,
        );
        const chosen = byTurns(due, cursor.last).slice(0, o.limit);
        cursor.move(chosen.map(({ account }) => account));
        return inOrder(chosen).map((job): LeasedJob => {
          const lease = { token: crypto.randomUUID(), until: now + o.leaseMs };
          const next = { ...job, lease, attempt: job.attempt + 1 };
          jobs.set(job.id, next);
          const { id, kind, key, runAt, priority, attempt } = next;
          return { id, kind, key, runAt, priority, attempt, token: lease.token };
        });
      }),
    extend: (job, leaseMs) =>
      memory.call(undefined, () => {
        const known = held(job);
        if (!known?.lease) return false;
        jobs.set(job.id, { ...known, lease: { ...known.lease, until: memory.now() + leaseMs } });
        return true;
      }),
    done: async (job, tx) => {
      joins(tx);
      return memory.call(tx, () => (held(job) ? jobs.delete(job.id) : false));
    },
    retry: async (job, o) => {
      const back = await memory.call(undefined, () => {
        const known = held(job);
        if (!known) return false;
        if (waiting(known.kind, known.key)) jobs.delete(job.id);
        else jobs.set(job.id, { ...known, lease: null, runAt: memory.now() + o.delayMs });
        return true;
      });
      wakeup.ring();
      return back;
    },
    wait: (signal, maxMs) => wakeup.wait(signal, maxMs),
    size: () =>
      memory.call(undefined, () => {
        const now = memory.now();
        return sizes(
          JOB_KINDS.map((kind) => {
            const all = jobs.filter((job) => job.kind === kind);
            const ready = all.filter((job) => job.runAt <= now && (job.lease?.until ?? 0) < now);
            const oldest = Math.min(now, ...ready.map((job) => job.runAt));
            const leased = all.filter((job) => job.lease !== null && job.lease.until >= now).length;
            return { kind, ready: ready.length, leased, oldestMs: now - oldest };
          }),
        );
      }),
    close: async () => wakeup.ring(),
  };
}
