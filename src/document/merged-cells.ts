/** Merged cells: only the top left one shows anything (chapter 6, 8.2 step 3). */
import type { SheetCell } from './sheet-layout.js';

/** A range of cells, both ends included; rows and columns count from 0. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/**
 * The cells that are not covered by a merged range. The ranges themselves are never walked, so that one over
 * a whole sheet costs no more than a small one; of overlapping ranges, which no program makes, the first
 * counts.
 * @param cells by row, then by column
 */
export function withoutCovered(
  cells: readonly SheetCell[],
  ranges: readonly CellRange[],
): readonly SheetCell[] {
  if (ranges.length === 0) return cells;
  const waiting = [...ranges].sort((a, b) => a.top - b.top || a.left - b.left);
  const open: CellRange[] = [];
  let next = 0;
  return cells.filter((cell) => {
    for (; next < waiting.length && waiting[next]!.top <= cell.row; next++) {
      if (waiting[next]!.bottom >= cell.row) insert(open, waiting[next]!, cell.row);
    }
    const range = open[lastFrom(open, cell.column)];
    if (!range || range.bottom < cell.row || range.right < cell.column) return true;
    return cell.row === range.top && cell.column === range.left;
  });
}

/** Index of the last range that begins at a column or left of it; -1 when there is none. */
function lastFrom(open: readonly CellRange[], column: number): number {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (open[middle]!.left <= column) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Adds a range to the open ones, which are disjoint and sorted by column, in place of those that have ended. */
function insert(open: CellRange[], range: CellRange, row: number): void {
  let first = Math.max(0, lastFrom(open, range.left));
  if (open[first] && open[first]!.right < range.left) first++;
  let end = first;
  while (end < open.length && open[end]!.left <= range.right) {
    if (open[end]!.bottom >= row) return;
    end++;
  }
  open.splice(first, end - first, range);
}
