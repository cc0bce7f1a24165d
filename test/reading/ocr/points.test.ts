import { expect, it } from 'vitest';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import type { PlacedText } from '../../../src/reading/ocr/answer.js';
import { withPoints } from '../../../src/reading/ocr/points.js';
import { paper } from '../../support/scans.js';

type Word = readonly [text: string, x0: number, x1: number];
type Boxes = Parameters<typeof paper>[2];

const DPI = 300;

function placed([text, x0, x1]: Word): PlacedText {
  const polygon = boxPolygon({ left: x0 / DPI, top: 30 / DPI, right: x1 / DPI, bottom: 60 / DPI });
  return { text, polygon, angle: 0, visible: text.length };
}

/** Digits of 16 by 28 pixels from y = 30; a separator is between the first and the others. */
const DIGITS: Boxes = [20, 60, 80].map((left) => [left, 30, left + 16, 58] as const);
const SQUARE: Boxes = [[42, 52, 53, 63]];
const LOW: Boxes = [[42, 54, 50, 59]];
const COMMA: Boxes = [
  [44, 52, 50, 58],
  [46, 58, 50, 64],
];

function read(separator: Boxes, ...words: readonly Word[]): readonly string[] {
  const image = paper(400, 100, [...DIGITS, ...separator, [0, 68, 400, 71]]);
  return withPoints(words.map(placed), image).map(({ text }) => text);
}

it('commas of amounts are points where the picture shows a square, a disc, or what ends with the digits', () => {
  expect(read(SQUARE, ['0,00', 20, 96])).toEqual(['0.00']);
  expect(read(LOW, ['0,00', 20, 96])).toEqual(['0.00']);
  expect(read(SQUARE, ['0,', 20, 53], ['00', 60, 96])).toEqual(['0.', '00']);
});

it('commas of amounts are points in faint print, too', () => {
  const faint = [...DIGITS, ...SQUARE].map(([x0, y0, x1, y1]) => [x0, y0, x1, y1, 180] as const);
  expect(withPoints([placed(['0,00', 20, 96])], paper(400, 100, faint))[0]?.text).toBe('0.00');
});

it('commas of amounts are commas where they have a tail, or cannot be seen', () => {
  expect(read(COMMA, ['0,00', 20, 96])).toEqual(['0,00']);
  expect(read([], ['0,00', 20, 96])).toEqual(['0,00']);
  expect(read([...SQUARE, [55, 54, 58, 58]], ['0,00', 20, 96])).toEqual(['0,00']);
});

it('commas of amounts that separate thousands, or are in small print, are left alone', () => {
  expect(read(SQUARE, ['1,000', 20, 96])).toEqual(['1,000']);
  expect(read(SQUARE, ['2,', 20, 53], ['2022', 60, 96])).toEqual(['2,', '2022']);
  expect(read(SQUARE, ['2,', 20, 53], ['22', 160, 196])).toEqual(['2,', '22']);
  const small = paper(400, 100, [
    [20, 50, 26, 60],
    [28, 58, 31, 61],
    [34, 50, 40, 60],
    [42, 50, 48, 60],
  ]);
  expect(withPoints([placed(['0,00', 20, 48])], small)[0]?.text).toBe('0,00');
});
