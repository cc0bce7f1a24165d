/** From rows of text to the value of a table field. */
// See docs/language/03-layout-methods-ranges-tables.md#382-from-recognised-rows-to-values

import { shortened } from '../../../errors.js';
import { settled } from '../../../foundation/schema/defaults.js';
import { DEFAULT_TYPE } from '../../../foundation/schema/language.js';
import { centreY } from '../../../page/document/geometry.js';
import type { Line } from '../../../page/document/model.js';
import { readingOrder, sortByLeft, sortLeftToRight } from '../../../page/document/order.js';
import type { CompiledType } from '../../types/definition.js';
import { idOf, nounOf } from '../../types/nested.js';
import { runType } from '../../types/select.js';
import type { Finished, MethodContext, SearchedColumn, SearchedRow } from '../definition.js';
import { type CommonOptions, filterPieces } from '../filters.js';
import { type RowWindow, rowWindowMembers, type TableColumn } from './members.js';
import type { RawCell, RawRow } from './raw-row.js';
import { withoutRepeatedHeadings } from './repeated-headings.js';

type TableContext = Pick<MethodContext<RowWindow>, 'options' | 'scope' | 'types' | 'withLines'> & {
  readonly anchor: { readonly line: Line };
};

/** The columns of a table with their values, or why there are none. */
type ColumnValues = { readonly rows: readonly SearchedRow[] } & (
  | (Pick<Finished, 'lines' | 'ignoredSigns'> & { readonly columns: readonly object[] })
  | { readonly reason: string }
);

/** Rows that are left out, and why. */
class LeftOut {
  readonly #reasons = new Map<RawRow, string>();
  readonly #cellReasons = new Map<RawRow, readonly (string | null)[]>();

  add(row: RawRow, reason: string): void {
    this.#reasons.set(row, reason);
  }

  /** Says why some cells of a row that is kept have no value. */
  addCells(row: RawRow, reasons: readonly (string | null)[]): void {
    if (reasons.some((reason) => reason !== null)) this.#cellReasons.set(row, reasons);
  }

  /** What a stage left of some rows. */
  stage(rows: readonly RawRow[], kept: readonly RawRow[], reason: string): readonly RawRow[] {
    const left = new Set(kept);
    for (const row of rows) if (!left.has(row)) this.add(row, reason);
    return kept;
  }

  /** All rows, as the trace shows them. */
  searched(rows: readonly RawRow[]): readonly SearchedRow[] {
    return rows.map((row) => {
      const reason = this.#reasons.get(row);
      const cellReasons = this.#cellReasons.get(row);
      const { page, top, bottom, cells } = row;
      const texts = cells.map((cell) => cell?.text ?? null);
      return {
        page,
        top,
        bottom,
        cells: texts,
        ...(cellReasons && { cellReasons }),
        ...(reason !== undefined && { reason }),
      };
    });
  }
}

/** The lines of a cell as the config wants them sorted. */
export function sortCellLines(
  lines: readonly Line[],
  { sortLines, xMajorSort }: CommonOptions,
): readonly Line[] {
  if (sortLines !== undefined) return sortLeftToRight(lines);
  return xMajorSort === true ? sortByLeft(lines) : readingOrder(lines);
}

/**
 * Values of the columns from all rows of a table.
 * @param anchored the row that the anchor is in, where it need not be one of the rows
 */
export async function columnValues(
  rows: readonly RawRow[],
  columns: readonly TableColumn[],
  context: TableContext,
  anchored = rows.find((row) => isIn(context.anchor.line, row)),
): Promise<ColumnValues> {
  const { types, options } = context;
  await types.prepare(columns.map(typeOf));
  const typed = columns.map((column) => cellTyper(types.compile(typeOf(column)), context));
  const leftOut = new LeftOut();
  const own = leftOut.stage(
    rows,
    withoutRepeatedHeadings(rows, anchored, (row) => isTypedEntry(row, columns, typed, options)),
    'repeats the headings, or is above repeated headings',
  );
  const inWindow = leftOut.stage(own, rowWindow(own, options), 'not between startOnRow and stopOnRow');
  if (inWindow.length === 0) {
    return { reason: 'there is no row between startOnRow and stopOnRow', rows: leftOut.searched(rows) };
  }
  const values: (object | null)[][] = columns.map(() => []);
  const signs: (() => string)[] = [];
  const lines: Line[] = [];
  let omitted: Omitted | undefined;
  for (const raw of inWindow) {
    const { cells } = raw;
    if (!cells.some((cell) => cell !== undefined && cell.text.trim() !== '')) {
      leftOut.add(raw, 'has no text in these columns');
      continue;
    }
    if (raw.isCaption && columns.some(({ isRequired }) => isRequired)) {
      leftOut.add(raw, 'is one cell across all columns, and a column is required');
      continue;
    }
    const ignored: (readonly [column: number, say: () => string])[] = [];
    const row = cells.map((cell, i) => (cell ? typed[i]!(cell, (say) => ignored.push([i, say])) : null));
    const missing = columns.findIndex(({ isRequired }, i) => isRequired && row[i] === null);
    if (missing >= 0) {
      omitted = omission(columns[missing]!, cells[missing], omitted);
      leftOut.add(raw, missingReason(columns[missing]!, cells[missing]));
      continue;
    }
    leftOut.addCells(
      raw,
      row.map((value, i) => (value === null ? nullReason(columns[i]!, cells[i]) : null)),
    );
    for (const [i, say] of ignored) signs[i] ??= () => `column ${JSON.stringify(columns[i]!.id)}: ${say()}`;
    for (const [i, value] of row.entries()) {
      values[i]!.push(value);
      if (value) lines.push(...cells[i]!.lines);
    }
  }
  const searched = leftOut.searched(rows);
  if (values[0]!.length === 0) return { reason: emptyReason(omitted), rows: searched };
  return {
    rows: searched,
    columns: columns.map(({ id }, i) => ({ id, values: values[i]! })),
    lines: [...new Set(lines)],
    ignoredSigns: signs.filter((say) => say !== undefined),
  };
}

/**
 * A finished table field.
 * @param places where the columns were taken from
 * @param captions title, footer and metadata, in the order of the output
 */
export function tableValue(
  values: ColumnValues,
  places: readonly SearchedColumn[],
  captions: Readonly<Record<string, object | undefined>> = {},
): Finished {
  const table = { columns: places, rows: values.rows };
  if ('reason' in values) return { value: null, lines: [], reason: values.reason, table };
  const present = Object.entries(captions).filter(([, caption]) => caption !== undefined);
  return {
    value: { columns: values.columns, ...Object.fromEntries(present) },
    lines: values.lines,
    withoutLines: true,
    ...(values.ignoredSigns && { ignoredSigns: values.ignoredSigns }),
    table,
  };
}

/** The finished field, whose trace shows some rows that were left out before. */
export function withLeftOut(result: Finished, rows: readonly RawRow[], reason: string): Finished {
  const { table } = result;
  if (!table || rows.length === 0) return result;
  const searched = rows.map(({ page, top, bottom, cells }) => ({
    page,
    top,
    bottom,
    cells: cells.map((cell) => cell?.text ?? null),
    reason,
  }));
  return { ...result, table: { ...table, rows: [...table.rows, ...searched] } };
}

function isIn(line: Line, { page, top, bottom }: RawRow): boolean {
  const y = centreY(line);
  return line.page === page && y >= top && y < bottom;
}

function typeOf({ type = DEFAULT_TYPE }: TableColumn) {
  return type;
}

function missingReason(column: TableColumn, cell: RawCell | undefined): string {
  const name = `the required column ${JSON.stringify(column.id)}`;
  return isEmpty(cell) ? `${name} is empty` : `no ${nounOf(typeOf(column))} in the text of ${name}`;
}

/** Why a cell of a row that is kept has no value. */
function nullReason(column: TableColumn, cell: RawCell | undefined): string {
  if (isEmpty(cell)) return 'the cell is empty';
  const isText = idOf(typeOf(column)) === DEFAULT_TYPE;
  return isText ? 'the filters leave no text' : `no ${nounOf(typeOf(column))} in the text`;
}

function isEmpty(cell: RawCell | undefined): boolean {
  return cell === undefined || cell.text.trim() === '';
}

/** A required column without a value, and the last text that was not of its type; headings are above it. */
interface Omitted {
  readonly column: TableColumn;
  readonly text?: string | undefined;
}

function omission(column: TableColumn, cell: RawCell | undefined, before: Omitted | undefined): Omitted {
  const text = cell?.text.trim() || (before?.column === column ? before.text : undefined);
  return { column, text };
}

function emptyReason(omitted: Omitted | undefined): string {
  if (omitted === undefined) return 'the table has no text in these columns';
  const { column, text } = omitted;
  const reason = `every row was left out: no value in the required column ${JSON.stringify(column.id)}`;
  if (text === undefined) return reason;
  const noun = nounOf(typeOf(column));
  return `${reason}; ${JSON.stringify(shortened(text))} is not ${/^[aeiou]/u.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Whether the output begins with a row that its columns can read: one with digits in columns of types that read them. */
function isTypedEntry(
  { cells }: RawRow,
  columns: readonly TableColumn[],
  typed: readonly ((cell: RawCell) => object | null)[],
  window: RowWindow,
): boolean {
  if (settled(rowWindowMembers, window).startOnRow > 0) return false;
  const read = cells.flatMap((cell, i) => {
    const isText = idOf(typeOf(columns[i]!)) === DEFAULT_TYPE;
    return isText || !cell || cell.text.trim() === '' ? [] : { cell, value: typed[i]!(cell) };
  });
  return read.every(({ value }) => value !== null) && read.some(({ cell }) => /\d/u.test(cell.text));
}

function rowWindow(rows: readonly RawRow[], window: RowWindow): readonly RawRow[] {
  const { startOnRow, stopOnRow } = settled(rowWindowMembers, window);
  const end = stopOnRow < 0 ? rows.length + stopOnRow + 1 : stopOnRow + 1;
  return rows.slice(startOnRow, Math.max(startOnRow, end));
}

/** Makes a function that gives the value of a cell, null where it is empty or holds none of the type. */
function cellTyper(
  type: CompiledType,
  context: TableContext,
): (cell: RawCell, onIgnoredSign?: (say: () => string) => void) => object | null {
  const { typeFilters = [], wordFilters, whitespaceFilter, tiebreaker } = context.options;
  const filters = typeFilters.map((filter) => context.types.compile(filter));
  const { patternGuard } = context.scope;
  const { line } = context.anchor;
  return ({ text, lines: [first, ...more], shown }, onIgnoredSign) => {
    const { pieces } = filterPieces(
      [{ text, line }],
      { wordFilters, whitespaceFilter },
      line,
      filters,
      patternGuard,
    );
    const filtered = pieces[0]?.text.trim();
    if (!filtered) return null;
    const sheetCell = more.length === 0 && first?.cell ? { line: first } : {};
    const selection = runType(type, [{ text: filtered, ...sheetCell }], tiebreaker, patternGuard);
    const { value } = selection;
    if (value !== null && selection.ignoredSign) onIgnoredSign?.(selection.ignoredSign);
    return value && context.withLines(value, shown);
  };
}
