/** What compiling a pattern costs: V8 does it when a pattern is first run, and nothing can stop it there. */
import { reachesBeyondAscii } from './character-set.js';
import type { PatternNode } from './pattern-tree.js';

/**
 * Steps beyond which a pattern is refused: some 0.1 s of compiling, for texts of Latin letters and again for others.
 * Behind each choice V8 follows all ways to the next four characters. `(?:|)` 20 times over takes 2,000,000 steps and twice
 * as long with each further one; `a?` 100 times over before `aaaa` takes 80,000,000, which are 6 s. The most of 129
 * public configs are 141, or 732 with the flag `u`.
 */
const MOST_STEPS = 1_000_000;

/** Characters that V8 looks ahead. */
const AHEAD = 4;

/** Repeats of so many turns at most are compiled turn by turn; others as loops, which are followed once. */
const UNROLLED = 3;

/** Copies of a part by all repeats around it; repeats that would make more are compiled as loops. */
const MOST_COPIES = 6;

/** Steps for all ways through what follows a place, by how many characters are left to look at. */
type Steps = readonly number[];

const END: Steps = Array(AHEAD + 1).fill(0);

/** Why a pattern would take too long to be compiled; undefined when it would not. @param flags of the pattern */
export function compileProblem(tree: PatternNode, flags: string): string | undefined {
  if (new Ways(/[uv]/u.test(flags)).stepsOf(tree) <= MOST_STEPS) return undefined;
  return 'has so many optional and empty parts in a row that compiling it would not end; join them, or repeat one part with {0,n}';
}

/** Walks a pattern from its end to its beginning. */
class Ways {
  readonly #isUnicode: boolean;
  #total = 0;
  /** Of the part at hand, by the repeats around it. */
  #copies = 1;

  /** @param isUnicode characters are then one or two units, and classes choices of both */
  constructor(isUnicode: boolean) {
    this.#isUnicode = isUnicode;
  }

  stepsOf(tree: PatternNode): number {
    this.#before(tree, END);
    return this.#total;
  }

  /** Steps from before a part. @param after those from behind it */
  #before(node: PatternNode, after: Steps): Steps {
    switch (node.kind) {
      case 'character':
        return this.#isUnicode && reachesBeyondAscii(node.set) ? wideCharacter(after) : taking(after, 1);
      case 'assertion':
        return after.map((steps) => steps + 1);
      case 'reference':
        // V8 looks no further.
        return after.map(() => 1);
      case 'strings':
        return this.#chosen([after, wideCharacter(after), ...Array(node.texts).fill(taking(after, 1))]);
      case 'sequence':
        return node.parts.reduceRight((behind, part) => this.#before(part, behind), after);
      case 'choice':
        return this.#chosen(node.options.map((option) => this.#before(option, after)));
      case 'look':
        return summed([this.#before(node.body, END), after]);
      case 'repeat':
        return this.#repeated(node, after);
    }
  }

  #repeated({ least, most, body }: Extract<PatternNode, { kind: 'repeat' }>, after: Steps): Steps {
    const around = this.#copies;
    const asLoop = most > UNROLLED;
    const before = asLoop ? Math.min(least, UNROLLED) : least;
    this.#copies *= Math.max(1, asLoop ? before + 1 : most);
    if (this.#copies > MOST_COPIES) {
      this.#copies = around;
      return this.#loop(least, body, after);
    }
    let steps = asLoop ? this.#loop(least, body, after) : after;
    if (!asLoop) {
      for (let turn = most; turn > least; turn--) steps = this.#chosen([this.#before(body, steps), after]);
    }
    for (let turn = before; turn > 0; turn--) steps = this.#before(body, steps);
    this.#copies = around;
    return steps;
  }

  /** A loop is followed into once; one that must be entered cannot be gone around. */
  #loop(least: number, body: PatternNode, after: Steps): Steps {
    return this.#chosen(least > 0 ? [this.#before(body, after)] : [this.#before(body, END), after]);
  }

  /** Each choice is a place from which V8 looks ahead. */
  #chosen(options: readonly Steps[]): Steps {
    const steps = summed(options);
    this.#total += steps[AHEAD]!;
    return steps;
  }
}

/** Steps before parts of which each is gone through. */
function summed(parts: readonly Steps[]): Steps {
  return END.map((_, left) => (left === 0 ? 0 : parts.reduce((sum, part) => sum + part[left]!, 1)));
}

/** Steps before some units, each of which is one character to look at. */
function taking(after: Steps, units: number): Steps {
  return after.map((_, left) => (left === 0 ? 0 : 1 + (after[left - units] ?? 0)));
}

/** A class where characters may be two units: one of one unit, a pair, and halves of pairs alone. */
function wideCharacter(after: Steps): Steps {
  const one = taking(after, 1);
  const pair = taking(after, 2);
  return one.map((steps, left) => 2 * steps + pair[left]!);
}
