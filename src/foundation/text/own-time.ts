/** Bounds on searches that a busy machine does not make shorter. */
import { isTimeout, ownMilliseconds, runWithin } from '../platform/time-box.js';

/** What stops work by the clock, and what the time of its own is read from; tests have others. */
export interface Clocks {
  readonly runWithin: typeof runWithin;
  readonly ownMilliseconds: typeof ownMilliseconds;
}

const CLOCKS: Clocks = { runWithin, ownMilliseconds };

/** The share of its time from which on work that was stopped had all of it: a process that is alone gets 0.98. */
const ALL_OF_IT = 0.9;

/** How many times as long work may wait for a processor as it may run: with a sixteenth of one it still gets its time. */
const MOST_WAITING = 16;

/**
 * Runs work for so many milliseconds of the processor's time, and not of the clock: what is stopped because others had the
 * processor is begun again, with twice the time by the clock. An end is certain: all attempts together take less than four
 * times the milliseconds of the processor, and less than 32 times by the clock.
 * @param work that may be begun again, as a search: nothing of it is left when it is stopped
 * @throws an error for which `isTimeout` holds; else what the work throws
 */
export function runWithinOwn<T>(milliseconds: number, work: () => T, clocks: Clocks = CLOCKS): T {
  for (let waiting = 1; ; waiting *= 2) {
    const begun = clocks.ownMilliseconds();
    try {
      return clocks.runWithin(milliseconds * waiting, work);
    } catch (error) {
      const took = clocks.ownMilliseconds() - begun;
      if (!isTimeout(error) || took >= milliseconds * ALL_OF_IT || waiting >= MOST_WAITING) throw error;
    }
  }
}
