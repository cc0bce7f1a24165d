/**
 * From a point to the box around it, and from a box to the next one. No value of 137 documents and no cell of their
 * tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#92-findboxseed
// See docs/language/02-layout-methods-geometry.md#93-nextboxb-direction
import type { Box, Point } from '../document/geometry.js';
import { DOUBLE_BORDER } from './box-shapes.js';
import { inchesOf, type PixelBox } from './grey.js';
import type { InkLayer, LightGrid } from './ink-layer.js';
import type { PixelRegion } from './pixel-regions.js';

/** How far from the seed paper is looked for, in inches. */
// See docs/language/02-layout-methods-geometry.md#24-constants
export const SEEK = 0.06;
/** The same after a step to the next box. */
const NEXT_SEEK = 0.03;
/** A region with both sides below this is the inside of a letter, in inches. */
const MIN_BOX = 0.09;
/** The thickest border between two boxes, in inches. */
const BORDER_MAX = 0.15;

/** Step in which distances from the seed are compared, in pixels. */
const TIE = 2;

export type BoxDirection = 'left' | 'right' | 'above' | 'below';

/** A box on a layer. */
export interface FoundBox {
  /** Inside of the border, in inches. */
  readonly box: Box;
  readonly region: PixelRegion;
  readonly grid: LightGrid;
}

/** Why there is no box. */
export type NoBox = 'nothing' | 'leak';

export function isBox(found: FoundBox | NoBox): found is FoundBox {
  return typeof found === 'object';
}

/** Where to look for a box. */
export interface BoxSeed {
  /** In inches. */
  readonly point: Point;
  /** Of pixels at the same distance, the one furthest this way comes first. */
  readonly away: Point;
}

/**
 * The light region around a seed, as a box. A region that leaks to the edge of the page is tried once more with
 * gaps of up to 2 pixels closed, from the pixel that leaked, so that the second search stays on its side of a
 * border.
 */
export function findBox(
  layer: InkLayer,
  seed: BoxSeed,
  threshold?: number,
  seek: number = SEEK,
): FoundBox | NoBox {
  const found = seekBox(layer.light(threshold), seed, seek);
  if (!('leaked' in found)) return found.box ?? 'nothing';
  const again = seekBox(layer.lightInsideGaps(threshold), { ...seed, point: found.leaked }, seek);
  return 'leaked' in again ? 'leak' : (again.box ?? 'nothing');
}

/** The box near a seed, if there is one; or the point, in inches, from which light reaches the edge of the page. */
function seekBox(
  grid: LightGrid,
  seed: BoxSeed,
  seek: number,
): { readonly box?: FoundBox } | { readonly leaked: Point } {
  for (const { region, point } of regionsAround(grid, seed, seek)) {
    if (region.touchesEdge) return { leaked: point };
    if (!isLetterCounter(region, grid.dpi)) return { box: foundBox(grid, region) };
  }
  return {};
}

function foundBox(grid: LightGrid, region: PixelRegion): FoundBox {
  const { grow, dpi } = grid;
  const { left, top, right, bottom } = region;
  const grown: PixelBox = { left: left - grow, top: top - grow, right: right + grow, bottom: bottom + grow };
  return { box: inchesOf(grown, dpi), region, grid };
}

function isLetterCounter({ left, top, right, bottom }: PixelRegion, dpi: number): boolean {
  return right - left < MIN_BOX * dpi && bottom - top < MIN_BOX * dpi;
}

/**
 * Light regions by the distance of their nearest pixel to a seed: ties go to the pixel furthest along `away`,
 * then to the left, then to the top. A region comes once, with the middle of that pixel in inches.
 */
function* regionsAround(
  { regions, dpi }: LightGrid,
  { point, away }: BoxSeed,
  seek: number,
): Generator<{ readonly region: PixelRegion; readonly point: Point }> {
  const x = Math.floor(point.x * dpi);
  const y = Math.floor(point.y * dpi);
  const seen = new Set<number>();
  for (const [dx, dy] of disc(Math.round(seek * dpi), away)) {
    const region = regions.at(x + dx, y + dy);
    if (!region || seen.has(region.id)) continue;
    seen.add(region.id);
    yield { region, point: { x: (x + dx + 0.5) / dpi, y: (y + dy + 0.5) / dpi } };
  }
}

type Offset = readonly [number, number];

/** Offsets of the pixels of a disc, the nearest first; a disc is mostly left after its first pixel. */
function* disc(radius: number, away: Point): Generator<Offset> {
  const along = ([dx, dy]: Offset) => dx * away.x + dy * away.y;
  for (const ring of ringsOf(radius)) {
    yield* ring.length === 1
      ? ring
      : ring.toSorted((a, b) => along(b) - along(a) || a[0] - b[0] || a[1] - b[1]);
  }
}

const rings = new Map<number, readonly (readonly Offset[])[]>();

/**
 * The pixels of a disc by their distance. Beside the seed itself distances count in steps of 2 pixels: a seed on
 * the middle of a line 2 pixels wide is not nearer to one of its sides.
 */
function ringsOf(radius: number): readonly (readonly Offset[])[] {
  let known = rings.get(radius);
  if (!known) {
    const made: Offset[][] = Array.from({ length: Math.ceil(radius / TIE) + 1 }, () => []);
    for (let dx = -radius; dx <= radius; dx++) {
      for (let dy = -radius; dy <= radius; dy++) {
        if (dx * dx + dy * dy <= radius * radius) made[Math.ceil(Math.hypot(dx, dy) / TIE)]!.push([dx, dy]);
      }
    }
    known = made;
    rings.set(radius, known);
  }
  return known;
}

const STEPS: Readonly<Record<BoxDirection, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  above: [0, -1],
  below: [0, 1],
};

/**
 * The box on the other side of a border: from the middle of a box's edge outwards through light, through the
 * border, to the first light after it. Boxes must share a border; a double line counts as one.
 */
export function nextBox(
  layer: InkLayer,
  from: FoundBox,
  direction: BoxDirection,
  threshold?: number,
): FoundBox | NoBox {
  const { dpi, regions } = from.grid;
  const [dx, dy] = STEPS[direction];
  const edge = edgeMiddle(from.region, direction);
  const limit = Math.round(BORDER_MAX * dpi);
  let crossed = false;
  for (let step = 0; step <= limit; step++) {
    const x = edge.x + dx * step;
    const y = edge.y + dy * step;
    if (x < 0 || y < 0 || x >= regions.width || y >= regions.height) return 'nothing';
    const region = regions.at(x, y);
    if (!region) {
      crossed = true;
      continue;
    }
    if (!crossed || isGap(region, direction, dpi)) continue;
    const point = { x: (x + 0.5) / dpi, y: (y + 0.5) / dpi };
    const next = findBox(layer, { point, away: { x: dx, y: dy } }, threshold, NEXT_SEEK);
    return isBox(next) && sameBox(next, from) ? 'nothing' : next;
  }
  return 'nothing';
}

/** The first pixel outside of a region's bounding box, at the middle of one edge. */
function edgeMiddle({ left, top, right, bottom }: PixelRegion, direction: BoxDirection): Point {
  const middleX = (left + right) >> 1;
  const middleY = (top + bottom) >> 1;
  switch (direction) {
    case 'left':
      return { x: left - 1, y: middleY };
    case 'right':
      return { x: right, y: middleY };
    case 'above':
      return { x: middleX, y: top - 1 };
    case 'below':
      return { x: middleX, y: bottom };
  }
}

/** Whether a light region is the gap of a double border, seen across. */
function isGap({ left, top, right, bottom }: PixelRegion, direction: BoxDirection, dpi: number): boolean {
  const across = direction === 'left' || direction === 'right' ? right - left : bottom - top;
  return across <= DOUBLE_BORDER * dpi;
}

function sameBox(a: FoundBox, b: FoundBox): boolean {
  return a.grid === b.grid && a.region.id === b.region.id;
}
