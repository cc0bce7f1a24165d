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
