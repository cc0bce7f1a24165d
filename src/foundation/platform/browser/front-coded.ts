/**
 * A sorted list, each line without what it shares with the one before: half of the bytes of English words, and half of what
 * they are packed to. A line is a byte that says how many bytes are shared, and the bytes that follow them.
 */

const NEWLINE = 0x0a;
/** What a count is added to, so that it is no end of a line; it leaves room for this many bytes that are shared. */
const OFFSET = 0x20;
const MOST_SHARED = 0xff - OFFSET;

/** @param text lines that end with a newline each, but the last one perhaps */
export function frontCoded(text: Uint8Array): Uint8Array {
  const coded: number[] = [];
  let before: Uint8Array = new Uint8Array();
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(NEWLINE, at);
    const line = text.subarray(at, end < 0 ? text.length : end + 1);
    let shared = 0;
    while (shared < MOST_SHARED && shared < line.length - 1 && line[shared] === before[shared]) shared++;
    coded.push(OFFSET + shared, ...line.subarray(shared));
    before = line;
    at += line.length;
  }
  return Uint8Array.from(coded);
}

/** The list again. @param coded what {@link frontCoded} made */
export function frontDecoded(coded: Uint8Array): Uint8Array {
  const text: number[] = [];
  let before = 0;
  for (let at = 0; at < coded.length; ) {
    const start = text.length;
    const shared = coded[at]! - OFFSET;
    for (let index = 0; index < shared; index++) text.push(text[before + index]!);
    const end = coded.indexOf(NEWLINE, at + 1);
    const next = end < 0 ? coded.length : end + 1;
    for (let index = at + 1; index < next; index++) text.push(coded[index]!);
    before = start;
    at = next;
  }
  return Uint8Array.from(text);
}
