/** Time as the service sees it, so that tests can turn the hands. */
import { LONGEST_TIMER } from '../foundation/async/interrupt.js';

/** A clock that can be waited on. */
export interface ServiceClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after some milliseconds. It rejects with the signal's reason once the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
        Math.min(milliseconds, LONGEST_TIMER),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/**
 * Waits for work, but no longer than some milliseconds; the work itself goes on.
 * @returns whether it is done
 * @throws whatever the work throws meanwhile
 */
export async function isDoneWithin(
  clock: ServiceClock,
  milliseconds: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const enough = new AbortController();
  const over = clock.sleep(milliseconds, enough.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    enough.abort();
  }
}

/** A signal that aborts when some time is over, or when another one does, until it is let go. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Whether it was the time that ended it. */
  readonly isOver: () => boolean;
  /** Takes the timer away; must be called when the work is done. */
  release(): void;
}

/** The deadline some milliseconds ahead of a clock. */
export function deadlineIn(milliseconds: number, clock: ServiceClock, parent?: AbortSignal): Deadline {
  const work = new AbortController();
  const timer = new AbortController();
  const onAbort = () => work.abort(parent?.reason);
  let over = false;
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  clock.sleep(milliseconds, timer.signal).then(
    () => {
      over = !work.signal.aborted;
      work.abort(new DOMException('The time is over.', 'TimeoutError'));
    },
    () => undefined,
  );
  return {
    signal: work.signal,
    isOver: () => over,
    release: () => {
      parent?.removeEventListener('abort', onAbort);
      timer.abort();
    },
  };
}
