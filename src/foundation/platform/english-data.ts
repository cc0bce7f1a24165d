/** English for tesseract.js: one file of `@tesseract.js-data/eng`. A packed library holds its bytes in this module. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The integer version of the most accurate model. */
const FILE = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz';

/** The data by which tesseract.js reads English, packed with gzip. */
export const ENGLISH_DATA: Uint8Array = readFileSync(createRequire(import.meta.url).resolve(FILE));
