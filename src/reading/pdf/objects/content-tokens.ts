/** Reads a content stream into operators with their operands, as far as marked content and text need them. */

/** An operand: what a caller may ask for is kept, the rest is `null`. */
export type Operand =
  | { readonly kind: 'name'; readonly value: string }
  /** The raw inside of a literal string, escapes and all, one character a byte. */
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'hex'; readonly value: string }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, Operand> }
  | null;

export interface Operation {
  readonly operator: string;
  readonly operands: readonly Operand[];
}

/** Dictionaries and arrays nested deeper end the reading. */
const MAX_NESTING = 32;

/** Operands kept before an operator; PDF allows 33. */
const MAX_OPERANDS = 64;

const WHITE = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)));

/** Marks in the stream of tokens that are no operands. */
const ARRAY_END = Symbol('array end');
const DICTIONARY_END = Symbol('dictionary end');
type Token = Operand | { readonly kind: 'word'; readonly value: string };
type Mark = typeof ARRAY_END | typeof DICTIONARY_END;

/**
 * The operations of a content stream, in order. Of surplus operands the last ones count; syntax that is broken
 * beyond repair ends the reading.
 */
export function* readOperations(bytes: Uint8Array): Generator<Operation> {
  const reader = new Reader(bytes);
  let operands: Operand[] = [];
  for (;;) {
    const token = reader.next(0);
    if (token === undefined) return;
    if (typeof token === 'symbol') continue;
    if (token?.kind !== 'word') {
      if (operands.length >= MAX_OPERANDS) operands.shift();
      operands.push(token);
      continue;
    }
    if (token.value === 'ID') reader.skipInlineImage();
    yield { operator: token.value, operands };
    operands = [];
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next token; numbers, arrays and constants are `null`, the end is undefined. */
  next(depth: number): Token | Mark | undefined {
    this.#skipWhite();
    const byte = this.#bytes[this.#at];
    if (byte === undefined || depth > MAX_NESTING) return undefined;
    switch (String.fromCharCode(byte)) {
      case '/':
        this.#at += 1;
        return { kind: 'name', value: decodeName(this.#word()) };
      case '(':
        return this.#literal();
      case '[':
        this.#at += 1;
        return this.#array(depth);
      case ']':
        this.#at += 1;
        return ARRAY_END;
      case '<':
        return this.#bytes[this.#at + 1] === byte ? this.#dictionary(depth) : this.#hex();
      case '>':
        this.#at += this.#bytes[this.#at + 1] === byte ? 2 : 1;
        return DICTIONARY_END;
      case ')':
      case '{':
      case '}':
        this.#at += 1;
        return null;
      default:
        return wordToken(this.#word());
    }
  }

  /** Goes behind the `EI` that ends the data of an inline image. */
  skipInlineImage(): void {
    for (this.#at += 1; this.#at < this.#bytes.length; this.#at++) {
      const ends =
        this.#bytes[this.#at] === 0x45 &&
        this.#bytes[this.#at + 1] === 0x49 &&
        WHITE.has(this.#bytes[this.#at - 1] ?? 0) &&
        WHITE.has(this.#bytes[this.#at + 2] ?? 0);
      if (ends) break;
    }
    this.#at += 2;
  }

  #skipWhite(): void {
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (byte === 0x25) this.#skipComment();
      else if (!WHITE.has(byte)) return;
    }
  }

  #skipComment(): void {
    while (
      this.#at < this.#bytes.length &&
      this.#bytes[this.#at] !== 0x0a &&
      this.#bytes[this.#at] !== 0x0d
    ) {
      this.#at += 1;
    }
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#bytes.length) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (WHITE.has(byte) || DELIMITERS.has(byte)) break;
      this.#at += 1;
    }
    return latin1(this.#bytes.subarray(start, this.#at));
  }

  #literal(): Operand {
    const start = this.#at + 1;
    let open = 0;
    for (; this.#at < this.#bytes.length; this.#at++) {
      const byte = this.#bytes[this.#at];
      if (byte === 0x5c) this.#at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) open -= 1;
      if (open === 0) break;
    }
    const value = latin1(this.#bytes.subarray(start, this.#at));
    this.#at += 1;
    return { kind: 'literal', value };
  }

  #hex(): Operand {
    const start = this.#at + 1;
    const end = this.#bytes.indexOf(0x3e, start);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    return { kind: 'hex', value: latin1(this.#bytes.subarray(start, end < 0 ? undefined : end)) };
  }

  #array(depth: number): Operand {
    for (;;) {
      const token = this.next(depth + 1);
      if (token === undefined || token === ARRAY_END) return null;
    }
  }

  #dictionary(depth: number): Operand {
    this.#at += 2;
    const entries = new Map<string, Operand>();
    let key: string | undefined;
    for (;;) {
      const token = this.next(depth + 1);
      if (token === undefined || token === DICTIONARY_END) return { kind: 'dictionary', entries };
      if (typeof token === 'symbol') continue;
      if (key === undefined) {
        key = token?.kind === 'name' ? token.value : undefined;
      } else {
        entries.set(key, token?.kind === 'word' ? null : token);
        key = undefined;
      }
    }
  }
}

/** Numbers and constants are operands that nobody asks for. */
function wordToken(word: string): Token {
  if (word === 'true' || word === 'false' || word === 'null' || /^[-+.\d]/u.test(word)) return null;
  return { kind: 'word', value: word };
}

/** Resolves `#xx`. */
function decodeName(raw: string): string {
  return raw.replace(/#([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
