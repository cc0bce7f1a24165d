/** What recognising tables starts from: the words of a page in rows, with the white between them. */
import { type Box, boundingBox, unionBox } from '../document/geometry.js';
import type { Line } from '../document/model.js';
import { isHorizontal, visualRows } from '../document/order.js';

/** A word by its place on its page. */
export interface PlacedWord extends Box {
  readonly text: string;
  /** Size of its type, in inches. */
  readonly size: number;
  readonly line: Line;
  /** Its position among the words of its line. */
  readonly index: number;
}

/** Words that stand side by side, from left to right. */
export interface TextRow extends Box {
  readonly words: readonly PlacedWord[];
  /** The usual size of its type, in inches. */
  readonly size: number;
}

/** Dots or the like that lead the eye from a text to its figure, or a rule that was typed. */
const LEADER = /^[.·…_‐-―=*~-]{4,}$/u;

/** Whether a word is no text but a row of dots or dashes. */
export function isLeader(text: string): boolean {
  return LEADER.test(text);
}

/** The rows of text that some lines of one page make, from top to bottom; what is not horizontal is left out. */
export function textRows(lines: readonly Line[]): readonly TextRow[] {
  const rows: TextRow[] = [];
  for (const row of visualRows(lines.filter(isHorizontal))) {
    const words = row.flatMap(placedWords).sort((a, b) => a.left - b.left);
    if (words.length > 0) rows.push(textRow(words));
  }
  return rows;
}

/** A row of words that are in order. */
export function textRow(words: readonly PlacedWord[]): TextRow {
  const { left, top, right, bottom } = words.reduce<Box>(unionBox, words[0]!);
  return { words, left, top, right, bottom, size: median(words.map(({ size }) => size)) };
}

/** The words of a line by their places. */
export function placedWords(line: Line): PlacedWord[] {
  return line.words.map(({ text, boundingPolygon }, index) => {
    const { left, top, right, bottom } = boundingBox(boundingPolygon);
    return { text, left, top, right, bottom, size: line.lineHeight, line, index };
  });
}

/** The middle one of some numbers, of two the lower; 0 without any. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
