/** Operators on numbers. A null operand makes a sum, difference, product or quotient null. */
import { printDecimal } from '../../../foundation/text/decimal.js';
import { atLeast, between, items, spread } from '../forms.js';
import { accumulate, calculate } from '../json-logic.js';
import { defineOperator } from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { finite, toNumber, type Value } from '../value.js';

/** Most decimal places, before or after the point, that `round` rounds to. */
const MOST_PLACES = 15;

export const add = defineOperator({
  id: '+',
  summary: 'The sum; text counts as the number that it begins with',
  arguments: spread(),
  evaluate: (operands, run) =>
    operands.every(isTextOrNumber) ? finite(accumulate('+', operands, run)) : null,
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
  summary: 'The product; text counts as the number that it begins with',
  arguments: spread(),
  evaluate(operands, run) {
    if (operands.length === 0 || !operands.every(isTextOrNumber)) return null;
    // A single factor would be given back as it is, text too.
    return finite(accumulate('*', [1, ...operands], run));
  },
  examples: [{ title: 'Three factors', rule: { '*': [2, 3, 4] }, result: 24 }],
});

export const subtract = defineOperator({
  id: '-',
  summary: 'The difference, from left to right; the negation of a single operand',
  arguments: spread(),
  evaluate(operands, run) {
    run.readTexts(operands);
    const numbers = operands.map(wholeNumber);
    const [first = null] = numbers;
    if (numbers.length === 1 && first !== null) return finite(calculate('-', [first], run));
    return fold('-', numbers, run);
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
  evaluate: (operands, run) => (operands.length < 2 ? null : fold('/', operands, run)),
  examples: [
    { title: 'A quotient', rule: { '/': [9, 2] }, result: 4.5 },
    { title: 'By zero', rule: { '/': [1, 0] }, result: null },
  ],
});

export const remainder = defineOperator({
  id: '%',
  summary: 'The remainder of a division, with the sign of the dividend',
  arguments: spread(),
  evaluate: (operands, run) => (operands.length < 2 ? null : fold('%', operands, run)),
  examples: [{ title: 'Of a negative number', rule: { '%': [-7, 3] }, result: -1 }],
});

export const max = defineOperator({
  id: 'max',
  summary: 'The largest number; null counts as 0, text that is not a number gives null',
  arguments: items(atLeast(0)),
  evaluate: (operands, run) => finite(accumulate('max', numbersOf(operands, run), run)),
  examples: [{ title: 'With numeric text', rule: { max: ['3', 2] }, result: 3 }],
});

export const min = defineOperator({
  id: 'min',
  summary: 'The smallest number; null counts as 0, text that is not a number gives null',
  arguments: items(atLeast(0)),
  evaluate: (operands, run) => finite(accumulate('min', numbersOf(operands, run), run)),
  examples: [{ title: 'Of three', rule: { min: [1, 9, 4] }, result: 1 }],
});

export const round = defineOperator({
  id: 'round',
  summary: 'A number rounded to a number of decimal places, half away from zero',
  arguments: spread(between(1, 2)),
  evaluate([value = null, places = 0], run) {
    run.readTexts([value]);
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

function numbersOf(operands: readonly Value[], run: RuleRun): number[] {
  run.readTexts(operands);
  return operands.map(toNumber);
}

/**
 * Works through operands from the left, two at a time: json-logic-js takes no more of them. Null where one is
 * null or a result is no number.
 */
function fold(name: '-' | '/' | '%', operands: readonly Value[], run: RuleRun): number | null {
  run.readTexts(operands);
  let result: number | null = null;
  for (const [i, given] of operands.entries()) {
    const operand = wholeNumber(given);
    if (operand === null) return null;
    result = i === 0 ? operand : finite(calculate(name, [result, operand], run));
    if (result === null) return null;
  }
  return result;
}

/** What `+` and `*` take; json-logic-js reads the number that a text begins with. */
function isTextOrNumber(value: Value): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** A number, or a text or boolean that represents one as a whole. */
function wholeNumber(value: Value): number | null {
  return value === null || typeof value === 'object' ? null : finite(Number(value));
}

/** Works on the decimal digits, since 1.005 as a binary fraction lies below its decimal value. */
function roundHalfUp(number: number, places: number): number | null {
  const shifted = Number(`${printDecimal(Math.abs(number))}e${places}`);
  const rounded = Number(`${printDecimal(Math.round(shifted))}e${-places}`);
  return finite(number < 0 ? -rounded : rounded);
}
