/** Table rows out of rows of text that stand in columns. */
// See docs/language/03-layout-methods-ranges-tables.md#394-alignment
import type { Line } from '../../document/model.js';
import type { Ruling } from '../rulings.js';

/** A row of text, later of a table, with its lines in columns; edges in inches. */
export interface AlignedRow {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  /** Height of its tallest line. */
  readonly height: number;
  /** Lines by column. */
  readonly cells: readonly (readonly Line[])[];
  /** Columns that hold lines, ascending. */
  readonly filled: readonly number[];
}

/** Gap from which a row of text begins a table row, in heights of the row. */
const ROW_GAP = 0.5;
/** Share of a table's width that a ruling covers to divide its rows. */
const RULING_WIDTH = 0.8;
/** Rulings from which they alone divide the rows. */
const LEAST_RULINGS = 3;

/**
 * The table rows of a block.
 * @param extent left and right edge of the block in inches
 * @param rulings horizontal ones near the block
 */
export function joinRows(
  block: readonly AlignedRow[],
  extent: { readonly left: number; readonly right: number },
  rulings: readonly Ruling[],
): readonly AlignedRow[] {
  const dividing = rulings
    .filter(
      ({ from, to }) =>
        Math.min(to, extent.right) - Math.max(from, extent.left) >=
        RULING_WIDTH * (extent.right - extent.left),
    )
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const byRulings = dividing.length >= LEAST_RULINGS;
  const tight = isTight(block);
  return bandsOf(block, dividing).flatMap((band) =>
    byRulings && isOneRow(band) ? [united(band)] : joinContinuations(band, tight),
  );
}

/** The rows between each two rulings. */
function bandsOf(block: readonly AlignedRow[], dividing: readonly number[]): AlignedRow[][] {
  const bands: AlignedRow[][] = [];
  let passed = 0;
  for (const row of block) {
    const before = passed;
    while (passed < dividing.length && dividing[passed]! < (row.top + row.bottom) / 2) passed += 1;
    if (bands.length === 0 || passed > before) bands.push([row]);
    else bands.at(-1)!.push(row);
  }
  return bands;
}

/** Whether the rows between two rulings are one: at most one is full, and well filled ones do not stand apart. */
function isOneRow(band: readonly AlignedRow[]): boolean {
  if (band.filter(isFull).length > 1) return false;
  const strong = band.filter(
    ({ cells, filled }) => filled.length >= Math.max(2, Math.ceil(cells.length / 2)),
  );
  return strong.every((row, i) => i === 0 || row.top - strong[i - 1]!.bottom < ROW_GAP * row.height);
}

function isFull({ cells, filled }: AlignedRow): boolean {
  return filled.length === cells.length;
}

/** Whether two full rows follow each other as closely as the lines of one cell do. */
function isTight(block: readonly AlignedRow[]): boolean {
  return block.some((row, i) => {
    const before = block[i - 1];
    return before && isFull(before) && isFull(row) && row.top - before.bottom < ROW_GAP * row.height;
  });
}

/** Rows of text that go on with a cell of the row before are joined to it. */
function joinContinuations(band: readonly AlignedRow[], tight: boolean): AlignedRow[] {
  const groups: { readonly rows: AlignedRow[]; bottom: number; readonly filled: Set<number> }[] = [];
  for (const row of band) {
    const open = groups.at(-1);
    if (open && continues(row, open, tight)) {
      open.rows.push(row);
      open.bottom = Math.max(open.bottom, row.bottom);
      for (const column of row.filled) open.filled.add(column);
    } else groups.push({ rows: [row], bottom: row.bottom, filled: new Set(row.filled) });
  }
  return groups.map(({ rows }) => united(rows));
}

function continues(
  row: AlignedRow,
  open: { readonly bottom: number; readonly filled: ReadonlySet<number> },
  tight: boolean,
): boolean {
  const gap = row.top - open.bottom;
  if (gap < 0) return true;
  if (gap >= ROW_GAP * row.height || !row.filled.every((column) => open.filled.has(column))) return false;
  if (row.filled[0] !== 0) return true;
  return !tight && row.filled.length <= Math.max(1, Math.floor(row.cells.length / 2));
}

/** Rows of text as one table row. */
function united(rows: readonly AlignedRow[]): AlignedRow {
  const [first] = rows;
  if (rows.length === 1) return first!;
  const cells = first!.cells.map((_, column) => rows.flatMap((row) => row.cells[column]!));
  return {
    page: first!.page,
    top: Math.min(...rows.map(({ top }) => top)),
    bottom: Math.max(...rows.map(({ bottom }) => bottom)),
    height: Math.max(...rows.map(({ height }) => height)),
    cells,
    filled: [...cells.keys()].filter((column) => cells[column]!.length > 0),
  };
}
