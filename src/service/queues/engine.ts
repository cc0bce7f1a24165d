/** What queues on engines of others share. */
import type { JobKind } from '../queue.js';
import { StoreError } from '../store-error.js';
import type { NewJob } from './merged.js';

/** A job as an engine keeps it. */
export type EngineJob = Pick<NewJob, 'key' | 'runAt' | 'priority'>;

/** What an engine keeps of a job. */
export function jobData({ key, runAt, priority }: NewJob): EngineJob {
  return { key, runAt, priority };
}

/** Asks an engine. @throws StoreError `unavailable` for whatever goes wrong there */
export async function engineCall<T>(engine: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new StoreError('unavailable', `${engine} did not do what was asked: ${text}`, error);
  }
}

/** One of each kind, made when it is first asked for; `made` are those that were. */
export function byKind<One>(make: (kind: JobKind) => One): { of(kind: JobKind): One; made(): One[] } {
  const known = new Map<JobKind, One>();
  return {
    of: (kind) => {
      if (!known.has(kind)) known.set(kind, make(kind));
      return known.get(kind)!;
    },
    made: () => [...known.values()],
  };
}
