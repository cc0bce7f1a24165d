import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import { once, type PatternGuard } from '../pattern-guard.js';
import { compilePattern, patternProblem } from '../text/pattern.js';
import {
  type DatePattern,
  dateFlags,
  dateOf,
  datePattern,
  defaultDatePatterns,
  LANGUAGES,
  monthLetters,
} from './date-format.js';
import { defineType, type TypedValue } from './definition.js';
import { collected, found, matchingCopy } from './shared.js';
import { joinLines, type Span, withoutOverlaps } from './text.js';

interface Matcher {
  /** The dates of one format in a text, in order. */
  dates(text: string, guard: PatternGuard): readonly Found[];
}

interface Found extends Span {
  readonly value: TypedValue;
}

const members = {
  format: z
    .union([z.string(), z.array(z.string()).min(1)])
    .optional()
    .describe(
      'Formats to try instead of the usual ones: %b month name, %m %M month, %d %D day, %Y %y year; the rest is a regular expression',
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
      const problem = formatProblem(datePattern(text, language));
      const path = Array.isArray(format) ? ['format', i] : ['format'];
      if (problem !== undefined) context.addIssue({ code: 'custom', path, message: problem });
    }
  },
  warnings(options) {
    const { format, language } = settled(members, options);
    return formatsOf(format).flatMap((text, i) =>
      datePattern(text, language).unknown.map((directive) => ({
        path: Array.isArray(format) ? ['format', i] : ['format'],
        code: 'doubtful_type',
        message: `${directive} is not a directive of date formats; it is matched as written`,
      })),
    );
  },
  compile(options) {
    const { format, language } = settled(members, options);
    const matchers =
      format === undefined
        ? defaultDatePatterns(language).map(defaultMatcher)
        : formatsOf(format).map((text) => customMatcher(datePattern(text, language)));
    return {
      characters: `0123456789/-.,${monthLetters(language)}`,
      candidates(lines, guard) {
        const copy = collected(matchingCopy(lines, guard), guard, ({ text, position }) => [
          { position, text: text.replace(/ {2,}/gu, ' ') },
        ]);
        const joined = once(guard, () => joinLines(copy, ' '));
        const all = matchers.flatMap(({ dates }) => dates(joined.text, guard));
        const separate = once(guard, () => withoutOverlaps(all));
        return collected(separate, guard, ({ start, end, value }) => [
          { value, lines: joined.touched(start, end) },
        ]);
      },
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

function formatsOf(format: string | readonly string[] | undefined): readonly string[] {
  return format === undefined ? [] : [format].flat();
}

function formatProblem({ source, groups }: DatePattern): string | undefined {
  const problem = patternProblem(source, dateFlags(source));
  if (problem !== undefined) return problem;
  if (!groups.some(({ part }) => part === 'year')) return 'must contain %Y or %y: a date needs a year';
  return undefined;
}

/** Every date of the usual formats has a year, in digits. */
const DIGIT = /\d/u;

function defaultMatcher(pattern: DatePattern): Matcher {
  const expression = new RegExp(pattern.source, 'giu');
  return {
    dates: (text, guard) =>
      DIGIT.test(text) ? found(text, expression, guard, (match) => dateIn(match, pattern)) : [],
  };
}

function customMatcher(pattern: DatePattern): Matcher {
  const compiled = compilePattern(pattern.source, dateFlags(pattern.source));
  return {
    dates: (text, guard) =>
      collected(compiled.matchAll(text, guard), guard, (match) => {
        const date = dateIn(match, pattern);
        return date ? [date] : [];
      }),
  };
}

function dateIn(match: RegExpExecArray, pattern: DatePattern): Found | undefined {
  const value = dateOf(match, pattern);
  if (value === undefined) return undefined;
  const [source] = match;
  const start = match.index;
  return { start, end: start + source.length, value: { source, value, type: 'date' } };
}
