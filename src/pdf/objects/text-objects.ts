/** Which text object (BT..ET) each show operation of a content stream stands in, by a scan for operators alone. */
import type { FileObjects } from './file-objects.js';

const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const ENDS_WORD = new Uint8Array(256);
for (const byte of [...WHITE, ...Buffer.from('()<>[]{}/%')]) ENDS_WORD[byte] = 1;

const [OPEN, CLOSE, BACKSLASH, LESS, GREATER, PERCENT] = Buffer.from(
  '()\\<>%',
) as unknown as readonly number[];
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
  return new OperatorScan(content).run();
}

class OperatorScan {
  readonly #bytes: Uint8Array;
  readonly #ordinals: number[] = [];
  #at = 0;
  #textObjects = 0;
  /** Whether a string that is not empty was met since the last operator. */
  #hasText = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(): readonly number[] {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at]!;
      if (byte === OPEN) this.#skipLiteral();
      else if (byte === LESS) this.#skipHexOrDictionary();
      else if (byte === PERCENT) this.#skipComment();
      else if (byte === 0x2f) this.#skipName();
      else if (ENDS_WORD[byte] === 1) this.#at += 1;
      else this.#readWord();
    }
    return this.#ordinals;
  }

  #readWord(): void {
    const bytes = this.#bytes;
    const start = this.#at;
    while (this.#at < bytes.length && ENDS_WORD[bytes[this.#at]!] !== 1) this.#at += 1;
    const length = this.#at - start;
    const first = bytes[start]!;
    // Numbers begin below the letters; the two operators among them are quotes.
    if (first < 0x41 && first !== 0x22 && first !== 0x27) return;
    const second = bytes[start + 1];
    if (length === 1 && (first === 0x22 || first === 0x27)) this.#show();
    else if (length === 2 && first === 0x54 && (second === 0x6a || second === 0x4a)) this.#show();
    else if (length === 2 && first === 0x42 && second === 0x54) this.#textObjects += 1;
    else if (length === 2 && first === 0x49 && second === 0x44) this.#skipImage();
    this.#hasText = false;
  }

  #show(): void {
    if (this.#hasText) this.#ordinals.push(this.#textObjects);
  }

  #skipLiteral(): void {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let depth = 0;
    for (; this.#at < bytes.length; this.#at += 1) {
      const byte = bytes[this.#at];
      if (byte === BACKSLASH) this.#at += 1;
      else if (byte === OPEN) depth += 1;
      else if (byte === CLOSE) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    if (this.#at > start) this.#hasText = true;
    this.#at += 1;
  }

  #skipHexOrDictionary(): void {
    const bytes = this.#bytes;
    this.#at += 1;
    if (bytes[this.#at] === LESS) {
      this.#at += 1;
      return;
    }
    const start = this.#at;
    while (this.#at < bytes.length && bytes[this.#at] !== GREATER) this.#at += 1;
    if (this.#at > start) this.#hasText = true;
    this.#at += 1;
  }

  #skipComment(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] !== LINE_FEED && bytes[this.#at] !== CARRIAGE_RETURN) {
      this.#at += 1;
    }
  }

  #skipName(): void {
    this.#at += 1;
    while (this.#at < this.#bytes.length && ENDS_WORD[this.#bytes[this.#at]!] !== 1) this.#at += 1;
  }

  /** The data of an inline image ends with `EI` between white space. */
  #skipImage(): void {
    const bytes = this.#bytes;
    for (this.#at += 1; this.#at < bytes.length; this.#at += 1) {
      const isEnd = bytes[this.#at] === 0x45 && bytes[this.#at + 1] === 0x49;
      const before = bytes[this.#at - 1] ?? 0;
      const after = bytes[this.#at + 2] ?? LINE_FEED;
      if (isEnd && WHITE.has(before) && WHITE.has(after)) break;
    }
    this.#at += 2;
  }
}
