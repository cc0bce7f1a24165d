/** What a run is told by a field whose turn has not come, or that may have to run again. */
import type { ExtractionRun } from './runner.js';

/** The run, with what it is told kept for later. @param effects grows by what is to be called to tell it */
export function laterTold(run: ExtractionRun, effects: (() => void)[]): ExtractionRun {
  const { trace } = run;
  return {
    ...run,
    error: (issue) => effects.push(() => run.error(issue)),
    warn: (warning) => effects.push(() => run.warn(warning)),
    ...(trace && { trace: (id, entry) => effects.push(() => trace(id, entry)) }),
  };
}
