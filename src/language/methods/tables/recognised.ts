/** What the methods of recognised tables share: which tables are in range, their rows, title and footer. */
// See docs/language/03-layout-methods-ranges-tables.md#311-fixedtable

import { type Box, boxPolygon, centreY, overlapX, overlapY } from '../../../page/document/geometry.js';
import { makeLine } from '../../../page/document/line.js';
import type { Line, Page } from '../../../page/document/model.js';
import { visualRows } from '../../../page/document/order.js';
import { type Caption, footerOf, titleOf } from '../../../page/tables/walls/captions.js';
import { cellCheckboxes } from '../../../page/tables/walls/cell-checkboxes.js';
import { markCheckboxes } from '../../../page/tables/walls/checkbox-marks.js';
import type { RecognisedTable, TableCell } from '../../../page/tables/walls/model.js';
import { type DrawnGrid, latticeBounds, latticeTables } from '../../../page/tables/walls/recognise.js';
import type { StopMatch } from '../../anchors/forms.js';
import type { AnchoredContext, Finished, SearchedColumn, SearchedRow } from '../definition.js';
import { filterPieces } from '../filters.js';
import { regionOf, wholeLines } from '../shared.js';
import { gridAtAnchor, isAcross, isBeside, isOfAnchor, isOfGrid, listed } from './at-anchor.js';
import { NO_MORE_TABLES } from './budget.js';
import type { RowWindow } from './members.js';
import { isInSection, linesBetweenPages, linesForTables, type TableRange, tableRange } from './range.js';
import type { RawCell, RawRow } from './raw-row.js';
import { sortCellLines } from './rows.js';

/** Boundaries of tables that belong together differ by at most this, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser
const SAME_BOUNDARY = 0.15;

/** Rows of text below the part of a table that goes on on the next page. */
const MOST_ROWS_BELOW = 6;

/** Members that these methods have in common. */
export interface RecognisedOptions extends RowWindow {
  readonly stop?: StopMatch | undefined;
  readonly annotateSuperscriptAndSubscript?: boolean | undefined;
}

type Context = AnchoredContext<RecognisedOptions>;

/** A place in a row; `own` is the top left place of its cell. */
interface Position {
  readonly cell: TableCell;
  readonly own: boolean;
}

export interface TableRow {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  readonly positions: readonly Position[];
}

/** The rows of a table that are in range. */
export interface TableInRange {
  readonly table: RecognisedTable;
  readonly rows: readonly TableRow[];
  /** Its rows that are not. */
  readonly outside: readonly (TableRow & { readonly reason: string })[];
}

/** The tables that a method looks at, and where. */
interface FoundTables {
  readonly tables: readonly TableInRange[];
  readonly range: TableRange;
  /** Where there are none: those of another width, or that are elsewhere than the drawn one of the anchor, in words. */
  readonly others?: string | undefined;
}

/**
 * The tables between anchor and stop, in document order: those with walls, else those that `findTables` sees there.
 * @param columnCount of the tables; undefined for tables of any width
 * @returns what the method gives instead, where tables were looked for too often
 */
export async function tablesInRange(
  context: Context,
  columnCount: number | undefined,
): Promise<FoundTables | { readonly refused: Finished }> {
  const { scope, anchor, options } = context;
  if (!context.tableBudget.take(scope.lines.length - anchor.index)) {
    return { refused: { value: null, lines: [], reason: NO_MORE_TABLES, unsupported: true } };
  }
  const range = tableRange(options.stop, scope, anchor);
  const found = inRange(await walled(context, range, columnCount), range, context);
  if (columnCount === undefined) {
    return found.length > 0
      ? { tables: await finished(found, context), range }
      : { tables: await seenTables(context, range), range };
  }
  const grid = await gridAtAnchor(scope.pages.get(anchor.line.page), anchor.line);
  const own = found.filter(({ table }) => !isBeside(table, grid, anchor.line));
  if (own.some(({ table }) => table.rows.length > 1)) return { tables: await finished(own, context), range };
  const text = inRange(await seen(context, range, columnCount), range, context);
  const wanted = text.filter(
    ({ table }) => table.xs.length - 1 === columnCount && !isBeside(table, grid, anchor.line),
  );
  const first = wanted[0]?.table;
  const isOwn = first && isOfGrid(first, grid, anchor.line) && isOfAnchor(first, text, anchor.line);
  if (isOwn && own.every(({ table }) => wanted.some((each) => holdsTable(each.table, table))))
    return { tables: await finished(wanted, context), range };
  if (own.length > 0) return { tables: await finished(own, context), range };
  return { tables: [], range, others: await othersIn(text, grid, context, range) };
}

/** Whether a table holds the walls of another: those of its headings, on a fill. */
function holdsTable({ page, bounds }: RecognisedTable, walls: RecognisedTable): boolean {
  return page === walls.page && overlapX(bounds, walls.bounds) > 0 && overlapY(bounds, walls.bounds) > 0;
}

/** What there is in a range instead of a table of the width that is asked for, in words. */
async function othersIn(
  text: readonly TableInRange[],
  grid: DrawnGrid | undefined,
  context: Context,
  range: TableRange,
): Promise<string | undefined> {
  const { line } = context.anchor;
  const drawn = inRange(await walled(context, range, undefined), range, context);
  const isDrawn = ({ page, bounds }: RecognisedTable) =>
    drawn.some(
      ({ table }) =>
        table.page === page && overlapX(table.bounds, bounds) > 0 && overlapY(table.bounds, bounds) > 0,
    );
  const others = [...drawn, ...text.filter(({ table }) => !isDrawn(table) && !isAcross(table, grid, line))];
  return listed(
    others.map(({ table }) => ({ table, isBeside: isBeside(table, grid, line) })),
    line,
  );
}

/** Tables with walls on the pages of a range. */
async function walled(
  { scope, anchor, options }: Context,
  range: TableRange,
  columnCount: number | undefined,
): Promise<readonly RecognisedTable[]> {
  const annotate = options.annotateSuperscriptAndSubscript === true;
  const found: RecognisedTable[] = [];
  for (const index of range.pages) {
    const page = scope.pages.get(index);
    if (!page) continue;
    const lines = linesForTables(scope, index, anchor.line, options);
    found.push(...(await latticeTables(page, lines, { columnCount, annotate })));
  }
  return found;
}

async function finished(tables: readonly TableInRange[], context: Context): Promise<readonly TableInRange[]> {
  return context.options.stop === undefined ? tables : withCheckboxes(tables, context);
}

/**
 * Tables of any width as `findTables` sees them.
 * @param range whose `anchor` is the line from whose row on they are looked for
 */
export async function seenTables(context: Context, range: TableRange): Promise<readonly TableInRange[]> {
  return finished(inRange(await seen(context, range, undefined), range, context), context);
}

/**
 * Tables of any width as `findTables` sees them.
 * @param columnCount of the table that is looked for
 */
async function seen(
  context: Context,
  range: TableRange,
  columnCount: number | undefined,
): Promise<readonly RecognisedTable[]> {
  const { scope, options } = context;
  const annotate = options.annotateSuperscriptAndSubscript === true;
  const { askedTables } = await import('../../../page/tables/asked-tables.js');
  const tables: RecognisedTable[] = [];
  const text = textLines(context, range);
  for (const [index, lines] of text) {
    const page = scope.pages.get(index);
    if (!page) continue;
    const last = tables.at(-1);
    const goesOn =
      last?.page === index - 1 &&
      (columnCount === undefined || last.xs.length - 1 === columnCount) &&
      isAtFoot(last, text.get(last.page) ?? []);
    const before = goesOn ? last : undefined;
    tables.push(...(await askedTables(page, lines, { columnCount, annotate, before })));
  }
  return tables;
}

/** Whether a table is the last thing on its page but for notes and a footer, so that it may go on. */
function isAtFoot({ bounds }: RecognisedTable, lines: readonly Line[]): boolean {
  return visualRows(lines.filter((line) => centreY(line) > bounds.bottom)).length <= MOST_ROWS_BELOW;
}

/** The lines, by page, that tables of text may be made of: those from the anchor's row to the stop. */
function textLines(context: Context, range: TableRange): ReadonlyMap<number, readonly Line[]> {
  const { scope, anchor, options } = context;
  const between = linesBetweenPages(scope, range);
  const isText = (line: Line) =>
    !between.has(line) &&
    !isAboveAnchor(line, range.anchor) &&
    !isFromStop(line, range) &&
    isOwn(line, context);
  return new Map(
    range.pages.map((index) => [index, linesForTables(scope, index, anchor.line, options).filter(isText)]),
  );
}

function isAboveAnchor(line: Line, anchor: Line): boolean {
  return line.page === anchor.page && line !== anchor && centreY(line) < anchor.top;
}

function isFromStop(line: Line, { stop }: TableRange): boolean {
  return stop !== undefined && line.page === stop.page && (line === stop || centreY(line) >= stop.top);
}

function isOwn(line: Line, { scope }: Context): boolean {
  return isInSection(scope, line.page, line.top, line.bottom);
}

/** Tables without the rows that are out of range; tables without any row are left out. */
function inRange(tables: readonly RecognisedTable[], range: TableRange, context: Context): TableInRange[] {
  const { anchor, stop } = range;
  return tables.flatMap((table) => {
    if (table.page === anchor.page && table.bounds.bottom <= anchor.top) return [];
    const rows: TableRow[] = [];
    const outside: (TableRow & { readonly reason: string })[] = [];
    for (const row of rowsWithPositions(table)) {
      const { page, top, bottom } = row;
      const isBelow = stop && page === stop.page && bottom > centreY(stop);
      if (isBelow) outside.push({ ...row, reason: 'below the line of the stop' });
      else if (isInSection(context.scope, page, top, bottom)) rows.push(row);
      else outside.push({ ...row, reason: 'outside the section' });
    }
    return rows.length === 0 ? [] : [{ table, rows, outside }];
  });
}

/** The rows of a table with the cell that covers each position, made for all rows when the first is asked for. */
function rowsWithPositions(table: RecognisedTable): TableRow[] {
  const { xs, ys, page } = table;
  let grid: TableRow['positions'][] | undefined;
  return ys.slice(1).map((bottom, at) => ({
    page,
    top: ys[at]!,
    bottom,
    get positions() {
      grid ??= positionsOf(table, xs.length - 1);
      return grid[at]!;
    },
  }));
}

/** The cells of a table by the places that they cover, row by row. */
function positionsOf({ rows }: RecognisedTable, columnCount: number): TableRow['positions'][] {
  const grid: (Position | undefined)[][] = rows.map(() => Array(columnCount).fill(undefined));
  for (const [top, row] of rows.entries()) {
    for (const [left, cell] of row.entries()) {
      if (!cell) continue;
      for (let at = top; at < top + cell.rowSpan; at += 1) {
        for (let column = left; column < left + cell.colSpan; column += 1) {
          grid[at]![column] = { cell, own: at === top && column === left };
        }
      }
    }
  }
  return grid.map((row) => row.flatMap((position) => position ?? []));
}

async function withCheckboxes(tables: readonly TableInRange[], context: Context): Promise<TableInRange[]> {
  const { scope, options } = context;
  const marked: TableInRange[] = [];
  for (const each of tables) {
    const { table, rows } = each;
    const page = scope.pages.get(table.page);
    const checkboxes = page ? await cellCheckboxes(page, table.bounds) : [];
    const own = markCheckboxes(table, checkboxes, options.annotateSuperscriptAndSubscript);
    const tops = new Set(rows.map(({ top }) => top));
    marked.push({
      ...each,
      table: own,
      rows: own === table ? rows : rowsWithPositions(own).filter(({ top }) => tops.has(top)),
    });
  }
  return marked;
}

/** Whether two tables have the same column boundaries. */
export function sameBoundaries(a: RecognisedTable, b: RecognisedTable): boolean {
  return a.xs.length === b.xs.length && a.xs.every((x, i) => Math.abs(x - b.xs[i]!) <= SAME_BOUNDARY);
}

/** Texts of a row, to compare it with others. */
export function rowTexts({ positions }: TableRow): string[] {
  return positions.map(({ cell }) => cell.text);
}

/**
 * Rows with their cells as text.
 * @param positions for each column of the config its position in the rows; undefined where it has none
 */
export function rawRows(
  rows: readonly TableRow[],
  positions: readonly (number | undefined)[],
  context: Context,
): RawRow[] {
  const raw: RawRow[] = [];
  for (const row of rows) {
    const cells: (RawCell | undefined)[] = [];
    for (const at of positions) cells.push(at === undefined ? undefined : rawCell(row, at, context));
    const isCaption = context.options.stop !== undefined && isOneCell(row);
    raw.push({ page: row.page, top: row.top, bottom: row.bottom, key: rowTexts(row), cells, isCaption });
  }
  return raw;
}

/** Whether one cell covers all of several positions. */
function isOneCell({ positions }: TableRow): boolean {
  const first = positions[0]?.cell;
  return positions.length > 1 && positions.every(({ cell }) => cell === first);
}

/** The text at a column of a row; undefined where it is empty or spans are not filled. */
function rawCell(row: TableRow, column: number, context: Context): RawCell | undefined {
  const position = row.positions[column];
  if (!position || !(position.own || context.options.stop !== undefined)) return undefined;
  const { cell } = position;
  if (cell.text === '') return undefined;
  const sorted = sortCellLines(cell.lines, context.options);
  const inOrder = sorted.every((line, i) => line === cell.lines[i]);
  const text = inOrder ? cell.text : sorted.map((line) => line.text).join(' ');
  return { text, lines: cell.lines, shown: [shownAs(text, row.page, cell.bounds)] };
}

/** A text with a rectangle, as the output shows cells, titles and footers. */
function shownAs(text: string, page: number, box: Box): Line {
  return makeLine({ rawText: text, page, boundingPolygon: boxPolygon(box), source: 'cell' });
}

/** Title of the first table and footer of the last; none unless the config has a stop. */
// See docs/language/03-layout-methods-ranges-tables.md#396-title-and-footer
export async function captionsOf(
  tables: readonly TableInRange[],
  context: Context,
): Promise<{ readonly title?: object; readonly footer?: object }> {
  const first = tables[0];
  const last = tables.at(-1);
  if (context.options.stop === undefined || !first || !last) return {};
  const title = await captionOf(first, tables, context, titleOf);
  const footer = await captionOf(last, tables, context, footerOf);
  return { ...(title && { title }), ...(footer && { footer }) };
}

async function captionOf(
  { table, rows }: TableInRange,
  tables: readonly TableInRange[],
  context: Context,
  find: typeof titleOf,
): Promise<object | undefined> {
  const { scope, options } = context;
  const page: Page | undefined = scope.pages.get(table.page);
  const walled = page ? await latticeBounds(page) : [];
  const others = [
    ...tables.filter((other) => other.table.page === table.page).map((other) => other.table.bounds),
    ...walled,
  ];
  const bounds = { ...table.bounds, top: rows[0]!.top, bottom: rows.at(-1)!.bottom };
  const caption = find(bounds, scope.linesOn(table.page), others);
  return caption && captionValue(caption, table.page, options, context);
}

function captionValue(
  { text, bounds }: Caption,
  page: number,
  { wordFilters, whitespaceFilter }: Context['options'],
  context: Context,
): object | undefined {
  const line = shownAs(text, page, bounds);
  const { pieces } = filterPieces(
    wholeLines([line]),
    { wordFilters, whitespaceFilter },
    undefined,
    [],
    context.scope.patternGuard,
  );
  const value = pieces[0]?.text.trim();
  return value ? context.withLines({ type: 'string', value }, [line]) : undefined;
}

/**
 * Where the columns of the config were taken from in some tables.
 * @param positions for each column of the config its position in the tables; undefined where it has none
 */
export function columnPlaces(
  tables: readonly TableInRange[],
  columns: readonly { readonly id: string }[],
  positions: readonly (number | undefined)[],
): SearchedColumn[] {
  return tables.flatMap(({ table: { page, xs } }) =>
    columns.flatMap(({ id }, i) => {
      const at = positions[i];
      const left = at === undefined ? undefined : xs[at];
      const right = at === undefined ? undefined : xs[at + 1];
      return left === undefined || right === undefined ? [] : [{ id, page, left, right }];
    }),
  );
}

/**
 * The finished value with the extents of its tables, and with their rows that are out of range.
 * @param positions for each column of the config its position in the tables
 */
export function withExtents(
  result: Finished,
  tables: readonly TableInRange[],
  positions: readonly (number | undefined)[],
): Finished {
  const outside = tables.flatMap((table) => table.outside.map((row) => outsideRow(row, positions)));
  const { table } = result;
  return {
    ...result,
    regions: tables.map(({ table: { page, bounds } }) => regionOf(page, bounds)),
    ...(table && outside.length > 0 && { table: { ...table, rows: [...table.rows, ...outside] } }),
  };
}

function outsideRow(
  { page, top, bottom, positions: cells, reason }: TableInRange['outside'][number],
  positions: readonly (number | undefined)[],
): SearchedRow {
  const texts = positions.map((at) => (at === undefined ? null : cells[at]?.cell.text || null));
  return { page, top, bottom, cells: texts, reason };
}
