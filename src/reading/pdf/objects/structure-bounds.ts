/**
 * What a file's structure would cost an engine far beyond its bytes, estimated before an engine that cannot be stopped
 * is given the file. Little is looked at: what is wrong in other ways, the engine finds itself.
 */
import { DocumentError } from '../../../errors.js';
import { PDF_LIMITS } from '../../../limits.js';
import { FileObjects } from './file-objects.js';

/**
 * Entries of cross-references in a file of no more bytes: an engine keeps each. PDF allows 8,388,607 objects
 * (ISO 32000-1, annex C); a file of few bytes may have many entries of objects that are gone.
 */
const MAX_ENTRIES = 1_000_000;

/** Bytes of a number in a cross-reference stream, which is a place in the file or an object's number. */
const MAX_WIDTH = 8;

/** Bytes before and behind the type of a cross-reference stream that its dictionary takes at most. */
const DICTIONARY = 4 * 1024;

/** Bytes of a list of nodes that are looked at: a node that multiplies is there more than once from the beginning. */
const LONGEST_LIST = 4 * 1024;

/** Members of a list that are looked up: those of a sound file are there once. */
const MAX_REPEATED = 10;

/**
 * Refuses a file whose structure costs too much.
 * @throws DocumentError `too_large` for cross-references of far more entries than the file has bytes, and for rows, levels
 *   of fields and columns beyond `PDF_LIMITS`; `invalid_document` for a list of pages that is named twice by another, or by itself: engines walk it as often as there are ways to it
 */
export function checkStructure(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasEndlessReferences(file)) {
    throw new DocumentError(
      'too_large',
      'The cross-references of the PDF claim far more entries than the file can hold; it is damaged.',
    );
  }
  const objects = new FileObjects(bytes);
  refuseOver('columns', hasEndlessColumns(objects), 'columns in a picture');
  refuseOver('row', hasEndlessRow(objects.plain), 'bytes in a row without a line end');
  checkFields(objects);
  if (sharesLists(objects)) {
    throw new DocumentError(
      'invalid_document',
      'A list of pages of the PDF occurs more than once; make the file again from its source.',
    );
  }
}

/** Refuses a file whose fields are in each other without end. @throws DocumentError `too_large` */
export function checkFields(objects: FileObjects): void {
  refuseOver('fieldLevels', hasEndlessFields(objects), 'levels of fields');
}

function refuseOver(limit: keyof typeof PDF_LIMITS, isOver: boolean, what: string): void {
  if (!isOver) return;
  const message = `The PDF has more than ${PDF_LIMITS[limit]} ${what}; make it again from its source.`;
  throw new DocumentError('too_large', message);
}

const COLUMNS = '/Columns';
const COUNT = /^\/Columns\s{1,8}(\d{1,15})/u;
const LONGEST_COUNT = 32;

/** Whether the rows of a fax, or of what is packed as pictures are, are longer than those of any picture. */
function hasEndlessColumns({ parts }: FileObjects): boolean {
  for (const part of parts) {
    if (part === undefined) continue;
    for (let at = part.indexOf(COLUMNS); at >= 0; at = part.indexOf(COLUMNS, at + COLUMNS.length)) {
      const count = COUNT.exec(part.toString('latin1', at, at + LONGEST_COUNT))?.[1];
      if (count !== undefined && Number(count) > PDF_LIMITS.columns) return true;
    }
  }
  return false;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Begins a dictionary. */
const LESS = 0x3c;

/** Whether what pdf.js takes for one word, when it searches a file for its objects, is longer than any. */
function hasEndlessRow(plain: Buffer): boolean {
  const { row } = PDF_LIMITS;
  let from = 0;
  // From the end of the longest row back to what ends one: in a sound file that is near, and all before it need not be seen.
  for (let at = row; at < plain.length; at = from + row) {
    while (at >= from && !endsRow(plain[at]!)) at -= 1;
    if (at < from) return true;
    from = at + 1;
  }
  return false;
}

function endsRow(byte: number): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === LESS;
}

const FORM = '/AcroForm';
const PARENT = /\/Parent\s{1,8}(\d{1,10})\s/u;

/** Characters of objects that are looked at: more than a file of the largest size unpacks to, unless its objects do not end. */
const MOST_TEXT = 512 * 1024 * 1024;

/** Whether a field, or a list of fields or pages, has more lists above it than any. */
function hasEndlessFields(objects: FileObjects): boolean {
  if (!objects.parts.some((part) => part?.includes(FORM))) return false;
  const parents = new Map<number, number>();
  let left = MOST_TEXT;
  for (const number of objects.numbers) {
    const text = objects.text(number) ?? '';
    left -= text.length;
    if (left < 0) return true;
    const parent = PARENT.exec(text)?.[1];
    if (parent !== undefined) parents.set(number, Number(parent));
    const kids = KIDS.exec(text)?.[1] ?? '';
    for (const [, kid] of kids.matchAll(REFERENCE)) {
      if (!parents.has(Number(kid))) parents.set(Number(kid), number);
    }
  }
  return deepest(parents) > PDF_LIMITS.fieldLevels;
}

/** Length of the longest way up; one in a circle ends where it began, as in pdf.js. */
function deepest(parents: ReadonlyMap<number, number>): number {
  const levels = new Map<number, number>();
  let most = 0;
  for (const start of parents.keys()) {
    const way: number[] = [];
    for (let node: number | undefined = start; node !== undefined && !levels.has(node); ) {
      levels.set(node, 0);
      way.push(node);
      node = parents.get(node);
    }
    const above = parents.get(way.at(-1) ?? start) ?? start;
    let level = levels.get(above) ?? 0;
    for (const node of way.reverse()) levels.set(node, ++level);
    most = Math.max(most, level);
  }
  return most;
}

const REFERENCE_STREAM = /\/Type\s{0,8}\/XRef\b/u;
const WIDTHS = /\/W\s{0,8}\[([^\]]*)\]/u;
const INDEX = /\/Index\s{0,8}\[([^\]]*)\]/u;
const SIZE = /\/Size\s{1,8}(\d{1,15})/u;

function hasEndlessReferences(file: Buffer): boolean {
  for (let at = file.indexOf('/XRef'); at >= 0; at = file.indexOf('/XRef', at + 1)) {
    const begin = Math.max(at - DICTIONARY, file.lastIndexOf(' obj', at));
    const end = file.indexOf('stream', at);
    const dictionary = file.toString('latin1', begin, Math.min(end < 0 ? at : end, at + DICTIONARY));
    if (REFERENCE_STREAM.test(dictionary) && isEndless(dictionary, file.length)) return true;
  }
  return false;
}

function isEndless(dictionary: string, bytes: number): boolean {
  const widths = numbersIn(WIDTHS.exec(dictionary)?.[1]);
  if (widths.some((width) => width > MAX_WIDTH)) return true;
  const index = numbersIn(INDEX.exec(dictionary)?.[1]);
  const counts =
    index.length > 0 ? index.filter((_, at) => at % 2 === 1) : numbersIn(SIZE.exec(dictionary)?.[1]);
  return counts.reduce((sum, count) => sum + count, 0) > Math.max(MAX_ENTRIES, bytes);
}

const KIDS = /\/Kids\s{0,8}\[([^\]]*)/u;
const REFERENCE = /(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R/gu;

/** A list of pages has both; a form's field has no count. */
const LIST_MEMBERS = ['/Kids', '/Count'];

/** Whether a list of pages, or another, names a list of pages twice. */
function sharesLists(objects: FileObjects): boolean {
  for (const part of objects.parts) {
    if (part === undefined) continue;
    for (let at = part.indexOf('/Kids'); at >= 0; at = part.indexOf('/Kids', at + 1)) {
      const kids = KIDS.exec(part.toString('latin1', at, at + LONGEST_LIST))?.[1] ?? '';
      if (repeated(kids).some((number) => isList(objects, number))) return true;
    }
  }
  return false;
}

function repeated(kids: string): readonly number[] {
  const numbers = Array.from(kids.matchAll(REFERENCE), ([, number]) => Number(number));
  const once = new Set<number>();
  const again = numbers.filter((number) => once.size === once.add(number).size);
  return [...new Set(again)].slice(0, MAX_REPEATED);
}

function isList(objects: FileObjects, number: number): boolean {
  const text = objects.text(number) ?? '';
  return LIST_MEMBERS.every((name) => text.includes(name));
}

function numbersIn(text = ''): readonly number[] {
  return Array.from(text.matchAll(/\d{1,15}/gu), Number);
}
