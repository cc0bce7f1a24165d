/** Check boxes typed as text: symbols and brackets. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
import { type Box, boundingBox, unionBox } from '../../document/geometry.js';
import type { Line } from '../../document/model.js';
import { allMatches } from '../../matches.js';

/** A check box typed as text. */
export interface TextBox {
  readonly kind: 'glyph' | 'bracket';
  readonly outer: Box;
  readonly selected: boolean;
  /** Range in the line's `rawText`. */
  readonly start: number;
  readonly end: number;
  /** Whether the character shows a box; a bare tick or bullet does not. */
  readonly boxed: boolean;
}

/** Symbols of an empty box or ring, with the private codes of the usual symbol fonts. */
const EMPTY = '☐□◻❏❐❑❒○◯\uf06f\uf070\uf071\uf072\uf0a8\uf0a3\uf0a1';
/** Symbols of a box or ring with its mark. */
const TICKED = '☑☒⊠◉✅\uf0fe\uf0fd\uf052\uf053\uf0a4';
/** Marks without a box. */
const MARKS = '✓✔✗✘■●\uf0fc\uf0fb\uf06e\uf06c';

const SYMBOL = new RegExp(`[${EMPTY}${TICKED}${MARKS}]`, 'gu');
const LONE_MARK = new RegExp(`^[xy${TICKED}${MARKS}]$`, 'iu');

/**
 * A bracket, perhaps a mark, and a bracket, as a word. Around a mark any sign is a bracket, also one of private
 * use, which is what some fonts make of braces; without a mark only signs that are brackets by themselves.
 */
const MARKED_BRACKET = /(?<!\S)[^\p{L}\p{N}\s] ?[xXyY✓✔✗✘] ?[^\p{L}\p{N}\s](?!\S)/gu;
const EMPTY_BRACKET = /(?<!\S)[\p{Ps}\p{Co}|_] {0,3}[\p{Pe}\p{Co}|_](?!\S)/gu;

const OPENING = '[\\[({|]';
const CLOSING = '[\\])}|]';
const MARK = '[xXyY✓✔✗✘]';
/** Boxes at the ends of words, whole or with the one side that OCR saw. */
const BOX_BEFORE = new RegExp(
  `^(?:[${EMPTY}${TICKED}]|${OPENING}?${MARK}?${CLOSING}|${OPENING}(?:${MARK}(?![\\p{L}\\p{N}]))?)`,
  'u',
);
const BOX_AFTER = new RegExp(
  `(?:[${EMPTY}${TICKED}]|${OPENING}${MARK}?${CLOSING}?|(?:(?<![\\p{L}\\p{N}])${MARK})?${CLOSING})$`,
  'u',
);

/**
 * The part of a word beside the signs that OCR makes of a box drawn next to it, as `Yes` of `X]Yes`; undefined where
 * nothing else is left, as of `[X` and `]`. A symbol of an empty box by itself is a word: it tells its own state.
 * @returns positions in the word, the end exclusive
 */
export function besideBoxes(word: string): { readonly start: number; readonly end: number } | undefined {
  if (isMarkToken(word)) return undefined;
  if (word.length === 1 && EMPTY.includes(word)) return { start: 0, end: 1 };
  const start = BOX_BEFORE.exec(word)?.[0].length ?? 0;
  const end = BOX_AFTER.exec(word)?.index ?? word.length;
  return start < end ? { start, end } : undefined;
}

/** Whether a text is a lone mark: one of the symbols that are on, or x or y as the whole text. */
export function isMarkToken(text: string): boolean {
  return LONE_MARK.test(text.trim());
}

/** The check boxes typed in a line, from left to right. */
export function textBoxesOf(line: Line): readonly TextBox[] {
  const found: TextBox[] = [];
  const add = (match: RegExpMatchArray, kind: TextBox['kind'], selected: boolean, boxed: boolean) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    found.push({ kind, outer: boxOfRange(line, start, end), selected, start, end, boxed });
  };
  for (const match of allMatches(line.rawText, SYMBOL)) {
    const empty = EMPTY.includes(match[0]);
    add(match, 'glyph', !empty, empty || TICKED.includes(match[0]));
  }
  for (const match of allMatches(line.rawText, MARKED_BRACKET)) add(match, 'bracket', true, true);
  for (const match of allMatches(line.rawText, EMPTY_BRACKET)) add(match, 'bracket', false, true);
  return found.sort((a, b) => a.start - b.start);
}

const WORD = /\S+/g;

/** The box around a range of a line's raw text, inside words by the number of characters. */
export function boxOfRange(line: Line, start: number, end: number): Box {
  let box: Box | undefined;
  let index = 0;
  for (const { 0: word, index: from } of allMatches(line.rawText, WORD)) {
    const polygon = line.words[index++]?.boundingPolygon;
    const first = Math.max(0, start - from);
    const last = Math.min(word.length, end - from);
    if (!polygon || first >= last) continue;
    const whole = boundingBox(polygon);
    const step = (whole.right - whole.left) / word.length;
    const part = { ...whole, left: whole.left + first * step, right: whole.left + last * step };
    box = box ? unionBox(box, part) : part;
  }
  return box ?? line;
}
