/** Image files: one page a picture, without any text of their own. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError, ProviderError } from '../../errors.js';
import { checkInterrupt, type Interrupt, isInterruption } from '../../foundation/async/interrupt.js';
import { canvasOf, emptyCanvas, freeCanvas } from '../../foundation/platform/canvas.js';
import { nextTurn } from '../../foundation/platform/turn.js';
import { type Limits, limitError, PICTURE_LIMITS } from '../../limits.js';
import { type Box, boxPolygon, IDENTITY, roundCoordinate } from '../../page/document/geometry.js';
import { DocumentMemory, endOf, type PageMemory, whileOpen } from '../../page/document/memory.js';
import type { Document, DocumentWarning, Page } from '../../page/document/model.js';
import type { Bitmap, PageGraphics, RenderOptions } from '../../page/document/page-graphics.js';
import { pixelArea } from '../../page/ink/cut.js';
import { pixelSize } from '../../page/ink/grey.js';
import type { PageSize } from '../../page/layout/page-rotation.js';
import { pdfEngineOf, type ReaderOptions } from '../options.js';
import { jpegPicture } from './jpeg.js';
import {
  CHANNELS,
  damaged,
  type Picture,
  type Pixels,
  pageSizeOf,
  shownPixels,
  showTransform,
  storedSize,
} from './picture.js';
import { pngPicture } from './png.js';
import { onWhite, shrunk } from './resample.js';
import { tiffPictures } from './tiff.js';

/**
 * Reads an image file. Pictures are decoded one after the other to see that they can be; one that cannot becomes a
 * page without pixels and a warning `PAGE_UNREADABLE`.
 * @throws DocumentError `invalid_document`, `unsupported_type`, `too_many_pages`, `too_large`, `timed_out`, `aborted`
 */
export async function loadImage(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  const { filename, limits } = options;
  const pictures = picturesOf(bytes, options, contentType);
  checkSizes(pictures, limits);
  const file = new ImageFile(pictures, limits);
  const warnings: DocumentWarning[] = [];
  const pages: Page[] = [];
  for (const [index, picture] of pictures.entries()) {
    checkInterrupt(options, index);
    const failure = await file.failureOf(index, options);
    if (failure && pictures.length === 1) throw failure;
    if (failure) warnings.push({ code: 'PAGE_UNREADABLE', message: failure.message, page: index });
    pages.push(pageOf(picture, index, failure ? undefined : file));
  }
  if (warnings.length === pictures.length) {
    throw new DocumentError(
      'invalid_document',
      `No page of the picture can be read. ${warnings[0]?.message ?? ''}`,
    );
  }
  return {
    contentType,
    ...(filename === undefined ? {} : { filename }),
    pages,
    pageCount: pages.length,
    warnings,
    ...endOf(file.memory),
  };
}

function picturesOf(bytes: Uint8Array, options: ReaderOptions, contentType: string): readonly Picture[] {
  // Decodes JPEG and fax codes, which PDF has as well; only asked for where a picture needs it.
  const engine = () => pdfEngineOf(options);
  if (contentType === 'image/png') return [pngPicture(bytes)];
  if (contentType === 'image/jpeg') return [jpegPicture(bytes, engine)];
  return tiffPictures(bytes, options.limits.pages, engine);
}

/** Sizes come from the headers, so that no picture is decoded that is too large. */
function checkSizes(pictures: readonly Picture[], limits: Limits): void {
  if (pictures.length > limits.pages) throw limitError('pages', limits);
  if (pictures.length > limits.frames) throw limitError('frames', limits);
  for (const [page, { info }] of pictures.entries()) {
    const { width, height } = info;
    if (width * height > limits.pixels) throw limitError('pixels', limits, page);
    if (Math.max(width, height) <= PICTURE_LIMITS.side) continue;
    const message = `The picture is ${width} × ${height} pixels; neither side may have more than ${PICTURE_LIMITS.side}.`;
    throw new DocumentError('too_large', message, { page });
  }
  if (pixelsOf(pictures) > limits.pixelsOfFile) throw limitError('pixelsOfFile', limits);
}

function pixelsOf(pictures: readonly Picture[]): number {
  return pictures.reduce((sum, { info }) => sum + info.width * info.height, 0);
}

function pageOf({ info }: Picture, index: number, file: ImageFile | undefined): Page {
  const { width, height } = pageSizeOf(info);
  const size = { width: roundCoordinate(width), height: roundCoordinate(height) };
  return {
    index,
    ...size,
    rotation: 0,
    transform: IDENTITY,
    lines: [],
    ...(file && { graphics: file.graphics(index, size) }),
  };
}

/** The pictures of a file that is open, and what of them is kept for reuse. */
class ImageFile {
  readonly #pictures: readonly Picture[];
  readonly #limits: Limits;
  /** Whether the pixels of all pictures fit into what is kept: else those that are checked are gone before they are read. */
  readonly #fits: boolean;
  readonly memory: DocumentMemory;

  constructor(pictures: readonly Picture[], limits: Limits) {
    this.#pictures = pictures;
    this.#limits = limits;
    this.#fits = pixelsOf(pictures) * CHANNELS <= limits.cacheBytes;
    this.memory = new DocumentMemory(limits);
  }

  /** Why a picture cannot be decoded; undefined when it can. @throws DocumentError `timed_out`, `aborted` */
  async failureOf(index: number, interrupt: Interrupt): Promise<DocumentError | undefined> {
    try {
      if (this.#fits) await this.#pixels(index, interrupt);
      else await decoded(this.#pictures[index]!, interrupt);
      return undefined;
    } catch (error) {
      if (error instanceof DocumentError && !isInterruption(error)) return error;
      throw error;
    }
  }

  graphics(index: number, size: PageSize): PageGraphics {
    const { info } = this.#pictures[index]!;
    const polygon = boxPolygon({ left: 0, top: 0, right: size.width, bottom: size.height });
    const graphics: PageGraphics = {
      memory: this.#page(index),
      paths: async () => [],
      images: async () => [{ polygon, pixels: shownPixels(info), mask: false }],
      formFields: async () => [],
      raster: (options) => this.#raster(index, size, options),
    };
    return whileOpen(graphics, this.memory, index);
  }

  #page(index: number): PageMemory {
    return this.memory.page(`page ${index}`);
  }

  #raster(index: number, page: PageSize, { dpi, area }: RenderOptions): Promise<Bitmap> {
    if (area) return this.#draw(index, page, dpi, area);
    return this.#page(index).cached(
      `raster ${dpi}`,
      () => this.#draw(index, page, dpi),
      (bitmap) => bitmap.data.byteLength,
    );
  }

  async #draw(index: number, page: PageSize, dpi: number, area?: Box): Promise<Bitmap> {
    const size = pixelSize(page, dpi);
    const box = area ? pixelArea(area, dpi) : { left: 0, top: 0, right: size.width, bottom: size.height };
    const width = box.right - box.left;
    const height = box.bottom - box.top;
    if (!(width * height <= this.#limits.pixels)) throw limitError('pixels', this.#limits, index);
    const pixels = await this.#pixels(index);
    const { orientation } = this.#pictures[index]!.info;
    const canvas = await emptyCanvas(width, height);
    const context = canvas.getContext('2d');
    const stored = storedSize(size, orientation);
    const isAsStored = stored.width === pixels.width && stored.height === pixels.height;
    context.imageSmoothingEnabled = !isAsStored;
    context.imageSmoothingQuality = 'high';
    const { a, b, c, d, e, f } = showTransform(orientation, size);
    context.setTransform(a, b, c, d, e - box.left, f - box.top);
    const source = await canvasOf(shrinkTo(pixels, stored));
    context.drawImage(source, 0, 0, 1, 1);
    const { data } = context.getImageData(0, 0, width, height);
    for (const done of [source, canvas]) freeCanvas(done);
    // What native objects held is given back in a turn only: pages that nobody waits for else would add up, 34 MB each.
    await nextTurn();
    return { width, height, dpi, data };
  }

  /** The picture as stored, on white. */
  #pixels(index: number, interrupt: Interrupt = {}): Promise<Pixels> {
    return this.#page(index).cached(
      'picture',
      async () => onWhite(await decoded(this.#pictures[index]!, interrupt)),
      ({ data }) => data.byteLength,
    );
  }
}

/** @throws DocumentError `invalid_document` also for what the decoder did not expect */
async function decoded(picture: Picture, interrupt: Interrupt): Promise<Pixels> {
  try {
    return await picture.decode(interrupt);
  } catch (error) {
    if (error instanceof DocumentError || error instanceof ProviderError) throw error;
    throw damaged('it cannot be decoded', error);
  }
}

/** The picture shrunk by whole pixels, so that less than a halving is left to do. */
function shrinkTo(pixels: Pixels, { width, height }: PageSize): Pixels {
  const block = (from: number, to: number) => Math.max(1, Math.floor(from / to));
  return shrunk(pixels, block(pixels.width, width), block(pixels.height, height));
}
