/** Memory of an instance for what is handed in and out, allocated once, and views on all of it. */
import type { PdfiumExports } from './pdfium-exports.js';

/** Bytes for arguments that PDFium reads or writes: matrices, boxes, colours, patterns of dashes, names. */
const SCRATCH_BYTES = 256;

/** Bytes of a text of the file that are read; of longer ones nothing. */
export const MAX_TEXT_BYTES = 1 << 20;

/** Views on the memory; they are made again where it has grown. */
export class Scratch {
  /** Address of `SCRATCH_BYTES` bytes that anyone may use between two calls. */
  readonly at: number;
  readonly #exports: PdfiumExports;
  #bytes: Uint8Array = new Uint8Array();
  #halves: Uint16Array = new Uint16Array();
  #words: Uint32Array = new Uint32Array();
  #floats: Float32Array = new Float32Array();

  constructor(exports: PdfiumExports) {
    this.#exports = exports;
    this.at = exports.malloc(SCRATCH_BYTES);
  }

  get bytes(): Uint8Array {
    this.#renew();
    return this.#bytes;
  }

  /** The memory as whole numbers of 16 bits: index is address / 2. */
  get halves(): Uint16Array {
    this.#renew();
    return this.#halves;
  }

  /** The memory as whole numbers of 32 bits: index is address / 4. */
  get words(): Uint32Array {
    this.#renew();
    return this.#words;
  }

  /** The memory as numbers of single precision: index is address / 4. */
  get floats(): Float32Array {
    this.#renew();
    return this.#floats;
  }

  /** A whole number that PDFium has written to a place of the scratch memory. @param index in words */
  word(index: number): number {
    return this.words[(this.at >> 2) + index] ?? 0;
  }

  /** A number of single precision there. */
  float(index: number): number {
    return this.floats[(this.at >> 2) + index] ?? 0;
  }

  /** Puts a name into the scratch memory, terminated. @returns its address */
  put(name: string): number {
    this.bytes.set(Buffer.from(`${name}\u0000`, 'latin1').subarray(0, SCRATCH_BYTES), this.at);
    return this.at;
  }

  /**
   * Works with a copy of bytes in the memory, and frees it.
   * @throws RangeError when there is no room
   */
  with<T>(bytes: Uint8Array, work: (address: number) => T): T {
    const address = this.copy(bytes);
    try {
      return work(address);
    } finally {
      this.#exports.free(address);
    }
  }

  /** A copy of bytes in the memory, which the caller frees. @throws RangeError when there is no room */
  copy(bytes: Uint8Array): number {
    const address = this.#exports.malloc(Math.max(1, bytes.length));
    if (address === 0) throw new RangeError('There is no memory left for the document.');
    this.bytes.set(bytes, address);
    return address;
  }

  /**
   * A text of UTF-16 that PDFium writes, terminated, where it is to.
   * @param write gets an address (0 to ask for the size) and the bytes there; returns the bytes of the text
   * @param limit bytes; of longer texts nothing is read
   */
  text(write: (address: number, bytes: number) => number, limit: number): string {
    const size = write(0, 0);
    if (size <= 2 || size > limit) return '';
    const address = this.#exports.malloc(size);
    if (address === 0) return '';
    try {
      write(address, size);
      return Buffer.from(this.bytes.subarray(address, address + size - 2)).toString('utf16le');
    } finally {
      this.#exports.free(address);
    }
  }

  /**
   * Bytes that PDFium writes where it is to.
   * @throws RangeError when there is no room
   */
  written(size: number, write: (address: number) => void): Uint8Array {
    const address = this.#exports.malloc(size);
    if (address === 0) throw new RangeError('There is no memory left for what is read of the document.');
    try {
      write(address);
      return this.bytes.slice(address, address + size);
    } finally {
      this.#exports.free(address);
    }
  }

  /** Memory that grows detaches the views on what it was, which leaves them empty. */
  #renew(): void {
    if (this.#bytes.length > 0) return;
    const { buffer } = this.#exports.memory;
    this.#bytes = new Uint8Array(buffer);
    this.#halves = new Uint16Array(buffer);
    this.#words = new Uint32Array(buffer);
    this.#floats = new Float32Array(buffer);
  }
}
