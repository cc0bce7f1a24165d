/** Bytes of text in a named character encoding. */

/** What Windows-1252 has in place of the control characters 0x80 to 0x9F; five of them stay. */
const WINDOWS_1252_UPPER =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
const FIRST_UPPER = 0x80;

/**
 * A decoder by one of the names of an encoding that the web knows. Windows-1252, which Latin-1 and ASCII mean
 * as well, is decoded here: Node.js takes it for Latin-1 from 20.18.3 and 22.13 on, and loses quotation marks,
 * dashes and the euro sign.
 * @throws RangeError for a name that is not known
 */
export function decoderOf(encoding: string): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding);
  return decoder.encoding === 'windows-1252' ? decodeWindows1252 : (bytes) => decoder.decode(bytes);
}

function decodeWindows1252(bytes: Uint8Array): string {
  return withoutControls(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

/**
 * Text that a library decoded as Latin-1, as Windows-1252. The control characters U+0080 to U+009F come in no
 * text that is meant to be read, so text of other encodings stays as it is.
 */
export function withoutControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252_UPPER[control.charCodeAt(0) - FIRST_UPPER]!);
}

/** The character encoding that a media type names, as in `text/csv; charset=utf-8`. */
export function charsetOf(contentType = ''): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1];
}
