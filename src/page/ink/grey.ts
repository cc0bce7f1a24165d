/**
 * Grey bitmaps: where a page is dark. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change 538
 * of 12, a quarter larger 4443 of 27.
 */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths

import { memo } from '../../foundation/objects/memo.js';
import { stretchesOf } from '../../foundation/platform/same-bytes.js';
import type { Box } from '../document/geometry.js';
import type { Bitmap } from '../document/page-graphics.js';
import { withScratch } from './scratch.js';

/** A grey raster of the displayed page, row by row from the top left. */
export interface GreyBitmap {
  readonly width: number;
  readonly height: number;
  /** Pixels an inch. */
  readonly dpi: number;
  /** Brightness of each pixel, 0 (black) to 255 (white). */
  readonly data: Uint8Array;
}

/** Pixels: columns `left` to `right - 1`, rows `top` to `bottom - 1`. */
export type PixelBox = Box;

/** Resolution of ink layers, in pixels an inch; 100 and 200 give the same answers. */
// See docs/language/02-layout-methods-geometry.md#24-constants
const INK_DPI = 150;

/** Pixels of the largest ink layer: a sheet of 26 by 20 inches at full resolution; larger ones get a lower one. */
const MAX_PIXELS = 12_000_000;

/**
 * Least resolution at which boxes and marks of ordinary size are recognised: that of a sheet of 53 by 40 inches, larger
 * than A0. At 70 the first empty and ticked boxes of 8 points are mixed up.
 */
const LEAST_DPI = 75;

/** Brightness of white. */
export const WHITE = 255;

/** Gives the pixels that a box reaches into one value. @param box may reach beyond the picture */
export function fillBox(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  box: PixelBox,
  value: number,
): void {
  const left = Math.max(0, Math.floor(box.left));
  const right = Math.min(width, Math.ceil(box.right));
  const bottom = Math.min(height, Math.ceil(box.bottom));
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    if (right > left) data.fill(value, y * width + left, y * width + right);
  }
}

/** The resolution at which a page's ink is looked at; the same for all of its layers. */
export function inkDpi(page: { readonly width: number; readonly height: number }): number {
  const area = page.width * page.height;
  return area * INK_DPI * INK_DPI <= MAX_PIXELS ? INK_DPI : Math.sqrt(MAX_PIXELS / area);
}

/** Whether a page is so large that its ink would be too coarse to show anything. */
export function isTooCoarse(page: { readonly width: number; readonly height: number }): boolean {
  return inkDpi(page) < LEAST_DPI;
}

/** Size of a page in pixels, at least 1 by 1. */
export function pixelSize(
  page: { readonly width: number; readonly height: number },
  dpi: number,
): { width: number; height: number } {
  return {
    width: Math.max(1, Math.round(page.width * dpi)),
    height: Math.max(1, Math.round(page.height * dpi)),
  };
}

/** Pixels as numbers of four, for `afterWhite`. */
export function wordsOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.length);
}

/** Pixels of a word, and a word of white ones. */
const WORD = 4;
const WHITE_WORD = -1;

/**
 * Passes white pixels, four at a time: most of a page is white. @param words of `wordsOf`
 * @returns the first of four pixels of which one is not white, or one of the last three before the end
 */
export function afterWhite(words: DataView, from: number, end: number): number {
  let at = from;
  while (at + WORD <= end && words.getInt32(at) === WHITE_WORD) at += WORD;
  return at;
}

/** Bytes of a pixel: red, green, blue, opacity. */
const CHANNELS = 4;

/**
 * A drawn page in grey: luma 0.299 R + 0.587 G + 0.114 B, composited on white. A row equal to the one before is copied,
 * and a pixel equal to the one before is not worked out again: most of a page is white, or rules.
 */
export function greyOf({ width, height, dpi, data: rgba }: Bitmap): GreyBitmap {
  const data = new Uint8Array(width * height);
  const isAligned = rgba.byteOffset % CHANNELS === 0;
  const bytes = isAligned ? rgba : rgba.slice();
  const isSame = stretchesOf(bytes);
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, data.length);
  const stride = width * CHANNELS;
  let last = pixels[0] ?? 0;
  let grey = greyAt(bytes, 0);
  for (let y = 0; y < height; y++) {
    const from = y * width;
    const at = y * stride;
    if (y > 0 && isSame(at - stride, at, stride)) {
      data.copyWithin(from, from - width, from);
      continue;
    }
    for (let i = from; i < from + width; i++) {
      const pixel = pixels[i]!;
      if (pixel !== last) {
        last = pixel;
        grey = greyAt(bytes, i * CHANNELS);
      }
      data[i] = grey;
    }
  }
  return { width, height, dpi, data };
}

/** The same, worked out once for each picture: what is before an engine, the engine and what is after it look at it. */
export const greyed = memo(greyOf);

function greyAt(rgba: Uint8ClampedArray, at: number): number {
  const red = rgba[at]!;
  const green = rgba[at + 1]!;
  const blue = rgba[at + 2]!;
  const opacity = rgba[at + 3]!;
  // The edges of black print are grey already.
  if (red === green && green === blue && opacity === 255) return red;
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  const alpha = opacity / 255;
  return Math.round(luma * alpha + WHITE * (1 - alpha));
}

/**
 * The first row of each band of equal rows, from the top, and the number of rows at the end. Forms are made of
 * level and upright lines, so that a page painted from paths has a tenth as many bands as rows; what holds for one
 * row of a band holds for all.
 */
export function rowBands({ width, height, data }: GreyBitmap): Int32Array {
  const isSame = stretchesOf(data);
  const bands = new Int32Array(height + 1);
  let count = height > 0 ? 1 : 0;
  for (let y = 1, at = width; y < height; y++, at += width) {
    if (!isSame(at - width, at, width)) bands[count++] = y;
  }
  bands[count] = height;
  return bands.slice(0, count + 1);
}

/**
 * Each pixel becomes the darkest of its 3 by 3 neighbourhood: closes gaps of up to 2 pixels in dark lines.
 * @param data memory for the pixels, which are returned
 * @param bands of the bitmap, see `rowBands`
 */
export function spreadDark(
  bitmap: GreyBitmap,
  data: Uint8Array,
  bands: Int32Array = rowBands(bitmap),
): Uint8Array {
  return withScratch(data.length, (level) => {
    spreadAlong(bitmap, bands, level);
    return spreadAcross(level, bands, bitmap.width, data);
  });
}

/** Each pixel becomes the darkest of itself and its neighbours in the column. */
function spreadAcross(level: Uint8Array, bands: Int32Array, width: number, data: Uint8Array): Uint8Array {
  data.set(level);
  // Rows of one band have equal neighbours; only where two bands meet is there something to spread.
  for (let band = 1; band + 1 < bands.length; band++) {
    const below = bands[band]! * width;
    for (let at = below - width; at < below; at++) {
      if (level[at + width]! < data[at]!) data[at] = level[at + width]!;
      if (level[at]! < data[at + width]!) data[at + width] = level[at]!;
    }
  }
  return data;
}

/** Each pixel becomes the darkest of itself and its neighbours in the row. */
function spreadAlong({ width, data }: GreyBitmap, bands: Int32Array, spread: Uint8Array): void {
  for (let band = 0; band + 1 < bands.length; band++) {
    const start = bands[band]! * width;
    const last = start + width - 1;
    for (let at = start; at <= last; at++) {
      let least = data[at]!;
      if (at > start && data[at - 1]! < least) least = data[at - 1]!;
      if (at < last && data[at + 1]! < least) least = data[at + 1]!;
      spread[at] = least;
    }
    for (let y = bands[band]! + 1; y < bands[band + 1]!; y++) spread.copyWithin(y * width, start, last + 1);
  }
}

/** Pixels to inches: the outer edges of a box of pixels. */
export function inchesOf({ left, top, right, bottom }: PixelBox, dpi: number): Box {
  return { left: left / dpi, top: top / dpi, right: right / dpi, bottom: bottom / dpi };
}

/** The pixels of a bitmap whose centres lie in a box given in inches; `right <= left` when there are none. */
export function pixelsIn(box: Box, { width, height, dpi }: Omit<GreyBitmap, 'data'>): PixelBox {
  const first = (edge: number, size: number) => Math.min(size, Math.max(0, Math.ceil(edge * dpi - 0.5)));
  return {
    left: first(box.left, width),
    top: first(box.top, height),
    right: first(box.right, width),
    bottom: first(box.bottom, height),
  };
}
