/** Bounds on the regular expressions of configs, and where it is told what they cut short. */
// See docs/language/01-document-anchors-fields.md#24-regex-details

/** What was cut short on a text, so that patterns stay within their bounds. */
export interface PatternIssue {
  /** A pattern that took too long counts as not matching, which is an error; a text cut off is a warning. */
  readonly code: 'regex_timeout' | 'PATTERN_TEXT_CUT';
  readonly message: string;
}

/** The bounds of patterns in a run. */
export interface PatternGuard {
  /** Longest time that a pattern may take on one text. */
  readonly milliseconds: number;
  /** Told of what was cut short. */
  report(issue: PatternIssue): void;
  /** Told of the time that each search took; may throw to end the run. */
  took?(milliseconds: number): void;
}

/** What a guard takes from a run: its limit, and where it tells what was cut short. */
interface GuardedRun<Place> {
  /** The limit `patternMilliseconds`. */
  readonly patternMilliseconds: number;
  error(issue: { readonly type: 'configuration' } & PatternIssue & Place): void;
  warn(warning: PatternIssue & Place): void;
  /** Throws when the time of the whole run is up. */
  checkpoint(): void;
}

/** The guard of a run that tells of everything with its place: errors of patterns, warnings of texts. */
export function placedGuard<Place extends object>(run: GuardedRun<Place>, place: Place): PatternGuard {
  return {
    milliseconds: run.patternMilliseconds,
    report(issue) {
      if (issue.code === 'PATTERN_TEXT_CUT') return run.warn({ ...issue, ...place });
      run.error({ type: 'configuration', ...issue, ...place });
      // Many lines that each take their time may take that of the whole run.
      run.checkpoint();
    },
  };
}
