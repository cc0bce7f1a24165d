/** Writes workbooks of the binary formats, record by record. */
import { compoundFile } from '../../office/compound-writer.js';

const CONTINUE = 0x3c;

/** Bytes of fields, little end first. */
export const u8 = (...values: number[]) => Buffer.from(values);
export const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * i);
  return bytes;
}
export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A record. */
export function record(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([u16(type, data.length), data]);
}

const isNarrow = (text: string) => [...text].every((character) => character.charCodeAt(0) < 256);

/** Characters of Excel 97 with their option byte, without their length. */
export function characters(text: string, wide = !isNarrow(text)): Buffer {
  return Buffer.concat([u8(wide ? 1 : 0), Buffer.from(text, wide ? 'utf16le' : 'latin1')]);
}

/** A string of Excel 97 after a length of two bytes, or of one. */
export const longText = (text: string) => Buffer.concat([u16(text.length), characters(text)]);
export const shortText = (text: string) => Buffer.concat([u8(text.length), characters(text)]);

export interface SharedText {
  readonly text: string;
  /** Formatting runs, and bytes of phonetic data. */
  readonly runs?: number;
  readonly phonetic?: number;
}

/**
 * The table of shared strings. Pieces hold at most so many bytes; of a string that goes on in the next piece,
 * the rest is in wide and narrow characters by turns as far as it allows.
 */
export function sharedStrings(texts: readonly (string | SharedText)[], pieceSize = 8224): Buffer {
  const pieces: Buffer[] = [Buffer.concat([u32(texts.length), u32(texts.length)])];
  const room = () => pieceSize - pieces.at(-1)!.length;
  const add = (bytes: Uint8Array) => {
    pieces.push(Buffer.concat([pieces.pop()!, bytes]));
  };
  for (const each of texts) {
    const { text, runs = 0, phonetic = 0 } = typeof each === 'string' ? { text: each } : each;
    let wide = !isNarrow(text);
    const head = Buffer.concat([
      u16(text.length),
      u8((wide ? 1 : 0) | (phonetic > 0 ? 4 : 0) | (runs > 0 ? 8 : 0)),
      runs > 0 ? u16(runs) : u8(),
      phonetic > 0 ? u32(phonetic) : u8(),
    ]);
    if (room() < head.length) pieces.push(Buffer.alloc(0));
    add(head);
    for (let at = 0; at < text.length; ) {
      const count = Math.floor(room() / (wide ? 2 : 1));
      if (count > 0) add(Buffer.from(text.slice(at, at + count), wide ? 'utf16le' : 'latin1'));
      at += count;
      if (at >= text.length) break;
      wide = !wide || !isNarrow(text.slice(at));
      pieces.push(u8(wide ? 1 : 0));
    }
    for (let left = 4 * runs + phonetic; left > 0; ) {
      if (room() <= 0) pieces.push(Buffer.alloc(0));
      const count = Math.min(left, room());
      add(Buffer.alloc(count, 0x21));
      left -= count;
    }
  }
  return Buffer.concat(pieces.map((piece, i) => record(i === 0 ? 0xfc : CONTINUE, piece)));
}

/** What formulas keep as result when it is no number. */
export const noNumber = (kind: number, value = 0) =>
  Buffer.concat([u8(kind, 0, value, 0, 0, 0), u16(0xffff)]);

const place = (row: number, column: number, style = 0) => u16(row, column, style);
export const cell = {
  shared: (row: number, column: number, index: number, style = 0) =>
    record(0xfd, place(row, column, style), u32(index)),
  label: (row: number, column: number, text: string) => record(0x204, place(row, column), longText(text)),
  number: (row: number, column: number, value: number, style = 0) =>
    record(0x203, place(row, column, style), f64(value)),
  rk: (row: number, column: number, packed: number, style = 0) =>
    record(0x27e, place(row, column, style), u32(packed)),
  boolean: (row: number, column: number, value: boolean) =>
    record(0x205, place(row, column), u8(value ? 1 : 0, 0)),
  error: (row: number, column: number, code: number) => record(0x205, place(row, column), u8(code, 1)),
  formula: (row: number, column: number, result: Uint8Array, style = 0) =>
    record(0x6, place(row, column, style), result, u16(0), u32(0), u16(3), u8(0x1e, 1, 0)),
  string: (text: string) => record(0x207, longText(text)),
};

export const FORMAT = 0x41e;
/** A number format, and a cell style that uses a format. */
export const format = (id: number, code: string) => record(FORMAT, u16(id), longText(code));
export const style = (formatId: number) => record(0xe0, u16(0, formatId), Buffer.alloc(16));
export const EXCEL_97 = 0x600;
export const EXCEL_5 = 0x500;
export const WORKSHEET = 0x10;
export const begin = (kind: number, version = EXCEL_97) =>
  record(0x809, u16(version, kind), Buffer.alloc(12));
export const end = record(0x0a);

export interface SheetParts {
  readonly name?: string;
  readonly records?: readonly Uint8Array[];
  /** 1 hidden, 2 very hidden. */
  readonly state?: number;
  /** As the list of sheets says it, and as the sheet's own beginning does. */
  readonly listed?: number;
  readonly kind?: number;
}

export interface WorkbookParts {
  readonly globals?: readonly Uint8Array[];
  readonly version?: number;
  readonly sheets: readonly SheetParts[];
}

/** A workbook stream. */
export function workbookStream({ globals = [], version = EXCEL_97, sheets }: WorkbookParts): Buffer {
  const named = sheets.map((sheet, i) => ({ name: `Sheet${i + 1}`, ...sheet }));
  const nameOf = (name: string) =>
    version === EXCEL_97 ? shortText(name) : Buffer.concat([u8(name.length), Buffer.from(name, 'latin1')]);
  const entry = ({ name, state = 0, listed = 0 }: (typeof named)[number], start: number) =>
    record(0x85, u32(start), u8(state, listed), nameOf(name));
  const head = Buffer.concat([begin(5, version), ...globals]);
  const bodies = named.map(({ records = [], kind = WORKSHEET }) =>
    Buffer.concat([begin(kind, version), ...records, end]),
  );
  let start = head.length + Buffer.concat(named.map((sheet) => entry(sheet, 0))).length + end.length;
  const entries = named.map((sheet, i) => {
    const listed = entry(sheet, start);
    start += bodies[i]!.length;
    return listed;
  });
  return Buffer.concat([head, ...entries, end, ...bodies]);
}

/** A workbook file. */
export function xls(parts: WorkbookParts): Uint8Array {
  return compoundFile({ [parts.version === EXCEL_5 ? 'Book' : 'Workbook']: workbookStream(parts) });
}

/** A workbook of one sheet with these records. */
export function xlsOf(...records: readonly Uint8Array[]): Uint8Array {
  return xls({ sheets: [{ records }] });
}
