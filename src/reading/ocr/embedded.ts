/** The engines that read where a host brings none. */

import { ProviderError } from '../../errors.js';
import { Once } from '../../foundation/async/once.js';
import type { OcrEngine } from './engine.js';
import { PADDLE_ENGINE, TESSERACT_ENGINE } from './engines.js';

/** Makes an engine when it is first needed, and closes it again. */
interface EmbeddedEngine {
  /**
   * @param id of the engine that is asked for; without it PP-OCR where its packages are installed, else tesseract.js
   * @returns undefined for an engine that is not one of these, or is not installed
   * @throws ProviderError `unavailable` when its packages are not installed, `closed` after `close`
   */
  get(): Promise<OcrEngine>;
  get(id: string): Promise<OcrEngine | undefined>;
  close(): Promise<void>;
}

/** The engines of the library; nothing of them is loaded before one is asked for. */
export function embeddedEngine(): EmbeddedEngine {
  const paddle = new Once<OcrEngine | undefined>(async () =>
    (await import('./paddle/installed.js')).installedPaddle(),
  );
  const tesseract = new Once<OcrEngine>(makeTesseract);
  let closed = false;

  async function get(): Promise<OcrEngine>;
  async function get(id: string): Promise<OcrEngine | undefined>;
  async function get(id?: string): Promise<OcrEngine | undefined> {
    if (closed) {
      const message = 'The extractor was closed, and its OCR engine with it; create a new one.';
      throw new ProviderError(TESSERACT_ENGINE, 'closed', message);
    }
    if (id === undefined) return (await paddle.get()) ?? tesseract.get();
    if (id === PADDLE_ENGINE) return paddle.get();
    return id === TESSERACT_ENGINE ? tesseract.get() : undefined;
  }

  return {
    get,
    async close() {
      closed = true;
      for (const engine of [paddle, tesseract]) await (await engine.begun())?.close?.();
    },
  };
}

async function makeTesseract(): Promise<OcrEngine> {
  try {
    const { tesseract } = await import('./tesseract/tesseract.js');
    return tesseract();
  } catch (cause) {
    const message =
      'The embedded OCR engine cannot be loaded; install tesseract.js or register another engine.';
    throw new ProviderError(TESSERACT_ENGINE, 'unavailable', message, { cause });
  }
}
