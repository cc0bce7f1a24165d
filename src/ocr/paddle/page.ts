/** The words of a page. */
import type { GreyBitmap } from '../../graphics/ink/grey.js';
import type { Interrupt } from '../../interrupt.js';
import type { OcrText } from '../engine.js';
import { findText } from './detection.js';
import type { Models } from './models.js';
import { readBoxes } from './rows.js';

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
  return readBoxes(image, boxes, models, interrupt);
}
