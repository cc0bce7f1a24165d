/** Pictures of pages, and of parts of them, as models take them. */
// See docs/language/08-language-models.md#849-pictures

import { orElse } from '../foundation/async/interrupt.js';
import { canvasOf, emptyCanvas, jpegOf, pngOf } from '../foundation/platform/canvas.js';
import { sha256 } from '../foundation/platform/sha256.js';
import { type Box, boundingBox, IDENTITY, intersectBoxes } from '../page/document/geometry.js';
import type { Document, Page } from '../page/document/model.js';
import { type Bitmap, FOR_EYES, type PageGraphics } from '../page/document/page-graphics.js';
import type { LlmImagePart } from './provider.js';

/** A part of a page that is shown. */
export interface ShownRegion {
  readonly page: number;
  /** In inches. */
  readonly box: Box;
}

/** A picture, and the part of a page that it shows. */
export interface ShownImage extends ShownRegion {
  readonly image: LlmImagePart;
}

/** Pixels of the longer side of a picture, at most: larger ones are scaled down by the models themselves. */
const LONGEST_SIDE = 2_048;
/** Bytes from which a picture is sent as JPEG. */
const LARGEST_PNG = 4 * 1024 * 1024;
const JPEG_QUALITY = 90;
/** Pixels of a side of a placed picture from which it shows something. */
const LEAST_PIXELS = 16;
/** Share of the smaller area that a placed picture and a region must have in common. */
const LEAST_OVERLAP = 0.01;
/** Placed pictures this many times as large as the region are scans of the page: only the region of them is shown. */
const SCAN_FACTOR = 4;
/** Resolution of placed pictures whose own is not known, and the finest, in pixels an inch. */
const USUAL_DPI = 150;
const FINEST_DPI = 600;

type PicturedPage = Pick<Page, 'index' | 'width' | 'height' | 'transform'> & {
  readonly graphics?: PageGraphics | undefined;
};

/** A region within its page; undefined when nothing of it is there. */
export function clippedRegion(
  page: Pick<Page, 'index' | 'width' | 'height'>,
  box: Box,
): ShownRegion | undefined {
  const clipped = {
    left: Math.max(0, box.left),
    top: Math.max(0, box.top),
    right: Math.min(page.width, box.right),
    bottom: Math.min(page.height, box.bottom),
  };
  if (clipped.right <= clipped.left || clipped.bottom <= clipped.top) return undefined;
  return { page: page.index, box: clipped };
}

/**
 * A drawn part of a page; undefined for pages without pixels.
 * @param digest of the document, if it was read from a file
 * @throws whatever drawing the page throws
 */
export async function drawnImage(
  page: PicturedPage,
  { box }: ShownRegion,
  dpi: number,
  digest?: string,
): Promise<ShownImage | undefined> {
  if (!page.graphics) return undefined;
  const bitmap = await page.graphics.raster({ dpi, ...FOR_EYES });
  return { page: page.index, box, image: await encode(bitmap, box, { page, digest, layers: '' }) };
}

/**
 * The raster images that are placed on a part of a page, each as large as it is stored, without the text that is
 * printed over it. Of a picture that covers much more than the region only the region is shown.
 */
export async function placedImages(
  page: PicturedPage,
  region: ShownRegion,
  digest?: string,
): Promise<readonly ShownImage[]> {
  const { graphics } = page;
  if (!graphics) return [];
  const shown: ShownImage[] = [];
  for (const { polygon, pixels, mask } of await graphics.images()) {
    if (mask || (pixels && Math.min(pixels.width, pixels.height) < LEAST_PIXELS)) continue;
    const placed = boundingBox(polygon);
    const common = area(intersectBoxes(placed, region.box));
    if (common <= 0 || common < LEAST_OVERLAP * Math.min(area(placed), area(region.box))) continue;
    const box = area(placed) > SCAN_FACTOR * area(region.box) ? intersectBoxes(placed, region.box) : placed;
    const clipped = clippedRegion(page, box);
    if (!clipped) continue;
    const native = pixels ? pixels.width / Math.max(placed.right - placed.left, 0.01) : USUAL_DPI;
    const bitmap = await graphics.raster({
      dpi: Math.min(Math.round(native), FINEST_DPI),
      withoutText: true,
      ...FOR_EYES,
    });
    shown.push({
      ...clipped,
      image: await encode(bitmap, clipped.box, { page, digest, layers: ' without text' }),
    });
  }
  return shown;
}

function area({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** What a picture shows. */
interface PictureSource {
  readonly page: PicturedPage;
  readonly digest: string | undefined;
  /** What is left out, in words. */
  readonly layers: string;
}

/**
 * The name that a picture has in keys of requests: the document, the page as preprocessors turned it, and the part
 * of it. It is not made of the pixels, which differ a little between machines, unless nothing else distinguishes
 * documents.
 */
function refOf(
  box: Box,
  dpi: number,
  { page, digest, layers }: PictureSource,
  pixels: Uint8ClampedArray,
): string {
  const document = digest ?? sha256([pixels], 'hex');
  const place = [box.left, box.top, box.right, box.bottom].map((each) => each.toFixed(2)).join(' ');
  const matrix = matrixOf(page.transform);
  const moved = matrix === matrixOf(IDENTITY) ? '' : ` moved by ${matrix}`;
  const name = document.slice(0, HASH_DIGITS);
  return `${name} page ${page.index + 1} at ${place}, ${Math.round(dpi)} dpi${layers}${moved}`;
}

function matrixOf({ a, b, c, d, e, f }: Page['transform']): string {
  return [a, b, c, d, e, f].map((each) => each.toFixed(3)).join(' ');
}

/** A part of a drawn page as PNG, or as JPEG where that would be large. */
async function encode(bitmap: Bitmap, box: Box, source: PictureSource): Promise<LlmImagePart> {
  const left = Math.max(0, Math.floor(box.left * bitmap.dpi));
  const top = Math.max(0, Math.floor(box.top * bitmap.dpi));
  const width = Math.max(1, Math.min(bitmap.width - left, Math.ceil((box.right - box.left) * bitmap.dpi)));
  const height = Math.max(1, Math.min(bitmap.height - top, Math.ceil((box.bottom - box.top) * bitmap.dpi)));
  const part = new Uint8ClampedArray(width * height * CHANNELS);
  for (let row = 0; row < height; row++) {
    const start = ((top + row) * bitmap.width + left) * CHANNELS;
    part.set(bitmap.data.subarray(start, start + width * CHANNELS), row * width * CHANNELS);
  }
  const whole = await canvasOf({ data: part, width, height });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = scale < 1 ? await emptyCanvas(Math.round(width * scale), Math.round(height * scale)) : whole;
  if (canvas !== whole) canvas.getContext('2d').drawImage(whole, 0, 0, canvas.width, canvas.height);
  const png = await pngOf(canvas);
  const isLarge = png.byteLength > LARGEST_PNG;
  return {
    type: 'image',
    mediaType: isLarge ? 'image/jpeg' : 'image/png',
    data: isLarge ? await jpegOf(canvas, JPEG_QUALITY) : png,
    ref: refOf(box, bitmap.dpi, source, part),
  };
}

const CHANNELS = 4;
const HASH_DIGITS = 16;

/**
 * A page drawn as PNG.
 * @param pixels of its longer side
 * @returns undefined where there is no such page, or it cannot be drawn
 * @throws DocumentError `timed_out`, `aborted`, `closed`
 */
export async function drawnPage(
  { pages }: Document,
  index: number,
  pixels: number,
): Promise<Uint8Array | undefined> {
  const page = pages[index];
  if (!page?.graphics) return undefined;
  const { width, height } = page;
  const box = { left: 0, top: 0, right: width, bottom: height };
  const dpi = Math.max(1, Math.floor(pixels / Math.max(width, height)));
  return orElse(async () => (await drawnImage(page, { page: page.index, box }, dpi))?.image.data, undefined);
}
