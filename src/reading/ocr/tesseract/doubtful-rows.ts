/**
 * Rows that tesseract is unsure of are read a second time, larger. Of 40 documents at 200 dpi three values are won on
 * three, and two wrong ones undone.
 */

import type { PreparedScan } from '../scan/scan.js';
import { type ReadBlock, readLarger } from './larger.js';
import { wordOfSigns } from './signs.js';
import type { PixelBox, TesseractLine, TesseractWord } from './thread.js';

/** A row with a word below this confidence, of 100, is read again; pages of print have 3 to 25 of them. */
const DOUBT = 85;
/** Rows below this mean confidence, of 100, are drawings and stamps. */
const NO_TEXT = 40;
/** Most rows of a page that are read again, the most doubtful ones first; each takes a tenth of a second. */
const MOST_ROWS = 30;
/** Least gain in mean confidence, of 100, for which the second reading counts. */
const LEAST_GAIN = 1;
/** Share of the signs of the first reading that the second one must have: else it has lost a word. */
const LEAST_SIGNS = 0.85;

/**
 * The rows of a page, the doubtful ones as a second reading has them where that is surer. Each doubtful row calls the
 * reader once.
 */
export async function withDoubtfulRows(
  rows: readonly TesseractLine[],
  scan: PreparedScan,
  read: ReadBlock,
): Promise<readonly TesseractLine[]> {
  const doubtful = rows
    .filter((row) => row.words.length > 0 && leastOf(row) < DOUBT && certaintyOf(row) >= NO_TEXT)
    .sort((a, b) => leastOf(a) - leastOf(b))
    .slice(0, MOST_ROWS);
  const better = new Map<TesseractLine, TesseractLine>();
  for (const row of doubtful) {
    const again = await readAgain(row, scan, read);
    if (again && isBetter(again, row)) better.set(row, again);
  }
  return rows.map((row) => better.get(row) ?? row);
}

async function readAgain(
  { bbox }: TesseractLine,
  scan: PreparedScan,
  read: ReadBlock,
): Promise<TesseractLine | undefined> {
  const rows = await readLarger(scan, { left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 }, read);
  const middle = (bbox.y0 + bbox.y1) / 2;
  const [row, ...others] = rows.filter((each) => each.bbox.y0 < middle && each.bbox.y1 > middle);
  return row && others.length === 0 ? within(row, bbox) : undefined;
}

/** How far the middle of a sign may lie outside of the row that is read again, in its heights. */
const OUTSIDE = 0.1;

/** A row without the signs beside it that came with its margin: halves of letters of other rows. */
function within(row: TesseractLine, { x0, y0, x1, y1 }: PixelBox): TesseractLine | undefined {
  const slack = OUTSIDE * (y1 - y0);
  const isInside = ({ bbox }: { readonly bbox: PixelBox }) => {
    const middle = (bbox.x0 + bbox.x1) / 2;
    return middle >= x0 - slack && middle <= x1 + slack;
  };
  const words = row.words.flatMap((word): TesseractWord[] => {
    const kept = word.symbols?.filter(isInside);
    if (!kept || kept.length === word.symbols?.length) return [word];
    if (kept.length === 0) return [];
    return [wordOfSigns(word, kept)];
  });
  return words.length > 0 ? { ...row, words } : undefined;
}

/** Whether the second reading of a row is surer, all in all and of its least sure word, and as complete. */
function isBetter(again: TesseractLine, first: TesseractLine): boolean {
  return (
    certaintyOf(again) >= certaintyOf(first) + LEAST_GAIN &&
    leastOf(again) >= leastOf(first) &&
    signsOf(again) >= LEAST_SIGNS * signsOf(first)
  );
}

function leastOf({ words }: TesseractLine): number {
  return Math.min(...words.map(({ confidence }) => confidence));
}

/** Mean confidence of the signs of a row. */
function certaintyOf(row: TesseractLine): number {
  const sum = row.words.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return sum / Math.max(1, signsOf(row));
}

function signsOf({ words }: TesseractLine): number {
  return words.reduce((total, { text }) => total + text.length, 0);
}
