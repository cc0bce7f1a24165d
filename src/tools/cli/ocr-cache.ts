/** The OCR engine of a command that keeps its readings, here and in workers. */

import { programBeside } from '../../foundation/platform/program.js';
import { cached } from '../../reading/ocr/cached.js';
import { type OcrEngines, PADDLE_ENGINE, TESSERACT_ENGINE } from '../../reading/ocr/engines.js';
import { hasPackages } from '../../reading/ocr/paddle/files.js';

/** The member of the address of the workers' module that names the folder. */
export const FOLDER = 'folder';

/** The engines of the library that are installed, with their readings in a folder. */
export function cachingEngines(folder: string): OcrEngines {
  const paddle = {
    id: PADDLE_ENGINE,
    make: async () => (await import('../../reading/ocr/paddle/paddle.js')).paddle(),
  };
  const tesseract = {
    id: TESSERACT_ENGINE,
    make: async () => (await import('../../reading/ocr/tesseract/tesseract.js')).tesseract(),
  };
  const installed = hasPackages() ? [paddle, tesseract] : [tesseract];
  return Object.fromEntries(installed.map((engine) => [engine.id, cached(engine, { folder })]));
}

/** The address of the module that workers import for a folder. */
export function cacheSetup(folder: string): URL {
  const { url } = programBeside(import.meta.url, 'ocr-cache-setup');
  url.searchParams.set(FOLDER, folder);
  return url;
}
