/** Places in document order that ranges begin and end at. */
// See docs/language/06-sections-and-field-kinds.md#22-positions
// See docs/language/06-sections-and-field-kinds.md#23-which-line-belongs
import type { Line } from '../../page/document/model.js';

/** A place in document order; compared member by member. */
export interface RangePosition {
  /** Zero-based page of the original file. */
  readonly page: number;
  readonly flow: number;
  /** Inches from the top of the page; may lie outside it. */
  readonly y: number;
}

/** Positions are compared as written: sums of inches are rounded to this many parts of one. */
const POSITION_PRECISION = 1e6;

/** The position of a line's top, moved down by some inches. */
export function positionOf(line: Line, offset: number): RangePosition {
  const y = Math.round((line.top + offset) * POSITION_PRECISION) / POSITION_PRECISION;
  return { page: line.page, flow: line.flow, y };
}

/** Negative when `a` comes before `b`, 0 when they are the same place. */
export function comparePositions(a: RangePosition, b: RangePosition): number {
  return a.page - b.page || a.flow - b.flow || a.y - b.y;
}

/** The lines whose tops lie in `[start, end)`, in document order; undefined is the end of the lines. */
export type LinesBetween = (start: RangePosition, end: RangePosition | undefined) => readonly Line[];

/** Finds lines by their tops, in time that grows with the number of those found. */
export function lineFinder(lines: readonly Line[]): LinesBetween {
  const placed = lines
    .map((line, index) => ({ line, index, position: positionOf(line, 0) }))
    .sort((a, b) => comparePositions(a.position, b.position) || a.index - b.index);
  const firstFrom = (position: RangePosition): number => {
    let low = 0;
    let high = placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePositions(placed[middle]!.position, position) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (start, end) =>
    placed
      .slice(firstFrom(start), end === undefined ? placed.length : firstFrom(end))
      .sort((a, b) => a.index - b.index)
      .map(({ line }) => line);
}

/**
 * How far from the top of its anchor line a section begins, in inches. The tolerance takes what is a little higher in
 * the anchor's row; an offset further up takes that, too, and is not added to it.
 */
// See docs/language/06-sections-and-field-kinds.md#23-which-line-belongs
export function startShift(offsetY: number, tolerance: number): number {
  return offsetY > 0 ? offsetY - tolerance : Math.min(offsetY, -tolerance);
}
