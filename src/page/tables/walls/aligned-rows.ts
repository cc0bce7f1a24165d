/** Table rows out of rows of text that are in columns. */
// See docs/language/03-layout-methods-ranges-tables.md#394-alignment
import type { Line } from '../../document/model.js';
import type { Ruling } from '../../drawn/rulings.js';
import { digitShape, isAmount } from './cell-texts.js';

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
 * Full rows with amounts in one column that make a list of what is between walls; two may be the lines of one entry.
 */
const LEAST_ENTRIES = 3;
/** Columns that a row fills, the first not among them, to be of its own by its amount: an entry and its amount. */
const LEAST_ENTRY = 2;

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
  const bands = bandsOf(block, dividing);
  return bands.flatMap((band) =>
    byRulings && isOneRow(band) && !isList(band, bands.length - 1)
      ? [united(band)]
      : joinContinuations(band, tight),
  );
}

/**
 * The table rows of the text of one row of walls, where it is a list: many invoices have walls around their columns
 * and none between their items.
 * @param rows of text, from top to bottom
 * @param others how many more rows the walls make: more than the lines of one entry, where walls divide entries
 * @returns undefined where the walls hold one row, or where that cannot be decided
 */
export function listedRows(rows: readonly AlignedRow[], others: number): readonly AlignedRow[] | undefined {
  if (rows.length <= others) return undefined;
  const isList =
    pairs(begun(rows)).some(([before, row]) => isAlike(before, row) && sharesAmount(before, row)) ||
    hasFullEntries(rows);
  return isList ? joinContinuations(rows, isTight(rows)) : undefined;
}

/** Whether enough full rows have a whole amount in one column. */
function hasFullEntries(rows: readonly AlignedRow[]): boolean {
  const counts = new Map<number, number>();
  for (const column of rows.filter(isFull).flatMap(amountsOf)) {
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= LEAST_ENTRIES);
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

/** Whether the rows between two rulings are one: at most one is full, and well filled ones are not apart. */
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

/**
 * Whether the rows between two rulings are entries of a list, of which no row is full: money goes out or comes in.
 * Rulings that frame a table and part its headings from the rest do not hold a row together.
 * @param others how many more bands the rulings make; of those that divide rows there are more than lines in a row
 */
function isList(band: readonly AlignedRow[], others: number): boolean {
  if (band.length <= others) return false;
  return pairs(begun(band)).some(
    ([before, row]) => isAlike(before, row) && (sharesAmount(before, row) || opens(row, before)),
  );
}

/** Whether rows follow each other as closely as the lines of one cell do. */
function isTight(block: readonly AlignedRow[]): boolean {
  // Above the first full row are headings, whose lines begin at different heights.
  const firstFull = block.findIndex(isFull);
  return pairs(block).some(([before, row], i) => {
    if (row.top - before.bottom >= ROW_GAP * row.height) return false;
    if (isFull(before) && isFull(row)) return true;
    if (before.filled[0] !== 0 || row.filled[0] !== 0) return false;
    return sharesAmount(before, row) || (firstFull >= 0 && i > firstFull && opens(row, before));
  });
}

/** Rows with a first cell: those between go on with the text of another. */
function begun(rows: readonly AlignedRow[]): readonly AlignedRow[] {
  return rows.filter(({ filled }) => filled[0] === 0);
}

/** Each row but the last with the one after it. */
function pairs(rows: readonly AlignedRow[]): (readonly [AlignedRow, AlignedRow])[] {
  return rows.slice(1).map((row, i) => [rows[i]!, row] as const);
}

/** Whether a row fills a column that the row before it does not. */
function opens({ filled }: AlignedRow, before: AlignedRow): boolean {
  return filled.some((column) => !before.filled.includes(column));
}

/** Whether both rows have a whole amount in a column. */
function sharesAmount(before: AlignedRow, row: AlignedRow): boolean {
  const known = new Set(amountsOf(before));
  return amountsOf(row).some((column) => known.has(column));
}

/** Columns that hold a whole amount. */
function amountsOf(row: AlignedRow): number[] {
  return row.filled.filter((column) => isAmount(cellTextAt(row, column)));
}

/** Whether the first cells of two rows are of one kind: two dates, two numbers of a series. */
function isAlike(before: AlignedRow, row: AlignedRow): boolean {
  const shape = digitShape(cellTextAt(row, 0));
  return shape !== undefined && shape === digitShape(cellTextAt(before, 0));
}

function cellTextAt({ cells }: AlignedRow, column: number): string {
  return cells[column]!.map(({ text }) => text).join(' ');
}

/** A table row in the making. */
interface OpenRow {
  readonly rows: AlignedRow[];
  /** Lowest bottom of the rows so far, in inches. */
  bottom: number;
  /** Columns that hold lines so far. */
  readonly filled: Set<number>;
  /** Columns that hold a whole amount so far. */
  readonly amounts: Set<number>;
}

/** Rows of text that go on with a cell of the row before are joined to it. */
function joinContinuations(band: readonly AlignedRow[], tight: boolean): AlignedRow[] {
  const groups: OpenRow[] = [];
  for (const row of band) {
    let open = groups.at(-1);
    if (!open || !continues(row, open, tight)) {
      open = { rows: [], bottom: row.bottom, filled: new Set(), amounts: new Set() };
      groups.push(open);
    }
    open.rows.push(row);
    open.bottom = Math.max(open.bottom, row.bottom);
    for (const column of row.filled) open.filled.add(column);
    for (const column of amountsOf(row)) open.amounts.add(column);
  }
  return groups.map(({ rows }) => united(rows));
}

function continues(row: AlignedRow, open: OpenRow, tight: boolean): boolean {
  const { filled } = row;
  const gap = row.top - open.bottom;
  if (gap < 0) return true;
  if (gap >= ROW_GAP * row.height || !filled.every((column) => open.filled.has(column))) return false;
  if (filled.length >= LEAST_ENTRY && amountsOf(row).some((column) => open.amounts.has(column))) return false;
  if (filled[0] !== 0) return true;
  return !tight && filled.length <= Math.max(1, Math.floor(row.cells.length / 2));
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
