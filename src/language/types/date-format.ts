/** Date formats: directives inside regular expressions, and the default formats. */
// See docs/language/04-types.md#412-directives-of-date-formats
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { comparablePattern } from '../../page/document/cleaning.js';
import { DASH, DIGIT_LIKE } from './decimal.js';
import { type DateLanguage, monthNumber, monthSource } from './month-names.js';

type Part = 'month' | 'day' | 'year';

const DIRECTIVES: ReadonlyMap<string, { readonly part: Part; readonly source: string }> = new Map([
  ['m', { part: 'month', source: '[0-9]{1,2}' }],
  ['M', { part: 'month', source: '[0-9]{2}' }],
  ['d', { part: 'day', source: '[0-9]{1,2}' }],
  ['D', { part: 'day', source: '[0-9]{2}' }],
  ['Y', { part: 'year', source: '[0-9]{4}' }],
  ['y', { part: 'year', source: '[0-9]{2}' }],
]);

/** Two-digit years from this one on belong to the last century. */
// See docs/language/04-types.md#412-directives-of-date-formats
const CENTURY_TURN = 69;

/** A format as a regular expression (flag `i`) with a named group for each directive. */
export interface DatePattern {
  readonly source: string;
  /** Groups that supply a part, in order: the first that took part in a match counts. */
  readonly groups: readonly { readonly name: string; readonly part: Part }[];
  /** Directives that do not exist; they stay literal text. */
  readonly unknown: readonly string[];
  readonly language: DateLanguage;
}

/**
 * Translates a format. Everything that is no directive is regular expression; back references are renumbered,
 * so that the groups of directives do not disturb those of the author.
 */
export function datePattern(format: string, language: DateLanguage): DatePattern {
  const pieces: (string | { readonly reference: number })[] = [];
  const groups: DatePattern['groups'][number][] = [];
  const unknown: string[] = [];
  const ownGroups: number[] = [];
  let groupCount = 0;
  let inClass = false;
  for (let i = 0; i < format.length; i += 1) {
    const char = format[i]!;
    const next = format[i + 1] ?? '';
    if (char === '\\') {
      const reference = inClass ? null : /^[1-9]\d?/u.exec(format.slice(i + 1, i + 3));
      pieces.push(reference ? { reference: Number(reference[0]) } : char + next);
      i += reference ? reference[0].length : 1;
    } else if (inClass || char !== '%') {
      if (char === '[') inClass = true;
      if (char === ']') inClass = false;
      if (!inClass && char === '(' && isCapturing(format, i)) {
        groupCount += 1;
        ownGroups.push(groupCount);
      }
      pieces.push(char);
    } else {
      i += 1;
      const part = next === 'b' ? 'month' : DIRECTIVES.get(next)?.part;
      if (part === undefined) {
        if (next !== '%') unknown.push(`%${next}`);
        pieces.push(next === '%' ? '%' : `%${next}`);
        continue;
      }
      const name = `anchorline_${part}_${groups.length}`;
      groups.push({ name, part });
      groupCount += 1;
      pieces.push(`(?<${name}>${next === 'b' ? monthSource(language) : DIRECTIVES.get(next)!.source})`);
    }
  }
  const source = pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : `\\${ownGroups[piece.reference - 1] ?? piece.reference}`,
    )
    .join('');
  return { source: comparablePattern(source).replace(/ {2,}/gu, ' '), groups, unknown, language };
}

/** Whether the parenthesis at a place opens a group that captures. */
function isCapturing(source: string, at: number): boolean {
  if (source[at + 1] !== '?') return true;
  return source[at + 2] === '<' && source[at + 3] !== '=' && source[at + 3] !== '!';
}

/** The flags that a format compiles with: `iu` if it can, else `i`. */
export function dateFlags(source: string): 'iu' | 'i' {
  try {
    new RegExp(source, 'iu');
    return 'iu';
  } catch {
    return 'i';
  }
}

/** The day that a match names as ISO 8601 at midnight UTC; undefined when there is no such day. */
export function dateOf(match: RegExpExecArray, { groups, language }: DatePattern): string | undefined {
  const text = (part: Part) =>
    groups
      .filter((group) => group.part === part)
      .map(({ name }) => match.groups?.[name])
      .find((found) => found !== undefined);
  const printedYear = text('year');
  const month = monthOf(text('month'), language);
  if (printedYear === undefined || month === undefined) return undefined;
  const year = printedYear.length === 2 ? fullYear(Number(printedYear)) : Number(printedYear);
  const day = text('day') ?? '1';
  // The zone keeps the day whole: some places have skipped one.
  const date = parseISO(`${padded(year, 4)}-${padded(month, 2)}-${day.padStart(2, '0')}T00:00Z`);
  return isValid(date) ? date.toISOString() : undefined;
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

function monthOf(printed: string | undefined, language: DateLanguage): number | undefined {
  if (printed === undefined) return 1;
  const number = /^\d/u.test(printed) ? Number(printed) : monthNumber(printed, language);
  return number !== undefined && number >= 1 && number <= 12 ? number : undefined;
}

function fullYear(year: number): number {
  return year >= CENTURY_TURN ? 1900 + year : 2000 + year;
}

/** What is not allowed beside a default format. */
// See docs/language/04-types.md#4134-boundaries
interface Boundaries {
  readonly left: string;
  readonly right: string;
}

/** Behind a two-digit year no further digit may follow; behind a four-digit one footnote marks do. */
const NO_DIGIT = `(?!${DIGIT_LIKE})`;
/** Letters that OCR reads for digits, as two of a year: `1/2/20O4` is no date of 2020. */
const NO_MISREAD_DIGITS = '(?![\\dODQolIiZzSsGbBgq]{2}(?!\\p{L}))';
/** A letter by itself that OCR reads for a one: `l1/05/2024` is no date of January. */
const NO_MISREAD_ONE = '(?<!(?<![\\p{L}\\p{N}])[lI])';
const YEARS = ['%Y', '%y'] as const;

/** A default format: as a config could write it, and with what is not allowed beside it. */
interface DefaultFormat {
  readonly written: string;
  readonly source: string;
}

function separated(separator: string): Boundaries {
  return {
    left: `(?<!${DIGIT_LIKE}|${DIGIT_LIKE}${separator})${NO_MISREAD_ONE}`,
    right: `(?!${separator}${DIGIT_LIKE})`,
  };
}

/** A format with a year of four digits, then the same with one of two. */
function both(written: string, build: (year: string) => string): DefaultFormat[] {
  return YEARS.map((year) => ({
    written: written.replace('%Y', year),
    source: build(year) + (year === '%y' ? NO_DIGIT + NO_MISREAD_DIGITS : ''),
  }));
}

/** Three parts, the year last, between separators. @param sign the separator, as it is written; default a hyphen */
function threeParts(first: string, second: string, sign = '-'): DefaultFormat[] {
  const separator = sign === '-' ? DASH : sign.replace('.', '\\.');
  const { left, right } = separated(separator);
  return both(
    `${first}${sign}${second}${sign}%Y`,
    (year) => `${left}${first}${separator}${second}${separator}${year}${right}`,
  );
}

/**
 * What is not allowed before a month and a year, since the month may be the day of a date: a slash, or a number of two
 * digits at most with a slash apart or another sign (`Jan/05/2024`, `01/ 02/2024`, `01.02/2024`).
 */
const NO_MONTH_BEFORE = `(?<!/[Oo|]?)(?<!(?<!\\d)\\d{1,2}(?: ?/ |[.,:;|\\\\\\-]))`;

function monthYear(): DefaultFormat {
  const { left, right } = separated('/');
  return { written: '%m/%Y', source: `${left}${NO_MONTH_BEFORE}%m/%Y${right}${NO_DIGIT}` };
}

/** The year, the month and the day in digits. */
function yearFirst(sign: '-' | '/'): DefaultFormat {
  const separator = sign === '-' ? DASH : sign;
  const { left, right } = separated(separator);
  return {
    written: `%Y${sign}%m${sign}%d`,
    source: `${left}%Y${separator}%m${separator}%d${right}${NO_DIGIT}`,
  };
}

const BLOCK: DefaultFormat = {
  written: '%Y%M%D',
  source: `(?<!${DIGIT_LIKE})(?=19|20)%Y%M%D(?!${DIGIT_LIKE})`,
};

const NO_LETTER_BEFORE = '(?<!\\p{L})';
/** In years of four digits: a number behind the name of a month is no year by itself, as in `5 May 3000 units`. */
const CENTURY = '(?=19|20)';

const WORD_END = '(?![\\p{L}\\d])';
/** What is behind the hour of a clock; of twelve hours only, lest the German `am` makes hours of years. */
const HOUR_WORDS = `(?:(?<=0\\d|1[0-2]|\\D\\d) ?[ap]\\.? ?m| ?(?:h|hs|hrs?|hours?|horas?|heures?|uhr|uur|o['\u2019]clock|noon|midnight))${WORD_END}`;
/**
 * What makes the number before it the hour of a clock, or a part of a number, and no year: `Mar 9 10:30`,
 * `April 20 18.10`, `5 août 12h30`, `Mar 9 10-11 AM`.
 */
export const NO_HOUR = `(?![:.,]\\d| ?h ?\\d\\d(?!\\d)|[ap]${WORD_END}|${HOUR_WORDS}| ?(?:[\\-\u2013]|to|till|until|a|à|bis|tot) ?\\d{1,2}(?::\\d|${HOUR_WORDS}))`;
/** A year of four digits behind the name of a month, neither a number of something nor the time `1030 AM` or `2030 hrs`. */
const FULL_YEAR = `(?=1[5-9]|2[01])%Y(?!h${WORD_END}| ?(?:hrs?|hours)${WORD_END})`;

/** The clock time between day and year, as C and Unix print it: `Wed Aug 05 12:00:00 UTC 2015`. */
const CLOCK_TIME = '\\d\\d:\\d\\d:\\d\\d(?: [ap]m)?(?: (?:[a-z]{1,5}|[+\\-]\\d{4}))?';

/**
 * What parts the day from the year: a blank, with a comma before it or without, or a comma alone where four digits follow,
 * as in `May 5,2024`.
 */
function beforeYear(year: string): string {
  return year === '%Y' ? `(?:(?: ?,)? | ?,${CENTURY})` : '(?: ?,)? ';
}

/** A year behind the name of a month. */
function spelled(year: string): string {
  return year === '%Y' ? FULL_YEAR : `%y${NO_HOUR}`;
}

function monthDay(ordinal: string): DefaultFormat[] {
  return both('%b %d, %Y', (year) => `${NO_LETTER_BEFORE}%b %d${ordinal}${beforeYear(year)}${spelled(year)}`);
}

const CTIME: DefaultFormat = {
  written: '%b %d \\d\\d:\\d\\d:\\d\\d %Y',
  source: `${NO_LETTER_BEFORE}%b %d ${CLOCK_TIME} ${CENTURY}%Y${NO_DIGIT}`,
};

/** What is not allowed before the day of a month with a name. */
const NO_NUMBER_BEFORE = `(?<!${DIGIT_LIKE}|${DIGIT_LIKE}[/.,:])${NO_MISREAD_ONE}`;

/** As mails have it. With two digits, the year would be taken from a number behind the name of a month. */
const DAY_MONTH: DefaultFormat = {
  written: '%d %b %Y',
  source: `${NO_NUMBER_BEFORE}%d(?:st|nd|rd|th)?(?: of)? %b(?: ?,)? ${CENTURY}${spelled('%Y')}`,
};

/** Behind the day, as in `1º de março`, `1er mars`, `7. Mai` and `7.Mai`. */
const DAY_MARK = '(?:(?:er|r?o|[°º])\\.?|\\.[°ºo]?)?';

/** Dots are between parts that begin with the day, in English too; with two digits of a year, or behind a `v`, they may be those of a version. */
const [DOTTED] = threeParts('%d', '%m', '.').map(({ written, source }) => ({
  written,
  source: `(?<!v)${source}`,
}));

const ENGLISH: readonly DefaultFormat[] = [
  ...threeParts('%m', '%d', '/'),
  DOTTED!,
  monthYear(),
  ...monthDay('(?:st|nd|rd|th)?'),
  CTIME,
  DAY_MONTH,
  ...threeParts('%d', '%b'),
  ...threeParts('%m', '%d'),
  yearFirst('-'),
  yearFirst('/'),
  BLOCK,
];

const DAY_FIRST: readonly DefaultFormat[] = [
  ...threeParts('%d', '%m', '/'),
  ...threeParts('%d', '%m', '.'),
  ...threeParts('%d', '%m'),
  monthYear(),
  ...both(
    '%d %b %Y',
    (year) => `${NO_NUMBER_BEFORE}%d(?:${DAY_MARK}(?: de)? |\\.)%b(?: ?,| de| del)? ${spelled(year)}`,
  ),
  ...threeParts('%d', '%b'),
  ...monthDay(''),
  CTIME,
  yearFirst('-'),
  yearFirst('/'),
  BLOCK,
];

function defaultFormats(language: DateLanguage): readonly DefaultFormat[] {
  return language === 'en' ? ENGLISH : DAY_FIRST;
}

/** The formats that are tried when a config gives none, in order. */
export function defaultDatePatterns(language: DateLanguage): DatePattern[] {
  return defaultFormats(language).map(({ source }) => datePattern(source, language));
}

/** Those of them that spell the month. */
export function spelledDatePatterns(language: DateLanguage): DatePattern[] {
  return defaultFormats(language)
    .filter(({ written }) => written.includes('%b'))
    .map(({ source }) => datePattern(source, language));
}

/** The same as a config would write them. */
export function defaultDateFormats(language: DateLanguage): string[] {
  return defaultFormats(language).map(({ written }) => written);
}
