/** What several groups of operators need. */
import { RuleError } from '../run.js';
import { isArray, kindOf, type Value } from '../value.js';

/** An array, an empty one for null. @throws RuleError for anything else */
export function arrayOrError(value: Value): readonly Value[] {
  if (value === null) return [];
  if (!isArray(value)) throw new RuleError(`takes an array, not ${kindOf(value)}`);
  return value;
}
