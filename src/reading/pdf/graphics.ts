/** What is on a page of a PDF besides its text, read again from the file when first asked for. */

import { type Box, invertTransform } from '../../page/document/geometry.js';
import type { PageMemory } from '../../page/document/memory.js';
import {
  type Bitmap,
  drawingName,
  type FormWidget,
  type KnownInk,
  type PageGraphics,
  type PaintedPath,
  type PlacedImage,
  type RenderOptions,
} from '../../page/document/page-graphics.js';
import { pathBytes, transformPath, transformPolygon } from '../../page/drawn/transform.js';
import { areaOf } from '../../page/ink/cut.js';
import { GlyphInk } from '../../page/ink/glyph-ink.js';
import { type PageTurn, turnBitmap, turnBox } from '../../page/layout/page-rotation.js';
import type { PdfFile, PdfPage, PdfPageContent } from './engine.js';
import { proportionedContent } from './proportions.js';

export interface GraphicsSource {
  readonly file: PdfFile;
  /** Zero-based index of the page in the file. */
  readonly index: number;
  /** How the page was turned; everything is given on the turned page. */
  readonly turn: PageTurn;
  readonly memory: PageMemory;
  /** Form fields of the whole document, read once. */
  readonly formFields: () => Promise<readonly FormWidget[]>;
}

/** The graphics of a page of an open file. */
export function pageGraphics({ file, index, turn, memory, formFields }: GraphicsSource): PageGraphics {
  const inked = () => memory.cached(INKED, () => readInked(file, index, turn), inkedBytes);
  return {
    memory,
    paths: async () => (await inked()).paths,
    known: async () => (await inked()).known,
    images: () =>
      memory.cached(
        IMAGES,
        async () => turnImages(await withPage(file, index, (page) => page.images()), turn),
        imageBytes,
      ),
    formFields: async () => turnFields(await formFields(), index, turn),
    raster: ({ dpi, withoutText = false, area, drawnBy }) =>
      area
        ? drawArea(file, index, turn, { dpi, withoutText, area, drawnBy })
        : memory.cached(
            drawingName({ dpi, withoutText, drawnBy }),
            () => draw(file, index, turn, { dpi, withoutText, drawnBy }),
            (bitmap) => bitmap.data.byteLength,
          ),
  };
}

/** What an image holds in memory, in bytes, roughly. */
const IMAGE_BYTES = 200;

function imageBytes(images: readonly PlacedImage[]): number {
  return images.length * IMAGE_BYTES;
}

/** What `Inked` and the images are cached as. */
const INKED = 'inked';
const IMAGES = 'images';

/** What one pass over a page shows of its ink. */
interface Inked {
  readonly paths: readonly PaintedPath[];
  readonly known: KnownInk | undefined;
}

/**
 * Keeps the paths of a page that was just read for its text, and what is known of its images and other ink, so that
 * it need not be read again for them.
 * @returns bytes that are kept, roughly; 0 when there was no `room` for so many
 */
export function keepInked({ turn, memory }: GraphicsSource, content: PdfPageContent, room: number): number {
  const { paths, images } = content;
  const ofPaths = pathBytes(paths);
  if (ofPaths + imageBytes(images ?? []) > room) return 0;
  const inked = inkedOf(content, turn);
  const bytes = ofPaths + knownBytes(inked);
  memory.cached(
    INKED,
    async () => inked,
    () => bytes,
  );
  if (images === undefined) return bytes;
  memory.cached(IMAGES, async () => turnImages(images, turn), imageBytes);
  return bytes + imageBytes(images);
}

function inkedBytes(inked: Inked): number {
  return pathBytes(inked.paths) + knownBytes(inked);
}

function knownBytes({ known }: Inked): number {
  return known?.typed?.bytes ?? 0;
}

async function withPage<T>(file: PdfFile, index: number, use: (page: PdfPage) => Promise<T>): Promise<T> {
  const page = await file.page(index);
  try {
    return await use(page);
  } finally {
    page.release();
  }
}

async function readInked(file: PdfFile, index: number, turn: PageTurn): Promise<Inked> {
  const content = await withPage(file, index, (page) => page.content());
  return inkedOf(proportionedContent(content).kept, turn);
}

/** On a page that was turned, only how much images cover stays known: what is typed is not turned with it. */
function inkedOf({ glyphs, paths, ink }: PdfPageContent, turn: PageTurn): Inked {
  const isTurned = turn.quarter !== 0;
  return {
    paths: isTurned ? paths.map((path) => transformPath(path, turn.transform)) : paths,
    known: ink && {
      imageArea: ink.imageArea,
      typed: ink.plain && !isTurned ? new GlyphInk(glyphs, ink.faintText) : undefined,
      drawsAreas: ink.drawsAreas === true && !isTurned,
    },
  };
}

function turnImages(images: readonly PlacedImage[], turn: PageTurn): readonly PlacedImage[] {
  if (turn.quarter === 0) return images;
  return images.map((image) => ({ ...image, polygon: transformPolygon(image.polygon, turn.transform) }));
}

function turnFields(fields: readonly FormWidget[], page: number, turn: PageTurn): readonly FormWidget[] {
  const onPage = fields.filter((field) => field.page === page);
  if (turn.quarter === 0) return onPage;
  return onPage.map((field) => ({ ...field, box: turnBox(field.box, turn.transform) }));
}

/** An area of the page as it was turned, cut out where the engine drew all of the page. */
async function drawArea(
  file: PdfFile,
  index: number,
  turn: PageTurn,
  options: RenderOptions & { readonly area: Box },
): Promise<Bitmap> {
  const back = turn.quarter === 0 ? undefined : invertTransform(turn.transform);
  const area = back ? turnBox(options.area, back) : options.area;
  const bitmap = await withPage(file, index, (page) => page.render({ ...options, area }));
  return turnBitmap(areaOf(bitmap, area), turn.quarter);
}

async function draw(file: PdfFile, index: number, turn: PageTurn, options: RenderOptions): Promise<Bitmap> {
  const bitmap = await withPage(file, index, (page) => page.render(options));
  return turnBitmap(bitmap, turn.quarter);
}
