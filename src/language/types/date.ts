import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { listOf } from '../../foundation/schema/grammar.js';
import { compilePattern, patternProblem } from '../../foundation/text/pattern.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { sizeProblem } from '../../foundation/text/pattern-tree.js';
import { LONGEST_ADVISED } from './advice.js';
import {
  type DatePattern,
  dateFlags,
  dateOf,
  datePattern,
  defaultDateFormats,
  defaultDatePatterns,
  NO_HOUR,
  spelledDatePatterns,
} from './date-format.js';
import {
  type Candidate,
  defineType,
  type FindCandidates,
  type TypedValue,
  type TypeHint,
} from './definition.js';
import { type DateLanguage, fullMonthSource, LANGUAGE_NAMES, LANGUAGES } from './month-names.js';
import { dateInCell, found, matchingCopy, valueOfCell } from './shared.js';
import { joinLines, type Span, type TextLine, withoutOverlaps } from './text.js';

interface Matcher {
  /** The dates of one format in a text, in order. */
  dates(text: string, guard: PatternGuard): readonly Found[];
}

interface Found extends Span {
  readonly value: TypedValue;
}

const members = {
  format: z
    .union([z.string(), listOf(z.string(), 'no text is a date')])
    .optional()
    .describe(
      `Formats to try instead of the usual ones (in English ${defaultDateFormats('en').join(', ')}): %b month name, %m %M month, %d %D day, %Y %y year; the rest is a regular expression`,
    ),
  language: withDefault(z.enum(LANGUAGES), 'en').describe('Language of the month names'),
};

/** A date, searched in all lines joined. */
// See docs/language/04-types.md#413-date
export const date = defineType({
  id: 'date',
  summary: 'A date, also across lines, given as midnight UTC in ISO 8601',
  plain: true,
  output: { source: z.string(), value: z.string() },
  promptHint: () => 'date as printed',
  options: () => members,
  check(options, context) {
    const { format, language } = settled(members, options);
    for (const [i, text] of formatsOf(format).entries()) {
      const problem = formatProblem(text, language);
      const path = Array.isArray(format) ? ['format', i] : ['format'];
      if (problem !== undefined) context.addIssue({ code: 'custom', path, message: problem });
    }
  },
  warnings(options) {
    const { format, language } = settled(members, options);
    return formatsOf(format).flatMap((text, i) => {
      const pattern = datePattern(text, language);
      const unknown = pattern.unknown.map(
        (directive) => `${directive} is not a directive of date formats; it is matched as written`,
      );
      return [...unknown, ...(hasYear(pattern) ? [] : [NO_YEAR])].map((message) => ({
        path: Array.isArray(format) ? ['format', i] : ['format'],
        code: 'doubtful_type',
        message,
      }));
    });
  },
  compile(options) {
    const { format, language } = settled(members, options);
    return {
      candidates: dateCandidates(matchersOf(format, language)),
      hint: dateHint(format, language),
    };
  },
  examples: [
    {
      title: 'Over two lines',
      lines: ['Sailing on June', '21st, 2024 at dawn'],
      result: { source: 'June 21st, 2024', value: '2024-06-21T00:00:00.000Z', type: 'date' },
    },
    {
      title: 'With a format of its own',
      options: { format: '%d %b %y' },
      lines: ['ETA 7 Oct 25'],
      result: { source: '7 Oct 25', value: '2025-10-07T00:00:00.000Z', type: 'date' },
    },
    { title: 'No such day', lines: ['04/31/2024'], result: null },
  ],
});

/** Why a format cannot be read with; its length is looked at first, as translating a long one takes seconds. */
function formatProblem(format: string, language: DateLanguage): string | undefined {
  const tooLarge = sizeProblem(format);
  if (tooLarge !== undefined) return tooLarge;
  const { source } = datePattern(format, language);
  return patternProblem(source, dateFlags(source));
}

function matchersOf(format: string | readonly string[] | undefined, language: DateLanguage): Matcher[] {
  return format === undefined
    ? defaultDatePatterns(language).map(defaultMatcher)
    : formatsOf(format).map((text) => customMatcher(datePattern(text, language)));
}

/** Finds dates in all lines joined, and in cells that hold their day, each by itself. */
function dateCandidates(matchers: readonly Matcher[]): FindCandidates {
  return (lines, guard) => {
    const candidates: Candidate[] = [];
    let between: TextLine[] = [];
    for (const { text, position } of matchingCopy(lines)) {
      const line = { position, text: text.replace(/ {2,}/gu, ' ') };
      const day = dateInCell(text, lines[position]!);
      if (day === undefined) {
        between.push(line);
        continue;
      }
      candidates.push(...datesIn(between, matchers, guard));
      between = [];
      const value: TypedValue = { source: text, value: `${day}T00:00:00.000Z`, type: 'date' };
      const read = datesIn([line], matchers, guard).map((found) => found.value);
      candidates.push({ value: valueOfCell(text, read, value)[0]!, lines: [position] });
    }
    return [...candidates, ...datesIn(between, matchers, guard)];
  };
}

/** The dates in lines joined, those of an earlier matcher first where two overlap. */
function datesIn(lines: readonly TextLine[], matchers: readonly Matcher[], guard: PatternGuard): Candidate[] {
  if (lines.length === 0) return [];
  const joined = joinLines(lines, ' ');
  const all = matchers.flatMap(({ dates }) => dates(joined.text, guard));
  return withoutOverlaps(all).map(({ start, end, value }) => ({ value, lines: joined.touched(start, end) }));
}

/** Formats that documents use, beside the default ones, as a config would write them; anchored, lest they read a part. */
const OTHER_FORMATS = [
  '%d/%m/%Y',
  '%d\\.%m\\.%Y',
  '%d-%m-%Y',
  '%m\\.%d\\.%Y',
  '%b %Y',
  '%d %b %y',
  '%d%b%Y',
  '%b-%y',
];

/** Says which formats were tried, and names one that would read the text. */
// See docs/language/04-types.md#413-date
function dateHint(format: string | readonly string[] | undefined, language: DateLanguage): TypeHint {
  const tried = format === undefined ? defaultDateFormats(language) : formatsOf(format);
  let others: readonly { readonly text: string; readonly find: FindCandidates }[] | undefined;
  return (lines, { milliseconds }) => {
    const text = lines.map((line) => line.text).join(' ');
    if (!DIGIT.test(text)) return undefined;
    const guard = { milliseconds, report: () => undefined };
    const reads = (find: FindCandidates) => text.length <= LONGEST_ADVISED && find(lines, guard).length > 0;
    others ??= OTHER_FORMATS.map((form) => ({
      text: form,
      find: dateCandidates(matchersOf(`\\b${form}\\b${NO_HOUR}`, language)),
    }));
    const other = others.find(({ find }) => reads(find));
    const isDefault = format !== undefined && reads(dateCandidates(matchersOf(undefined, language)));
    const advice = isDefault
      ? 'leave "format" out to read it'
      : `set "format"${other ? `: ${JSON.stringify(other.text)} to read it` : ' to read another form'}`;
    const yearless = formatsOf(format).some((form) => !hasYear(datePattern(form, language)));
    const said = yearless ? NO_YEAR : (languageAdvice(text, format, language, reads) ?? advice);
    return `tried ${tried.join(', ')}; ${said}`;
  };
}

/** Says of which language the month is that a text spells, where it is another one; undefined elsewhere. */
function languageAdvice(
  text: string,
  format: string | readonly string[] | undefined,
  language: DateLanguage,
  reads: (find: FindCandidates) => boolean,
): string | undefined {
  if (text.length > LONGEST_ADVISED || spellsMonth(text, language)) return undefined;
  const others = LANGUAGES.filter((other) => other !== language);
  const reading = others.filter((other) => {
    const patterns =
      format === undefined ? spelledDatePatterns(other).map(defaultMatcher) : matchersOf(format, other);
    return reads(dateCandidates(patterns));
  });
  const spelling = reading.length > 0 ? reading : others.filter((other) => spellsMonth(text, other));
  if (spelling.length === 0) return undefined;
  const names = spelling.map((other) => `${LANGUAGE_NAMES[other]} ("language": "${other}")`).join(' or ');
  return `the month is ${names}${reading.length > 0 ? '' : ', and the year is missing'}`;
}

/** Whether a text has the full name of a month beside a number. */
function spellsMonth(text: string, language: DateLanguage): boolean {
  const month = `(?<!\\p{L})${fullMonthSource(language)}(?!\\p{L})`;
  return new RegExp(`\\d[.°º]?(?: de)? ${month}|${month} \\d`, 'iu').test(text);
}

function formatsOf(format: string | readonly string[] | undefined): readonly string[] {
  return format === undefined ? [] : [format].flat();
}

function hasYear({ groups }: DatePattern): boolean {
  return groups.some(({ part }) => part === 'year');
}

/** The warning about a format without a year. */
const NO_YEAR = 'without %Y or %y a format never gives a date, since the year would be a guess';

/** Every date of the usual formats has a year, in digits. */
const DIGIT = /\d/u;

function defaultMatcher(pattern: DatePattern): Matcher {
  const expression = new RegExp(pattern.source, 'giu');
  return {
    dates: (text) => (DIGIT.test(text) ? found(text, expression, (match) => dateIn(match, pattern)) : []),
  };
}

function customMatcher(pattern: DatePattern): Matcher {
  const compiled = compilePattern(pattern.source, dateFlags(pattern.source));
  return {
    dates: (text, guard) => compiled.matchAll(text, guard).flatMap((match) => dateIn(match, pattern) ?? []),
  };
}

function dateIn(match: RegExpExecArray, pattern: DatePattern): Found | undefined {
  const value = dateOf(match, pattern);
  if (value === undefined) return undefined;
  const [source] = match;
  const start = match.index;
  return { start, end: start + source.length, value: { source, value, type: 'date' } };
}
