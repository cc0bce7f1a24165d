/** Capital I of plain print: tesseract takes it for an upright bar, which goes below the base line. */
import type { GreyBitmap } from '../../graphics/ink/grey.js';
import { INK } from '../../graphics/ink/stretches.js';
import { baselineAt, xHeight } from './colons.js';
import type { TesseractLine, TesseractWord } from './thread.js';

const BAR = '|';
const LETTER = 'I';
/** Where a bar goes below the base line, in heights of small letters: letters end at 0.1, bars at 0.3 and more. */
const BELOW = { from: 0.15, to: 0.6 };
/** Least height of small letters, in pixels, at which that can be seen. */
const LEAST_X_HEIGHT = 8;

/**
 * The words of a row, with an I for each bar among them that is on the base line.
 * @param image the prepared scan that the row was read from
 */
export function withLetterI(line: TesseractLine, image: GreyBitmap): readonly TesseractWord[] {
  const height = xHeight(line);
  if (line.words.length < 2 || !(height >= LEAST_X_HEIGHT)) return line.words;
  return line.words.map((word) => {
    if (word.text !== BAR || goesBelow(word, line, height, image)) return word;
    return { ...word, text: LETTER, symbols: [{ text: LETTER, bbox: word.bbox }] };
  });
}

function goesBelow(
  { bbox: { x0, x1 } }: TesseractWord,
  line: TesseractLine,
  height: number,
  { width, height: rows, data }: GreyBitmap,
): boolean {
  const base = baselineAt(line, (x0 + x1) / 2);
  const last = Math.min(rows, Math.round(base + BELOW.to * height));
  for (let y = Math.max(0, Math.round(base + BELOW.from * height)); y < last; y++) {
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(width, Math.ceil(x1)); x++) {
      if (data[y * width + x]! < INK) return true;
    }
  }
  return false;
}
