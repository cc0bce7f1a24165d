/** Rows of walls that hold the entries of a list become a row for each entry. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice
import { type Box, unionBox } from '../../document/geometry.js';
import type { Line } from '../../document/model.js';
import { visualRows } from '../../document/order.js';
import { joinedRows } from '../body-rows.js';
import type { CellRow, RowCell } from '../row-cells.js';
import { linesHolding, median, placedWords } from '../words.js';
import { digitShape, isAmount } from './cell-texts.js';
import { tableCell } from './cells.js';
import type { RecognisedTable, TableCell } from './model.js';

/**
 * Full rows with amounts in one column that make a list of what is between walls; two may be the lines of one entry.
 */
const LEAST_ENTRIES = 3;

/** An entry of a list. */
interface Entry {
  readonly top: number;
  readonly bottom: number;
  /** Lines by column. */
  readonly cells: readonly (readonly Line[])[];
}

/**
 * A table with walls, each of its rows that holds a list divided between the entries.
 * @param annotate whether superscripts and subscripts are marked
 */
export function splitLists(table: RecognisedTable, annotate: boolean): RecognisedTable {
  const rows: (readonly (TableCell | null)[])[] = [];
  const ys: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    const top = table.ys[at]!;
    const bottom = table.ys[at + 1]!;
    const entries = entriesOf(row, table);
    if (!entries) {
      rows.push(row);
      ys.push(top);
      continue;
    }
    const borders = [top, ...bordersBetween(entries, top, bottom), bottom];
    for (const [i, { cells }] of entries.entries()) {
      ys.push(borders[i]!);
      rows.push(
        cells.map((lines, column) => {
          const bounds = { ...row[column]!.bounds, top: borders[i]!, bottom: borders[i + 1]! };
          return tableCell(lines, { left: 0, top: 0, right: 0, bottom: 0 }, bounds, annotate);
        }),
      );
    }
  }
  return rows.length === table.rows.length ? table : { ...table, rows, ys: [...ys, table.ys.at(-1)!] };
}

/** The entries of a row; undefined for a row that is one, and where cells span rows or columns. */
function entriesOf(
  row: readonly (TableCell | null)[],
  { rows, xs }: RecognisedTable,
): readonly Entry[] | undefined {
  if (!row.every((cell) => cell?.rowSpan === 1 && cell.colSpan === 1)) return undefined;
  const cells = row.map((cell) => cell?.lines ?? []);
  const others = rows.length - 1;
  // Nearly all rows of a long table have fewer lines than it has rows: they need not be aligned to be no lists.
  if (cells.reduce((sum, lines) => sum + lines.length, 0) <= others) return undefined;
  const columns = new Map<Line, number>();
  for (const [column, lines] of cells.entries()) for (const line of lines) columns.set(line, column);
  const texts = visualRows(cells.flat()).map((lines) => cellRow(lines, columns));
  if (texts.length <= others || !isList(texts, row.length)) return undefined;
  const extents = xs.slice(1).map((right, column) => ({ left: xs[column]!, right }));
  return joinedRows(texts, [], extents, { left: xs[0]!, right: xs.at(-1)! }).map((group) =>
    entryOf(group, row.length),
  );
}

/** @param columns the column of each line */
function cellRow(lines: readonly Line[], columns: ReadonlyMap<Line, number>): CellRow {
  const byColumn = new Map<number, Line[]>();
  for (const line of lines) {
    const column = columns.get(line)!;
    byColumn.set(column, [...(byColumn.get(column) ?? []), line]);
  }
  const cells = [...byColumn]
    .sort(([a], [b]) => a - b)
    .map(([column, own]): RowCell => {
      const box = own.reduce<Box>(unionBox, own[0]!);
      return { ...box, words: own.flatMap(placedWords), first: column, last: column };
    });
  const { left, top, right, bottom } = lines.reduce<Box>(unionBox, lines[0]!);
  return { left, top, right, bottom, cells, size: median(lines.map(({ lineHeight }) => lineHeight)) };
}

function entryOf(group: readonly CellRow[], count: number): Entry {
  const cells = group.flatMap((row) => row.cells);
  return {
    top: Math.min(...group.map(({ top }) => top)),
    bottom: Math.max(...group.map(({ bottom }) => bottom)),
    cells: Array.from({ length: count }, (_, column) =>
      linesHolding(cells.filter(({ first }) => first === column).flatMap(({ words }) => words)),
    ),
  };
}

/**
 * Whether rows of text are entries: two that follow each other, rows without a first cell left out, have first cells of
 * one kind, two dates or two numbers of a series, and amounts in one column; or enough full rows have amounts in one.
 */
function isList(rows: readonly CellRow[], count: number): boolean {
  const begun = rows.filter(({ cells }) => cells[0]?.first === 0);
  const isPair = (before: CellRow, row: CellRow) => {
    const shape = digitShape(textOf(row.cells[0]!));
    const known = amountsOf(before);
    return (
      shape !== undefined &&
      shape === digitShape(textOf(before.cells[0]!)) &&
      amountsOf(row).some((column) => known.includes(column))
    );
  };
  if (begun.some((row, i) => i > 0 && isPair(begun[i - 1]!, row))) return true;
  const amounts = rows.filter(({ cells }) => cells.length === count).map(amountsOf);
  return Array.from({ length: count }, (_, column) => column).some(
    (column) => amounts.filter((own) => own.includes(column)).length >= LEAST_ENTRIES,
  );
}

/** Columns that hold a whole amount. */
function amountsOf({ cells }: CellRow): number[] {
  return cells.filter((cell) => isAmount(textOf(cell))).map(({ first }) => first);
}

function textOf({ words }: RowCell): string {
  return words.map(({ text }) => text).join(' ');
}

/** The middle between each two entries, inside their row of walls: on crooked scans text and walls differ. */
function bordersBetween(entries: readonly Entry[], top: number, bottom: number): number[] {
  return entries
    .slice(1)
    .map((entry, i) => Math.min(bottom, Math.max(top, (entries[i]!.bottom + entry.top) / 2)));
}
