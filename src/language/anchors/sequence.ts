/** Sequences of matchers: each element is looked for below (or, reversed, above) the line of the one before. */

import { kept, memo } from '../../foundation/objects/memo.js';
import type { Span } from '../../foundation/text/edit-distance.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Line } from '../../page/document/model.js';
import type { AnchorMatch, Matcher, RepeatMatcher, StopMatch } from './forms.js';
import { type Literal, lineTexts } from './line-texts.js';
import { type LineTest, lineTest, literalsOf, misreadLineTest, type PatternReading } from './matchers.js';
import { hasReadLines } from './misread.js';

interface Element {
  readonly test: LineTest;
  /** Met by lines on which OCR misread what they should hold; absent where the test says all. */
  readonly misread?: LineTest | undefined;
  /** Texts without one of which no line passes the test. */
  readonly literals?: readonly Literal[] | undefined;
  readonly reverse: boolean;
  /** What its line does, as `starts with "text"`; the subject is the line. */
  readonly description: string;
}

/** A match of a config made ready to run. */
export interface Sequence {
  readonly elements: readonly Element[];
  /** Whether the match is the single matcher `first`, which yields at most one candidate. */
  readonly single: boolean;
  /** Whether the last element is `last`: the end of the scope. */
  readonly toEnd: boolean;
}

/** A found sequence: the line of its last element, the range in it, and the lines of all elements. */
export interface SequenceHit extends Span {
  readonly index: number;
  readonly indices: readonly number[];
  /** Texts that OCR read in place of those that were looked for; none where all are as they should be. */
  readonly misread: readonly string[];
}

/** How a sequence failed: which element was not found, and where the elements before it stood. */
export interface SequenceMiss {
  readonly element: Element;
  readonly indices: readonly number[];
}

/** Where to search, as positions in the lines: `from` inclusive, `to` exclusive, reversed down to `lower`. */
export interface SearchRange {
  readonly from: number;
  readonly to: number;
  readonly lower: number;
}

/** Compiles a match; the same config object is compiled once for each reading, and the same text once. */
export function sequenceOf(match: AnchorMatch | StopMatch, patterns: PatternReading = 'plain'): Sequence {
  return typeof match === 'string' ? sequenceOfText(match) : compiled[patterns](match);
}

/** Texts whose sequences are kept, and how long they are at most: a config names some hundreds, of some words each. */
const MOST_TEXTS = 2000;
const LONGEST_TEXT = 256;
const ofTexts = new Map<string, Sequence>();

function sequenceOfText(text: string): Sequence {
  const make = () => compile([{ type: 'includes', text }], 'plain');
  return text.length > LONGEST_TEXT ? make() : kept(ofTexts, text, MOST_TEXTS, make);
}

function compiledIn(patterns: PatternReading) {
  return memo((match: Exclude<AnchorMatch | StopMatch, string>) =>
    compile(Array.isArray(match) ? match : [match], patterns),
  );
}

const compiled = { plain: compiledIn('plain'), folded: compiledIn('folded') };

function compile(
  match: readonly (Matcher | RepeatMatcher | { readonly type: 'last' })[],
  patterns: PatternReading,
): Sequence {
  const toEnd = match.at(-1)?.type === 'last';
  const matchers = match.filter((part) => part.type !== 'last');
  return {
    elements: toEnd && matchers.length === 0 ? [] : expandAll(matchers, patterns),
    single: match.length === 1 && match[0]!.type === 'first',
    toEnd,
  };
}

/** Takes the place of what is not a matcher: no line meets it. */
const NOTHING: Element = { test: () => null, reverse: false, description: 'meets a match without matchers' };

function expandAll(parts: readonly (Matcher | RepeatMatcher)[], patterns: PatternReading): Element[] {
  return parts.length === 0 ? [NOTHING] : parts.flatMap((part) => expand(part, patterns));
}

function expand(part: Matcher | RepeatMatcher, patterns: PatternReading): Element[] {
  if (part.type !== 'repeat') return [elementOf(part, patterns)];
  const once = expandAll([part.match].flat(), patterns);
  return Array.from({ length: part.times }, () => once).flat();
}

/** What most searches do without is made when it is asked for. */
function elementOf(part: Matcher, patterns: PatternReading): Element {
  let misread: { readonly test: LineTest | undefined } | undefined;
  return {
    test: lineTest(part, patterns),
    get misread() {
      misread ??= { test: misreadLineTest(part, patterns) };
      return misread.test;
    },
    literals: literalsOf(part),
    reverse: part.reverse === true,
    get description() {
      return describeMatcher(part);
    },
  };
}

/** Whether a search that finds nothing is worth making once more for what OCR misread. */
export function mayBeMisread(sequence: Sequence, lines: readonly Line[], guard: PatternGuard): boolean {
  return (
    guard.forgivingAnchors === true && hasReadLines(lines) && sequence.elements.some(({ misread }) => misread)
  );
}

/** How texts are looked for: as they are, or also as OCR misreads them, where they are not there as they are. */
export type Reading = 'exact' | 'misread';

/** Finds a sequence in lines, or says which element is missing. What OCR misread is found where nothing else is. */
export function findSequence(
  sequence: Sequence,
  lines: readonly Line[],
  range: SearchRange,
  guard: PatternGuard,
): SequenceHit | SequenceMiss {
  const result = findReading(sequence, lines, range, guard, 'exact');
  if (isHit(result) || !mayBeMisread(sequence, lines, guard)) return result;
  const misread = findReading(sequence, lines, range, guard, 'misread');
  return isHit(misread) ? misread : result;
}

/** The same, in one of the ways in which texts are looked for. */
export function findReading(
  sequence: Sequence,
  lines: readonly Line[],
  range: SearchRange,
  guard: PatternGuard,
  reading: Reading,
): SequenceHit | SequenceMiss {
  const indices: number[] = [];
  const misread: string[] = [];
  let span: Span = { start: 0, end: 0 };
  for (const element of sequence.elements) {
    const previous = indices.at(-1);
    const upwards = element.reverse && previous !== undefined;
    const begin = startOf(previous, upwards, range);
    const [end, step] = upwards ? ([range.lower, -1] as const) : ([range.to - 1, 1] as const);
    let hit = scan(element, lines, begin, end, step, guard);
    if (!hit && reading === 'misread' && element.misread) {
      hit = scan({ test: element.misread }, lines, begin, end, step, guard);
      if (hit) misread.push(textAt(hit, lines));
    }
    if (!hit) return { element, indices };
    indices.push(hit.index);
    span = hit.span;
  }
  return { index: indices.at(-1) ?? range.from, indices, misread, start: span.start, end: span.end };
}

function textAt(
  { index, span }: { readonly index: number; readonly span: Span },
  lines: readonly Line[],
): string {
  return lines[index]!.text.slice(span.start, span.end);
}

function startOf(previous: number | undefined, upwards: boolean, range: SearchRange): number {
  if (previous === undefined) return upwards ? range.from - 1 : range.from;
  return upwards ? previous - 1 : previous + 1;
}

/** Fewer lines are looked at one by one: their texts are not worth joining. */
const LEAST_JOINED = 16;

function scan(
  { test, literals }: Pick<Element, 'test' | 'literals'>,
  lines: readonly Line[],
  begin: number,
  end: number,
  step: 1 | -1,
  guard: PatternGuard,
): { readonly index: number; readonly span: Span } | undefined {
  const texts = literals && step > 0 && end - begin >= LEAST_JOINED ? lineTexts(lines) : undefined;
  for (let index = begin; step > 0 ? index <= end : index >= end; index += step) {
    if (texts) {
      const next = texts.nextOf(literals!, index);
      if (next === undefined || next > end) return undefined;
      index = next;
    }
    const line = lines[index];
    if (!line) return undefined;
    const span = test(line, guard);
    if (span) return { index, span };
  }
  return undefined;
}

export function isHit(result: SequenceHit | SequenceMiss): result is SequenceHit {
  return 'index' in result;
}

/** What a line must do to meet a matcher, in words for traces: `matches "text"`, `starts with "text"`. */
function describeMatcher(matcher: Matcher): string {
  switch (matcher.type) {
    case 'includes':
      return `matches ${JSON.stringify(matcher.text)}`;
    case 'equals':
      return `is ${JSON.stringify(matcher.text)}`;
    case 'startsWith':
      return `starts with ${JSON.stringify(matcher.text)}`;
    case 'endsWith':
      return `ends with ${JSON.stringify(matcher.text)}`;
    case 'regex':
      return `matches /${matcher.pattern}/${matcher.flags ?? ''}`;
    case 'first':
      return 'is left for the matcher "first"';
    default:
      return `passes the matcher "${matcher.type}"`;
  }
}
