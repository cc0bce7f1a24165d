import { describe, expect, it } from 'vitest';
import { withAmounts } from '../../../../src/reading/ocr/tesseract/amounts.js';
import type { TesseractLine } from '../../../../src/reading/ocr/tesseract/thread.js';

type Word = readonly [text: string, x0: number, x1: number];

function line(...words: readonly Word[]): TesseractLine {
  return {
    bbox: { x0: 20, y0: 30, x1: 380, y1: 60 },
    baseline: { x0: 20, y0: 60, x1: 380, y1: 60 },
    rowAttributes: { rowHeight: 36, ascenders: 10, descenders: 6 },
    words: words.map(([text, x0, x1]) => ({ text, confidence: 95, bbox: { x0, x1, y0: 30, y1: 60 } })),
  };
}

const read = (...words: readonly Word[]) => withAmounts(line(...words)).words.map(({ text }) => text);

describe('signs of cents', () => {
  it.each([
    ['¢11,000', '$11,000'],
    ['¢1,204.50', '$1,204.50'],
    ['¢4.95', '$4.95'],
    ['¢50', '¢50'],
    ['5¢', '5¢'],
  ])('signs of cents are those of dollars before amounts with thousands or cents: %s', (text, expected) => {
    expect(read([text, 200, 300])).toEqual([expected]);
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
  ])('pounds of %s are %s', (text, expected) => {
    expect(read([text, 20, 96])).toEqual([expected]);
  });
});
