/** Frames of boxes to tick and of boxes for single letters: with what is in and beside them tesseract reads signs. */
import { type GreyBitmap, WHITE } from '../../../page/ink/grey.js';
import {
  type Across,
  type Stretch,
  stretchThrough,
  type ThinFrame,
  thinFrames,
} from '../../../page/ink/thin-frames.js';

/** Pixels beside a side that are shades of its edge. */
const FRINGE = 2;

/**
 * A scan without the frames of small boxes; what is in a box, or touches its frame, stays. Boxes are found again
 * in the picture of the page where a field asks for them.
 * @param image with full contrast
 */
export function withoutFrames(image: GreyBitmap): GreyBitmap {
  const frames = thinFrames(image);
  if (frames.length === 0) return image;
  const data = image.data.slice();
  for (const frame of frames) eraseFrame(data, image, frame);
  return { ...image, data };
}

/**
 * Makes the sides of a frame white where they are no thicker than a side; where something touches them, they stay.
 * Corners go with them.
 */
function eraseFrame(
  data: Uint8Array,
  image: GreyBitmap,
  { left, top, right, bottom, sides }: ThinFrame,
): void {
  for (let row = top; row < bottom; row++) {
    const isCorner = row <= sides.top.last || row >= sides.bottom.first;
    for (const side of [sides.left, sides.right]) {
      const across = isCorner ? side : stretchThrough(image, middleOf(side), row, 'row');
      if (across) eraseStretch(data, image, across, row, 'row');
    }
  }
  for (let column = left; column < right; column++) {
    const isCorner = column <= sides.left.last || column >= sides.right.first;
    for (const side of [sides.top, sides.bottom]) {
      const across = isCorner ? side : stretchThrough(image, column, middleOf(side), 'column');
      if (across) eraseStretch(data, image, across, column, 'column');
    }
  }
}

function middleOf({ first, last }: Stretch): number {
  return (first + last) >> 1;
}

/** Makes a stretch of a row or column white, with the shades of its edge. */
function eraseStretch(
  data: Uint8Array,
  { width, height }: GreyBitmap,
  { first, last }: Stretch,
  lane: number,
  across: Across,
): void {
  const [step, start, end] = across === 'row' ? [1, lane * width, width] : [width, lane, height];
  const to = Math.min(end - 1, last + FRINGE);
  for (let place = Math.max(0, first - FRINGE); place <= to; place++) data[start + place * step] = WHITE;
}
