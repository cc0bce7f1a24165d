/**
 * Tables that go on on the next page. No value of 137 documents and no cell of their tables changes where its
 * thresholds are a fifth smaller, or a quarter larger.
 */
import { centreY } from '../document/geometry.js';
import type { Page } from '../document/model.js';
import { visualRows } from '../document/order.js';
import type { FoundTable } from './model.js';

/** Rows of text below the part on one page, and above that on the next: notes, titles, headers and footers. */
const MOST_ROWS_BETWEEN = 6;
/** Columns of the parts of a table begin, or end, in the same place within this, in inches. */
const SAME_PLACE = 0.2;
/** Share of the columns that do. */
const MOST_COLUMNS = 0.7;

/** Tables with those marked whose next part is on the next page. */
export function markContinued(tables: readonly FoundTable[], pages: readonly Page[]): readonly FoundTable[] {
  const byIndex = new Map(pages.map((page) => [page.index, page]));
  return tables.map((table, i) => {
    const next = tables[i + 1];
    if (!next || next.page !== table.page + 1 || next.columnCount !== table.columnCount) return table;
    const isLast = rowsOutside(byIndex.get(table.page), (y) => y > table.bounds.bottom) <= MOST_ROWS_BETWEEN;
    const isFirst = rowsOutside(byIndex.get(next.page), (y) => y < next.bounds.top) <= MOST_ROWS_BETWEEN;
    return isLast && isFirst && haveSameColumns(table, next) ? { ...table, continues: true } : table;
  });
}

function rowsOutside(page: Page | undefined, isOutside: (y: number) => boolean): number {
  return page ? visualRows(page.lines.filter((line) => isOutside(centreY(line)))).length : 0;
}

function haveSameColumns(a: FoundTable, b: FoundTable): boolean {
  const columns = [...Array(a.columnCount).keys()];
  const same = columns.filter((column) => {
    const [here, there] = [edgesOf(a, column), edgesOf(b, column)];
    if (!here || !there) return false;
    return Math.abs(here.left - there.left) <= SAME_PLACE || Math.abs(here.right - there.right) <= SAME_PLACE;
  });
  return same.length >= MOST_COLUMNS * columns.length;
}

function edgesOf(
  { cells, headerRows }: FoundTable,
  column: number,
): { left: number; right: number } | undefined {
  const own = cells.filter(
    (cell) => cell.column === column && cell.columnSpan === 1 && cell.row >= headerRows,
  );
  if (own.length === 0) return undefined;
  return {
    left: Math.min(...own.map(({ bounds }) => bounds.left)),
    right: Math.max(...own.map(({ bounds }) => bounds.right)),
  };
}
