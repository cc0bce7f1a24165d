/** Places for work that may go on at the same time; what finds none waits its turn. */
import { guarded, type Interrupt } from './interrupt.js';

export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count work that may go on at the same time */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Does some work as soon as there is a place for it.
   * @param interrupt ends the wait; the work itself must heed it, too
   * @throws DocumentError `aborted`, `timed_out`, while it waits; else whatever the work throws
   */
  async run<T>(work: () => Promise<T>, interrupt: Interrupt): Promise<T> {
    await this.#enter(interrupt);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(interrupt: Interrupt): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    let enter = () => {};
    const turn = new Promise<void>((resolve) => {
      enter = resolve;
      this.#waiting.push(resolve);
    });
    try {
      await guarded(turn, interrupt);
    } catch (error) {
      const place = this.#waiting.indexOf(enter);
      if (place >= 0) this.#waiting.splice(place, 1);
      else this.#leave();
      throw error;
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
