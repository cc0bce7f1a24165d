import { expect, test } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import { makeLine } from '../../../src/page/document/line.js';
import type { Line } from '../../../src/page/document/model.js';
import { besideBoxes, boxOfRange, isMarkToken, textBoxesOf } from '../../../src/page/drawn/text-boxes.js';
import { oneLine } from '../../support/lines.js';

test('boxes typed in a line are where their characters are', () => {
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
])('boxes typed in a line may be brackets: %s', (text, selected) => {
  expect(textBoxesOf(oneLine(text))).toMatchObject([{ kind: 'bracket', selected }]);
});

const joined = (text: string, at: number) =>
  makeLine({
    rawText: text,
    page: 0,
    boundingPolygon: boxPolygon({ left: 1, top: 1, right: 2, bottom: 1.1 }),
    source: 'text',
    overlapJoins: [{ at, overlap: 0.09 }],
  });
const statesOf = (line: Line) => textBoxesOf(line).map(({ start, end, selected }) => [start, end, selected]);

test.each([
  ['❏X', 1],
  ['X❏', 1],
  ['❏✔', 1],
  ['✔❏', 1],
  ['☐★', 1],
])('a symbol that the merger joined with a mark typed over it is ticked: %s', (text, at) => {
  expect(statesOf(joined(text, at))).toEqual([[0, 2, true]]);
});

test('a symbol that the merger joined with a mark typed over it is not the next one', () => {
  expect(statesOf(joined('❏X one ❏ two', 1))).toEqual([
    [0, 2, true],
    [7, 8, false],
  ]);
});

test.each([
  ['☐Xerox', 1],
  ['☐ X', 2],
  ['☐one', 1],
])(
  'a symbol that the merger joined with a mark typed over it is empty where no mark is over it: %s',
  (text, at) => {
    expect(statesOf(joined(text, at))).toEqual([[0, 1, false]]);
  },
);

test('a symbol that the merger joined with a mark typed over it is empty where the mark follows it', () => {
  expect(statesOf(oneLine('☐X'))).toEqual([[0, 1, false]]);
});

test.each([
  ['X', true],
  ['◆', true],
  ['★', true],
  ['√', true],
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
])('no sign of a box in %j is %j', (word, expected) => {
  const { start, end } = besideBoxes(word) ?? { start: 0, end: 0 };
  expect(word.slice(start, end)).toBe(expected);
});

test('a range over words spans them', () => {
  const line = oneLine('ab cd ef', { left: 1, width: 0.8 });
  const box = boxOfRange(line, 1, 5);
  expect([box.left, box.right].map((x) => x.toFixed(2))).toEqual(['1.10', '1.50']);
});
