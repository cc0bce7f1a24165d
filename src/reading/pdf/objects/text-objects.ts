/** Which text object (BT..ET) each show operation of a content stream is in, by a scan for operators alone. */
import type { FileObjects } from './file-objects.js';

const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const ENDS_WORD = new Uint8Array(256);
for (const byte of [...WHITE, ...Buffer.from('()<>[]{}/%')]) ENDS_WORD[byte] = 1;

const [OPEN, CLOSE, BACKSLASH, LESS, GREATER, PERCENT] = Buffer.from(
  '()\\<>%',
) as unknown as readonly number[];
const SLASH = 0x2f;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The streams of a page's content: one, or a list. */
const CONTENTS = /\/Contents\s{0,8}(\[[^\]]*\]|\d{1,10}\s{1,8}\d{1,5}\s{1,8}R)/u;
const REFERENCE = /(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/gu;

/**
 * Ordinals of text objects by show operation of a page's content; undefined where its streams cannot be read.
 * @param page number of the page's object
 */
export function contentTextObjects(objects: FileObjects, page: number): readonly number[] | undefined {
  const contents = CONTENTS.exec(objects.text(page) ?? '')?.[1];
  if (contents === undefined) return undefined;
  const streams = referencesIn(contents).flatMap((number) => {
    const list = objects.text(number)?.trimStart();
    return list?.startsWith('[') ? referencesIn(list) : [number];
  });
  const parts = streams.map((number) => objects.stream(number));
  if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
  return textObjectsOf(Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')])));
}

function referencesIn(text: string): number[] {
  return Array.from(text.matchAll(REFERENCE), ([, number]) => Number(number));
}

/** Ordinals of text objects by show operation; operations that show no character at all are left out. */
export function textObjectsOf(content: Uint8Array): readonly number[] {
  return scanOperators(content);
}

/** Goes over the bytes with its place in a variable of its own: most pages have more operators than letters. */
function scanOperators(bytes: Uint8Array): readonly number[] {
  const ordinals: number[] = [];
  const { length } = bytes;
  let textObjects = 0;
  /** Whether a string that is not empty was met since the last operator. */
  let hasText = false;
  let at = 0;
  while (at < length) {
    const byte = bytes[at]!;
    if (byte === OPEN || byte === LESS) {
      const end = byte === OPEN ? endOfLiteral(bytes, at) : endOfHex(bytes, at);
      if (end > at + 2) hasText = true;
      at = end;
    } else if (byte === PERCENT) at = endOfComment(bytes, at);
    else if (byte === SLASH) at = endOfWord(bytes, at + 1);
    else if (ENDS_WORD[byte] === 1) at += 1;
    else {
      const end = endOfWord(bytes, at);
      // Numbers begin below the letters; the two operators among them are quotes.
      if (byte >= 0x41 || byte === 0x22 || byte === 0x27) {
        const operator = operatorAt(bytes, at, end - at);
        if (operator === 'show' && hasText) ordinals.push(textObjects);
        else if (operator === 'begin') textObjects += 1;
        hasText = false;
        if (operator === 'image') {
          at = endOfImage(bytes, end);
          continue;
        }
      }
      at = end;
    }
  }
  return ordinals;
}

function operatorAt(bytes: Uint8Array, at: number, length: number): 'show' | 'begin' | 'image' | undefined {
  const first = bytes[at];
  if (length === 1) return first === 0x22 || first === 0x27 ? 'show' : undefined;
  if (length !== 2) return undefined;
  const second = bytes[at + 1];
  if (first === 0x54 && (second === 0x6a || second === 0x4a)) return 'show';
  if (first === 0x42 && second === 0x54) return 'begin';
  return first === 0x49 && second === 0x44 ? 'image' : undefined;
}

function endOfWord(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && ENDS_WORD[bytes[at]!] !== 1) at += 1;
  return at;
}

function endOfLiteral(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  return at + 1;
}

/** The end of a string of digits; of the two signs that begin a dictionary, which is read on into. */
function endOfHex(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  if (bytes[at] === LESS) return at + 1;
  while (at < bytes.length && bytes[at] !== GREATER) at += 1;
  return at + 1;
}

function endOfComment(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at += 1;
  return at;
}

/** The data of an inline image ends with `EI` between white space. */
function endOfImage(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    if (WHITE.has(bytes[at - 1] ?? 0) && WHITE.has(bytes[at + 2] ?? LINE_FEED)) break;
  }
  return at + 2;
}
