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

interface Placed {
  readonly run: TextRun;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** All seams of a page: inside runs, and between those that touch. */
function seamsOf(runs: readonly TextRun[]): Seam[] {
  const placed = runs.map((run): Placed => {
    const axes = axesOf(run.angle);
    const left = along(axes, run.x, run.y);
    return { run, left, right: left + run.length, bottom: across(axes, run.x, run.y) };
  });
  placed.sort((a, b) => compareNumbers(a.bottom, b.bottom) || compareNumbers(a.left, b.left));
  const seams: Seam[] = [];
  /** Where the word begins that the run before ends with. */
  let word = 0;
  for (const [i, item] of placed.entries()) {
    const { run, left } = item;
    const before = placed[i - 1];
    const goesOn = before !== undefined && touch(before, item);
    if (goesOn && mayTouch(before.run.text, run.text)) {
      seams.push({ operation: run.operation, left: word, right: before.right, start: left });
    }
    const begin = goesOn ? word : left;
    for (const seam of run.seams) {
      const start = seam.left === 0 ? begin : left + seam.left;
      seams.push({ ...seam, left: start, right: left + seam.right, start: left + seam.start });
    }
    word = run.to - run.from > 1 ? left + run.words.left(run.to - 1) : begin;
  }
  return seams;
}

function touch(before: Placed, { left, bottom }: Placed): boolean {
  return Math.abs(left - before.right) <= TOUCHING * before.run.size && isSameBaseline(bottom, before.bottom);
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
