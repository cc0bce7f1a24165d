/** Where the installed pdf.js is. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Folder of the installed pdf.js; its fonts, character maps and decoders lie there. */
export function pdfjsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
}
