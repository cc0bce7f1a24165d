/** Rows of walls that hold the entries of a list become a row for each entry. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice
import { type Box, boxHeight, unionBox } from '../../document/geometry.js';
import type { Line } from '../../document/model.js';
import { visualRows } from '../../document/order.js';
import { type AlignedRow, listedRows } from './aligned-rows.js';
import { tableCell } from './cells.js';
import type { RecognisedTable, TableCell } from './model.js';

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
  { page, rows }: RecognisedTable,
): readonly AlignedRow[] | undefined {
  if (!row.every((cell) => cell?.rowSpan === 1 && cell.colSpan === 1)) return undefined;
  const cells = row.map((cell) => cell?.lines ?? []);
  const others = rows.length - 1;
  // Nearly all rows of a long table have fewer lines than it has rows: they need not be aligned to be no lists.
  if (cells.reduce((sum, lines) => sum + lines.length, 0) <= others) return undefined;
  const columns = new Map<Line, number>();
  for (const [column, lines] of cells.entries()) for (const line of lines) columns.set(line, column);
  const texts = visualRows(cells.flat()).map((lines) => alignedRow(lines, columns, cells.length, page));
  return listedRows(texts, others);
}

/** @param columns the column of each line */
function alignedRow(
  lines: readonly Line[],
  columns: ReadonlyMap<Line, number>,
  count: number,
  page: number,
): AlignedRow {
  const cells = Array.from({ length: count }, (): Line[] => []);
  for (const line of lines) cells[columns.get(line)!]!.push(line);
  const { top, bottom } = lines.reduce<Box>(unionBox, lines[0]!);
  return {
    page,
    top,
    bottom,
    height: lines.reduce((most, line) => Math.max(most, boxHeight(line)), 0),
    cells,
    filled: [...cells.keys()].filter((column) => cells[column]!.length > 0),
  };
}

/** The middle between each two entries, inside their row of walls: on crooked scans text and walls differ. */
function bordersBetween(entries: readonly AlignedRow[], top: number, bottom: number): number[] {
  return entries
    .slice(1)
    .map((entry, i) => Math.min(bottom, Math.max(top, (entries[i]!.bottom + entry.top) / 2)));
}
