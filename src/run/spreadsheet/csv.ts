/** Sheets as one CSV file (RFC 4180, UTF-8 without byte order mark). */
// See docs/language/09-service.md#9134-cells
import type { Cell, FilledSheet } from './columns.js';

interface CsvOptions {
  /** Puts the full name of each sheet but the first above it. */
  readonly blockTitles: boolean;
  /** Puts an apostrophe before text that spreadsheets would take for a formula. */
  readonly guardFormulas: boolean;
}

const LINE_END = '\r\n';
/**
 * How formulas begin in one spreadsheet or another: with ASCII signs or full-width ones, also behind blanks and
 * characters that are not seen, which some programs take away; and a tab or a line end at the start.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;
/** Numbers and telephone numbers begin like formulas, but are not. */
const NUMBER = /^[+-]?[0-9][0-9 .,()-]*$/u;

/** The lines of a sheet as a block, with an empty line and the title before it where others come above. */
export function* csvBlock(sheet: FilledSheet, options: CsvOptions, isFirst: boolean): Generator<string> {
  if (!isFirst) yield LINE_END;
  if (!isFirst && options.blockTitles) yield line([guarded(sheet.name, options)]);
  const { headings } = sheet;
  yield line(headings.map((text) => guarded(text, options)));
  yield* csvRows(sheet.rows, headings.length, options);
}

/** Rows of a sheet as lines. */
export function* csvRows(
  rows: FilledSheet['rows'],
  columnCount: number,
  { guardFormulas }: CsvOptions,
): Generator<string> {
  for (const row of rows) {
    yield line(Array.from({ length: columnCount }, (_, at) => cellText(row.get(at), guardFormulas)));
  }
}

function guarded(text: string, { guardFormulas }: Pick<CsvOptions, 'guardFormulas'>): string {
  return guardFormulas && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function cellText(cell: Cell | undefined, guardFormulas: boolean): string {
  switch (cell?.kind) {
    case undefined:
      return '';
    case 'number':
      return decimal(cell.value);
    case 'boolean':
      return String(cell.value);
    case 'text':
    case 'day':
      return guarded(cell.value, { guardFormulas });
    case 'link':
      return linkText(cell.sheet);
  }
}

/** What the cell of a value says that has a sheet of its own. */
export function linkText({ name }: FilledSheet): string {
  return `SHEET: ${name}`;
}

function line(cells: readonly string[]): string {
  // An empty line ends a block; a row of one empty cell must not look like one.
  if (cells.length === 1 && cells[0] === '') return `""${LINE_END}`;
  return cells.map(quoted).join(',') + LINE_END;
}

function quoted(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The shortest decimal that gives the number back, without an exponent. */
function decimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/u.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
