/** PP-OCR where a host has installed its packages. */

import { ProviderError } from '../../../errors.js';
import type { Bitmap } from '../../../page/document/page-graphics.js';
import type { OcrEngine } from '../engine.js';
import { hasPackages } from './files.js';
import { paddle } from './paddle.js';

/**
 * The engine, once it has read an empty picture: packages may be there without what they need on this machine, as a binary
 * for its processor or the right to start processes. Its process stays for the first page.
 * @returns undefined where it is not installed, or does not start
 */
export async function installedPaddle(): Promise<OcrEngine | undefined> {
  if (!hasPackages()) return undefined;
  const engine = paddle();
  try {
    await engine.recognise(EMPTY, {});
    return engine;
  } catch (error) {
    await engine.close?.();
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** Pixels of a side of the empty picture. */
const SIDE = 64;
const EMPTY: Bitmap = {
  width: SIDE,
  height: SIDE,
  dpi: 72,
  data: new Uint8ClampedArray(SIDE * SIDE * 4).fill(255),
};
