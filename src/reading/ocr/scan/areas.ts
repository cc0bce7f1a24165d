/** Areas of ink: connected dark pixels, at a resolution that is enough to see what they are. */
import { type GreyBitmap, type PixelBox, WHITE } from '../../../page/ink/grey.js';
import { type PixelRegion, PixelRegions } from '../../../page/ink/pixel-regions.js';

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

/** Share of the edges of a box that is dark. @param box in pixels of the sample, inside it */
export function rimShare({ left, top, right, bottom }: PixelBox, { width, dark }: Sample): number {
  let rim = 0;
  for (let x = left; x < right; x++) rim += dark[top * width + x]! + dark[(bottom - 1) * width + x]!;
  for (let y = top; y < bottom; y++) rim += dark[y * width + left]! + dark[y * width + right - 1]!;
  return rim / (2 * (right - left + bottom - top));
}

/** What is dark and hangs together, also by its corners, from the top. */
export function darkAreas({ width, height, dark }: Sample): readonly PixelRegion[] {
  const data = dark.map((isDark) => (isDark === 0 ? WHITE : 0));
  return [...new PixelRegions({ width, height, dpi: 1, data }, WHITE, 'dark').regions()];
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
): readonly PixelRegion[] {
  const part = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(image.width, Math.ceil(right)),
    bottom: Math.min(image.height, Math.ceil(bottom)),
  };
  if (part.left >= part.right || part.top >= part.bottom) return [];
  return darkAreas(darkSample(partOf(image, part), 1, below));
}
