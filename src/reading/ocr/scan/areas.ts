/** Areas of ink: connected dark pixels, at a resolution that is enough to see what they are. */
import { type GreyBitmap, type PixelBox, WHITE } from '../../../page/ink/grey.js';

/** Luma below which a pixel of a picture with full contrast is dark. */
export const DARK = 144;

/**
 * From one row or column of a sample to the next, in pixels of the picture.
 * @param sampleDpi pixels an inch that are enough
 */
export function sampleStep({ dpi }: GreyBitmap, sampleDpi: number): number {
  return Math.max(1, Math.floor(dpi / sampleDpi));
}

/** 1 for the dark ones of the pixels in every so many rows and columns. */
export interface Sample {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/**
 * Which pixels of a picture are dark, in every so many rows and columns.
 * @param below luma of the brightest dark ones; the default is for pictures with full contrast
 */
export function darkSample({ width, height, data }: GreyBitmap, step: number, below = DARK): Sample {
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  const dark = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (data[row * step * width + column * step]! < below) dark[row * columns + column] = 1;
    }
  }
  return { width: columns, height: rows, dark };
}

/** Connected dark pixels, and how many they are. */
export interface Area extends PixelBox {
  readonly count: number;
}

/** Share of the edges of a box that is dark. @param box in pixels of the sample, inside it */
export function rimShare({ left, top, right, bottom }: PixelBox, { width, dark }: Sample): number {
  let rim = 0;
  for (let x = left; x < right; x++) rim += dark[top * width + x]! + dark[(bottom - 1) * width + x]!;
  for (let y = top; y < bottom; y++) rim += dark[y * width + left]! + dark[y * width + right - 1]!;
  return rim / (2 * (right - left + bottom - top));
}

/** What is dark and hangs together, also by its corners, from the top. */
export function darkAreas({ width, height, dark }: Sample): Area[] {
  const left = dark.slice();
  const areas: Area[] = [];
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start + 1)) {
    areas.push(takeArea(left, width, height, start));
  }
  return areas;
}

/** Takes what hangs together with a dark pixel out of what is left. */
function takeArea(left: Uint8Array, width: number, height: number, start: number): Area {
  const open = [start];
  left[start] = 0;
  let count = 0;
  let [first, last, top, bottom] = [width, 0, height, 0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    count++;
    if (x < first) first = x;
    if (x > last) last = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    const [from, to] = [x > 0 ? -1 : 0, x + 1 < width ? 1 : 0];
    for (let row = y > 0 ? y - 1 : y; row <= y + 1 && row < height; row++) {
      const middle = row * width + x;
      for (let near = middle + from; near <= middle + to; near++) {
        if (left[near] !== 1) continue;
        left[near] = 0;
        open.push(near);
      }
    }
  }
  return { left: first, top, right: last + 1, bottom: bottom + 1, count };
}

/** A part of a picture, white where it reaches beyond it. @param part in whole pixels */
export function partOf(image: GreyBitmap, { left, top, right, bottom }: PixelBox): GreyBitmap {
  const [width, height] = [right - left, bottom - top];
  const data = new Uint8Array(width * height).fill(WHITE);
  const [from, to] = [Math.max(0, left), Math.min(image.width, right)];
  for (let y = Math.max(0, top); y < Math.min(image.height, bottom) && to > from; y++) {
    const row = y * image.width;
    data.set(image.data.subarray(row + from, row + to), (y - top) * width + from - left);
  }
  return { width, height, dpi: image.dpi, data };
}

/** The dark areas in a part of a picture, in the pixels of that part. @param below as in `darkSample` */
export function areasIn(
  { left, top, right, bottom }: PixelBox,
  image: GreyBitmap,
  below?: number,
): readonly Area[] {
  const part = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(image.width, Math.ceil(right)),
    bottom: Math.min(image.height, Math.ceil(bottom)),
  };
  if (part.left >= part.right || part.top >= part.bottom) return [];
  return darkAreas(darkSample(partOf(image, part), 1, below));
}
