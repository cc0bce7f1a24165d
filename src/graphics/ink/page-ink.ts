/** The ink layers of a page: painted or drawn when first asked for, each at most once. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths

import {
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  grownBox,
  overlapX,
  overlapY,
} from '../../document/geometry.js';
import type { PageSize } from '../../document/layout/page-rotation.js';
import type { Releasable } from '../../document/memory.js';
import type { Page } from '../../document/model.js';
import type { KnownInk, PageGraphics, PaintedPath, PlacedImage } from '../../document/page-graphics.js';
import { orElse } from '../../interrupt.js';
import { DrawnAreas } from './drawn-areas.js';
import { type GreyBitmap, greyOf, inkDpi, isTooCoarse, pixelSize } from './grey.js';
import { InkLayer, type LayerKind } from './ink-layer.js';
import { paintPaths } from './paint.js';
import { lightFrom } from './threshold.js';

/** Share of a page that images cover when it is a scan. */
const SCAN_COVER = 0.8;
/** Brightness below which a painted path counts as ink of the page. */
const PATH_INK = 0.9;
/** Least distance from its ends that a curve may reach, in inches. */
const LEAST_SWING = 0.1;

/** Layers of a page by kind. Undefined where the page cannot have that layer, as one that is too large has none. */
export class PageInk implements Releasable {
  readonly #page: PageSize;
  readonly #graphics: PageGraphics;
  readonly #layers = new Map<LayerKind, Promise<InkLayer | undefined>>();
  readonly #made: InkLayer[] = [];
  #curves: readonly Box[] | undefined;
  #areas: DrawnAreas | undefined;

  /** @internal use `inkOf` */
  constructor({ width, height }: PageSize, graphics: PageGraphics) {
    this.#page = { width, height };
    this.#graphics = graphics;
  }

  get bytes(): number {
    const areas = this.#areas?.bitmap.data.length ?? 0;
    return this.#made.reduce((sum, layer) => sum + layer.bytes, areas);
  }

  /** Whether the page is so large that it has no layers: their pixels would tell nothing. */
  get isTooLarge(): boolean {
    return isTooCoarse(this.#page);
  }

  /** Painted paths alone; undefined when they leave no ink, or are too many to paint. */
  vector(): Promise<InkLayer | undefined> {
    return this.#layer('vector', async () => {
      const dpi = inkDpi(this.#page);
      const painted = paintPaths(await this.#graphics.paths(), pixelSize(this.#page, dpi), dpi);
      return painted && hasInk(painted) ? painted : undefined;
    });
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
    return (await this.#drawnArea(box)) ?? (await this.raster())?.bitmap;
  }

  async #drawnArea(box: Box): Promise<GreyBitmap | undefined> {
    const known = await this.known();
    if (!known?.typed || !known.drawsAreas || this.isTooLarge || this.#layers.has('raster')) return undefined;
    const dpi = inkDpi(this.#page);
    this.#areas ??= new DrawnAreas(pixelSize(this.#page, dpi), dpi);
    const areas = this.#areas;
    if (areas.has(box)) return areas.bitmap;
    const images = known.imageArea === 0 ? [] : await this.images();
    const area = areas.areaFor(
      box,
      images.map(({ polygon }) => boundingBox(polygon)),
    );
    const drawn = area && (await orElse(() => this.#graphics.raster({ dpi, area }), undefined));
    if (!drawn) return undefined;
    areas.put(area, drawn);
    return areas.bitmap;
  }

  /** The page as drawn but without its text; undefined where it cannot be drawn so. */
  rasterWithoutText(): Promise<InkLayer | undefined> {
    return this.#drawn('rasterWithoutText', true);
  }

  /** Raster images as placed; none where they cannot be read. */
  async images(): Promise<readonly PlacedImage[]> {
    return orElse(() => this.#graphics.images(), []);
  }

  /** What is known of the page's ink without drawing it; undefined where nothing is. */
  async known(): Promise<KnownInk | undefined> {
    return orElse(async () => this.#graphics.known?.(), undefined);
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
   * drawing for scans and pages without paths. The next one is made only when it is asked for, and only where the
   * page shows more than paths and text: its drawing without text would be the paths once more.
   */
  async *borderLayers(): AsyncGenerator<InkLayer> {
    const vector = await this.vector();
    if (!vector || (await this.isScan())) {
      const only = (await this.raster()) ?? vector;
      if (only) yield only;
      return;
    }
    yield vector;
    const known = await this.known();
    if (known?.typed && known.imageArea === 0) return;
    const second = (await this.rasterWithoutText()) ?? (await this.raster());
    if (second) yield second;
  }

  /**
   * The layer of paths where it shows all that is in a box: no glyph, image or curve reaches into it. Undefined
   * where other ink is, or may be.
   * @param box in inches
   */
  async allInPaths(box: Box): Promise<InkLayer | undefined> {
    const typed = (await this.known())?.typed;
    if (!typed || typed.touches(box) || (await this.#hasImageIn(box)) || (await this.#hasCurveIn(box))) {
      return undefined;
    }
    return this.vector();
  }

  /**
   * The layer of paths where it shows every box to tick that is drawn on the page: there are no images, and nothing
   * round, of which paths keep the corners only. Undefined where something else may be one.
   */
  async allBoxesInPaths(): Promise<InkLayer | undefined> {
    const known = await this.known();
    if (!known?.typed || known.imageArea > 0) return undefined;
    return (await this.#graphics.paths()).some(mayBeRing) ? undefined : this.vector();
  }

  async #hasImageIn(box: Box): Promise<boolean> {
    if ((await this.known())?.imageArea === 0) return false;
    return (await this.images()).some(({ polygon }) => intersects(boundingBox(polygon), box));
  }

  async #hasCurveIn(box: Box): Promise<boolean> {
    this.#curves ??= curveBoxes(await this.#graphics.paths());
    return this.#curves.some((curve) => intersects(curve, box));
  }

  /** Lets go of all layers; they are made again when asked for. */
  forget(): void {
    this.#layers.clear();
    this.#curves = undefined;
    this.#areas = undefined;
    this.#made.length = 0;
  }

  #drawn(kind: LayerKind, withoutText: boolean): Promise<InkLayer | undefined> {
    return this.#layer(kind, async () => {
      const bitmap = await this.#graphics.raster({ dpi: inkDpi(this.#page), withoutText });
      return greyOf(bitmap);
    });
  }

  #layer(
    kind: LayerKind,
    make: () => Promise<InkLayer['bitmap'] | undefined>,
  ): Promise<InkLayer | undefined> {
    const known = this.#layers.get(kind);
    if (known) return known;
    const layer = orElse(this.isTooLarge ? async () => undefined : make, undefined).then((bitmap) => {
      if (!bitmap) return undefined;
      const made = new InkLayer(kind, bitmap);
      if (this.#layers.get(kind) === layer) this.#made.push(made);
      return made;
    });
    this.#layers.set(kind, layer);
    // A run that ended must not leave its end behind for the next one.
    layer.catch(() => this.#layers.delete(kind));
    return layer;
  }
}

/** Sides of what may be a ring to tick, in inches, and how often one may go into the other. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
const RING = { least: 0.05, most: 0.45, aspect: 1.8 };

function mayBeRing({ subpaths }: PaintedPath): boolean {
  return subpaths.some(({ points, curved }) => {
    if (!curved) return false;
    const box = boundingBox(points);
    const [short, long] = [boxWidth(box), boxHeight(box)].sort((a, b) => a - b) as [number, number];
    return short >= RING.least && long <= RING.most && long <= RING.aspect * short;
  });
}

function intersects(a: Box, b: Box): boolean {
  return overlapX(a, b) >= 0 && overlapY(a, b) >= 0;
}

/** Boxes that curves stay in: they are known by their ends only, and may swing out as far as these are apart. */
function curveBoxes(paths: readonly PaintedPath[]): readonly Box[] {
  return paths.flatMap(({ subpaths }) =>
    subpaths.flatMap(({ points, curved }) => (curved ? [widened(boundingBox(points))] : [])),
  );
}

function widened(box: Box): Box {
  return grownBox(box, Math.max(LEAST_SWING, boxWidth(box), boxHeight(box)));
}

function hasInk({ data }: GreyBitmap): boolean {
  const light = lightFrom(PATH_INK);
  for (let at = 0; at < data.length; at++) if (data[at]! < light) return true;
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
