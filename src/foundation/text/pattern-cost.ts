/** How many steps a backtracking engine takes for a pattern at the worst. */
import { areDisjoint, type CharacterSet, unionOf } from './character-set.js';
import { matchesEmpty, type PatternNode } from './pattern-tree.js';

/** What a part of a pattern may cost at one place of a text. */
interface Cost {
  /** Ways in which it can match there; those before it are tried again for each. */
  readonly ways: number;
  /** Steps for trying all of them. */
  readonly steps: number;
}

/**
 * The most steps that a search for a pattern takes on a text, over all places where a match may begin; infinity
 * when it takes more than can be counted. Errs on the side of caution: of what the parts exclude of each other only repeated
 * characters are looked at that another one must follow, as in `[A-Z]+ (\d+)` and `total\s*:\s*(\d+)`.
 * @param length of the text, in characters
 */
export function searchSteps(tree: PatternNode, length: number): number {
  const places = beginsAtStart(tree) ? 1 : length + 1;
  return places * costOf(tree, length, 'forward').steps;
}

/** Whether a pattern matches only where the text begins, which V8 sees as well. */
function beginsAtStart(node: PatternNode): boolean {
  switch (node.kind) {
    case 'assertion':
      return node.atStart;
    case 'sequence':
      return node.parts[0] !== undefined && beginsAtStart(node.parts[0]);
    case 'choice':
      return node.options.every(beginsAtStart);
    default:
      return false;
  }
}

/** The direction in which a part is matched, as far as it is known: lookbehinds are matched backward. */
type Direction = 'forward' | 'any';

function costOf(node: PatternNode, length: number, direction: Direction): Cost {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return { ways: 1, steps: 1 };
    case 'reference':
      return { ways: 1, steps: length + 1 };
    case 'strings':
      return { ways: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY };
    case 'look':
      // What a lookaround found is not tried again.
      return { ways: 1, steps: costOf(node.body, length, 'any').steps + 1 };
    case 'sequence':
      return inSequence(node.parts, length, direction);
    case 'choice': {
      const costs = node.options.map((option) => costOf(option, length, direction));
      return {
        ways: sumOf(costs.map(({ ways }) => ways)),
        steps: sumOf(costs.map(({ steps }) => steps)) + 1,
      };
    }
    case 'repeat':
      return repeated(node, costOf(node.body, length, direction), length);
  }
}

function inSequence(parts: readonly PatternNode[], length: number, direction: Direction): Cost {
  let ways = 1;
  let steps = 1;
  for (const [position, part] of parts.entries()) {
    const cost = costOf(part, length, direction);
    const next = parts[position + 1];
    steps += ways * cost.steps;
    if (direction === 'forward' && next && excludesNext(part, next)) {
      // All that can be repeated must be: after fewer of them what follows fails at once.
      steps += ways * cost.ways * stepsToFail(next);
    } else {
      ways *= cost.ways;
    }
  }
  return { ways, steps };
}

/** Whether a part is a repeated character with which what follows cannot begin. */
function excludesNext(part: PatternNode, next: PatternNode): boolean {
  if (part.kind !== 'repeat' || part.body.kind !== 'character') return false;
  const first = firstOf(next);
  return first !== undefined && areDisjoint(part.body.set, first);
}

/** Characters with which whatever a part matches begins; undefined where it may match nothing, or is not known. */
function firstOf(node: PatternNode): CharacterSet | undefined {
  switch (node.kind) {
    case 'character':
      return node.set;
    case 'sequence':
      return node.parts[0] && firstOf(node.parts[0]);
    case 'choice': {
      const firsts = node.options.map(firstOf);
      const known = firsts.filter((first) => first !== undefined);
      return known.length === firsts.length ? unionOf(known) : undefined;
    }
    case 'repeat':
      return node.least > 0 ? firstOf(node.body) : undefined;
    default:
      return undefined;
  }
}

/** Steps that such a part takes before a character with which it does not begin. */
function stepsToFail(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return 1 + stepsToFail(node.parts[0]!);
    case 'choice':
      return 1 + sumOf(node.options.map(stepsToFail));
    case 'repeat':
      return 1 + stepsToFail(node.body);
    default:
      return 1;
  }
}

function repeated(
  { least, most, body }: Extract<PatternNode, { kind: 'repeat' }>,
  cost: Cost,
  length: number,
): Cost {
  // Each turn takes a character, but for those that must be made and may be empty.
  const turns = Math.min(most, length + 1 + (matchesEmpty(body) ? least : 0));
  const { ways, steps } = cost;
  if (ways === 1) return { ways: turns - Math.min(least, turns) + 1, steps: (turns + 1) * steps };
  // The ways of all numbers of turns together: a geometric series.
  const all = (ways ** (turns + 1) - 1) / (ways - 1);
  return { ways: all, steps: all * steps };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * Whether a pattern is certain to take time that doubles with each character of some texts: a repeated part that is
 * itself repeated without anything between, as in `(\d+)+;`, before something that may fail. Patterns that grow slower, or
 * whose parts exclude each other, are not among these.
 */
export function blowsUp(node: PatternNode, canFailAfter = false): boolean {
  switch (node.kind) {
    case 'sequence':
      return node.parts.some((part, i) =>
        blowsUp(part, canFailAfter || node.parts.slice(i + 1).some((after) => canFail(after))),
      );
    case 'choice':
      return node.options.some((option) => blowsUp(option, canFailAfter));
    case 'look':
      return blowsUp(node.body, node.negative);
    case 'repeat':
      return (
        (canFailAfter && isEndless(node) && isSplitAnyhow(node.body)) || blowsUp(node.body, canFailAfter)
      );
    default:
      return false;
  }
}

function canFail(node: PatternNode): boolean {
  return node.kind === 'assertion' || node.kind === 'look' || !matchesEmpty(node);
}

function isEndless(node: PatternNode): boolean {
  return node.kind === 'repeat' && node.most === Number.POSITIVE_INFINITY;
}

/** Whether turns of a repeated part can be split anywhere: it is an endless repeat, beside parts that may be empty. */
function isSplitAnyhow(body: PatternNode): boolean {
  if (body.kind === 'choice') return body.options.some(isSplitAnyhow);
  if (body.kind === 'repeat') return isEndless(body) || isSplitAnyhow(body.body);
  if (body.kind !== 'sequence') return false;
  const taking = body.parts.filter((part) => !matchesEmpty(part));
  if (taking.length > 1) return false;
  const [only] = taking;
  return only ? isSplitAnyhow(only) : body.parts.some(isSplitAnyhow);
}
