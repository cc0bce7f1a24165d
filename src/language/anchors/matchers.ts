/** Matchers: conditions on one line that give the range of characters that met them. */
// See docs/language/01-document-anchors-fields.md#2-matchers

import { memo } from '../../foundation/objects/memo.js';
import { settled } from '../../foundation/schema/defaults.js';
import { type FuzzyMode, fuzzySearch, type Span } from '../../foundation/text/edit-distance.js';
import { compilePattern } from '../../foundation/text/pattern.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { comparablePattern, comparableText } from '../../page/document/cleaning.js';
import { normaliseAngle } from '../../page/document/line.js';
import type { Line } from '../../page/document/model.js';
import { foldCase, foldPunctuation } from './folding.js';
import type { ComposableMatcher, Matcher } from './forms.js';
import { type Literal, literal } from './line-texts.js';
import { misreadTest } from './misread.js';
import { textMembers } from './schema.js';

/** Tests one line: the range of the hit, or null. */
export type LineTest = (line: Line, guard: PatternGuard) => Span | null;

/** Angles and heights are computed from rounded corners; limits allow this much more. */
const FILTER_SLACK = 0.001;

/**
 * How patterns read a line: as it is, or, where that does not match, once more with its typographic quotes and
 * dashes folded as texts have them.
 */
export type PatternReading = 'plain' | 'folded';

/** Compiles a matcher into a test. */
export function lineTest(matcher: Matcher | ComposableMatcher, patterns: PatternReading = 'plain'): LineTest {
  switch (matcher.type) {
    case 'equals':
    case 'startsWith':
    case 'endsWith':
    case 'includes':
      return filtered(matcher, textTest(matcher));
    case 'regex':
      return filtered(matcher, regexTest(matcher.pattern, matcher.flags, patterns));
    case 'first':
      return filtered(matcher, wholeLine);
    case 'any':
      return anyTest(matcher.matches.map((element) => lineTest(element, patterns)));
    case 'all':
      return allTest(
        matcher.matches.map((element) => ({
          test: lineTest(element, patterns),
          counts: element.type !== 'not',
        })),
      );
    case 'not': {
      const test = lineTest(matcher.match, patterns);
      return (line, guard) => (test(line, guard) ? null : wholeLine(line));
    }
  }
}

/**
 * Compiles a matcher into a test that lines meet which OCR read, too, where it misread a text that they should hold; what
 * a matcher says of texts that must not be there, of regular expressions and of edits is as for other lines.
 * @returns undefined where that is never more than the matcher itself meets
 */
// See docs/language/01-document-anchors-fields.md#26-texts-that-ocr-misread
export function misreadLineTest(
  matcher: Matcher | ComposableMatcher,
  patterns: PatternReading = 'plain',
): LineTest | undefined {
  switch (matcher.type) {
    case 'equals':
    case 'startsWith':
    case 'endsWith':
    case 'includes': {
      if (matcher.isCaseSensitive || matcher.editDistance !== undefined) return undefined;
      const test = misreadTest(wantedBy(matcher).text, matcher.type);
      return test && filtered(matcher, test);
    }
    case 'any':
    case 'all': {
      const tests = matcher.matches.map((element) => {
        const test = misreadLineTest(element, patterns);
        return { exact: lineTest(element, patterns), test, counts: element.type !== 'not' };
      });
      if (tests.every(({ test }) => test === undefined)) return undefined;
      const either = tests.map(({ exact, test, counts }) => ({
        test: test ? anyTest([exact, test]) : exact,
        counts,
      }));
      return matcher.type === 'all' ? allTest(either) : anyTest(either.map(({ test }) => test));
    }
    default:
      return undefined;
  }
}

/**
 * Which of some lines meet at least one of several matchers; `first` is met by one line, the first that passes its
 * filters, whatever the other matchers take.
 * @returns positions of those lines
 */
// See docs/language/01-document-anchors-fields.md#51-order-of-application
export function positionsMet(
  matchers: Matcher | readonly Matcher[],
  lines: readonly Line[],
  guard: PatternGuard,
): ReadonlySet<number> {
  const met = new Set<number>();
  const tests: LineTest[] = [];
  for (const matcher of [matchers].flat()) {
    const test = lineTest(matcher);
    const first = matcher.type === 'first' ? lines.findIndex((line) => test(line, guard)) : undefined;
    if (first === undefined) tests.push(test);
    else if (first >= 0) met.add(first);
  }
  for (const [position, line] of lines.entries()) {
    if (tests.some((test) => test(line, guard) !== null)) met.add(position);
  }
  return met;
}

function wholeLine(line: Line): Span {
  return { start: 0, end: line.text.length };
}

interface LineFilters {
  readonly minimumHeight?: number | undefined;
  readonly maximumHeight?: number | undefined;
  readonly xRangeFilter?: { readonly minX: number; readonly maxX: number } | undefined;
  readonly angleFilter?: { readonly minAngle: number; readonly maxAngle: number } | undefined;
}

/** Puts the geometry filters before a test of the text; all of them must pass. */
function filtered(filters: LineFilters, test: (line: Line, guard: PatternGuard) => Span | null): LineTest {
  const { minimumHeight, maximumHeight, xRangeFilter, angleFilter } = filters;
  const none = minimumHeight === undefined && maximumHeight === undefined && !xRangeFilter && !angleFilter;
  if (none) return test;
  return (line, guard) => {
    if (minimumHeight !== undefined && line.lineHeight < minimumHeight - FILTER_SLACK) return null;
    if (maximumHeight !== undefined && line.lineHeight > maximumHeight + FILTER_SLACK) return null;
    if (xRangeFilter) {
      const { minX, maxX } = xRangeFilter;
      if (line.left < minX - FILTER_SLACK || line.right > maxX + FILTER_SLACK) return null;
    }
    if (angleFilter) {
      const { minAngle, maxAngle } = angleFilter;
      // A line's angle counts clockwise, the filter counter-clockwise.
      const angle = normaliseAngle(-line.angle);
      if (angle < minAngle - FILTER_SLACK || angle > maxAngle + FILTER_SLACK) return null;
    }
    return test(line, guard);
  };
}

interface TextCondition {
  readonly type: 'equals' | 'startsWith' | 'endsWith' | 'includes';
  readonly text: string;
  readonly isCaseSensitive?: boolean | undefined;
  readonly editDistance?: number | undefined;
}

const FUZZY_MODES: Record<TextCondition['type'], FuzzyMode> = {
  equals: 'whole',
  startsWith: 'prefix',
  endsWith: 'suffix',
  includes: 'substring',
};

/** A text that is compared with lines, folded as they are, and how many edits they may be away from it. */
interface Wanted {
  readonly text: string;
  readonly isCaseSensitive: boolean;
  readonly edits: number;
}

/** What a condition on a text compares lines with. */
const wantedBy = memo((condition: TextCondition): Wanted => {
  const { isCaseSensitive, editDistance } = settled(textMembers, condition);
  const spaced = foldPunctuation(comparableText(condition.text).replace(/ +/gu, ' '));
  const text = isCaseSensitive ? spaced : foldCase(spaced);
  // A text may not match everything by being edited away altogether.
  return { text, isCaseSensitive, edits: Math.min(editDistance, text.length - 1) };
});

/** Texts of which every line contains one that meets a matcher; undefined where lines may meet it without. */
export function literalsOf(matcher: Matcher | ComposableMatcher): readonly Literal[] | undefined {
  switch (matcher.type) {
    case 'equals':
    case 'startsWith':
    case 'endsWith':
    case 'includes': {
      const { text, isCaseSensitive, edits } = wantedBy(matcher);
      return edits > 0 || text === '' ? undefined : [literal(text, isCaseSensitive)];
    }
    case 'any': {
      const ofEach = matcher.matches.map(literalsOf);
      return ofEach.every((literals) => literals !== undefined) ? ofEach.flat() : undefined;
    }
    case 'all':
      return matcher.matches.map(literalsOf).find((literals) => literals !== undefined);
    default:
      return undefined;
  }
}

function textTest(condition: TextCondition): LineTest {
  const { text: wanted, isCaseSensitive: exact, edits } = wantedBy(condition);
  const fuzzy = edits > 0 ? fuzzySearch(wanted, FUZZY_MODES[condition.type], edits) : undefined;
  return (line, guard) => {
    const folded = foldedLine(line);
    const text = exact ? folded.punctuation : folded.all;
    const hit = exactSpan(text, wanted, condition.type) ?? fuzzy?.(text, guard);
    return hit ? { start: hit.start, end: hit.end } : null;
  };
}

function exactSpan(text: string, wanted: string, type: TextCondition['type']): Span | null {
  switch (type) {
    case 'equals':
      return text === wanted ? { start: 0, end: text.length } : null;
    case 'startsWith':
      return text.startsWith(wanted) ? { start: 0, end: wanted.length } : null;
    case 'endsWith':
      return text.endsWith(wanted) ? { start: text.length - wanted.length, end: text.length } : null;
    case 'includes': {
      const start = text.indexOf(wanted);
      return start < 0 ? null : { start, end: start + wanted.length };
    }
  }
}

function regexTest(pattern: string, flags: string | undefined, patterns: PatternReading): LineTest {
  const compiled = compilePattern(comparablePattern(pattern), flags);
  const search = (text: string, guard: PatternGuard) => {
    const match = compiled.exec(text, guard);
    return match ? { start: match.index, end: match.index + match[0].length } : null;
  };
  if (patterns === 'plain') return (line, guard) => search(line.text, guard);
  return (line, guard) => {
    const { punctuation } = foldedLine(line);
    const hit = search(line.text, guard);
    // Folding keeps the length, so that ranges are those of the original text.
    return hit ?? (punctuation === line.text ? null : search(punctuation, guard));
  };
}

/** Met by lines that meet one of several tests, in their order. */
export function anyTest(tests: readonly LineTest[]): LineTest {
  return (line, guard) => {
    for (const test of tests) {
      const hit = test(line, guard);
      if (hit) return hit;
    }
    return null;
  };
}

/** All must hit; the range runs from the smallest start to the largest end of those that are not negations. */
function allTest(elements: readonly { readonly test: LineTest; readonly counts: boolean }[]): LineTest {
  return (line, guard) => {
    let start = Number.POSITIVE_INFINITY;
    let end = 0;
    for (const element of elements) {
      const hit = element.test(line, guard);
      if (!hit) return null;
      if (!element.counts) continue;
      start = Math.min(start, hit.start);
      end = Math.max(end, hit.end);
    }
    return start <= end ? { start, end } : wholeLine(line);
  };
}

interface FoldedText {
  readonly punctuation: string;
  readonly all: string;
}

/** Many fields look at the same lines: each is folded once. */
const foldedLine = memo(({ text }: Line): FoldedText => {
  const punctuation = foldPunctuation(text);
  return { punctuation, all: foldCase(punctuation) };
});
