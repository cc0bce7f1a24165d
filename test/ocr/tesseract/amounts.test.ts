import { describe, expect, it } from 'vitest';
import { withAmounts } from '../../../src/ocr/tesseract/amounts.js';
import type { TesseractLine } from '../../../src/ocr/tesseract/thread.js';
import { paper } from '../../support/scans.js';

type Word = readonly [text: string, x0: number, x1: number];
type Boxes = Parameters<typeof paper>[2];

function line(...words: readonly Word[]): TesseractLine {
  return {
    bbox: { x0: 20, y0: 30, x1: 380, y1: 60 },
    baseline: { x0: 20, y0: 60, x1: 380, y1: 60 },
    rowAttributes: { rowHeight: 36, ascenders: 10, descenders: 6 },
    words: words.map(([text, x0, x1]) => ({ text, confidence: 95, bbox: { x0, x1, y0: 30, y1: 60 } })),
  };
}

/** Digits of 16 by 28 pixels from y = 30; a separator stands between the first and the others. */
const DIGITS: Boxes = [20, 60, 80].map((left) => [left, 30, left + 16, 58] as const);
const SQUARE: Boxes = [[42, 52, 53, 63]];
const COMMA: Boxes = [
  [44, 52, 50, 58],
  [46, 58, 50, 64],
];
const read = (separator: Boxes, ...words: readonly Word[]) =>
  withAmounts(line(...words), paper(400, 100, [...DIGITS, ...separator, [0, 68, 400, 71]])).words.map(
    ({ text }) => text,
  );

describe('commas of amounts', () => {
  it('are points where the picture shows a square or a disc', () => {
    expect(read(SQUARE, ['0,00', 20, 96])).toEqual(['0.00']);
    expect(read(SQUARE, ['0,', 20, 53], ['00', 60, 96])).toEqual(['0.', '00']);
  });

  it('are commas where they have a tail, or cannot be seen', () => {
    expect(read(COMMA, ['0,00', 20, 96])).toEqual(['0,00']);
    expect(read([], ['0,00', 20, 96])).toEqual(['0,00']);
    expect(read([...SQUARE, [55, 54, 58, 58]], ['0,00', 20, 96])).toEqual(['0,00']);
  });

  it('that separate thousands, or stand in small print, are left alone', () => {
    expect(read(SQUARE, ['1,000', 20, 96])).toEqual(['1,000']);
    expect(read(SQUARE, ['2,', 20, 53], ['2022', 60, 96])).toEqual(['2,', '2022']);
    const small = paper(400, 100, [
      [20, 50, 26, 60],
      [28, 58, 31, 61],
      [34, 50, 40, 60],
      [42, 50, 48, 60],
    ]);
    expect(withAmounts(line(['0,00', 20, 48]), small).words[0]?.text).toBe('0,00');
  });
});

describe('signs of cents', () => {
  it.each([
    ['¢11,000', '$11,000'],
    ['¢1,204.50', '$1,204.50'],
    ['¢4.95', '$4.95'],
    ['¢50', '¢50'],
    ['5¢', '5¢'],
  ])('are those of dollars before amounts with thousands or cents: %s', (text, expected) => {
    expect(read([], [text, 200, 300])).toEqual([expected]);
  });
});

describe('pounds', () => {
  it.each([
    ['Ibs', 'lbs'],
    ['2,500Ibs.', '2,500lbs.'],
    ['(40Ibs)', '(40lbs)'],
    ['Ib', 'Ib'],
    ['RIbs', 'RIbs'],
    ['Ibsen', 'Ibsen'],
  ])('of %s are %s', (text, expected) => {
    expect(read([], [text, 20, 96])).toEqual([expected]);
  });
});
