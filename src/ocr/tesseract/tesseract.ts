/** The OCR engine on tesseract.js: runs in threads of this process, offline, and writes no file. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Bitmap } from '../../document/page-graphics.js';
import { ProviderError } from '../../errors.js';
import { type GreyBitmap, greyOf } from '../../graphics/ink/grey.js';
import { guarded, isInterruption } from '../../interrupt.js';
import { Slots } from '../../slots.js';
import type { OcrEngine, OcrOptions, OcrResult } from '../engine.js';
import { pageWords } from './page-words.js';
import { prepareScan } from './scan.js';
import { TesseractThread, type TrainedData } from './thread.js';

export interface TesseractOptions {
  /** Languages of the documents, as tesseract names them, joined by `+`; default `eng`. */
  readonly language?: string | undefined;
  /** Data of languages other than `eng`, which comes with the package. */
  readonly trainedData?: TrainedData | undefined;
  /** Threads, each of which takes some 200 MB; default 1. */
  readonly threads?: number | undefined;
  /** Pages after which a thread makes room for a new one, because it never gives memory back; default 100. */
  readonly pagesPerThread?: number | undefined;
  /** Milliseconds without work after which a thread ends; default 60,000. */
  readonly idleMilliseconds?: number | undefined;
}

const ID = 'tesseract';
const PAGES_PER_THREAD = 100;
const IDLE_MILLISECONDS = 60_000;

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

class Tesseract implements OcrEngine {
  readonly id = ID;
  readonly concurrency: number;
  readonly #options: TesseractOptions;
  readonly #slots: Slots;
  readonly #threads = new Set<TesseractThread>();
  readonly #idle: TesseractThread[] = [];
  readonly #naps = new Map<TesseractThread, ReturnType<typeof setTimeout>>();
  #data: Promise<TrainedData> | undefined;
  #closed = false;

  constructor(options: TesseractOptions) {
    this.concurrency = options.threads ?? 1;
    this.#options = options;
    this.#slots = new Slots(this.concurrency);
  }

  recognise(image: Bitmap, options: OcrOptions): Promise<OcrResult> {
    return this.#slots.run(() => this.#read(image, options), options);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const nap of this.#naps.values()) clearTimeout(nap);
    this.#naps.clear();
    await Promise.all([...this.#threads].map((thread) => this.#stop(thread)));
  }

  async #read(bitmap: Bitmap, { signal }: OcrOptions): Promise<OcrResult> {
    this.#refuseClosed();
    const scan = prepareScan(greyOf(bitmap));
    if (!scan) return { words: [] };
    const thread = await this.#thread(signal);
    try {
      const words = await pageWords(scan, async (image, kind) => {
        const reading = thread.recognise(portableGreyMap(image), {
          tessedit_pageseg_mode: SEGMENTATION[kind],
          user_defined_dpi: String(Math.round(bitmap.dpi)),
        });
        const blocks = await guarded(reading, { signal });
        return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
      });
      this.#keep(thread);
      return { words };
    } catch (error) {
      await this.#stop(thread);
      throw this.#explained(error, 'failed', 'could not read the page');
    }
  }

  async #thread(signal: AbortSignal | undefined): Promise<TesseractThread> {
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(this.#naps.get(idle));
      this.#naps.delete(idle);
      idle.keepAlive(true);
      return idle;
    }
    let started: TesseractThread | undefined;
    try {
      const { language = 'eng' } = this.#options;
      const data = await this.#trainedData(language);
      this.#refuseClosed();
      const starting = TesseractThread.start(language, data, (thread) => {
        started = thread;
        this.#threads.add(thread);
      });
      return await guarded(starting, { signal });
    } catch (error) {
      if (started) await this.#stop(started);
      throw this.#explained(error, 'unavailable', 'could not be started');
    }
  }

  /** A thread that has read its page waits for the next one, unless it has read enough. */
  #keep(thread: TesseractThread): void {
    const { pagesPerThread = PAGES_PER_THREAD, idleMilliseconds = IDLE_MILLISECONDS } = this.#options;
    if (this.#closed || thread.pages >= pagesPerThread) {
      void this.#stop(thread);
      return;
    }
    thread.keepAlive(false);
    this.#idle.push(thread);
    const nap = setTimeout(() => void this.#stop(thread), idleMilliseconds);
    nap.unref();
    this.#naps.set(thread, nap);
  }

  async #stop(thread: TesseractThread): Promise<void> {
    this.#threads.delete(thread);
    this.#naps.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    await thread.stop();
  }

  #trainedData(language: string): Promise<TrainedData> {
    this.#data ??= dataOf(language, this.#options.trainedData ?? {}).catch((error: unknown) => {
      this.#data = undefined;
      throw error;
    });
    return this.#data;
  }

  #explained(error: unknown, code: string, what: string): Error {
    if (this.#closed) return closedError(error);
    if (error instanceof ProviderError || isInterruption(error)) return error as Error;
    const reason = error instanceof Error ? error.message : String(error);
    return new ProviderError(ID, code, `Tesseract ${what}: ${reason}`, { cause: error });
  }

  #refuseClosed(): void {
    if (this.#closed) throw closedError();
  }
}

function closedError(cause?: unknown): ProviderError {
  return new ProviderError(ID, 'closed', 'The OCR engine was closed; make a new one.', { cause });
}

const ENGLISH = 'eng';
/** The integer version of the most accurate model. */
const ENGLISH_DATA = '4.0.0_best_int/eng.traineddata.gz';

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

async function englishData(): Promise<Uint8Array> {
  const manifest = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json');
  return readFile(path.join(path.dirname(manifest), ENGLISH_DATA));
}

/** A picture in the simplest format that Leptonica reads (binary PGM). */
function portableGreyMap({ width, height, data }: GreyBitmap): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}
