/** The OCR engine on tesseract.js: runs in threads of this process, offline, and writes no file. */

import { ProviderError } from '../../../errors.js';
import { guarded } from '../../../foundation/async/interrupt.js';
import { englishData } from '../../../foundation/platform/tesseract.js';
import type { Bitmap } from '../../../page/document/page-graphics.js';
import { type GreyBitmap, greyed } from '../../../page/ink/grey.js';
import type { OcrEngine, OcrOptions, OcrResult, OcrText } from '../engine.js';
import { HelperPool } from '../pool.js';
import { prepareScan, type ScanScripts } from '../scan/scan.js';
import { pageWords, type ReadPicture } from './page-words.js';
import { TesseractThread, type TrainedData } from './thread.js';

/** How the engine on tesseract.js is set up. */
export interface TesseractOptions {
  /** Languages of the documents, as tesseract names them, joined by `+`; default `eng`. */
  readonly language?: string | undefined;
  /** Data of languages other than `eng`, which comes with the package. */
  readonly trainedData?: TrainedData | undefined;
  /** Threads, each of which takes some 200 MB and reads a page; default one for each core, four at most. */
  readonly threads?: number | undefined;
  /** Pages after which a thread makes room for a new one, because it never gives memory back; default 100. */
  readonly pagesPerThread?: number | undefined;
  /** Milliseconds without work after which a thread ends; default 60,000. */
  readonly idleMilliseconds?: number | undefined;
}

const ID = 'tesseract';

/**
 * An engine on tesseract.js. Nothing is loaded before the first page; threads that have no work do not keep the
 * process from ending.
 *
 * @example
 * const engine = tesseract({ threads: 2 });
 * const extractor = createExtractor({ ocrEngine: 'tesseract', ocrEngines: { tesseract: engine } });
 */
export function tesseract(options: TesseractOptions = {}): OcrEngine {
  return new Tesseract(options);
}

/**
 * How tesseract looks for text. Pages are text in no particular order, as forms are labels and values all over the
 * page: of the modes that read whole pages this one read most words right (98.0 %; automatic segmentation 97.7 %,
 * one block 93.6 %; faded pages 94.7, 90.7 and 89.2 %).
 */
const SEGMENTATION = { sparse: '11', block: '6', sign: '10' } as const;

/** Languages that are written with signs that look like the frame of a box: 口, 日, ロ, ㅁ. */
const FRAMED_SIGNS = /^(?:chi_|jpn|kor)/;

class Tesseract implements OcrEngine {
  readonly id = ID;
  readonly concurrency: number;
  /**
   * In PDFium's drawings it reads two of 274 values of scans fewer right, and two of 207 of pages with text of their own;
   * `paddle()` as many of those scans, and three more of these.
   */
  readonly drawnBy = 'pdfjs';
  readonly #options: TesseractOptions;
  readonly #pool: HelperPool<TesseractThread>;
  #data: Promise<TrainedData> | undefined;

  constructor(options: TesseractOptions) {
    const { threads: size, pagesPerThread: pagesPerHelper, idleMilliseconds } = options;
    this.#options = options;
    this.#pool = new HelperPool({ id: ID, name: 'Tesseract' }, { size, pagesPerHelper, idleMilliseconds });
    this.concurrency = this.#pool.size;
  }

  recognise(image: Bitmap, options: OcrOptions): Promise<OcrResult> {
    return this.#pool.inTurn(() => this.#readPage(image, options), options);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  get #scripts(): ScanScripts {
    const { language = ENGLISH } = this.#options;
    return { hasFramedSigns: language.split('+').some((code) => FRAMED_SIGNS.test(code)) };
  }

  async #readPage(bitmap: Bitmap, { signal }: OcrOptions): Promise<OcrResult> {
    const scan = prepareScan(greyed(bitmap), this.#scripts);
    if (!scan) return { words: [] };
    return this.#read(signal, dpiOf(bitmap), (read) => pageWords(scan, read));
  }

  /**
   * Reads with a thread of its own.
   * @param parameters tesseract's own, the same for all that is read
   */
  async #read(
    signal: AbortSignal | undefined,
    parameters: Readonly<Record<string, string>>,
    words: (read: ReadPicture) => Promise<readonly OcrText[]>,
  ): Promise<OcrResult> {
    this.#pool.refuseClosed();
    const readWith = (thread: TesseractThread) =>
      words(async (image, kind) => {
        const reading = thread.recognise(portableGreyMap(image), {
          ...parameters,
          tessedit_pageseg_mode: SEGMENTATION[kind],
        });
        const blocks = await guarded(reading, { signal });
        return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
      });
    return { words: await this.#pool.with((onThread) => this.#start(onThread), readWith, { signal }) };
  }

  async #start(onThread: (thread: TesseractThread) => void): Promise<TesseractThread> {
    const { language = ENGLISH } = this.#options;
    const data = await this.#trainedData(language);
    this.#pool.refuseClosed();
    return TesseractThread.start(language, data, onThread);
  }

  #trainedData(language: string): Promise<TrainedData> {
    this.#data ??= dataOf(language, this.#options.trainedData ?? {}).catch((error: unknown) => {
      this.#data = undefined;
      throw error;
    });
    return this.#data;
  }
}

function dpiOf({ dpi }: Bitmap): Readonly<Record<string, string>> {
  return { user_defined_dpi: String(Math.round(dpi)) };
}

const ENGLISH = 'eng';

/** The data of each language in `a+b+c`. */
async function dataOf(language: string, given: TrainedData): Promise<TrainedData> {
  const data: [string, Uint8Array][] = [];
  for (const code of language.split('+')) {
    const bytes = Object.hasOwn(given, code) ? given[code] : undefined;
    if (!bytes && code !== ENGLISH) {
      throw new ProviderError(
        ID,
        'unavailable',
        `There is no data for the language ${JSON.stringify(code)}; pass its file as "trainedData".`,
      );
    }
    data.push([code, bytes ?? (await englishData())]);
  }
  return Object.fromEntries(data);
}

/** A picture in the simplest format that Leptonica reads (binary PGM). */
function portableGreyMap({ width, height, data }: GreyBitmap): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}
