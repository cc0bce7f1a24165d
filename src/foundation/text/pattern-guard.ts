/** Bounds on the regular expressions of configs, and the report of what they cut short. */
// See docs/language/01-document-anchors-fields.md#24-regex-details
import { DEFAULT_LIMITS, type Limits } from '../../limits.js';

/** What was cut short on a text, so that patterns stay within their bounds. */
export interface PatternIssue {
  /** A pattern that took too long counts as not matching, which is an error; a text cut off is a warning. */
  readonly code: 'regex_timeout' | 'replacement_too_long' | 'PATTERN_TEXT_CUT';
  readonly message: string;
}

/** The bounds of patterns in a run. */
export interface PatternGuard {
  /** Longest time that a search may take on one text; 0 when that of all searches together is used up. */
  readonly milliseconds: number;
  /** Whether texts of matchers are found that OCR misread; default false. */
  readonly forgivingAnchors?: boolean;
  /** Called with what was cut short. */
  report(issue: PatternIssue): void;
  /** Called with the time of each search but short ones; may throw to end the run. */
  took?(milliseconds: number): void;
  /** Called with the steps that a short search takes at most; may throw to end the run. */
  worked?(steps: number): void;
}

/** The limits of patterns. */
export type PatternLimits = Pick<Limits, 'patternMilliseconds' | 'patternTotalMilliseconds'>;

/** The time that the patterns of a run may take: on one text, and those that need a clock all together. */
export class PatternTime {
  /** Longest time on one text, in milliseconds. */
  readonly onText: number;
  /** Milliseconds that are left; less than 0 once more was taken. */
  left: number;

  constructor({ patternMilliseconds, patternTotalMilliseconds }: PatternLimits = DEFAULT_LIMITS) {
    this.onText = patternMilliseconds;
    this.left = patternTotalMilliseconds;
  }

  /** Longest time of the next search; 0 when all is used up. */
  get milliseconds(): number {
    return Math.max(0, Math.min(this.onText, this.left));
  }

  /** Time that a search took. */
  took(milliseconds: number): void {
    this.left -= milliseconds;
  }
}

/** What a guard takes from a run: its time, and where it reports what was cut short. */
interface GuardedRun<Place> {
  readonly patternTime: PatternTime;
  /** Whether matchers find texts that OCR misread. */
  readonly forgivingAnchors?: boolean;
  error(issue: { readonly type: 'configuration' } & PatternIssue & Place): void;
  warn(warning: PatternIssue & Place): void;
  /** Throws when the time of the whole run is up. */
  checkpoint(): void;
}

/** Steps of short searches between looks at the clock of the run: some milliseconds. */
const STEPS_A_LOOK = 5_000_000;

/** The same for searches whose time is measured. */
const MILLISECONDS_A_LOOK = 20;

/**
 * The guard of a run that reports everything with its place: errors of patterns, warnings of texts.
 * @param placeOf asked when something is reported: most searches have nothing to report
 */
export function placedGuard<Place extends object>(
  run: GuardedRun<Place>,
  placeOf: () => Place,
): PatternGuard {
  return new PlacedGuard(run, placeOf);
}

/** A class, because two are made for every match of an anchor. */
class PlacedGuard<Place extends object> implements PatternGuard {
  readonly #run: GuardedRun<Place>;
  readonly #placeOf: () => Place;
  #steps = 0;
  #elapsed = 0;
  #saidItEnded = false;

  constructor(run: GuardedRun<Place>, placeOf: () => Place) {
    this.#run = run;
    this.#placeOf = placeOf;
  }

  get milliseconds(): number {
    return this.#run.patternTime.milliseconds;
  }

  get forgivingAnchors(): boolean {
    return this.#run.forgivingAnchors === true;
  }

  report(issue: PatternIssue): void {
    const run = this.#run;
    if (issue.code === 'PATTERN_TEXT_CUT') {
      run.warn({ ...issue, ...this.#placeOf() });
      return;
    }
    // Of many lines on which a pattern is not run any more, one says all.
    const isEnd = run.patternTime.milliseconds === 0;
    if (!isEnd || !this.#saidItEnded) run.error({ type: 'configuration', ...issue, ...this.#placeOf() });
    this.#saidItEnded = isEnd;
    // Many lines that each take their time may take that of the whole run.
    run.checkpoint();
  }

  took(milliseconds: number): void {
    this.#run.patternTime.took(milliseconds);
    this.#elapsed += milliseconds;
    if (this.#elapsed >= MILLISECONDS_A_LOOK) this.#look();
  }

  worked(steps: number): void {
    this.#steps += steps;
    if (this.#steps >= STEPS_A_LOOK) this.#look();
  }

  #look(): void {
    this.#steps = 0;
    this.#elapsed = 0;
    this.#run.checkpoint();
  }
}
