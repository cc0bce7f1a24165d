/**
 * How much of a rectangle is marked: ticked, typed or drawn in. Of 20,449 values and cells of 137 documents thresholds
 * a fifth smaller change 1 of one, a quarter larger 1 of one.
 */
// See docs/language/02-layout-methods-geometry.md#83-mark-ratio
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
import { type Box, grownBox } from '../document/geometry.js';
import { type GreyBitmap, type PixelBox, pixelsIn, WHITE } from './grey.js';

/** Share of a box that must be marked for it to count as selected, exceeded. */
// See docs/language/02-layout-methods-geometry.md#24-constants
export const MARK_MIN = 0.05;
/** How much is left out along the border, in inches, and as share of the shorter side at most. */
const MARK_INSET = 0.025;
const INSET_SHARE = 0.15;
/** How far a pixel's brightness must be from that of the background, 0 to 1. */
const MARK_CONTRAST = 0.1;
/** Steps of brightness in which the background is looked for. */
const STEPS = 100;
/** The step of each brightness, 0 to 255. */
const STEP_OF = Uint8Array.from({ length: WHITE + 1 }, (_, luma) => Math.round((luma / WHITE) * STEPS));

/** A box without what lies along its border. */
export function insideOf({ left, top, right, bottom }: Box): Box {
  const inset = Math.min(MARK_INSET, INSET_SHARE * Math.min(right - left, bottom - top));
  return { left: left + inset, top: top + inset, right: right - inset, bottom: bottom - inset };
}

/**
 * Share of the pixels of a box that stand out from its most frequent brightness, 0 to 1. Compared with the
 * local background, light marks on dark boxes count and empty dark boxes do not.
 * @param box in inches; used as it is, see `insideOf`
 * @param usual its most frequent brightness, where it is known
 */
export function markRatio(bitmap: GreyBitmap, box: Box, usual = usualInside(bitmap, box)): number {
  const pixels = pixelsIn(box, bitmap);
  const total = (pixels.right - pixels.left) * (pixels.bottom - pixels.top);
  if (pixels.right <= pixels.left || pixels.bottom <= pixels.top) return 0;
  const { width, data } = bitmap;
  const standsOut = standingOut(usual);
  let count = 0;
  for (let y = pixels.top; y < pixels.bottom; y++) {
    for (let at = y * width + pixels.left; at < y * width + pixels.right; at++)
      count += standsOut[data[at]!]!;
  }
  return count / total;
}

/** Thickness of the thickest ruling that may run through a rectangle, in inches. */
const RULE_THICKNESS = 0.025;
/** Share of a row or column of the rectangle that a ruling marks: less is a stroke of a mark. */
const RULE_SHARE = 0.9;
/** How far a ruling goes on beyond the rectangle on either side, in inches: a dash typed into a box does not. */
const RULE_BEYOND = 0.03;

/**
 * The same without the rulings that run through the rectangle, from beyond one side to beyond the other: where a
 * config gives the size, the border of the box may lie in the rectangle.
 */
// See docs/language/02-layout-methods-geometry.md#101-checkbox
export function markRatioBesideRules(bitmap: GreyBitmap, box: Box): number {
  const pixels = pixelsIn(box, bitmap);
  const total = (pixels.right - pixels.left) * (pixels.bottom - pixels.top);
  if (pixels.right <= pixels.left || pixels.bottom <= pixels.top) return 0;
  const marks = new Marks(bitmap, pixels);
  const along = (x: number, y: number) => marks.isAt(x, y);
  const rows = ruledAlong(bitmap, pixels.top, pixels.bottom, pixels.left, pixels.right, along);
  const across = (y: number, x: number) => marks.isAt(x, y);
  const columns = ruledAlong(bitmap, pixels.left, pixels.right, pixels.top, pixels.bottom, across);
  let count = 0;
  for (let y = pixels.top; y < pixels.bottom; y++) {
    if (rows.has(y)) continue;
    for (let x = pixels.left; x < pixels.right; x++) if (marks.isAt(x, y) && !columns.has(x)) count++;
  }
  return count / total;
}

/**
 * The rows of a rectangle that rulings take up, with the pixels beside them that are shades of their edges.
 * @param marked by the position along a row, and the row
 */
function ruledAlong(
  { dpi }: GreyBitmap,
  first: number,
  end: number,
  from: number,
  to: number,
  marked: (along: number, row: number) => boolean,
): ReadonlySet<number> {
  const beyond = Math.max(1, Math.round(RULE_BEYOND * dpi));
  const isRuled = (row: number) => {
    let count = 0;
    for (let along = from - beyond; along < to + beyond; along++) if (marked(along, row)) count++;
    return count >= RULE_SHARE * (to - from + 2 * beyond);
  };
  const thickest = Math.max(1, Math.round(RULE_THICKNESS * dpi));
  const rows = new Set<number>();
  for (let row = first; row < end; row++) {
    const start = row;
    while (row < end && isRuled(row)) row++;
    if (row === start || row - start > thickest) continue;
    for (let each = start - 1; each <= row; each++) rows.add(each);
  }
  return rows;
}

/** How dark what fills a box is at most, and how light the paper around it is at least, 0 to 1. */
const FILLED = { inside: 0.5, around: 0.75 };
/** Where the paper around a box is looked at, in inches from its inside: beyond the border. */
const AROUND = { from: 0.04, to: 0.07 };

/**
 * Whether a box on light paper is filled: most of its inside is dark.
 * @param box in inches; used as it is, see `insideOf`
 * @param usual its most frequent brightness, where it is known
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
export function isFilled(bitmap: GreyBitmap, box: Box, usual = usualInside(bitmap, box)): boolean {
  const pixels = pixelsIn(box, bitmap);
  if (pixels.right <= pixels.left || pixels.bottom <= pixels.top) return false;
  if (usual > FILLED.inside) return false;
  const [inner, outer] = [grownBox(box, AROUND.from), grownBox(box, AROUND.to)];
  const rim = [
    { ...outer, bottom: inner.top },
    { ...outer, top: inner.bottom },
    { ...inner, left: outer.left, right: inner.left },
    { ...inner, left: inner.right, right: outer.right },
  ];
  return (
    usualIn(
      bitmap,
      rim.map((side) => pixelsIn(side, bitmap)),
    ) >= FILLED.around
  );
}

/** The pixels that stand out from the most frequent brightness of a box. */
class Marks {
  readonly #width: number;
  readonly #data: GreyBitmap['data'];
  readonly #standsOut: Uint8Array;

  constructor(bitmap: GreyBitmap, pixels: PixelBox) {
    this.#width = bitmap.width;
    this.#data = bitmap.data;
    this.#standsOut = standingOut(usualIn(bitmap, [pixels]));
  }

  isAt(x: number, y: number): boolean {
    return x >= 0 && x < this.#width && this.#standsOut[this.#data[y * this.#width + x] ?? WHITE] === 1;
  }
}

/** For each brightness, 0 to 255, whether it stands out from that of the background, 0 to 1. */
function standingOut(background: number): Uint8Array {
  const standsOut = new Uint8Array(WHITE + 1);
  for (let luma = 0; luma <= WHITE; luma++) {
    if (Math.abs(luma / WHITE - background) > MARK_CONTRAST) standsOut[luma] = 1;
  }
  return standsOut;
}

/** The most frequent brightness of a box given in inches, 0 to 1. */
export function usualInside(bitmap: GreyBitmap, box: Box): number {
  return usualIn(bitmap, [pixelsIn(box, bitmap)]);
}

/** The most frequent brightness of some pixels, 0 to 1. */
function usualIn({ width, data }: GreyBitmap, boxes: readonly PixelBox[]): number {
  const counts = new Uint32Array(STEPS + 1);
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y++) {
      for (let at = y * width + left; at < y * width + right; at++) counts[STEP_OF[data[at]!]!]!++;
    }
  }
  return counts.indexOf(mostOf(counts)) / STEPS;
}

function mostOf(counts: Uint32Array): number {
  let most = 0;
  for (let at = 0; at < counts.length; at++) most = Math.max(most, counts[at]!);
  return most;
}

/** Share of a column that is marked in the upright strokes of a letter. */
const UPRIGHT = 0.9;
/** Share of the mark's width in which an upright stroke must be at either end. */
const UPRIGHT_ZONE = 0.25;
/** A mark denser than this is a filled box, not a letter. */
const SOLID = 0.85;
/** Outermost share of the mark's width that such a stroke reaches into, and how high it is there at least: dots are round. */
const OUTERMOST = 0.1;
const STRAIGHT = 0.75;

/**
 * Whether the mark in a box has an upright stroke at either end, as the letters N, H and U and an empty frame
 * have: no tick, cross or dot does.
 * @param box in inches
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
export function isUprightPair(bitmap: GreyBitmap, box: Box): boolean {
  const pixels = pixelsIn(box, bitmap);
  if (pixels.right <= pixels.left || pixels.bottom <= pixels.top) return false;
  const marks = new Marks(bitmap, pixels);
  const extent = extentOf(pixels, marks);
  if (!extent) return false;
  const width = extent.right - extent.left;
  const height = extent.bottom - extent.top;
  const columns = new Uint32Array(width);
  let total = 0;
  for (let y = extent.top; y < extent.bottom; y++) {
    for (let x = extent.left; x < extent.right; x++) {
      if (!marks.isAt(x, y)) continue;
      columns[x - extent.left]!++;
      total++;
    }
  }
  const hasBothEnds = (zone: number, share: number) =>
    [columns.subarray(0, zone), columns.subarray(width - zone)].every((end) =>
      end.some((count) => count >= share * height),
    );
  return (
    total < SOLID * width * height &&
    hasBothEnds(Math.max(1, Math.ceil(width * UPRIGHT_ZONE)), UPRIGHT) &&
    hasBothEnds(Math.max(1, Math.round(width * OUTERMOST)), STRAIGHT)
  );
}

/** Bounding box of the marked pixels. */
function extentOf(pixels: PixelBox, marks: Marks): PixelBox | undefined {
  const extent = { left: pixels.right, top: pixels.bottom, right: pixels.left, bottom: pixels.top };
  for (let y = pixels.top; y < pixels.bottom; y++) {
    for (let x = pixels.left; x < pixels.right; x++) {
      if (!marks.isAt(x, y)) continue;
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x + 1);
      extent.top = Math.min(extent.top, y);
      extent.bottom = Math.max(extent.bottom, y + 1);
    }
  }
  return extent.left < extent.right ? extent : undefined;
}
