/** The PDF engine on PDFium. Neither PDFium nor what reads with it is loaded before the first document is opened. */
import { checkInterrupt } from '../../async/interrupt.js';
import type { PdfEngine, PdfFile, PdfOpenOptions } from '../engine.js';
import { pdfjs } from '../pdfjs/pdfjs.js';

/**
 * An engine that reads and draws with PDFium (compiled to WebAssembly), in this thread and offline: several times as
 * fast as pdf.js. It needs the optional package @embedpdf/pdfium. What neither PDFium nor the objects of the file give
 * it asks of pdf.js: pages with text that they leave in doubt, vertical writing or letters read from the right; widgets
 * that viewers must draw; the fields of forms with signatures or lists, of more than 16 pages, or with widgets that are
 * in no field; documents with hidden layers or a unit of their own; drawings that are to be read; and files that it
 * cannot open.
 *
 * @example
 * const extractor = createExtractor({ pdf: pdfium() });
 */
export function pdfium(): PdfEngine {
  const other = pdfjs();
  return {
    id: 'pdfium',
    capabilities: { actualText: true, render: true },
    open: (bytes, options) => openFile(bytes, options, other),
  };
}

/**
 * Opens a file. `bytes` are copied for PDFium, and read again when pdf.js is asked: they must not be changed
 * before the file is closed.
 * @throws DocumentError as pdf.js does
 * @throws ProviderError `unavailable` when PDFium cannot be loaded
 */
async function openFile(bytes: Uint8Array, options: PdfOpenOptions, other: PdfEngine): Promise<PdfFile> {
  const { password, signal, deadline, first } = options;
  checkInterrupt({ signal });
  if (bytes.length === 0) return other.open(bytes, options);
  reader ??= await importReader();
  const {
    PdfiumFile,
    NotOpened,
    decryptedObjects,
    namesEncryption,
    hasNoCipher,
    FileObjects,
    mayHideOrScale,
  } = reader;
  const own = new FileObjects(bytes);
  const isEncrypted = namesEncryption(own.plain);
  if (isEncrypted && hasNoCipher(own.plain)) return other.open(bytes, options);
  const objects = isEncrypted ? await decryptedObjects(bytes, password) : own;
  if (mayHideOrScale(objects)) return other.open(bytes, options);
  const openOther = () => other.open(bytes, { password });
  try {
    const file = await PdfiumFile.open(
      { bytes, password, objects, isEncrypted, openOther },
      { signal, deadline },
      first,
    );
    checkInterrupt({ signal });
    return file;
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    return other.open(bytes, options);
  }
}

/**
 * Loads what reads with PDFium, and starts an instance, before a document is there.
 * @throws ProviderError `unavailable` when PDFium cannot be loaded
 */
export async function preparePdfium(): Promise<void> {
  reader ??= await importReader();
  reader.givePdfium(await reader.takePdfium(0));
}

/** What reads with PDFium, kept once it was loaded: an import is slow even then. */
let reader: Awaited<ReturnType<typeof importReader>> | undefined;

async function importReader() {
  const [file, library, opened, decrypted, encryption, fileObjects, layersAndUnits] = await Promise.all([
    import('./file.js'),
    import('./library.js'),
    import('./opened.js'),
    import('./decrypted.js'),
    import('../objects/encryption.js'),
    import('../objects/file-objects.js'),
    import('../objects/layers-and-units.js'),
  ]);
  return { ...file, ...library, ...opened, ...decrypted, ...encryption, ...fileObjects, ...layersAndUnits };
}
