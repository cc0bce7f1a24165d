/** The same in a browser, where timers keep no page open. */

export function afterIdle(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
