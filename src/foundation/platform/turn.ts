/** Turns of the event loop. */

/** Lets other work of the process, such as an abort, have its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
