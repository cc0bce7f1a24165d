/** Moving whole pages: lines, paths, images, form fields and pixels go together. */
// See docs/language/05-preprocessors.md#52-what-a-preprocessor-works-on

import { applyTransform, composeTransforms, invertTransform, type Transform } from '../document/geometry.js';
import type { PageSize } from '../document/layout/page-rotation.js';
import { transformLine } from '../document/line-edits.js';
import type { Page } from '../document/model.js';
import type { Bitmap, PageGraphics, RenderOptions } from '../document/page-graphics.js';
import { DocumentError } from '../errors.js';
import { moveDrawn, type PageMove } from '../graphics/move.js';
import { withLines } from './shared.js';

/** The page with everything on it moved, its lines in order again. They are not merged again. */
export function movePage(page: Page, move: PageMove): Page {
  // Boundaries that a map turns are no columns and rows any more.
  const { tables: _, ...moved } = moveDrawn(page, move);
  return withLines(
    moved,
    page.lines.map((line) => transformLine(line, move.transform)),
  );
}

/** Members of a page's transform that are larger than this, in inches and ratios, are mistakes of a config. */
const LARGEST_MEMBER = 1e6;

/** Whether a page can be moved so and still have coordinates that can be computed with. */
export function canMove(page: Page, transform: Transform): boolean {
  const members = Object.values(composeTransforms(page.transform, transform));
  return members.every((member) => Math.abs(member) <= LARGEST_MEMBER);
}

/**
 * Pixels of the largest drawing: Letter at 640 dpi, which takes 153 MB. A little less than engines draw of a
 * page, so that rounding does not make the page as it is too large.
 */
const MOST_PIXELS = 38_000_000;
/** A page that an affine map enlarges is drawn at up to this many times the resolution asked for. */
const FINEST = 2;

/**
 * Draws a page through an affine map: every pixel of the new page is interpolated between the four nearest of
 * the old one; what lies outside that is white.
 * @throws DocumentError `too_large`
 */
export async function drawThrough(
  graphics: Pick<PageGraphics, 'raster'>,
  { transform, width, height }: PageSize & { readonly transform: Transform },
  options: RenderOptions,
): Promise<Bitmap> {
  const enlargement = Math.sqrt(Math.abs(transform.a * transform.d - transform.b * transform.c));
  const { dpi } = options;
  const largest = Math.sqrt(MOST_PIXELS / (width * height));
  if (dpi > largest) throw tooLarge(dpi);
  const finer = dpi * Math.min(Math.max(enlargement, 1), FINEST);
  const source = await graphics.raster({ ...options, dpi: Math.min(finer, largest) });
  const columns = Math.max(1, Math.round(width * dpi));
  const rows = Math.max(1, Math.round(height * dpi));
  const data = new Uint8ClampedArray(columns * rows * CHANNELS).fill(WHITE);
  const target: Bitmap = { width: columns, height: rows, dpi, data };
  const back = invertTransform(transform);
  if (back) sample(source, back, target);
  return target;
}

function tooLarge(dpi: number): DocumentError {
  const message = `A page has more than ${MOST_PIXELS} pixels at ${dpi} dpi; ask for a lower resolution.`;
  return new DocumentError('too_large', message);
}

const WHITE = 255;
const CHANNELS = 4;

function sample(source: Bitmap, back: Transform, target: Bitmap): void {
  for (let row = 0; row < target.height; row++) {
    for (let column = 0; column < target.width; column++) {
      const point = applyTransform(back, {
        x: (column + 0.5) / target.dpi,
        y: (row + 0.5) / target.dpi,
      });
      const x = point.x * source.dpi - 0.5;
      const y = point.y * source.dpi - 0.5;
      if (x <= -1 || y <= -1 || x >= source.width || y >= source.height) continue;
      const at = (row * target.width + column) * CHANNELS;
      for (let channel = 0; channel < CHANNELS; channel++) {
        target.data[at + channel] = interpolate(source, x, y, channel);
      }
    }
  }
}

function interpolate(source: Bitmap, x: number, y: number, channel: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const shareX = x - left;
  const shareY = y - top;
  const upper =
    (1 - shareX) * value(source, left, top, channel) + shareX * value(source, left + 1, top, channel);
  const lower =
    (1 - shareX) * value(source, left, top + 1, channel) + shareX * value(source, left + 1, top + 1, channel);
  return (1 - shareY) * upper + shareY * lower;
}

function value({ width, height, data }: Bitmap, x: number, y: number, channel: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return WHITE;
  return data[(y * width + x) * CHANNELS + channel] ?? WHITE;
}
