import { describe, expect, it } from 'vitest';
import { withColons } from '../../../../src/reading/ocr/tesseract/colons.js';
import type { TesseractLine } from '../../../../src/reading/ocr/tesseract/thread.js';
import { paper } from '../../../support/scans.js';

type Word = readonly [text: string, x0: number, x1: number];

/** A line of words whose small letters are 20 pixels high, on the base line y = 60. */
function line(...words: readonly Word[]): TesseractLine {
  return {
    bbox: { x0: 20, y0: 30, x1: 380, y1: 60 },
    baseline: { x0: 20, y0: 60, x1: 380, y1: 60 },
    rowAttributes: { rowHeight: 36, ascenders: 10, descenders: 6 },
    words: words.map(([text, x0, x1]) => ({ text, confidence: 95, bbox: { x0, x1, y0: 32, y1: 60 } })),
  };
}

type Boxes = Parameters<typeof paper>[2];
const LETTERS: Boxes = [[20, 32, 100, 60]];
const COLON: Boxes = [
  [106, 40, 110, 44],
  [106, 56, 110, 60],
];
const texts = (boxes: Boxes, ...words: readonly Word[]) =>
  withColons(line(...words), paper(400, 100, [...LETTERS, ...boxes])).map(({ text }) => text);

describe('colons after words', () => {
  it('colons after words are found in the picture', () => {
    const [word] = withColons(line(['Total', 20, 100]), paper(400, 100, [...LETTERS, ...COLON]));
    expect(word?.text).toBe('Total:');
    expect(word?.bbox.x1).toBe(110);
  });

  it('colons after words are found before another word, and only where they are', () => {
    expect(texts([...COLON, [130, 32, 200, 60]], ['Total', 20, 100], ['due', 130, 200])).toEqual([
      'Total:',
      'due',
    ]);
  });

  it.each<[string, Boxes]>([
    ['nothing', []],
    ['a full stop', [[106, 56, 110, 60]]],
    [
      'a semicolon',
      [
        [106, 40, 110, 44],
        [106, 56, 110, 67],
      ],
    ],
    [
      'an equals sign',
      [
        [106, 44, 120, 47],
        [106, 52, 120, 55],
      ],
    ],
    [
      'the letter i',
      [
        [106, 32, 110, 36],
        [106, 40, 110, 60],
      ],
    ],
    [
      'three dots above each other',
      [
        [106, 40, 110, 44],
        [106, 48, 110, 52],
        [106, 56, 110, 60],
      ],
    ],
    [
      'dots far away',
      COLON.map(([left, top, right, bottom]) => [left + 30, top, right + 30, bottom] as const),
    ],
    [
      'dots above the row',
      COLON.map(([left, top, right, bottom]) => [left, top - 14, right, bottom - 14] as const),
    ],
  ])('colons after words are not seen in %s', (_, boxes) => {
    expect(texts(boxes, ['Total', 20, 100])).toEqual(['Total']);
  });

  it('colons after words are not written twice', () => {
    expect(texts(COLON, ['Total:', 20, 110])).toEqual(['Total:']);
  });

  it('belong to the word before them, not to the one they touch', () => {
    expect(texts(COLON, ['Total', 20, 100], ['due', 106, 200])).toEqual(['Total', 'due']);
  });

  it('colons after words are not looked for in letters too small to tell, or beyond the picture', () => {
    const small = {
      ...line(['Total', 20, 100]),
      rowAttributes: { rowHeight: 10, ascenders: 3, descenders: 2 },
    };
    expect(withColons(small, paper(400, 100, [...LETTERS, ...COLON]))[0]?.text).toBe('Total');
    expect(withColons(line(['Total', 20, 100]), paper(101, 50, []))[0]?.text).toBe('Total');
  });
});
