/** Browsers stop no work in the middle: a page runs the library in a web worker, and ends that. */

export function runWithin<T>(_milliseconds: number, work: () => T): T {
  return work();
}

export function isTimeout(_error: unknown): boolean {
  return false;
}
