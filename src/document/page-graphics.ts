/** What is on a page of a PDF besides its text, read again from the file when first asked for. */
import { applyTransform, type Point, type Polygon, roundPoint, type Transform } from '../geometry.js';
import type {
  Bitmap,
  PaintedPath,
  PdfFile,
  PdfFormField,
  PdfPage,
  PlacedImage,
  RenderOptions,
} from '../pdf/engine.js';
import type { BoundedCache } from './bounded-cache.js';
import type { PageGraphics } from './graphics.js';
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
  return {
    paths: () => cache.get(`paths ${index}`, () => readPaths(file, index, turn), pathBytes),
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

/** What a point, and a path or an image, hold in memory, in bytes, roughly. */
const POINT_BYTES = 40;
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

async function readPaths(file: PdfFile, index: number, turn: PageTurn): Promise<readonly PaintedPath[]> {
  const { paths } = await withPage(file, index, (page) => page.content());
  return turn.quarter === 0 ? paths : paths.map((path) => transformPath(path, turn.transform));
}

async function readImages(file: PdfFile, index: number, turn: PageTurn): Promise<readonly PlacedImage[]> {
  const images = await withPage(file, index, (page) => page.images());
  if (turn.quarter === 0) return images;
  return images.map((image) => ({ ...image, polygon: transformPolygon(image.polygon, turn.transform) }));
}

/** A path moved by a transform; widths of strokes grow as areas do. */
export function transformPath(path: PaintedPath, transform: Transform): PaintedPath {
  const scale = Math.sqrt(Math.abs(transform.a * transform.d - transform.b * transform.c));
  return {
    ...path,
    subpaths: path.subpaths.map((subpath) => ({
      ...subpath,
      points: subpath.points.map((point) => applyTransform(transform, point)),
    })),
    ...(path.stroke ? { stroke: { ...path.stroke, width: path.stroke.width * scale } } : {}),
    ...(path.clip ? { clip: turnBox(path.clip, transform) } : {}),
  };
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
