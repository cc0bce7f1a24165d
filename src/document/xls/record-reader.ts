/** The records of a workbook stream: a type, a length, and data that CONTINUE records may go on with. */
import { damagedFile } from '../file-errors.js';

/** Types of the records that are read. */
export const RECORD = {
  formula: 0x0006,
  endOfFile: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  codePage: 0x0042,
  sheetInfo: 0x0081,
  boundSheet: 0x0085,
  multipleRk: 0x00bd,
  richString: 0x00d6,
  cellStyle: 0x00e0,
  mergedCells: 0x00e5,
  sharedStrings: 0x00fc,
  sharedString: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  booleanOrError: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  format: 0x041e,
  beginOfFile: 0x0809,
} as const;

/** Records, or strings in one, that are read between looks at the clock. */
export const CHECK_EVERY = 16_384;

const HEADER_SIZE = 4;
/** In the option byte before characters: they have two bytes each, formatting runs or phonetic data follow. */
const WIDE = 1;
const PHONETIC = 4;
const RICH = 8;
const RUN_SIZE = 4;

/**
 * Goes through the records of a stream from a place on and reads their fields in order, little end first.
 * Whatever reads past the data of a record, its CONTINUE records included, throws DocumentError
 * `invalid_document`.
 */
export class RecordReader {
  readonly #bytes: Buffer;
  /** Type of the record, one of `RECORD` or another. */
  type: number = -1;
  /** Next byte of the record, and the end of the piece of data that it lies in. */
  #at: number;
  #end: number;

  /** @param start place of the first record, in bytes */
  constructor(stream: Uint8Array, start = 0) {
    this.#bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
    this.#at = start;
    this.#end = start;
  }

  /** Place of the header of the next record, in bytes. */
  get position(): number {
    return this.#end;
  }

  /** Goes to the next record; false where the stream ends. */
  next(): boolean {
    const start = this.#end;
    if (start + HEADER_SIZE > this.#bytes.length) return false;
    this.type = this.#bytes.readUInt16LE(start);
    this.#at = start + HEADER_SIZE;
    this.#end = this.#at + this.#bytes.readUInt16LE(start + 2);
    if (this.#end > this.#bytes.length) throw damagedFile('it ends within a record; it may be cut off');
    return true;
  }

  /** Whether the record has further data. */
  hasMore(): boolean {
    while (this.#at === this.#end) if (!this.#continue()) return false;
    return true;
  }

  /** Bytes left in the record, without its CONTINUE records. */
  get left(): number {
    return this.#end - this.#at;
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1));
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  f64(): number {
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** A number in 30 bits, whole or the upper part of a floating one, perhaps in hundredths. */
  rk(): number {
    const packed = this.u32();
    const value = packed & 2 ? (packed | 0) >> 2 : doubleOf(packed & 0xfffffffc, 0);
    return packed & 1 ? value / 100 : value;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      if (!this.hasMore()) throw tooShort();
      const step = Math.min(left, this.left);
      this.#at += step;
      left -= step;
    }
  }

  /** So many bytes, which may go on in CONTINUE records. */
  bytes(count: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      if (!this.hasMore()) throw tooShort();
      const step = Math.min(left, this.left);
      pieces.push(this.#bytes.subarray(this.#at, this.#at + step));
      this.#at += step;
      left -= step;
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /**
   * A string of UTF-16 units or of their lower bytes, after its length; formatting runs and phonetic data are
   * passed over. A CONTINUE record that goes on with characters tells their width anew. An empty string at the
   * end of a record may lack its options.
   * @param length in characters
   */
  unicode(length: number): string {
    if (length === 0 && !this.hasMore()) return '';
    const options = this.u8();
    const runs = options & RICH ? this.u16() : 0;
    const phonetic = options & PHONETIC ? this.u32() : 0;
    const text = this.#characters(length, (options & WIDE) !== 0);
    this.skip(runs * RUN_SIZE + phonetic);
    return text;
  }

  #characters(length: number, wideFirst: boolean): string {
    let wide = wideFirst;
    let text = '';
    for (let left = length; ; ) {
      const width = wide ? 2 : 1;
      const count = Math.min(left, Math.floor(this.left / width));
      const end = this.#at + count * width;
      text += this.#bytes.toString(wide ? 'utf16le' : 'latin1', this.#at, end);
      this.#at = end;
      left -= count;
      if (left === 0) return text.toWellFormed();
      this.#at = this.#end;
      if (!this.hasMore()) throw tooShort();
      wide = (this.u8() & WIDE) !== 0;
    }
  }

  /** Place of a field, which never lies in two pieces. */
  #take(size: number): number {
    if (!this.hasMore() || this.left < size) throw tooShort();
    const at = this.#at;
    this.#at += size;
    return at;
  }

  /** Goes on to the data of a CONTINUE record, if one is next. */
  #continue(): boolean {
    const start = this.#end;
    if (start + HEADER_SIZE > this.#bytes.length) return false;
    if (this.#bytes.readUInt16LE(start) !== RECORD.continue) return false;
    return this.next();
  }
}

const numbers = new DataView(new ArrayBuffer(8));

/** The floating number of two halves of 32 bits each. */
export function doubleOf(upper: number, lower: number): number {
  numbers.setInt32(0, upper);
  numbers.setInt32(4, lower);
  return numbers.getFloat64(0);
}

function tooShort() {
  return damagedFile('a record in it is shorter than its content');
}
