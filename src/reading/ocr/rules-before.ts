/**
 * Upright rules of tables and forms, and boxes to tick, that are before words. Of 40 documents at 200 dpi, read by
 * tesseract, six values are won on two, and three wrong ones undone.
 */
import type { Box } from '../../page/document/geometry.js';
import { type GreyBitmap, inchesOf } from '../../page/ink/grey.js';
import { thinFrames } from '../../page/ink/thin-frames.js';
import { RULE_INK } from '../../page/ink/threshold.js';
import type { PlacedText } from './answer.js';

/** How far before its word a rule is looked for, in heights of the word: no words are joined across more. */
const REACH = 1.6;
/**
 * How far a rule goes beyond its word, above and below, in heights of the word. No letter of its row does, and the
 * letters of neighbouring rows do not touch each other. With 0.3 the rules between typed amounts of a claim form, which
 * end 0.28 above them, are not seen: two values of 61 documents at 200 dpi.
 */
const BEYOND = 0.2;
/** How far a word may reach into the box before it, in inches. */
const INTO_BOX = 0.03;
/**
 * How far a rule that goes beyond its word on one side may fall short of it on the other, in heights of the word: cells
 * of forms are often open above.
 */
const SHORT = 0.2;
/** Thickness of the thickest rule, in inches; more is the edge of a picture or of a band. */
const MOST_THICKNESS = 0.03;
/** Share of dark pixels in and around a word from which it is light on dark; bold capitals have 0.3. */
const MOSTLY_DARK = 0.5;
/** Directions this far from level are not looked at: a rule would run out of its column; in degrees. */
const MOST_TURN = 0.7;

/**
 * Words with the distance of the upright rule or box before each, where one is near.
 * @param image the page as it was read
 */
export function withRulesBefore(words: readonly PlacedText[], image: GreyBitmap): readonly PlacedText[] {
  const boxes = thinFrames(image).map((frame) => inchesOf(frame, image.dpi));
  return words.map((word) => {
    if (Math.abs(word.angle) > MOST_TURN) return word;
    const ruleBefore = ruleBeforeWord(word, image) ?? boxBeforeWord(word, boxes);
    return ruleBefore === undefined ? word : { ...word, ruleBefore };
  });
}

/** How far before a word the next small box ends, in inches; undefined where there is none. */
function boxBeforeWord({ polygon }: PlacedText, boxes: readonly Box[]): number | undefined {
  const [{ x: left, y: top }, , , { y: bottom }] = polygon;
  const middle = (top + bottom) / 2;
  const distances = boxes
    .filter((box) => box.top < middle && box.bottom > middle && box.left < left)
    .map((box) => left - box.right)
    .filter((distance) => distance >= -INTO_BOX && distance <= REACH * (bottom - top));
  return distances.length === 0 ? undefined : Math.max(0, Math.min(...distances));
}

/** How far before a word the next rule is, in inches; undefined where there is none. */
function ruleBeforeWord(
  { polygon }: PlacedText,
  { width, height, dpi, data }: GreyBitmap,
): number | undefined {
  const [{ x: left, y: top }, , { x: right }, { y: bottom }] = polygon;
  const tall = bottom - top;
  const first = Math.floor((top - BEYOND * tall) * dpi);
  const last = Math.ceil((bottom + BEYOND * tall) * dpi);
  if (first < 0 || last > height || first >= last) return undefined;
  if (
    isLightOnDark({ left: Math.floor(left * dpi), right: Math.ceil(right * dpi), first, last }, width, data)
  ) {
    return undefined;
  }
  const isDrawn = (x: number, from: number, to: number) => {
    for (let y = from; y < to; y++) if (data[y * width + x]! >= RULE_INK) return false;
    return true;
  };
  const [upper, lower] = [Math.round((top + SHORT * tall) * dpi), Math.round((bottom - SHORT * tall) * dpi)];
  const isRule = (x: number) =>
    isDrawn(x, upper, lower) && (isDrawn(x, first, lower) || isDrawn(x, upper, last));
  const thickest = Math.max(1, Math.round(MOST_THICKNESS * dpi));
  const end = Math.max(0, Math.floor((left - REACH * tall) * dpi));
  for (let x = Math.min(width - 1, Math.floor(left * dpi) - 1); x >= end; x--) {
    if (!isRule(x)) continue;
    const right = x;
    while (x > 0 && isRule(x - 1)) x--;
    if (right - x < thickest) return left - (x + right + 1) / 2 / dpi;
  }
  return undefined;
}

/** A stretch of columns, and of rows, in pixels. */
interface Stretch {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly last: number;
}

/** Whether a word is light on dark: what is dark between its letters, and those of its neighbours, is no rule. */
function isLightOnDark(
  { left, right, first, last }: Stretch,
  width: number,
  data: GreyBitmap['data'],
): boolean {
  let dark = 0;
  for (let y = first; y < last; y++) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x++)
      if (data[y * width + x]! < RULE_INK) dark++;
  }
  return dark > MOSTLY_DARK * (last - first) * (right - left);
}
