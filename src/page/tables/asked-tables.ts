/** The tables of some lines of a page for those who may know how many columns they look for. */
import { memo } from '../../foundation/objects/memo.js';
import type { Box } from '../document/geometry.js';
import type { Line, Page } from '../document/model.js';
import { type AreaTable, evidenceOf, type PageEvidence } from './area.js';
import { continuedPart, type PartOfTable } from './continued-part.js';
import type { FoundCell } from './model.js';
import { askedTablesOf, pageTables } from './page-tables.js';
import { boundsOf, printedCell } from './printed-cells.js';
import { tableCell } from './walls/cells.js';
import type { RecognisedTable, TableCell } from './walls/model.js';

/** What is known of the tables that are looked for. */
export interface AskedTables {
  /** Number of their columns; undefined for any. */
  readonly columnCount?: number | undefined;
  /** Mark superscripts and subscripts. */
  readonly annotate?: boolean | undefined;
  /** The last table of the page before, which may go on here. */
  readonly before?: RecognisedTable | undefined;
}

/** What is seen in some lines of a page. */
interface SeenPage {
  readonly lines: readonly Line[];
  readonly evidence: PageEvidence;
  readonly tables: ReturnType<typeof pageTables>;
}

/** What was seen on a page the last time: fields look at it one after another, most of them at all of it. */
const lastSeen = memo((_page: Page): { seen?: SeenPage } => ({}));

/** @returns undefined on a sheet, and where there are more words than on any page of print */
async function seenOn(page: Page, lines: readonly Line[]): Promise<SeenPage | undefined> {
  if (page.sheet) return undefined;
  const last = lastSeen(page);
  const known = last.seen?.lines;
  if (known?.length === lines.length && known.every((line, i) => line === lines[i])) return last.seen;
  const evidence = await evidenceOf(page, lines);
  if (!evidence) return undefined;
  last.seen = { lines, evidence, tables: pageTables(evidence) };
  return last.seen;
}

/**
 * The tables, of any width, that some lines of a page make, from top to bottom. Where none of them has the number of
 * columns that is asked for, rows are looked at again that are too few to be a table by themselves: those that have as many
 * cells, and those at the head of the page that are in the columns of the table before.
 */
export async function askedTables(
  page: Page,
  lines: readonly Line[],
  { columnCount, annotate = false, before }: AskedTables = {},
): Promise<readonly RecognisedTable[]> {
  const seen = await seenOn(page, lines);
  if (!seen) return [];
  return tablesOf(seen, columnCount, before).flatMap(
    (table) => recognisedTable(table, page.index, annotate) ?? [],
  );
}

/** Where the tables are that some lines of a page make. */
export async function tableBounds(page: Page, lines: readonly Line[]): Promise<readonly Box[]> {
  const seen = await seenOn(page, lines);
  return seen?.tables.map(({ structure }) => boundsOf(structure.cells)) ?? [];
}

function tablesOf(
  { evidence, tables }: SeenPage,
  columnCount: number | undefined,
  before: RecognisedTable | undefined,
): readonly (AreaTable & Partial<PartOfTable>)[] {
  const part =
    before && tables[0]?.structure.columnCount !== before.xs.length - 1
      ? continuedPart(before, evidence)
      : undefined;
  if (part) {
    const { bottom } = boundsOf(part.structure.cells);
    return [part, ...tables.filter(({ bounds }) => bounds.top > bottom)];
  }
  if (columnCount === undefined || tables.some(({ structure }) => structure.columnCount === columnCount))
    return tables;
  return [...tables, ...askedTablesOf(evidence, tables, columnCount)].sort(
    (a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left,
  );
}

/** A table in boundaries and cells; undefined where a row or column has no cell of its own, or they overlap. */
function recognisedTable(
  { structure, source, xs: known }: AreaTable & Partial<PartOfTable>,
  page: number,
  annotate: boolean,
): RecognisedTable | undefined {
  const { rowCount, columnCount } = structure;
  const cells = structure.cells.map(printedCell);
  const own = boundsOf(structure.cells);
  const bounds = known ? { ...own, left: known[0]!, right: known.at(-1)! } : own;
  const columns = stretches(columnCount, cells, ({ column, columnSpan, bounds: { left, right } }) =>
    columnSpan === 1 ? { at: column, from: left, to: right } : undefined,
  );
  const bands = stretches(rowCount, cells, ({ row, rowSpan, bounds: { top, bottom } }) =>
    rowSpan === 1 ? { at: row, from: top, to: bottom } : undefined,
  );
  const xs = known ?? (columns && boundaries(columns, bounds.left, bounds.right));
  if (!xs || !bands) return undefined;
  const ys = boundaries(bands, bounds.top, bounds.bottom);
  if (!isAscending(xs) || !isAscending(ys)) return undefined;
  const rows: (TableCell | null)[][] = bands.map((_, row) =>
    xs.slice(1).map((_right, column) => {
      const place = { left: column, top: row, right: column, bottom: row };
      const box = { left: xs[column]!, top: ys[row]!, right: xs[column + 1]!, bottom: ys[row + 1]! };
      return tableCell([], place, box, annotate);
    }),
  );
  for (const cell of cells) place(cell, rows, annotate);
  return { page, bounds, xs, ys, rows, source };
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

/** The outer edges, and between each two stretches the middle of their gap. */
function boundaries(known: readonly Stretch[], start: number, end: number): number[] {
  const inner = known.slice(1).map(({ from }, i) => (known[i]!.to + from) / 2);
  return [start, ...inner, end];
}
