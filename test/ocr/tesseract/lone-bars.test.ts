import { describe, expect, it } from 'vitest';
import { withLetterI } from '../../../src/ocr/tesseract/lone-bars.js';
import { paper } from '../../support/scans.js';

/** What a bar among words is read as, that is from 60 down to a row of pixels; the base line is at 100. */
function barTo(bottom: number, others = ['and', 'also'], xHeight = 20): string | undefined {
  const word = (text: string, x0: number) => ({
    text,
    confidence: 90,
    bbox: { x0, y0: 60, x1: x0 + 30, y1: 110 },
  });
  const bar = { ...word('|', 200), bbox: { x0: 200, y0: 60, x1: 206, y1: bottom } };
  const line = {
    bbox: { x0: 100, y0: 60, x1: 400, y1: 110 },
    baseline: { x0: 100, y0: 100, x1: 400, y1: 100 },
    rowAttributes: { rowHeight: xHeight + 20, ascenders: 10, descenders: 10 },
    words: [...others.map((text, index) => word(text, 100 + 40 * index)), bar],
  };
  return withLetterI(line, paper(500, 200, [[201, 62, 205, bottom]])).at(-1)?.text;
}

describe('a bar among words', () => {
  it('a bar among words that is on the base line is the letter I', () => {
    expect(barTo(100)).toBe('I');
    expect(barTo(102)).toBe('I');
  });

  it('a bar among words that goes below the base line is a bar', () => {
    expect(barTo(110)).toBe('|');
  });

  it('stays where it is alone, or letters are too small to report', () => {
    expect(barTo(100, [])).toBe('|');
    expect(barTo(100, ['and'], 5)).toBe('|');
  });
});
