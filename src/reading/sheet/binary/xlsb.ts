/**
 * Excel workbooks of the binary format in an archive (XLSB). They become what XLSX files become.
 * The library reads cells, strings and number formats; formulas, names, links and pictures are taken out before.
 */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { pause } from '../../../foundation/async/interrupt.js';
import { limitError } from '../../../limits.js';
import type { Document } from '../../../page/document/model.js';
import { damagedFile } from '../../file-errors.js';
import { type OfficePackage, relatedPart } from '../../office/office-package.js';
import type { ReaderOptions } from '../../options.js';
import { documentOfPages } from '../../synthetic-layout.js';
import { BUILT_IN_FORMATS } from '../cell-format.js';
import { layOutSheets, offGrid, SHEET_ROWS } from '../sheet-layout.js';
import { RecordBudget, readWithLibrary } from './library.js';

/** Types of records that are let through, by the part that they are in. */
const WORKBOOK_PROPERTIES = 0x99;
const LISTED_SHEET = 0x9c;
const NUMBER_FORMAT = 0x2c;
const CELL_STYLE = 0x2f;
const CELL_STYLES = 0x269;
const END_OF_CELL_STYLES = 0x26a;
const SHARED_STRING = 0x13;
const ROW = 0x00;
const MERGED_CELLS = 0xb0;
/** Values, results of formulas, values in the cell after the last one, formatted text. */
const CELLS: ReadonlySet<number> = new Set([
  ...[0x02, 0x03, 0x04, 0x05, 0x06, 0x07],
  ...[0x08, 0x09, 0x0a, 0x0b],
  ...[0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12],
  0x3e,
]);
/** Records that are read between looks at the clock. */
const CHECK_EVERY = 16_384;

/** The types of the parts, under the names that they get here. */
const CONTENT_TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  ['workbook', 'sheet.binary.macroEnabled.main'],
  ['styles', 'styles'],
  ['sharedStrings', 'sharedStrings'],
]
  .map(
    ([part, type]) => `<Override PartName="/xl/${part}.bin" ContentType="application/vnd.ms-excel.${type}"/>`,
  )
  .join('')}</Types>`;

/**
 * Reads a workbook whose archive is open: pages as of an XLSX file.
 * @throws DocumentError `invalid_document`, `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadXlsb(
  file: OfficePackage,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  const sheets = await readWithLibrary(await screenedArchive(file, options), options);
  const pages = await layOutSheets(sheets, options);
  return documentOfPages({ contentType, filename: options.filename, pages });
}

/** An archive of what is let through and nothing else. Sheets are named by their order, as the library wants it. */
async function screenedArchive(file: OfficePackage, options: ReaderOptions): Promise<Buffer> {
  const budget = new RecordBudget(options.limits);
  const parts: Record<string, Uint8Array> = { '[Content_Types].xml': Buffer.from(CONTENT_TYPES) };
  const take = async (name: string, part: string | undefined, screen: Screen) => {
    if (part !== undefined) parts[name] = await screened(bytesOf(file, part), screen, options);
  };
  const sheets: string[] = [];
  await take('xl/workbook.bin', file.main, (record) => {
    if (record.type !== LISTED_SHEET) return record.type === WORKBOOK_PROPERTIES ? [record.bytes] : [];
    const part = worksheetOf(file, record.data);
    if (part === undefined) return [];
    if (sheets.push(part) > options.limits.pages) throw limitError('pages', options.limits);
    return [record.bytes];
  });
  await take('xl/styles.bin', relatedPart(file, 'styles'), screenOfStyles(budget));
  await take('xl/sharedStrings.bin', relatedPart(file, 'sharedStrings'), screenOfStrings(options));
  for (const [i, part] of sheets.entries()) {
    await take(`xl/worksheets/sheet${i + 1}.bin`, part, screenOfSheet(budget));
  }
  const { zipSync } = await import('fflate');
  return Buffer.from(zipSync(parts, { level: 0, mtime: FIRST_DATE }));
}

/** The first date that an archive can name; nobody reads it. */
const FIRST_DATE = new Date(1980, 0, 1);

function bytesOf({ archive }: OfficePackage, part: string): Buffer {
  return Buffer.concat([...archive.read(part)]);
}

/** The part of a listed sheet; undefined for one that is no worksheet, or is missing. */
function worksheetOf({ related, archive }: OfficePackage, data: Buffer): string | undefined {
  const units = data.readUInt32LE(8);
  const relationship = data.toString('utf16le', 12, 12 + 2 * Math.min(units, data.length));
  const part = related.find(({ id, type }) => id === relationship && type === 'worksheet')?.target;
  if (part !== undefined && !archive.has(part)) throw damagedFile('a sheet of it is missing');
  return part;
}

interface BinaryRecord {
  readonly type: number;
  /** With type and length. */
  readonly bytes: Buffer;
  readonly data: Buffer;
}

/** What goes on of a record, in most cases the record or nothing. */
type Screen = (record: BinaryRecord) => readonly Buffer[];

function screenOfStyles(budget: RecordBudget): Screen {
  let inCellStyles = false;
  let isFirst = true;
  return ({ type, bytes }) => {
    const before = isFirst ? [...BUILT_IN_FORMATS].map(([id, code]) => formatRecord(id, code)) : [];
    isFirst = false;
    if (type === CELL_STYLES || type === END_OF_CELL_STYLES) inCellStyles = type === CELL_STYLES;
    else if (type !== NUMBER_FORMAT && !(type === CELL_STYLE && inCellStyles)) return before;
    budget.other();
    return [...before, bytes];
  };
}

/** The built-in formats go before those of the file, which win over them. */
function formatRecord(id: number, code: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(NUMBER_FORMAT, 0);
  head.writeUInt8(6 + 2 * code.length, 1);
  head.writeUInt16LE(id, 2);
  head.writeUInt32LE(code.length, 4);
  return Buffer.concat([head, Buffer.from(code, 'utf16le')]);
}

function screenOfStrings({ limits }: ReaderOptions): Screen {
  let strings = 0;
  return ({ type, bytes }) => {
    if (type !== SHARED_STRING) return [];
    if (strings++ === limits.cells) throw limitError('cells', limits);
    return [bytes];
  };
}

/** Rows go on with the first of their cells, so that empty ones cost nothing. */
function screenOfSheet(budget: RecordBudget): Screen {
  let row: Buffer | undefined;
  return ({ type, bytes, data }) => {
    if (type === ROW) {
      if (data.readUInt32LE(0) >= SHEET_ROWS) throw offGrid();
      row = bytes;
      return [];
    }
    if (type === MERGED_CELLS) {
      budget.ranges(1);
      return [bytes];
    }
    if (!CELLS.has(type)) return [];
    budget.cells(1);
    const before = row ? [row] : [];
    row = undefined;
    return [...before, bytes];
  };
}

/** The records of a part that a screen lets through. */
async function screened(part: Buffer, screen: Screen, options: ReaderOptions): Promise<Buffer> {
  const kept: Buffer[] = [];
  let at = 0;
  for (let count = 1; at < part.length; count++) {
    const type = variableNumber(part, at, MOST_TYPE_BYTES);
    const length = variableNumber(part, type.end, MOST_LENGTH_BYTES);
    const end = length.end + length.value;
    if (end > part.length) throw damagedFile('it ends within a record; it may be cut off');
    kept.push(
      ...readRecord(screen, {
        type: type.value,
        bytes: part.subarray(at, end),
        data: part.subarray(length.end, end),
      }),
    );
    at = end;
    if (count % CHECK_EVERY === 0) await pause(options);
  }
  return Buffer.concat(kept);
}

function readRecord(screen: Screen, record: BinaryRecord): readonly Buffer[] {
  try {
    return screen(record);
  } catch (error) {
    if (error instanceof RangeError) throw damagedFile('a record in it is shorter than its content', error);
    throw error;
  }
}

const MOST_TYPE_BYTES = 2;
const MOST_LENGTH_BYTES = 4;

/** A number of 7 bits a byte, lowest first; the upper bit says that it goes on. */
function variableNumber(part: Buffer, start: number, most: number): { value: number; end: number } {
  let value = 0;
  let at = start;
  for (let shift = 0; shift < 7 * most; shift += 7) {
    const byte = part[at++];
    if (byte === undefined) throw damagedFile('it ends within a record; it may be cut off');
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return { value, end: at };
}
