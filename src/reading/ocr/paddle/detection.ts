/** Where text is on a page. */

import { type Interrupt, pause } from '../../../foundation/async/interrupt.js';
import type { GreyBitmap } from '../../../page/ink/grey.js';
import { type TextMap, textAreas } from './areas.js';
import type { Network } from './models.js';
import { type Pixels, shrunk } from './pixels.js';
import { scaledBox, type TurnedBox } from './rectangles.js';

/** Pixels an inch at which text is looked for. */
const DETECTION_DPI = 130;
/** Pixels of the largest picture that text is looked for in: 11 by 17 inches. */
const MOST_PIXELS = DETECTION_DPI * DETECTION_DPI * 11 * 17;
/** Sides of pictures must be multiples of this for the network (PaddleOCR, `DetResizeForTest`). */
const SIDE = 32;
/**
 * A page is looked at in bands, so that memory does not grow with it: rows of a band, and how many of them are seen
 * with the band before and after as well, so that no letter is cut.
 */
const BAND = { rows: 640, shared: 64 };

/** Mean and deviation of the brightness of the pictures that the network was trained on (ImageNet's). */
const CHANNELS = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
] as const;

/** Boxes of text in pixels of a page. @throws DocumentError `aborted` between two bands */
export async function findText(
  image: GreyBitmap,
  network: Network,
  interrupt: Interrupt,
): Promise<readonly TurnedBox[]> {
  const factor = Math.min(
    1,
    DETECTION_DPI / image.dpi,
    Math.sqrt(MOST_PIXELS / (image.width * image.height)),
  );
  const small = shrunk(image, factor);
  const map = await textMap(small, network, interrupt);
  return textAreas(map).map((box) => scaledBox(box, image.width / small.width));
}

async function textMap(image: Pixels, network: Network, interrupt: Interrupt): Promise<TextMap> {
  const { width, height } = image;
  const data = new Float32Array(width * height);
  const step = BAND.rows - BAND.shared;
  for (let top = 0; top === 0 || top + BAND.shared < height; top += step) {
    await pause(interrupt);
    const answer = await network.run(bandInput(image, top, Math.min(BAND.rows, roundUp(height))));
    const across = answer.dims[3] ?? 0;
    const first = top === 0 ? 0 : top + BAND.shared / 2;
    for (let y = first; y < Math.min(height, top + BAND.rows); y++) {
      const start = (y - top) * across;
      data.set(answer.data.subarray(start, start + width), y * width);
    }
  }
  return { width, height, data };
}

function roundUp(side: number): number {
  return Math.ceil(side / SIDE) * SIDE;
}

/** A band of a picture as the network sees it; white beyond its edges. */
function bandInput({ width, height, data }: Pixels, top: number, rows: number) {
  const across = roundUp(width);
  const input = new Float32Array(CHANNELS.length * rows * across);
  for (const [channel, { mean, deviation }] of CHANNELS.entries()) {
    const tones = Float32Array.from({ length: 256 }, (_, tone) => (tone / 255 - mean) / deviation);
    const start = channel * rows * across;
    input.fill(tones[255]!, start, start + rows * across);
    for (let y = top; y < Math.min(height, top + rows); y++) {
      const to = start + (y - top) * across;
      for (let x = 0; x < width; x++) input[to + x] = tones[data[y * width + x]!]!;
    }
  }
  return { dims: [1, CHANNELS.length, rows, across], data: input };
}
