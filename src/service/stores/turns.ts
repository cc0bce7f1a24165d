/** One thing at a time, in the order of asking: how stores with a single room keep transactions apart. */
import { StoreError } from '../store-error.js';
import { Scopes } from './scopes.js';

interface Turn {
  over: boolean;
}

export class Turns {
  #last: Promise<void> = Promise.resolve();
  readonly #turns = new Scopes<Turn>();

  /**
   * Waits for its turn and does some work. The next turn begins when the work has ended.
   * @throws StoreError `misuse` when the turn that the caller is in would have to end first; whatever the work throws
   */
  async take<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#turns.current()?.over === false) {
      throw new StoreError('misuse', 'A call inside of a transaction must be given its tx');
    }
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    const turn: Turn = { over: false };
    try {
      return await this.#turns.within(turn, work);
    } finally {
      turn.over = true;
      end();
    }
  }
}
