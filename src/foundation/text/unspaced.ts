/** Scripts that are written without spaces between words, or that attach other words to names. */

/** As members of a character class of a Unicode pattern. */
export const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';

const ONE = new RegExp(`^[${UNSPACED}]`, 'u');

/** Whether a text begins with a character of such a script. */
export function isUnspaced(text: string): boolean {
  return ONE.test(text);
}
