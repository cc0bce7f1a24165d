/** Walls that pixels did not show, as a light one on a shaded heading. */
// See docs/language/03-layout-methods-ranges-tables.md#393-rulings-from-pixels
import { type Box, boundingBox, centreX, centreY, type Point } from '../../document/geometry.js';
import type { CellPlace, Line } from '../../document/model.js';
import type { TableStructure } from './model.js';

/** Space that words leave free on both sides of a missing wall, in inches. */
const FREE = 0.03;

/** Splits cells that span a column boundary which their words leave free, with text on both sides. */
export function splitHeadings(
  structure: TableStructure,
  lines: readonly Line[],
  place: (point: Point) => Point = (point) => point,
): TableStructure {
  const spanning = structure.cells.filter(({ left, right }) => right > left);
  if (spanning.length === 0) return structure;
  const words = lines.flatMap((line) =>
    line.words.map(({ boundingPolygon }) => boundingBox(boundingPolygon.map(place))),
  );
  const cells = structure.cells.flatMap((cell) =>
    cell.right > cell.left ? split(cell, structure, words) : [cell],
  );
  return { ...structure, cells };
}

function split(cell: CellPlace, { xs, ys }: TableStructure, words: readonly Box[]): CellPlace[] {
  const [left, right] = [xs[cell.left]!, xs[cell.right + 1]!];
  const [top, bottom] = [ys[cell.top]!, ys[cell.bottom + 1]!];
  const own = words.filter((word) => {
    const x = centreX(word);
    const y = centreY(word);
    return x >= left && x < right && y >= top && y < bottom;
  });
  const parts: CellPlace[] = [];
  let from = cell.left;
  for (let column = cell.left + 1; column <= cell.right; column += 1) {
    const x = xs[column]!;
    const start = xs[from]!;
    const isFree = own.every((word) => word.right <= x - FREE || word.left >= x + FREE);
    const before = own.some((word) => word.right <= x && word.left >= start);
    const after = own.some((word) => word.left >= x);
    if (!isFree || !before || !after) continue;
    parts.push({ ...cell, left: from, right: column - 1 });
    from = column;
  }
  return [...parts, { ...cell, left: from }];
}
