/**
 * Work that searches by patterns and cannot be laid aside in the middle, in stretches between which other work has its
 * turn: it is ended, and begun anew with what its slow searches gave. So it is heard soon when the caller gives up.
 */
import type { Clock } from './interrupt.js';
import type { PatternGuard, PatternIssue } from './pattern-guard.js';

/** Time of fresh searches after which other work should have its turn, in milliseconds; the last of them may take 100 more. */
const STRETCH = 40;

/** Searches that took less are made anew, in milliseconds: one under a clock takes as long at least. */
const REMEMBERED_FROM = 0.1;

/** What a search gave, and how many reports it made. */
interface Remembered {
  readonly result: unknown;
  readonly told: number;
}

/** By the kind and pattern of a search, and its text. */
type Memory = Map<string, Map<string, Remembered>>;

/** Ends a stretch; never leaves `inStretches`. */
class StretchEnded extends Error {}

/** The guard of one stretch of work. Once its work has ended, it passes everything on as it is. */
export class Stretch implements PatternGuard {
  readonly #guard: PatternGuard;
  readonly #memory: Memory;
  readonly #now: Clock;
  readonly #begun: number;
  /** Times that something was told, of all stretches and of this one. */
  readonly #told: { times: number };
  #toldHere = 0;
  /** Milliseconds of searches that no stretch has made before. */
  #fresh = 0;
  #lastSearch = 0;
  state: 'running' | 'ended' | 'done' = 'running';

  constructor(guard: PatternGuard, memory: Memory, told: { times: number }, now: Clock) {
    this.#guard = guard;
    this.#memory = memory;
    this.#told = told;
    this.#now = now;
    this.#begun = now();
  }

  get milliseconds(): number {
    return this.#guard.milliseconds;
  }

  report(issue: PatternIssue): void {
    this.tell(() => this.#guard.report(issue));
  }

  /** Tells something, unless a stretch before has told it. */
  tell(effect: () => void): void {
    this.#toldHere += 1;
    if (this.#toldHere <= this.#told.times) return;
    this.#told.times = this.#toldHere;
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
    const known = this.#memory.get(search)?.get(text);
    if (known !== undefined) {
      this.#toldHere += known.told;
      return known.result as T;
    }
    const before = this.#toldHere;
    const result = make();
    if (this.#lastSearch < REMEMBERED_FROM) return result;
    this.#remember(search, text, { result, told: this.#toldHere - before });
    this.#fresh += this.#lastSearch;
    if (this.#isOver()) {
      this.state = 'ended';
      throw new StretchEnded();
    }
    return result;
  }

  #remember(search: string, text: string, remembered: Remembered): void {
    const texts = this.#memory.get(search);
    if (texts) texts.set(text, remembered);
    else this.#memory.set(search, new Map([[text, remembered]]));
  }

  /** At least half of the time goes to searches that are new, whatever the way to them costs. */
  #isOver(): boolean {
    return this.#fresh >= STRETCH && 2 * this.#fresh >= this.#now() - this.#begun;
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
  const memory: Memory = new Map();
  const told = { times: 0 };
  for (;;) {
    const stretch = new Stretch(guard, memory, told, now);
    try {
      const result = await work(stretch);
      if (!hasEnded(stretch)) return result;
    } catch (error) {
      if (!hasEnded(stretch)) throw error;
    } finally {
      stretch.state = 'done';
    }
    await turn();
  }
}

/** Whether a stretch was ended: what its work made of that does not count. */
function hasEnded({ state }: Stretch): boolean {
  return state === 'ended';
}
