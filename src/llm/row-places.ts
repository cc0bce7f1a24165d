/** Where the rows of a list or table are printed: the places of their cells, near each other and in order. */
// See docs/language/08-language-models.md#8414-where-an-answer-is-printed
import type { GroundingIndex, Located } from './grounding.js';

/**
 * The places of the cells of rows, near each other and one row after the other: a cell that is in several
 * places is taken from the printed row of the rest, or else from the nearest one.
 * @returns for every cell its place; undefined for cells without text, and for those that are not found
 */
export function locateRows(
  rows: readonly (readonly (string | null)[])[],
  index: GroundingIndex,
): readonly (readonly (Located | undefined)[])[] {
  let after = -1;
  return rows.map((cells) => {
    const found = cells.map((cell) => (cell === null ? [] : index.candidates(cell)));
    const pivot = pivotOf(cells, found);
    if (pivot === undefined) return cells.map(() => undefined);
    const places = found[pivot]!;
    const place = places[firstFrom(places, after)] ?? places[0]!;
    after = place.lines[0]!;
    return found.map((candidates, i) =>
      i === pivot ? place : nearestTo(candidates, place, i > pivot, index),
    );
  });
}

/** The cell that says best where the row is: the one with the fewest places, then the longest. */
function pivotOf(
  cells: readonly (string | null)[],
  found: readonly (readonly Located[])[],
): number | undefined {
  let pivot: number | undefined;
  for (const [i, candidates] of found.entries()) {
    if (candidates.length === 0) continue;
    if (pivot === undefined) {
      pivot = i;
      continue;
    }
    const difference = candidates.length - found[pivot]!.length;
    const isLonger = (cells[i]?.length ?? 0) > (cells[pivot]?.length ?? 0);
    if (difference < 0 || (difference === 0 && isLonger)) pivot = i;
  }
  return pivot;
}

/** Position of the first place that begins at a line or after it; places are in document order. */
function firstFrom(places: readonly Located[], line: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (places[middle]!.lines[0]! < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The place in the same printed row, or else the one the fewest lines away; of two equally far the one on the side
 * where the cell belongs.
 */
function nearestTo(
  candidates: readonly Located[],
  { lines }: Located,
  isLater: boolean,
  index: GroundingIndex,
): Located | undefined {
  const to = lines[0]!;
  const next = firstFrom(candidates, to);
  const before = candidates[next - 1];
  const after = candidates[next];
  if (!before || !after) return before ?? after;
  const row = index.rowOf(to);
  const isInRow = (place: Located) => row >= 0 && index.rowOf(place.lines[0]!) === row;
  if (isInRow(before) !== isInRow(after)) return isInRow(before) ? before : after;
  const difference = to - before.lines[0]! - (after.lines[0]! - to);
  if (difference === 0) return isLater ? after : before;
  return difference < 0 ? before : after;
}
