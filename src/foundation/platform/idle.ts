/** Timers for what may be given up when nobody uses it. */

/** Runs work after some milliseconds, unless the process ends before. @returns what calls it off */
export function afterIdle(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}
