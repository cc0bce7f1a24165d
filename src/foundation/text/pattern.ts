/**
 * Regular expressions that come from configs. They run on lines of documents that come from strangers, so
 * none may run for longer than a limit of the processor's time that the host sets. V8 can only be stopped from outside, which costs some 0.1 ms a call;
 * patterns that can be proven to take few steps on a text run without that.
 */

import { isTimeout, ownMilliseconds } from '../platform/time-box.js';
import { allMatches } from './matches.js';
import { runWithinOwn } from './own-time.js';
import { compileProblem } from './pattern-compile-cost.js';
import { blowsUp, searchSteps } from './pattern-cost.js';
import type { PatternGuard } from './pattern-guard.js';
import { matchesEmpty, type PatternNode, patternTree, sizeProblem } from './pattern-tree.js';
import { withReplacements } from './replacement.js';

/**
 * Steps that a search may take without a clock: some 10 ms, and enough for `total:?\s*\$?([\d,]+)` on a line of
 * 100 characters. Nearly all searches take far fewer than they might.
 */
const STEPS_WITHOUT_CLOCK = 5_000_000;

/** The most that such a search counts for; asking how long this process had the processor takes longer than most of them. */
const SHORT_MILLISECONDS = 10;

/** Steps that take so little time that it is not measured. */
const STEPS_UNMEASURED = 20_000;

/** Longest text that the pattern of a value type reads, in characters. */
// See docs/language/04-types.md#416-custom-replace
const LONGEST_TEXT = 100_000;

/** A text cut to the length that patterns of value types read, which is reported in a warning. */
export function cutText(text: string, guard: PatternGuard): string {
  if (text.length <= LONGEST_TEXT) return text;
  const message = `only the first ${LONGEST_TEXT} of ${text.length} characters were searched`;
  guard.report({ code: 'PATTERN_TEXT_CUT', message });
  return text.slice(0, LONGEST_TEXT);
}

/** A compiled pattern. All methods treat a pattern that exceeds its time as one that does not match. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** First match, with named groups and indices as `RegExp.exec` gives them. */
  exec(text: string, guard: PatternGuard): RegExpExecArray | null;
  /** The first `most` matches, empty ones included, left to right. */
  firstMatches(text: string, most: number, guard: PatternGuard): readonly RegExpExecArray[];
  /** All matches that are not empty, left to right. */
  matchAll(text: string, guard: PatternGuard): readonly RegExpExecArray[];
  /**
   * The text with every match replaced, JavaScript replacement syntax; unchanged when out of time, or when it would grow
   * beyond 1,000,000 characters.
   */
  replaceAll(text: string, replacement: string, guard: PatternGuard): string;
}

/**
 * Compiles a pattern of a config.
 * @param flags letters of `dgimsuvy`; `g` and `y` are accepted and have no effect
 * @throws SyntaxError when the pattern or its flags are no JavaScript regular expression, it is too large, or takes too long
 * to be compiled
 */
export function compilePattern(source: string, flags = ''): Pattern {
  const kept = flags.replace(/[gy]/gu, '');
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined) throw new SyntaxError(`The pattern ${problem}.`);
  };
  refuse(sizeProblem(source));
  const expression = new RegExp(source, `${kept}g`);
  const tree = patternTree(source, kept);
  refuse(compileProblem(tree, kept));
  /** The expression at its beginning, wherever a search before was ended. */
  const rewound = () => {
    expression.lastIndex = 0;
    return expression;
  };
  const stepsOn = stepCounter(tree);

  function run<T>(text: string, fallback: T, guard: PatternGuard, work: () => T): T {
    const steps = stepsOn(text.length);
    if (steps <= STEPS_UNMEASURED) {
      guard.worked?.(steps);
      return work();
    }
    const { milliseconds } = guard;
    const isShort = steps <= STEPS_WITHOUT_CLOCK;
    const begun = performance.now();
    const ownBegun = isShort ? 0 : ownMilliseconds();
    let result = fallback;
    try {
      if (isShort) result = work();
      else if (milliseconds > 0) result = runWithinOwn(milliseconds, work);
      else guard.report(outOfTime(source));
    } catch (error) {
      if (!isTimeout(error)) throw error;
      guard.report(tooSlow(source, text, milliseconds));
    }
    // Neither time that others had the processor nor that of other threads is the pattern's.
    const own = isShort ? SHORT_MILLISECONDS : ownMilliseconds() - ownBegun;
    guard.took?.(Math.min(performance.now() - begun, own));
    return result;
  }

  return {
    source,
    flags: kept,
    exec: (text, guard) => run(text, null, guard, () => rewound().exec(text)),
    firstMatches: (text, most, guard) => run(text, [], guard, () => first(most, text.matchAll(rewound()))),
    matchAll: (text, guard) =>
      run(text, [], guard, () => allMatches(text, expression).filter((match) => match[0] !== '')),
    replaceAll: (text, replacement, guard) => {
      const replaced = run<string | undefined>(text, text, guard, () =>
        boundedReplacement(text, rewound(), replacement),
      );
      if (replaced === undefined) guard.report(tooLong(source));
      return replaced ?? text;
    },
  };
}

/** Most characters of a text with its replacements; ten times the longest text that patterns are run on. */
const LONGEST_REPLACED = 1_000_000;

/** The text with every match replaced; undefined where it would be too long. */
function boundedReplacement(text: string, expression: RegExp, replacement: string): string | undefined {
  let length = 0;
  const end = new Error('too long');
  try {
    return withReplacements(text, text.matchAll(expression), replacement, (characters) => {
      length += characters;
      if (length > LONGEST_REPLACED) throw end;
    });
  } catch (error) {
    if (error === end) return undefined;
    throw error;
  }
}

function tooLong(source: string) {
  const message = `the replacements of the pattern /${shown(source)}/ make more than ${LONGEST_REPLACED} characters; the text stays as it is`;
  return { code: 'replacement_too_long', message } as const;
}

/** Lines of a document have few lengths, and a pattern is asked about each of them many times. */
const LENGTHS = 256;

/** The most steps that searches for a pattern take on texts, by their length. */
function stepCounter(tree: PatternNode): (length: number) => number {
  const known = new Float64Array(LENGTHS);
  return (length) => {
    if (length >= LENGTHS) return searchSteps(tree, length);
    known[length] ||= searchSteps(tree, length);
    return known[length]!;
  };
}

function tooSlow(source: string, { length }: string, milliseconds: number) {
  const message = `the pattern /${shown(source)}/ took longer than ${milliseconds} ms on ${length} characters; it counts as not matching`;
  return { code: 'regex_timeout', message } as const;
}

function outOfTime(source: string) {
  const message = `the slow patterns of the extraction have used up their time; the pattern /${shown(source)}/ counts as not matching`;
  return { code: 'regex_timeout', message } as const;
}

/** Characters of a pattern that a message shows. */
const SHOWN = 200;

function shown(source: string): string {
  return source.length <= SHOWN ? source : `${source.slice(0, SHOWN)}…`;
}

function first<T>(most: number, items: Iterable<T>): T[] {
  const taken: T[] = [];
  if (most <= 0) return taken;
  for (const item of items) {
    taken.push(item);
    if (taken.length === most) break;
  }
  return taken;
}

/** Begins what V8 says of a pattern; the pattern itself is known to whoever reads of it. */
const V8_PREFIX = /^Invalid regular expression: \/.*\/[a-z]*: /su;

/** What is wrong with a text as a JavaScript regular expression with these flags; undefined when nothing is. */
export function patternProblem(source: string, flags = ''): string | undefined {
  if (!/^[dgimsuvy]*$/u.test(flags) || new Set(flags).size !== flags.length)
    return 'must be letters of "dgimsuvy", each once at most';
  const tooLarge = sizeProblem(source);
  if (tooLarge !== undefined) return tooLarge;
  try {
    new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is not a valid regular expression: ${reason.replace(V8_PREFIX, '')}`;
  }
  return compileProblem(patternTree(source, flags), flags);
}

/**
 * Whether a pattern that `patternProblem` finds nothing wrong with can match nothing at all; decided without running
 * it.
 */
export function canMatchNothing(source: string, flags = ''): boolean {
  return matchesEmpty(patternTree(source, flags));
}

/** Whether a pattern that `patternProblem` finds nothing wrong with is certain to take endless time on some texts. */
export function canTakeForever(source: string, flags = ''): boolean {
  return blowsUp(patternTree(source, flags));
}
