/** The tables on a page, from the rows that were placed on it. Lengths are inches. */
import type { CellPlace, GivenTable } from '../../page/document/model.js';
import type { StripRow } from './block-layout.js';

/** A row of a table and where it was placed on the page. */
export interface PlacedRow {
  readonly row: StripRow;
  readonly top: number;
  readonly bottom: number;
}

/** The tables of some rows, which are in the order of the page. A table that goes on from another page begins there. */
export function tablesOfRows(rows: readonly PlacedRow[]): GivenTable[] {
  const groups: PlacedRow[][] = [];
  for (const placed of rows) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (before && before.row.edges === placed.row.edges && before.bottom === placed.top) group!.push(placed);
    else groups.push([placed]);
  }
  return groups.map((group) => ({
    xs: group[0]!.row.edges,
    ys: [...group.map(({ top }) => top), group.at(-1)!.bottom],
    cells: cellsOf(group),
  }));
}

/** A cell goes on with the one above it where both have the same sides. */
function cellsOf(rows: readonly PlacedRow[]): CellPlace[] {
  const cells: CellPlace[] = [];
  let above = new Map<string, number>();
  for (const [at, { row }] of rows.entries()) {
    const here = new Map<string, number>();
    for (const { left, right, isContinued } of row.cells) {
      const sides = `${left} ${right}`;
      const known = isContinued ? above.get(sides) : undefined;
      if (known === undefined) cells.push({ top: at, bottom: at, left, right: right - 1 });
      else cells[known] = { ...cells[known]!, bottom: at };
      here.set(sides, known ?? cells.length - 1);
    }
    above = here;
  }
  return cells;
}
