/**
 * Looks up a sequence from many places of the same lines. Every line is tested once an element, and what was
 * passed over once is not walked again, so that all look-ups together are linear in the number of lines.
 */

import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Line } from '../../page/document/model.js';
import { anyTest, type LineTest } from './matchers.js';
import { mayBeMisread, type Sequence } from './sequence.js';

/** A found sequence: the lines of its first and of its last element, as positions. */
interface IndexedHit {
  readonly first: number;
  readonly last: number;
}

type Elements = readonly { readonly reverse: boolean; readonly hits: HitIndex }[];

export class SequenceIndex {
  readonly #exact: Elements;
  /** The same, met by lines on which OCR misread what they should hold, too; absent where nothing was read by OCR. */
  readonly #misread: Elements | undefined;

  constructor(sequence: Sequence, lines: readonly Line[], guard: PatternGuard) {
    const indexed = (testOf: (element: Sequence['elements'][number]) => LineTest) =>
      sequence.elements.map((element) => ({
        reverse: element.reverse,
        hits: new HitIndex(testOf(element), lines, guard),
      }));
    this.#exact = indexed(({ test }) => test);
    if (!mayBeMisread(sequence, lines, guard)) return;
    this.#misread = indexed(({ test, misread }) => (misread ? anyTest([test, misread]) : test));
  }

  /**
   * The first match whose first element lies at or after `from`, and whose last element lies before `to`; later elements
   * go on from the first.
   */
  from(from: number, to = Number.POSITIVE_INFINITY): IndexedHit | undefined {
    return this.#either((elements) => {
      const hit = this.#find(elements, (first) => first.after(from), from);
      return hit && hit.last < to ? hit : undefined;
    });
  }

  /**
   * The first match in all lines. Where an element that is searched upwards is missing, the search begins again below
   * the line of the first element, as that of anchors does.
   */
  // See docs/language/01-document-anchors-fields.md#3-anchors
  anywhere(): IndexedHit | undefined {
    return this.#either((elements) => this.#anywhere(elements));
  }

  #anywhere(elements: Elements): IndexedHit | undefined {
    const [first] = elements;
    const mayBeginAnew = elements.some(({ reverse }) => reverse);
    for (let from = 0; first !== undefined; ) {
      const found = this.#find(elements, (index) => index.after(from), from);
      const begun = found || !mayBeginAnew ? undefined : first.hits.after(from);
      if (begun === undefined) return found;
      from = begun + 1;
    }
    return undefined;
  }

  /** The match whose first element lies nearest before `before`; later elements go on from there. */
  before(before: number): IndexedHit | undefined {
    return this.#either((elements) => this.#find(elements, (first) => first.before(before - 1), 0));
  }

  /** What is found as it should be, else in spite of what OCR misread. */
  #either(find: (elements: Elements) => IndexedHit | undefined): IndexedHit | undefined {
    return find(this.#exact) ?? (this.#misread && find(this.#misread));
  }

  /** @param lower elements that are searched upwards go no further up */
  #find(
    elements: Elements,
    findFirst: (index: HitIndex) => number | undefined,
    lower: number,
  ): IndexedHit | undefined {
    let first: number | undefined;
    let last: number | undefined;
    for (const { reverse, hits } of elements) {
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
