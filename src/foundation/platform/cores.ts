/** How many things this machine can do at a time. */
import { availableParallelism, cpus } from 'node:os';

/** Cores of this machine that this process may use. */
export function coreCount(): number {
  // Bun asks `navigator`, which pdf.js has replaced by then, and gives nothing.
  return availableParallelism() || cpus().length;
}
