/** Cross-reference tables that lead astray: an engine that trusts them may fail where nobody hears it. */
import { FileObjects } from './file-objects.js';
import { isDictionary, isWellFormed, objectValue } from './object-values.js';

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

/** Lists of pages, and one reference in them. */
const KIDS = '/Kids';
const LIST = /^\/Kids\s{0,8}\[(?<references>[^\]]*)\]/u;
const REFERENCE = /(\d{1,10})\s{1,8}(\d{1,5})(?=\s{1,8}R\b)/gu;
const LONGEST_LIST = 1024 * 1024;
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
  const isLost = (number: number, generation: number) => {
    const own = objects.generation(number);
    if (own === undefined) return !mayBePacked;
    return (
      own !== generation ||
      !isDictionary(objectValue(objects, number)) ||
      !isWellFormed(objects.text(number) ?? '')
    );
  };
  let copy: Buffer | undefined;
  for (let at = file.indexOf(KIDS); at >= 0; at = file.indexOf(KIDS, at + KIDS.length)) {
    const list = LIST.exec(file.toString('latin1', at, at + LONGEST_LIST));
    const { references = '' } = list?.groups ?? {};
    const start = at + (list?.[0].length ?? 0) - 1 - references.length;
    for (const { 0: reference, 1: number, 2: generation, index } of references.matchAll(REFERENCE)) {
      if (!isLost(Number(number), Number(generation))) continue;
      copy ??= Buffer.from(file);
      copy.write(reference.replace(/\d/gu, '0'), start + index, 'latin1');
    }
  }
  return copy ?? bytes;
}
