/** Frames of boxes to tick and of boxes for single letters: with what stands in and beside them tesseract reads signs. */
import { type GreyBitmap, type PixelBox, WHITE } from '../../graphics/ink/grey.js';

/** Luma below which a pixel of a picture with full contrast may belong to a frame. */
const INK = 160;
/** Sides of a frame, in inches. */
const SIDE = { least: 0.08, most: 0.42 };
/** Longer side over shorter. */
const MOST_ASPECT = 2.2;
/** Thickness of the thickest side, in inches. */
const MOST_THICKNESS = 0.025;
/** Share of each side that is drawn: the sides of round letters are straight for less of their length. */
const DRAWN = 0.94;
/** How far a side may stray from its line, in pixels: skew that is not undone, and edges of JPEG blocks. */
const STRAY = 1;
/** Pixels beside a side that are shades of its edge. */
const FRINGE = 2;
/** Most sides of a picture that are looked at; letters have some thousand upright strokes a page. */
const MOST_STROKES = 60_000;

/** A picture without frames, and where they were, in pixels. */
interface Unframed {
  readonly image: GreyBitmap;
  readonly frames: readonly PixelBox[];
}

/**
 * A scan without the frames of small boxes; what stands in a box, or touches its frame, stays. Boxes are found again
 * in the picture of the page where a field asks for them.
 * @param image with full contrast
 */
export function withoutFrames(image: GreyBitmap): Unframed {
  const frames = framesIn(image);
  if (frames.length === 0) return { image, frames };
  const data = image.data.slice();
  for (const frame of frames) eraseFrame(data, image, frame);
  return { image: { ...image, data }, frames };
}

/** The frames of a picture, in pixels with their sides. */
function framesIn(image: GreyBitmap): readonly PixelBox[] {
  const { dpi } = image;
  const [least, most] = [Math.round(SIDE.least * dpi), Math.round(SIDE.most * dpi)];
  const frames: PixelBox[] = [];
  for (const { x, top, bottom } of leftStrokes(image, least, most)) {
    const high = bottom - top;
    const [narrowest, widest] = [Math.max(least, high / MOST_ASPECT), Math.min(most, high * MOST_ASPECT)];
    const reach = Math.min(drawnFrom(image, x, top, 1, widest), drawnFrom(image, x, bottom - 1, -1, widest));
    for (let right = x + Math.ceil(narrowest); right <= x + reach; right++) {
      if (!isUprightSide(image, right, top, bottom)) continue;
      frames.push({ left: x, top, right: right + 1, bottom });
      break;
    }
  }
  return frames;
}

/** An upright stretch of ink, and a column of it that is light to the right. */
interface Stroke {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Upright strokes of some height with light to their right in the middle: what may be left sides of frames. */
function leftStrokes(image: GreyBitmap, least: number, most: number): readonly Stroke[] {
  const { width, height, data } = image;
  const strokes: Stroke[] = [];
  const starts = new Int32Array(width);
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; x++) {
      if (y < height && data[y * width + x]! < INK) continue;
      const top = starts[x]!;
      starts[x] = y + 1;
      if (y - top < least || y - top > most || x + 1 >= width) continue;
      const middle = (top + y) >> 1;
      if (data[middle * width + x + 1]! < INK) continue;
      strokes.push({ x, top, bottom: y });
      if (strokes.length === MOST_STROKES) return strokes;
    }
  }
  return strokes;
}

/**
 * How far to the right of a pixel a level side is drawn, in pixels.
 * @param down 1 for an upper side, whose thickness lies below the pixel, -1 for a lower one
 */
function drawnFrom(
  { width, height, dpi, data }: GreyBitmap,
  x: number,
  y: number,
  down: 1 | -1,
  most: number,
): number {
  const depth = thickestSide(dpi);
  let [drawn, reach] = [0, 0];
  for (let along = 0; along <= most && x + along < width; along++) {
    for (let step = -STRAY; step < depth; step++) {
      const row = y + down * step;
      if (row < 0 || row >= height || data[row * width + x + along]! >= INK) continue;
      drawn++;
      break;
    }
    if (drawn >= DRAWN * (along + 1)) reach = along;
  }
  return reach;
}

/** Whether a column is the right side of a frame from one row to another, and light is to its left in the middle. */
function isUprightSide({ width, data }: GreyBitmap, x: number, top: number, bottom: number): boolean {
  if (x + STRAY >= width || data[((top + bottom) >> 1) * width + x]! >= INK) return false;
  let drawn = 0;
  for (let y = top; y < bottom; y++) {
    for (let column = x - STRAY; column <= x + STRAY; column++) {
      if (data[y * width + column]! >= INK) continue;
      drawn++;
      break;
    }
  }
  return drawn >= DRAWN * (bottom - top);
}

/**
 * Makes the sides of a frame white where they are no thicker than a side; where something touches them, they stay.
 * Corners go with them.
 */
function eraseFrame(data: Uint8Array, image: GreyBitmap, { left, top, right, bottom }: PixelBox): void {
  const [x, y] = [(left + right) >> 1, (top + bottom) >> 1];
  const sides = {
    left: stretchThrough(image, left, y, 'row') ?? { first: left, last: left },
    right: stretchThrough(image, right - 1, y, 'row') ?? { first: right - 1, last: right - 1 },
    top: stretchThrough(image, x, top, 'column') ?? { first: top, last: top },
    bottom: stretchThrough(image, x, bottom - 1, 'column') ?? { first: bottom - 1, last: bottom - 1 },
  };
  const rows = { first: Math.min(top, sides.top.first), last: Math.max(bottom - 1, sides.bottom.last) };
  const columns = { first: Math.min(left, sides.left.first), last: Math.max(right - 1, sides.right.last) };
  for (let row = rows.first; row <= rows.last; row++) {
    const isCorner = row <= sides.top.last || row >= sides.bottom.first;
    for (const [column, side] of [
      [left, sides.left],
      [right - 1, sides.right],
    ] as const) {
      const across = isCorner ? side : stretchThrough(image, column, row, 'row');
      if (across) eraseStretch(data, image, across, row, 'row');
    }
  }
  for (let column = columns.first; column <= columns.last; column++) {
    const isCorner = column <= sides.left.last || column >= sides.right.first;
    for (const [row, side] of [
      [top, sides.top],
      [bottom - 1, sides.bottom],
    ] as const) {
      const across = isCorner ? side : stretchThrough(image, column, row, 'column');
      if (across) eraseStretch(data, image, across, column, 'column');
    }
  }
}

/** Pixels of a row or column, the last one included. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

type Across = 'row' | 'column';

/** The ink that goes through a pixel, or one beside it, along its row or column; undefined where it is thicker than a side. */
function stretchThrough(
  { width, height, dpi, data }: GreyBitmap,
  x: number,
  y: number,
  across: Across,
): Stretch | undefined {
  const [step, at, end] = across === 'row' ? [1, x, width] : [width, y, height];
  const start = y * width + x - at * step;
  const isInk = (place: number) => place >= 0 && place < end && data[start + place * step]! < INK;
  const through = [at, at - STRAY, at + STRAY].find(isInk);
  if (through === undefined) return undefined;
  const thickest = thickestSide(dpi);
  let [first, last] = [through, through];
  while (last - first < thickest && isInk(first - 1)) first--;
  while (last - first < thickest && isInk(last + 1)) last++;
  return last - first < thickest ? { first, last } : undefined;
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

/** In pixels. */
function thickestSide(dpi: number): number {
  return Math.max(1, Math.round(MOST_THICKNESS * dpi));
}
