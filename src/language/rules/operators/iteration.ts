/** Operators that evaluate a rule for each item of an array. */
import { between, exactly, lazyItems, withList } from '../forms.js';
import { itemFrame, type RuleFrame } from '../frames.js';
import { defineOperator, type Expression } from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isTruthy, kindOf, type Value } from '../value.js';
import { arrayOrError } from './shared.js';

export const map = defineOperator({
  id: 'map',
  summary: 'The results of a rule for each item; the item is the context',
  arguments: lazyItems(exactly(2)),
  evaluate([list, body], run, scope) {
    const array = arrayOrEmpty(list!.evaluate(run, scope));
    return eachItem(array, run, (item) => body!.evaluate(run, itemFrame(item, array, scope)));
  },
  examples: [
    { title: 'Doubled', rule: { map: [[1, 2], { '*': [{ var: '' }, 2] }] }, result: [2, 4] },
    {
      title: 'With a value from outside',
      rule: { map: [{ var: 'xs' }, { '+': [{ var: '' }, { var: '../base' }] }] },
      data: { xs: [1, 2], base: 10 },
      result: [11, 12],
    },
  ],
});

export const filter = defineOperator({
  id: 'filter',
  summary: 'The items for which a rule holds',
  arguments: lazyItems(exactly(2)),
  evaluate([list, test], run, scope) {
    const array = arrayOrEmpty(list!.evaluate(run, scope));
    return itemsThat(array, test!, run, scope);
  },
  examples: [
    { title: 'Above one', rule: { filter: [[1, 2, 3], { '>': [{ var: '' }, 1] }] }, result: [2, 3] },
  ],
});

export const reduce = defineOperator({
  id: 'reduce',
  summary:
    'One value from all items: the rule sees the item as "current" and its last result as "accumulator"',
  arguments: lazyItems(exactly(3)),
  evaluate([list, body, start], run, scope) {
    const array = arrayOrEmpty(list!.evaluate(run, scope));
    let accumulator = start!.evaluate(run, scope);
    for (const item of array) {
      run.work(1);
      const current = item ?? null;
      accumulator = body!.evaluate(run, itemFrame({ current, accumulator }, array, scope));
    }
    return accumulator;
  },
  examples: [
    {
      title: 'A sum',
      rule: { reduce: [[1, 2, 3], { '+': [{ var: 'current' }, { var: 'accumulator' }] }, 0] },
      result: 6,
    },
  ],
});

export const all = defineOperator({
  id: 'all',
  summary: 'Whether a rule holds for each item; false for an empty array',
  arguments: withList(0, lazyItems(exactly(2))),
  evaluate([list, test], run, scope) {
    const array = arrayOrEmpty(list!.evaluate(run, scope));
    return array.length > 0 && !hasItem(array, test!, false, run, scope);
  },
  examples: [
    { title: 'All positive', rule: { all: [[1, 2], { '>': [{ var: '' }, 0] }] }, result: true },
    { title: 'Of nothing', rule: { all: [[], true] }, result: false },
  ],
});

export const every = defineOperator({
  id: 'every',
  summary: 'Whether a rule holds for each item; true for an empty array and null',
  arguments: withList(0, lazyItems(exactly(2))),
  evaluate([list, test], run, scope) {
    return !hasItem(arrayOrError(list!.evaluate(run, scope)), test!, false, run, scope);
  },
  examples: [{ title: 'Of nothing', rule: { every: [[], false] }, result: true }],
});

export const some = defineOperator({
  id: 'some',
  summary: 'Whether a rule holds for at least one item',
  arguments: withList(0, lazyItems(exactly(2))),
  evaluate([list, test], run, scope) {
    return hasItem(arrayOrEmpty(list!.evaluate(run, scope)), test!, true, run, scope);
  },
  examples: [{ title: 'One above two', rule: { some: [[0, 3], { '>': [{ var: '' }, 2] }] }, result: true }],
});

export const none = defineOperator({
  id: 'none',
  summary: 'Whether a rule holds for no item',
  arguments: withList(0, lazyItems(exactly(2))),
  evaluate([list, test], run, scope) {
    return !hasItem(arrayOrEmpty(list!.evaluate(run, scope)), test!, true, run, scope);
  },
  examples: [{ title: 'None above two', rule: { none: [[1], { '>': [{ var: '' }, 2] }] }, result: true }],
});

export const mapWithIndex = defineOperator({
  id: 'map_with_index',
  summary:
    'The results of a rule for each item, which it sees as "current" with its position from 0 as "index"',
  arguments: lazyItems(exactly(2)),
  evaluate([list, body], run, scope) {
    const array = arrayOrError(list!.evaluate(run, scope));
    return eachItem(array, run, (current, index) =>
      body!.evaluate(run, itemFrame({ current, index }, array, scope)),
    );
  },
  examples: [
    {
      title: 'Numbered',
      rule: { map_with_index: [['a', 'b'], { cat: [{ var: 'index' }, ':', { var: 'current' }] }] },
      result: ['0:a', '1:b'],
    },
  ],
});

export const statefulMap = defineOperator({
  id: 'stateful_map',
  summary:
    'Like map_with_index, with a "state": the rule gives [items, new state]; an array of items adds each, none adds nothing',
  arguments: lazyItems(between(2, 3)),
  evaluate([list, body, start], run, scope) {
    const array = arrayOrError(list!.evaluate(run, scope));
    let state = start?.evaluate(run, scope) ?? null;
    const results: Value[] = [];
    for (const [index, item] of array.entries()) {
      run.work(1);
      const current = item ?? null;
      const step = body!.evaluate(run, itemFrame({ current, index, state }, array, scope));
      if (!isArray(step) || step.length !== 2) {
        throw new RuleError(`the rule must give [items, state], not ${kindOf(step)}`);
      }
      const [added = null, next = null] = step;
      const addedItems = isArray(added) ? added : [added];
      run.growItems(addedItems.length);
      for (const one of addedItems) results.push(one);
      state = next;
    }
    return results;
  },
  examples: [
    {
      title: 'A running total',
      rule: {
        stateful_map: [
          [1, 2, 3],
          [{ '+': [{ var: 'state' }, { var: 'current' }] }, { '+': [{ var: 'state' }, { var: 'current' }] }],
          0,
        ],
      },
      result: [1, 3, 6],
    },
  ],
});

function eachItem(
  array: readonly Value[],
  run: RuleRun,
  result: (item: Value, index: number) => Value,
): Value[] {
  run.growArray(array.length);
  run.work(array.length);
  return array.map((item, index) => result(item ?? null, index));
}

function itemsThat(array: readonly Value[], test: Expression, run: RuleRun, scope: RuleFrame): Value[] {
  run.growArray(array.length);
  run.work(array.length);
  return array
    .map((item) => item ?? null)
    .filter((item) => isTruthy(test.evaluate(run, itemFrame(item, array, scope))));
}

/** Whether the test is truthy, or is not, for at least one item. */
function hasItem(
  array: readonly Value[],
  test: Expression,
  wanted: boolean,
  run: RuleRun,
  scope: RuleFrame,
): boolean {
  return array.some((item) => {
    run.work(1);
    return isTruthy(test.evaluate(run, itemFrame(item ?? null, array, scope))) === wanted;
  });
}

function arrayOrEmpty(value: Value): readonly Value[] {
  return isArray(value) ? value : [];
}
