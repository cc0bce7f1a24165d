/** Cross-reference tables that lead astray: an engine that trusts them may fail where nobody hears it. */
import { FileObjects, LONGEST_DICTIONARY } from './file-objects.js';
import { isDictionary, isWellFormed, parseValue } from './object-values.js';

/** An entry: a place and a generation, in use or free. What has no letter begins a row of entries: its first number and its length. */
const ENTRY = /(\d{1,10})\s{1,8}\d{1,10}(?:\s{1,8}([nf])\b)?/gu;

const HEAD = /^\s{0,8}(\d{1,10})\s{1,8}\d{1,5}\s{1,8}obj/u;
const LONGEST_HEAD = 64;

const TABLE = 'xref';
/** The letter before the same word in `startxref`. */
const LAST_OF_START = 0x74;

const PAGE = /\/Type\s{0,8}\/Pages?\b/u;

/** Places are counted from here, which a file may have other bytes before. */
const HEADER = '%PDF-';
const LATEST_HEADER = 1024;

/** Wrong entries, after which a table is worth nothing, whatever they lead to. */
const MANY = 1000;

/** Whether a table says of a page, or of a list of pages, that it is where it is not. */
export function misplacesPages(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const origin = Math.max(0, file.subarray(0, LATEST_HEADER).indexOf(HEADER));
  let objects: FileObjects | undefined;
  let wrong = 0;
  for (const { number, place } of entriesOf(file)) {
    if (isObjectAt(file, origin + place, number)) continue;
    objects ??= new FileObjects(bytes);
    wrong += 1;
    if (wrong > MANY || PAGE.test(objects.text(number) ?? '')) return true;
  }
  return false;
}

/** Entries in use of all tables: those that were replaced are true as well in a sound file. */
function* entriesOf(file: Buffer): Generator<{ readonly number: number; readonly place: number }> {
  for (let at = file.indexOf(TABLE); at >= 0; at = file.indexOf(TABLE, at + TABLE.length)) {
    if (file[at - 1] === LAST_OF_START) continue;
    const end = file.indexOf('trailer', at);
    if (end < 0) return;
    let number = 0;
    for (const [, first, state] of file.toString('latin1', at, end).matchAll(ENTRY)) {
      if (state === 'n') yield { number, place: Number(first) };
      number = state === undefined ? Number(first) : number + 1;
    }
    at = end;
  }
}

function isObjectAt(file: Buffer, place: number, number: number): boolean {
  const head = HEAD.exec(file.toString('latin1', place, place + LONGEST_HEAD));
  return head !== null && Number(head[1]) === number;
}

/** Lists of pages: where one begins, where it ends, and one reference in it. */
const KIDS = '/Kids';
const LIST_START = /^\s{0,8}\[/u;
const LONGEST_START = 9;
const LIST_END = ']';
const REFERENCE = /(\d{1,10})\s{1,8}(\d{1,5})(?=\s{1,8}R\b)/gu;
/** Objects of lists that are looked at, which bounds the time on made-up files: as many as a document may have pages. */
const MOST_KIDS = 5_000;
const PACKED_OBJECTS = '/ObjStm';

/**
 * A copy of a file whose lists of pages refer to nothing (object 0) in place of objects that are not there or cannot
 * be read: the file itself where all can. All offsets stay.
 */
export function withoutLostPages(bytes: Uint8Array): Uint8Array {
  const objects = new FileObjects(bytes);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // What is packed in a way that is not read here may be there.
  const mayBePacked = file.includes(PACKED_OBJECTS);
  /** Whether an object can be read, by its number. */
  const known = new Map<number, boolean>();
  const isLost = (number: number, generation: number) => {
    const own = objects.generation(number);
    if (own === undefined) return !mayBePacked;
    if (own !== generation) return true;
    if (!known.has(number)) {
      if (known.size === MOST_KIDS) return false;
      known.set(number, isReadable(objects.text(number) ?? ''));
    }
    return !known.get(number);
  };
  let copy: Buffer | undefined;
  for (const { start, text } of kidsIn(file)) {
    for (const { 0: reference, 1: number, 2: generation, index } of text.matchAll(REFERENCE)) {
      if (!isLost(Number(number), Number(generation))) continue;
      copy ??= Buffer.from(file);
      copy.write(reference.replace(/\d/gu, '0'), start + index, 'latin1');
    }
  }
  return copy ?? bytes;
}

/** @param text of an object; what is cut off is taken as readable */
function isReadable(text: string): boolean {
  return text.length >= LONGEST_DICTIONARY || (isDictionary(parseValue(text)) && isWellFormed(text));
}

/** What is between the brackets of lists, none of which is in another. */
function* kidsIn(file: Buffer): Generator<{ readonly start: number; readonly text: string }> {
  for (let at = file.indexOf(KIDS); at >= 0; at = file.indexOf(KIDS, at)) {
    at += KIDS.length;
    const [opening] = LIST_START.exec(file.toString('latin1', at, at + LONGEST_START)) ?? [];
    if (opening === undefined) continue;
    const start = at + opening.length;
    const end = file.indexOf(LIST_END, start);
    if (end < 0) return;
    yield { start, text: file.toString('latin1', start, end) };
    at = end;
  }
}
