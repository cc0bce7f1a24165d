/** Ink of a page that nothing has been read of yet. */
import type { GreyBitmap, PixelBox } from '../../graphics/ink/grey.js';
import { type Area, darkAreas, darkSample, type Sample, sampleStep } from './areas.js';

/** Pixels an inch at which the strokes of small letters hang together. */
const LETTER_DPI = 150;

/** What is dark and has not been read, as a sample of the picture shows it. */
export interface UnreadInk {
  /** Without what has been read. */
  readonly sample: Sample;
  /** Letters, rulings and whatever else hangs together, in pixels of the sample. */
  readonly areas: readonly Area[];
  /** Pixels of the sample an inch. */
  readonly dpi: number;
  /** From pixels of the sample to those of the picture. */
  readonly step: number;
}

/**
 * @param image with full contrast
 * @param read boxes of what has been read, in pixels of the picture
 */
export function unreadInk(image: GreyBitmap, read: readonly PixelBox[]): UnreadInk {
  const step = sampleStep(image, LETTER_DPI);
  const sample = darkSample(image, step);
  for (const box of read) wipe(sample, scaled(box, 1 / step));
  return { sample, areas: darkAreas(sample), dpi: image.dpi / step, step };
}

/** A box in other pixels. */
export function scaled({ left, top, right, bottom }: PixelBox, factor: number): PixelBox {
  return { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor };
}

/** Makes what lies in a box white, with the pixels that touch it. */
function wipe({ width, height, dark }: Sample, box: PixelBox): void {
  const left = Math.max(0, Math.floor(box.left) - 1);
  const right = Math.min(width, Math.ceil(box.right) + 1);
  const bottom = Math.min(height, Math.ceil(box.bottom) + 1);
  for (let y = Math.max(0, Math.floor(box.top) - 1); y < bottom; y++) {
    if (right > left) dark.fill(0, y * width + left, y * width + right);
  }
}
