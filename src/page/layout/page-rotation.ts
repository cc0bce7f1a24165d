/** Turning pages by quarters: automatically or as a preprocessor asks. */
// See docs/language/01-document-anchors-fields.md#16-rotated-text-and-page-rotation
// See docs/language/05-preprocessors.md#574-rotatepage

import {
  angleDifference,
  applyTransform,
  type Box,
  boundingBox,
  boxPolygon,
  IDENTITY,
  roundCoordinate,
  type Transform,
} from '../document/geometry.js';
import { normaliseAngle } from '../document/line.js';
import type { Bitmap } from '../document/page-graphics.js';
import type { TextRun } from './runs.js';

/** A direction of text that is a whole number of quarter turns, in degrees clockwise. */
export type Quarter = 0 | 90 | 180 | 270;

export interface PageSize {
  /** Inches. */
  readonly width: number;
  readonly height: number;
}

/** Share of the visible characters of a page that must run the same way for the page to be turned. */
const TURNING_SHARE = 0.8;
/** Directions this close to a quarter turn count as it, in degrees (the angle group of 1.5). */
const QUARTER_TOLERANCE = 2;
const TURNED: readonly Quarter[] = [90, 180, 270];

/** The direction, other than horizontal, in which at least 80 % of a page's characters run; else 0. */
export function dominantQuarter(runs: readonly TextRun[]): Quarter {
  let visible = 0;
  const counts = new Map<Quarter, number>();
  for (const run of runs) {
    visible += run.visible;
    const quarter = run.angle === 0 ? undefined : quarterOf(run.angle);
    if (quarter !== undefined) counts.set(quarter, (counts.get(quarter) ?? 0) + run.visible);
  }
  for (const [quarter, count] of counts) if (count >= TURNING_SHARE * visible) return quarter;
  return 0;
}

/** The quarter turn that a direction counts as, other than none. */
function quarterOf(angle: number): Quarter | undefined {
  return TURNED.find((each) => angleDifference(angle, each) <= QUARTER_TOLERANCE);
}

/** What makes text that runs in some direction horizontal: the map of points and the size of the turned page. */
export interface PageTurn extends PageSize {
  readonly quarter: Quarter;
  readonly transform: Transform;
}

/** The turn of a page that makes text of a direction horizontal. */
export function pageTurn(quarter: Quarter, { width, height }: PageSize): PageTurn {
  switch (quarter) {
    case 0:
      return { quarter, width, height, transform: IDENTITY };
    case 90:
      return {
        quarter,
        width: height,
        height: width,
        transform: { a: 0, b: -1, c: 1, d: 0, e: 0, f: width },
      };
    case 180:
      return { quarter, width, height, transform: { a: -1, b: 0, c: 0, d: -1, e: width, f: height } };
    case 270:
      return {
        quarter,
        width: height,
        height: width,
        transform: { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 },
      };
  }
}

/** The clockwise turn of the page that goes with text of some direction. */
export function clockwiseTurn(quarter: Quarter): Quarter {
  return quarter === 0 ? 0 : ((360 - quarter) as Quarter);
}

/** A run on the turned page. */
export function turnRun(run: TextRun, { quarter, transform }: PageTurn): TextRun {
  if (quarter === 0) return run;
  return { ...run, ...applyTransform(transform, run), angle: normaliseAngle(run.angle - quarter) };
}

/** A box on the turned page. */
export function turnBox(box: Box, transform: Transform): Box {
  const turned = boundingBox(boxPolygon(box).map((point) => applyTransform(transform, point)));
  return {
    left: roundCoordinate(turned.left),
    top: roundCoordinate(turned.top),
    right: roundCoordinate(turned.right),
    bottom: roundCoordinate(turned.bottom),
  };
}

/** The drawn page turned like the page itself, pixel by pixel. */
export function turnBitmap(bitmap: Bitmap, quarter: Quarter): Bitmap {
  if (quarter === 0) return bitmap;
  const { width, height, dpi } = bitmap;
  const swaps = quarter !== 180;
  const turned = { width: swaps ? height : width, height: swaps ? width : height };
  const source = new Uint32Array(bitmap.data.slice().buffer);
  const target = new Uint32Array(source.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      target[targetIndex(quarter, x, y, width, height)] = source[y * width + x]!;
    }
  }
  return { ...turned, dpi, data: new Uint8ClampedArray(target.buffer) };
}

function targetIndex(quarter: Quarter, x: number, y: number, width: number, height: number): number {
  if (quarter === 90) return (width - 1 - x) * height + y;
  if (quarter === 180) return (height - 1 - y) * width + (width - 1 - x);
  return x * height + (height - 1 - y);
}
