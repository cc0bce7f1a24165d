/** What workers of a command import to keep the readings of OCR in a folder; its address names the folder. */
import { cachingEngines, FOLDER } from './ocr-cache.js';

const folder = new URL(import.meta.url).searchParams.get(FOLDER);

/** Options of the extractors in workers. */
export const options = folder === null ? {} : { ocrEngines: cachingEngines(folder) };
