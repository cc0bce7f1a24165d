/**
 * Words of a page from what tesseract says of a picture. Of 6,649 words of 40 scans thresholds a fifth smaller win four on two,
 * a quarter larger lose two on one.
 */

import { boxPolygon, type Polygon } from '../../../page/document/geometry.js';
import type { PixelBox } from '../../../page/ink/grey.js';
import type { OcrText } from '../engine.js';
import type { PreparedScan } from '../scan/scan.js';
import { withColons } from './colons.js';
import type { TesseractLine, TesseractWord } from './thread.js';

/** What tesseract says of a word that it is sure of. */
export const FULL_CONFIDENCE = 100;
/** Of the words below this 43 of 48 were specks, rules or parts of pictures; from 0 to 100. */
const LEAST_CONFIDENCE = 20;
/** Words of a row from this confidence on are surely text, and so is the row if most of its words are. */
const SURE = 60;
/** Letters with the capitals of a word; two of them may be anything. */
const LETTERS = /^["'(]?(?:\p{Lu}{3,}|\p{L}\p{Ll}{2,})["'),.:;]?$/u;
const VOWEL = /[aeiouy\u00e0-\u00ff]/iu;
/** A number of two digits at least. */
const NUMBER = /^[$(]*\d[\d.,]*\d[)%]?$/u;

/**
 * What of a row is text. Tesseract is unsure of words that run into the next one; they say more than nothing, if
 * they look like words or numbers and the rest of their row is sure.
 */
export function toldWords({ words }: Pick<TesseractLine, 'words'>): readonly TesseractWord[] {
  const sure = words.filter(({ confidence }) => confidence >= SURE).length;
  const isText = 2 * sure > words.length;
  return words.filter(
    ({ text, confidence }) =>
      confidence >= LEAST_CONFIDENCE || (isText && (isWord(text) || NUMBER.test(text))),
  );
}

/**
 * The words of a line, each as high as its row. Boxes drawn tight around "no" and "Type" would share less of their
 * height than words of one line must, and a row of capitals would be too low for the gaps between its words. Where a
 * box reaches into the next word, it ends there.
 */
export function wordsOf(line: TesseractLine, scan: PreparedScan): OcrText[] {
  const { top, bottom } = rowOf(line);
  const told = toldWords({ words: withColons(line, scan.image) });
  return told.map(({ text, confidence, bbox: { x0, x1 } }, index) => {
    const next = told[index + 1]?.bbox.x0 ?? x1;
    const end = next > x0 ? Math.min(x1, next) : x1;
    return {
      text,
      confidence: confidence / FULL_CONFIDENCE,
      polygon: polygonOf(scan, { left: x0, top, right: end, bottom }),
    };
  });
}

function isWord(text: string): boolean {
  return LETTERS.test(text) && VOWEL.test(text);
}

/** Rows so many times as high as their ink are not believed: the size of single signs is a guess. */
const HIGHEST_ROW = 1.6;

/**
 * Where a row begins and ends, in pixels: its descenders count whether it has any or not. Above, the ink is better
 * known than the height of the row; but rules of a form can be in it, so the row is the limit.
 */
function rowOf({ bbox, baseline, rowAttributes }: TesseractLine): { top: number; bottom: number } {
  const { rowHeight, descenders } = rowAttributes;
  const ink = bbox.y1 - bbox.y0;
  if (!(rowHeight > 0 && rowHeight <= HIGHEST_ROW * ink)) return { top: bbox.y0, bottom: bbox.y1 };
  const bottom = (baseline.y0 + baseline.y1) / 2 + descenders;
  return { top: Math.max(bbox.y0, bottom - rowHeight), bottom };
}

/** Corners of a box of a prepared scan, in pixels of the bitmap that the scan was made from. */
export function polygonOf({ back }: PreparedScan, box: PixelBox): Polygon {
  const [a, b, c, d] = boxPolygon(box);
  return [back(a), back(b), back(c), back(d)];
}
