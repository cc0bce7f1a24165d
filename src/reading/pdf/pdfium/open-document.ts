/** Opens documents, from bytes in the memory of an instance or from a file that stays where it is. */
import type { Pdfium } from './library.js';

/**
 * Files from so many bytes on are not copied into the memory, which would keep the room for good: PDFium asks for parts of them. A
 * thousand pages in a file of 74 MB take 415 MB so instead of 480. All documents of the corpora give the same when they are read so,
 * in 1.3 % more time.
 */
const LEAST_READ_IN_PLACE = 4 * 1024 * 1024;

/** Words of PDFium's structure for a file: its length, the function that reads it, and what that is handed. */
const FILE_WORDS = 3;

/**
 * Puts a document where PDFium can read it.
 * @returns an address for `openDocument`, which the caller frees when the document is closed
 * @throws RangeError when there is no room
 */
export function putDocument(pdfium: Pdfium, bytes: Uint8Array): number {
  const { scratch, readFile } = pdfium;
  if (bytes.length < LEAST_READ_IN_PLACE) return scratch.copy(bytes);
  pdfium.file = bytes;
  const file = new Uint32Array(FILE_WORDS);
  file.set([bytes.length, readFile]);
  return scratch.copy(new Uint8Array(file.buffer));
}

/**
 * PDFium's handle of a document; 0 where it cannot open it.
 * @param at from `putDocument`, of the same bytes
 */
export function openDocument(
  { exports, scratch, file }: Pdfium,
  at: number,
  length: number,
  password: string | undefined,
): number {
  const open = (passwordAt: number) =>
    file === undefined
      ? exports.FPDF_LoadMemDocument(at, length, passwordAt)
      : exports.FPDF_LoadCustomDocument(at, passwordAt);
  return password === undefined ? open(0) : scratch.with(Buffer.from(`${password}\u0000`, 'utf8'), open);
}
