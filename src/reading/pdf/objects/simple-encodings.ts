/** The predefined encodings of simple fonts by which files name their codes (ISO 32000-1, annex D). */

const ASCII_FIRST = 0x20;

/** Printable ASCII, which both encodings have. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(ASCII_FIRST + index)).join('');

/** What follows from code 127 on; U+0000 for none. Both have codes besides those of the standard, as fonts use them. */
const MAC_ROMAN =
  '\0ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';
const WIN_ANSI =
  '•€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ ¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ';

export const MAC_ROMAN_ENCODING = 'MacRomanEncoding';
export const WIN_ANSI_ENCODING = 'WinAnsiEncoding';

const ENCODINGS: ReadonlyMap<string, string> = new Map([
  [MAC_ROMAN_ENCODING, ASCII + MAC_ROMAN],
  [WIN_ANSI_ENCODING, ASCII + WIN_ANSI],
]);

/** Whether codes of an encoding are known here. */
export function isKnownEncoding(encoding: string): boolean {
  return ENCODINGS.has(encoding);
}

/** The character of a code; undefined where the encoding has none, or is not known here. */
export function characterIn(encoding: string, code: number): string | undefined {
  const character = ENCODINGS.get(encoding)?.[code - ASCII_FIRST];
  return character === '\0' ? undefined : character;
}
