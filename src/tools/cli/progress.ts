/** A line on the terminal that shows how far a long document is. */
import type { Progress } from '../../run/extraction/run.js';
import type { Streams } from './streams.js';

/** Milliseconds that a document may take before it counts as long. */
const QUIET_TIME = 500;
/** Least milliseconds between two updates of the line. */
const UPDATE_INTERVAL = 100;
/** Returns to the start of the line and clears it (ECMA-48 EL). */
const CLEAR_LINE = '\r\u001B[K';

/** How far a command is: in an extraction, drawing its pages for a report, or in a row of test cases. */
type Stand = Omit<Progress, 'stage'> & { readonly stage: Progress['stage'] | 'draw' | 'case' };

const STAGES: Readonly<Record<Stand['stage'], string>> = {
  load: 'reading page',
  ocr: 'reading scanned page',
  extract: 'extracting field',
  draw: 'drawing page',
  case: 'running case',
};

export interface ProgressLine {
  /**
   * Shows a state, unless the last one was shown too short a time ago.
   * @param within what it is a part of
   */
  readonly update: (stand: Stand, within?: Stand) => void;
  /** Takes the line away. */
  readonly clear: () => void;
}

/** One line of a terminal that is written over and over. */
export function statusLine(stderr: Streams['stderr']) {
  let isShown = false;
  return {
    show(text: string): void {
      isShown = true;
      stderr.write(`${CLEAR_LINE}${text}`);
    },
    clear(): void {
      if (isShown) stderr.write(CLEAR_LINE);
      isShown = false;
    },
  };
}

/**
 * A progress line on a terminal; elsewhere nothing is written.
 * @param now milliseconds since any fixed moment
 */
export function progressLine(
  stderr: Streams['stderr'],
  now: () => number = () => performance.now(),
): ProgressLine {
  const line = statusLine(stderr);
  let next = now() + QUIET_TIME;
  return {
    update(stand, within) {
      if (!stderr.isTTY || now() < next) return;
      next = now() + UPDATE_INTERVAL;
      line.show(`${within ? `${progressText(within)}: ` : ''}${progressText(stand)}`);
    },
    clear: line.clear,
  };
}

function progressText({ stage, done, total }: Stand): string {
  return `${STAGES[stage]} ${Math.min(done + 1, total)} of ${total}`;
}
