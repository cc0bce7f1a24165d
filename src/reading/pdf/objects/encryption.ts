/**
 * What the bytes of a file say about its encryption, for files whose cross-reference table is damaged: an engine
 * that trusts the table may take the wrong dictionary, or none, and ask for a password that does not exist.
 */
import { FileObjects } from './file-objects.js';
import { isDictionary, isString, objectValue, type PdfValue } from './object-values.js';
import { stringBytes } from './strings.js';

/** Whether the trailer of a file, or of one of its revisions, names an encryption dictionary. */
export function namesEncryption(bytes: Uint8Array): boolean {
  return firstEntry(bufferOf(bytes), KEY, TRAILER_ENTRY) !== undefined;
}

const KEY = '/Encrypt';

/** A reference, as the trailer has it; `/EncryptMetadata` is another key. */
const TRAILER_ENTRY = /^\/Encrypt\s{1,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/u;

/** The first place of a key at which an entry is as it should be. */
function firstEntry(buffer: Buffer, key: string, entry: RegExp): RegExpExecArray | undefined {
  for (let at = buffer.indexOf(key); at >= 0; at = buffer.indexOf(key, at + key.length)) {
    const found = entry.exec(buffer.toString('latin1', at, at + LONGEST_START));
    if (found) return found;
  }
  return undefined;
}

/** Whether a file is encrypted in name only: PDFium then opens it without its password. */
export function hasNoCipher(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes);
  return NO_CIPHER.some((entry) => buffer.includes(entry));
}

const NO_CIPHER = ['/StmF /Identity', '/StmF/Identity', '/StrF /Identity', '/StrF/Identity'];

/**
 * A copy of a file in which nothing leads to a cross-reference table any more, so that an engine must look for the
 * objects themselves. All offsets stay.
 */
export function withoutTable(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(bytes);
  const buffer = bufferOf(copy);
  for (let at = buffer.indexOf(POINTER); at >= 0; at = buffer.indexOf(POINTER, at)) {
    buffer.fill('%', at, at + POINTER.length);
  }
  return copy;
}

const POINTER = 'startxref';

/** First version of encryption whose keys do not depend on the id of the file. */
const WITHOUT_FILE_ID = 5;

/** Bytes of the entries that passwords are checked against, up to version 4 and from 5 on. */
const CHECK_BYTES = 32;
const CHECK_BYTES_FROM_5 = 48;

/**
 * Whether a password can be checked at all: the dictionary is whole and, where keys depend on it, the id of the file
 * is there. (Files whose table is sound may do without the id.)
 */
export function takesPassword(bytes: Uint8Array): boolean {
  const objects = new FileObjects(bytes);
  const [, number] = firstEntry(objects.plain, KEY, TRAILER_ENTRY) ?? [];
  const dictionary = number === undefined ? undefined : objectValue(objects, Number(number));
  if (!isDictionary(dictionary)) return false;
  const version = dictionary.get('V');
  const isNew = typeof version === 'number' && version >= WITHOUT_FILE_ID;
  if (!isNew && !firstEntry(objects.plain, ID, FILE_ID) && !hasTable(bytes)) return false;
  const least = isNew ? CHECK_BYTES_FROM_5 : CHECK_BYTES;
  return ['O', 'U'].every((key) => lengthOf(dictionary.get(key)) >= least);
}

const ID = '/ID';
/** The first id is a string that is not empty. */
const FILE_ID = /^\/ID\s{0,8}\[\s{0,8}(?:<\s{0,8}[\da-fA-F]|\((?!\)))/u;

/** Whether the pointer at the end of a file leads to a cross-reference table or stream. */
function hasTable(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes);
  const end = buffer.toString('latin1', Math.max(0, buffer.lastIndexOf(POINTER)));
  const offset = Number(/^startxref\s{1,8}(\d{1,15})/u.exec(end)?.[1] ?? Number.NaN);
  return offset > 0 && TABLE.test(buffer.toString('latin1', offset, offset + LONGEST_START));
}

const TABLE = /^\s{0,8}(?:xref|\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj)\b/u;

/** Characters in which a table or an entry begins at the longest. */
const LONGEST_START = 64;

/** Bytes of a string; 0 for anything else. */
function lengthOf(value: PdfValue): number {
  return isString(value) ? stringBytes(value.written).length : 0;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
