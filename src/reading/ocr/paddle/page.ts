/** The words of a page. */

import type { Interrupt } from '../../../foundation/async/interrupt.js';
import type { GreyBitmap } from '../../../page/ink/grey.js';
import type { OcrResult } from '../engine.js';
import { preparePart } from '../scan/scan.js';
import { withoutLevelRules } from '../scan/upright-rules.js';
import { findText } from './detection.js';
import { leftOutBoxes } from './left-out.js';
import type { Models } from './models.js';
import { withoutPieces } from './pieces.js';
import { readBoxes, readLeftOut, readSideways, type Sheet } from './rows.js';
import { isInNumber, sidewaysNumbers } from './sideways.js';

/**
 * What a page says. Rows are read without the frames and rules around them, which else count as their ink: on a
 * scanned form of boxes to tick, 25 of 35 known values right became 35.
 * @throws DocumentError `aborted` between two areas; else what the networks throw
 */
export async function pageWords(image: GreyBitmap, models: Models, interrupt: Interrupt): Promise<OcrResult> {
  const [found, { prepared, sheet }] = await Promise.all([
    findText(image, models.detection, interrupt),
    preparedSheet(image),
  ]);
  const possible = prepared ? sidewaysNumbers(prepared) : [];
  const { numbers, words: sideways } = await readSideways(sheet, possible, models, interrupt);
  const boxes = found.filter((box) => !numbers.some((number) => isInNumber(box, number)));
  const { words: read, passedOver } = await readBoxes(sheet, boxes, models, interrupt);
  const words = [...withoutPieces(read), ...sideways];
  const leftOutOnes = prepared ? leftOutBoxes(prepared, words) : [];
  const leftOut = await readLeftOut({ image, ink: image }, leftOutOnes, models, interrupt);
  return { words: [...words, ...leftOut], passedOver };
}

/** A page made ready, in the time that the network takes to find its text; `prepared` only where anything can be seen. */
async function preparedSheet(
  image: GreyBitmap,
): Promise<{ readonly prepared?: GreyBitmap; readonly sheet: Sheet }> {
  // Bands become dark on white first: gaps between light letters would else be rules.
  const prepared = preparePart(image)?.image;
  const undrawn = prepared ?? image;
  return { ...(prepared && { prepared }), sheet: { image: undrawn, ink: withoutLevelRules(undrawn) } };
}
