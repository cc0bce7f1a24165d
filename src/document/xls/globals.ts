/** What a workbook stream tells before its sheets: their list, the shared strings, the number formats. */
import { DocumentError } from '../../errors.js';
import { type Limits, limitError } from '../../limits.js';
import { cleanText } from '../cleaning.js';
import { damagedFile, protectedOfficeFile } from '../file-errors.js';
import { checkInterrupt, type Interrupt, pause } from '../interrupt.js';
import { byteDecoder } from './code-pages.js';
import { CHECK_EVERY, RECORD, RecordReader } from './record-reader.js';

export interface GlobalsOptions extends Interrupt {
  readonly limits: Limits;
}

/** A sheet as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  /** Place of its first record in the stream, in bytes. */
  readonly start: number;
}

/** Reads the text of the string that a record goes on with, after a length of one byte or of two. */
export interface StringFormat {
  short(reader: RecordReader): string;
  long(reader: RecordReader): string;
}

export interface Globals {
  readonly strings: StringFormat;
  /** In workbook order, hidden ones included; sheets known to be no worksheets are left out. */
  readonly sheets: readonly SheetEntry[];
  /** Whether days count from 1904. */
  readonly date1904: boolean;
  /** Number format of each cell style: a format code, or the number of a built-in one. */
  readonly formats: readonly (number | string)[];
  /** Strings that cells point to, cleaned. */
  readonly sharedStrings: readonly string[];
}

/** Versions of the record format in BOF: Excel 97 to 2003, Excel 5 and 95. Some exports leave it out. */
const EXCEL_97 = 0x0600;
const EXCEL_5 = 0x0500;
const NO_VERSION = 0;
/** BOF records of Excel 2, 3 and 4. */
const OLD_BEGINNINGS: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409]);

/** What begins with a BOF record. */
export const WORKSHEET = 0x0010;
const WORKBOOK = 0x0005;
/** The kind of sheet in the list of sheets. */
const LISTED_WORKSHEET = 0;

const STRINGS_OF_EXCEL_97: StringFormat = {
  short: (reader) => reader.unicode(reader.u8()),
  long: (reader) => reader.unicode(reader.u16()),
};

function stringsInBytes(codePage: number | undefined): StringFormat {
  const decode = byteDecoder(codePage);
  return {
    short: (reader) => decode(reader.bytes(reader.u8())),
    long: (reader) => decode(reader.bytes(reader.u16())),
  };
}

/** The globals while they are read. */
interface OpenGlobals {
  readonly isExcel97: boolean;
  strings: StringFormat;
  readonly sheets: SheetEntry[];
  date1904: boolean;
  readonly codes: Map<number, string>;
  readonly styles: number[];
  sharedStrings: readonly string[];
}

/**
 * Reads the beginning of a workbook stream up to its first EOF record. A stream that holds a single sheet and
 * no workbook, as simple exports do, is a workbook of this sheet, without a name.
 * @throws DocumentError `invalid_document`, `password_required` for an encrypted workbook, `unsupported_type`
 *   for one of Excel 4 or older, `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function readGlobals(stream: Uint8Array, options: GlobalsOptions): Promise<Globals> {
  const reader = new RecordReader(stream);
  const { isExcel97, kind } = readBeginning(reader);
  const open: OpenGlobals = {
    isExcel97,
    strings: isExcel97 ? STRINGS_OF_EXCEL_97 : stringsInBytes(undefined),
    sheets: [],
    date1904: false,
    codes: new Map(),
    styles: [],
    sharedStrings: [],
  };
  for (let records = 1; reader.next(); records++) {
    if (reader.type === RECORD.endOfFile) return finished(open, kind);
    readGlobal(reader, open, options);
    if (records % CHECK_EVERY === 0) await pause(options);
  }
  throw damagedFile('the list of its sheets has no end; it may be cut off');
}

function readBeginning(reader: RecordReader): { isExcel97: boolean; kind: number } {
  const begins = reader.next();
  if (begins && OLD_BEGINNINGS.has(reader.type)) throw tooOld();
  if (!begins || reader.type !== RECORD.beginOfFile) {
    throw damagedFile('its workbook does not begin as one');
  }
  const version = reader.u16();
  if (version !== EXCEL_97 && version !== EXCEL_5 && version !== NO_VERSION) throw tooOld();
  return { isExcel97: version === EXCEL_97, kind: reader.u16() };
}

function tooOld(): DocumentError {
  return new DocumentError(
    'unsupported_type',
    'The document is a workbook of Excel 4 or older, which cannot be read here. Save it as XLSX first.',
  );
}

function finished({ codes, styles, ...open }: OpenGlobals, kind: number): Globals {
  if (kind !== WORKBOOK && kind !== WORKSHEET) throw damagedFile('it holds no workbook and no worksheet');
  return {
    strings: open.strings,
    sheets: kind === WORKSHEET ? [{ name: '', start: 0 }] : open.sheets,
    date1904: open.date1904,
    formats: styles.map((id) => codes.get(id) ?? id),
    sharedStrings: open.sharedStrings,
  };
}

function readGlobal(reader: RecordReader, open: OpenGlobals, options: GlobalsOptions): void {
  switch (reader.type) {
    case RECORD.filePass:
      throw protectedOfficeFile();
    case RECORD.codePage:
      if (!open.isExcel97) open.strings = stringsInBytes(reader.u16());
      break;
    case RECORD.date1904:
      open.date1904 = reader.u16() === 1;
      break;
    case RECORD.boundSheet:
      readSheetEntry(reader, open, options.limits);
      break;
    case RECORD.format: {
      const id = reader.u16();
      open.codes.set(id, open.isExcel97 ? open.strings.long(reader) : open.strings.short(reader));
      break;
    }
    case RECORD.cellStyle:
      reader.skip(2);
      open.styles.push(reader.u16());
      break;
    case RECORD.sharedStrings:
      open.sharedStrings = readSharedStrings(reader, options);
  }
}

function readSheetEntry(reader: RecordReader, open: OpenGlobals, limits: Limits): void {
  const start = reader.u32();
  reader.skip(1);
  const kind = reader.u8();
  if (kind !== LISTED_WORKSHEET) return;
  if (open.sheets.length === limits.pages) throw limitError('pages', limits);
  open.sheets.push({ name: open.strings.short(reader), start });
}

/**
 * The table of shared strings. It may hold fewer than it says, as Excel and others put up with.
 * @throws DocumentError `too_large` for more strings than cells are allowed
 */
function readSharedStrings(reader: RecordReader, options: GlobalsOptions): readonly string[] {
  reader.skip(4);
  const count = reader.u32();
  const strings: string[] = [];
  while (strings.length < count && reader.hasMore()) {
    if (strings.length === options.limits.cells) throw limitError('cells', options.limits);
    strings.push(cleanText(STRINGS_OF_EXCEL_97.long(reader)));
    if (strings.length % CHECK_EVERY === 0) checkInterrupt(options);
  }
  return strings;
}
