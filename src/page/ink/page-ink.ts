/**
 * The ink layers of a page: painted or drawn when first asked for, each at most once. No value of 137 documents and no
 * cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths

import { orElse } from '../../foundation/async/interrupt.js';
import { Once, onceFor } from '../../foundation/async/once.js';
import { memo } from '../../foundation/objects/memo.js';
import { type Box, boundingBox, boxArea, boxHeight, boxWidth, grownBox } from '../document/geometry.js';
import type { Releasable } from '../document/memory.js';
import type { Page } from '../document/model.js';
import type { KnownInk, PageGraphics, PaintedPath, PlacedImage } from '../document/page-graphics.js';
import type { PageSize } from '../layout/page-rotation.js';
import { curveBoxes, ringBoxes, withRings } from './curved-paths.js';
import { DrawnAreas, touches } from './drawn-areas.js';
import {
  afterWhite,
  type GreyBitmap,
  greyOf,
  inkDpi,
  isTooCoarse,
  type PixelBox,
  pixelSize,
  pixelsIn,
  WHITE,
  wordsOf,
} from './grey.js';
import { InkLayer, type LayerKind } from './ink-layer.js';
import { type Painted, paintPaths, paintsBelow } from './paint.js';
import { withoutPenLines } from './pen-lines.js';
import { lightFrom } from './threshold.js';

/** Share of a page that images cover when it is a scan. */
const SCAN_COVER = 0.8;
/** Brightness below which a painted path counts as ink of the page. */
const PATH_INK = 0.9;

/** Kinds of layers that are drawings. */
type DrawnKind = Exclude<LayerKind, 'vector'>;

/** Layers that are kept, by what is on them. */
type LayerName = LayerKind | 'borders' | `${'' | 'small '}pictures ${DrawnKind}`;

/** Places of a page that are drawn into its layer of paths at most; with more all of the page is drawn. */
const MOST_PLACES = 40;
/** So far around a place that may be a part of one a box to tick may reach, in inches. */
const LARGEST_BOX = 0.45;
/** So far beyond the box of a word the sign of a symbol font may be drawn, in inches: half of one of 14 points. */
const LARGEST_OVERHANG = 0.1;

/**
 * Pixels of an image from which on it is left out where it decides nothing: those of a JPEG take 4 ms to unpack, as long as it
 * takes to look for boxes once more.
 */
const MANY_PIXELS = 250_000;
/**
 * So far from an image nothing of it decides about a box to tick, in inches: around it `LARGEST_BOX` is drawn, a box of 0.4 may
 * reach into that, and 0.2 beside a box are looked at.
 */
const IMAGE_REACH = 1.1;

/** Where the images of a page are, in inches, and which of them have many pixels. */
interface ImageBoxes {
  readonly all: readonly Box[];
  readonly large: readonly Box[];
}

const NO_IMAGES: ImageBoxes = { all: [], large: [] };

/** All paths of a page, and those that no pen drew; the very same where none did. */
interface PathsByPen {
  readonly paths: readonly PaintedPath[];
  readonly borders: readonly PaintedPath[];
}

const curvesOf = memo(curveBoxes);

/** What images are drawn onto. */
interface Ground {
  readonly bitmap: Omit<GreyBitmap, 'data'>;
  /** Pixels that are known to be white, at least. */
  readonly white: number;
  /** Its pixels, to draw on. */
  pixels(): Uint8Array;
}

/** Layers of a page by kind. Undefined where the page cannot have that layer, as one that is too large has none. */
export class PageInk implements Releasable {
  readonly #page: PageSize;
  readonly #graphics: PageGraphics;
  readonly #layers = new Map<LayerName, Promise<InkLayer | undefined>>();
  #made: InkLayer[] = [];
  #byPen = this.#findPens();
  #basis = this.#findBasis();
  /** Paths that were painted and left no ink. */
  readonly #inkless = new WeakSet<readonly PaintedPath[]>();
  readonly #areas = new Map<DrawnKind, DrawnAreas>();
  /** Boxes that are waited for until their turn to be drawn comes, by kind. */
  readonly #waiting = new Map<DrawnKind, Set<Box>>();
  #drawing: Promise<unknown> = Promise.resolve();
  #known: KnownInk | undefined;
  #imageBoxes: ImageBoxes | undefined;

  /** @internal use `inkOf` */
  constructor({ width, height }: PageSize, graphics: PageGraphics) {
    this.#page = { width, height };
    this.#graphics = graphics;
  }

  get bytes(): number {
    let bytes = 0;
    for (const { bitmap } of this.#areas.values()) bytes += bitmap.data.length;
    return this.#made.reduce((sum, layer) => sum + layer.bytes, bytes);
  }

  /** Whether the page is so large that it has no layers: their pixels would show nothing. */
  get isTooLarge(): boolean {
    return isTooCoarse(this.#page);
  }

  /** Painted paths alone; undefined when they leave no ink, or are too many to paint. */
  vector(): Promise<InkLayer | undefined> {
    return this.#layer('vector', async () => this.#painted((await this.#pathsByPen()).paths));
  }

  /** The same without what a pen drew across the page. */
  async borders(): Promise<InkLayer | undefined> {
    const byPen = await orElse(() => this.#pathsByPen(), undefined);
    if (!byPen || byPen.borders === byPen.paths) return this.vector();
    return this.#layer('vector', async () => this.#painted(byPen.borders), 'borders');
  }

  /** What images are drawn onto: the layer of borders, or white where paths leave no ink, as all that may be a border is a picture then. */
  async #ground(): Promise<Ground | undefined> {
    const borders = await this.borders();
    if (borders) {
      const { bitmap, white } = borders;
      return { bitmap, white, pixels: () => bitmap.data.slice() };
    }
    const byPen = await orElse(() => this.#pathsByPen(), undefined);
    if (!byPen || !this.#inkless.has(byPen.borders)) return undefined;
    const dpi = inkDpi(this.#page);
    const { width, height } = pixelSize(this.#page, dpi);
    const white = width * height;
    const pixels = () => new Uint8Array(white).fill(WHITE);
    return { bitmap: { width, height, dpi }, white, pixels };
  }

  #pathsByPen(): Promise<PathsByPen> {
    return this.#byPen.get();
  }

  #findPens(): Once<PathsByPen> {
    return new Once(async () => {
      const paths = withRings(await this.#graphics.paths());
      return { paths, borders: withoutPenLines(paths) };
    });
  }

  /** What it depends on which layers show borders; the fields of a form ask for it hundreds of times. */
  #findBasis() {
    return new Once(async () => ({ vector: await this.borders(), isScan: await this.isScan() }));
  }

  #painted(paths: readonly PaintedPath[]): Painted | undefined {
    const light = lightFrom(PATH_INK);
    const dpi = inkDpi(this.#page);
    const size = pixelSize(this.#page, dpi);
    if (!paintsBelow(paths, light)) return this.#noteInkless(paths);
    const painted = paintPaths(paths, size, dpi);
    if (!painted) return undefined;
    return hasInk(painted.bitmap, light) ? painted : this.#noteInkless(paths);
  }

  #noteInkless(paths: readonly PaintedPath[]): undefined {
    this.#inkless.add(paths);
  }

  /** The page as drawn; undefined where it cannot be drawn. */
  raster(): Promise<InkLayer | undefined> {
    return this.#drawn('raster', false);
  }

  /**
   * The page as drawn, in a box at least and 0.1 inch around it; undefined where it cannot be drawn. All of it is drawn only
   * where an area of it takes as long, or would have other pixels.
   * @param box in inches
   */
  async drawnAt(box: Box): Promise<GreyBitmap | undefined> {
    return (await this.#drawnArea('raster', box)) ?? (await this.raster())?.bitmap;
  }

  /** Undefined where no areas are drawn of the page, or all of it is drawn already. */
  async #drawnArea(kind: DrawnKind, box: Box): Promise<GreyBitmap | undefined> {
    const waiting = this.#waiting.get(kind) ?? new Set();
    this.#waiting.set(kind, waiting);
    waiting.add(box);
    try {
      return await this.#inTurn(() => this.#drawArea(kind, box, waiting));
    } finally {
      waiting.delete(box);
    }
  }

  /** Who asks for the same area at the same time finds it drawn. */
  #inTurn<T>(draw: () => Promise<T>): Promise<T> {
    const drawn = this.#drawing.then(draw);
    this.#drawing = drawn.catch(() => undefined);
    return drawn;
  }

  /** @param waiting boxes that are asked for at the same time: they are drawn with this one, in as few areas as is best */
  async #drawArea(kind: DrawnKind, box: Box, waiting: ReadonlySet<Box>): Promise<GreyBitmap | undefined> {
    const areas = await this.#areasOf(kind);
    if (!areas || areas.has(box)) return areas?.bitmap;
    const images = await this.#boxesOfImages();
    if (!images) return undefined;
    const together = waiting.size > 1 ? this.#placesOf(areas, [...waiting], images) : undefined;
    const area = together ? undefined : areas.areaFor(box, images);
    const wanted = together ?? (area && [area]);
    return wanted && (await this.#draw(kind, areas, wanted));
  }

  /** What is to be drawn for places; undefined where that is all of the page. */
  #placesOf(areas: DrawnAreas, places: readonly Box[], images: readonly Box[]): readonly Box[] | undefined {
    if (places.length > MOST_PLACES) return undefined;
    const missing = places.filter((place) => !areas.has(place));
    return areas.areasFor(missing, images);
  }

  /** Undefined where one of them cannot be drawn. */
  async #draw(kind: DrawnKind, areas: DrawnAreas, boxes: readonly Box[]): Promise<GreyBitmap | undefined> {
    const { dpi } = areas.bitmap;
    const withoutText = kind === 'rasterWithoutText';
    for (const area of boxes) {
      const drawn = await orElse(() => this.#graphics.raster({ dpi, area, withoutText }), undefined);
      if (!drawn) return undefined;
      areas.put(area, drawn);
    }
    return areas.bitmap;
  }

  async #drawPlaces(kind: DrawnKind, places: readonly Box[]): Promise<GreyBitmap | undefined> {
    const areas = await this.#areasOf(kind);
    const images = await this.#boxesOfImages();
    const wanted = areas && images && this.#placesOf(areas, places, images);
    return wanted && (await this.#draw(kind, areas, wanted));
  }

  /** What was drawn of the page by areas; undefined where none are drawn. */
  async #areasOf(kind: DrawnKind): Promise<DrawnAreas | undefined> {
    const known = await this.known();
    if (!known?.typed || !known.drawsAreas || this.isTooLarge || this.#layers.has(kind)) return undefined;
    const dpi = inkDpi(this.#page);
    const areas = this.#areas.get(kind) ?? new DrawnAreas(pixelSize(this.#page, dpi), dpi);
    this.#areas.set(kind, areas);
    return areas;
  }

  /** Undefined where the page has images whose places are not known: all of it must be drawn then. */
  async #boxesOfImages(): Promise<readonly Box[] | undefined> {
    return (await this.#placedImages())?.all;
  }

  async #placedImages(): Promise<ImageBoxes | undefined> {
    if ((await this.known())?.imageArea === 0) return NO_IMAGES;
    if (this.#imageBoxes) return this.#imageBoxes;
    const images = await this.images();
    if (images.length === 0) return undefined;
    const all = images.map(({ polygon }) => boundingBox(polygon));
    this.#imageBoxes = { all, large: all.filter((_, index) => hasManyPixels(images[index]!)) };
    return this.#imageBoxes;
  }

  /**
   * The layer of borders, with all drawn that is at some places.
   * @param places in inches
   * @returns undefined where there is none, or all of the page must be drawn
   */
  async #pathsAnd(kind: DrawnKind, places: readonly Box[]): Promise<InkLayer | undefined> {
    if (places.length === 0) return this.borders();
    const ground = await this.#ground();
    if (!ground) return undefined;
    const bitmap = await this.#inTurn(() => this.#drawPlaces(kind, places));
    if (!bitmap) return undefined;
    const { width, height, dpi } = ground.bitmap;
    const mixed = ground.pixels();
    const drawn: PixelBox[] = [];
    let { white } = ground;
    for (const place of places) {
      const { left, top, right, bottom } = pixelsIn(place, bitmap);
      if (left >= right || top >= bottom) continue;
      for (let row = top * width; row < bottom * width; row += width) {
        mixed.set(bitmap.data.subarray(row + left, row + right), row + left);
      }
      const area = { left, top, right, bottom };
      drawn.push(area);
      white -= boxArea(area);
    }
    return new InkLayer('vector', { width, height, dpi, data: mixed }, drawn, white);
  }

  /** The page as drawn but without its text; undefined where it cannot be drawn so. */
  rasterWithoutText(): Promise<InkLayer | undefined> {
    return this.#drawn('rasterWithoutText', true);
  }

  /** Raster images as placed; none where they cannot be read. */
  async images(): Promise<readonly PlacedImage[]> {
    if ((await this.known())?.imageArea === 0) return [];
    return orElse(() => this.#graphics.images(), []);
  }

  /** What is known of the page's ink without drawing it; undefined where nothing is. */
  async known(): Promise<KnownInk | undefined> {
    this.#known ??= await orElse(async () => this.#graphics.known?.(), undefined);
    return this.#known;
  }

  /** Whether images cover the page. */
  async isScan(): Promise<boolean> {
    const { width, height } = this.#page;
    const known = await this.known();
    if (known && known.imageArea < SCAN_COVER * width * height) return false;
    let covered = 0;
    for (const { polygon } of await this.images()) {
      const box = boundingBox(polygon);
      covered += Math.max(0, boxWidth(box)) * Math.max(0, boxHeight(box));
    }
    return covered >= SCAN_COVER * width * height;
  }

  /**
   * The layers in which to look for borders, the best first: paths, then the page drawn without text; the full
   * drawing for scans and pages without paths, of these the images first. The next one is made only when it is asked for, and only where the
   * page shows more than paths and text: its drawing without text would be the paths once more.
   * @param wanted places that boxes to tick are looked for at, in inches; without it borders of any size, anywhere
   */
  async *borderLayers(wanted?: readonly Box[]): AsyncGenerator<InkLayer> {
    const { vector, isScan } = await this.#basis.get();
    if (!vector && !isScan) {
      const pictures = await this.#pictures('raster', wanted);
      if (pictures) yield pictures;
    }
    if (!vector || isScan) {
      const only = (await this.raster()) ?? vector;
      if (only) yield only;
      return;
    }
    yield vector;
    const known = await this.known();
    if (known?.typed && known.imageArea === 0) return;
    const second =
      (await this.#pictures('rasterWithoutText', wanted)) ??
      (await this.rasterWithoutText()) ??
      (await this.raster());
    if (second) yield second;
  }

  /** The layer of borders with the images of the page that may matter; undefined where all of the page must be drawn. */
  async #pictures(kind: DrawnKind, wanted: readonly Box[] | undefined): Promise<InkLayer | undefined> {
    const isAway = wanted !== undefined && (await this.areLargeImagesAway(wanted));
    const small = isAway ? await this.#smallImages(kind, (images) => images) : undefined;
    return this.#kept(small ? `small pictures ${kind}` : `pictures ${kind}`, async () => {
      if (!(await this.known())?.typed) return undefined;
      const images = small ?? (await this.#boxesOfImages());
      return images?.length ? this.#pathsAnd(kind, images) : undefined;
    });
  }

  /**
   * The layer of paths where it shows all that is in a box: no glyph, image or curve reaches into it. Undefined
   * where other ink is, or may be.
   * @param box in inches
   */
  async allInPaths(box: Box): Promise<InkLayer | undefined> {
    if (await this.#hasOtherInk(box)) return undefined;
    return touchesAny(curvesOf((await this.#pathsByPen()).paths), box) ? undefined : this.vector();
  }

  /** The layer of borders where it shows all that is in a box but what a pen drew across the page. @param box in inches */
  async allInBorders(box: Box): Promise<InkLayer | undefined> {
    if (await this.#hasOtherInk(box)) return undefined;
    return touchesAny(curvesOf((await this.#pathsByPen()).borders), box) ? undefined : this.borders();
  }

  /** Whether glyphs or images reach into a box, or something may. */
  async #hasOtherInk(box: Box): Promise<boolean> {
    const typed = (await this.known())?.typed;
    return !typed || typed.touches(box) || this.hasImageIn(box);
  }

  /**
   * The layer of paths as one that shows every box to tick of the page: images, what is round, of which paths keep the
   * corners only, and words that may be boxes are drawn. Undefined where all of the page must be.
   * @param places of words, in inches
   */
  async allBoxes(places: readonly Box[]): Promise<InkLayer | undefined> {
    if (!(await this.known())?.typed) return undefined;
    const images = await this.#boxesOfImages();
    if (images === undefined) return undefined;
    return this.#pathsAnd('raster', placesOfBoxes(images, await this.#ringBoxes(), places));
  }

  /** The same without large images; undefined where they may decide about boxes far away, too. */
  async boxesBesideLarge(places: readonly Box[]): Promise<InkLayer | undefined> {
    const rings = await this.#ringBoxes();
    const placesOf = (images: readonly Box[]) => placesOfBoxes(images, rings, places);
    const small = await this.#smallImages('raster', placesOf);
    return small && this.#pathsAnd('raster', placesOf(small));
  }

  async #ringBoxes(): Promise<readonly Box[]> {
    return (await this.#pathsByPen()).paths.flatMap(ringBoxes);
  }

  /**
   * Whether the page has images that take long to unpack, and all of them are so far from some places that they decide nothing
   * about boxes to tick that reach into these. @param places in inches
   */
  async areLargeImagesAway(places: readonly Box[]): Promise<boolean> {
    const large = (await this.#placedImages())?.large ?? [];
    const reach = large.map((image) => grownBox(image, IMAGE_REACH));
    return large.length > 0 && !places.some((place) => touchesAny(reach, place));
  }

  /**
   * The images of the page but large ones, where areas of it are drawn for them, and its paper is white whatever large ones show;
   * undefined elsewhere.
   * @param placesOf what is drawn for images
   */
  async #smallImages(
    kind: DrawnKind,
    placesOf: (images: readonly Box[]) => readonly Box[],
  ): Promise<readonly Box[] | undefined> {
    const areas = await this.#areasOf(kind);
    const images = await this.#placedImages();
    if (!areas || !images) return undefined;
    const { all, large } = images;
    const drawn = placesOf(all);
    const ground = this.#placesOf(areas, drawn, all) && (await this.#ground());
    if (!ground) return undefined;
    const { bitmap } = ground;
    const white = drawn.reduce((left, each) => left - boxArea(pixelsIn(each, bitmap)), ground.white);
    return 2 * white > bitmap.width * bitmap.height
      ? all.filter((image) => !large.includes(image))
      : undefined;
  }

  /** Whether an image reaches into a box, as far as the places of images are known. @param box in inches */
  async hasImageIn(box: Box): Promise<boolean> {
    return touchesAny((await this.#boxesOfImages()) ?? [], box);
  }

  /** Lets go of all layers; they are made again when asked for. */
  forget(): void {
    this.#layers.clear();
    this.#byPen = this.#findPens();
    this.#basis = this.#findBasis();
    this.#known = undefined;
    this.#imageBoxes = undefined;
    this.#areas.clear();
    this.#made = [];
  }

  #drawn(kind: LayerKind, withoutText: boolean): Promise<InkLayer | undefined> {
    return this.#layer(kind, async () => {
      const bitmap = await this.#graphics.raster({ dpi: inkDpi(this.#page), withoutText });
      return greyOf(bitmap);
    });
  }

  #layer(
    kind: LayerKind,
    make: () => Promise<GreyBitmap | Painted | undefined>,
    name: LayerName = kind,
  ): Promise<InkLayer | undefined> {
    return this.#kept(name, async () => {
      const made = await orElse(this.isTooLarge ? async () => undefined : make, undefined);
      if (!made) return undefined;
      return 'blank' in made
        ? new InkLayer(kind, made.bitmap, [], made.blank, !made.slants)
        : new InkLayer(kind, made);
    });
  }

  #kept(name: LayerName, make: () => Promise<InkLayer | undefined>): Promise<InkLayer | undefined> {
    const made = this.#made;
    return onceFor(this.#layers, name, async () => {
      const layer = await make();
      if (layer) made.push(layer);
      return layer;
    });
  }
}

/** What is drawn for boxes to tick: around images and rings, and at words. All in inches. */
function placesOfBoxes(images: readonly Box[], rings: readonly Box[], words: readonly Box[]): readonly Box[] {
  const grown = (boxes: readonly Box[], by: number) => boxes.map((each) => grownBox(each, by));
  return [...grown([...images, ...rings], LARGEST_BOX), ...grown(words, LARGEST_OVERHANG)];
}

function hasManyPixels({ pixels }: PlacedImage): boolean {
  return pixels !== undefined && pixels.width * pixels.height >= MANY_PIXELS;
}

/** Whether a box touches one of many; a page has thousands of curves, and is asked for each of its boxes to tick. */
function touchesAny(boxes: readonly Box[], box: Box): boolean {
  for (const each of boxes) if (touches(each, box)) return true;
  return false;
}

function hasInk({ data }: GreyBitmap, light: number): boolean {
  const words = wordsOf(data);
  for (
    let at = afterWhite(words, 0, data.length);
    at < data.length;
    at = afterWhite(words, at + 1, data.length)
  ) {
    if (data[at]! < light) return true;
  }
  return false;
}

/**
 * The ink of a page, shared by all who look at the page. Undefined for spreadsheets and text, which have none.
 */
export function inkOf(page: Pick<Page, 'width' | 'height' | 'graphics'>): PageInk | undefined {
  const { graphics } = page;
  if (!graphics) return undefined;
  const ink = graphics.memory.own(PageInk, () => new PageInk(page, graphics));
  graphics.memory.useInk(ink);
  return ink;
}
