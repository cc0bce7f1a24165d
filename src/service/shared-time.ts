/** The time that all processes of a service agree on: that of the store. */
// See docs/language/09-service.md#9184-time
import { MINUTE_MS } from '../limits.js';
import type { ServiceClock } from './clock.js';
import type { Instant } from './rows.js';
import type { Store } from './store.js';

/** How long a difference of clocks counts before the store is asked again, in milliseconds. */
const ASKED_EVERY_MS = MINUTE_MS;

/** By how much the clock of this process is behind the store's, and when that was asked by the former. */
interface Difference {
  readonly milliseconds: number;
  readonly asked: Instant;
}

/**
 * Whatever one process writes or signs and another one judges is timed by this; waits and durations of one process by its
 * own clock. Not to be asked inside of a transaction, which would wait for a second session.
 */
export class SharedTime {
  readonly #store: Pick<Store, 'now'>;
  readonly #clock: ServiceClock;
  #known: Difference | undefined;
  #asking: Promise<Difference> | undefined;

  constructor(store: Pick<Store, 'now'>, clock: ServiceClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** @throws StoreError where the store has never answered yet; later the last answer counts */
  async now(): Promise<Instant> {
    return (await this.clock()).now();
  }

  /** A clock that shows this time. @throws StoreError as `now` does */
  async clock(): Promise<ServiceClock> {
    const { milliseconds } = await this.#difference();
    const { now, sleep } = this.#clock;
    return { now: () => now() + milliseconds, sleep };
  }

  async #difference(): Promise<Difference> {
    const known = this.#known;
    // A clock that was set may have gone back, too.
    if (known && Math.abs(this.#clock.now() - known.asked) < ASKED_EVERY_MS) return known;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking.catch((error: unknown) => {
      if (known) return known;
      throw error;
    });
  }

  async #ask(): Promise<Difference> {
    const before = this.#clock.now();
    const there = await this.#store.now();
    const asked = this.#clock.now();
    this.#known = { milliseconds: Math.round(there - (before + asked) / 2), asked };
    return this.#known;
  }
}
