/** Ink of a page that nothing has been read of yet. */
import { grownBox } from '../../../page/document/geometry.js';
import { fillBox, type GreyBitmap, type PixelBox } from '../../../page/ink/grey.js';
import type { PixelRegion } from '../../../page/ink/pixel-regions.js';
import { darkAreas, darkSample, type Sample, sampleStep } from './areas.js';

/** Pixels an inch at which the strokes of small letters are connected. */
const LETTER_DPI = 150;

/** What is dark and has not been read, as a sample of the picture shows it. */
export interface UnreadInk {
  /** Without what has been read. */
  readonly sample: Sample;
  /** Letters, rulings and whatever else hangs together, in pixels of the sample. */
  readonly areas: readonly PixelRegion[];
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
  // With the pixels that touch what has been read.
  for (const box of read) fillBox(sample.dark, sample, grownBox(scaled(box, 1 / step), 1), 0);
  return { sample, areas: darkAreas(sample), dpi: image.dpi / step, step };
}

/** A box in other pixels. */
export function scaled({ left, top, right, bottom }: PixelBox, factor: number): PixelBox {
  return { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor };
}
