/** The predefined encodings of simple fonts by which files name their codes (ISO 32000-1, annex D). */

const ASCII_FIRST = 0x20;

/** Printable ASCII, which all of them have, but for two quotes in the standard one. */
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(ASCII_FIRST + index)).join('');

/** What follows from code 127 on; U+0000 for none. Two have codes besides those of the standard, as fonts use them. */
const MAC_ROMAN =
  '\0ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ';
const WIN_ANSI =
  '•€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ ¡¢£¤¥¦§¨©ª«¬-®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ';

const STANDARD =
  '\0'.repeat(34) +
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ\0–†‡·\0¶•‚„”»…‰\0¿\0`´ˆ˜¯˘˙¨\0˚¸\0˝˛ˇ—" +
  '\0'.repeat(16) +
  'Æ\0ª\0\0\0\0ŁØŒº\0\0\0\0\0æ\0\0\0ı\0\0łøœß';

/** What simple fonts have that name no other. */
export const STANDARD_ENCODING = 'StandardEncoding';
export const MAC_ROMAN_ENCODING = 'MacRomanEncoding';
export const WIN_ANSI_ENCODING = 'WinAnsiEncoding';

const ENCODINGS: ReadonlyMap<string, string> = new Map([
  [STANDARD_ENCODING, ASCII.replace("'", '’').replace('`', '‘') + STANDARD],
  [MAC_ROMAN_ENCODING, ASCII + MAC_ROMAN],
  [WIN_ANSI_ENCODING, ASCII + WIN_ANSI],
]);

/** The character of a code; undefined where the encoding has none, or is not known here. */
export function characterIn(encoding: string, code: number): string | undefined {
  const character = ENCODINGS.get(encoding)?.[code - ASCII_FIRST];
  return character === '\0' ? undefined : character;
}
