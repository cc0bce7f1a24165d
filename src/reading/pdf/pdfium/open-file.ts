/** Opens files with PDFium, or else with pdf.js. One module, so that one import loads all that reads with PDFium. */
import { checkInterrupt } from '../../../foundation/async/interrupt.js';
import type { PdfEngine, PdfFile, PdfOpenOptions } from '../engine.js';
import { hasNoCipher, namesEncryption } from '../objects/encryption.js';
import { FileObjects } from '../objects/file-objects.js';
import { mayHideOrScale } from '../objects/layers-and-units.js';
import { checkFields } from '../objects/structure-bounds.js';
import { decryptedObjects } from './decrypted.js';
import { PdfiumFile } from './file.js';
import { givePdfium, takePdfium } from './library.js';
import { NotOpened } from './opened.js';

/**
 * Opens a file that is not empty. `bytes` are copied for PDFium, and read again when pdf.js is asked: they must not be
 * changed before the file is closed.
 * @param other pdf.js
 * @throws DocumentError as pdf.js does, `too_large` for fields without end
 * @throws ProviderError `unavailable` when PDFium cannot be loaded
 */
export async function openFile(
  bytes: Uint8Array,
  options: PdfOpenOptions,
  other: PdfEngine,
): Promise<PdfFile> {
  const { password, signal, deadline, first } = options;
  const own = new FileObjects(bytes);
  const isEncrypted = namesEncryption(own.plain);
  if (isEncrypted && hasNoCipher(own.plain)) return other.open(bytes, options);
  const objects = isEncrypted ? await decryptedObjects(own, password) : own;
  // Of fields that PDFium leaves out pdf.js is asked late, where nobody hears that it refuses them.
  checkFields(objects);
  if (mayHideOrScale(objects)) return other.open(bytes, options);
  const openOther = () => other.open(bytes, { password });
  try {
    const source = { bytes, password, objects, isEncrypted, openOther };
    const file = await PdfiumFile.open(source, { signal, deadline }, first);
    checkInterrupt({ signal });
    return file;
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    return other.open(bytes, options);
  }
}

/** Starts an instance for the first document. @throws ProviderError `unavailable` */
export async function startAhead(): Promise<void> {
  givePdfium(await takePdfium(0));
}
