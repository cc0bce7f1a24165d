/** Places for work that callers wait for; accounts take turns at them. */

/** Somebody who waits for a place. */
type Waiter = () => void;

/**
 * So many pieces of work at once. Where more wait, a place that becomes free goes to the account whose turn is longest
 * ago, so that nobody waits behind all that another account has asked for.
 */
export class AccountTurns {
  #free: number;
  /** Accounts by their turn, and who waits of each, in the order of coming. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Does some work when a place is free. @throws the reason of the signal, where that aborts before; what the work throws */
  async within<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(account, signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #turn(account: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        const left = (this.#waiting.get(account) ?? []).filter((each) => each !== waiter);
        if (left.length > 0) this.#waiting.set(account, left);
        else this.#waiting.delete(account);
        reject(signal.reason);
      };
      const waiter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(account, [...(this.#waiting.get(account) ?? []), waiter]);
    });
  }

  /** Hands a place on, or gives it back. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [account, [first, ...others]] = next;
    // Deleted first, so that an account that still waits comes last.
    this.#waiting.delete(account);
    if (others.length > 0) this.#waiting.set(account, others);
    first?.();
  }
}
