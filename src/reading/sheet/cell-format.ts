/** What a spreadsheet shows for a number. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet

import { kept } from '../../foundation/objects/memo.js';
import type { ShownCell } from '../../page/document/model.js';
import { languageOf, withNames } from './date-names.js';

/** The text that a sheet displays for a value in a number format. */
export interface CellFormatter {
  /**
   * A number.
   * @param format the number of a built-in format, or a format code
   */
  number(value: number, format: number | string): string;
  /** A text; only codes with a part for text (`@`) change it. */
  text(value: string, format: number | string): string;
  /** What a cell holds: a number in the digits that sheets keep, or the day where its format shows one; nothing of times. */
  held(value: number, format: number | string): HeldValue | undefined;
}

/** What a cell holds beside its text: a number, or a day, `2026-11-04`. */
export type HeldValue = Pick<ShownCell, 'number' | 'date'>;

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
  /** The day of a number; undefined where the calendar has none, as 29 February 1900, which Excel counts. */
  const dayOf = (value: number, code: string | number): Day | undefined => {
    const day = SSF.parse_date_code(value, { date1904 }) as Day | null;
    if (!day || (!date1904 && (value < 1 || day.D === NO_SUCH_DAY))) return undefined;
    return day.y > DURATIONS_UNTIL || /y/i.test(String(code).replace(LITERALS, '')) ? day : undefined;
  };
  const codes = new Map<number | string, Prepared>();
  const prepared = (given: number | string) => {
    let known = codes.get(given);
    if (!known) {
      const raw = typeof given === 'number' ? (BUILT_IN_FORMATS.get(given) ?? given) : given;
      const written = typeof raw === 'string' ? raw : (SSF.get_table()[raw] ?? '');
      const isDate = SSF.is_date(written);
      known = {
        code: isDate && typeof raw === 'string' ? escapeFullStops(raw) : raw,
        isDate,
        showsDay: isDate && DAY_SHOWN.test(written.replace(LITERALS, '')),
        language: isDate ? languageOf(written) : undefined,
      };
      codes.set(given, known);
    }
    return known;
  };
  const shown = new Map<string, string>();
  return {
    number: (value, given) => {
      if (isGeneral(given) || !Number.isFinite(value)) return generalText(value);
      return kept(shown, `${given} ${value}`, CACHE_SIZE, () => {
        const { code, isDate, language } = prepared(given);
        const day = language === undefined ? undefined : dayOf(value, code);
        const named = day ? withNames(String(code), timeOf(day), language!) : code;
        const text = format(named, isDate ? value : halvesUp(value));
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
    held: (value, given) => {
      if (!Number.isFinite(value)) return undefined;
      if (isGeneral(given)) return { number: keptDigits(value) };
      const { isDate, showsDay, code } = prepared(given);
      if (!isDate) return { number: keptDigits(value) };
      const day = showsDay ? dayOf(value, code) : undefined;
      return day && { date: new Date(timeOf(day)).toISOString().slice(0, 'YYYY-MM-DD'.length) };
    },
  };
}

/** A format made ready: its code for the formatter, and what it shows. */
interface Prepared {
  readonly code: number | string;
  readonly isDate: boolean;
  /** Whether it shows anything of a day, and not the time alone. */
  readonly showsDay: boolean;
  /** That of the names of its months, where it names one. */
  readonly language: string | undefined;
}

/** A day as the formatter counts it, `D` from the first of the calendar. */
interface Day {
  readonly D: number;
  readonly y: number;
  readonly m: number;
  readonly d: number;
}

/** 29 February 1900, by its number. */
const NO_SUCH_DAY = 60;
/** Numbers of the first year are durations, in codes such as `d "days"`, unless the year is shown. */
const DURATIONS_UNTIL = 1900;
/** Stretches of a code that are no directives. */
const LITERALS = /"[^"]*"?|\[[^\]]*\]?|[\\_*][\s\S]/g;
const DAY_SHOWN = /[yde]|mmm/i;

function timeOf({ y, m, d }: Day): number {
  return Date.UTC(y, m - 1, d);
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
