/** Strings of a file as they are written (ISO 32000-1, 7.3.4), and their bytes. Texts hold a byte in each character. */

const ESCAPE = /\\(?:(\r\n?|\n)|([0-7]{1,3})|([\s\S]))|\r\n?/gu;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const HEXADECIMAL = /<[\da-fA-F\s]*>/uy;
const TO_ESCAPE = /[\\()\r]/gu;

/** The bytes of a string with its delimiters. */
export function stringBytes(written: string): Buffer {
  const inner = written.slice(1, -1);
  if (written.startsWith('<')) {
    const digits = inner.replace(/\s/gu, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }
  const bytes = inner.replace(ESCAPE, (_, line?: string, octal?: string, other?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    if (other !== undefined) return CONTROLS[other] ?? other;
    return line === undefined ? '\n' : '';
  });
  return Buffer.from(bytes, 'latin1');
}

/** A literal string of these bytes. */
function literalOf(bytes: Buffer): string {
  return `(${bytes.toString('latin1').replace(TO_ESCAPE, (special) => (special === '\r' ? '\\r' : `\\${special}`))})`;
}

/** Where a literal string ends that begins at a place; others in it are in pairs. */
export function literalEnd(text: string, start: number): number {
  let open = 1;
  let at = start + 1;
  for (; at < text.length && open > 0; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') open += 1;
    else if (character === ')') open -= 1;
  }
  return at;
}

/** The text of an object with other strings in it. @param change of their bytes */
export function withStrings(text: string, change: (bytes: Buffer) => Buffer): string {
  let result = '';
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const end = stringEnd(text, at);
    if (end > at) {
      result += text.slice(done, at) + literalOf(change(stringBytes(text.slice(at, end))));
      done = end;
    }
    at = Math.max(end, at + (text.startsWith('<<', at) ? 2 : 1));
  }
  return result + text.slice(done);
}

/** The place itself where no string begins. */
function stringEnd(text: string, at: number): number {
  if (text[at] === '(') return literalEnd(text, at);
  HEXADECIMAL.lastIndex = at;
  return text[at] === '<' && HEXADECIMAL.test(text) ? HEXADECIMAL.lastIndex : at;
}
