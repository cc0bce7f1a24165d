/** JavaScript's comparisons of values, within the budget of a run. */
import type { Run } from './run.js';
import { toNumber, type Value } from './value.js';

/** JavaScript's `a == b`; null equals a missing value only. */
export function looselyEqual(a: Value, b: Value, run: Run): boolean {
  if (isComposite(a) && isComposite(b)) return a === b;
  const left = primitive(a, run);
  const right = primitive(b, run);
  if (typeof left === typeof right) return strictlyEqual(left, right, run);
  if (left === null || right === null) return false;
  return toNumber(left) === toNumber(right);
}

/** JavaScript's `a === b`. */
export function strictlyEqual(a: Value, b: Value, run: Run): boolean {
  if (typeof a === 'string' && typeof b === 'string') run.read(Math.min(a.length, b.length));
  return a === b;
}

/** JavaScript's `a < b`: two texts compare as text, everything else as numbers. */
export function isLess(a: Value, b: Value, run: Run): boolean {
  return compared(a, b, run, (left, right) => left < right);
}

/** JavaScript's `a <= b`. */
export function isLessOrEqual(a: Value, b: Value, run: Run): boolean {
  return compared(a, b, run, (left, right) => left <= right);
}

function compared(
  a: Value,
  b: Value,
  run: Run,
  test: (left: string | number, right: string | number) => boolean,
): boolean {
  const left = primitive(a, run);
  const right = primitive(b, run);
  if (typeof left !== 'string' || typeof right !== 'string') return test(toNumber(left), toNumber(right));
  run.read(Math.min(left.length, right.length));
  return test(left, right);
}

function primitive(value: Value, run: Run): null | boolean | number | string {
  return isComposite(value) ? run.text(value) : (value as null | boolean | number | string);
}

function isComposite(value: Value): boolean {
  return typeof value === 'object' && value !== null;
}
