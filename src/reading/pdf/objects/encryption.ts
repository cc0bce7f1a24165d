/**
 * What the bytes of a file say about its encryption, for files whose cross-reference table is damaged: an engine
 * that trusts the table may take the wrong dictionary, or none, and ask for a password that does not exist.
 */
import type { PDFObject } from '@cantoo/pdf-lib';
import { openSealed, type PdfObjects } from './safe-objects.js';

/** Whether the trailer of a file, or of one of its revisions, names an encryption dictionary. */
export function namesEncryption(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes);
  for (let at = buffer.indexOf(KEY); at >= 0; at = buffer.indexOf(KEY, at + KEY.length)) {
    if (TRAILER_ENTRY.test(buffer.toString('latin1', at, at + LONGEST_START))) return true;
  }
  return false;
}

const KEY = '/Encrypt';

/** A reference, as the trailer has it; `/EncryptMetadata` is another key. */
const TRAILER_ENTRY = /^\/Encrypt\s{1,8}\d{1,10}\s{1,8}\d{1,5}\s{1,8}R/u;

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
 * is there. (Files whose table is sound may do without the id.) True where that cannot be decided.
 */
export async function takesPassword(bytes: Uint8Array): Promise<boolean> {
  const objects = await openSealed(bytes);
  if (objects === undefined) return true;
  const { lib, document } = objects;
  const { Encrypt, ID } = document.context.trailerInfo;
  const dictionary = document.context.lookup(Encrypt);
  if (!(dictionary instanceof lib.PDFDict)) return false;
  const version = dictionary.lookup(lib.PDFName.of('V'));
  const isNew = version instanceof lib.PDFNumber && version.asNumber() >= WITHOUT_FILE_ID;
  const ids = document.context.lookup(ID);
  const hasId = ids instanceof lib.PDFArray && lengthOf(objects, ids.get(0)) > 0;
  if (!isNew && !hasId && !hasTable(bytes)) return false;
  const checked = ['O', 'U'].map((key) => lengthOf(objects, dictionary.lookup(lib.PDFName.of(key))));
  return checked.every((length) => length >= (isNew ? CHECK_BYTES_FROM_5 : CHECK_BYTES));
}

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
function lengthOf({ lib }: PdfObjects, object: PDFObject | undefined): number {
  const isString = object instanceof lib.PDFString || object instanceof lib.PDFHexString;
  return isString ? object.asBytes().length : 0;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
