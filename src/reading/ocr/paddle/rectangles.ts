/** Rectangles around points, at any angle: how rows of text lie. */
import {
  type Box,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  type Point,
} from '../../../page/document/geometry.js';

/** A rectangle that may be turned; lengths in pixels. */
export interface TurnedBox {
  readonly centre: Point;
  /** Along the direction of the box. */
  readonly width: number;
  readonly height: number;
  /** Direction of the upper edge, clockwise. */
  readonly degrees: number;
}

/** The corners of the convex hull of some points, in order (Andrew's monotone chain). */
export function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const lower = halfHull(sorted);
  const upper = halfHull(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function halfHull(sorted: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of sorted) {
    while (hull.length >= 2 && !turnsLeft(hull[hull.length - 2]!, hull[hull.length - 1]!, point)) hull.pop();
    hull.push(point);
  }
  return hull;
}

function turnsLeft(a: Point, b: Point, c: Point): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

/** The rectangle of a direction that just holds some points. @param degrees clockwise */
export function boxAround(points: readonly Point[], degrees: number): TurnedBox {
  const { cos, sin } = axes(degrees);
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [top, bottom] = [left, right];
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    left = Math.min(left, u);
    right = Math.max(right, u);
    top = Math.min(top, v);
    bottom = Math.max(bottom, v);
  }
  const u = (left + right) / 2;
  const v = (top + bottom) / 2;
  return {
    centre: { x: u * cos - v * sin, y: u * sin + v * cos },
    width: right - left,
    height: bottom - top,
    degrees,
  };
}

/**
 * The smallest rectangle that holds the corners of a convex hull; one of its sides lies on a side of the hull
 * (H. Freeman and R. Shapira, "Determining the minimum-area encasing rectangle", 1975). It lies across, between -45
 * and 45 degrees, or else upright.
 */
export function smallestBox(hull: readonly Point[]): TurnedBox {
  let best = boxAround(hull, 0);
  for (const [i, { x, y }] of hull.entries()) {
    const next = hull[(i + 1) % hull.length]!;
    const degrees = withinQuarter((Math.atan2(next.y - y, next.x - x) * 180) / Math.PI);
    const box = boxAround(hull, degrees);
    if (box.width * box.height < best.width * best.height) best = box;
  }
  return best;
}

/** The same direction but for quarter turns, from -45 to 45 degrees. */
function withinQuarter(degrees: number): number {
  return degrees - 90 * Math.round(degrees / 90);
}

/** A box with margins on all sides. */
export function grown(box: TurnedBox, by: number): TurnedBox {
  return { ...box, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** A box whose text runs level. */
export function levelBox(box: Box): TurnedBox {
  const centre = { x: centreX(box), y: centreY(box) };
  return { centre, width: boxWidth(box), height: boxHeight(box), degrees: 0 };
}

/** A box in other pixels. */
export function scaledBox({ centre, width, height, degrees }: TurnedBox, factor: number): TurnedBox {
  return {
    centre: { x: centre.x * factor, y: centre.y * factor },
    width: width * factor,
    height: height * factor,
    degrees,
  };
}

/** The same place, seen from its left or right side: a box that is upright becomes one that lies. */
export function quarterTurned({ centre, width, height, degrees }: TurnedBox, by: 90 | -90): TurnedBox {
  return { centre, width: height, height: width, degrees: degrees + by };
}

/** From positions seen from the top left of a box to those of the picture that it lies on. */
export function placeIn({ centre, width, height, degrees }: TurnedBox): (point: Point) => Point {
  const { cos, sin } = axes(degrees);
  return ({ x, y }) => {
    const u = x - width / 2;
    const v = y - height / 2;
    return { x: centre.x + u * cos - v * sin, y: centre.y + u * sin + v * cos };
  };
}

function axes(degrees: number): { readonly cos: number; readonly sin: number } {
  const radians = (degrees * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}
