import type { PatternGuard, PatternIssue } from '../../src/foundation/text/pattern-guard.js';
import { DEFAULT_LIMITS } from '../../src/limits.js';

/** Bounds patterns as extractions do, and hands what is cut short to a function; default to none. */
export function guard(report: (issue: PatternIssue) => void = () => undefined): PatternGuard {
  return { milliseconds: DEFAULT_LIMITS.patternMilliseconds, report };
}
