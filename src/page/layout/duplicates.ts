/** Text printed twice in one place (fake bold printing). */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
import type { Box } from '../document/geometry.js';

/** Two pieces with the same text are one when all four edges are within this, in inches. */
const SAME_PLACE = 0.02;

/** Pairs of neighbours that are looked at for each piece of a page before it is taken to hold repeated text. */
const MOST_PAIRS = 32;

/**
 * Whether some text may be printed twice, by places alone: most pages have none. Errs on the side of yes.
 * @param pieces by their bottoms
 */
export function mayHoldDuplicates(pieces: readonly Box[]): boolean {
  let pairs = MOST_PAIRS * pieces.length;
  for (let i = 1; i < pieces.length; i++) {
    const piece = pieces[i]!;
    for (let j = i - 1; j >= 0 && piece.bottom - pieces[j]!.bottom <= SAME_PLACE; j--) {
      if (--pairs < 0 || isInPlaceOf(pieces[j]!, piece)) return true;
    }
  }
  return false;
}

interface Placed extends Box {
  readonly run: { readonly text: string };
}

/** The pieces without those that repeat an earlier one; the first of them in the given order stays. */
export function dropDuplicates<T extends Placed>(pieces: readonly T[]): T[] {
  const kept = new Map<string, T | Map<number, T[]>>();
  const single: T[] = [];
  for (const piece of pieces) {
    const { text } = piece.run;
    const others = kept.get(text);
    // Most texts appear once or twice on a page: only the second is worth a grid.
    if (others === undefined) {
      kept.set(text, piece);
      single.push(piece);
      continue;
    }
    const cells = others instanceof Map ? others : new Map([[cellOf(others, 0, 0), [others]]]);
    if (others !== cells) kept.set(text, cells);
    if (hasTwin(cells, piece)) continue;
    keep(cells, piece);
    single.push(piece);
  }
  return single;
}

/** Pieces of equal text are looked up by the cell of a grid of `SAME_PLACE` that holds their top left corner. */
const GRID_ROW = 2 ** 20;

function cellOf(piece: Box, dx: number, dy: number): number {
  return (Math.floor(piece.top / SAME_PLACE) + dy) * GRID_ROW + Math.floor(piece.left / SAME_PLACE) + dx;
}

function hasTwin<T extends Placed>(cells: ReadonlyMap<number, readonly T[]>, piece: T): boolean {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      for (const other of cells.get(cellOf(piece, dx, dy)) ?? []) if (isInPlaceOf(other, piece)) return true;
    }
  }
  return false;
}

function keep<T extends Placed>(cells: Map<number, T[]>, piece: T): void {
  const cell = cellOf(piece, 0, 0);
  const held = cells.get(cell);
  if (held) held.push(piece);
  else cells.set(cell, [piece]);
}

function isInPlaceOf(a: Box, b: Box): boolean {
  return (
    Math.abs(a.left - b.left) <= SAME_PLACE &&
    Math.abs(a.right - b.right) <= SAME_PLACE &&
    Math.abs(a.top - b.top) <= SAME_PLACE &&
    Math.abs(a.bottom - b.bottom) <= SAME_PLACE
  );
}
