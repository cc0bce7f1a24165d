/** Operators that compare two values. */
import { looseOperands, orderOperands, strictOperands } from '../compare.js';
import { between, exactly, items } from '../forms.js';
import { calculate } from '../json-logic.js';
import { defineOperator } from '../operator.js';

export const equal = defineOperator({
  id: '==',
  summary: 'Loosely equal: 1 equals "1", null equals a missing value only',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('==', looseOperands(operands, run), run),
  examples: [{ title: 'A number and its text', rule: { '==': [1, '1'] }, result: true }],
});

export const notEqual = defineOperator({
  id: '!=',
  summary: 'Not loosely equal',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('!=', looseOperands(operands, run), run),
  examples: [{ title: 'Zero is not null', rule: { '!=': [0, null] }, result: true }],
});

export const same = defineOperator({
  id: '===',
  summary: 'Equal and of the same kind; a missing value is null',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('===', strictOperands(operands, run), run),
  examples: [{ title: 'A number and its text', rule: { '===': [1, '1'] }, result: false }],
});

export const notSame = defineOperator({
  id: '!==',
  summary: 'Not equal, or not of the same kind',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('!==', strictOperands(operands, run), run),
  examples: [
    { title: 'A field that is missing', rule: { '!==': [{ var: 'a' }, null] }, data: {}, result: false },
  ],
});

export const greater = defineOperator({
  id: '>',
  summary: 'Greater: two texts compare as text, anything else as numbers, null as 0',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('>', orderOperands(operands, run), run),
  examples: [{ title: 'Texts compare as text', rule: { '>': ['10', '9'] }, result: false }],
});

export const greaterOrEqual = defineOperator({
  id: '>=',
  summary: 'Greater or equal',
  arguments: items(exactly(2)),
  evaluate: (operands, run) => calculate('>=', orderOperands(operands, run), run),
  examples: [{ title: 'A number and numeric text', rule: { '>=': [0.93, '0.90'] }, result: true }],
});

export const less = defineOperator({
  id: '<',
  summary: 'Less; with three items, whether the second lies between the others',
  arguments: items(between(2, 3)),
  evaluate: (operands, run) => calculate('<', orderOperands(operands, run), run),
  examples: [{ title: 'Between', rule: { '<': [1, 2, 3] }, result: true }],
});

export const lessOrEqual = defineOperator({
  id: '<=',
  summary:
    'Less or equal; with three items, whether the second lies between the others or equals one of them',
  arguments: items(between(2, 3)),
  evaluate: (operands, run) => calculate('<=', orderOperands(operands, run), run),
  examples: [{ title: 'Between, ends included', rule: { '<=': [1, 3, 3] }, result: true }],
});
