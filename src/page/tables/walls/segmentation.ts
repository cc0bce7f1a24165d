/** Tables out of grids: runs of rows that have their column boundaries in common. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice
import type { CellPlace } from '../../document/model.js';
import { type Grid, OUTSIDE } from './grid.js';
import type { TableSource, TableStructure } from './model.js';

/** Fewest cells in the row that a table grows from when no number of columns is given. */
const LEAST_CELLS = 2;

/** Positions in `xs` where the cell changes in a row, outer edges included; undefined for a row with a hole. */
type Signature = readonly number[] | undefined;

/** The tables of a grid, from top to bottom; only those with `columnCount` columns when it is given. */
export function tablesIn(
  grid: Grid,
  source: TableSource,
  columnCount: number | undefined,
): readonly TableStructure[] {
  const rows = grid.ys.length - 1;
  const signatures = signaturesOf(grid);
  const used = new Uint8Array(rows);
  const found: { readonly first: number; readonly table: TableStructure }[] = [];
  for (const seed of seeds(signatures, columnCount)) {
    const columns = signatures[seed]!;
    if (used[seed]) continue;
    const known = new Set(columns);
    const fits = (row: number) => {
      const own = signatures[row];
      if (!own || used[row] || own[0] !== columns[0] || own.at(-1) !== columns.at(-1)) return false;
      return own.every((boundary) => known.has(boundary));
    };
    let first = seed;
    let last = seed;
    while (first > 0 && fits(first - 1)) first -= 1;
    while (last < rows - 1 && fits(last + 1)) last += 1;
    used.fill(1, first, last + 1);
    found.push({ first, table: structureOf(grid, source, columns, first, last) });
  }
  return found.sort((a, b) => a.first - b.first).map(({ table }) => table);
}

function signaturesOf(grid: Grid): Signature[] {
  const columns = grid.xs.length - 1;
  const signatures: Signature[] = [];
  for (let row = 0; row < grid.ys.length - 1; row += 1) {
    signatures.push(signatureOf(grid.owners.subarray(row * columns, (row + 1) * columns)));
  }
  return signatures;
}

/** @param owners of the elementary cells of one row */
function signatureOf(owners: Int32Array): Signature {
  let first = 0;
  let last = owners.length - 1;
  while (first <= last && owners[first] === OUTSIDE) first += 1;
  while (last >= first && owners[last] === OUTSIDE) last -= 1;
  if (first > last) return undefined;
  const boundaries = [first];
  for (let column = first; column <= last; column += 1) {
    if (owners[column] === OUTSIDE) return undefined;
    if (column > first && owners[column] !== owners[column - 1]) boundaries.push(column);
  }
  boundaries.push(last + 1);
  return boundaries;
}

/** Rows that a table may grow from, in the order in which they are tried. */
function seeds(signatures: readonly Signature[], columnCount: number | undefined): number[] {
  const cells = signatures.map((signature) => (signature ? signature.length - 1 : 0));
  const rows = [...cells.keys()];
  if (columnCount !== undefined) return rows.filter((row) => cells[row] === columnCount);
  return rows.filter((row) => cells[row]! >= LEAST_CELLS).sort((a, b) => cells[b]! - cells[a]! || a - b);
}

/** Rows `first` to `last` of a grid as a table; rows that no wall divides are one. */
function structureOf(
  grid: Grid,
  source: TableSource,
  columns: readonly number[],
  first: number,
  last: number,
): TableStructure {
  const width = grid.xs.length - 1;
  const ownersOf = (row: number) => columns.slice(0, -1).map((column) => grid.owners[row * width + column]!);
  const ys: number[] = [];
  const rows: number[][] = [];
  for (let row = first; row <= last; row += 1) {
    const owners = ownersOf(row);
    const before = rows.at(-1);
    if (before?.every((owner, column) => owner === owners[column])) continue;
    rows.push(owners);
    ys.push(grid.ys[row]!);
  }
  ys.push(grid.ys[last + 1]!);
  return { source, xs: columns.map((column) => grid.xs[column]!), ys, cells: placesOf(rows) };
}

/** Where each owner is; owners are rectangles. */
function placesOf(rows: readonly (readonly number[])[]): CellPlace[] {
  const places = new Map<number, { top: number; bottom: number; left: number; right: number }>();
  for (const [row, owners] of rows.entries()) {
    for (const [column, owner] of owners.entries()) {
      const place = places.get(owner);
      if (!place) places.set(owner, { left: column, top: row, right: column, bottom: row });
      else {
        place.bottom = row;
        place.right = Math.max(place.right, column);
      }
    }
  }
  return [...places.values()];
}
