/**
 * Digits of numbers that are printed and were not read: `300,000` as `300,`, `139386` as `39386`. A shorter number would be a
 * wrong value, so that each of them is U+FFFD, the sign that nobody could read, with which no type reads a number. Of 4,734
 * words of 39 receipts two wrong numbers are none on two, and none that was right.
 */
import type { ReadCharacter } from './ctc.js';
import {
  heightIn,
  inkStretches,
  median,
  type RowInk,
  type RowWord,
  type Stretch,
  widthOf,
} from './row-ink.js';

const UNREAD = '\uFFFD';
/** Amounts and other numbers; of words with letters nothing is known. */
const NUMBER = /^[\p{Sc}(+.,-]*\d[\d.,]*[\p{Sc})%-]*$/u;
const DIGIT = /^\d$/u;
/** How far edges of digits are apart at most, in their heights: figures of one number are of one size and on one line. */
const UNEVEN = 0.12;
/** Least width of a digit, in its heights: a `1` of narrow print has 0.15, the side of a frame less. */
const NARROWEST = 0.15;
/** Widest digit, in its heights; what is wider are digits that touch. */
const WIDEST = 0.9;

/**
 * Least way from the middle of a digit to that of another, in heights of a digit: 0.45 in narrow print; of the halves that worn
 * print leaves of one digit it is 0.3.
 */
const APART = 0.4;

/**
 * The characters of a word, with U+FFFD where the ink of a number shows a digit that was not read.
 * @param stepWidth columns of the ink that a step of the characters covers
 */
export function withUnreadSigns(word: RowWord, ink: RowInk, stepWidth: number): readonly ReadCharacter[] {
  const { characters } = word;
  if (!NUMBER.test(characters.map(({ text }) => text).join(''))) return characters;
  const middles = characters.map(({ from, to }) => ((from + to) / 2) * stepWidth);
  const stretches = inkStretches(ink, word);
  const own = stretches.filter((stretch) =>
    characters.some(({ text }, at) => DIGIT.test(text) && isIn(middles[at]!, stretch)),
  );
  const size = median(own.map((stretch) => heightIn(ink, stretch)));
  const lines = { top: median(own.map((each) => topOf(ink, each))), size };
  const unread = stretches.filter(
    (each) => isDigit(ink, each, lines) && middles.every((middle) => isFar(middle, each, size)),
  );
  return unread.length === 0 ? characters : withSigns(characters, unread, middles, stepWidth);
}

function isIn(column: number, { from, to }: Stretch): boolean {
  return column >= from && column < to;
}

/** Whether a column is so far from the middle of a stretch that it is in another digit. */
function isFar(column: number, { from, to }: Stretch, size: number): boolean {
  return Math.abs(column - (from + to) / 2) >= APART * size;
}

/** Whether ink is as high as the digits of its number, on their line, no wider than one, and not cut off by the box of its row. */
function isDigit(
  ink: RowInk,
  stretch: Stretch,
  { top, size }: { readonly top: number; readonly size: number },
): boolean {
  const width = widthOf(stretch);
  return (
    stretch.from > 0 &&
    stretch.to < ink.tops.length &&
    Math.abs(heightIn(ink, stretch) - size) <= UNEVEN * size &&
    Math.abs(topOf(ink, stretch) - top) <= UNEVEN * size &&
    width >= NARROWEST * size &&
    width <= WIDEST * size
  );
}

function topOf({ tops }: RowInk, { from, to }: Stretch): number {
  return Math.min(...tops.subarray(from, to));
}

function withSigns(
  characters: readonly ReadCharacter[],
  unread: readonly Stretch[],
  middles: readonly number[],
  stepWidth: number,
): readonly ReadCharacter[] {
  const signs = unread.map(({ from, to }) => ({
    middle: (from + to) / 2,
    character: {
      text: UNREAD,
      from: from / stepWidth,
      to: to / stepWidth,
      confidence: 0,
      afterSpace: false,
      space: 0,
    },
  }));
  const read = characters.map((character, at) => ({ character, middle: middles[at]! }));
  return [...read, ...signs].toSorted((a, b) => a.middle - b.middle).map(({ character }) => character);
}
