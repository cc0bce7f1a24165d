/** How long texts become as JSON. */

/** Characters that JSON writes as six: control characters, and halves of pairs. */
const ESCAPED = /[\u0000-\u001f\ud800-\udfff]/;
const CHARACTERS_OF_ESCAPE = 6;

/** Characters that a text takes as JSON at most, but for its quotation marks and backslashes, which count once. */
export function printedLength(text: string): number {
  return ESCAPED.test(text) ? text.length * CHARACTERS_OF_ESCAPE : text.length;
}
