/** Where raster images are on a page. */
import {
  applyTransform,
  type Box,
  boundingBox,
  boxPolygon,
  intersectBoxes,
  type Transform,
} from '../../page/document/geometry.js';
import type { PlacedImage } from '../../page/document/page-graphics.js';

/** Images turned by a multiple of a quarter up to this much, in inches, are axis-parallel. */
const SKEW = 0.001;

/**
 * The unit square of an image through its matrix. Axis-parallel images come out as a
 * rectangle clipped to the page, others as their four corners, from the image's own top left clockwise.
 * Undefined for an image that is not on the page at all.
 */
// See docs/language/03-layout-methods-ranges-tables.md#342-images
export function placeImage(
  ctm: Transform,
  page: Box,
  pixels: PlacedImage['pixels'],
  mask: boolean,
): PlacedImage | undefined {
  const topLeft = applyTransform(ctm, { x: 0, y: 1 });
  const topRight = applyTransform(ctm, { x: 1, y: 1 });
  const bottomRight = applyTransform(ctm, { x: 1, y: 0 });
  const bottomLeft = applyTransform(ctm, { x: 0, y: 0 });
  const corners = [topLeft, topRight, bottomRight, bottomLeft] as const;
  if (!corners.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) return undefined;
  const box = boundingBox(corners);
  if (box.left > page.right || box.right < page.left || box.top > page.bottom || box.bottom < page.top) {
    return undefined;
  }
  const upright = Math.abs(ctm.b) < SKEW && Math.abs(ctm.c) < SKEW;
  const turned = Math.abs(ctm.a) < SKEW && Math.abs(ctm.d) < SKEW;
  const polygon = upright || turned ? boxPolygon(intersectBoxes(box, page)) : corners;
  return { polygon, ...(pixels && { pixels }), mask };
}
