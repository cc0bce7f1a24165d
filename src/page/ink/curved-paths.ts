/** What is known of the curved parts of paths, of which only the corners are given. All in inches. */
import {
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  grownBox,
  type Point,
} from '../document/geometry.js';
import type { PaintedPath, Subpath } from '../document/page-graphics.js';

/** Least distance from its ends that a curve may reach, in inches. */
const LEAST_SWING = 0.1;

/** Sides of what may be a ring to tick, in inches, and how often one may go into the other. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
const RING = { least: 0.05, most: 0.45, aspect: 1.8 };

/** Corners of a ring, at least, and how far they may be off it, as share of half its sides; those of rounded boxes are further off. */
const RING_CORNERS = { least: 4, off: 0.02 };
/** Sides of the polygon that a ring becomes: of one of 0.45 in they are 0.001 off it. */
const RING_SIDES = 32;

/** The boxes of what may be rings, or boxes with round corners. */
export function ringBoxes({ subpaths }: PaintedPath): readonly Box[] {
  return subpaths.flatMap(({ points, curved }) => {
    const box = curved ? boundingBox(points) : undefined;
    return box && hasRingSides(box) ? [box] : [];
  });
}

function hasRingSides(box: Box): boolean {
  const [short, long] = [boxWidth(box), boxHeight(box)].sort((a, b) => a - b) as [number, number];
  return short >= RING.least && long <= RING.most && long <= RING.aspect * short;
}

/** Paths with rings, and dots, as polygons: curves through corners of an ellipse are that ellipse. The very same list where there are none. */
export function withRings(paths: readonly PaintedPath[]): readonly PaintedPath[] {
  const all = paths.map((path) => {
    if (!path.subpaths.some(({ curved }) => curved)) return path;
    const subpaths = path.subpaths.map((subpath) => ringOf(subpath, path.fill !== undefined) ?? subpath);
    return subpaths.some((subpath, index) => subpath !== path.subpaths[index]) ? { ...path, subpaths } : path;
  });
  return all.some((path, index) => path !== paths[index]) ? all : paths;
}

/** The polygon of a ring; undefined for what is none. */
function ringOf({ points, closed, curved }: Subpath, isFilled: boolean): Subpath | undefined {
  if (!curved || !(closed || isFilled) || points.length < RING_CORNERS.least) return undefined;
  const box = boundingBox(points);
  if (!hasRingSides(box)) return undefined;
  const [x, y, halfWidth, halfHeight] = [centreX(box), centreY(box), boxWidth(box) / 2, boxHeight(box) / 2];
  const isOn = (point: Point) =>
    Math.abs(Math.hypot((point.x - x) / halfWidth, (point.y - y) / halfHeight) - 1) <= RING_CORNERS.off;
  if (!points.every(isOn)) return undefined;
  const corners = Array.from({ length: RING_SIDES }, (_, side) => {
    const angle = (2 * Math.PI * side) / RING_SIDES;
    return { x: x + halfWidth * Math.cos(angle), y: y + halfHeight * Math.sin(angle) };
  });
  return { points: corners, closed: true, curved: false };
}

/**
 * Boxes that curves stay in: they are known by their ends only, and may swing out as far as these are apart. Any piece of a
 * subpath with curves may be one.
 */
export function curveBoxes(paths: readonly PaintedPath[]): readonly Box[] {
  const boxes: Box[] = [];
  for (const { subpaths, fill } of paths) {
    for (const { points, closed, curved } of subpaths) {
      if (!curved) continue;
      const [start] = points;
      const ends = closed || fill ? [...points, start!] : points;
      for (let at = 1; at < ends.length; at++) boxes.push(widened(boundingBox([ends[at - 1]!, ends[at]!])));
    }
  }
  return boxes;
}

function widened(box: Box): Box {
  return grownBox(box, Math.max(LEAST_SWING, boxWidth(box), boxHeight(box)));
}
