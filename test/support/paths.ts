/** Painted paths, in inches. */
import { boxPolygon } from '../../src/page/document/geometry.js';
import type { PaintedPath } from '../../src/page/document/page-graphics.js';

/** How a path is stroked; black, opaque and 0.01 in wide unless told otherwise. */
export interface Pen {
  readonly width?: number;
  readonly luminance?: number;
  readonly alpha?: number;
}

/** A stroked polyline; x and y of each point in turn. */
export function stroke(
  points: readonly number[],
  { width = 0.01, luminance = 0, alpha = 1 }: Pen = {},
): PaintedPath {
  const corners = points.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: points[i + 1]! }] : []));
  return {
    subpaths: [{ points: corners, closed: false, curved: false }],
    stroke: { luminance, alpha, width },
  };
}

/** A stroked rectangle. */
export function frame(left: number, top: number, right: number, bottom: number, pen: Pen = {}): PaintedPath {
  const drawn = stroke([left, top, right, top, right, bottom, left, bottom], pen);
  return { ...drawn, subpaths: drawn.subpaths.map((subpath) => ({ ...subpath, closed: true })) };
}

/** A filled rectangle. */
export function fill(
  left: number,
  top: number,
  right: number,
  bottom: number,
  { luminance = 0, alpha = 1 }: Pen = {},
): PaintedPath {
  const points = [...boxPolygon({ left, top, right, bottom })];
  return { subpaths: [{ points, closed: true, curved: false }], fill: { luminance, alpha } };
}

/** Two strokes from corner to corner. */
export function cross(
  left: number,
  top: number,
  right: number,
  bottom: number,
  pen: Pen = {},
): PaintedPath[] {
  return [stroke([left, top, right, bottom], pen), stroke([left, bottom, right, top], pen)];
}

/** A stroked ring, as a polygon of many sides. */
export function ring(x: number, y: number, radius: number, pen: Pen = {}): PaintedPath {
  const points = Array.from({ length: 48 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 48;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  const drawn = stroke(points.flat(), pen);
  return { ...drawn, subpaths: drawn.subpaths.map((subpath) => ({ ...subpath, closed: true })) };
}

/** A line that a pen drew from one point to another, in waves; as many short pieces as a tablet gives. */
export function penLine(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  pen: Pen = {},
): PaintedPath {
  const pieces = 40 * Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)));
  const points = Array.from({ length: pieces + 1 }, (_, i) => {
    const wave = 0.02 * Math.sin(i / 5);
    const share = i / pieces;
    return [from.x + share * (to.x - from.x) + wave, from.y + share * (to.y - from.y) + wave];
  });
  return stroke(points.flat(), pen);
}
