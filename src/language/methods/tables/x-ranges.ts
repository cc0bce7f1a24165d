/**
 * Tables whose columns are ranges of x. Of 20,440 values and cells of 137 documents thresholds a fifth smaller change two of
 * one, a quarter larger one.
 */
// See docs/language/03-layout-methods-ranges-tables.md#310-texttable
import * as z from 'zod';
import { settled, withDefault } from '../../../foundation/schema/defaults.js';
import { closedObject } from '../../../foundation/schema/grammar.js';
import { boundingBox, boxHeight, centreY, isCentreIn } from '../../../page/document/geometry.js';
import { wordsPart } from '../../../page/document/line-edits.js';
import type { Line } from '../../../page/document/model.js';
import { visualRows } from '../../../page/document/order.js';
import { isFigure } from '../../../page/tables/figures.js';
import { begunByKey, type FilledRow } from '../../../page/tables/keyed-rows.js';
import type { RecognisedTable } from '../../../page/tables/walls/model.js';
import { stopMatchSchema } from '../../anchors/schema.js';
import type { AnchoredContext, Finished } from '../definition.js';
import { NO_MORE_TABLES } from './budget.js';
import type { RowWindow, TableColumn } from './members.js';
import { linesBetweenPages, linesForTables, type TableRange, tableRange } from './range.js';
import type { RawCell, RawRow } from './raw-row.js';
import { columnValues, sortCellLines, tableValue, withLeftOut } from './rows.js';

/** Share of a line's width that lies in a column to be in it (example: text_table.pdf). */
const MEMBER_SHARE = 0.5;
/** Gap up to which a row of text belongs to the table row above it, in heights of its topmost line. */
const ROW_GAP = 0.5;
/** Tolerance of `maxGap`, and of borders between words, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
const EPS = 0.01;

export interface RangeColumn extends TableColumn {
  readonly minX: number;
  readonly maxX: number;
}

export interface RangeTableOptions extends RowWindow {
  readonly columns: readonly RangeColumn[];
  readonly columnsRelativeToAnchor?: boolean | undefined;
  readonly offsetY?: number | undefined;
  readonly stop?: number | z.infer<typeof stopMatchSchema> | undefined;
  readonly detectMultipleLinesPerRow?: boolean | { readonly maxGap?: number | undefined } | undefined;
}

/** Reports a column whose right end lies left of its left end. */
export function checkRanges(
  columns: readonly { readonly minX?: number | undefined; readonly maxX?: number | undefined }[],
  context: z.core.$RefinementCtx,
): void {
  for (const [i, { minX = 0, maxX = minX }] of columns.entries()) {
    if (maxX < minX)
      context.addIssue({
        code: 'custom',
        path: ['columns', i, 'maxX'],
        message: 'must not be less than minX',
      });
  }
}

/** Runs a table of x ranges at an anchor. */
export async function rangeTable(context: AnchoredContext<RangeTableOptions>): Promise<Finished> {
  const { options, anchor } = context;
  const shift = options.columnsRelativeToAnchor ? anchor.line.left : 0;
  const columns = options.columns.map(({ minX, maxX }) => ({ left: minX + shift, right: maxX + shift }));
  const range = extentOf(context);
  const cut = await cutLines(linesOfTable(range, context), columns, context);
  if (!cut) return { value: null, lines: [], reason: NO_MORE_TABLES, unsupported: true };
  const lines = linesInColumns(cut, columns);
  if (lines.length === 0)
    return { value: null, lines: [], reason: 'there is no line in the columns below the anchor' };
  const between = range.end === undefined ? linesBetweenPages(context.scope, range) : new Set<Line>();
  const own = lines.filter((line) => !between.has(line));
  const rowsOfLineGroups = (groups: readonly (readonly Line[])[]) =>
    groups.map((group) => rowOf(group, columns, options));
  const rows = rowsOfLineGroups(groupRows(visualRows(own), columns, options.detectMultipleLinesPerRow));
  const pages = [...new Set(rows.map(({ page }) => page))];
  const places = pages.flatMap((page) =>
    columns.map((column, i) => ({ id: options.columns[i]!.id, page, ...column })),
  );
  const values = await columnValues(rows, options.columns, context, anchoredRow(columns, context));
  const headersAndFooters = rowsOfLineGroups(visualRows(lines.filter((line) => between.has(line))));
  return withLeftOut(tableValue(values, places), headersAndFooters, 'is in the header or footer of its page');
}

/** The row of text that the anchor is in, which may be the headings, whatever of it belongs to the table. */
function anchoredRow(
  columns: readonly ColumnRange[],
  { scope, anchor, options }: AnchoredContext<RangeTableOptions>,
): RawRow | undefined {
  const onPage = new Set(linesForTables(scope, anchor.line.page, anchor.line, options)).add(anchor.line);
  const row = visualRows([...onPage]).find((own) => own.includes(anchor.line)) ?? [];
  const beside = linesInColumns(row, columns);
  return beside.length === 0 ? undefined : rowOf(beside, columns, options);
}

/** From left to right, in inches. */
interface ColumnRange {
  readonly left: number;
  readonly right: number;
}

/** The lines that lie in one of some columns. */
function linesInColumns(lines: readonly Line[], columns: readonly ColumnRange[]): Line[] {
  const inside: Line[] = [];
  for (const line of lines) {
    for (const column of columns) {
      if (!lies(line, column)) continue;
      inside.push(line);
      break;
    }
  }
  return inside;
}

/**
 * Lines with those cut that run over several columns of a table as `findTables` sees it: those that lie in none of the columns
 * asked for, and those whose words lie in several of them, at the borders of the table's columns. Of 49 tables of reports 46
 * are read, and 35 without it.
 * @returns undefined where tables were looked for too often
 */
async function cutLines(
  lines: readonly Line[],
  columns: readonly ColumnRange[],
  { scope, tableBudget }: AnchoredContext<RangeTableOptions>,
): Promise<readonly Line[] | undefined> {
  const parts = new Map<Line, readonly Line[]>();
  for (const line of lines) {
    const own = partsIn(line, columns);
    if (own.length > 1 && !columns.some((column) => holdsWhole(line, column))) parts.set(line, own);
  }
  if (parts.size === 0) return lines;
  if (!tableBudget.take(lines.length)) return undefined;
  const { askedTables } = await import('../../../page/tables/asked-tables.js');
  const tables = new Map<number, readonly RecognisedTable[]>();
  for (const index of new Set([...parts.keys()].map(({ page }) => page))) {
    const page = scope.pages.get(index);
    const own = lines.filter((line) => line.page === index);
    if (page) tables.set(index, await askedTables(page, own));
  }
  return lines.flatMap((line) => {
    const own = parts.get(line);
    const table = own && tables.get(line.page)?.find(({ bounds }) => isCentreIn(bounds, line));
    if (!own || !table) return line;
    return columns.some((column) => lies(line, column)) && !isParted(line, own, table) ? line : own;
  });
}

/** Whether all words of a line lie in a column that it lies in. */
function holdsWhole(line: Line, column: ColumnRange): boolean {
  return (
    lies(line, column) &&
    line.words.every(({ boundingPolygon }) => lies(boundingBox(boundingPolygon), column))
  );
}

/** Whether some parts are all of a line, and a column of a table begins between each two of them. */
function isParted(line: Line, parts: readonly Line[], { xs }: RecognisedTable): boolean {
  const held = parts.reduce((sum, { words }) => sum + words.length, 0);
  return (
    held === line.words.length &&
    parts
      .slice(1)
      .every(({ left }, i) => xs.slice(1, -1).some((x) => x >= parts[i]!.right - EPS && x <= left + EPS))
  );
}

/** The parts of a line whose words lie in one column after another; words that lie in none are left out. */
function partsIn(line: Line, columns: readonly ColumnRange[]): Line[] {
  const at = line.words.map(({ boundingPolygon }) => {
    const box = boundingBox(boundingPolygon);
    return columns.findIndex((column) => lies(box, column));
  });
  const parts: Line[] = [];
  for (let first = 0; first < at.length; ) {
    let last = first;
    while (at[last + 1] === at[first]) last += 1;
    const part = at[first]! < 0 ? undefined : wordsPart(line, first, last);
    if (part) parts.push(part);
    first = last + 1;
  }
  return parts;
}

/** The row of the table that some lines make. */
function rowOf(
  lines: readonly Line[],
  columns: readonly ColumnRange[],
  options: AnchoredContext<RangeTableOptions>['options'],
): RawRow {
  const key: string[] = [];
  const cells: (RawCell | undefined)[] = [];
  for (const column of columns) {
    const inColumn = linesInColumns(lines, [column]);
    const cell = inColumn.length === 0 ? undefined : cellOf(sortCellLines(inColumn, options));
    key.push(cell?.text ?? '');
    cells.push(cell);
  }
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    top = Math.min(top, line.top);
    bottom = Math.max(bottom, line.bottom);
  }
  return { page: lines[0]!.page, top, bottom, key, cells };
}

function cellOf(lines: readonly Line[]): RawCell {
  return { text: lines.map(({ text }) => text).join(' '), lines, shown: lines };
}

function lies(line: Pick<Line, 'left' | 'right'>, column: ColumnRange): boolean {
  const overlap = Math.min(line.right, column.right) - Math.max(line.left, column.left);
  const width = line.right - line.left;
  return width > 0 ? overlap >= MEMBER_SHARE * width : overlap >= 0 && column.right > column.left;
}

/** Where a table may have rows. */
interface TableExtent extends Pick<TableRange, 'pages' | 'anchor' | 'stop'> {
  /** On the anchor's page, in inches. */
  readonly start: number;
  /** On the anchor's page, in inches, where it is given as a number. */
  readonly end: number | undefined;
}

/** Lines from below the anchor to the stop, by their middles. */
function linesOfTable(
  { pages, start, end, stop }: TableExtent,
  { scope, anchor: { line: anchor }, options }: AnchoredContext<RangeTableOptions>,
): readonly Line[] {
  return pages.flatMap((page) =>
    linesForTables(scope, page, anchor, options).filter((line) => {
      if (line === anchor) return false;
      const y = centreY(line);
      if (page === anchor.page && (y < start || (end !== undefined && y >= end))) return false;
      return page !== stop?.page || y < stop.top;
    }),
  );
}

function extentOf({ scope, anchor, options }: AnchoredContext<RangeTableOptions>): TableExtent {
  const { line } = anchor;
  const { offsetY } = settled(rangeTableMembers, options);
  const start = Math.max(0, line.bottom + offsetY);
  const own = { anchor: line, start, pages: [line.page], stop: undefined, end: undefined };
  const { stop } = options;
  if (typeof stop === 'number') return { ...own, end: start + stop };
  const range = tableRange(stop, scope, anchor);
  return range.stopped ? { ...own, ...range } : own;
}

/**
 * Lines by table row: a row of text each, or several where they are close. Where all of them are as close, or as far, rows
 * begin where the leftmost column has a value.
 */
function groupRows(
  rows: readonly (readonly Line[])[],
  columns: readonly ColumnRange[],
  multiple: RangeTableOptions['detectMultipleLinesPerRow'],
): (readonly Line[])[] {
  if (multiple === undefined || multiple === false) return [...rows];
  const maxGap = multiple === true ? undefined : multiple.maxGap;
  const groups: { lines: Line[]; bottom: number }[] = [];
  for (const row of rows) {
    const topmost = row.reduce((best, line) => (line.top < best.top ? line : best));
    const bottom = row.reduce((lowest, line) => Math.max(lowest, line.bottom), topmost.bottom);
    const open = groups.at(-1);
    const gap = open === undefined ? 0 : topmost.top - open.bottom;
    const near = maxGap === undefined ? gap < ROW_GAP * boxHeight(topmost) : gap <= maxGap + EPS;
    if (open && open.lines[0]!.page === topmost.page && near) {
      open.lines.push(...row);
      open.bottom = Math.max(open.bottom, bottom);
    } else groups.push({ lines: [...row], bottom });
  }
  const isEven = maxGap === undefined && (groups.length === rows.length || isOneAPage(groups));
  const begun = isEven ? begunByKey(rows.map((row) => filledRow(row, columns))) : undefined;
  if (!begun) return groups.map(({ lines }) => lines);
  const keyed: Line[][] = [];
  for (const [i, row] of rows.entries()) {
    const open = keyed.at(-1);
    if (open && !begun[i] && open[0]!.page === row[0]!.page) open.push(...row);
    else keyed.push([...row]);
  }
  return keyed;
}

function isOneAPage(groups: readonly { readonly lines: readonly Line[] }[]): boolean {
  return new Set(groups.map(({ lines: [line] }) => line!.page)).size === groups.length;
}

/** What a row of text fills, the columns counted from left to right. */
function filledRow(row: readonly Line[], columns: readonly ColumnRange[]): FilledRow {
  const filled = new Set<number>();
  const figures = new Set<number>();
  for (const [at, column] of columns.toSorted((a, b) => a.left - b.left).entries()) {
    const own = row.filter((line) => lies(line, column));
    if (own.length === 0) continue;
    filled.add(at);
    if (own.every(({ words }) => words.every(({ text }) => isFigure(text)))) figures.add(at);
  }
  return { filled, figures };
}

/** Members of a table of x ranges beside its columns and rows. */
export const rangeTableMembers = {
  columnsRelativeToAnchor: withDefault(z.boolean(), false).describe(
    "Measure minX and maxX from the anchor's left edge instead of the page's",
  ),
  offsetY: withDefault(z.number(), 0).describe(
    "The table starts this far below the anchor's bottom, in inches",
  ),
  detectMultipleLinesPerRow: withDefault(
    z.union([
      z.boolean(),
      closedObject({
        maxGap: z.number().min(0).optional().describe('Largest gap inside a row in inches'),
      }),
    ]),
    false,
  ).describe('Join rows of text that are close together into one row of the table'),
};

/** Where a table of x ranges ends. */
export const rangeTableStop = z
  .union([z.number().positive(), stopMatchSchema])
  .optional()
  .describe(
    'The table ends above the line that matches this, or this many inches below its start; without it, at the end of the page',
  );
