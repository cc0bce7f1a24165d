/** Kinds of jobs that an operator has paused, for all processes on one store. */
import { SECOND_MS } from '../limits.js';
import type { ServiceClock } from './clock.js';
import { JOB_KINDS, type JobKind, type Queue, type QueueSize } from './queue.js';
import type { Store } from './store.js';

/** How long a process goes by what it last read: so long a pause may take to reach all workers. */
const KNOWN_MS = SECOND_MS;

/** The queue as operators see it. */
export interface QueueOps {
  /**
   * Lets no worker take jobs of these kinds any more, within a second; what is under way goes on. Requests are taken as
   * ever, and their documents wait.
   * @param kinds default all
   */
  pause(kinds?: readonly JobKind[]): Promise<void>;
  /** Ends a pause. @param kinds default all */
  resume(kinds?: readonly JobKind[]): Promise<void>;
  /** Kinds that are paused, and the jobs of each. */
  state(): Promise<{
    readonly paused: readonly JobKind[];
    readonly sizes: Readonly<Record<JobKind, QueueSize>>;
  }>;
}

/** Pausing on a store, whatever engine the jobs are in. */
export function queueOperations({
  store,
  queue,
}: {
  readonly store: Store;
  readonly queue: Queue;
}): QueueOps {
  return {
    pause: (kinds = JOB_KINDS) => store.setPaused(kinds, true),
    resume: (kinds = JOB_KINDS) => store.setPaused(kinds, false),
    async state() {
      const [paused, sizes] = await Promise.all([store.pausedKinds(), queue.size()]);
      return { paused, sizes };
    },
  };
}

/** What workers of a process know of pauses. */
export class Pauses {
  readonly #store: Pick<Store, 'pausedKinds'>;
  readonly #clock: ServiceClock;
  #known: readonly JobKind[] = [];
  #until = Number.NEGATIVE_INFINITY;

  constructor({
    store,
    clock,
  }: { readonly store: Pick<Store, 'pausedKinds'>; readonly clock: ServiceClock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Those of some kinds that are not paused. */
  async running(kinds: readonly JobKind[]): Promise<readonly JobKind[]> {
    const now = this.#clock.now();
    if (now >= this.#until) {
      this.#known = await this.#store.pausedKinds();
      this.#until = now + KNOWN_MS;
    }
    return kinds.filter((kind) => !this.#known.includes(kind));
  }
}
