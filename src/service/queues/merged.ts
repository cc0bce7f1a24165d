/** Jobs of one call: of several of a kind and key one is enough. */
import type { JobInput, JobKind } from '../queue.js';
import type { Instant } from '../rows.js';

/** A job with what its input may leave out. */
export interface NewJob {
  readonly kind: JobKind;
  readonly key: string;
  /** Null for now. */
  readonly runAt: Instant | null;
  readonly priority: number;
  readonly account: string;
}

/** One job a kind and key, with the earliest time and the highest priority, in the order of kinds and keys. */
export function merged(inputs: readonly JobInput[]): NewJob[] {
  const jobs = new Map<string, NewJob>();
  for (const { kind, key, runAt = null, priority = 0, account = '' } of inputs) {
    const id = `${kind} ${key}`;
    const known = jobs.get(id) ?? { kind, key, runAt, priority, account };
    const earlier = known.runAt === null || runAt === null ? null : Math.min(known.runAt, runAt);
    jobs.set(id, { ...known, runAt: earlier, priority: Math.max(known.priority, priority) });
  }
  // All in one order, so that two calls that meet wait for each other, and do not lock each other out.
  return [...jobs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, job]) => job);
}
