/** Level text that tesseract leaves out where it reads a whole page, as captions of two tight lines: it is read alone. */
import { fillBox, type GreyBitmap, type PixelBox, WHITE } from '../../../page/ink/grey.js';
import type { PreparedScan } from '../scan/scan.js';
import { type ReadBlock, readLarger } from './larger.js';
import { alphanumerics } from './signs.js';
import type { TesseractLine, TesseractWord } from './thread.js';

/**
 * Least confidence, of 100, of words that a first reading left out: captions of a form came out with 95 and 96,
 * remains of words and specks with 10 to 69.
 */
const CERTAIN = 80;
/** Letters and digits of the least word worth having: fewer are made of specks, and of what marks are drawn with. */
const LEAST_SIGNS = 2;

/**
 * The rows of level text that has not been read, with the words that are certain. Each area calls the
 * reader once.
 * @param known what has been read, in pixels of the scan: it is not read again
 */
export async function levelRows(
  scan: PreparedScan,
  areas: readonly PixelBox[],
  known: readonly PixelBox[],
  read: ReadBlock,
): Promise<readonly TesseractLine[]> {
  if (areas.length === 0) return [];
  const unread = { ...scan, image: without(known, scan.image) };
  const rows: TesseractLine[] = [];
  for (const box of areas) {
    for (const row of await readLarger(unread, box, read)) {
      const words = row.words.filter(isCertain);
      if (words.length > 0) rows.push({ ...row, words });
    }
  }
  return rows;
}

function isCertain({ text, confidence }: TesseractWord): boolean {
  return confidence >= CERTAIN && alphanumerics(text) >= LEAST_SIGNS;
}

/** A picture with white boxes. */
function without(boxes: readonly PixelBox[], image: GreyBitmap): GreyBitmap {
  const data = image.data.slice();
  for (const box of boxes) fillBox(data, image, box, WHITE);
  return { ...image, data };
}
