/** The tables of some lines of a page for those who may know how many columns they look for. */
import { memo } from '../../foundation/objects/memo.js';
import type { Line, Page } from '../document/model.js';
import { type AreaTable, evidenceOf, type PageEvidence } from './area.js';
import { continuedPart, type PartOfTable } from './continued-part.js';
import type { FoundCell } from './model.js';
import { askedTablesOf, pageTables } from './page-tables.js';
import { boundsOf, printedBounds, printedCell } from './printed-cells.js';
import type { Structure } from './structure.js';
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

/** A table whose boundaries may be known. */
type AskedTable = AreaTable & Partial<PartOfTable>;

/** What is seen in some lines of a page. */
interface SeenPage {
  readonly lines: readonly Line[];
  readonly evidence: PageEvidence;
  readonly tables: ReturnType<typeof pageTables>;
  readonly plain: (table: AskedTable) => RecognisedTable;
  /** With marks for superscripts and subscripts. */
  readonly annotated: (table: AskedTable) => RecognisedTable;
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
  const converting = (annotate: boolean) =>
    memo((table: AskedTable) => recognisedTable(table, page.index, annotate));
  last.seen = {
    lines,
    evidence,
    tables: pageTables(evidence),
    plain: converting(false),
    annotated: converting(true),
  };
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
  const convert = annotate ? seen.annotated : seen.plain;
  return tablesOf(seen, columnCount, before).map(convert);
}

function tablesOf(
  { evidence, tables }: SeenPage,
  columnCount: number | undefined,
  before: RecognisedTable | undefined,
): readonly AskedTable[] {
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

/** A table in boundaries and cells. Its cells are made when they are first looked at: most tables are of another width. */
function recognisedTable(
  { structure, source, xs: known }: AskedTable,
  page: number,
  annotate: boolean,
): RecognisedTable {
  const { rowCount, columnCount } = structure;
  const cells = structure.cells.map((cell) => ({ ...cell, bounds: printedBounds(cell) }));
  const own = boundsOf(structure.cells);
  const bounds = known ? { ...own, left: known[0]!, right: known.at(-1)! } : own;
  const columns = cells.flatMap(({ column, columnSpan, bounds: { left, right } }) =>
    columnSpan === 1 ? { at: column, from: left, to: right } : [],
  );
  const bands = cells.flatMap(({ row, rowSpan, bounds: { top, bottom } }) =>
    rowSpan === 1 ? { at: row, from: top, to: bottom } : [],
  );
  const xs = known ?? boundaries(columns, columnCount, bounds.left, bounds.right);
  const ys = boundaries(bands, rowCount, bounds.top, bounds.bottom);
  let rows: RecognisedTable['rows'] | undefined;
  return {
    page,
    bounds,
    xs,
    ys,
    source,
    get rows() {
      rows ??= filledRows(structure.cells, xs, ys, annotate);
      return rows;
    },
  };
}

/** The cells between some boundaries, those without text as well. */
function filledRows(
  cells: Structure['cells'],
  xs: readonly number[],
  ys: readonly number[],
  annotate: boolean,
): RecognisedTable['rows'] {
  const rows = ys.slice(1).map((bottom, row) =>
    xs.slice(1).map((right, column): TableCell | null => ({
      text: '',
      lines: [],
      rowSpan: 1,
      colSpan: 1,
      bounds: { left: xs[column]!, top: ys[row]!, right, bottom },
    })),
  );
  for (const cell of cells) place(printedCell(cell), rows, annotate);
  return rows;
}

function place(cell: FoundCell, rows: (TableCell | null)[][], annotate: boolean): void {
  const bottom = cell.row + cell.rowSpan - 1;
  const right = cell.column + cell.columnSpan - 1;
  for (const row of rows.slice(cell.row, bottom + 1)) row.fill(null, cell.column, right + 1);
  const area = { left: cell.column, top: cell.row, right, bottom };
  rows[cell.row]![cell.column] = tableCell(cell.lines, area, cell.bounds, annotate);
}

/** How far a cell reaches in a row or column that is its only one, in inches. */
interface Stretch {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Where rows or columns begin, and the end of the last: the outer edges, and between each two that have cells of their own
 * the middle of the gap. Those without share what is left.
 */
function boundaries(cells: readonly Stretch[], count: number, start: number, end: number): number[] {
  const froms: number[] = Array(count).fill(Number.POSITIVE_INFINITY);
  const tos: number[] = Array(count).fill(Number.NEGATIVE_INFINITY);
  for (const { at, from, to } of cells) {
    froms[at] = Math.min(froms[at]!, from);
    tos[at] = Math.max(tos[at]!, to);
  }
  const found = [start];
  for (let at = 1; at < count; at += 1) {
    let next = at;
    while (next < count && froms[next] === Number.POSITIVE_INFINITY) next += 1;
    const before = found[at - 1]!;
    const left = Math.max(before, tos[at - 1]!);
    const right = next < count ? froms[next]! : end;
    found.push(Math.max(before, next === at ? (left + right) / 2 : left + (right - left) / (next - at + 1)));
  }
  return [...found, Math.max(end, found.at(-1)!)];
}
