/** What the print of words tells of the gaps between them: how far words of one line stand apart. */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import type { Box } from '../document/geometry.js';

/** A word along its text, and how far before it an upright rule stands, if one does. */
export interface PrintedWord extends Box {
  readonly text: string;
  readonly ruleBefore?: number | undefined;
  /** It stands in a drawn box. */
  readonly boxed?: boolean | undefined;
}

/**
 * Letters of one width: ink of a glyph leaves at most three quarters of its cell, a full stop or an `l`, and nothing
 * at least, a capital M; in cells.
 */
const LEAST_INK = 0.75;
const MOST_INK = 0.05;
/** White of the two outer glyphs of a word together, in the mean: with it, a word is as many cells wide as it has signs. */
const MEAN_WHITE = 0.25;
/** Signs of the shortest word that tells the width of a cell: shorter ones are off by more than a tenth. */
const LEAST_SIGNS = 4;
/** How far from its place in the grid a word may begin, in cells: glyphs begin up to a third of a cell in. */
const OFF_GRID = 0.35;

/**
 * Whether two words are set in letters of one width (typewriters, line printers) with one empty cell between them.
 * In proportional print that looks so by chance, the gap is still a mean letter wide at most.
 */
export function isOneCellApart(left: PrintedWord, right: PrintedWord): boolean {
  const telling = left.text.length >= right.text.length ? left : right;
  if (telling.text.length < LEAST_SIGNS) return false;
  const cell = widthOf(telling) / (telling.text.length - MEAN_WHITE);
  if (![left, right].every((word) => fills(word, cell))) return false;
  return Math.abs((right.left - left.left) / cell - (left.text.length + 1)) <= OFF_GRID;
}

function widthOf({ left, right }: Box): number {
  return right - left;
}

/** Whether a word is as wide as its signs are in cells of a width. */
function fills(word: PrintedWord, cell: number): boolean {
  const cells = widthOf(word) / cell;
  return cells >= word.text.length - LEAST_INK && cells <= word.text.length + MOST_INK;
}

/** Captions with their colon; ends of sentences, which a capital or a digit follows. */
const COLON = /[\p{L}\p{N})]:$/u;
const SENTENCE_END = /\p{Ll}{2}[.?!]$/u;
const SENTENCE_START = /^[\p{Lu}\p{N}]/u;

/** Whether typists set two spaces between two words: after a colon, and between sentences. */
export function isTwoSpacesApart(left: PrintedWord, right: PrintedWord): boolean {
  return COLON.test(left.text) || (SENTENCE_END.test(left.text) && SENTENCE_START.test(right.text));
}

/** Whether an upright rule or the side of a box stands between two words. */
export function isRuledOff(left: PrintedWord, right: PrintedWord): boolean {
  if (left.boxed || right.boxed) return true;
  const { ruleBefore } = right;
  return ruleBefore !== undefined && right.left - ruleBefore > (left.left + left.right) / 2;
}

/** The two halves of a number: it ends at a separator, or begins with one. */
const DIGITS_TO_SEPARATOR = /\d[.,/]$/;
const FROM_DIGIT = /^\d/;
const TO_DIGIT = /\d$/;
const SEPARATOR_TO_DIGITS = /^[.,/]\d/;
/** Width of a separator in digits, in proportional print; where all signs are equally wide, it is one digit. */
const SEPARATOR = 0.5;
/**
 * Largest gap between a separator and a digit of the same number, in widths of a digit. Without a space it is at
 * most 0.35 in proportional print and 0.6 where all signs are equally wide; a space makes it 0.7 at least.
 */
const IN_NUMBER = 0.65;

/** An amount that lacks its cents, and cents; a number alone before a full stop may be that of an item. */
const TO_CENTS = /(?:^0|^-?\(?\p{Sc}\d+|,\d{3})\.$/u;
const CENTS = /^\d\d(?!\d)/;
/** Largest gap before the cents of an amount, in widths of a digit: forms with a fat point between boxes leave 0.9. */
const BEFORE_CENTS = 1;

/** Whether two words are one number, date or amount that an engine took apart at a separator. */
export function isOneNumber(left: PrintedWord, right: PrintedWord): boolean {
  const parted =
    (DIGITS_TO_SEPARATOR.test(left.text) && FROM_DIGIT.test(right.text)) ||
    (TO_DIGIT.test(left.text) && SEPARATOR_TO_DIGITS.test(right.text));
  if (!parted) return false;
  const lacksCents = TO_CENTS.test(left.text) && CENTS.test(right.text);
  const digit = Math.max(digitWidth(left), digitWidth(right));
  return right.left - left.right <= (lacksCents ? BEFORE_CENTS : IN_NUMBER) * digit;
}

/** Width of the digits of a word: its ink, shared among its signs. */
function digitWidth(word: PrintedWord): number {
  const separators = word.text.match(/[.,/]/g)?.length ?? 0;
  return widthOf(word) / (word.text.length - (1 - SEPARATOR) * separators);
}
