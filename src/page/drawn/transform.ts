/** Moving what is drawn on a page to other coordinates. */
import {
  applyTransform,
  type Point,
  type Polygon,
  roundPoint,
  type Transform,
} from '../document/geometry.js';
import type { Dashes, PaintedPath } from '../document/page-graphics.js';
import { turnBox } from '../layout/page-rotation.js';

/** What a point and a path hold in memory, in bytes, roughly. */
const POINT_BYTES = 72;
const PATH_BYTES = 200;

/** What paths hold in memory, in bytes, roughly. */
export function pathBytes(paths: readonly PaintedPath[]): number {
  let points = 0;
  for (const path of paths) for (const subpath of path.subpaths) points += subpath.points.length;
  return points * POINT_BYTES + paths.length * PATH_BYTES;
}

/** A path moved by a transform; widths of strokes and lengths of dashes grow as areas do. */
export function transformPath(path: PaintedPath, transform: Transform): PaintedPath {
  const scale = Math.sqrt(Math.abs(transform.a * transform.d - transform.b * transform.c));
  return {
    ...path,
    subpaths: path.subpaths.map((subpath) => ({
      ...subpath,
      points: subpath.points.map((point) => applyTransform(transform, point)),
    })),
    ...(path.stroke ? { stroke: scaleStroke(path.stroke, scale) } : {}),
    ...(path.clip ? { clip: turnBox(path.clip, transform) } : {}),
  };
}

type Stroke = NonNullable<PaintedPath['stroke']>;

function scaleStroke(stroke: Stroke, scale: number): Stroke {
  const { width, dashes } = stroke;
  return { ...stroke, width: width * scale, ...(dashes && { dashes: scaleDashes(dashes, scale) }) };
}

/** A polygon moved by a transform, its corners rounded. */
export function transformPolygon([a, b, c, d]: Polygon, transform: Transform): Polygon {
  const move = (point: Point) => roundPoint(applyTransform(transform, point));
  return [move(a), move(b), move(c), move(d)];
}

/** A pattern of dashes on a plane whose lengths are `scale` times as long. */
export function scaleDashes({ lengths, phase }: Dashes, scale: number): Dashes {
  return { lengths: lengths.map((length) => length * scale), phase: phase * scale };
}
