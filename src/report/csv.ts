/** Sheets as one CSV file (RFC 4180, UTF-8 without byte order mark). */
// See docs/language/09-service.md#9134-cells
import type { Cell, FilledSheet } from './columns.js';

export interface CsvOptions {
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
/** Numbers and telephone numbers begin like formulas, and are none. */
const NUMBER = /^[+-]?[0-9][0-9 .,()-]*$/u;

/** The sheets as blocks with an empty row between them. */
export function csvBytes(sheets: readonly FilledSheet[], options: CsvOptions): Uint8Array {
  const blocks = sheets.map((sheet, i) => {
    const title = i > 0 && options.blockTitles ? [sheet.name] : undefined;
    const rows = sheet.rows.map((row) =>
      sheet.headings.map((_, at) => cellText(row.get(at), options.guardFormulas)),
    );
    const texts = [title, sheet.headings].flatMap((row) =>
      row ? [row.map((text) => guarded(text, options))] : [],
    );
    return [...texts, ...rows].map(line).join('');
  });
  return new TextEncoder().encode(blocks.join(LINE_END));
}

function guarded(text: string, { guardFormulas }: CsvOptions): string {
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
      return guarded(cell.value, { guardFormulas, blockTitles: false });
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
