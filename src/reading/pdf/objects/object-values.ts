/** The values that an object of a file consists of (ISO 32000-1, 7.3), parsed from its text. */
import type { FileObjects } from './file-objects.js';
import { literalEnd } from './strings.js';

/** A value. `undefined` for null and what cannot be read. */
export type PdfValue =
  | number
  | boolean
  | PdfString
  | PdfName
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary
  | undefined;

/** A string as it is written: with its delimiters. */
interface PdfString {
  readonly written: string;
}

interface PdfName {
  readonly name: string;
}

/** Refers to another object. */
interface PdfReference {
  readonly number: number;
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** Values nested deeper are not read. */
const MAX_DEPTH = 16;

/** Delimiters, names, strings in digits, comments, numbers and words; a literal string by its start. */
const TOKEN = /<<|>>|[[\](]|\/[^\s\0()<>[\]{}/%]*|<[\da-fA-F\s]*>|%[^\r\n]*|[^\s\0()<>[\]{}/%]+/gu;

const NUMBER = /^[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})$/u;
const HEXADECIMAL = /#([\da-fA-F]{2})/gu;

/** The value of an object, which is no reference; of a stream its dictionary. */
export function objectValue(objects: FileObjects, number: number): PdfValue {
  const text = objects.text(number);
  return text === undefined ? undefined : parseValue(text);
}

/** What a value refers to. */
export function resolve(objects: FileObjects, value: PdfValue): PdfValue {
  return isReference(value) ? objectValue(objects, value.number) : value;
}

/** The dictionary that a value is, or refers to. */
export function resolveDictionary(objects: FileObjects, value: PdfValue): PdfDictionary | undefined {
  const found = resolve(objects, value);
  return isDictionary(found) ? found : undefined;
}

/** The list that a value is, or refers to. */
export function resolveList(objects: FileObjects, value: PdfValue): readonly PdfValue[] | undefined {
  const found = resolve(objects, value);
  return Array.isArray(found) ? (found as readonly PdfValue[]) : undefined;
}

export function isDictionary(value: PdfValue): value is PdfDictionary {
  return value instanceof Map;
}

export function isString(value: PdfValue): value is PdfString {
  return typeof value === 'object' && 'written' in value;
}

export function isReference(value: PdfValue): value is PdfReference {
  return typeof value === 'object' && 'number' in value;
}

/** The name that a value is. */
export function nameIn(value: PdfValue): string | undefined {
  return typeof value === 'object' && 'name' in value ? value.name : undefined;
}

/** The first value in a text. */
export function parseValue(text: string): PdfValue {
  return new Parser(text).value(0);
}

/** A sign or a point without figures. */
const BROKEN_NUMBER = /^[+.-][^\d+.-]/u;

/**
 * Whether an object holds no token at which readers give up: a parenthesis that nothing opens or closes, or a sign
 * without figures.
 * @param text of the object
 */
export function isWellFormed(text: string): boolean {
  let end = 0;
  for (let found = nextToken(text, end); found; found = nextToken(text, end)) {
    if (text.slice(end, found.start).includes(')') || BROKEN_NUMBER.test(found.token)) return false;
    if (found.token.startsWith('(') && !found.token.endsWith(')')) return false;
    end = found.end;
  }
  return !text.slice(end).includes(')');
}

interface Token {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

/** The first token at a place or behind it; a string whole. */
function nextToken(text: string, at: number): Token | undefined {
  TOKEN.lastIndex = at;
  const [token] = TOKEN.exec(text) ?? [];
  if (token === undefined) return undefined;
  const start = TOKEN.lastIndex - token.length;
  const end = token === '(' ? literalEnd(text, start) : TOKEN.lastIndex;
  return { token: text.slice(start, end), start, end };
}

class Parser {
  readonly #text: string;
  #at = 0;
  #next: string | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#step();
  }

  value(depth: number): PdfValue {
    const token = this.#next;
    this.#step();
    if (token === undefined || depth > MAX_DEPTH) return undefined;
    if (token === '<<') return this.#dictionary(depth);
    if (token === '[') return this.#list(depth);
    if (token.startsWith('(') || token.startsWith('<')) return { written: token };
    if (token.startsWith('/')) return { name: decodeName(token.slice(1)) };
    if (token === 'true' || token === 'false') return token === 'true';
    return NUMBER.test(token) ? Number(token) : undefined;
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    while (this.#next !== undefined && this.#next !== '>>') {
      const key = this.#next;
      this.#step();
      if (!key.startsWith('/')) continue;
      const value = this.#isAtEnd('>>') ? undefined : this.#reference(depth + 1);
      entries.set(decodeName(key.slice(1)), value);
    }
    this.#step();
    return entries;
  }

  #list(depth: number): readonly PdfValue[] {
    const values: PdfValue[] = [];
    while (!this.#isAtEnd(']')) {
      if (this.#next === 'R') {
        this.#step();
        values.pop();
        values.push(referenceTo(values.pop()));
      } else values.push(this.value(depth + 1));
    }
    this.#step();
    return values;
  }

  /** A value of a dictionary: a number may be the first word of a reference. */
  #reference(depth: number): PdfValue {
    const value = this.value(depth);
    if (typeof value !== 'number' || this.#next === undefined || !NUMBER.test(this.#next)) return value;
    this.#step();
    if (this.#next === 'R') this.#step();
    return referenceTo(value);
  }

  #isAtEnd(token: string): boolean {
    return this.#next === undefined || this.#next === token;
  }

  /** Goes to the next token that is no comment. */
  #step(): void {
    do {
      const found = nextToken(this.#text, this.#at);
      this.#next = found?.token;
      this.#at = found?.end ?? this.#text.length;
    } while (this.#next?.startsWith('%'));
  }
}

function referenceTo(value: PdfValue): PdfValue {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { number: value } : undefined;
}

function decodeName(raw: string): string {
  return raw.replace(HEXADECIMAL, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
