/** What several groups of operators need. */
import { setMember } from '../../../foundation/objects/members.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, kindOf, type Value } from '../value.js';

/** An array, an empty one for null. @throws RuleError for anything else */
export function arrayOrError(value: Value): readonly Value[] {
  if (value === null) return [];
  if (!isArray(value)) throw new RuleError(`takes an array, not ${kindOf(value)}`);
  return value;
}

/** Longest path, in characters. */
const MAX_PATH_LENGTH = 10_000;

/** @throws RuleError for a text that is too long to be a path */
export function checkPathLength({ length }: string): void {
  if (length > MAX_PATH_LENGTH)
    throw new RuleError(`a path may have ${MAX_PATH_LENGTH} characters, not ${length}`);
}

type Pair = readonly [name: string | number, value: Value];

/**
 * An object from pairs, null ones skipped, the last of equal names; also from an array that holds all pairs as
 * its only item. An empty one for null.
 * @throws RuleError for anything else
 */
export function objectOfPairs(value: Value, run: RuleRun): Record<string, Value> {
  if (value === null) return {};
  if (!isArray(value)) throw new RuleError(`takes an array of pairs, not ${kindOf(value)}`);
  const [only] = value;
  const pairs = value.length === 1 && isArray(only!) && only.every(isPairOrNull) ? only : value;
  run.growObject(pairs.length);
  const made: Record<string, Value> = {};
  for (const pair of pairs) {
    if (pair === null) continue;
    if (!isPair(pair)) throw new RuleError(`takes pairs [name, value], not ${kindOf(pair)}`);
    setMember(made, run.memberName(pair[0]), pair[1]);
  }
  return made;
}

/** Whether a value is an array of a name, text or a number, and anything. */
function isPair(value: Value): value is Pair {
  if (!isArray(value) || value.length !== 2) return false;
  return typeof value[0] === 'string' || typeof value[0] === 'number';
}

function isPairOrNull(value: Value): boolean {
  return value === null || isPair(value);
}
