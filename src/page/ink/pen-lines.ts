/**
 * Lines that a pen drew across a page, around what is meant by them: they neither bound a box nor tick one. No value of
 * 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
import { boundingBox, boxHeight, boxWidth, EQUAL_COORDINATES, type Point } from '../document/geometry.js';
import type { PaintedPath, Subpath } from '../document/page-graphics.js';

/** Pieces of a line by hand, at least: a pen gives 80 an inch, a rounded border has 27. */
const PIECES = 16;
/** Share of its length that is neither level nor upright, at least: of a rounded border it is 0.08 at most. */
const SLANTED = 0.5;
/** Its longer extent in inches, at least: no tick is as large. */
const EXTENT = 1;

/** Paths without those that are pen lines alone; the very same list where there are none. */
export function withoutPenLines(paths: readonly PaintedPath[]): readonly PaintedPath[] {
  const others = paths.filter((path) => !isPenLine(path));
  return others.length === paths.length ? paths : others;
}

function isPenLine({ subpaths, fill, stroke }: PaintedPath): boolean {
  return stroke !== undefined && fill === undefined && subpaths.every(isByHand);
}

function isByHand({ points, closed }: Subpath): boolean {
  if (closed || points.length <= PIECES) return false;
  const box = boundingBox(points);
  if (Math.max(boxWidth(box), boxHeight(box)) < EXTENT) return false;
  return isSlanted(points);
}

/** Whether more than half of a line's length is neither level nor upright, as that of ticks, crosses and rings is. */
function isSlanted(points: readonly Point[]): boolean {
  let all = 0;
  let slanted = 0;
  for (let at = 1; at < points.length; at++) {
    const dx = Math.abs(points[at]!.x - points[at - 1]!.x);
    const dy = Math.abs(points[at]!.y - points[at - 1]!.y);
    const length = Math.hypot(dx, dy);
    all += length;
    if (Math.min(dx, dy) >= EQUAL_COORDINATES) slanted += length;
  }
  return slanted > SLANTED * all;
}
