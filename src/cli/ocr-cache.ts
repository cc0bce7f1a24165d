/** The OCR engine of a command that keeps its readings, here and in workers. */
import { cached } from '../ocr/cached.js';
import type { OcrEngine } from '../ocr/engine.js';
import { programBeside } from '../wall/program.js';

const ENGINE = 'tesseract';
/** The member of the address of the workers' module that names the folder. */
export const FOLDER = 'folder';

/** The embedded engine with its readings in a folder. */
export function cachingEngines(folder: string): { readonly [ENGINE]: OcrEngine } {
  const make = async () => (await import('../ocr/tesseract/tesseract.js')).tesseract();
  return { [ENGINE]: cached({ id: ENGINE, make }, { folder }) };
}

/** The address of the module that workers import for a folder. */
export function cacheSetup(folder: string): URL {
  const { url } = programBeside(import.meta.url, 'ocr-cache-setup');
  url.searchParams.set(FOLDER, folder);
  return url;
}
