/** The words of a page. */
import type { GreyBitmap } from '../../graphics/ink/grey.js';
import type { Interrupt } from '../../interrupt.js';
import type { OcrText } from '../engine.js';
import { findText } from './detection.js';
import { leftOutBoxes } from './left-out.js';
import type { Models } from './models.js';
import { readBoxes, readLeftOut } from './rows.js';

/**
 * What stands on a page.
 * @throws DocumentError `aborted` between two areas; else what the networks throw
 */
export async function pageWords(
  image: GreyBitmap,
  models: Models,
  interrupt: Interrupt,
): Promise<readonly OcrText[]> {
  const boxes = await findText(image, models.detection, interrupt);
  const words = await readBoxes(image, boxes, models, interrupt);
  const leftOut = await readLeftOut(image, leftOutBoxes(image, words), models, interrupt);
  return [...words, ...leftOut];
}
