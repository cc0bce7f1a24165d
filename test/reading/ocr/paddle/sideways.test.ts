import { expect, it } from 'vitest';
import { isInNumber, sidewaysNumbers } from '../../../../src/reading/ocr/paddle/sideways.js';
import { paper } from '../../../support/scans.js';

type Boxes = Parameters<typeof paper>[2];

/** A figure on its side, as an L makes it: 54 by 30 pixels. */
const figure = (left: number, top: number): Boxes => [
  [left, top, left + 54, top + 8],
  [left, top, left + 8, top + 30],
];
const column = (count: number, left = 700, pitch = 44) =>
  Array.from({ length: count }, (_, i) => figure(left, 200 + pitch * i)).flat();
const found = (boxes: Boxes) => sidewaysNumbers(paper(900, 900, boxes));

it('numbers on their side are figures above each other that lie on their side', () => {
  const [number, ...others] = found(column(8));
  expect(others).toEqual([]);
  expect(number!.signs).toBe(8);
  expect(number!.box.height).toBeGreaterThan(330);
  expect(isInNumber({ centre: { x: 727, y: 300 }, width: 50, height: 40, degrees: 0 }, number!)).toBe(true);
  expect(isInNumber({ centre: { x: 400, y: 300 }, width: 50, height: 40, degrees: 0 }, number!)).toBe(false);
});

it('numbers on their side count figures that are broken once', () => {
  const broken: Boxes = [
    [700, 200, 725, 208],
    [700, 200, 708, 230],
    [730, 200, 754, 208],
    [746, 200, 754, 230],
  ];
  const rest = Array.from({ length: 6 }, (_, i) => figure(700, 244 + 44 * i)).flat();
  expect(found([...broken, ...rest]).map(({ signs }) => signs)).toEqual([7]);
});

it('numbers on their side are none where there are few, where they are far apart, or where more text is beside them', () => {
  expect(found(column(4))).toEqual([]);
  expect(found(column(6, 700, 100))).toEqual([]);
  expect(found([...column(8), ...column(8, 780)])).toEqual([]);
});

it('numbers on their side are none where words are above each other, each of several pieces', () => {
  const word = (top: number): Boxes =>
    [700, 718, 736].flatMap((left) => [
      [left, top, left + 14, top + 5],
      [left, top, left + 5, top + 30],
    ]);
  expect(found(Array.from({ length: 8 }, (_, i) => word(200 + 44 * i)).flat())).toEqual([]);
});
