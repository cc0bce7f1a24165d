/** Cells that touch: figures that end where the names of the next column begin, `13,400Nails`. */
// See docs/language/01-document-anchors-fields.md#131-what-is-printed

import { compareNumbers } from '../../document/order.js';
import { across, along, axesOf } from '../../document/text-axes.js';
import type { TextRun } from '../runs.js';
import { isSameBaseline } from '../same-row.js';
import { mayTouch, type Seam } from './seam.js';

/** Edges of a column agree within this, in inches. */
const SAME_EDGE = 0.01;
/** What is set against the right begins in different places: those of its rows differ by more than this, in inches. */
const RAGGED = 0.03;
/** Gap, or overlap, of cells that touch, in text heights. */
const TOUCHING = 0.16;
/** Places that are compared with each place, which bounds the time on crowded pages. */
const MOST_NEIGHBOURS = 64;

/**
 * The show operations that begin a cell right behind another: those of a column in which figures of different
 * lengths end at one place, and the next text begins at one.
 */
export function cellStarts(runs: readonly TextRun[]): ReadonlySet<number> {
  const seams = seamsOf(runs);
  const starts = new Set<number>();
  seams.sort((a, b) => compareNumbers(a.start, b.start));
  for (const [index, seam] of seams.entries()) {
    if (isColumn(seams, index)) starts.add(seam.operation);
  }
  return starts;
}

/** All seams of a page: inside runs, and between those that touch. */
function seamsOf(runs: readonly TextRun[]): Seam[] {
  const seams: Seam[] = [];
  const figures: { run: TextRun; left: number; right: number; bottom: number }[] = [];
  for (const run of runs) {
    const axes = axesOf(run.angle);
    const left = along(axes, run.x, run.y);
    for (const seam of run.seams) {
      seams.push({ ...seam, left: left + seam.left, right: left + seam.right, start: left + seam.start });
    }
    figures.push({ run, left, right: left + run.length, bottom: across(axes, run.x, run.y) });
  }
  figures.sort((a, b) => compareNumbers(a.bottom, b.bottom) || compareNumbers(a.left, b.left));
  for (let i = 1; i < figures.length; i++) {
    const { run, left, right, bottom } = figures[i - 1]!;
    const next = figures[i]!;
    if (Math.abs(next.left - right) > TOUCHING * run.size || !isSameBaseline(bottom, next.bottom)) continue;
    if (!mayTouch(run.text, next.run.text)) continue;
    const word = left + run.words.left(run.to - 1);
    seams.push({ operation: next.run.operation, left: word, right, start: next.left });
  }
  return seams;
}

/** Whether the edges of a seam are those of another row, with a figure of another length. @param seams by their starts */
function isColumn(seams: readonly Seam[], index: number): boolean {
  const { left, right, start } = seams[index]!;
  for (const step of [-1, 1]) {
    for (let i = index + step, seen = 0; seen < MOST_NEIGHBOURS; i += step, seen++) {
      const other = seams[i];
      if (!other || Math.abs(other.start - start) > SAME_EDGE) break;
      if (Math.abs(other.right - right) <= SAME_EDGE && Math.abs(other.left - left) > RAGGED) return true;
    }
  }
  return false;
}
