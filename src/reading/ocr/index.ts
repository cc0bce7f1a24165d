/**
 * Reading scans: the engine that comes with the library, another for hosts that install its packages, and what an engine of your own has to do.
 * See `docs/guides/ocr.md`.
 *
 * @example
 * const extractor = createExtractor({ ocrEngine: 'tesseract', ocrEngines: { tesseract: tesseract({ threads: 4 }) } });
 */

export { type CachedOptions, cached } from './cached.js';
export type { OcrEngine, OcrLine, OcrOptions, OcrResult, OcrText } from './engine.js';
export { KNOWN_ENGINES, type OcrEngines } from './engines.js';
export type { PaddleFile, PaddleModels } from './paddle/files.js';
export type { Network, PaddleScript, PaddleWords, Tensor } from './paddle/models.js';
export { type PaddleOptions, paddle } from './paddle/paddle.js';
export { type TesseractOptions, tesseract } from './tesseract/tesseract.js';
export type { TrainedData } from './tesseract/thread.js';
