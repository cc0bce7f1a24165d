/**
 * What the print of words says of the gaps between them: how far words of one line are apart. Each alone, on 40
 * documents at 200 dpi and nine scans: one cell apart wins four values, two spaces seven, numbers of items two, halves
 * of a number one, each on one document; none is lost.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import type { Box } from '../../page/document/geometry.js';

/** A word along its text, and how far before it an upright rule is, if one does. */
export interface PrintedWord extends Box {
  readonly text: string;
  readonly ruleBefore?: number | undefined;
  /** It is in a drawn box. */
  readonly boxed?: boolean | undefined;
}

/**
 * Where all letters are equally wide, the ink of a word is less than a cell for each sign: its outer glyphs leave
 * white. A full stop and an `l` leave most; a capital M may be wider than its cell. In cells.
 */
const MOST_WHITE = 0.75;
const MOST_EXCESS = 0.15;
/** White of the outer glyphs of longer words at most: they hardly begin and end with the narrowest ones. */
const LONG_WORD_WHITE = 0.6;
const MEAN_WHITE = 0.25;
/** Signs of the shortest word that shows whether letters are equally wide. */
const LEAST_SIGNS = 4;
/** How far from its cell a word may begin, in cells: narrow glyphs are in the middle of theirs. */
const OFF_GRID = 0.45;

/**
 * Whether two words are set in letters of one width (typewriters, line printers) with one empty cell between them,
 * by the width of the cells that others show or by that which one of the words itself shows. In proportional print that
 * looks so by chance, the gap is still less than two mean letters wide.
 * @param commonCell width of the cells of most words, see `commonCells`
 */
export function isOneCellApart(left: PrintedWord, right: PrintedWord, commonCell?: number): boolean {
  const apart = right.left - left.left;
  const cells = left.text.length + 1;
  const isCell = (cell: number) =>
    fills(left, cell) && fills(right, cell) && Math.abs(apart / cell - cells) <= OFF_GRID;
  if (commonCell !== undefined && isCell(commonCell)) return true;
  return (isTelling(left) && isCell(apart / cells)) || (isTelling(right) && isCell(cellOf(right)));
}

/** The width of a cell that a word shows, where its letters are equally wide. */
function cellOf(word: PrintedWord): number {
  return widthOf(word) / (word.text.length - MEAN_WHITE);
}

function widthOf({ left, right }: Box): number {
  return right - left;
}

function isTelling({ text }: PrintedWord): boolean {
  return text.length >= LEAST_SIGNS;
}

/** Whether a word is as wide as its signs are in cells of a width. */
function fills(word: PrintedWord, cell: number): boolean {
  const white = word.text.length - widthOf(word) / cell;
  return white >= -MOST_EXCESS && white <= (isTelling(word) ? LONG_WORD_WHITE : MOST_WHITE);
}

/** Words whose letters are wide alike: how far apart at most, which share of the words at least, and how many of one size. */
const ALIKE = 0.05;
const COMMON_SHARE = 0.4;
const LEAST_OF_SIZE = 3;
/** Words of two heights so close are of one size: figures are a little lower than capitals. */
const ONE_SIZE = 0.08;

/**
 * The width of a cell where most words of the size of one have letters of one width, or most of the page, else undefined:
 * what forms are filled in with is seldom of the size of their captions. By size, seven values of a typed claim form won at
 * 200 dpi and at 300, none lost on 61 documents; none changed on others.
 */
export function commonCells(words: readonly PrintedWord[]): (word: PrintedWord) => number | undefined {
  const telling = words.filter(isTelling).map((word) => ({ height: heightOf(word), cell: cellOf(word) }));
  telling.sort((a, b) => a.cell - b.cell);
  const ofPage = commonCellOf(telling.map(({ cell }) => cell));
  const known = new Map<number, number | undefined>();
  return (word) => {
    const height = heightOf(word);
    if (!known.has(height)) {
      const ofSize = telling.filter((each) => Math.abs(each.height - height) <= ONE_SIZE * height);
      const cells = ofSize.map(({ cell }) => cell);
      known.set(height, commonCellOf(cells, LEAST_OF_SIZE) ?? ofPage);
    }
    return known.get(height);
  };
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}

/** The cell of a share of words, if of that many. @param cells in order */
function commonCellOf(cells: readonly number[], least = 2): number | undefined {
  let common: number | undefined;
  let most = Math.max(least, COMMON_SHARE * cells.length);
  for (let first = 0, end = 0; first < cells.length; first++) {
    while (end < cells.length && cells[end]! <= (1 + 2 * ALIKE) * cells[first]!) end++;
    if (end - first < most) continue;
    most = end - first;
    common = cells[Math.floor((first + end - 1) / 2)];
  }
  return common;
}

/** Captions with their colon; ends of sentences, which a capital or a digit follows. */
const COLON = /[\p{L}\p{N})]:$/u;
const SENTENCE_END = /\p{Ll}{2}[.?!]$/u;
const SENTENCE_START = /^[\p{Lu}\p{N}]/u;

/**
 * Least width of the signs before two spaces, as share of those behind: captions in smaller print than what is typed
 * beside them (0.7 of its size, on forms) are text of their own.
 */
const LEAST_SIZE = 0.75;

/** Whether typists set two spaces between two words of one size: after a colon, and between sentences. */
export function isTwoSpacesApart(left: PrintedWord, right: PrintedWord): boolean {
  if (widthOf(left) / left.text.length < (LEAST_SIZE * widthOf(right)) / right.text.length) return false;
  return COLON.test(left.text) || (SENTENCE_END.test(left.text) && SENTENCE_START.test(right.text));
}

/**
 * The number of an item: figures with a letter (`5a`), or letters, a Roman number or figures in brackets (`(ii)`).
 * Figures alone may be a value.
 */
const ITEM_NUMBER = /^(?:\d{1,2}[a-z]|\((?:[ivx]{1,4}|[a-z]|\d{1,2})\))$/u;
const ITEM_START = /^[\p{L}(]/u;

/** Whether a word is the number of the item that the next one begins: forms print it up to one em before its text. */
export function isItemNumber(left: PrintedWord, right: PrintedWord): boolean {
  return ITEM_NUMBER.test(left.text) && ITEM_START.test(right.text);
}

/** Whether an upright rule or the side of a box is between two words. */
export function isRuledOff(left: PrintedWord, right: PrintedWord): boolean {
  if (left.boxed || right.boxed) return true;
  const { ruleBefore } = right;
  return ruleBefore !== undefined && right.left - ruleBefore > (left.left + left.right) / 2;
}

/**
 * The two halves of a number: it ends at a separator, or begins with one. Behind a comma are cents or a group of three; a
 * year is none (`July 5, 2020`, `2006, 2007`): eight words of two of 40 scans were joined with one, and a date of a fixture.
 */
const DIGITS_TO_SEPARATOR = /\d[.,/]$/;
const FROM_DIGIT = /^\d/;
const TO_COMMA = /,$/;
const BEHIND_COMMA = /^\d{2,3}(?!\d)/;
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
  if (!parted || (TO_COMMA.test(left.text) && !BEHIND_COMMA.test(right.text))) return false;
  const lacksCents = TO_CENTS.test(left.text) && CENTS.test(right.text);
  const digit = Math.max(digitWidth(left), digitWidth(right));
  return right.left - left.right <= (lacksCents ? BEFORE_CENTS : IN_NUMBER) * digit;
}

/** Width of the digits of a word: its ink, shared among its signs. */
function digitWidth(word: PrintedWord): number {
  const separators = word.text.match(/[.,/]/g)?.length ?? 0;
  return widthOf(word) / (word.text.length - (1 - SEPARATOR) * separators);
}
