/** Encrypted files in the clear, for what is read of them besides PDFium. */
import type { Pdfium } from './library.js';

/** Largest file that is copied, in bytes: the copy stands in PDFium's memory twice. A policy of 50 pages has 0.5 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A copy of a file without its encryption. Its objects keep their numbers, and those that were packed stand by themselves.
 * @param open opens the file once more: what it was encrypted with is taken from that document, which is closed then
 * @param bytes size of the file
 * @returns undefined for files that are too large, or that PDFium cannot write
 */
export function decryptedCopy(
  { exports, scratch }: Pdfium,
  open: () => number,
  bytes: number,
): Uint8Array | undefined {
  if (bytes > MAX_BYTES) return undefined;
  const document = open();
  if (document === 0) return undefined;
  const writer = exports.PDFiumExt_OpenFileWriter();
  try {
    const isWritten =
      exports.EPDF_RemoveEncryption(document) !== 0 && exports.PDFiumExt_SaveAsCopy(document, writer) !== 0;
    const size = isWritten ? exports.PDFiumExt_GetFileWriterSize(writer) : 0;
    return size === 0
      ? undefined
      : scratch.written(size, (address) => exports.PDFiumExt_GetFileWriterData(writer, address, size));
  } finally {
    exports.PDFiumExt_CloseFileWriter(writer);
    exports.FPDF_CloseDocument(document);
  }
}
