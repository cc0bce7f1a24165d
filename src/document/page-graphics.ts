/** What is on a page of a PDF besides its text, read again from the file when first asked for. */
import { applyTransform, type Point, type Polygon, roundPoint, type Transform } from '../geometry.js';
import { scaleDashes } from '../pdf/dashes.js';
import type {
  Bitmap,
  PaintedPath,
  PdfFile,
  PdfFormField,
  PdfPage,
  PdfPageContent,
  PlacedImage,
  RenderOptions,
} from '../pdf/engine.js';
import type { BoundedCache } from './bounded-cache.js';
import type { KnownInk, PageGraphics } from './graphics.js';
import { TypedInk } from './ink/typed-ink.js';
import { type PageTurn, turnBitmap, turnBox } from './page-rotation.js';

export interface GraphicsSource {
  readonly file: PdfFile;
  /** Zero-based index of the page in the file. */
  readonly index: number;
  /** How the page was turned; everything is given on the turned page. */
  readonly turn: PageTurn;
  /** Shared by the pages of a document, so that what is kept of all of them stays bounded. */
  readonly cache: BoundedCache;
  /** Form fields of the whole document, read once. */
  readonly formFields: () => Promise<readonly PdfFormField[]>;
}

/** The graphics of a page of an open file. */
export function pageGraphics({ file, index, turn, cache, formFields }: GraphicsSource): PageGraphics {
  const inked = () => cache.get(inkedKey(index, turn), () => readInked(file, index, turn), inkedBytes);
  return {
    paths: async () => (await inked()).paths,
    known: async () => (await inked()).known,
    images: () =>
      cache.get(
        `images ${index}`,
        () => readImages(file, index, turn),
        (images) => images.length * ITEM_BYTES,
      ),
    formFields: async () => turnFields(await formFields(), index, turn),
    raster: ({ dpi, withoutText = false }) =>
      cache.get(
        `raster ${index} ${dpi} ${withoutText}`,
        () => draw(file, index, turn, { dpi, withoutText }),
        (bitmap) => bitmap.data.byteLength,
      ),
  };
}

/** What one pass over a page tells of its ink. */
interface Inked {
  readonly paths: readonly PaintedPath[];
  readonly known: KnownInk | undefined;
}

/**
 * Keeps the paths of a page that was just read for its text, and what is known of its other ink, so that it need
 * not be read again for them.
 * @returns bytes that are kept, roughly; 0 when there was no `room` for so many
 */
export function keepInked(
  { index, turn, cache }: GraphicsSource,
  content: PdfPageContent,
  room: number,
): number {
  if (pathBytes(content.paths) > room) return 0;
  const inked = inkedOf(content, turn);
  cache.get(inkedKey(index, turn), async () => inked, inkedBytes);
  return inkedBytes(inked);
}

/** A page that is read a second time may then be turned otherwise. */
function inkedKey(index: number, turn: PageTurn): string {
  return `inked ${index} ${turn.quarter}`;
}

function inkedBytes({ paths, known }: Inked): number {
  return pathBytes(paths) + (known?.typed?.bytes ?? 0);
}

/** What a point, and a path or an image, hold in memory, in bytes, roughly. */
const POINT_BYTES = 72;
const ITEM_BYTES = 200;

/** What paths hold in memory, in bytes, roughly. */
export function pathBytes(paths: readonly PaintedPath[]): number {
  let points = 0;
  for (const path of paths) for (const subpath of path.subpaths) points += subpath.points.length;
  return points * POINT_BYTES + paths.length * ITEM_BYTES;
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
  return inkedOf(await withPage(file, index, (page) => page.content()), turn);
}

/** On a page that was turned, only how much images cover stays known: what is typed is not turned with it. */
function inkedOf({ glyphs, paths, ink }: PdfPageContent, turn: PageTurn): Inked {
  const isTurned = turn.quarter !== 0;
  return {
    paths: isTurned ? paths.map((path) => transformPath(path, turn.transform)) : paths,
    known: ink && {
      imageArea: ink.imageArea,
      typed: ink.plain && !isTurned ? new TypedInk(glyphs, ink.faintText) : undefined,
    },
  };
}

async function readImages(file: PdfFile, index: number, turn: PageTurn): Promise<readonly PlacedImage[]> {
  const images = await withPage(file, index, (page) => page.images());
  if (turn.quarter === 0) return images;
  return images.map((image) => ({ ...image, polygon: transformPolygon(image.polygon, turn.transform) }));
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

function turnFields(fields: readonly PdfFormField[], page: number, turn: PageTurn): readonly PdfFormField[] {
  const onPage = fields.filter((field) => field.page === page);
  if (turn.quarter === 0) return onPage;
  return onPage.map((field) => ({ ...field, box: turnBox(field.box, turn.transform) }));
}

async function draw(file: PdfFile, index: number, turn: PageTurn, options: RenderOptions): Promise<Bitmap> {
  const bitmap = await withPage(file, index, (page) => page.render(options));
  return turnBitmap(bitmap, turn.quarter);
}
