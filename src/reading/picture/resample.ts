/** Preparing pixels to be drawn. */
import { CHANNELS, OPAQUE, type Pixels } from './picture.js';

/** Puts pixels on white paper, in place: a copy of a large picture takes 160 MB. */
export function onWhite(pixels: Pixels): Pixels {
  const { data } = pixels;
  for (let at = 0; at < data.length; at += CHANNELS) {
    const alpha = data[at + 3]!;
    if (alpha === OPAQUE) continue;
    for (let i = at; i < at + 3; i++) data[i] = OPAQUE - ((OPAQUE - data[i]!) * alpha) / OPAQUE;
    data[at + 3] = OPAQUE;
  }
  return pixels;
}

/**
 * A picture of which each pixel is the mean of a block of pixels; blocks at the right and bottom may be cut off.
 * Canvases leave pixels out when they shrink a picture to less than half, and thin lines with them.
 * @param blockWidth whole pixels
 * @param blockHeight whole pixels
 */
export function shrunk(pixels: Pixels, blockWidth: number, blockHeight: number): Pixels {
  if (blockWidth === 1 && blockHeight === 1) return pixels;
  const width = Math.ceil(pixels.width / blockWidth);
  const height = Math.ceil(pixels.height / blockHeight);
  const data = new Uint8ClampedArray(width * height * CHANNELS).fill(OPAQUE);
  const sums = new Float64Array(width * 3);
  for (let row = 0; row < height; row++) {
    const top = row * blockHeight;
    const bottom = Math.min(pixels.height, top + blockHeight);
    sums.fill(0);
    for (let y = top; y < bottom; y++) addRow(sums, pixels, y, blockWidth);
    for (let column = 0; column < width; column++) {
      const columns = Math.min(blockWidth, pixels.width - column * blockWidth);
      const count = columns * (bottom - top);
      const at = (row * width + column) * CHANNELS;
      for (let i = 0; i < 3; i++) data[at + i] = sums[column * 3 + i]! / count;
    }
  }
  return { width, height, data };
}

function addRow(sums: Float64Array, { width, data }: Pixels, y: number, blockWidth: number): void {
  let at = y * width * CHANNELS;
  for (let x = 0; x < width; x++) {
    const sum = Math.floor(x / blockWidth) * 3;
    for (let i = 0; i < 3; i++) sums[sum + i]! += data[at + i]!;
    at += CHANNELS;
  }
}
