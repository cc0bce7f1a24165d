/** The same files as modules, which bundlers take along and load when they are asked for: no address has to be known. */
import { bytes as pdfium } from 'packed:@embedpdf/pdfium/pdfium.wasm';
import { bytes as words } from 'packed:word-list/words.txt';

export function pdfiumProgram(): Promise<Uint8Array> {
  return pdfium();
}

export function englishWordList(): Promise<Uint8Array> {
  return words();
}
