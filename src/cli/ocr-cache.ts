/** The OCR engine of a command that keeps its readings; also the module that workers import for it. */
import { cached } from '../ocr/cached.js';
import type { OcrEngine } from '../ocr/engine.js';
import { programBeside } from '../wall/program.js';

const ENGINE = 'tesseract';
const FOLDER = 'folder';

/** The embedded engine with its readings in a folder. */
export function cachingEngines(folder: string): { readonly [ENGINE]: OcrEngine } {
  const make = async () => (await import('../ocr/tesseract/tesseract.js')).tesseract();
  return { [ENGINE]: cached({ id: ENGINE, make }, { folder }) };
}

/** The address under which workers import this module for a folder. */
export function cacheSetup(folder: string): URL {
  const { url } = programBeside(import.meta.url, 'ocr-cache');
  url.searchParams.set(FOLDER, folder);
  return url;
}

const folder = new URL(import.meta.url).searchParams.get(FOLDER);

/** Options of the extractors in workers. */
export const options = folder === null ? {} : { ocrEngines: cachingEngines(folder) };
