/** The same files as modules, which bundlers take along and load when they are asked for: no address has to be known. */
import { unpacked } from './unpacked.js';

export async function pdfiumProgram(): Promise<Uint8Array> {
  return unpacked(await import('packed:@embedpdf/pdfium/pdfium.wasm'));
}

export async function englishWordList(): Promise<Uint8Array> {
  return unpacked(await import('packed:word-list/words.txt'));
}
