import { expect, it } from 'vitest';
import { greyOf } from '../../../../src/page/ink/grey.js';
import { withWholeLetters } from '../../../../src/reading/ocr/paddle/cut-letters.js';
import type { TurnedBox } from '../../../../src/reading/ocr/paddle/rectangles.js';
import { written } from '../pictures.js';

/** From x = 100 and x = 300 on; letters 24 pixels high. */
const image = greyOf(
  written((context) => {
    context.fillText('go to', 100, 150);
    context.fillText('line 6.', 300, 150);
  }),
);
const TOP = 125;
const HEIGHT = 34;

const boxFrom = (left: number, right: number): TurnedBox => ({
  centre: { x: (left + right) / 2, y: TOP + HEIGHT / 2 },
  width: right - left,
  height: HEIGHT,
  degrees: 0,
});
const sidesOf = ({ centre, width }: TurnedBox) => [centre.x - width / 2, centre.x + width / 2];

it('stays as it is where it ends in white', () => {
  for (const box of [boxFrom(292, 385), boxFrom(90, 170)]) expect(withWholeLetters(image, box)).toBe(box);
});

it('a box of text that begins in a letter, also in a later one, begins in the white before its word', () => {
  for (const begin of [303, 308]) {
    const [left, right] = sidesOf(withWholeLetters(image, boxFrom(begin, 385)));
    expect(left).toBeLessThan(301);
    expect(left).toBeGreaterThan(290);
    expect(right).toBeCloseTo(385);
  }
});

it('a box of text that ends in a letter ends in the white after its word', () => {
  const [left, right] = sidesOf(withWholeLetters(image, boxFrom(90, 145)));
  expect(left).toBeCloseTo(90);
  expect(right).toBeGreaterThan(155);
  expect(right).toBeLessThan(175);
});

it('stays as it is where no gap is near, or it has no ink', () => {
  const long = greyOf(written((context) => context.fillText('abcdefghijklmnopqrstuvwxyz', 100, 150)));
  const within = boxFrom(180, 300);
  expect(withWholeLetters(long, within)).toBe(within);
  const empty = { ...boxFrom(100, 200), centre: { x: 150, y: 250 } };
  expect(withWholeLetters(image, empty)).toBe(empty);
});
