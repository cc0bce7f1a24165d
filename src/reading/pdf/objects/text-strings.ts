/** Strings of a file that hold text for people (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a mark, else PDFDocEncoding. */

const UTF_16_BIG = [0xfe, 0xff];
const UTF_16_LITTLE = [0xff, 0xfe];
const UTF_8 = [0xef, 0xbb, 0xbf];

/** Codes of PDFDocEncoding that are not those of Latin-1, in stretches: the first code, and the characters (annex D). */
const STRETCHES: readonly (readonly [number, string])[] = [
  [0x18, '˘ˇˆ˙˝˛˚˜'],
  [0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€'],
];

const PDF_DOC_ENCODING: readonly string[] = Array.from({ length: 256 }, (_, code) => {
  const stretch = STRETCHES.find(([first, { length }]) => code >= first && code < first + length);
  return stretch?.[1][code - stretch[0]] ?? String.fromCharCode(code);
});

/** The text of a string's bytes. */
export function decodeTextString(bytes: Uint8Array): string {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (begins(UTF_8)) return Buffer.from(bytes.subarray(UTF_8.length)).toString('utf8');
  if (begins(UTF_16_LITTLE)) return Buffer.from(bytes.subarray(2)).toString('utf16le');
  if (!begins(UTF_16_BIG)) return Array.from(bytes, (byte) => PDF_DOC_ENCODING[byte]).join('');
  const units = bytes.subarray(2, bytes.length - (bytes.length % 2));
  return Buffer.from(units).swap16().toString('utf16le');
}
