import { DEFAULT_LIMITS } from '../../src/limits.js';
import type { PatternGuard, PatternIssue } from '../../src/text/pattern-guard.js';

/** Bounds patterns as extractions do, and hands what is cut short to a function; default to none. */
export function guard(report: (issue: PatternIssue) => void = () => undefined): PatternGuard {
  return { milliseconds: DEFAULT_LIMITS.patternMilliseconds, report };
}
