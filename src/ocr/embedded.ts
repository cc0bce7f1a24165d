/** The engine that comes with the library, for hosts that bring none. */
import { ProviderError } from '../errors.js';
import type { OcrEngine } from './engine.js';
import { EMBEDDED_ENGINE } from './engines.js';

/** Makes the embedded engine when it is first needed, and closes it again. */
interface EmbeddedEngine {
  /** @throws ProviderError `unavailable` when its packages are not installed, `closed` after `close` */
  get(): Promise<OcrEngine>;
  close(): Promise<void>;
}

/** One embedded engine; nothing of it is loaded before it is asked for. */
export function embeddedEngine(): EmbeddedEngine {
  let engine: Promise<OcrEngine> | undefined;
  let closed = false;
  return {
    get() {
      if (closed) {
        const message = 'The extractor was closed, and its OCR engine with it; create a new one.';
        return Promise.reject(new ProviderError(EMBEDDED_ENGINE, 'closed', message));
      }
      engine ??= makeEngine();
      return engine;
    },
    async close() {
      closed = true;
      const made = await engine?.catch(() => undefined);
      await made?.close();
    },
  };
}

async function makeEngine(): Promise<OcrEngine> {
  try {
    const { tesseract } = await import('./tesseract/tesseract.js');
    return tesseract();
  } catch (cause) {
    const message =
      'The embedded OCR engine cannot be loaded; install tesseract.js or register another engine.';
    throw new ProviderError(EMBEDDED_ENGINE, 'unavailable', message, { cause });
  }
}
