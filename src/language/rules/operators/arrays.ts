/** Operators that cut, flatten and join arrays. */
import { between, items, one, spread } from '../forms.js';
import { defineOperator } from '../operator.js';
import { MAX_VALUE_DEPTH, RuleError, type RuleRun, tooDeep } from '../run.js';
import { isArray, kindOf, toNumber, type Value } from '../value.js';

export const slice = defineOperator({
  id: 'slice',
  summary:
    'A part of an array or text, from one position up to another; negative positions count from the end',
  arguments: items(between(2, 3)),
  evaluate([whole = null, start = null, end], run) {
    if (whole === null) return [];
    run.readTexts([start, end ?? null]);
    const range = [toNumber(start), end === undefined ? undefined : toNumber(end)] as const;
    if (typeof whole === 'string') {
      run.flatten(whole);
      return whole.slice(...range);
    }
    if (!isArray(whole)) throw new RuleError(`takes an array or text, not ${kindOf(whole)}`);
    run.growArray(whole.length);
    return whole.slice(...range);
  },
  examples: [
    { title: 'Without the ends', rule: { slice: [['a', 'b', 'c', 'd'], 1, -1] }, result: ['b', 'c'] },
    { title: 'The last two', rule: { slice: [[1, 2, 3], -2] }, result: [2, 3] },
  ],
});

export const flatten = defineOperator({
  id: 'flatten',
  summary: 'The items of an array and of all arrays inside it, in one array',
  arguments: one,
  evaluate(value, run) {
    if (value === null) return [];
    const flat: Value[] = [];
    addFlat(value, flat, run, 0);
    return flat;
  },
  examples: [{ title: 'Any depth', rule: { flatten: [[1, [2, [3]]]] }, result: [1, 2, 3] }],
});

export const merge = defineOperator({
  id: 'merge',
  summary: 'Arrays joined into one; any other value becomes an item, even null',
  arguments: spread(),
  evaluate(parts, run) {
    const merged: Value[] = [];
    for (const part of parts) {
      const added = isArray(part) ? part : [part ?? null];
      run.growItems(added.length);
      for (const item of added) merged.push(item);
    }
    return merged;
  },
  examples: [{ title: 'An array and an item', rule: { merge: [1, [2, 3]] }, result: [1, 2, 3] }],
});

function addFlat(value: Value, flat: Value[], run: RuleRun, depth: number): void {
  if (depth > MAX_VALUE_DEPTH) throw tooDeep();
  if (!isArray(value)) {
    run.growItems(1);
    flat.push(value ?? null);
    return;
  }
  run.work(1);
  for (const item of value) addFlat(item, flat, run, depth + 1);
}
