/** Parts of drawings. */
import type { Box } from '../document/geometry.js';
import type { Bitmap } from '../document/page-graphics.js';
import { type PixelBox, WHITE } from './grey.js';

const CHANNELS = 4;

/** The pixels of a box given in inches, whole ones and one at least. */
export function pixelArea({ left, top, right, bottom }: Box, dpi: number): PixelBox {
  const x = Math.round(left * dpi);
  const y = Math.round(top * dpi);
  return {
    left: x,
    top: y,
    right: x + Math.max(1, Math.round((right - left) * dpi)),
    bottom: y + Math.max(1, Math.round((bottom - top) * dpi)),
  };
}

/** A part of a drawing, white where it reaches beyond it. @param area in inches */
export function cutOut(image: Bitmap, area: Box): Bitmap {
  return cutOutPixels(image, pixelArea(area, image.dpi));
}

/** A part of a drawing, white where it reaches beyond it. @param box in pixels */
export function cutOutPixels(image: Bitmap, box: PixelBox): Bitmap {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  const data = new Uint8ClampedArray(width * height * CHANNELS).fill(WHITE);
  const from = Math.max(0, box.left);
  const to = Math.min(image.width, box.right);
  for (let y = Math.max(0, box.top); y < Math.min(image.height, box.bottom) && from < to; y++) {
    const row = y * image.width;
    data.set(
      image.data.subarray((row + from) * CHANNELS, (row + to) * CHANNELS),
      ((y - box.top) * width + from - box.left) * CHANNELS,
    );
  }
  return { width, height, dpi: image.dpi, data };
}

/** What was drawn of an area: that alone, or all of the page, out of which it is cut. @param area in inches */
export function areaOf(drawn: Bitmap, area: Box): Bitmap {
  const { left, top, right, bottom } = pixelArea(area, drawn.dpi);
  return drawn.width === right - left && drawn.height === bottom - top ? drawn : cutOut(drawn, area);
}
