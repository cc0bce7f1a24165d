/**
 * Capitals and small letters of one form (`c`, `o`, `s` …), distinguished by the height of their ink. Of 25,108
 * words of documents at 200 dpi 55 were in the wrong case, and 23 are. That no capital within a word is before a small letter
 * won 14 of 1,883 values of 61 documents as faxes (`SOlutions`), where specks make letters higher.
 */
import type { ReadCharacter } from './ctc.js';
import { heightIn, inkStretches, median, type RowInk, type Stretch } from './row-ink.js';

/** Letters whose capital is the small one in another size. */
const SAME_FORM = /^[cosuvwxz]$/iu;
/** Letters as high as an `x`; letters and digits as high as capitals. `t` is neither. */
const SMALL = /^[aemnr]$/u;
const TALL = /^[ABDEFGHIKLMNPRTYbdhkl\d]$/u;

/** Heights of the letters of a word or a row that show how high small letters and capitals are, in pixels of its picture. */
export interface LetterHeights {
  readonly small: readonly number[];
  readonly tall: readonly number[];
}

/** A letter of its word, and how high its ink is; undefined where that is not known. */
export interface MeasuredLetter {
  readonly character: ReadCharacter;
  readonly height: number | undefined;
}

/** The letters of a word with their heights, where each has ink that touches none of its neighbours. */
export function measured(
  characters: readonly ReadCharacter[],
  word: Stretch,
  ink: RowInk,
): readonly MeasuredLetter[] {
  const stretches = inkStretches(ink, word);
  const isApart = stretches.length === characters.length;
  return characters.map((character, index) => ({
    character,
    height: isApart ? heightIn(ink, stretches[index]!) : undefined,
  }));
}

/** The heights of letters whose case is beyond doubt. */
export function letterHeights(letters: readonly MeasuredLetter[]): LetterHeights {
  const heightsOf = (kind: RegExp) =>
    letters.flatMap(({ character, height }) =>
      height !== undefined && kind.test(character.text) ? height : [],
    );
  return { small: heightsOf(SMALL), tall: heightsOf(TALL) };
}

/** How far the height of a letter is from that of its case at most, in heights of capitals: dust and tails reach further. */
const EXACT = 0.1;
/** Height of an `x` in capitals: from 0.65 to 0.76 in print for reading (Times 0.68, Arial 0.72, Verdana 0.75). */
const X_HEIGHT = 0.72;
/** Print whose small letters are higher than this, in capitals, does not show which is which. */
const MOST_ALIKE = 0.88;

/** The letters of a word, those of one form in the case that their height shows. */
export function withCase(
  letters: readonly MeasuredLetter[],
  { small, tall }: LetterHeights,
): readonly ReadCharacter[] {
  const low = small.length > 0 ? median(small) : X_HEIGHT * median(tall);
  const high = tall.length > 0 ? median(tall) : median(small) / X_HEIGHT;
  if (!(low <= MOST_ALIKE * high)) return letters.map(({ character }) => character);
  const isNear = (height: number, other: number) => Math.abs(height - other) <= EXACT * high;
  const sized = letters.map(({ character }) => character);
  // From the end, so that what follows a letter has its case.
  for (const [index, { character, height }] of [...letters.entries()].reverse()) {
    if (height === undefined || !SAME_FORM.test(character.text)) continue;
    const isTall = isNear(height, high);
    if (isTall === isNear(height, low)) continue;
    if (isTall && (isSmall(sized[index - 1]) || (index > 0 && isSmall(sized[index + 1])))) continue;
    const text = isTall ? character.text.toUpperCase() : character.text.toLowerCase();
    sized[index] = { ...character, text };
  }
  return sized;
}

/** What a picture of one letter alone shows: nothing in it shows the size, and capitals are more frequent by themselves. */
export function withCapital(characters: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const [only, ...others] = characters;
  if (!only || others.length > 0 || !SAME_FORM.test(only.text)) return characters;
  return [{ ...only, text: only.text.toUpperCase() }];
}

/** Whether a letter is a small one: what is beside it is no capital, but may have an accent (`conexión`) or a speck on it. */
function isSmall(letter: ReadCharacter | undefined): boolean {
  return /^\p{Ll}$/u.test(letter?.text ?? '');
}
