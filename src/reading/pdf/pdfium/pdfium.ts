/** The PDF engine on PDFium. Neither PDFium nor what reads with it is loaded before the first document is opened. */
import { checkInterrupt } from '../../../foundation/async/interrupt.js';
import type { PdfEngine } from '../engine.js';
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
    async open(bytes, options) {
      checkInterrupt({ signal: options.signal });
      if (bytes.length === 0) return other.open(bytes, options);
      const { openFile } = await loadedReader();
      return openFile(bytes, options, other);
    },
  };
}

/**
 * Loads what reads with PDFium, and starts an instance, before a document is there.
 * @throws ProviderError `unavailable` when PDFium cannot be loaded
 */
export async function preparePdfium(): Promise<void> {
  const { startAhead } = await loadedReader();
  await startAhead();
}

/** What reads with PDFium, kept once it was loaded: an import is slow even then. */
let reader: typeof import('./open-file.js') | undefined;

async function loadedReader(): Promise<NonNullable<typeof reader>> {
  reader ??= await import('./open-file.js');
  return reader;
}
