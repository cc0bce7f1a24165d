/** A bell that wakes those who wait for work. */

export class Wakeup {
  readonly #sleepers = new Set<() => void>();

  /** Wakes all who wait now. */
  ring(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Resolves at the next ring, when the signal fires, or after `maxMs`. */
  wait(signal: AbortSignal, maxMs: number): Promise<void> {
    if (signal.aborted) return Promise.resolve();
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
