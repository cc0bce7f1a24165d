/**
 * Frames of small boxes in a picture: boxes to tick, and boxes for single letters, also where something touches them.
 * No value of 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter
 * larger.
 */
import { memo } from '../../foundation/objects/memo.js';
import type { GreyBitmap, PixelBox } from './grey.js';
import { eachUprightStretch, INK } from './stretches.js';

/** Sides of a frame, in inches. */
const SIDE = { least: 0.08, most: 0.42 };
/** Longer side over shorter. */
const MOST_ASPECT = 2.2;
/** Thickness of the thickest side, in inches; strokes of letters so high have 0.01 to 0.04. */
const MOST_THICKNESS = 0.025;
/** Sides that must be no thicker where nothing touches them: letters and marks touch one side of a box. */
const THIN_SIDES = 3;
/** Share of each side that is drawn: the sides of round letters are straight for less of their length. */
const DRAWN = 0.94;
/** How far a side may stray from its line, in pixels: skew that is not undone, and edges of JPEG blocks. */
const STRAY = 1;
/** Columns at the edge of a side whose shade is now ink and now none, in pixels. */
const EDGE = 1;
/** Most sides of a picture that are looked at; letters have some thousand upright strokes a page. */
const MOST_STROKES = 60_000;

/** A frame and the thickness of its sides, all in pixels. */
export interface ThinFrame extends PixelBox {
  readonly sides: Readonly<Record<'left' | 'right' | 'top' | 'bottom', Stretch>>;
}

/** A picture, and the luma below which its pixels are ink. */
export interface Inked extends GreyBitmap {
  readonly ink: number;
  /** See `rowBands`; where they are known. */
  readonly bands?: Int32Array;
}

/**
 * The frames of a picture whose sides are thin, level and upright; looked for once a picture: empty boxes and what is
 * before a word are found by the same ones.
 * @param image with full contrast
 */
export const thinFrames = memo((image: GreyBitmap) => framesIn({ ...image, ink: INK }, false));

/** The same where marks may touch the sides anywhere: letters with slab serifs look like such frames, too. */
export function markedFrames(image: Inked): readonly ThinFrame[] {
  return framesIn(image, true);
}

/** @param areMarked whether a mark may touch the sides anywhere, also in their middle */
function framesIn(image: Inked, areMarked: boolean): readonly ThinFrame[] {
  const { dpi } = image;
  const [least, most] = [Math.round(SIDE.least * dpi), Math.round(SIDE.most * dpi)];
  const frames = new Map<string, ThinFrame>();
  for (const { x, top, bottom } of leftStrokes(image, least, most, areMarked)) {
    const high = bottom - top;
    const [narrowest, widest] = [Math.max(least, high / MOST_ASPECT), Math.min(most, high * MOST_ASPECT)];
    const reach = Math.min(drawnFrom(image, x, top, 1, widest), drawnFrom(image, x, bottom - 1, -1, widest));
    for (let right = x + Math.ceil(narrowest); right <= x + reach; right++) {
      if (image.data[((top + bottom) >> 1) * image.width + right]! >= image.ink) continue;
      if (!isUpright(image, right, top, bottom)) continue;
      const frame = frameOf(image, { left: x, top, right: right + 1, bottom }, areMarked);
      // A side of several columns of ink may be found by more than one of them.
      if (frame) frames.set(`${frame.left} ${frame.top} ${frame.right} ${frame.bottom}`, frame);
      break;
    }
  }
  return [...frames.values()];
}

/** What the sides of a frame enclose, in pixels. */
export function frameInterior({ sides }: ThinFrame): PixelBox {
  return {
    left: sides.left.last + 1,
    top: sides.top.last + 1,
    right: sides.right.first,
    bottom: sides.bottom.first,
  };
}

/** An upright stretch of ink, and a column of it that is light to the right. */
interface Stroke {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** Upright strokes of some height with light to their right: what may be left sides of frames. */
function leftStrokes(image: Inked, least: number, most: number, areMarked: boolean): readonly Stroke[] {
  const { width, data, ink, bands } = image;
  const edge = areMarked ? EDGE : 0;
  const strokes: Stroke[] = [];
  const shares = areMarked ? TOUCHED : MIDDLE;
  const isEnd = (x: number, top: number, bottom: number) => {
    for (const share of shares) {
      const at = Math.floor(top + share * (bottom - top)) * width + x + 1;
      if (data[at]! >= ink || data[at + edge]! >= ink) return true;
    }
    return false;
  };
  const visit = (x: number, top: number, bottom: number) => {
    const isSide = bottom - top >= least && bottom - top <= most && x + 1 + edge < width;
    if (isSide && isEnd(x, top, bottom)) strokes.push({ x, top, bottom });
    return strokes.length < MOST_STROKES;
  };
  eachUprightStretch(image, visit, ink, bands);
  return strokes;
}

/**
 * How far to the right of a pixel a level side is drawn, in pixels.
 * @param down 1 for an upper side, whose thickness lies below the pixel, -1 for a lower one
 */
function drawnFrom(
  { width, height, dpi, data, ink }: Inked,
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
      if (row < 0 || row >= height || data[row * width + x + along]! >= ink) continue;
      drawn++;
      break;
    }
    if (drawn >= DRAWN * (along + 1)) reach = along;
  }
  return reach;
}

/** Whether a column is drawn from one row to another. */
function isUpright({ width, data, ink }: Inked, x: number, top: number, bottom: number): boolean {
  let drawn = 0;
  for (let y = top; y < bottom; y++) {
    for (let column = Math.max(0, x - STRAY); column <= Math.min(width - 1, x + STRAY); column++) {
      if (data[y * width + column]! >= ink) continue;
      drawn++;
      break;
    }
  }
  return drawn >= DRAWN * (bottom - top);
}

/** A box as a frame, with its sides in their whole thickness; undefined where they are thick, or round outside. */
function frameOf(
  image: Inked,
  { left, top, right, bottom }: PixelBox,
  areMarked: boolean,
): ThinFrame | undefined {
  const level = (y: number) =>
    firstOf(alongSide(left, right, areMarked), (x) => stretchThrough(image, x, y, 'column'));
  const upright = (x: number) =>
    firstOf(alongSide(top, bottom, areMarked), (y) => stretchThrough(image, x, y, 'row'));
  const found = {
    left: upright(left),
    top: level(top),
    right: upright(right - 1),
    bottom: level(bottom - 1),
  };
  if (Object.values(found).filter((side) => side !== undefined).length < THIN_SIDES) return undefined;
  const sides = {
    left: found.left ?? { first: left, last: left },
    right: found.right ?? { first: right - 1, last: right - 1 },
    top: found.top ?? { first: top, last: top },
    bottom: found.bottom ?? { first: bottom - 1, last: bottom - 1 },
  };
  const isRound =
    !isUpright(image, sides.left.first, top, bottom) || !isUpright(image, sides.right.last, top, bottom);
  if (isRound) return undefined;
  return {
    left: sides.left.first,
    top: Math.min(top, sides.top.first),
    right: sides.right.last + 1,
    bottom: Math.max(bottom, sides.bottom.last + 1),
    sides,
  };
}

/** Where a side is looked at, as shares of its length: in its middle, and where marks may touch it a quarter from its ends, too. */
const MIDDLE = [0.5];
const TOUCHED = [0.5, 0.25, 0.75];

function alongSide(start: number, end: number, areMarked: boolean): readonly number[] {
  return (areMarked ? TOUCHED : MIDDLE).map((share) => Math.floor(start + share * (end - start)));
}

function firstOf<Found>(
  places: readonly number[],
  find: (place: number) => Found | undefined,
): Found | undefined {
  for (const place of places) {
    const found = find(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Pixels of a row or column, the last one included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

export type Across = 'row' | 'column';

/** The ink that goes through a pixel, or one beside it, along its row or column; undefined where it is thicker than a side. */
export function stretchThrough(
  { width, height, dpi, data, ink = INK }: GreyBitmap & { readonly ink?: number },
  x: number,
  y: number,
  across: Across,
): Stretch | undefined {
  const [step, at, end] = across === 'row' ? [1, x, width] : [width, y, height];
  const start = y * width + x - at * step;
  const isInk = (place: number) => place >= 0 && place < end && data[start + place * step]! < ink;
  const through = [at, at - STRAY, at + STRAY].find(isInk);
  if (through === undefined) return undefined;
  const thickest = thickestSide(dpi);
  let [first, last] = [through, through];
  while (last - first < thickest && isInk(first - 1)) first--;
  while (last - first < thickest && isInk(last + 1)) last++;
  return last - first < thickest ? { first, last } : undefined;
}

/** In pixels. */
function thickestSide(dpi: number): number {
  return Math.max(1, Math.round(MOST_THICKNESS * dpi));
}
