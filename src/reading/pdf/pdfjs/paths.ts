/** From pdf.js' path operators to polylines in inches. */

import { PDF_LIMITS } from '../../../limits.js';
import type { Point, Transform } from '../../../page/document/geometry.js';
import type { Subpath } from '../../../page/document/page-graphics.js';
import { isDrawable, type Polyline } from '../painted-paths.js';

/** pdf.js' codes inside a path, each followed by its coordinates (`DrawOPS`). */
const MOVE_TO = 0;
const LINE_TO = 1;
const CURVE_TO = 2;
const QUADRATIC_CURVE_TO = 3;
const CLOSE_PATH = 4;

/** Numbers of a path beyond which it has too many points: a code and two coordinates for each. */
export const MOST_PATH_NUMBERS = PDF_LIMITS.pathPoints * 3;

/**
 * Reads a path. Curves become straight pieces to their end points.
 * @param data pdf.js' path: codes and coordinates in user space
 */
export function readPath(data: ArrayLike<number>, ctm: Transform): Subpath[] {
  const subpaths: Polyline[] = [];
  let current: Polyline = { points: [], closed: false, curved: false };
  const at = (index: number): Point => {
    const x = data[index] ?? 0;
    const y = data[index + 1] ?? 0;
    return { x: ctm.a * x + ctm.c * y + ctm.e, y: ctm.b * x + ctm.d * y + ctm.f };
  };
  const start = (point: Point | undefined) => {
    current = { points: point === undefined ? [] : [point], closed: false, curved: false };
    subpaths.push(current);
  };
  for (let i = 0; i < data.length; ) {
    switch (data[i]) {
      case MOVE_TO:
        start(at(i + 1));
        i += 3;
        break;
      case LINE_TO:
        if (current.closed || subpaths.length === 0) start(current.points[0]);
        current.points.push(at(i + 1));
        i += 3;
        break;
      case CURVE_TO:
      case QUADRATIC_CURVE_TO: {
        const end = data[i] === CURVE_TO ? i + 5 : i + 3;
        if (current.closed || subpaths.length === 0) start(current.points[0]);
        current.points.push(at(end));
        current.curved = true;
        i = end + 2;
        break;
      }
      case CLOSE_PATH:
        current.closed = true;
        i += 1;
        break;
      default:
        return subpaths.filter(isDrawable);
    }
  }
  return subpaths.filter(isDrawable);
}
