/** What engines have read, by the pictures that they were shown. */
// See docs/language/05-preprocessors.md#592-algorithm

import { checkInterrupt, guarded, type Interrupt, isInterruption } from '../../foundation/async/interrupt.js';
import { memo } from '../../foundation/objects/memo.js';
import { sha256 } from '../../foundation/platform/sha256.js';
import { BoundedCache } from '../../page/document/bounded-cache.js';
import type { Bitmap } from '../../page/document/page-graphics.js';
import type { PlacedText, Reading } from './answer.js';
import type { OcrEngine } from './engine.js';

/** Bytes of readings that are kept of an engine: those of some 160 pages of 500 words. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** Bytes of a word beside its letters: four corners, and the objects that hold them. */
const WORD_BYTES = 400;

/**
 * The readings of an engine, in whatever documents. They end with the engine, and the ones used longest ago make room for
 * others.
 */
export const readingsOf = memo((_engine: OcrEngine) => new Readings());

class Readings {
  readonly #cache = new BoundedCache(KEPT_BYTES);

  /**
   * What the engine has read of a picture, or is reading.
   * @param picture its `digestOf`
   * @returns undefined for one that it has not read, or not to the end because its caller gave up
   * @throws what the engine throws; DocumentError `aborted`, `timed_out`
   */
  async known(picture: string, interrupt: Interrupt): Promise<Reading | undefined> {
    const reading = this.#cache.known<Reading>(picture);
    return reading && waitedFor(reading, interrupt);
  }

  /**
   * What the engine has read of a picture, or reads now. Who asks for the same meanwhile waits for it, and reads it
   * when the one that reads gives up.
   * @throws what `read` throws; DocumentError `aborted`, `timed_out`
   */
  async get(picture: string, read: () => Promise<Reading>, interrupt: Interrupt): Promise<Reading> {
    for (;;) {
      let isOwn = false;
      const reading = this.#cache.get(
        picture,
        () => {
          isOwn = true;
          return read();
        },
        bytesOf,
      );
      if (isOwn) return reading;
      const known = await waitedFor(reading, interrupt);
      if (known) return known;
    }
  }
}

/** What another caller reads; undefined when that one gives up. */
async function waitedFor(reading: Promise<Reading>, interrupt: Interrupt): Promise<Reading | undefined> {
  try {
    return await guarded(reading, interrupt);
  } catch (error) {
    if (!isInterruption(error)) throw error;
    checkInterrupt(interrupt);
    return undefined;
  }
}

/** Distinguishes a picture from all others: its pixels, size and resolution. */
export function digestOf({ width, height, dpi, data }: Bitmap): string {
  return sha256([`${width} ${height} ${dpi} `, data], 'base64');
}

function bytesOf({ words, lines }: Reading): number {
  const sizeOf = (texts: readonly PlacedText[]) =>
    texts.reduce((sum, { text }) => sum + WORD_BYTES + 2 * text.length, 0);
  return 1 + sizeOf(words) + sizeOf(lines) + lines.reduce((sum, line) => sum + sizeOf(line.words), 0);
}
