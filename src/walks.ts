/**
 * Walks over items, in stretches between which other work has its turn. A rule, or the reading of a value, cannot be laid
 * aside in the middle: it is ended and begun anew, and each walk that it comes to again goes on where it was.
 */
import { type Clock, TURN_MILLISECONDS } from './interrupt.js';

/** Items of rules between looks at the clock: it costs as much as a small item. */
const ITEMS_A_LOOK = 16;

/** Ends a stretch; never leaves the work that is done in stretches. */
export class StretchEnded extends Error {}

/** What a walk does, and where it keeps what its run has used. */
export interface WalkSteps<State, Mark> {
  readonly count: number;
  begin(): State;
  /** False ends the walk. */
  step(state: State, index: number): unknown;
  /** What was used by now. */
  mark(): Mark;
  /** Has used so much, as if it had come here by itself. */
  goOnFrom(mark: Mark): void;
}

/** A walk that was begun. */
interface Walk<Mark> {
  readonly state: unknown;
  /** The item that it goes on with. */
  next: number;
  /** What was used before that item. */
  mark: Mark;
  /** The walks that were begun with that item, in order. */
  inner: Walk<Mark>[];
  /** How many of them this stretch has come to. */
  met: number;
}

/** The walks of one piece of work, which does the same each time that it is begun, up to where it was ended. */
export class Walks<Mark> {
  readonly #now: Clock;
  readonly #itemsALook: number;
  #outermost: Pick<Walk<Mark>, 'inner' | 'met'> = { inner: [], met: 0 };
  #around = this.#outermost;
  #begun: number;
  /** When this stretch came to where none had been before. */
  #fresh: number | undefined;
  #items = 0;

  /** @param itemsALook items between looks at the clock */
  constructor(now: Clock = () => performance.now(), itemsALook = ITEMS_A_LOOK) {
    this.#now = now;
    this.#itemsALook = itemsALook;
    this.#begun = now();
  }

  /** To be called before the work is begun anew. */
  beginAnew(): void {
    this.#around = this.#outermost;
    this.#outermost.met = 0;
    this.#begun = this.#now();
    this.#fresh = undefined;
  }

  /** @throws StretchEnded when other work should have its turn */
  walk<State>(steps: WalkSteps<State, Mark>): State {
    const around = this.#around;
    const walk = this.#meet(around, steps);
    this.#around = walk;
    try {
      while (walk.next < steps.count) {
        const ends = steps.step(walk.state as State, walk.next) === false;
        walk.next = ends ? steps.count : walk.next + 1;
        walk.mark = steps.mark();
        if (walk.inner.length > 0) walk.inner = [];
        walk.met = 0;
        this.#look();
      }
    } finally {
      this.#around = around;
    }
    return walk.state as State;
  }

  #meet<State>(around: Pick<Walk<Mark>, 'inner' | 'met'>, steps: WalkSteps<State, Mark>): Walk<Mark> {
    const known = around.inner[around.met];
    around.met += 1;
    if (known) {
      known.met = 0;
      steps.goOnFrom(known.mark);
      return known;
    }
    const begun: Walk<Mark> = { state: steps.begin(), next: 0, mark: steps.mark(), inner: [], met: 0 };
    around.inner.push(begun);
    return begun;
  }

  /**
   * Ends the stretch when it has lasted a turn; the item at hand was finished first. At least half of the time goes to
   * items that are new, whatever the way to them costs.
   */
  #look(): void {
    this.#items += 1;
    if (this.#fresh !== undefined && this.#items < this.#itemsALook) return;
    this.#items = 0;
    const now = this.#now();
    this.#fresh ??= now;
    if (now - this.#begun >= TURN_MILLISECONDS && now - this.#fresh >= this.#fresh - this.#begun)
      throw new StretchEnded();
  }
}

/**
 * A walk in one stretch.
 * @param step may end the walk by false
 */
export function walkAtOnce<State>(
  count: number,
  begin: () => State,
  step: (state: State, index: number) => unknown,
): State {
  const state = begin();
  for (let index = 0; index < count; index += 1) if (step(state, index) === false) break;
  return state;
}
