/** Operands of comparisons, converted within the budget of a run as JavaScript converts them. */
import type { RuleRun } from './run.js';
import { isArray, isObject, type Value } from './value.js';

/** Operands of `==` and `!=`: an array or object is its text, unless it is compared with another. */
export function looseOperands(operands: readonly Value[], run: RuleRun): readonly Value[] {
  return operands.every(isComposite) ? operands : orderOperands(operands, run);
}

/** Operands of `===` and `!==`: as they are. */
export function strictOperands(operands: readonly Value[], run: RuleRun): readonly Value[] {
  for (let i = 1; i < operands.length; i += 1) {
    const [left, right] = [operands[i - 1], operands[i]];
    if (typeof left === 'string' && typeof right === 'string')
      run.read(left.length === right.length ? left.length * 2 : Math.min(left.length, right.length));
  }
  return operands;
}

/** Operands of `<` and the like: an array or object is its text. */
export function orderOperands(operands: readonly Value[], run: RuleRun): readonly Value[] {
  const plain = operands.map((operand) => (isComposite(operand) ? run.text(operand) : operand));
  return strictOperands(plain, run);
}

function isComposite(value: Value): boolean {
  return isArray(value) || isObject(value);
}
