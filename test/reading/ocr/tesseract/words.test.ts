import { describe, expect, it } from 'vitest';
import { toldWords } from '../../../../src/reading/ocr/tesseract/words.js';

const bbox = { x0: 0, y0: 0, x1: 10, y1: 10 };
const told = (...words: [text: string, confidence: number][]) =>
  toldWords({ words: words.map(([text, confidence]) => ({ text, confidence, bbox })) }).map(
    ({ text }) => text,
  );

describe('the words of a row', () => {
  it('the words of a row are those of which tesseract is sure enough', () => {
    expect(told(['Total', 90], ['~', 3], ['due', 20])).toEqual(['Total', 'due']);
  });

  it.each(['received', 'RECEIVED', 'Received,', '"EMPLOYERS"', 'Été', '27', '$1,000.00'])(
    'the words of a row may be uncertain in a row that is sure: %s',
    (text) => {
      expect(told(['check', 95], [text, 0], ['deposit', 80])).toContain(text);
      expect(told(['check', 30], [text, 0], ['deposit', 80])).not.toContain(text);
    },
  );

  it.each(['JE', 'JE—', '[1]', 'EFRrute', 'XKCD', '7', '1|2', 'a|b'])(
    'the words of a row are not such as %s',
    (text) => {
      expect(told(['check', 95], [text, 5], ['deposit', 80])).toEqual(['check', 'deposit']);
    },
  );
});
