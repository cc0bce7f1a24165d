/**
 * Bars that black out text, which engines read as letters: `I`, `|`, `IN`. What the picture shows there decides. Of 40
 * documents at 200 dpi one value is wrong without it, by tesseract, and one of the fixture `scan-small`. By words, 15
 * that are wrong are undone on five of 40 documents.
 */
import { type Box, boundingBox, boxHeight, boxWidth } from '../../page/document/geometry.js';
import type { GreyBitmap } from '../../page/ink/grey.js';
import type { PlacedText } from './answer.js';

/** Luma of the ink of a bar at most. */
const BLACK = 96;
/** Share of a row of pixels that is black where a bar runs through it; where letters are, gaps are between them. */
const SOLID = 0.95;
/** Height of the lowest bar, in inches; dashes and underlines are lower. */
const LEAST_HEIGHT = 0.04;
/** How much of the height of its word a bar takes at least: the box of a word may be higher than the bar in it. */
const LEAST_PART = 0.5;

/** What engines take the end of a bar for. */
const UPRIGHT_SIGN = /^[[\]{}()|Iil1!]$/u;
/** How far into its sign the end of a bar reaches at least, in inches: the box of a letter leaves white beside it. */
const INTO_SIGN = 0.02;

/**
 * The words of a page without those that are black bars, or ends of them. What is higher than wide may be a letter:
 * an upright sign is the end of a bar where that goes on beside it.
 * @param image the page as it was read
 */
export function withoutBars(words: readonly PlacedText[], image: GreyBitmap): readonly PlacedText[] {
  return words.filter((word) => !isBar(word, image));
}

function isBar({ text, polygon }: PlacedText, image: GreyBitmap): boolean {
  const box = boundingBox(polygon);
  const high = boxHeight(box);
  if (boxWidth(box) >= high) return isSolid(box, image);
  if (!UPRIGHT_SIGN.test(text)) return false;
  const into = Math.min(INTO_SIGN, boxWidth(box) / 2);
  return (
    isSolid({ ...box, left: box.left - high, right: box.left + into }, image) ||
    isSolid({ ...box, left: box.right - into, right: box.right + high }, image)
  );
}

/** Whether black runs through a box, through half of its height at least. */
function isSolid(box: Box, { width, height, dpi, data }: GreyBitmap): boolean {
  const left = Math.max(0, Math.ceil(box.left * dpi));
  const right = Math.min(width, Math.floor(box.right * dpi));
  const bottom = Math.min(height, Math.floor(box.bottom * dpi));
  const least = Math.max(LEAST_HEIGHT, LEAST_PART * boxHeight(box)) * dpi;
  const mostWhite = (1 - SOLID) * (right - left);
  let solid = 0;
  for (let y = Math.max(0, Math.ceil(box.top * dpi)); y < bottom && solid < least; y++) {
    let white = 0;
    for (let x = left; x < right && white <= mostWhite; x++) if (data[y * width + x]! > BLACK) white++;
    if (white <= mostWhite) solid++;
  }
  return right > left && solid >= least;
}
