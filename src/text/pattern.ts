/**
 * Regular expressions that come from configs. They run on lines of documents that come from strangers, so
 * none may run for longer than a limit that the host sets. V8 can only be stopped from outside, which costs some 0.1 ms a call;
 * patterns whose cost on a text is bounded by their shape run without that.
 */
import vm from 'node:vm';
import type { PatternGuard } from '../pattern-guard.js';
import { patternShape } from './pattern-shape.js';

/**
 * Steps of a backtracking engine in a millisecond. A pattern of simple shape that takes no more at the worst than
 * its time allows is run without a clock.
 */
const STEPS_PER_MS = 500_000;

/** Longest text that the pattern of a value type reads, in characters. */
// See docs/language/04-types.md#416-custom-replace
const LONGEST_TEXT = 100_000;

/** A text cut to the length that patterns of value types read, which is told as a warning. */
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
  /** The text with every match replaced, JavaScript replacement syntax; unchanged when out of time. */
  replaceAll(text: string, replacement: string, guard: PatternGuard): string;
}

/**
 * Compiles a pattern of a config.
 * @param flags letters of `dgimsuvy`; `g` and `y` are accepted and have no effect
 * @throws SyntaxError when the pattern or its flags are no JavaScript regular expression
 */
export function compilePattern(source: string, flags = ''): Pattern {
  const kept = flags.replace(/[gy]/gu, '');
  const expression = new RegExp(source, `${kept}g`);
  const shape = patternShape(source);

  const steps = (text: string) => text.length ** (shape.unbounded + 1) * 2 ** shape.choices;

  function run<T>(text: string, fallback: T, guard: PatternGuard, work: () => T): T {
    const { milliseconds } = guard;
    if (!shape.nested && steps(text) <= STEPS_PER_MS * milliseconds) return work();
    try {
      return runWithin(milliseconds, work);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      guard.report({
        code: 'regex_timeout',
        message: `the pattern /${source}/ took longer than ${milliseconds} ms on ${text.length} characters; it counts as not matching`,
      });
      return fallback;
    }
  }

  function timed<T>(text: string, fallback: T, guard: PatternGuard, work: () => T): T {
    if (!guard.took) return run(text, fallback, guard, work);
    const begun = performance.now();
    const result = run(text, fallback, guard, work);
    guard.took(performance.now() - begun);
    return result;
  }

  return {
    source,
    flags: kept,
    exec: (text, guard) =>
      timed(text, null, guard, () => {
        expression.lastIndex = 0;
        return expression.exec(text);
      }),
    firstMatches: (text, most, guard) => timed(text, [], guard, () => first(most, text.matchAll(expression))),
    matchAll: (text, guard) =>
      timed(text, [], guard, () => [...text.matchAll(expression)].filter((match) => match[0] !== '')),
    replaceAll: (text, replacement, guard) =>
      timed(text, text, guard, () => text.replace(expression, replacement)),
  };
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
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is not a valid regular expression: ${reason.replace(V8_PREFIX, '')}`;
  }
}

const sandbox: { work?: () => unknown } = {};
let guard: { script: vm.Script; context: vm.Context } | undefined;

/** Runs pure work and stops it after a time. @throws an error for which `isTimeout` holds */
function runWithin<T>(milliseconds: number, work: () => T): T {
  guard ??= { script: new vm.Script('work()'), context: vm.createContext(sandbox) };
  sandbox.work = work;
  try {
    return guard.script.runInContext(guard.context, { timeout: milliseconds }) as T;
  } finally {
    delete sandbox.work;
  }
}

/** The error comes from another realm, so it is no instance of this one's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
