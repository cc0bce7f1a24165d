/**
 * Pages in a script that an engine does not know. It gives scraps for them: a few Latin letters that some strokes look
 * like, or nothing at all; their print is there as ink, of which next to nothing was read surely. No word of 40 scans in Latin letters is passed over where
 * its thresholds are a fifth smaller, or a quarter larger.
 */
import { boundingBox } from '../../page/document/geometry.js';
import type { GreyBitmap } from '../../page/ink/grey.js';
import type { PlacedText, Reading } from './answer.js';
import { contrasted } from './scan/scan.js';
import { isSign, type SignSize } from './scan/sign.js';
import { scaled, unreadInk } from './scan/unread.js';

/** Height of a sign, in inches: 5 to 25 points; Arabic and Thai letters hang together to words. */
const SIGN: SignSize = { least: 0.06, most: 0.35, widest: 5 };
/**
 * Confidence below which a text may be a scrap. So 0.80 to 1.00 of the signs were left over on pages of Arabic, Chinese, Japanese, Korean
 * and Thai by both engines; of English receipts and typed forms by fax 0.22 at most by PP-OCR, and 0.51 by tesseract, but for a
 * receipt of which that reads next to nothing.
 */
const LEGIBLE = 0.7;
/**
 * What is kept on a page that is mostly scraps: tesseract gives `op` and `oN` for Korean signs with a confidence of 0.94, and
 * PP-OCR `lall` for Arabic ones with 0.92.
 */
const SURE = 0.95;
const LEAST_CHARACTERS = 3;
/** Signs of which nothing was read surely: fewer are a stamp, a signature or a picture. */
const LEAST_SIGNS = 60;
/** Share of all signs of the page that they are at least. */
const LEAST_SHARE = 0.7;
/** Areas of ink of a page of print at most: more are the grain of a photograph. */
const MOST_AREAS = 20_000;

/** Whether most of the print on a picture was not read surely, as print in a script that the engine does not know. */
export function isOfUnknownScript({ words, lines }: Reading, image: GreyBitmap): boolean {
  const texts = lines.length > 0 ? lines : words;
  // Where an engine does not say how sure it is, nobody knows.
  if (texts.some(({ confidence }) => confidence === undefined)) return false;
  const clear = contrasted(image);
  if (!clear) return false;
  const unread = signsIn(clear, texts.filter(atLeast(LEGIBLE)));
  return unread >= LEAST_SIGNS && unread >= LEAST_SHARE * signsIn(clear, []);
}

/** What an engine read surely. */
export function withoutScraps(reading: Reading): Reading {
  return {
    ...reading,
    words: reading.words.filter(isNoScrap),
    lines: reading.lines.filter(isNoScrap),
  };
}

function isNoScrap(text: PlacedText): boolean {
  return text.visible >= LEAST_CHARACTERS && atLeast(SURE)(text);
}

function atLeast(least: number) {
  return ({ confidence = 1 }: PlacedText): boolean => confidence >= least;
}

/** How much ink that can be a sign lies outside of some texts. */
function signsIn(image: GreyBitmap, texts: readonly PlacedText[]): number {
  const boxes = texts.map(({ polygon }) => scaled(boundingBox(polygon), image.dpi));
  const { areas, sample, dpi } = unreadInk(image, boxes);
  if (areas.length > MOST_AREAS) return 0;
  return areas.filter((area) => isSign(area, sample, dpi, SIGN)).length;
}
