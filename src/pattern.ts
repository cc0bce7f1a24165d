/**
 * Regular expressions that come from configs. They run on lines of documents that come from strangers, so
 * none may run for longer than a budget. V8 can only be stopped from outside, which costs some 0.1 ms a call;
 * patterns whose cost on a text is bounded by their shape run without that.
 */
import vm from 'node:vm';
import { patternShape } from './pattern-shape.js';

/** Longest time a pattern may take on one text, in milliseconds (the language's default budget for a line). */
export const PATTERN_BUDGET_MS = 100;

/** Steps a pattern of simple shape may need at the worst before it is run under a clock; about 100 ms. */
const UNGUARDED_STEPS = 50_000_000;

/** Told when a pattern ran out of its budget and counts as not matching. */
export type PatternReport = (message: string) => void;

/** A compiled pattern. All methods treat a pattern that exceeds its budget as one that does not match. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** First match, with named groups and indices as `RegExp.exec` gives them. */
  exec(text: string, report: PatternReport): RegExpExecArray | null;
  /** The first `most` matches, empty ones included, left to right. */
  firstMatches(text: string, most: number, report: PatternReport): readonly RegExpExecArray[];
  /** All matches that are not empty, left to right. */
  matchAll(text: string, report: PatternReport): readonly RegExpExecArray[];
  /** The text with every match replaced, JavaScript replacement syntax; unchanged when out of budget. */
  replaceAll(text: string, replacement: string, report: PatternReport): string;
}

/**
 * Compiles a pattern of a config.
 * @param flags letters of `dgimsuvy`; `g` and `y` are accepted and have no effect
 * @throws SyntaxError when the pattern or its flags are no JavaScript regular expression
 */
export function compilePattern(source: string, flags = '', budgetMs = PATTERN_BUDGET_MS): Pattern {
  const kept = flags.replace(/[gy]/gu, '');
  const expression = new RegExp(source, `${kept}g`);
  const shape = patternShape(source);

  function run<T>(text: string, fallback: T, report: PatternReport, work: () => T): T {
    if (text.length ** (shape.unbounded + 1) * 2 ** shape.choices <= UNGUARDED_STEPS && !shape.nested)
      return work();
    try {
      return runWithin(budgetMs, work);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      report(
        `the pattern /${source}/ took longer than ${budgetMs} ms on ${text.length} characters; it counts as not matching`,
      );
      return fallback;
    }
  }

  return {
    source,
    flags: kept,
    exec: (text, report) =>
      run(text, null, report, () => {
        expression.lastIndex = 0;
        return expression.exec(text);
      }),
    firstMatches: (text, most, report) => run(text, [], report, () => first(most, text.matchAll(expression))),
    matchAll: (text, report) =>
      run(text, [], report, () => [...text.matchAll(expression)].filter((match) => match[0] !== '')),
    replaceAll: (text, replacement, report) =>
      run(text, text, report, () => text.replace(expression, replacement)),
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

/** Whether a text is a JavaScript regular expression with these flags; the reason when it is not. */
export function patternProblem(source: string, flags = ''): string | undefined {
  if (!/^[dgimsuvy]*$/u.test(flags)) return 'flags are letters of "dgimsuvy"';
  if (new Set(flags).size !== flags.length) return 'a flag is given twice';
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
