/** The engine that reads PDFs where the host names none. */
import { ProviderError } from '../../errors.js';
import type { PdfEngine } from './engine.js';
import { pdfium } from './pdfium/pdfium.js';
import { pdfjs } from './pdfjs/pdfjs.js';

/**
 * PDFium where its package is installed in the version that is known, else pdf.js. Which it is shows when the first
 * document is opened.
 */
export function defaultPdf(preferred: PdfEngine = pdfium(), always: PdfEngine = pdfjs()): PdfEngine {
  let isThere = true;
  return {
    id: 'default',
    async open(bytes, options) {
      if (isThere) {
        try {
          return await preferred.open(bytes, options);
        } catch (error) {
          if (!isMissing(error, preferred)) throw error;
          isThere = false;
        }
      }
      return always.open(bytes, options);
    },
  };
}

/** Whether an engine of an optional package does not start. */
function isMissing(error: unknown, { id }: PdfEngine): boolean {
  return error instanceof ProviderError && error.provider === id && error.code === 'unavailable';
}
