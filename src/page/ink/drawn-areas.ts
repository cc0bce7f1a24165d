/**
 * A page of which areas are drawn one at a time, as they are looked at. No value of 137 documents and no cell of their
 * tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import { type Box, boxArea, grownBox, isInside, overlapX, overlapY, unionBox } from '../document/geometry.js';
import type { Bitmap } from '../document/page-graphics.js';
import { areaOf, pixelArea } from './cut.js';
import { type GreyBitmap, greyOf } from './grey.js';

/**
 * Of a page, the shares that areas take: one at most, all together before all of the page is drawn, and what each takes besides
 * its own: 0.6 to 1 ms, where a page of a form takes 20 to 30.
 */
const MOST_OF_PAGE = 0.25;
const MOST_TOGETHER = 0.75;
const SHARE_OF_CALL = 0.03;
/** How far around a box is drawn, in inches: with what is there marks are compared. */
// See docs/language/02-layout-methods-geometry.md#101-checkbox
const AROUND = 0.1;
/** Boxes that are drawn alone: of most pages one or two are looked at, a logo and a signature. */
const ALONE = 2;
/**
 * How far above and below further boxes all of the page is drawn, in inches, and how many times as far below each one after:
 * the boxes of a form are in rows, and whoever looks at many of them goes down the page.
 */
const ROWS = 0.3;
const MORE_ROWS = 3;
/** How far around images, so that no pixel of theirs is left out. */
const AROUND_IMAGE = 0.05;

export class DrawnAreas {
  /** What was drawn by now, at its place on the page; elsewhere nothing is to be looked at. */
  readonly bitmap: GreyBitmap;
  readonly #areas: Box[] = [];
  /** Boxes for which one was drawn. */
  #looks = 0;

  /** @param size of the page in pixels */
  constructor(size: { readonly width: number; readonly height: number }, dpi: number) {
    // Memory that nothing is written to is not taken from the machine.
    const { width, height } = size;
    this.bitmap = { width, height, dpi, data: new Uint8Array(width * height) };
  }

  /** Whether a box was drawn, and what is around it. */
  has(box: Box): boolean {
    const wanted = grownBox(box, AROUND);
    return this.#areas.some((area) => isInside(wanted, area));
  }

  /**
   * What to draw for a box, with others of its rows where many are looked at and that is not too much; undefined where all of
   * the page is to be drawn.
   * @param images on the page; those that reach into the area lie in it
   */
  areaFor(box: Box, images: readonly Box[]): Box | undefined {
    const { width, height, dpi } = this.bitmap;
    const least = grownBox(box, AROUND);
    const looks = this.#looks++ - ALONE;
    const rows = { ...grownBox(least, ROWS), left: 0, right: width / dpi };
    const lowest = rows.top + (MOST_OF_PAGE * height) / dpi;
    const below = least.bottom + ROWS * MORE_ROWS ** looks;
    const wider = looks < 0 ? [] : [{ ...rows, bottom: Math.min(below, lowest) }, rows];
    return [...wider, least].map((area) => withImages(area, images)).find((area) => this.#affords([area]));
  }

  /**
   * What to draw for some places that are looked at together; undefined where all of the page is to be drawn.
   * @param images on the page; those that reach into an area lie in it
   */
  areasFor(places: readonly Box[], images: readonly Box[]): readonly Box[] | undefined {
    const areas: Box[] = [];
    for (const place of places) {
      let area = withImages(grownBox(place, AROUND), images);
      for (let at = 0; at < areas.length; ) {
        const both = withImages(unionBox(areas[at]!, area), images);
        if (this.#costOf(both) > this.#costOf(areas[at]!) + this.#costOf(area)) at += 1;
        else {
          area = both;
          areas.splice(at, 1);
          at = 0;
        }
      }
      areas.push(area);
    }
    return this.#affords(areas) ? areas : undefined;
  }

  /** Whether areas can be drawn for less than the page, with those that are drawn. */
  #affords(more: readonly Box[]): boolean {
    const together = [...this.#areas, ...more].reduce((sum, area) => sum + this.#costOf(area), 0);
    return together <= MOST_TOGETHER && more.every((area) => this.#shareOf(area) <= MOST_OF_PAGE);
  }

  /** Share of the time that the page takes. */
  #costOf(area: Box): number {
    return this.#shareOf(area) + SHARE_OF_CALL;
  }

  /** Share of the page. */
  #shareOf(area: Box): number {
    const { width, height, dpi } = this.bitmap;
    return (boxArea(area) * dpi * dpi) / (width * height);
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

/** Whether two boxes have at least a point in common. */
export function touches(a: Box, b: Box): boolean {
  return overlapX(a, b) >= 0 && overlapY(a, b) >= 0;
}

/** An area with all images that reach into it. */
function withImages(area: Box, images: readonly Box[]): Box {
  const left = images.map((image) => grownBox(image, AROUND_IMAGE));
  let all = area;
  for (;;) {
    const next = left.findIndex((image) => touches(image, all));
    if (next < 0) return all;
    all = unionBox(all, left[next]!);
    left.splice(next, 1);
  }
}
