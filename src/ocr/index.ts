/**
 * Reading scans: the engine that comes with the library, and what an engine of your own has to do.
 *
 * @example
 * const extractor = createExtractor({ ocrEngine: 'tesseract', ocrEngines: { tesseract: tesseract({ threads: 4 }) } });
 */
export type { OcrEngine, OcrLine, OcrOptions, OcrResult, OcrText } from './engine.js';
export { KNOWN_ENGINES, type OcrEngines } from './engines.js';
export { type TesseractOptions, tesseract } from './tesseract/tesseract.js';
export type { TrainedData } from './tesseract/thread.js';
