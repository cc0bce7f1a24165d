/** The two halves of pdf.js, each loaded when it is asked for. The studio has modules that hold them in place of this one. */

/** What opens documents and draws pages. */
export function openingHalf(): Promise<unknown> {
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** What reads files. */
export function readingHalf(): Promise<unknown> {
  // @ts-expect-error The package has no types for it.
  return import('pdfjs-dist/legacy/build/pdf.worker.mjs');
}
