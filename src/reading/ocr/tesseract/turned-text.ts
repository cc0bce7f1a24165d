/** Text that runs slanted, up or down a page: tesseract reads none of it, so it is turned level and read again. */
import type { OcrText } from '../engine.js';
import { cutOut, type PreparedScan, turned } from '../scan/scan.js';
import type { ReadBlock } from './larger.js';
import { alphanumerics } from './signs.js';
import type { TextArea } from './unread-text.js';
import { wordsOf } from './words.js';

/** Least confidence, of 1, of words that were turned; of guesses at drawings few reach it. */
const CERTAIN = 0.8;
/** Letters and digits of the least text worth having. */
const LEAST_TEXT = 3;

/**
 * The words of a piece of text, turned level one way or the other; none when neither can be read. The reader is
 * called twice.
 */
export async function readTurned(
  scan: PreparedScan,
  { box, degrees }: TextArea,
  read: ReadBlock,
): Promise<readonly OcrText[]> {
  const piece = cutOut(scan, box);
  let best: readonly OcrText[] = [];
  for (const turn of [-degrees, 180 - degrees]) {
    const { image, back } = turned(piece.image, turn);
    const level: PreparedScan = { image, back: (point) => piece.back(back(point)) };
    const rows = await read(image);
    const words = rows.flatMap((row) => wordsOf(row, level)).filter(isCertain);
    if (certainty(words) > certainty(best)) best = words;
  }
  return signsOf(best) >= LEAST_TEXT ? best : [];
}

function isCertain({ text, confidence = 0 }: OcrText): boolean {
  return confidence >= CERTAIN && /[\p{L}\p{N}]/u.test(text);
}

function certainty(words: readonly OcrText[]): number {
  return words.reduce((sum, { text, confidence = 0 }) => sum + text.length * confidence, 0);
}

function signsOf(words: readonly OcrText[]): number {
  return words.reduce((sum, { text }) => sum + alphanumerics(text), 0);
}
