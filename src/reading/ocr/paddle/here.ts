/** Reading pages in this process, with networks that the host makes. */

import type { Interrupt } from '../../../foundation/async/interrupt.js';
import type { GreyBitmap } from '../../../page/ink/grey.js';
import type { OcrResult } from '../engine.js';
import type { Helper } from '../pool.js';
import { alphabetAndWords, type ModelOptions, type Models, type Network } from './models.js';
import { pageWords } from './page.js';

/** The networks of one page at a time. */
export class PaddleHere implements Helper {
  pages = 0;
  readonly #models: Models;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(models: Models) {
    this.#models = models;
  }

  /** @throws what `createNetwork` throws */
  static async start(
    options: ModelOptions,
    createNetwork: (model: Uint8Array) => Promise<Network>,
  ): Promise<PaddleHere> {
    const text = await alphabetAndWords(options);
    const { files } = options;
    const detection = await createNetwork(files.detection);
    try {
      const recognition = await createNetwork(files.recognition);
      return new PaddleHere({ detection, recognition, ...text });
    } catch (error) {
      await detection.release();
      throw error;
    }
  }

  /** What a page says. */
  recognise(image: GreyBitmap, interrupt: Interrupt): Promise<OcrResult> {
    this.pages++;
    const result = pageWords(image, this.#models, interrupt);
    this.#work = result.catch(() => undefined);
    return result;
  }

  /** Networks do not keep the process from ending. */
  keepAlive(): void {}

  /** Frees the networks, after the area that is being read. */
  async stop(): Promise<void> {
    await this.#work;
    await Promise.all([this.#models.detection.release(), this.#models.recognition.release()]);
  }
}
