/** The cells of one sheet of a workbook stream. */
import { limitError } from '../../limits.js';
import type { CellFormatter } from '../cell-format.js';
import { damagedFile } from '../file-errors.js';
import { pause } from '../interrupt.js';
import { type CellRange, withoutCovered } from '../merged-cells.js';
import { type CellCollector, cellsInOrder, type SheetCell } from '../sheet-layout.js';
import { type Globals, type GlobalsOptions, WORKSHEET } from './globals.js';
import { CHECK_EVERY, doubleOf, RECORD, RecordReader } from './record-reader.js';

export interface SheetOptions extends GlobalsOptions {
  readonly globals: Globals;
  readonly formatter: CellFormatter;
  readonly collector: CellCollector;
}

export interface ReadSheet {
  /** By row, then by column; undefined for a sheet that is no worksheet but a chart, macros or a dialog. */
  readonly cells: readonly SheetCell[] | undefined;
  /** Length of its records in the stream, in bytes. */
  readonly size: number;
}

/** In the information on a sheet: it is a dialog. */
const DIALOG = 0x0010;
/** Bytes of a number in 30 bits with its cell style, and of the last column behind the last of them. */
const RK_SIZE = 6;
const LAST_COLUMN_SIZE = 2;

/** Errors by their codes. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);
const UNKNOWN_ERROR = '#N/A';

/** What the result of a formula is when it is no number: its upper two bytes, and the kind in the lowest. */
const NO_NUMBER = 0xffff;
const TEXT_RESULT = 0;
const BOOLEAN_RESULT = 1;
const ERROR_RESULT = 2;

/**
 * Reads the sheet that begins at a place of the stream. Formulas are not read, only the results that the file
 * keeps of them; what lies inside an embedded chart is passed over.
 * @throws DocumentError `invalid_document`, `too_large`, `timed_out`, `aborted`
 */
export async function readSheet(
  stream: Uint8Array,
  start: number,
  options: SheetOptions,
): Promise<ReadSheet> {
  const reader = new RecordReader(stream, start);
  if (!reader.next() || reader.type !== RECORD.beginOfFile) {
    throw damagedFile('a sheet of it is not where its list of sheets says');
  }
  reader.skip(2);
  if (reader.u16() !== WORKSHEET) return { cells: undefined, size: 0 };
  const sheet = new SheetReader(reader, options);
  let depth = 1;
  for (let records = 1; reader.next(); records++) {
    if (records % CHECK_EVERY === 0) await pause(options);
    if (reader.type === RECORD.beginOfFile) depth++;
    else if (reader.type === RECORD.endOfFile) depth--;
    else if (depth === 1) sheet.record();
    if (depth === 0) return { cells: sheet.cells(), size: reader.position - start };
  }
  throw damagedFile('a sheet of it has no end; it may be cut off');
}

interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly style: number;
}

/** Gathers what a sheet shows from its records. */
class SheetReader {
  readonly #reader: RecordReader;
  readonly #options: SheetOptions;
  readonly #cells: SheetCell[] = [];
  readonly #ranges: CellRange[] = [];
  /** The cell of the last formula, when its result is the text of a record to come. */
  #awaiting: CellPlace | undefined;
  #isDialog = false;

  constructor(reader: RecordReader, options: SheetOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  cells(): readonly SheetCell[] | undefined {
    return this.#isDialog ? undefined : withoutCovered(cellsInOrder(this.#cells), this.#ranges);
  }

  /** Takes what the record at which the reader stands says of cells. */
  record(): void {
    const reader = this.#reader;
    const { globals } = this.#options;
    switch (reader.type) {
      case RECORD.sharedString:
        this.#text(this.#place(), globals.sharedStrings[reader.u32()] ?? '');
        break;
      case RECORD.label:
      case RECORD.richString:
        this.#text(this.#place(), globals.strings.long(reader));
        break;
      case RECORD.number:
        this.#number(this.#place(), reader.f64());
        break;
      case RECORD.rk:
        this.#number(this.#place(), reader.rk());
        break;
      case RECORD.multipleRk:
        this.#multipleRk();
        break;
      case RECORD.booleanOrError:
        this.#booleanOrError(this.#place(), reader.u8(), reader.u8() === 1);
        break;
      case RECORD.formula:
        this.#formula();
        break;
      case RECORD.string:
        this.#formulaText();
        break;
      case RECORD.mergedCells:
        this.#mergedCells();
        break;
      case RECORD.sheetInfo:
        this.#isDialog = (reader.u16() & DIALOG) !== 0;
    }
  }

  #place(): CellPlace {
    return { row: this.#reader.u16(), column: this.#reader.u16(), style: this.#reader.u16() };
  }

  #format({ style }: CellPlace): number | string {
    return this.#options.globals.formats[style] ?? 0;
  }

  #number(place: CellPlace, value: number): void {
    this.#show(place, this.#options.formatter.number(value, this.#format(place)));
  }

  #text(place: CellPlace, text: string): void {
    this.#show(place, this.#options.formatter.text(text, this.#format(place)));
  }

  #booleanOrError(place: CellPlace, value: number, isError: boolean): void {
    const truth = value === 0 ? 'FALSE' : 'TRUE';
    this.#show(place, isError ? (ERRORS.get(value) ?? UNKNOWN_ERROR) : truth);
  }

  #show({ row, column }: CellPlace, text: string): void {
    const cell = text === '' ? undefined : this.#options.collector.cell(row, column, text);
    if (cell) this.#cells.push(cell);
  }

  #multipleRk(): void {
    const reader = this.#reader;
    const row = reader.u16();
    for (let column = reader.u16(); reader.left >= RK_SIZE + LAST_COLUMN_SIZE; column++) {
      this.#number({ row, column, style: reader.u16() }, reader.rk());
    }
  }

  #formula(): void {
    const place = this.#place();
    const lower = this.#reader.u32();
    const upper = this.#reader.u32();
    const kind = lower & 0xff;
    const isNumber = upper >>> 16 !== NO_NUMBER;
    this.#awaiting = !isNumber && kind === TEXT_RESULT ? place : undefined;
    if (isNumber) this.#number(place, doubleOf(upper, lower));
    else if (kind === BOOLEAN_RESULT || kind === ERROR_RESULT) {
      this.#booleanOrError(place, (lower >>> 16) & 0xff, kind === ERROR_RESULT);
    }
  }

  #formulaText(): void {
    const place = this.#awaiting;
    this.#awaiting = undefined;
    if (place) this.#text(place, this.#options.globals.strings.long(this.#reader));
  }

  #mergedCells(): void {
    const reader = this.#reader;
    const { limits } = this.#options;
    for (let left = reader.u16(); left > 0; left--) {
      if (this.#ranges.length === limits.cells) throw limitError('cells', limits);
      const [top, bottom, start, end] = [reader.u16(), reader.u16(), reader.u16(), reader.u16()];
      this.#ranges.push({
        top: Math.min(top, bottom),
        left: Math.min(start, end),
        bottom: Math.max(top, bottom),
        right: Math.max(start, end),
      });
    }
  }
}
