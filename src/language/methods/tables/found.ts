/**
 * Tables without walls that `findTables` sees where the alignment of whole lines shows none. Over 35 documents with
 * known tables, read with the number of their columns, F1 of the cells' neighbours went from 0.740 to 0.859 on the 14 that
 * it was tuned on, and from 0.771 to 0.889 on the others.
 */
// See docs/language/03-layout-methods-ranges-tables.md#311-fixedtable
import type { Line, Page } from '../../../page/document/model.js';
import type { FoundCell, FoundTable } from '../../../page/tables/model.js';
import { boundaries } from '../../../page/tables/walls/alignment.js';
import { tableCell } from '../../../page/tables/walls/cells.js';
import type { RecognisedTable, TableCell } from '../../../page/tables/walls/model.js';

/**
 * The tables of some lines of a page.
 * @param columnCount of the tables; undefined for tables of any width
 * @returns none where the first table has another width: those below it do not belong to the anchor
 */
export async function foundTables(
  page: Page,
  lines: readonly Line[],
  columnCount: number | undefined,
  annotate: boolean,
): Promise<{ readonly tables: readonly RecognisedTable[]; readonly isOther: boolean }> {
  if (page.sheet) return { tables: [], isOther: false };
  const { tablesOn } = await import('../../../page/tables/find.js');
  const found = await tablesOn(page, undefined, lines);
  const isWanted = (table: FoundTable) => columnCount === undefined || table.columnCount === columnCount;
  const [first] = found;
  if (first && !isWanted(first)) return { tables: [], isOther: true };
  const own = found.filter(isWanted);
  const tables = own.flatMap((table) => recognisedTable(table, annotate) ?? []);
  // A part of what is there would be a wrong value.
  return tables.length < own.length ? { tables: [], isOther: true } : { tables, isOther: false };
}

/** A found table in boundaries and cells; undefined where a row or column has no cell of its own, or they overlap. */
function recognisedTable(table: FoundTable, annotate: boolean): RecognisedTable | undefined {
  const { page, bounds, cells, rowCount, columnCount } = table;
  const columns = stretches(columnCount, cells, ({ column, columnSpan, bounds: { left, right } }) =>
    columnSpan === 1 ? { at: column, from: left, to: right } : undefined,
  );
  const bands = stretches(rowCount, cells, ({ row, rowSpan, bounds: { top, bottom } }) =>
    rowSpan === 1 ? { at: row, from: top, to: bottom } : undefined,
  );
  if (!columns || !bands) return undefined;
  const xs = boundaries(columns, bounds.left, bounds.right);
  const ys = boundaries(bands, bounds.top, bounds.bottom);
  if (!isAscending(xs) || !isAscending(ys)) return undefined;
  const rows: (TableCell | null)[][] = bands.map((_, row) =>
    columns.map((_column, column) => {
      const place = { left: column, top: row, right: column, bottom: row };
      const box = { left: xs[column]!, top: ys[row]!, right: xs[column + 1]!, bottom: ys[row + 1]! };
      return tableCell([], place, box, annotate);
    }),
  );
  for (const cell of cells) place(cell, rows, annotate);
  return { page, bounds, xs, ys, rows, source: 'alignment' };
}

function place(cell: FoundCell, rows: (TableCell | null)[][], annotate: boolean): void {
  const bottom = cell.row + cell.rowSpan - 1;
  const right = cell.column + cell.columnSpan - 1;
  for (const row of rows.slice(cell.row, bottom + 1)) row.fill(null, cell.column, right + 1);
  const area = { left: cell.column, top: cell.row, right, bottom };
  rows[cell.row]![cell.column] = tableCell(cell.lines, area, cell.bounds, annotate);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How far the rows or columns of a table reach; undefined where no cell shows it for one of them. */
function stretches(
  count: number,
  cells: readonly FoundCell[],
  extentOf: (cell: FoundCell) => (Stretch & { readonly at: number }) | undefined,
): Stretch[] | undefined {
  const found: (Stretch | undefined)[] = Array(count).fill(undefined);
  for (const extent of cells.map(extentOf)) {
    if (!extent) continue;
    const { from, to } = found[extent.at] ?? extent;
    found[extent.at] = { from: Math.min(from, extent.from), to: Math.max(to, extent.to) };
  }
  const known = found.flatMap((stretch) => stretch ?? []);
  return known.length === count ? known : undefined;
}

function isAscending(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || value > values[i - 1]!);
}
