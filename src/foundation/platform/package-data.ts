/** Files of other packages that the library needs as they are. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** PDFium, compiled to WebAssembly. @throws an error where the package is not installed */
export function pdfiumProgram(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
}

/** English words, one a line, in lower case and in order. */
export async function englishWordList(): Promise<Uint8Array> {
  const { default: path } = await import('word-list');
  return readFile(path);
}
