/** At how many pixels an inch pages are drawn to be read. */
// See docs/language/01-document-anchors-fields.md#111-ocr

import { boundingBox, boxArea, boxHeight, boxWidth } from '../../page/document/geometry.js';
import type { PlacedImage } from '../../page/document/page-graphics.js';
import type { PageSize } from '../../page/layout/page-rotation.js';

/**
 * Resolution at which pages are read, in pixels an inch. Measured on forms and statements: 97.1 % of the words
 * right at 300, 97.0 at 400, 95.9 at 250; 200 reads 1 % fewer than 300.
 */
const OCR_DPI = 300;
/** Pixels of the largest page read: 11 by 17 inches at full resolution; larger ones get a lower one. */
const OCR_PIXELS = 16_830_000;
/**
 * How far the multiple of a picture's own resolution may be from what is usual, as share of that: scans of 200 pixels an
 * inch are read worse at 400 than at 300 (96.8 % of the words right, and 97.4 %).
 */
const NEAR = 0.1;
/** Share of a page that the picture of a scan covers at least. */
const COVER = 0.9;
/** How far the pixels an inch across and down a picture are apart at most, as share of either: those of faxes are. */
const SQUARE = 0.01;

/**
 * Pixels an inch at which to draw a page to be read: 300, less for large pages. A page that is one picture gets a whole
 * multiple of the picture's own resolution where that is about the same, so that all of its pixels become as large.
 * @param images on the page
 */
export function readingDpi(page: PageSize, images: readonly PlacedImage[]): number {
  const most = Math.sqrt(OCR_PIXELS / (page.width * page.height));
  const usual = Math.min(OCR_DPI, most);
  const own = pictureDpi(page, images);
  if (own === undefined || own > usual) return usual;
  const multiple = own * Math.round(usual / own);
  return multiple <= most && Math.abs(multiple - usual) <= NEAR * usual ? multiple : usual;
}

/** Pixels an inch of the one picture that covers a page; undefined where there is none. */
export function pictureDpi({ width, height }: PageSize, images: readonly PlacedImage[]): number | undefined {
  const [image, ...others] = images.map(({ polygon, pixels }) => ({ box: boundingBox(polygon), pixels }));
  if (!image?.pixels || others.length > 0 || boxArea(image.box) < COVER * width * height) return undefined;
  const { box, pixels } = image;
  // A picture that lies on its side has its rows along the height of the page.
  for (const [across, down] of [
    [pixels.width, pixels.height],
    [pixels.height, pixels.width],
  ] as const) {
    const [x, y] = [across / boxWidth(box), down / boxHeight(box)];
    if (Math.abs(x - y) <= SQUARE * Math.min(x, y)) return x;
  }
  return undefined;
}
