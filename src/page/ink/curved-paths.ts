/** Where the curved parts of paths are, of which only the corners are known. All in inches. */
import { type Box, boundingBox, boxHeight, boxWidth, grownBox } from '../document/geometry.js';
import type { PaintedPath } from '../document/page-graphics.js';

/** Least distance from its ends that a curve may reach, in inches. */
const LEAST_SWING = 0.1;

/** Sides of what may be a ring to tick, in inches, and how often one may go into the other. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
const RING = { least: 0.05, most: 0.45, aspect: 1.8 };

/** The boxes of what may be rings. */
export function ringBoxes({ subpaths }: PaintedPath): readonly Box[] {
  return subpaths.flatMap(({ points, curved }) => {
    if (!curved) return [];
    const box = boundingBox(points);
    const [short, long] = [boxWidth(box), boxHeight(box)].sort((a, b) => a - b) as [number, number];
    return short >= RING.least && long <= RING.most && long <= RING.aspect * short ? [box] : [];
  });
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
