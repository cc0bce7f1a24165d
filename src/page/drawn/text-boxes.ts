/** Check boxes typed as text: symbols and brackets. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection

import { allMatches } from '../../foundation/text/matches.js';
import { type Box, boundingBox, unionBox } from '../document/geometry.js';
import type { Line } from '../document/model.js';

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
/**
 * Marks only where they are alone in a box: elsewhere they are bullets and signs. Forms have the first two for ticks.
 */
const MARKS_IN_BOXES = '◆★√×✕✖';
const LONE_MARK = new RegExp(`^[xy${TICKED}${MARKS}${MARKS_IN_BOXES}]$`, 'iu');

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
 * nothing else is left, as of `[X` and `]`. A symbol of an empty box by itself is a word: it shows its own state.
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
  const add = (start: number, end: number, kind: TextBox['kind'], selected: boolean, boxed: boolean) => {
    found.push({ kind, outer: boxOfRange(line, start, end), selected, start, end, boxed });
  };
  for (const { 0: symbol, index } of allMatches(line.rawText, SYMBOL)) {
    const isEmpty = EMPTY.includes(symbol);
    const over = isEmpty ? overtyped(line, index) : undefined;
    const { start, end } = over ?? { start: index, end: index + symbol.length };
    const before = found.at(-1)?.end ?? 0;
    // The mark over an empty symbol may be a symbol by itself, behind that or before it.
    if (before > index) continue;
    if (before > start) found.pop();
    const isTicked = over !== undefined || !isEmpty;
    add(start, end, 'glyph', isTicked, over !== undefined || !MARKS.includes(symbol));
  }
  const addBracket = ({ 0: bracket, index }: RegExpExecArray, selected: boolean) =>
    add(index, index + bracket.length, 'bracket', selected, true);
  for (const match of allMatches(line.rawText, MARKED_BRACKET)) addBracket(match, true);
  for (const match of allMatches(line.rawText, EMPTY_BRACKET)) addBracket(match, false);
  return found.sort((a, b) => a.start - b.start);
}

/** Whether a typed box may count where nothing is drawn: a symbol that shows a box, and no bracket, mark or bullet. */
export function isBoxSymbol({ kind, boxed }: TextBox): boolean {
  return kind === 'glyph' && boxed;
}

/**
 * The range of an empty symbol and a mark that was typed over it, where the merger joined them.
 * @param at position of the symbol in the line's raw text
 */
function overtyped(
  { rawText, overlapJoins }: Line,
  at: number,
): { readonly start: number; readonly end: number } | undefined {
  for (const { at: join } of overlapJoins) {
    const [start, mark] = join === at ? [at - 1, at - 1] : [at, at + 1];
    if (join !== at && join !== at + 1) continue;
    const isGlued =
      WORD_CHARACTER.test(rawText[start - 1] ?? '') || WORD_CHARACTER.test(rawText[start + 2] ?? '');
    if (isMarkToken(rawText[mark] ?? '') && !isGlued) return { start, end: start + 2 };
  }
  return undefined;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
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
