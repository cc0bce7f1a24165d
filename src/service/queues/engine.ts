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

/** How BullMQ says that it has no client of Redis; it is no outage, and no time mends it. */
const NO_CLIENT = /could not load the optional '([\w-]+)' package/u;

/** Asks an engine. @throws StoreError `unavailable` for whatever goes wrong there, `misuse` where its client is not installed */
export async function engineCall<T>(engine: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const [, missing] = NO_CLIENT.exec(text) ?? [];
    if (missing !== undefined) {
      const message = `${engine} is asked by the package "${missing}", which is not installed: npm install ${missing}`;
      throw new StoreError('misuse', message, error);
    }
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
