/**
 * Looks up a sequence from many places of the same lines. Every line is tested once an element, and what was
 * passed over once is not walked again, so that all look-ups together are linear in the number of lines.
 */
import type { Line } from '../document/model.js';
import type { PatternGuard } from '../pattern-guard.js';
import type { LineTest } from './matchers.js';
import type { Sequence } from './sequence.js';

/** A found sequence: the lines of its first and of its last element, as positions. */
export interface IndexedHit {
  readonly first: number;
  readonly last: number;
}

export class SequenceIndex {
  readonly #elements: readonly { readonly reverse: boolean; readonly hits: HitIndex }[];

  constructor(sequence: Sequence, lines: readonly Line[], guard: PatternGuard) {
    this.#elements = sequence.elements.map(({ test, reverse }) => ({
      reverse,
      hits: new HitIndex(test, lines, guard),
    }));
  }

  /** The first match whose first element lies at or after `from`; later elements go on from there. */
  from(from: number): IndexedHit | undefined {
    return this.#find((first) => first.after(from), from);
  }

  /**
   * The first match in all lines. Where an element that is searched upwards is missing, the search begins anew below
   * the line of the first element, as that of anchors does.
   */
  // See docs/language/01-document-anchors-fields.md#3-anchors
  anywhere(): IndexedHit | undefined {
    const [first] = this.#elements;
    const mayBeginAnew = this.#elements.some(({ reverse }) => reverse);
    for (let from = 0; first !== undefined; ) {
      const found = this.from(from);
      const begun = found || !mayBeginAnew ? undefined : first.hits.after(from);
      if (begun === undefined) return found;
      from = begun + 1;
    }
    return undefined;
  }

  /** The match whose first element lies nearest before `before`; later elements go on from there. */
  before(before: number): IndexedHit | undefined {
    return this.#find((first) => first.before(before - 1), 0);
  }

  /** @param lower elements that are searched upwards go no further up */
  #find(findFirst: (index: HitIndex) => number | undefined, lower: number): IndexedHit | undefined {
    let first: number | undefined;
    let last: number | undefined;
    for (const { reverse, hits } of this.#elements) {
      if (last === undefined) last = findFirst(hits);
      else last = reverse ? hits.before(last - 1) : hits.after(last + 1);
      if (last === undefined || last < lower) return undefined;
      first ??= last;
    }
    return first === undefined || last === undefined ? undefined : { first, last };
  }
}

/** Not looked at yet. */
const UNKNOWN = -2;
const NONE = -1;

/** The lines that meet one test, found as they are asked for. */
class HitIndex {
  readonly #test: (position: number) => boolean;
  readonly #length: number;
  #next: Int32Array | undefined;
  #previous: Int32Array | undefined;

  constructor(test: LineTest, lines: readonly Line[], guard: PatternGuard) {
    this.#length = lines.length;
    this.#test = (position) => test(lines[position]!, guard) !== null;
  }

  /** The first hit at or after a position. */
  after(position: number): number | undefined {
    this.#next ??= new Int32Array(this.#length).fill(UNKNOWN);
    return this.#walk(this.#next, position, 1);
  }

  /** The last hit at or before a position. */
  before(position: number): number | undefined {
    this.#previous ??= new Int32Array(this.#length).fill(UNKNOWN);
    return this.#walk(this.#previous, position, -1);
  }

  #walk(known: Int32Array, from: number, step: 1 | -1): number | undefined {
    let at = from;
    while (known[at] === UNKNOWN && !this.#test(at)) at += step;
    const stored = known[at];
    const found = stored === undefined ? NONE : stored === UNKNOWN ? at : stored;
    for (let passed = from; passed !== at; passed += step) known[passed] = found;
    if (stored === UNKNOWN) known[at] = at;
    return found === NONE ? undefined : found;
  }
}
