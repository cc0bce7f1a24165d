/**
 * Excel workbooks of the binary formats up to Excel 2003 (XLS). They become what XLSX files become.
 * The library reads cells, strings and number formats; formulas, names, links, pictures and macros are taken out before.
 */
// See docs/language/01-document-anchors-fields.md#110-file-types

import type { DocumentError } from '../../../errors.js';
import { pause } from '../../../foundation/async/interrupt.js';
import { limitError } from '../../../limits.js';
import type { Document } from '../../../page/document/model.js';
import { damagedFile, protectedOfficeFile } from '../../file-errors.js';
import { COMPOUND_FILE_START, openCompoundFile } from '../../office/compound-file.js';
import type { ReaderOptions } from '../../options.js';
import { beginsWith } from '../../signatures.js';
import { documentOfPages } from '../../synthetic-layout.js';
import { layOutSheets } from '../sheet-layout.js';
import { byteDecoder } from './code-pages.js';
import { RecordBudget, readWithLibrary } from './library.js';

/** Names of the stream that holds the workbook; files for both Excel 95 and 97 have both. */
const WORKBOOK_STREAMS = ['Workbook', 'Book'];

/**
 * Reads a workbook: one page or more for each worksheet, in workbook order, hidden ones included; charts,
 * macro sheets and dialogs have no page.
 * @throws DocumentError `invalid_document`, `password_required`, `unsupported_type` for text in an unknown code page,
 *   `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadXls(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  const { records, codePage, isUnicode } = await screened(workbookStream(bytes), options);
  const decode = byteDecoder(codePage);
  const sheets = await readWithLibrary(
    records,
    options,
    isUnicode ? undefined : (text) => decode(Buffer.from(text, 'latin1')),
  );
  const pages = await layOutSheets(sheets, options);
  return documentOfPages({ contentType, filename: options.filename, pages });
}

/** The stream with the records: inside a compound file, or, as simple exports write it, the file itself. */
function workbookStream(bytes: Uint8Array): Uint8Array {
  if (!beginsWith(bytes, COMPOUND_FILE_START)) return bytes;
  const file = openCompoundFile(bytes);
  for (const name of WORKBOOK_STREAMS) {
    const stream = file.stream(name);
    if (stream) return stream;
  }
  throw damagedFile('it holds no workbook');
}

/** Types of records; those of Excel 2, 3 and 4 are variants of the later ones. */
const BEGIN: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const BEGIN_OF_EXCEL_5 = 0x0809;
const END = 0x000a;
const FILE_PASS = 0x002f;
const CONTINUE = 0x003c;
const CODE_PAGE = 0x0042;
const LISTED_SHEET = 0x0085;
const LABEL = 0x0204;
const MULTIPLE_RK = 0x00bd;
const MERGED_CELLS = 0x00e5;
const SHARED_STRINGS = 0x00fc;
const FORMULAS: ReadonlySet<number> = new Set([0x0006, 0x0206, 0x0406]);
/** Numbers, booleans and errors, texts, results of formulas that are texts. */
const CELLS: ReadonlySet<number> = new Set([
  ...[0x0002, 0x0003, 0x0203, 0x027e],
  ...[0x0005, 0x0205],
  ...[0x0004, 0x0204, 0x00d6, 0x00fd],
  ...[0x0007, 0x0207],
]);
/** Calendar, information on a sheet, cell styles, number formats. */
const OTHERS: ReadonlySet<number> = new Set([
  ...[0x0022, 0x0081],
  ...[0x0043, 0x0243, 0x0443, 0x00e0, 0x0044],
  ...[0x001e, 0x041e],
]);
/** The selected cells: a type that the library passes over without a word. */
const PASSED_OVER = 0x001d;

/** Versions in BEGIN, some exports leave it out; and what begins there. */
const EXCEL_97 = 0x0600;
const EXCEL_5 = 0x0500;
const NO_VERSION = 0;
const WORKBOOK = 0x0005;
const WORKSHEET = 0x0010;
const WORKSPACE = 0x0100;

const HEADER = 4;
/** Bytes of a number in 30 bits with its cell style; before and after them are the row and the two columns. */
const RK_SIZE = 6;
/** Bytes of a merged range. */
const RANGE_SIZE = 8;
/** Where the text of a cell begins: its length, how wide its characters are, the characters. */
const TEXT_AT = 6;
/** Where the length of a formula is behind cell, result and flags (Excel 5 and later), and the length of none. */
const FORMULA_LENGTH_AT = 20;
const NO_FORMULA = 0xffff;
/** Records that are read between looks at the clock. */
const CHECK_EVERY = 16_384;
/** Records of merged ranges; each holds up to 1,026 of them, and the library copies all of them with each record. */
const MOST_RANGE_RECORDS = 1000;

interface Screened {
  readonly records: Buffer;
  /** As the workbook says. */
  readonly codePage: number | undefined;
  /** Whether texts are in Unicode, as they are since Excel 97. */
  readonly isUnicode: boolean;
}

/**
 * A copy of a stream in which the records that are not read are marked as something to pass over. Places stay as they
 * are, because the list of sheets names them.
 */
async function screened(stream: Uint8Array, options: ReaderOptions): Promise<Screened> {
  const records = Buffer.from(stream);
  const screen = new Screen(records, options);
  let at = 0;
  for (let count = 1; at + HEADER <= records.length && !screen.isOver(at); count++) {
    const end = at + HEADER + records.readUInt16LE(at + 2);
    if (end > records.length) throw damagedFile('it ends within a record; it may be cut off');
    screen.record(at, end);
    at = end;
    if (count % CHECK_EVERY === 0) await pause(options);
  }
  screen.finish();
  return { records, codePage: screen.codePage, isUnicode: screen.isUnicode };
}

class Screen {
  codePage: number | undefined;
  isUnicode = false;
  readonly #records: Buffer;
  readonly #options: ReaderOptions;
  readonly #budget: RecordBudget;
  #hasBegun = false;
  /** Streams of records that are open: that of a sheet, and that of a chart in it. */
  #depth = 0;
  #sheets = 0;
  #rangeRecords = 0;
  /** Whether the last record was let through, so that what continues it is as well. */
  #isKept = false;

  constructor(records: Buffer, options: ReaderOptions) {
    this.#records = records;
    this.#options = options;
    this.#budget = new RecordBudget(options.limits);
  }

  /** Whether what is here is no longer part of the workbook. */
  isOver(at: number): boolean {
    return this.#hasBegun && this.#depth === 0 && !BEGIN.has(this.#records.readUInt16LE(at));
  }

  /** Looks at the record that fills a stretch. */
  record(start: number, end: number): void {
    const type = this.#records.readUInt16LE(start);
    const data = start + HEADER;
    if (BEGIN.has(type)) this.#begin(type, data, end);
    else if (!this.#hasBegun) throw damagedFile('its workbook does not begin as one');
    else if (type === END) this.#depth--;
    else {
      const isContinued = type === CONTINUE && this.#isKept;
      if (isContinued) this.#budget.continued();
      this.#isKept = isContinued || (this.#depth === 1 && this.#keeps(type, data, end));
      if (!this.#isKept) this.#records.writeUInt16LE(PASSED_OVER, start);
    }
  }

  finish(): void {
    if (!this.#hasBegun) throw damagedFile('its workbook does not begin as one');
    if (this.#depth > 0) throw damagedFile('a part of it has no end; it may be cut off');
  }

  #begin(type: number, data: number, end: number): void {
    this.#budget.other();
    this.#depth++;
    const size = type === BEGIN_OF_EXCEL_5 ? 4 : 2;
    if (end - data < size) throw tooShort();
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (type !== BEGIN_OF_EXCEL_5) return;
    const version = this.#records.readUInt16LE(data);
    const kind = this.#records.readUInt16LE(data + 2);
    if (kind !== WORKBOOK && kind !== WORKSHEET && kind !== WORKSPACE) {
      throw damagedFile('it holds no workbook and no worksheet');
    }
    if (version === NO_VERSION) this.#records.writeUInt16LE(EXCEL_5, data);
    this.isUnicode = version === EXCEL_97;
  }

  /** Whether a record of a sheet, or of the workbook before its sheets, is let through. */
  #keeps(type: number, data: number, end: number): boolean {
    const length = end - data;
    if (type === FILE_PASS) throw protectedOfficeFile();
    if (type === LABEL && this.isUnicode) this.#label(data, end);
    if (CELLS.has(type)) this.#budget.cells(1);
    else if (FORMULAS.has(type)) this.#formula(data, end);
    else if (type === MULTIPLE_RK) this.#budget.cells(Math.floor(length / RK_SIZE));
    else if (type === MERGED_CELLS) this.#ranges(data, length);
    else if (type === CODE_PAGE && length >= 2) this.codePage = this.#records.readUInt16LE(data);
    else if (type === LISTED_SHEET) return this.#isWorksheet(data, length);
    else if (type === SHARED_STRINGS) this.#strings(data, length);
    else if (OTHERS.has(type)) this.#budget.other();
    else return false;
    return true;
  }

  /** The library fills up a text that is shorter than it says. */
  #label(data: number, end: number): void {
    const text = data + TEXT_AT;
    if (text + 3 > end) return;
    const isWide = (this.#records.readUInt8(text + 2) & 1) === 1;
    const isCut = text + 3 + this.#records.readUInt16LE(text) * (isWide ? 2 : 1) > end;
    const isContinued = end + 2 <= this.#records.length && this.#records.readUInt16LE(end) === CONTINUE;
    if (isCut && !isContinued) throw tooShort();
  }

  /** Takes the formula out, so that only its result is left. */
  #formula(data: number, end: number): void {
    this.#budget.cells(1);
    const at = data + FORMULA_LENGTH_AT;
    if (at + 2 <= end) this.#records.writeUInt16LE(NO_FORMULA, at);
  }

  #ranges(data: number, length: number): void {
    const count = length < 2 ? 0 : this.#records.readUInt16LE(data);
    if (length < 2 + RANGE_SIZE * count) throw tooShort();
    if (++this.#rangeRecords > MOST_RANGE_RECORDS)
      throw damagedFile('it merges more cells than any workbook');
    this.#budget.ranges(count);
  }

  #isWorksheet(data: number, length: number): boolean {
    if (length < 6) throw tooShort();
    if (this.#records.readUInt8(data + 5) !== 0) return false;
    if (this.#sheets++ === this.#options.limits.pages) throw limitError('pages', this.#options.limits);
    return true;
  }

  /** Has the library read one string too many at most; it says how many it found. */
  #strings(data: number, length: number): void {
    if (length < 8) throw tooShort();
    const count = Math.min(this.#records.readUInt32LE(data + 4), this.#options.limits.cells + 1);
    this.#records.writeUInt32LE(count, data + 4);
  }
}

function tooShort(): DocumentError {
  return damagedFile('a record in it is shorter than its content');
}
