/** Browsers stop no work in the middle: a page runs the library in a web worker, and ends that. */

export function runWithin<T>(_milliseconds: number, work: () => T): T {
  return work();
}

/** Browsers say of no time how much of it was theirs. */
export function ownMilliseconds(): number {
  return performance.now();
}

export function isTimeout(_error: unknown): boolean {
  return false;
}
