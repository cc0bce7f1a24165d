/** A bell that wakes those who wait for work; a ring that nobody heard is kept for the next. */

export class Wakeup {
  readonly #sleepers = new Set<() => void>();

  #unheard = false;

  /** Wakes all who wait now, or else the next. */
  ring(): void {
    this.#unheard = this.#sleepers.size === 0;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Resolves at the next ring, when the signal fires, or after `maxMs`. */
  wait(signal: AbortSignal, maxMs: number): Promise<void> {
    if (signal.aborted || this.#unheard) {
      this.#unheard = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, maxMs);
      signal.addEventListener('abort', wake, { once: true });
      this.#sleepers.add(wake);
    });
  }
}
