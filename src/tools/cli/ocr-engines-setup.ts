/** What workers of a command import to read with its OCR engines; its address names the folders. */
import { enginesWith, foldersIn } from './ocr-engines.js';

const folders = foldersIn(import.meta.url);

/** Options of the extractors in workers. */
export const options =
  folders.cache === undefined && folders.models === undefined ? {} : { ocrEngines: enginesWith(folders) };
