/**
 * A process that is started before it is known what it is to do, while its host still loads what it needs itself: the
 * command line would else wait for one after the other.
 */

import type { Program } from '../../foundation/platform/program.js';
import { PROCESS_DEFAULTS } from '../../limits.js';
import { GuardedProcess, type ProcessLimits, type ProcessListener } from './guarded-process.js';

/** Argument of a worker that is to load what reads PDFs before it has a document. */
export const PDF_AHEAD = '--pdf-ahead';

interface Started {
  readonly key: string;
  readonly process: GuardedProcess;
}

/** What waits to be taken; the first who wants such a process gets it. */
let waiting: Started | undefined;

/** Starts a process for whoever asks for one first, with the default limits. */
export function startAhead(program: Program): void {
  if (waiting) return;
  const process = new GuardedProcess(program, PROCESS_DEFAULTS, { received() {}, ended() {} });
  waiting = { key: keyOf(program, PROCESS_DEFAULTS), process };
}

/** The process that was started ahead, where it is such a one and still runs; else one that starts now. */
export function startedProcess(
  program: Program,
  limits: ProcessLimits,
  listener: ProcessListener,
): GuardedProcess {
  const taken = waiting;
  if (taken === undefined || taken.key !== keyOf(program, limits) || !taken.process.isRunning) {
    return new GuardedProcess(program, limits, listener);
  }
  waiting = undefined;
  taken.process.handTo(listener);
  return taken.process;
}

function keyOf({ url }: Program, { heapMegabytes, memoryMegabytes }: ProcessLimits): string {
  return `${url.href} ${heapMegabytes} ${memoryMegabytes}`;
}
