/** Amounts that tesseract misreads: dollar signs as those of cents, `lbs` as `Ibs`. */
import type { TesseractLine } from './thread.js';

/** A number with groups of thousands or cents: nobody writes cents so. */
const CENTS_OF_DOLLARS = /^¢(?=\d{1,3}(?:,\d{3})+(?:\.\d\d)?$|\d+\.\d\d$)/;

/** Pounds of weight, whose `l` looks like a capital: no word begins so. */
const POUNDS = /(?<=^\(?(?:\d[\d.,]*)?)Ibs(?=[.,;:)]*$)/;

/** The words of a line, with dollar signs before amounts, and pounds as they are written. */
export function withAmounts(line: TesseractLine): TesseractLine {
  const words = line.words.map((word) => ({
    ...word,
    text: word.text.replace(CENTS_OF_DOLLARS, '$').replace(POUNDS, 'lbs'),
  }));
  return { ...line, words };
}
