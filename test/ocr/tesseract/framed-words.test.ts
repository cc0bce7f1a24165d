import { describe, expect, it } from 'vitest';
import { partedByFrames } from '../../../src/ocr/tesseract/framed-words.js';
import type { TesseractWord } from '../../../src/ocr/tesseract/thread.js';

/** A word from 100 on whose signs are 20 wide each. */
function word(text: string): TesseractWord {
  const symbols = [...text].map((sign, index) => ({
    text: sign,
    bbox: { x0: 100 + 20 * index, y0: 50, x1: 118 + 20 * index, y1: 80 },
  }));
  const bbox = { x0: 100, y0: 50, x1: 98 + 20 * text.length, y1: 80 };
  return { text, confidence: 90, bbox, symbols };
}

const box = (left: number, right: number, top = 40) => ({ left, top, right, bottom: top + 50 });
const partsOf = (...given: Parameters<typeof partedByFrames>) =>
  partedByFrames(...given).map(({ text, bbox: { x0, x1 } }) => [text, x0, x1]);

describe('words', () => {
  it('words are taken apart where a box begins or ends', () => {
    expect(partsOf([word('MX')], [box(119, 160)])).toEqual([
      ['M', 100, 118],
      ['X', 120, 138],
    ]);
    expect(partsOf([word('XYes')], [box(95, 119)])).toEqual([
      ['X', 100, 118],
      ['Yes', 120, 178],
    ]);
    expect(partsOf([word('12')], [box(98, 119), box(119, 140)])).toEqual([
      ['1', 100, 118],
      ['2', 120, 138],
    ]);
  });

  it.each([
    ['in a box', 'CA', [box(90, 150)]],
    ['beside a box', 'No', [box(60, 95)]],
    ['above a box', 'No', [box(119, 160, 70)]],
    ['without boxes', 'MX', []],
  ])('words stay whole %s', (_, text, frames) => {
    expect(partsOf([word(text)], frames)).toHaveLength(1);
  });

  it('stay whole where their signs are not known', () => {
    const { symbols: _, ...unknown } = word('MX');
    expect(partedByFrames([unknown], [box(119, 160)])).toEqual([unknown]);
    const other = { ...word('MX'), text: 'MXX' };
    expect(partedByFrames([other], [box(119, 160)])).toEqual([other]);
  });
});
