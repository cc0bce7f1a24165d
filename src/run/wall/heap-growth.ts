/**
 * How far the heap of a process grows before all of it is collected. V8 lets one that may have a gigabyte grow by half;
 * and with each collection the optimised code of all functions is lost that no document at hand holds, as pdf.js makes
 * its own for each. They are compiled again, in threads that take the processor from the other workers. One worker with
 * PDFs of the fixtures, 1,500 extractions, took 21.0 s of the processor without it and 17.0 s with it: 19 % less (means of
 * three runs in turns, Node 20).
 */
import { setFlagsFromString } from 'node:v8';
import { MEBIBYTE } from '../../limits.js';
import { memoryLimit } from './memory-watch.js';

/**
 * Growth of the heap between two collections, in percent of what was left by the one before; V8 stays within the limit
 * of the heap, and goes no more than half the way there. Of 1,500 documents of the fixtures, 200 make one collection of
 * six, and 360 functions compiled of 614, for 100 MiB; 100 make three and 425, 400 no less than 200.
 */
const GROWTH_PERCENT = 200;

/** All memory from which there is room for that, in MiB: that of workers by default. */
const ROOMY_MEGABYTES = 2_048;

/** Lets the heap of this process grow further, where it has the memory. */
export function growHeapFreely(): void {
  const bytes = memoryLimit();
  if (bytes !== undefined && bytes < ROOMY_MEGABYTES * MEBIBYTE) return;
  // Read again with each collection. A version of V8 that does not know it goes on without.
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
