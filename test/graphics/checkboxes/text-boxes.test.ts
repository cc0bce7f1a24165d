import { describe, expect, test } from 'vitest';
import {
  besideBoxes,
  boxOfRange,
  isMarkToken,
  textBoxesOf,
} from '../../../src/graphics/checkboxes/text-boxes.js';
import { oneLine } from '../../support/lines.js';

describe('boxes typed in a line', () => {
  test('stand where their characters stand', () => {
    const line = oneLine('☐ Yes ☒ No', { left: 1, width: 1 });
    const found = textBoxesOf(line).map(({ outer, selected }) => [
      outer.left.toFixed(2),
      outer.right.toFixed(2),
      selected,
    ]);
    expect(found).toEqual([
      ['1.00', '1.10', false],
      ['1.60', '1.70', true],
    ]);
  });

  test.each([
    ['[ ] one', false],
    ['one (X)', true],
    ['_x_', true],
    ['__', false],
  ])('may be brackets: %s', (text, selected) => {
    expect(textBoxesOf(oneLine(text))).toMatchObject([{ kind: 'bracket', selected }]);
  });
});

test.each([
  ['X', true],
  [' y ', true],
  ['☒', true],
  ['✓', true],
  ['☐', false],
  ['Xy', false],
  ['', false],
  ['✓✔', false],
])('%j is a lone mark: %s', (text, expected) => {
  expect(isMarkToken(text)).toBe(expected);
});

test.each([
  ['X]', ''],
  ['[X', ''],
  ['[x]', ''],
  ['[', ''],
  ['|', ''],
  ['X', ''],
  ['X]Yes', 'Yes'],
  ['[Yes', 'Yes'],
  ['Yes[X', 'Yes'],
  ['No]', 'No'],
  ['□No', 'No'],
  ['☐', '☐'],
  ['Yes', 'Yes'],
  ['(you)', 'you'],
  ['Xylem', 'Xylem'],
  ['Max', 'Max'],
  ['Box]', 'Box'],
])('of %j no sign of a box is %j', (word, expected) => {
  const { start, end } = besideBoxes(word) ?? { start: 0, end: 0 };
  expect(word.slice(start, end)).toBe(expected);
});

test('a range over words spans them', () => {
  const line = oneLine('ab cd ef', { left: 1, width: 0.8 });
  const box = boxOfRange(line, 1, 5);
  expect([box.left, box.right].map((x) => x.toFixed(2))).toEqual(['1.10', '1.50']);
});
