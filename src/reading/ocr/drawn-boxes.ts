/**
 * Boxes to tick that an engine took for signs: `[]`, `[J`, `O`. What the picture shows there decides. No word of 25
 * faxed forms and 39 receipts hangs on it, as these do not count boxes.
 */
import {
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
} from '../../page/document/geometry.js';
import { BoxIndex } from '../../page/ink/box-index.js';
import { type GreyBitmap, inchesOf } from '../../page/ink/grey.js';
import { InkLayer } from '../../page/ink/ink-layer.js';
import { insideOf, MARK_MIN, markRatio } from '../../page/ink/mark.js';
import { frameInterior, thinFrames } from '../../page/ink/thin-frames.js';
import type { PlacedText } from './answer.js';

/** Most signs that an engine makes of one box. */
const MOST_SIGNS = 3;
/** Boxes, and marks in them, as engines read them; a page without any such word is not searched for boxes. */
const BOX_SIGN = /[[\](){}|_\u25a1\u2610]|^[XxVv*+\u2713\u2714]$/u;
/** What engines are sure to see in a tick or a stroke: PP-OCR reads the tick of `scan-form` as `<`. */
const STROKE = /^[<>/\\^~\u221a]$/u;
const LETTER = /[\p{L}\p{N}]/u;
/** Signs of scripts in which some look like the frame of a box: 口, ロ, ㅁ. */
const FRAMED_SIGN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u;
/** Share of a box that its signs span, where letters are among them: a digit typed in a box is narrower. */
const SPAN = 0.7;
/** How far the box of a word may reach beyond the drawn one, in inches. */
const SLACK = 0.04;
/** Confidence of a word in a box, 0 to 1, below which it is a mark and no text, where it is no digit and no X. */
const MARK_CONFIDENCE = 0.6;
const TYPED = /\p{N}|^[Xx]$/u;
/** Longest side of a box to tick, in inches; larger ones hold text. */
const LARGEST_TICKED = 0.25;
/** Side of the squares by which boxes are looked up, in inches; larger than any box to tick. */
const INDEX_SIDE = 0.5;

/** A drawn box in inches. */
interface DrawnBox {
  readonly outer: Box;
  readonly interior: Box;
}

/**
 * The words of a page without those that are empty boxes, or ticks that an engine made letters of; others that are in
 * a box with something in it are marked, so that they stay apart from what is beside it.
 * @param image the page as it was read
 */
export function withoutEmptyBoxes(words: readonly PlacedText[], image: GreyBitmap): readonly PlacedText[] {
  if (
    !words.some(
      (word) => isShort(word) && (BOX_SIGN.test(word.text) || STROKE.test(word.text) || isUnsure(word)),
    )
  )
    return words;
  const boxes = new BoxIndex<DrawnBox>(INDEX_SIDE, drawnBoxes(image));
  return words.flatMap((word) => {
    const box = isShort(word) && !FRAMED_SIGN.test(word.text) ? boxOf(word, boxes) : undefined;
    if (!box) return [word];
    const isEmpty = markRatio(image, insideOf(box.interior)) <= MARK_MIN;
    const isNoText = isEmpty ? mayBeBox(word, box) : isTick(word, box);
    return isNoText ? [] : [{ ...word, boxed: true }];
  });
}

/** The boxes in a picture: frames that are free, and those that something touches. */
function drawnBoxes(image: GreyBitmap): readonly DrawnBox[] {
  const { dpi } = image;
  const free = new InkLayer('raster', image).freeShapes().filter(({ kind }) => kind === 'frame');
  const thin = thinFrames(image).map((frame) => ({ outer: frame, interior: frameInterior(frame) }));
  return [...free, ...thin].map(({ outer, interior }) => ({
    outer: inchesOf(outer, dpi),
    interior: inchesOf(interior, dpi),
  }));
}

function isUnsure({ confidence = 1 }: PlacedText): boolean {
  return confidence < MARK_CONFIDENCE;
}

/** Whether signs in a box to tick are its mark: strokes, and what an engine is unsure of. */
function isTick(word: PlacedText, { outer }: DrawnBox): boolean {
  const longest = Math.max(boxWidth(outer), boxHeight(outer));
  const isMark = STROKE.test(word.text) || (isUnsure(word) && !TYPED.test(word.text));
  return longest <= LARGEST_TICKED && isMark;
}

/** Whether signs can be what an engine made of a box: thin print in a wide box leaves it all but empty, too. */
function mayBeBox({ text, polygon }: PlacedText, { outer }: DrawnBox): boolean {
  return !LETTER.test(text) || boxWidth(boundingBox(polygon)) >= SPAN * boxWidth(outer);
}

function isShort({ text }: PlacedText): boolean {
  return text.length <= MOST_SIGNS;
}

/** The drawn box that a word is in. */
function boxOf(word: PlacedText, boxes: BoxIndex<DrawnBox>): DrawnBox | undefined {
  const place = boundingBox(word.polygon);
  const x = centreX(place);
  const y = centreY(place);
  for (const box of boxes.near({ left: x, top: y, right: x, bottom: y })) {
    const { left, top, right, bottom } = box.outer;
    if (y <= top || y >= bottom || x <= left || x >= right) continue;
    if (place.left >= left - SLACK && place.right <= right + SLACK) return box;
  }
  return undefined;
}
