/** Where the runs of a page stand along and across their text. */

import { compareNumbers } from '../../document/order.js';
import { across, along, axesOf } from '../../document/text-axes.js';
import type { TextRun } from '../runs.js';

/** A run in the axes of its text, in inches. */
export interface RunPlace {
  readonly run: TextRun;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** The places of runs by their bottoms, those of one baseline from the left. */
export function runPlaces(runs: readonly TextRun[]): RunPlace[] {
  const places = runs.map((run): RunPlace => {
    const axes = axesOf(run.angle);
    const left = along(axes, run.x, run.y);
    return { run, left, right: left + run.length, bottom: across(axes, run.x, run.y) };
  });
  return places.sort((a, b) => compareNumbers(a.bottom, b.bottom) || compareNumbers(a.left, b.left));
}
