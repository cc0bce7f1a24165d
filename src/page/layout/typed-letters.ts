/**
 * Words whose letters are typed with spaces between them: `I N V O I C E  N O`. No value of 104 documents changes where
 * its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import { isBlank } from '../document/cleaning.js';
import type { Glyph } from '../document/glyph.js';

/** A row of letters, and what separates its words. */
export interface TypedLetters {
  /** Gap between two letters of a word, in inches. */
  readonly gap: number;
  /** Gap above which the next letter begins a word, in inches. */
  readonly word: number;
}

/** A gap that is wider than that between letters by so much is one between words; those between letters are as even as that. */
const WIDER = 1.5;
const EVEN = 1.2;

/** Letters of a word that shows that a row is set so; fewer are lists, and columns of marks. */
const LETTERS_OF_WORD = 4;

/**
 * Letters of a row that is one word, and the share of vowels in it: `T O T A L` has 0.4, the first letters of months have
 * 0.25.
 */
const LETTERS_ALONE = 5;
const VOWELS_ALONE = 0.3;

const LETTER = /^\p{L}$/u;
const VOWEL = /[aeiouy]/giu;

/** Glyphs of a row without a space between them. */
interface Token {
  text: string;
  /** Inches to the token before; 0 for the first. */
  readonly gap: number;
}

/**
 * How the letters of a row are set that is typed so; undefined for any other. Other words of the row are further apart than
 * its letters.
 * @param start index of the first glyph of the row
 * @param end index after its last
 * @param gapBetween inches from the end of one glyph to another
 * @param before how the row before on this baseline is set
 */
export function typedLetters(
  glyphs: readonly Glyph[],
  start: number,
  end: number,
  gapBetween: (from: number, to: number) => number,
  before?: TypedLetters,
): TypedLetters | undefined {
  if (!alternates(glyphs, start, end, before ? 2 : LETTERS_OF_WORD)) return undefined;
  const tokens = tokensOf(glyphs, start, end, gapBetween);
  let gap = Number.POSITIVE_INFINITY;
  for (const [index, token] of tokens.entries()) {
    if (index > 0 && token.gap > 0 && isSingle(token) && isSingle(tokens[index - 1]!))
      gap = Math.min(gap, token.gap);
  }
  if (!Number.isFinite(gap)) return undefined;
  const word = WIDER * gap;
  const words: Token[][] = [];
  for (const token of tokens) {
    const last = words.at(-1);
    if (last === undefined || token.gap > word) words.push([token]);
    else if (token.gap > EVEN * gap || !isSingle(token) || !isSingle(last.at(-1)!)) return undefined;
    else last.push(token);
  }
  if (before && Math.abs(before.gap - gap) <= (EVEN - 1) * gap) return { gap, word };
  const set = words.filter(({ length }) => length > 1).map((each) => each.map(({ text }) => text).join(''));
  return (words.length > 1 ? set.some(isLong) : set.every(isAlone)) ? { gap, word } : undefined;
}

/** Whether a row begins with so many glyphs that have a space between each two: it is so in hardly any text. */
function alternates(glyphs: readonly Glyph[], start: number, end: number, least: number): boolean {
  let met = 0;
  let wasBlank = true;
  for (let i = start; i < end; i++) {
    const blank = isBlank(glyphs[i]!.text);
    if (!blank && !wasBlank) return false;
    if (!blank) met += 1;
    if (met >= least) return true;
    wasBlank = blank;
  }
  return false;
}

function tokensOf(
  glyphs: readonly Glyph[],
  start: number,
  end: number,
  gapBetween: (from: number, to: number) => number,
): readonly Token[] {
  const tokens: Token[] = [];
  let last = -1;
  for (let i = start; i < end; i++) {
    const { text } = glyphs[i]!;
    if (isBlank(text)) continue;
    if (last === i - 1 && last >= start) tokens.at(-1)!.text += text;
    else tokens.push({ text, gap: last < 0 ? 0 : gapBetween(last, i) });
    last = i;
  }
  return tokens;
}

/** A letter or figure, with the sign that ends a word. */
const SINGLE = /^[^\s][.,:;!?)]*$/u;

function isSingle({ text }: Token): boolean {
  return SINGLE.test(text);
}

function isLong(word: string): boolean {
  let letters = 0;
  for (const character of word) if (LETTER.test(character)) letters += 1;
  return letters >= LETTERS_OF_WORD;
}

/** Whether letters without a wider gap are a word: it has vowels, and is no part of the alphabet. */
function isAlone(word: string): boolean {
  const letters = [...word.toLowerCase()];
  if (letters.length < LETTERS_ALONE || !letters.every((letter) => LETTER.test(letter))) return false;
  const isAlphabet = letters.every((letter, index) => index === 0 || letter > letters[index - 1]!);
  return !isAlphabet && (word.match(VOWEL)?.length ?? 0) > VOWELS_ALONE * letters.length;
}
