/** How wide text comes out, about: no fonts are loaded, so widths are those of a common sans serif face. */

/** Widths of kinds of characters in font sizes, after the metrics of Helvetica. */
const NARROW = 0.28;
const DIGIT = 0.556;
const LOWER = 0.52;
const UPPER = 0.68;
const WIDE = 0.83;
const FULL = 1;
const NARROW_CHARACTERS = new Set(" .,:;'|!ijltfI()[]/\\`-");
const WIDE_CHARACTERS = new Set('mwMW@%');
/** From here on, most scripts fill a square: East Asian text. */
const FIRST_FULL = 0x2e80;

/** Width of a text in inches, at a size in inches. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * size;
}

/** How many UTF-16 units of a text fit into a width, at least one character. */
export function unitsThatFit(text: string, size: number, width: number): number {
  let used = 0;
  let units = 0;
  for (const character of text) {
    used += characterWidth(character) * size;
    if (used > width && units > 0) return units;
    units += character.length;
  }
  return units;
}

function characterWidth(character: string): number {
  if (NARROW_CHARACTERS.has(character)) return NARROW;
  if (WIDE_CHARACTERS.has(character)) return WIDE;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code >= FIRST_FULL) return FULL;
  return character === character.toLowerCase() ? LOWER : UPPER;
}
