/** What a spreadsheet shows for a number. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet
import { kept } from '../../foundation/objects/memo.js';

/** The text that a sheet displays for a value in a number format. */
export interface CellFormatter {
  /**
   * A number.
   * @param format the number of a built-in format, or a format code
   */
  number(value: number, format: number | string): string;
  /** A text; only codes with a part for text (`@`) change it. */
  text(value: string, format: number | string): string;
  /** The number that a cell holds, in the digits that sheets keep; undefined where its format makes a date or a time of it. */
  held(value: number, format: number | string): number | undefined;
}

/** Excel takes no longer codes; the formatter is not asked about them. */
const MAX_CODE_LENGTH = 255;
/** A cell of Excel holds no more characters; longer texts, which a code might repeat, are shown as they are. */
const MAX_TEXT_LENGTH = 32_767;
/**
 * A format of more places for digits is not asked for: a number has 15 digits, Excel shows 30 decimal places at most, and
 * the formatter takes milliseconds for each number in 240 places.
 */
const MAX_PLACES = 64;
/** Short dates as a computer in the United States shows them; the files say that these follow the computer. */
const SHORT_DATE = 'm/d/yyyy';
/** Codes of the built-in formats that the formatter knows otherwise: money in the United States, and dates. */
export const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [14, SHORT_DATE],
  [22, `${SHORT_DATE} h:mm`],
]);
/** Texts of one format that are kept, so that columns of equal values are formatted once. */
const CACHE_SIZE = 10_000;

/**
 * A formatter that follows the workbook's calendar.
 * @param date1904 whether day 0 is 1 January 1904, as old Macintosh workbooks have it
 */
export async function createCellFormatter(date1904: boolean): Promise<CellFormatter> {
  const { SSF } = await import('@e965/xlsx');
  const format = (code: number | string, value: number | string): string | undefined => {
    try {
      return SSF.format(code, value, { date1904, dateNF: SHORT_DATE });
    } catch {
      return undefined;
    }
  };
  const codes = new Map<number | string, { code: number | string; isDate: boolean }>();
  const prepared = (given: number | string) => {
    let known = codes.get(given);
    if (!known) {
      const raw = typeof given === 'number' ? (BUILT_IN_FORMATS.get(given) ?? given) : given;
      const isDate = SSF.is_date(typeof raw === 'string' ? raw : (SSF.get_table()[raw] ?? ''));
      known = { code: isDate && typeof raw === 'string' ? escapeFullStops(raw) : raw, isDate };
      codes.set(given, known);
    }
    return known;
  };
  const shown = new Map<string, string>();
  return {
    number: (value, given) => {
      if (isGeneral(given) || !Number.isFinite(value)) return generalText(value);
      return kept(shown, `${given} ${value}`, CACHE_SIZE, () => {
        const { code, isDate } = prepared(given);
        const text = format(code, isDate ? value : halvesUp(value));
        return text === undefined || (isDate && text.trim() === '') ? generalText(value) : text;
      });
    },
    text: (value, given) =>
      typeof given === 'string' &&
      given !== '@' &&
      given.includes('@') &&
      given.length <= MAX_CODE_LENGTH &&
      value.length <= MAX_TEXT_LENGTH
        ? (format(given, value) ?? value)
        : value,
    held: (value, given) =>
      !Number.isFinite(value) || (!isGeneral(given) && prepared(given).isDate)
        ? undefined
        : keptDigits(value),
  };
}

function isGeneral(format: number | string): boolean {
  if (typeof format === 'number') return format === 0 || format === 49;
  if (format === '@' || format.length > MAX_CODE_LENGTH || /^general$/i.test(format)) return true;
  return (format.match(/[0#?]/g)?.length ?? 0) > MAX_PLACES;
}

/** Spreadsheets keep 15 digits of a number. */
const DIGITS = 15;

/** A number as sheets keep it: 0.1 + 0.2 is 0.3. */
export function keptDigits(value: number): number {
  return Number(value.toPrecision(DIGITS)) + 0;
}

/** The shortest decimal of a number in 15 digits; powers of ten as sheets write them (`1E+21`, `1E-07`). */
export function generalText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const text = String(keptDigits(value));
  const [mantissa, exponent] = text.split('e');
  if (exponent === undefined) return text;
  return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}

/** Sheets round the decimal number, 1.005 to 1.01; its binary neighbour above rounds likewise. */
function halvesUp(value: number): number {
  return Number.isInteger(value) ? value : value * (1 + Number.EPSILON);
}

/**
 * A date code whose full stops are marked as plain text, except before zeros, where they begin the fraction
 * of a second; the formatter takes every one for a fraction.
 */
function escapeFullStops(code: string): string {
  return code.replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*][\s\S]|\.(?!0)/g, (part) => (part === '.' ? '\\.' : part));
}
