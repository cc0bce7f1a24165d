/**
 * Work that searches by patterns, or walks over many lines, and cannot be laid aside in the middle, in stretches between
 * which other work has its turn: it is ended, and begun anew with what its slow searches gave and its walks made. So it is
 * heard soon when the caller gives up.
 */
import { type Clock, TURN_MILLISECONDS } from './interrupt.js';
import type { PatternGuard, PatternIssue } from './pattern-guard.js';
import { RememberedSearches } from './remembered-searches.js';
import { StretchEnded, Walks, walkAtOnce } from './walks.js';

/** What a search gave, and how many reports it made. */
interface Remembered {
  readonly result: unknown;
  readonly told: number;
}

/** What the stretches of one piece of work share. */
interface Memory {
  /** Those that were not remembered are made anew in each stretch, and end none. */
  readonly searches: RememberedSearches<Remembered>;
  /** What was used by a place of a walk is how many times something was told by then. */
  readonly walks: Walks<number>;
  /** Times that something was told. */
  told: number;
}

/** Items of walks between looks at the clock: a line may take as long as a stretch. */
const ITEMS_A_LOOK = 1;

/** The guard of one stretch of work. Once its work has ended, it passes everything on as it is. */
export class Stretch implements PatternGuard {
  readonly #guard: PatternGuard;
  readonly #memory: Memory;
  readonly #now: Clock;
  readonly #begun: number;
  /** Times that something was told, by the place that this stretch has come to. */
  #toldHere = 0;
  /** Milliseconds of searches that no stretch has made before. */
  #fresh = 0;
  #lastSearch = 0;
  state: 'running' | 'ended' | 'done' = 'running';

  constructor(guard: PatternGuard, memory: Memory, now: Clock) {
    this.#guard = guard;
    this.#memory = memory;
    this.#now = now;
    this.#begun = now();
  }

  get milliseconds(): number {
    return this.#guard.milliseconds;
  }

  get forgivingAnchors(): boolean {
    return this.#guard.forgivingAnchors === true;
  }

  report(issue: PatternIssue): void {
    this.tell(() => this.#guard.report(issue));
  }

  /** Tells something, unless a stretch before has told it. */
  tell(effect: () => void): void {
    this.#toldHere += 1;
    if (this.#toldHere <= this.#memory.told) return;
    this.#memory.told = this.#toldHere;
    effect();
  }

  took(milliseconds: number): void {
    this.#lastSearch = milliseconds;
    this.#guard.took?.(milliseconds);
  }

  isTurnDue(): boolean {
    return this.#guard.isTurnDue?.() ?? false;
  }

  worked(steps: number): void {
    this.#guard.worked?.(steps);
  }

  /** What slow searches gave counts for equal texts, too, of which nothing more is told then. */
  recall<T>(search: string, text: string, make: () => T): T {
    if (this.state === 'done') return make();
    const { searches } = this.#memory;
    const known = searches.find(search, text);
    if (known !== undefined) {
      this.#toldHere += known.told;
      return known.result as T;
    }
    const before = this.#toldHere;
    const result = make();
    if (!searches.takes(text, this.#lastSearch)) return result;
    searches.add(search, text, { result, told: this.#toldHere - before });
    this.#fresh += this.#lastSearch;
    if (this.#isOver()) {
      this.state = 'ended';
      throw new StretchEnded();
    }
    return result;
  }

  walk<State>(count: number, begin: () => State, step: (state: State, index: number) => unknown): State {
    if (this.state === 'done') return walkAtOnce(count, begin, step);
    const mark = () => this.#toldHere;
    const goOnFrom = (told: number) => {
      this.#toldHere = told;
    };
    try {
      return this.#memory.walks.walk({ count, begin, step, mark, goOnFrom });
    } catch (error) {
      if (error instanceof StretchEnded) this.state = 'ended';
      throw error;
    }
  }

  /**
   * Whether fresh searches have taken a turn; the last of them may have taken 100 ms more. At least half of the time goes
   * to searches that are new, whatever the way to them costs.
   */
  #isOver(): boolean {
    return this.#fresh >= TURN_MILLISECONDS && 2 * this.#fresh >= this.#now() - this.#begun;
  }
}

/**
 * Does work in as many stretches as its searches take. Each begins it anew: it must be the same each time, change nothing
 * outside but by `Stretch.tell`, and end at what is thrown out of a search.
 * @param guard bounds the searches
 * @param turn awaited between stretches; what it throws ends the work
 * @param now tells how long a stretch has lasted
 */
export async function inStretches<T>(
  guard: PatternGuard,
  turn: () => Promise<void>,
  work: (stretch: Stretch) => T | Promise<T>,
  now: Clock = () => performance.now(),
): Promise<T> {
  const walks = new Walks<number>(now, ITEMS_A_LOOK);
  const memory: Memory = { searches: new RememberedSearches(), walks, told: 0 };
  for (;;) {
    const stretch = new Stretch(guard, memory, now);
    try {
      const result = await work(stretch);
      if (!hasEnded(stretch)) return result;
    } catch (error) {
      if (!hasEnded(stretch)) throw error;
    } finally {
      stretch.state = 'done';
    }
    await turn();
    walks.beginAnew();
  }
}

/** Whether a stretch was ended: what its work made of that does not count. */
function hasEnded({ state }: Stretch): boolean {
  return state === 'ended';
}
