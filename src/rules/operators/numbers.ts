/** Operators on numbers. A null operand makes a sum, difference, product or quotient null. */
import { printDecimal } from '../../types/decimal.js';
import { atLeast, between, items, spread } from '../forms.js';
import { defineOperator } from '../operator.js';
import { RuleError, type Run } from '../run.js';
import { finite, toNumber, type Value } from '../value.js';

/** Most decimal places, before or after the point, that `round` rounds to. */
const MOST_PLACES = 15;

export const add = defineOperator({
  id: '+',
  summary: 'The sum; text counts with the number that it begins with',
  arguments: spread(),
  evaluate: (operands, run) => fold(operands, leadingNumber, 0, run, (sum, operand) => sum + operand),
  examples: [
    {
      title: 'A column',
      rule: { '+': { map: [{ var: 'rows' }, { var: 'qty.value' }] } },
      data: { rows: [{ qty: { value: 2 } }, { qty: { value: 5 } }] },
      result: 7,
    },
    { title: 'A missing operand', rule: { '+': [5, { var: 'gone' }] }, data: {}, result: null },
  ],
});

export const multiply = defineOperator({
  id: '*',
  summary: 'The product; text counts with the number that it begins with',
  arguments: spread(),
  evaluate: (operands, run) =>
    fold(operands, leadingNumber, null, run, (product, operand) => product * operand),
  examples: [{ title: 'Three factors', rule: { '*': [2, 3, 4] }, result: 24 }],
});

export const subtract = defineOperator({
  id: '-',
  summary: 'The difference, from left to right; of one operand its negation',
  arguments: spread(),
  evaluate(operands, run) {
    const first = operands.length === 1 ? wholeNumber(operands[0]!) : null;
    if (operands.length === 1) return first === null ? null : finite(-first);
    return fold(operands, wholeNumber, null, run, (left, right) => left - right);
  },
  examples: [
    { title: 'Left to right', rule: { '-': [10, 3, 2] }, result: 5 },
    { title: 'Negation', rule: { '-': 4 }, result: -4 },
  ],
});

export const divide = defineOperator({
  id: '/',
  summary: 'The quotient, from left to right; null for a division by zero',
  arguments: spread(),
  evaluate: (operands, run) =>
    operands.length < 2 ? null : fold(operands, wholeNumber, null, run, (left, right) => left / right),
  examples: [
    { title: 'A quotient', rule: { '/': [9, 2] }, result: 4.5 },
    { title: 'By zero', rule: { '/': [1, 0] }, result: null },
  ],
});

export const remainder = defineOperator({
  id: '%',
  summary: 'The remainder of a division, with the sign of the dividend',
  arguments: spread(),
  evaluate: (operands, run) =>
    operands.length < 2 ? null : fold(operands, wholeNumber, null, run, (left, right) => left % right),
  examples: [{ title: 'Of a negative number', rule: { '%': [-7, 3] }, result: -1 }],
});

export const max = defineOperator({
  id: 'max',
  summary: 'The largest number; null counts as 0, text that is no number makes null',
  arguments: items(atLeast(0)),
  evaluate: (operands) =>
    finite(operands.reduce<number>((most, next) => Math.max(most, toNumber(next)), -Infinity)),
  examples: [{ title: 'With numeric text', rule: { max: ['3', 2] }, result: 3 }],
});

export const min = defineOperator({
  id: 'min',
  summary: 'The smallest number; null counts as 0, text that is no number makes null',
  arguments: items(atLeast(0)),
  evaluate: (operands) =>
    finite(operands.reduce<number>((least, next) => Math.min(least, toNumber(next)), Infinity)),
  examples: [{ title: 'Of three', rule: { min: [1, 9, 4] }, result: 1 }],
});

export const round = defineOperator({
  id: 'round',
  summary: 'A number rounded to so many decimal places, half away from zero',
  arguments: spread(between(1, 2)),
  evaluate([value = null, places = 0]) {
    if (!Number.isInteger(places) || Math.abs(Number(places)) > MOST_PLACES) {
      throw new RuleError(`the decimal places must be a whole number from -${MOST_PLACES} to ${MOST_PLACES}`);
    }
    const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
    const number = isNumeric ? finite(Number(value)) : null;
    return number === null ? null : roundHalfUp(number, Number(places));
  },
  examples: [
    { title: 'Two places', rule: { round: [1.005, 2] }, result: 1.01 },
    { title: 'To hundreds', rule: { round: [1234.5, -2] }, result: 1200 },
  ],
});

function fold(
  operands: readonly Value[],
  read: (operand: Value) => number | null,
  empty: number | null,
  run: Run,
  combine: (left: number, right: number) => number,
): number | null {
  run.work(operands.length);
  let result: number | null = empty;
  for (const [i, operand] of operands.entries()) {
    const number = read(operand);
    if (number === null) return null;
    result = finite(i === 0 ? number : combine(result!, number));
    if (result === null) return null;
  }
  return result;
}

/** A number, or the number that a text begins with. */
function leadingNumber(value: Value): number | null {
  if (typeof value === 'string') return finite(Number.parseFloat(value));
  return typeof value === 'number' ? finite(value) : null;
}

/** A number, or a text or boolean that stands for one as a whole. */
function wholeNumber(value: Value): number | null {
  return value === null || typeof value === 'object' ? null : finite(Number(value));
}

/** Works on the decimal digits, since 1.005 as a binary fraction lies below its decimal value. */
function roundHalfUp(number: number, places: number): number | null {
  const shifted = Number(`${printDecimal(Math.abs(number))}e${places}`);
  const rounded = Number(`${printDecimal(Math.round(shifted))}e${-places}`);
  return finite(number < 0 ? -rounded : rounded);
}
