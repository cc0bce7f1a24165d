/** Words by their signs, for those that take words apart. */
import type { TesseractWord } from './thread.js';

type Sign = NonNullable<TesseractWord['symbols']>[number];

/** The signs of a word one after the other, which are its text where all of them are known. */
function textOf(signs: readonly Sign[]): string {
  return signs.map((sign) => sign.text).join('');
}

/** What of a word some of its signs are: as wide as they are, and as high as the word. @param signs at least one */
export function wordOfSigns(word: TesseractWord, signs: readonly Sign[]): TesseractWord {
  const x0 = Math.min(...signs.map((sign) => sign.bbox.x0));
  const x1 = Math.max(...signs.map((sign) => sign.bbox.x1));
  return { ...word, text: textOf(signs), bbox: { ...word.bbox, x0, x1 }, symbols: signs };
}

/** How many letters and digits a text has. */
export function alphanumerics(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
