/** The objects of an encrypted file: decrypted one by one, or by a copy of it that PDFium writes without encryption. */
import { fileCipher } from '../objects/file-cipher.js';
import { FileObjects } from '../objects/file-objects.js';
import { givePdfium, type Pdfium, run, takePdfium } from './library.js';
import { openDocument } from './open-document.js';

/** Larger files are not copied, in bytes: it takes their size twice in memory, and some 0.1 s for each MB. */
const MAX_COPIED = 8 * 1024 * 1024;

/**
 * A copy takes 2 to 19 ms and all of the file in memory again, so it is made only where the password is the owner's, or the platform
 * has no ciphers.
 * @param own the objects as they are in the file
 * @returns sealed objects where PDFium cannot open the file, or writes no such copy
 * @throws ProviderError `unavailable`
 */
export async function decryptedObjects(own: FileObjects, password: string | undefined): Promise<FileObjects> {
  const bytes = own.file;
  const cipher = fileCipher(own, password);
  if (cipher) return new FileObjects(bytes, cipher, own);
  const copy = bytes.length > MAX_COPIED ? undefined : await decryptedCopy(bytes, password);
  return copy === undefined ? new FileObjects(bytes, 'sealed', own) : new FileObjects(copy);
}

async function decryptedCopy(
  bytes: Uint8Array,
  password: string | undefined,
): Promise<Uint8Array | undefined> {
  // Not that which will read the document: what it has open is changed for the copy.
  const pdfium = await takePdfium(bytes.length);
  try {
    return run(pdfium, () =>
      pdfium.scratch.with(bytes, (bytesAt) => {
        const document = openDocument(pdfium, bytesAt, bytes.length, password);
        if (document === 0) return undefined;
        try {
          return writeCopy(pdfium, document);
        } finally {
          pdfium.exports.FPDF_CloseDocument(document);
        }
      }),
    );
  } catch {
    return undefined;
  } finally {
    givePdfium(pdfium);
  }
}

function writeCopy({ exports, scratch }: Pdfium, document: number): Uint8Array | undefined {
  if (exports.EPDF_RemoveEncryption(document) === 0) return undefined;
  const writer = exports.PDFiumExt_OpenFileWriter();
  try {
    if (exports.PDFiumExt_SaveAsCopy(document, writer) === 0) return undefined;
    const size = exports.PDFiumExt_GetFileWriterSize(writer);
    return scratch.with(new Uint8Array(size), (at) => {
      exports.PDFiumExt_GetFileWriterData(writer, at, size);
      return scratch.bytes.slice(at, at + size);
    });
  } finally {
    exports.PDFiumExt_CloseFileWriter(writer);
  }
}
