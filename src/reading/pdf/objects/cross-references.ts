/** Cross-reference tables that lead astray: an engine that trusts them may fail where nobody hears it. */
import { FileObjects } from './file-objects.js';

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
