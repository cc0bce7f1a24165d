/** How many steps a backtracking engine takes for a pattern at the worst. */
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
 * when it takes more than can be counted. Errs on the side of caution: what the parts exclude of each other is not looked at.
 * @param length of the text, in characters
 */
export function searchSteps(tree: PatternNode, length: number): number {
  return (length + 1) * costOf(tree, length).steps;
}

function costOf(node: PatternNode, length: number): Cost {
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
      return { ways: 1, steps: costOf(node.body, length).steps + 1 };
    case 'sequence':
      return inSequence(node.parts.map((part) => costOf(part, length)));
    case 'choice': {
      const costs = node.options.map((option) => costOf(option, length));
      return {
        ways: sumOf(costs.map(({ ways }) => ways)),
        steps: sumOf(costs.map(({ steps }) => steps)) + 1,
      };
    }
    case 'repeat':
      return repeated(node, costOf(node.body, length), length);
  }
}

function inSequence(costs: readonly Cost[]): Cost {
  let ways = 1;
  let steps = 1;
  for (const cost of costs) {
    steps += ways * cost.steps;
    ways *= cost.ways;
  }
  return { ways, steps };
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
 * whose parts exclude each other, are none of these.
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
