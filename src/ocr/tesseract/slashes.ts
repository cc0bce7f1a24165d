/** Slashes of dates that tesseract takes for commas: forms print them in grey, apart from the digits between them. */
import { type GreyBitmap, type PixelBox, WHITE } from '../../graphics/ink/grey.js';
import { type Area, areasIn } from '../scan/areas.js';
import { type Sign, textOf, wordOfSigns } from './signs.js';
import type { TesseractLine, TesseractWord } from './thread.js';

const COMMA = ',';
const SLASH = '/';
const DIGIT = /^\d$/;
/** Digits and commas, or commas alone. */
const NUMBER = /^[\d,]*,[\d,]*$/;

/** Least height of digits, in pixels, at which the slope of a stroke shows. */
const LEAST_DIGIT = 14;
/** How far around its comma a slash is looked for, in heights of the digits: boxes of commas end anywhere on it. */
const AROUND = { beside: 0.5, above: 0.6, below: 0.8 };
/** Least height of a slash, in heights of the digits: commas have 0.45 at most, slashes 1 and more. */
const LEAST_HEIGHT = 0.8;
/** Widest slash, in its heights: steep ones have 0.3, those at 45 degrees 1. */
const WIDEST = 1;
/** How much further right a slash begins than it ends, in its heights: upright rules and digits lean by less. */
const LEAN = 0.15;
/** Parts of a stroke whose places are compared: the upper third and the lower one. */
const PART = 1 / 3;
/** A wider gap than this is a space in a number, in widths of the digits; see `isOneNumber` of the print. */
const SPACE = 0.65;

/**
 * The words of a row, with slashes where the picture shows them. What a space divides from a slash is a word of its own.
 * @param image the prepared scan that the row was read from
 */
export function withSlashes(line: TesseractLine, image: GreyBitmap): readonly TesseractWord[] {
  if (!line.words.some(({ text }) => NUMBER.test(text))) return line.words;
  const digits = line.words.flatMap(({ symbols = [] }) => symbols.filter(({ text }) => DIGIT.test(text)));
  const size = sizeOf(digits);
  if (size === undefined || size.bottom - size.top < LEAST_DIGIT) return line.words;
  return line.words.flatMap((word) => {
    const { text, symbols = [] } = word;
    if (!NUMBER.test(text) || textOf(symbols) !== text) return [word];
    const signs = symbols.map((sign) =>
      sign.text === COMMA && isSlash(sign, size, image) ? { ...sign, text: SLASH } : sign,
    );
    return signs.some((sign) => sign.text === SLASH) ? partsOf(word, signs, SPACE * size.width) : [word];
  });
}

/** Where the digits of a row are, and how wide they are, in pixels. */
interface DigitSize {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

/** The size of most digits; undefined where there are none. Boxes of some take in what is beside them. */
function sizeOf(digits: readonly Sign[]): DigitSize | undefined {
  if (digits.length === 0) return undefined;
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  return {
    top: middle(digits.map(({ bbox }) => bbox.y0)),
    bottom: middle(digits.map(({ bbox }) => bbox.y1)),
    width: middle(digits.map(({ bbox }) => bbox.x1 - bbox.x0)),
  };
}

/** Whether the ink at a comma is a free stroke as high as a digit, further right above than below. */
function isSlash({ bbox: { x0, x1 } }: Sign, { top, bottom }: DigitSize, image: GreyBitmap): boolean {
  const digit = bottom - top;
  const window = {
    left: Math.max(0, Math.floor(x0 - AROUND.beside * digit)),
    top: Math.max(0, Math.floor(top - AROUND.above * digit)),
    right: Math.min(image.width, Math.ceil(x1 + AROUND.beside * digit)),
    bottom: Math.min(image.height, Math.ceil(bottom + AROUND.below * digit)),
  };
  // What reaches the edge of the window belongs to something else.
  const isFree = (area: Area) => area.left > 0 && area.right < window.right - window.left;
  const isOnComma = (area: Area) => window.left + area.left < x1 && window.left + area.right > x0;
  const [stroke, ...others] = areasIn(window, image).filter(
    (area) => isFree(area) && isOnComma(area) && area.bottom - area.top >= LEAST_HEIGHT * digit,
  );
  if (!stroke || others.length > 0) return false;
  const height = stroke.bottom - stroke.top;
  if (stroke.right - stroke.left > WIDEST * height) return false;
  const place = (from: number, to: number) =>
    meanColumn(image, {
      left: window.left + stroke.left,
      right: window.left + stroke.right,
      top: Math.round(window.top + stroke.top + from * height),
      bottom: Math.round(window.top + stroke.top + to * height),
    });
  return place(0, PART) - place(1 - PART, 1) >= LEAN * height;
}

/** The mean place of the ink in a part of a picture, in pixels; darker pixels count for more. */
function meanColumn({ width, data }: GreyBitmap, { left, top, right, bottom }: PixelBox): number {
  let ink = 0;
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const dark = WHITE - data[y * width + x]!;
      ink += dark;
      sum += dark * x;
    }
  }
  return sum / ink;
}

/** A word of some signs, taken apart where a gap beside a slash is wide. @param space in pixels */
function partsOf(word: TesseractWord, signs: readonly Sign[], space: number): TesseractWord[] {
  const parts: Sign[][] = [];
  let before: Sign | undefined;
  for (const sign of signs) {
    const isApart =
      before && [before.text, sign.text].includes(SLASH) && sign.bbox.x0 - before.bbox.x1 > space;
    if (before && !isApart) parts.at(-1)!.push(sign);
    else parts.push([sign]);
    before = sign;
  }
  return parts.map((part) => wordOfSigns(word, part));
}
