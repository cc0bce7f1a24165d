/** A page of which areas are drawn one at a time, as they are looked at. */
import { type Box, boxArea, grownBox, overlapX, overlapY, unionBox } from '../../document/geometry.js';
import type { Bitmap } from '../../document/page-graphics.js';
import { areaOf, pixelArea } from '../cut.js';
import { type GreyBitmap, greyOf, WHITE } from './grey.js';

/** Areas of a page that are drawn; then all of it is. One takes a tenth of the time of a page of a form, or less. */
const MOST_AREAS = 6;
/** Share of the page from which on an area is not drawn alone. */
const MOST_OF_PAGE = 0.25;
/** How far around a box is drawn, in inches: with what is there marks are compared. */
// See docs/language/02-layout-methods-geometry.md#101-checkbox
const AROUND = 0.1;
/**
 * How far above and below a box all of the page is drawn, in inches, and how many times as far below it with each further
 * area: the boxes of a form stand in rows, and who looks at many of them goes down the page.
 */
const ROWS = 0.3;
const MORE_ROWS = 3;
/** How far around images, so that no pixel of theirs is left out. */
const AROUND_IMAGE = 0.05;

export class DrawnAreas {
  /** What was drawn by now, at its place on the page; white elsewhere. */
  readonly bitmap: GreyBitmap;
  readonly #areas: Box[] = [];

  /** @param size of the page in pixels */
  constructor(size: { readonly width: number; readonly height: number }, dpi: number) {
    this.bitmap = { ...size, dpi, data: new Uint8Array(size.width * size.height).fill(WHITE) };
  }

  /** Whether a box was drawn, and what is around it. */
  has(box: Box): boolean {
    const wanted = grownBox(box, AROUND);
    return this.#areas.some((area) => isWithin(wanted, area));
  }

  /**
   * What to draw for a box, with others of its rows where that is not too much; undefined where all of the page is to be
   * drawn.
   * @param images on the page; those that reach into the area lie in it
   */
  areaFor(box: Box, images: readonly Box[]): Box | undefined {
    if (this.#areas.length >= MOST_AREAS) return undefined;
    const { width, height, dpi } = this.bitmap;
    const least = grownBox(box, AROUND);
    const rows = { ...grownBox(least, ROWS), left: 0, right: width / dpi };
    const lowest = rows.top + (MOST_OF_PAGE * height) / dpi;
    const below = least.bottom + ROWS * MORE_ROWS ** this.#areas.length;
    return [{ ...rows, bottom: Math.min(below, lowest) }, rows, least]
      .map((area) => withImages(area, images))
      .find((area) => boxArea(area) * dpi * dpi <= MOST_OF_PAGE * width * height);
  }

  /** Whether places can be drawn one at a time for less than the page. */
  affords(places: readonly Box[]): boolean {
    const { height, dpi } = this.bitmap;
    let [end, drawn] = [0, 0];
    for (const place of places.toSorted((a, b) => a.top - b.top)) {
      const { top, bottom } = grownBox(place, ROWS);
      drawn += Math.max(0, bottom - Math.max(end, top));
      end = Math.max(end, bottom);
    }
    return drawn * dpi <= MOST_OF_PAGE * height;
  }

  /** Puts an area into its place. */
  put(area: Box, drawn: Bitmap): void {
    const { width, height, data, dpi } = this.bitmap;
    const { left, top, right, bottom } = pixelArea(area, dpi);
    const grey = greyOf(areaOf(drawn, area));
    const [from, to] = [Math.max(0, left), Math.min(width, right)];
    for (let y = Math.max(0, top); y < Math.min(height, bottom) && from < to; y++) {
      const row = (y - top) * grey.width - left;
      data.set(grey.data.subarray(row + from, row + to), y * width + from);
    }
    this.#areas.push(area);
  }
}

function isWithin(box: Box, area: Box): boolean {
  return box.left >= area.left && box.top >= area.top && box.right <= area.right && box.bottom <= area.bottom;
}

/** An area with all images that reach into it. */
function withImages(area: Box, images: readonly Box[]): Box {
  const left = images.map((image) => grownBox(image, AROUND_IMAGE));
  let all = area;
  for (;;) {
    const next = left.findIndex((image) => overlapX(image, all) >= 0 && overlapY(image, all) >= 0);
    if (next < 0) return all;
    all = unionBox(all, left[next]!);
    left.splice(next, 1);
  }
}
