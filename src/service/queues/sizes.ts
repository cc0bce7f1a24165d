/** The answer of `Queue.size`. */
import { JOB_KINDS, type JobKind, type QueueSize } from '../queue.js';

/** Sizes by kind; kinds that are not counted are empty. */
export function sizes(counted: readonly (QueueSize & { kind: string })[]): Record<JobKind, QueueSize> {
  const sizeOf = (kind: JobKind): QueueSize => {
    const { ready = 0, leased = 0, oldestMs = 0 } = counted.find((each) => each.kind === kind) ?? {};
    return { ready, leased, oldestMs };
  };
  const entries = JOB_KINDS.map((kind) => [kind, sizeOf(kind)] as const);
  return Object.fromEntries(entries) as Record<JobKind, QueueSize>;
}
