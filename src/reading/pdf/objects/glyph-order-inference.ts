/**
 * Fonts that map some of their codes to Unicode and leave others out, although all follow one order. Subsets
 * that keep the glyph numbers of their font show it: its ASCII characters are in a row, so that one distance
 * leads from each code to its character.
 */
import { MACINTOSH_GLYPH_ORDER } from './glyph-order.js';

const ASCII_FIRST = 0x20;
const ASCII_LAST = 0x7e;

/** Mapped characters of ASCII, all at one distance from their codes, that prove the order. */
const ENOUGH = 4;

/** Distance of the codes of the Macintosh order from ASCII: glyph 3 is the space. */
const MACINTOSH_DISTANCE = ASCII_FIRST - MACINTOSH_GLYPH_ORDER.indexOf('space');

/** Listed widths that must agree with the order where fewer characters are mapped. */
const ENOUGH_WIDTHS = 3;

const DIGITS = '0123456789';
/** Characters never wider than a digit, and never narrower, in any usual typeface. */
const NARROW = ".,:;'!|ijl";
const WIDE = '%@&mwMW';

/** A font's own knowledge of its codes. */
interface PartialMapping {
  /** Text by code, with gaps. */
  readonly texts: readonly (string | undefined)[];
  /** Advance of a code's glyph, where the font lists it. */
  width(code: number): number | undefined;
}

/**
 * The distance from code to ASCII character that all mapped codes have in common; undefined when they have none
 * or prove too little. Few mapped codes count when they follow the Macintosh order of glyphs, and the widths of
 * the other codes do, too: digits are of one width, narrow characters are narrower and wide ones wider.
 */
export function asciiDistance(mapping: PartialMapping): number | undefined {
  let distance: number | undefined;
  let count = 0;
  for (const [code, character] of asciiCodes(mapping.texts)) {
    if (distance !== undefined && character - code !== distance) return undefined;
    distance = character - code;
    count += 1;
  }
  if (distance === undefined || distance === 0) return undefined;
  const proven = count >= ENOUGH || (distance === MACINTOSH_DISTANCE && widthsFit(mapping, distance));
  return proven ? distance : undefined;
}

/** The printable ASCII character of a code at a distance; undefined outside ASCII. */
export function asciiAt(code: number, distance: number): string | undefined {
  const character = code + distance;
  const printable = character >= ASCII_FIRST && character <= ASCII_LAST;
  return printable ? String.fromCharCode(character) : undefined;
}

/** Codes that map to one ASCII character, with the character's code. */
function asciiCodes(texts: readonly (string | undefined)[]): [number, number][] {
  const found: [number, number][] = [];
  texts.forEach((text, code) => {
    const character = text?.length === 1 ? text.charCodeAt(0) : 0;
    if (character >= ASCII_FIRST && character <= ASCII_LAST) found.push([code, character]);
  });
  return found;
}

function widthsFit({ width }: PartialMapping, distance: number): boolean {
  const widthsOf = (characters: string): number[] =>
    [...characters].flatMap((character) => width(character.charCodeAt(0) - distance) ?? []);
  const digits = widthsOf(DIGITS);
  const narrow = widthsOf(NARROW);
  const wide = widthsOf(WIDE);
  const [digit] = digits;
  if (digit === undefined || digits.length + narrow.length + wide.length < ENOUGH_WIDTHS) return false;
  return (
    digits.every((each) => each === digit) &&
    narrow.every((each) => each <= digit) &&
    wide.every((each) => each >= digit)
  );
}
