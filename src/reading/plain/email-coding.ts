/**
 * Hands the parser of messages a long body in a form that it reads in pieces. Of a body that is not coded it keeps every row
 * by itself and joins them in one go: 200,000 rows take a second, in which nobody is heard. One in quoted-printable it
 * decodes to pieces of 100 kB, which takes a fifth.
 */

/** Rows from which on a body is coded: fewer are joined in some 50 ms. */
export const CODED_FROM = 10_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const EQUALS = 0x3d;

const CODING = /^content-transfer-encoding[ \t]*:.*$/gimu;
const UNCODED = /^[^:]*:[ \t]*(?:7bit|8bit|binary)[ \t\r]*$/iu;
const TYPE = /^content-type[ \t]*:.*$/gimu;
const TEXT = /^[^:]*:[ \t]*text\//iu;
/** A row of white space at its beginning goes on with the header above. */
const FOLDED = /^[^\n]*\n[ \t]/u;
/** What no headers of one text hold, and what they hold once: names and types may be written so that only the parser sees them. */
const PARTS = /^[ \t]|multipart|message\//iu;
const ANY_CODING = /transfer-encoding/giu;
const QUOTED = 'Content-Transfer-Encoding: quoted-printable\r\n';

/**
 * The same message with its text coded, where it is one text of many rows that is not.
 * @param rows of the message
 */
export function codedBody(bytes: Uint8Array, rows: number): Uint8Array {
  if (rows < CODED_FROM) return bytes;
  const body = bodyStart(bytes);
  const head =
    body === undefined ? undefined : codedHead(Buffer.from(bytes.subarray(0, body)).toString('latin1'));
  if (head === undefined) return bytes;
  return Buffer.concat([Buffer.from(head, 'latin1'), escaped(bytes.subarray(body))]);
}

/** Where the first blank row ends; undefined without one. */
export function bodyStart(bytes: Uint8Array): number | undefined {
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    let at = start;
    while (bytes[at] === CARRIAGE_RETURN) at++;
    if (at === end) return end + 1;
    start = end + 1;
  }
  return undefined;
}

/** The headers of a text that is coded; undefined where they are not those of one text that is not. */
function codedHead(head: string): string | undefined {
  if (PARTS.test(head)) return undefined;
  const [type, ...otherTypes] = head.match(TYPE) ?? [];
  if (otherTypes.length > 0 || (type !== undefined && !TEXT.test(type))) return undefined;
  const codings = [...head.matchAll(CODING)];
  if (codings.length > 1 || codings.length < (head.match(ANY_CODING) ?? []).length) return undefined;
  const [coding] = codings;
  if (coding === undefined) return `${QUOTED}${head}`;
  const rest = head.slice(coding.index);
  if (!UNCODED.test(coding[0]) || FOLDED.test(rest)) return undefined;
  return `${head.slice(0, coding.index)}${QUOTED}${rest.slice(rest.indexOf('\n') + 1)}`;
}

/** A text with the only sign of quoted-printable in it, that of a code, as a code. */
function escaped(text: Uint8Array): Uint8Array {
  let signs = 0;
  for (let at = text.indexOf(EQUALS); at >= 0; at = text.indexOf(EQUALS, at + 1)) signs++;
  if (signs === 0) return text;
  const coded = Buffer.alloc(text.length + 2 * signs);
  let from = 0;
  let to = 0;
  for (let at = text.indexOf(EQUALS); at >= 0; at = text.indexOf(EQUALS, from)) {
    coded.set(text.subarray(from, at), to);
    to += at - from;
    to += coded.write('=3D', to, 'latin1');
    from = at + 1;
  }
  coded.set(text.subarray(from), to);
  return coded;
}
