/**
 * What running text looks like: rows that are wrapped at the width of their column. The one value of the corpora that is
 * a paragraph stays as it is with the narrow gutters that this decides on; their text in two and three columns is no
 * longer mixed, and with words of two letters counted, not all words, the forms among them stay in their rows. No value
 * of 104 documents changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
import type { Line } from '../document/model.js';
import { visualRows } from '../document/order.js';

/** A row further below the one before than this share of its height begins a paragraph. */
// See docs/language/03-layout-methods-ranges-tables.md#352-paragraphs
export const PARAGRAPH_BREAK = 0.4;
/** Share of its rows that text must be like. */
const MOST_ROWS = 2 / 3;
/** Words of a row, on average: captions and cells have fewer. */
const WORDS = 3;
/** Share of the column's width that a row which goes on below takes up. */
const WRAPPED_WIDTH = 0.75;
/** Rows of an address, or another list beside running text. */
const LIST_ROWS = 3;
/** Rows of running text. */
const TEXT_ROWS = 2;

interface TextRow {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Whether the next row follows closely. */
  readonly goesOn: boolean;
  /** Whether it, or the row before it, follows closely. */
  readonly isStacked: boolean;
}

/** Whether a text has as many words as a row of running text. */
export function hasWords(text: string): boolean {
  return wordsIn(text) >= WORDS;
}

/** Words of two letters or more: amounts and codes do not count. */
function wordsIn(text: string): number {
  return text.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length;
}

/** Whether a row of some lines follows another so closely that both are one paragraph. */
export function followsClosely(row: readonly Line[], bottom: number): boolean {
  const tallest = row.reduce((best, line) => (line.lineHeight > best.lineHeight ? line : best));
  return Math.min(...row.map(({ top }) => top)) - bottom <= PARAGRAPH_BREAK * tallest.lineHeight;
}

/** Whether the lines of one column are sentences that are wrapped at its width. */
export function isRunningText(lines: readonly Line[]): boolean {
  const rows = textRows(lines);
  if (rows.length < TEXT_ROWS) return false;
  const start = rows.reduce((least, { left }) => Math.min(least, left), rows[0]!.left);
  const width = rows.reduce((most, { right }) => Math.max(most, right - start), 0);
  const wrapped = rows.filter(({ goesOn }) => goesOn);
  const words = rows.reduce((sum, { text }) => sum + wordsIn(text), 0);
  return (
    words >= WORDS * rows.length &&
    isMost(rows, ({ isStacked }) => isStacked) &&
    isMost(wrapped, ({ left, right }) => right - left >= WRAPPED_WIDTH * width)
  );
}

/** Whether the lines of one column follow each other closely, from the first to the last, and are words: an address, or names. */
export function isListOfWords(lines: readonly Line[]): boolean {
  const rows = textRows(lines);
  return (
    rows.length >= LIST_ROWS &&
    rows.slice(0, -1).every(({ goesOn }) => goesOn) &&
    isMost(rows, ({ text }) => /\p{L}{3}/u.test(text))
  );
}

function isMost(rows: readonly TextRow[], isSo: (row: TextRow) => boolean): boolean {
  return rows.filter(isSo).length >= MOST_ROWS * rows.length;
}

function textRows(lines: readonly Line[]): TextRow[] {
  const rows = visualRows(lines);
  const closely = rows.map(
    (row, i) => i > 0 && followsClosely(row, Math.max(...rows[i - 1]!.map(({ bottom }) => bottom))),
  );
  return rows.map((row, i) => ({
    text: row.map(({ text }) => text).join(' '),
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map(({ right }) => right)),
    goesOn: closely[i + 1] === true,
    isStacked: closely[i] === true || closely[i + 1] === true,
  }));
}
