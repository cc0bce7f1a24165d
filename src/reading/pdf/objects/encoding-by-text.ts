/**
 * Which encoding the codes of a font are of that names none: the one in which the words that it shows are words. `Durée` in
 * WinAnsi is `DurÈe` in MacRoman, with a capital between small letters.
 */
import { characterIn, MAC_ROMAN_ENCODING, WIN_ANSI_ENCODING } from './simple-encodings.js';

const LETTER = /^\p{L}$/u;
const SMALL = /^\p{Ll}$/u;
const SPACE = 0x20;
const FIRST_BEYOND_ASCII = 0x80;

/**
 * WinAnsi where nothing speaks for either: so most programs wrote that named none.
 * @param shown codes as they follow each other
 */
export function encodingByText(shown: readonly (readonly number[])[]): string {
  let forWinAnsi = 0;
  for (const codes of shown) {
    for (const [index, code] of codes.entries()) {
      if (code < FIRST_BEYOND_ASCII) continue;
      const [before, after] = [codes[index - 1] ?? SPACE, codes[index + 1] ?? SPACE];
      forWinAnsi +=
        fitness(WIN_ANSI_ENCODING, code, before, after) - fitness(MAC_ROMAN_ENCODING, code, before, after);
    }
  }
  return forWinAnsi < 0 ? MAC_ROMAN_ENCODING : WIN_ANSI_ENCODING;
}

/** How well the character of a code goes with its neighbours: 1 for a word or a sign in its place, -1 where it tears one, else 0. */
function fitness(encoding: string, code: number, before: number, after: number): number {
  const character = characterIn(encoding, code);
  if (character === undefined) return -1;
  const [left = ' ', right = ' '] = [before, after].map((each) => characterIn(encoding, each));
  const [isBehind, isBefore] = [isSmall(left), isSmall(right)];
  if (isSmall(character)) return isBehind || isBefore ? 1 : isLetter(left) || isLetter(right) ? 0 : -1;
  // A capital begins a word, or stands among capitals.
  if (isLetter(character)) return isBehind ? -1 : isLetter(left) || isLetter(right) ? 1 : -1;
  if (isBehind && isBefore) return WITHIN.has(character) ? 1 : -1;
  if (isBefore) return OPENING.has(character) ? 1 : 0;
  return isBehind && CLOSING.has(character) ? 1 : 0;
}

/** Signs that stand between letters, before words, and behind them. */
const WITHIN: ReadonlySet<string> = new Set('’–—·-/');
const OPENING: ReadonlySet<string> = new Set('“‘„‚«‹¿¡–—');
const CLOSING: ReadonlySet<string> = new Set('”’“»›…™®©°–—‰');

function isLetter(character: string): boolean {
  return LETTER.test(character);
}

function isSmall(character: string): boolean {
  return SMALL.test(character);
}
