/**
 * Cells that touch: figures that end where the names of the next column begin, `13,400Nails`. No value of 104 documents
 * changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#131-what-is-printed

import { compareNumbers } from '../../document/order.js';
import { isSameBaseline } from '../same-row.js';
import type { RunPlace } from './run-places.js';
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
 * @param placed by their bottoms, then from the left
 */
export function cellStarts(placed: readonly RunPlace[]): ReadonlySet<number> {
  const seams = seamsOf(placed);
  const starts = new Set<number>();
  seams.sort((a, b) => compareNumbers(a.start, b.start));
  for (const [index, seam] of seams.entries()) {
    if (isColumn(seams, index)) starts.add(seam.operation);
  }
  return starts;
}

/** All seams of a page: inside runs, and between those that touch. */
function seamsOf(placed: readonly RunPlace[]): Seam[] {
  const seams: Seam[] = [];
  /** Where the word begins that the run before ends with. */
  let word = 0;
  for (let i = 0; i < placed.length; i++) {
    const item = placed[i]!;
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

function touch(before: RunPlace, { left, bottom }: RunPlace): boolean {
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
