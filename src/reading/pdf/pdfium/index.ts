/**
 * Reading PDFs with PDFium, which needs the optional package @embedpdf/pdfium.
 *
 * @example
 * const extractor = createExtractor({ pdf: pdfium() });
 */
export { pdfium } from './pdfium.js';
