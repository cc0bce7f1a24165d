/** Operators on truth, and choices. */
import { atLeast, exactly, items, lazyItems, list, orData } from '../forms.js';
import { calculate } from '../json-logic.js';
import { defineOperator } from '../operator.js';
import { isTruthy, type Value } from '../value.js';

export const choose = defineOperator({
  id: 'if',
  aliases: ['?:'],
  summary: 'The value after the first condition that holds; an odd last item is the value otherwise',
  arguments: lazyItems(atLeast(3)),
  evaluate(branches, run, scope) {
    for (let i = 0; i + 1 < branches.length; i += 2) {
      if (isTruthy(branches[i]!.evaluate(run, scope))) return branches[i + 1]!.evaluate(run, scope);
    }
    return branches.length % 2 === 1 ? branches.at(-1)!.evaluate(run, scope) : null;
  },
  examples: [
    {
      title: 'Zero for a field that is missing',
      rule: { if: [{ var: 'fee.value' }, { var: 'fee.value' }, 0] },
      data: {},
      result: 0,
    },
    { title: 'Several conditions', rule: { if: [false, 'a', true, 'b', 'c'] }, result: 'b' },
  ],
});

export const not = defineOperator({
  id: '!',
  aliases: ['not'],
  summary: 'Whether a value is falsy: false, null, 0, an empty text or an empty array',
  arguments: orData(list),
  evaluate: ([value = null], run) => calculate('!', [value], run),
  examples: [{ title: 'An empty array', rule: { '!': [[]] }, result: true }],
});

export const truth = defineOperator({
  id: '!!',
  summary: 'Whether a value is truthy: not false, null, 0, an empty text or an empty array',
  arguments: orData(list),
  evaluate: ([value = null], run) => calculate('!!', [value], run),
  examples: [{ title: 'The text "0" counts as true', rule: { '!!': ['0'] }, result: true }],
});

export const and = defineOperator({
  id: 'and',
  summary: 'The first falsy value, else the last',
  arguments: lazyItems(atLeast(0)),
  evaluate(operands, run, scope) {
    let value: Value = null;
    for (const operand of operands) {
      value = operand.evaluate(run, scope);
      if (!isTruthy(value)) break;
    }
    return value;
  },
  examples: [{ title: 'All hold', rule: { and: [true, 'x', 3] }, result: 3 }],
});

export const or = defineOperator({
  id: 'or',
  summary: 'The first truthy value, else the last',
  arguments: lazyItems(atLeast(0)),
  evaluate(operands, run, scope) {
    let value: Value = null;
    for (const operand of operands) {
      value = operand.evaluate(run, scope);
      if (isTruthy(value)) break;
    }
    return value;
  },
  examples: [{ title: 'The first that is there', rule: { or: [0, null, 'z'] }, result: 'z' }],
});

export const xor = defineOperator({
  id: 'xor',
  summary: 'Whether exactly one of two values is truthy; for two numbers, their bitwise exclusive or',
  arguments: items(exactly(2)),
  evaluate([a = null, b = null]) {
    return typeof a === 'number' && typeof b === 'number' ? a ^ b : isTruthy(a) !== isTruthy(b);
  },
  examples: [{ title: 'One of two', rule: { xor: [{ var: 'a' }, 'x'] }, data: {}, result: true }],
});
