/** The character encodings of workbooks before Excel 97, which keep text in bytes. */
import { DocumentError } from '../../../errors.js';
import { decoderOf } from '../../plain/character-encoding.js';
import { decodeText } from '../../plain/text.js';

/** Names of encodings by the number of the code page; 32768 and 32769 are Excel's own. */
const ENCODINGS: ReadonlyMap<number, string> = new Map([
  [367, 'windows-1252'],
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  ...range(1250, 1258).map((page): [number, string] => [page, `windows-${page}`]),
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [20866, 'koi8-r'],
  [21866, 'koi8-u'],
  [28592, 'iso-8859-2'],
  [28595, 'iso-8859-5'],
  [28597, 'iso-8859-7'],
  [32768, 'macintosh'],
  [32769, 'windows-1252'],
  [65001, 'utf-8'],
]);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Turns the bytes of a string into its characters. */
type ByteDecoder = (bytes: Uint8Array) => string;

/**
 * The decoder of a code page. Without one, bytes are read as those of a text file are. The decoder of a page
 * that is not known reads ASCII only.
 * @throws DocumentError (the decoder) `unsupported_type` for other bytes of an unknown page
 */
export function byteDecoder(page: number | undefined): ByteDecoder {
  if (page === undefined) return (bytes) => decodeText(bytes);
  const encoding = ENCODINGS.get(page);
  if (encoding === undefined) return (bytes) => asciiOnly(bytes, page);
  return decoderOf(encoding);
}

function asciiOnly(bytes: Uint8Array, page: number): string {
  if (bytes.some((byte) => byte > 0x7f)) {
    throw new DocumentError(
      'unsupported_type',
      `The texts of the workbook are in the character encoding ${page}, which cannot be read here. Save it as XLSX first.`,
    );
  }
  return new TextDecoder().decode(bytes);
}
