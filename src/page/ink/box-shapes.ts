/**
 * Shapes that may be the box of a check box or the ring of a radio button. Of 2,475 values of 69 documents whose configs look at boxes
 * or tables, 311 of 8 documents change without cells, and none without rings, filled frames, double borders, bars, or what tells
 * cells from letters and from pieces of a cross: only tests show what these win.
 * With all thresholds a fifth smaller 201 values of 7 documents change, of 104 documents without a look at scans, and a quarter larger 5 of 4.
 */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
import { boxArea, boxHeight, boxWidth } from '../document/geometry.js';
import { BoxIndex } from './box-index.js';
import type { PixelBox } from './grey.js';
import type { PixelRegion, PixelRegions } from './pixel-regions.js';

/** Sides of a frame or circle, outside, in inches. */
const FRAME_MIN = 0.07;
export const FRAME_MAX = 0.4;
/** Longer side over shorter of a frame. */
const FRAME_ASPECT = 1.6;
/** Share of each side, or of the ring, that must be drawn. */
const COVERAGE = 0.9;
/** Depth in inches within which a side counts as drawn. */
const BAND = 0.02;
/** A border thicker than this share of its side makes a solid shape, which has no inside to tick. */
const BORDER_SHARE = 0.25;
/** Share of a row that belongs to the border rather than to a mark inside. */
const BORDER_ROW = 0.5;

/**
 * Light between the two lines of a double border at most, in inches, as no box with text is as narrow; and how much it
 * differs from side to side, in pixels.
 */
// See docs/language/02-layout-methods-geometry.md#24-constants
export const DOUBLE_BORDER = 0.06;
const UNEVEN = 1;

/** Sides of a cell, inside, in inches; the longest is also that of any box to tick. */
// See docs/language/02-layout-methods-geometry.md#24-constants
const CELL_MIN = 0.06;
export const CHECK_MIN = 0.05;
export const CHECK_MAX = 0.35;
/** Longer side over shorter of a cell. */
const CELL_ASPECT = 1.8;
/** Share of its bounding box that a cell's light region fills, at least. */
const CELL_FILL = 0.3;
/**
 * The thickest rule around a cell, in inches: those of forms have 0.02 at most, while letters on a dark band, and the
 * insides of bold letters, have 0.033 and more of dark beside them.
 */
const RULE_MAX = 0.025;
/** Depth in inches within which the sides of a cell are straight; those of round letters are not. */
const STRAIGHT_DEPTH = 0.013;
/**
 * Sides of a cell that light reaches for most of their length, at least: of the pieces that a cross cuts a box into
 * each has one.
 */
const CELL_SIDES = 2;
const MOST_OF_SIDE = 0.6;
/** Sides with more dark beside them than a rule from which on a light region may be a letter. */
const LETTER_SIDES = 2;

/** Depth of a bar that blackens text at least, and how far past a cell it may end, over the rule, in inches. */
const BAR_MIN = 0.15;
const BAR_END = 0.05;

/**
 * Share of its bounding box that a square which is filled up to its frame fills at least, and how many frames of its
 * size, give or take so much in inches, a page has where it is one: bullets and blots are as large only by chance.
 */
const SOLID_FILL = 0.9;
const SOLID_PEERS = 3;
const SOLID_SLACK = 0.014;

/** Points looked at on a ring. */
const RING_POINTS = 72;
/**
 * Step in which a ring of painted paths is looked for on the way to the middle, in pixels: its line of one pixel runs between those
 * that are one apart. Of 400 rings of 0.1 to 0.3 in, painted anywhere, 392 are seen, and 293 in steps of 1.
 */
const PAINTED_STEP = 0.25;

/** More shapes than any page of a form holds; hostile pages could hold a million. */
export const MAX_SHAPES = 20_000;

/** A shape to tick. */
export interface BoxShape {
  readonly kind: 'frame' | 'circle' | 'cell';
  /** With its border. */
  readonly outer: PixelBox;
  /** Inside of its border. */
  readonly interior: PixelBox;
  /** Of a cell: whether it may be what a bar that blackens text leaves free of a larger one. */
  readonly besideBar?: boolean;
}

/**
 * Frames, circles and cells, in the order of their first pixels.
 * @param isDrawn whether a box, in pixels, reaches into a drawing, where lines have grey edges and letters may look like rings
 */
export function findShapes(
  dark: PixelRegions,
  light: PixelRegions,
  dpi: number,
  isDrawn: (box: PixelBox) => boolean,
): readonly BoxShape[] {
  const outlined: BoxShape[] = [];
  const solid: PixelRegion[] = [];
  for (const region of dark.regions(FRAME_MIN * dpi - 1, FRAME_MAX * dpi + 1)) {
    if (outlined.length + solid.length >= MAX_SHAPES) break;
    const shape = outlinedShape(dark, region, dpi, isDrawn);
    if (shape) outlined.push(shape);
    else if (isSolid(dark, region, dpi)) solid.push(region);
  }
  outlined.push(...filledFrames(solid, outlined, dpi));
  const index = new BoxIndex(FRAME_MAX * dpi, outlined);
  const cells: BoxShape[] = [];
  for (const region of light.regions(CELL_MIN * dpi - 1, CHECK_MAX * dpi + 1)) {
    if (outlined.length + cells.length >= MAX_SHAPES) break;
    if (!isCell(region, dpi) || isInsideAny(region, index) || isPiece(light, region, dpi)) continue;
    if (!isLetter(light, region, dpi)) {
      const besideBar = isBesideBar(light, region, dpi);
      cells.push({ kind: 'cell', outer: pixelBox(region), interior: pixelBox(region), besideBar });
    }
  }
  return [...outlined, ...cells];
}

/** Whether a dark component is a square that is filled up to its sides. */
function isSolid(dark: PixelRegions, region: PixelRegion, dpi: number): boolean {
  if (!hasFrameSides(region, dpi) || region.area < SOLID_FILL * boxArea(region)) return false;
  return isFrame(dark, region, bandOf(dpi));
}

/** Of filled squares those that are as large as the frames of their page. */
function filledFrames(
  solid: readonly PixelRegion[],
  outlined: readonly BoxShape[],
  dpi: number,
): readonly BoxShape[] {
  const slack = Math.max(1, Math.round(SOLID_SLACK * dpi));
  const frames = outlined.filter(({ kind }) => kind === 'frame');
  const isAsLarge = (a: PixelBox, b: PixelBox) =>
    Math.abs(boxWidth(a) - boxWidth(b)) <= slack && Math.abs(boxHeight(a) - boxHeight(b)) <= slack;
  return solid
    .filter((square) => frames.filter(({ outer }) => isAsLarge(outer, square)).length >= SOLID_PEERS)
    .map((square) => {
      const { left, top, right, bottom } = pixelBox(square);
      const band = bandOf(dpi);
      const interior = { left: left + band, top: top + band, right: right - band, bottom: bottom - band };
      return { kind: 'frame', outer: { left, top, right, bottom }, interior };
    });
}

/** Depth in pixels within which a side counts as drawn. */
function bandOf(dpi: number): number {
  return Math.max(1, Math.round(BAND * dpi));
}

/** The frame or ring that a dark component draws, if it draws one. */
function outlinedShape(
  dark: PixelRegions,
  region: PixelRegion,
  dpi: number,
  isDrawn: (box: PixelBox) => boolean,
): BoxShape | undefined {
  if (!hasFrameSides(region, dpi)) return undefined;
  const band = bandOf(dpi);
  if (isFrame(dark, region, band)) {
    const border = insideBorder(dark, region, band);
    if (!border) return undefined;
    const inner = innerLine(dark, region, border, dpi);
    const interior = (inner && insideBorder(dark, inner, band)) ?? border;
    return { kind: 'frame', outer: pixelBox(region), interior };
  }
  return isRing(dark, region, band, isDrawn(region) ? 1 : PAINTED_STEP) ? ringShape(dark, region) : undefined;
}

/** Whether a box has the size and the shape of a frame. @param box in pixels */
export function hasFrameSides(box: PixelBox, dpi: number): boolean {
  return hasSides(box, FRAME_MIN * dpi, FRAME_MAX * dpi, FRAME_ASPECT);
}

function hasSides({ left, top, right, bottom }: PixelBox, min: number, max: number, aspect: number): boolean {
  const width = right - left;
  const height = bottom - top;
  const shorter = Math.min(width, height);
  const longer = Math.max(width, height);
  return shorter >= Math.round(min) && longer <= Math.round(max) && longer <= aspect * shorter;
}

function isCell(region: PixelRegion, dpi: number): boolean {
  const { left, top, right, bottom, area, touchesEdge } = region;
  return (
    !touchesEdge &&
    hasSides(region, CELL_MIN * dpi, CHECK_MAX * dpi, CELL_ASPECT) &&
    area >= CELL_FILL * (right - left) * (bottom - top)
  );
}

/** Whether a light region is a piece of a box that a mark has cut up. */
function isPiece(light: PixelRegions, region: PixelRegion, dpi: number): boolean {
  const depth = straightDepth(dpi);
  const straight = SIDES.filter((side) => isCovered(light, region, side, depth, MOST_OF_SIDE));
  return straight.length < CELL_SIDES;
}

function straightDepth(dpi: number): number {
  return Math.max(1, Math.round(STRAIGHT_DEPTH * dpi));
}

/**
 * Whether a light region is a letter on a dark band, or the inside of a bold letter: no rule but a mass of dark is
 * around it, and its sides are not those of a box.
 */
function isLetter(light: PixelRegions, region: PixelRegion, dpi: number): boolean {
  const thickest = RULE_MAX * dpi;
  const thick = SIDES.filter((side) => darkBeside(light, region, side, thickest) > thickest);
  return thick.length >= LETTER_SIDES && !isFrame(light, region, straightDepth(dpi));
}

/**
 * Whether a light region may be what a bar that blackens text leaves free of a cell: beside it is a mass of dark as long
 * as its side, as a dark cell is, too. Dark bands behind headings go on past the cells below them.
 */
function isBesideBar(light: PixelRegions, region: PixelRegion, dpi: number): boolean {
  const least = BAR_MIN * dpi;
  const past = Math.ceil(BAR_END * dpi);
  const depth = Math.round(least / 2);
  return SIDES.some((side) => {
    if (darkBeside(light, region, side, least) <= least) return false;
    const { x, y, outX, outY } = rowAt(region, side, -1);
    const [fromX, fromY] = [x + depth * outX, y + depth * outY];
    const isDark = (along: number) =>
      light.idAt(fromX + along * Math.abs(outY), fromY + along * Math.abs(outX)) < 0;
    const length = lengthOf(region, side);
    const ends = (from: number, step: number) =>
      Array.from({ length: past }, (_, i) => from + i * step).some((along) => !isDark(along));
    return ends(0, -1) && ends(length - 1, 1);
  });
}

/** Dark pixels from the middle of a side outwards, counted to just above a limit. */
function darkBeside(light: PixelRegions, region: PixelRegion, side: Side, limit: number): number {
  const { x, y, outX, outY } = rowAt(region, side, -1);
  const middle = Math.floor(lengthOf(region, side) / 2);
  const [fromX, fromY] = [x + middle * Math.abs(outY), y + middle * Math.abs(outX)];
  let count = 0;
  while (count <= limit && light.idAt(fromX + count * outX, fromY + count * outY) < 0) count++;
  return count;
}

function pixelBox({ left, top, right, bottom }: PixelBox): PixelBox {
  return { left, top, right, bottom };
}

type Side = 'left' | 'right' | 'top' | 'bottom';
const SIDES: readonly Side[] = ['left', 'right', 'top', 'bottom'];

/** A row of pixels along a side of a box: its first pixel, from the left or the top, and the way out of the box. */
interface SideRow {
  readonly x: number;
  readonly y: number;
  readonly outX: -1 | 0 | 1;
  readonly outY: -1 | 0 | 1;
}

/** @param depth of the row below the side; negative outside of the box */
function rowAt({ left, top, right, bottom }: PixelBox, side: Side, depth: number): SideRow {
  switch (side) {
    case 'left':
      return { x: left + depth, y: top, outX: -1, outY: 0 };
    case 'right':
      return { x: right - 1 - depth, y: top, outX: 1, outY: 0 };
    case 'top':
      return { x: left, y: top + depth, outX: 0, outY: -1 };
    case 'bottom':
      return { x: left, y: bottom - 1 - depth, outX: 0, outY: 1 };
  }
}

function lengthOf({ left, top, right, bottom }: PixelBox, side: Side): number {
  return side === 'left' || side === 'right' ? bottom - top : right - left;
}

function depthOf(box: PixelBox, side: Side): number {
  return lengthOf(box, side === 'left' || side === 'right' ? 'top' : 'left');
}

/** Whether a region is drawn along each side of its bounding box. */
function isFrame(regions: PixelRegions, region: PixelRegion, band: number): boolean {
  return SIDES.every((side) => isCovered(regions, region, side, band, COVERAGE));
}

/**
 * Whether a region is drawn along a share of a side of its bounding box, at least, within a depth. It ends at the pixel that
 * decides: most regions of a drawn page are letters.
 */
function isCovered(
  regions: PixelRegions,
  region: PixelRegion,
  side: Side,
  band: number,
  share: number,
): boolean {
  const length = lengthOf(region, side);
  const { x, y, outX, outY } = rowAt(region, side, 0);
  let missed = 0;
  for (let along = 0; along < length; along++) {
    const fromX = outX === 0 ? x + along : x;
    const fromY = outX === 0 ? y : y + along;
    let depth = 0;
    while (depth < band && regions.idAt(fromX - depth * outX, fromY - depth * outY) !== region.id) depth++;
    if (depth < band) continue;
    missed++;
    if (length - missed < share * length) return false;
  }
  return true;
}

/**
 * The inside of a frame's border; undefined when the border leaves too little of it. Specks on scans may stand out from
 * a border, so it begins within a band.
 */
function insideBorder(dark: PixelRegions, region: PixelRegion, band: number): PixelBox | undefined {
  const border = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const side of SIDES) {
    const thickest = BORDER_SHARE * depthOf(region, side);
    let start = 0;
    while (start < band && !isBorderRow(dark, region, side, start)) start++;
    let depth = start;
    while (depth - start <= thickest && isBorderRow(dark, region, side, depth)) depth++;
    if (depth - start > thickest) return undefined;
    border[side] = depth;
  }
  return {
    left: region.left + border.left,
    top: region.top + border.top,
    right: region.right - border.right,
    bottom: region.bottom - border.bottom,
  };
}

/** The inner line of a double border: a frame in the inside of another, as far from it on all sides. */
function innerLine(
  dark: PixelRegions,
  { id }: PixelRegion,
  inside: PixelBox,
  dpi: number,
): PixelRegion | undefined {
  const most = Math.round(DOUBLE_BORDER * dpi);
  const middle = (inside.top + inside.bottom) >> 1;
  for (let x = inside.left; x <= inside.left + most; x++) {
    const inner = dark.at(x, middle);
    if (!inner || inner.id === id) continue;
    const gaps = SIDES.map((side) => Math.abs(inner[side] - inside[side]));
    const widest = Math.max(...gaps);
    const isEven = widest <= most && widest - Math.min(...gaps) <= UNEVEN;
    return isEven && isFrame(dark, inner, straightDepth(dpi)) ? inner : undefined;
  }
  return undefined;
}

function isBorderRow(dark: PixelRegions, region: PixelRegion, side: Side, depth: number): boolean {
  const length = lengthOf(region, side);
  const { x, y, outX } = rowAt(region, side, depth);
  let covered = 0;
  for (let along = 0; along < length; along++) {
    if ((outX === 0 ? dark.idAt(x + along, y) : dark.idAt(x, y + along)) === region.id) covered++;
  }
  return covered >= BORDER_ROW * length;
}

/** @param step in which its line is looked for, in pixels */
function isRing(dark: PixelRegions, region: PixelRegion, band: number, step: number): boolean {
  let missed = 0;
  for (let point = 0; point < RING_POINTS; point++) {
    let depth = 0;
    while (depth < band && !isOnRing(dark, region, point, depth)) depth += step;
    if (depth < band) continue;
    missed++;
    if (RING_POINTS - missed < COVERAGE * RING_POINTS) return false;
  }
  return true;
}

/** Where the points of a ring are around its middle, in half its sides. */
const RING = Array.from({ length: RING_POINTS }, (_, point) => {
  const angle = (2 * Math.PI * point) / RING_POINTS;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/** Whether a region is drawn at a point of the ellipse in its bounding box, so many pixels inside. */
function isOnRing(dark: PixelRegions, region: PixelRegion, point: number, depth: number): boolean {
  const { id, left, top, right, bottom } = region;
  const direction = RING[point]!;
  const x = (left + right) / 2 + direction.x * ((right - left - 1) / 2 - depth);
  const y = (top + bottom) / 2 + direction.y * ((bottom - top - 1) / 2 - depth);
  return dark.idAt(Math.floor(x), Math.floor(y)) === id;
}

/** A ring with the square that fits into it; undefined for a solid disc. */
function ringShape(dark: PixelRegions, region: PixelRegion): BoxShape | undefined {
  const radius = Math.min(region.right - region.left, region.bottom - region.top) / 2;
  const thickest = 2 * BORDER_SHARE * radius;
  let thickness = 0;
  while (thickness <= thickest && isRingLayer(dark, region, thickness)) thickness++;
  if (thickness > thickest) return undefined;
  const insetX = squareInset(region.right - region.left, thickness);
  const insetY = squareInset(region.bottom - region.top, thickness);
  return {
    kind: 'circle',
    outer: pixelBox(region),
    interior: {
      left: region.left + insetX,
      top: region.top + insetY,
      right: region.right - insetX,
      bottom: region.bottom - insetY,
    },
  };
}

function isRingLayer(dark: PixelRegions, region: PixelRegion, depth: number): boolean {
  let covered = 0;
  for (let point = 0; point < RING_POINTS; point++) {
    if (isOnRing(dark, region, point, depth)) covered++;
  }
  return covered >= BORDER_ROW * RING_POINTS;
}

function squareInset(diameter: number, thickness: number): number {
  const inner = diameter / 2 - thickness;
  return Math.ceil(diameter / 2 - inner * Math.SQRT1_2);
}

/** Whether the middle of a light region lies in a frame or ring; a mark may cut the inside of one into several. */
function isInsideAny({ left, top, right, bottom }: PixelRegion, outlined: BoxIndex<BoxShape>): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  for (const { outer } of outlined.near({ left: x, top: y, right: x, bottom: y })) {
    if (x > outer.left && x < outer.right && y > outer.top && y < outer.bottom) return true;
  }
  return false;
}
