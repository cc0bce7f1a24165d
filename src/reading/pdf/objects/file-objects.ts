/**
 * The objects of a file by their numbers, found by a search of its bytes: for the little that an engine does not report
 * of them. The cross-reference table is not read, and the last object of a number counts, so that what is found must
 * prove itself.
 */
import { inflatedSoFar } from '../../../foundation/platform/inflate.js';
import type { FileCipher, ObjectId } from './file-cipher.js';
import { END_STREAM, type PlainFile, plainFile, STREAM, startOfData } from './plain-file.js';
import { withStrings } from './strings.js';

/** Unpacked bytes of all streams of objects, and of one other stream, that are looked into. */
const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_STREAM = 64 * 1024 * 1024;

/** Bytes of a dictionary at most, behind which it is cut off: that of a page with many annotations names each of them. */
export const LONGEST_DICTIONARY = 64 * 1024;

/** Bytes that nearly all dictionaries have at most, and those of what ends one. */
const USUAL_DICTIONARY = 1024;
const LONGEST_END = 8;

/** Digits of the numbers of an object, and white space around them, at most. */
const HEAD = /(\d{1,10})\s{1,8}(\d{1,5})\s{1,8}$/u;
const LONGEST_HEAD = 32;
const OBJECT = ' obj';

const PACKED_KIND = '/ObjStm';
const PACKED_FIRST = /\/First\s{0,8}(\d{1,10})/u;
const LENGTH = /\/Length\s{1,8}(\d{1,10})(\s{1,8}\d{1,5}\s{1,8}R)?/u;
const DIGITS = /^\d{1,10}$/u;
const FILTER = /\/Filter\s{0,8}(?:\[\s{0,8}\/FlateDecode\s{0,8}\]|\/FlateDecode)/u;

/** Where an object is: in the file, or in a stream of objects that was unpacked. */
interface Place {
  readonly buffer: Buffer;
  readonly at: number;
  readonly generation: number;
}

/** What is known of a file's encryption: it has none, what it holds cannot be read, or how to decrypt it. */
type Seal = 'none' | 'sealed' | FileCipher;

export class FileObjects {
  readonly file: Buffer;
  /** Strings and data of streams are encrypted, and stay so. */
  readonly isSealed: boolean;
  readonly #cipher: FileCipher | undefined;
  readonly #plain: PlainFile;
  #parts: readonly (Buffer | undefined)[] | undefined;
  #places: Map<number, Place> | undefined;

  /** @param same objects of the same file, of which it is known by now how it is encrypted */
  constructor(bytes: Uint8Array, seal: Seal = 'none', same?: FileObjects) {
    this.isSealed = seal === 'sealed';
    this.#cipher = typeof seal === 'object' ? seal : undefined;
    this.file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#plain = same ? same.#plain : plainFile(this.file);
  }

  /** The file without the data of its streams. */
  get plain(): Buffer {
    return this.#plain.bytes;
  }

  /** `plain`, and the file's streams of objects unpacked; undefined for those that cannot be, as where they are encrypted. */
  get parts(): readonly (Buffer | undefined)[] {
    this.#parts ??= [this.plain, ...unpackObjects(this.#plain, this.#cipher)];
    return this.#parts;
  }

  /** The text of an object, of a stream its dictionary; undefined where there is none of this number. */
  text(number: number): string | undefined {
    const text = this.#written(number);
    const place = this.#placeOf(number);
    const cipher = this.#cipher;
    // Strings in streams of objects are encrypted with these.
    if (!text || !place || !cipher || place.buffer !== this.plain) return text;
    return withStrings(text, (bytes) => cipher.string(bytes, { number, generation: place.generation }));
  }

  /** The numbers of all objects. */
  get numbers(): Iterable<number> {
    this.#places ??= findObjects(this.parts);
    return this.#places.keys();
  }

  /** The generation of an object; undefined where it is not in the file. */
  generation(number: number): number | undefined {
    return this.#placeOf(number)?.generation;
  }

  #written(number: number): string | undefined {
    const place = this.#placeOf(number);
    if (place === undefined) return undefined;
    const { buffer, at } = place;
    const start = buffer.toString('latin1', at, at + USUAL_DICTIONARY);
    const usual = endOfDictionary(start);
    // An end in the last letters may be cut off in the middle of a word.
    if (usual >= 0 && usual < start.length - LONGEST_END) return start.slice(0, usual);
    const text = buffer.toString('latin1', at, at + LONGEST_DICTIONARY);
    const end = endOfDictionary(text);
    return end < 0 ? text : text.slice(0, end);
  }

  /** The data of a stream; undefined where there is none, or it is encrypted, or packed otherwise than by Flate alone. */
  stream(number: number): Uint8Array | undefined {
    if (this.isSealed) return undefined;
    const dictionary = this.#written(number);
    if (dictionary === undefined || dictionary.includes('/DecodeParms')) return undefined;
    const data = this.packedStream(number);
    if (data === undefined) return undefined;
    if (FILTER.test(dictionary)) return unpack(data, MAX_STREAM);
    return dictionary.includes('/Filter') ? undefined : data;
  }

  /** The data of a stream as they are packed; undefined where there is none, or they cannot be decrypted. */
  packedStream(number: number): Buffer | undefined {
    const place = this.#placeOf(number);
    const dictionary = this.#written(number);
    if (place === undefined || dictionary === undefined) return undefined;
    const { buffer, at } = place;
    const behind = at + dictionary.length;
    if (buffer !== this.plain || !isWordAt(buffer, STREAM, behind)) return undefined;
    const data = dataAt(this.#plain, startOfData(buffer, behind));
    if (data === undefined || this.#cipher === undefined) return data;
    const id = { number, generation: place.generation };
    return this.#cipher.stream(data.subarray(0, this.#lengthIn(dictionary)), id, dictionary);
  }

  /** Bytes of a stream as its dictionary says: a line end behind them would be decrypted, too. */
  #lengthIn(dictionary: string): number | undefined {
    const [, own, isOther] = LENGTH.exec(dictionary) ?? [];
    const length = isOther === undefined ? own : this.#written(Number(own))?.trim();
    return length !== undefined && DIGITS.test(length) ? Number(length) : undefined;
  }

  #placeOf(number: number): Place | undefined {
    this.#places ??= findObjects(this.parts);
    return this.#places.get(number);
  }
}

/** Where the object ends, or its data begins; -1 for neither. */
function endOfDictionary(text: string): number {
  return text.search(/\bendobj\b|\bstream\r?\n/u);
}

function findObjects(parts: readonly (Buffer | undefined)[]): Map<number, Place> {
  const places = new Map<number, Place>();
  const [file, ...packed] = parts;
  for (const buffer of packed) if (buffer) addPacked(buffer, places);
  if (!file) return places;
  for (let at = file.indexOf(OBJECT); at >= 0; at = file.indexOf(OBJECT, at + OBJECT.length)) {
    const id = headAt(file, at);
    if (id) places.set(id.number, { buffer: file, at: at + OBJECT.length, generation: id.generation });
  }
  return places;
}

/** The numbers before the word of an object. */
function headAt(file: Buffer, at: number): ObjectId | undefined {
  const head = HEAD.exec(file.toString('latin1', Math.max(0, at + 1 - LONGEST_HEAD), at + 1));
  return head ? { number: Number(head[1]), generation: Number(head[2]) } : undefined;
}

/** A stream of objects begins with pairs of a number and an offset behind the pairs. */
function addPacked(buffer: Buffer, places: Map<number, Place>): void {
  const numbers = /^[\d\s]+/u.exec(buffer.toString('latin1', 0, LONGEST_DICTIONARY))?.[0] ?? '';
  const pairs = numbers.trim().split(/\s+/u).map(Number);
  const first = firstOf.get(buffer) ?? numbers.length;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const next = pairs[index + 3];
    const at = first + pairs[index + 1]!;
    const end = next === undefined ? buffer.length : first + next;
    places.set(pairs[index]!, { buffer: buffer.subarray(at, end), at: 0, generation: 0 });
  }
}

/** Where the objects of an unpacked stream begin. */
const firstOf = new WeakMap<Buffer, number>();

function* unpackObjects(plain: PlainFile, cipher: FileCipher | undefined): Generator<Buffer | undefined> {
  const { bytes } = plain;
  let left = MAX_UNPACKED;
  for (
    let at = bytes.indexOf(PACKED_KIND);
    at >= 0;
    at = bytes.indexOf(PACKED_KIND, at + PACKED_KIND.length)
  ) {
    const start = dataStart(bytes, at);
    if (start === undefined) continue;
    const word = bytes.lastIndexOf(OBJECT, at);
    const dictionary = bytes.toString('latin1', Math.max(0, word, start - LONGEST_DICTIONARY), start);
    const data = dataAt(plain, start) ?? bytes.subarray(start);
    const id = cipher && headAt(bytes, word);
    const packed = id ? cipher.stream(data, id, dictionary) : data;
    const unpacked = packed && unpack(packed, left);
    left -= unpacked?.length ?? 0;
    const first = PACKED_FIRST.exec(dictionary);
    if (unpacked && first) firstOf.set(unpacked, Number(first[1]));
    yield unpacked;
  }
}

/** Where the data of a stream begins whose dictionary is at a place. */
function dataStart(buffer: Buffer, at: number): number | undefined {
  const word = buffer.indexOf(STREAM, at);
  return word < 0 || word - at > LONGEST_DICTIONARY ? undefined : startOfData(buffer, word);
}

/** The data of a stream that begins at a place; undefined where it does not end. */
function dataAt({ bytes, data }: PlainFile, start: number): Buffer | undefined {
  const leftOut = data.get(start);
  if (leftOut) return leftOut;
  const end = bytes.indexOf(END_STREAM, start);
  return end < 0 ? undefined : bytes.subarray(start, end);
}

function isWordAt(buffer: Buffer, word: string, at: number): boolean {
  return buffer.toString('latin1', at, at + word.length) === word;
}

function unpack(packed: Buffer, limit: number): Buffer | undefined {
  try {
    const bytes = inflatedSoFar(packed, Math.max(1, limit));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch {
    return undefined;
  }
}
