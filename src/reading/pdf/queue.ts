/** Runs one task after the other. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Runs a task nobody waits for and whose failure costs nothing. */
  later(task: () => Promise<void>): void {
    this.run(task).catch(() => undefined);
  }
}
