/** Threads or processes that read pages, kept for the next page: as many at a time as an engine may have. */

import { ProviderError } from '../../errors.js';
import { guarded, type Interrupt, isInterruption } from '../../foundation/async/interrupt.js';
import { Slots } from '../../foundation/async/slots.js';
import { coreCount } from '../../foundation/platform/cores.js';
import { afterIdle } from '../../foundation/platform/idle.js';

/** A thread or process that does one piece of work at a time. After a failure it must be stopped. */
export interface Helper {
  /** Pages read so far. */
  readonly pages: number;
  /** Whether it keeps the process from ending. */
  keepAlive(keeps: boolean): void;
  /** Ends it at once, also in the middle of a page. */
  stop(): Promise<void>;
}

interface PoolOptions {
  /** Pages at a time. */
  readonly size?: number | undefined;
  /** Pages after which a helper makes room for a new one. */
  readonly pagesPerHelper?: number | undefined;
  /** Milliseconds without work after which a helper ends. */
  readonly idleMilliseconds?: number | undefined;
}

/** Whose helpers they are, for errors. */
interface Owner {
  readonly id: string;
  /** As it is at the beginning of a sentence. */
  readonly name: string;
}

/**
 * Most helpers where no number is given: each takes some hundred megabytes, and the services that this is for have
 * four cores or fewer. More are no faster than there are cores.
 */
const MOST_BY_DEFAULT = 4;
const PAGES_PER_HELPER = 100;
const IDLE_MILLISECONDS = 60_000;

/** Pages at a time where nothing else is said: one for each core, four at most. */
function defaultSize(): number {
  return Math.min(MOST_BY_DEFAULT, coreCount());
}

/** Helpers of one engine. Nothing is started before there is work, and what has none ends after a while. */
export class HelperPool<One extends Helper> {
  /** Pages at a time. */
  readonly size: number;
  readonly #owner: Owner;
  readonly #pages: number;
  readonly #idleMilliseconds: number;
  readonly #slots: Slots;
  readonly #helpers = new Set<One>();
  readonly #idle: One[] = [];
  readonly #naps = new Map<One, () => void>();
  #closed = false;

  /** @throws RangeError for a number that is not positive and whole */
  constructor(owner: Owner, options: PoolOptions) {
    this.#owner = owner;
    this.size = positive('number of pages at a time', options.size ?? defaultSize());
    this.#pages = positive('number of pages of a helper', options.pagesPerHelper ?? PAGES_PER_HELPER);
    this.#idleMilliseconds = options.idleMilliseconds ?? IDLE_MILLISECONDS;
    this.#slots = new Slots(this.size);
  }

  /** @throws ProviderError `closed` */
  refuseClosed(): void {
    if (this.#closed) throw this.#closedError();
  }

  /** Does some work as soon as there is room for it. @throws DocumentError `aborted` while it waits */
  inTurn<T>(work: () => Promise<T>, interrupt: Interrupt): Promise<T> {
    return this.#slots.run(work, interrupt);
  }

  /**
   * Does some work with a helper of its own.
   * @param start starts a helper; what it hands to `onHelper` is stopped when the start is given up
   * @throws ProviderError `unavailable` when none can be started, `failed`, `closed`; DocumentError `aborted`
   */
  async with<T>(
    start: (onHelper: (helper: One) => void) => Promise<One>,
    work: (helper: One) => Promise<T>,
    interrupt: Interrupt,
  ): Promise<T> {
    this.refuseClosed();
    const helper = await this.#take(start, interrupt);
    try {
      const result = await guarded(work(helper), interrupt);
      this.#keep(helper);
      return result;
    } catch (error) {
      await this.#stop(helper);
      throw this.#explained(error, 'failed', 'could not read the page');
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#naps.values()) wake();
    this.#naps.clear();
    await Promise.all([...this.#helpers].map((helper) => this.#stop(helper)));
  }

  async #take(start: (onHelper: (helper: One) => void) => Promise<One>, interrupt: Interrupt): Promise<One> {
    const idle = this.#idle.pop();
    if (idle) {
      this.#naps.get(idle)?.();
      this.#naps.delete(idle);
      idle.keepAlive(true);
      return idle;
    }
    let started: One | undefined;
    try {
      const starting = start((helper) => {
        started = helper;
        this.refuseClosed();
        this.#helpers.add(helper);
      });
      return await guarded(starting, interrupt);
    } catch (error) {
      if (started) await this.#stop(started);
      throw this.#explained(error, 'unavailable', 'could not be started');
    }
  }

  /** A helper that has read its page waits for the next one, unless it has read enough. */
  #keep(helper: One): void {
    if (this.#closed || helper.pages >= this.#pages) {
      void this.#stop(helper);
      return;
    }
    helper.keepAlive(false);
    this.#idle.push(helper);
    this.#naps.set(
      helper,
      afterIdle(this.#idleMilliseconds, () => void this.#stop(helper)),
    );
  }

  async #stop(helper: One): Promise<void> {
    this.#helpers.delete(helper);
    this.#naps.delete(helper);
    const place = this.#idle.indexOf(helper);
    if (place >= 0) this.#idle.splice(place, 1);
    await helper.stop();
  }

  #explained(error: unknown, code: string, what: string): Error {
    if (this.#closed) return this.#closedError(error);
    if (error instanceof ProviderError || isInterruption(error)) return error as Error;
    const reason = error instanceof Error ? error.message : String(error);
    const { id, name } = this.#owner;
    return new ProviderError(id, code, `${name} ${what}: ${reason}`, { cause: error });
  }

  #closedError(cause?: unknown): ProviderError {
    return new ProviderError(this.#owner.id, 'closed', 'The OCR engine was closed; make a new one.', {
      cause,
    });
  }
}

function positive(what: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`The ${what} must be a positive whole number, not ${String(value)}.`);
}
