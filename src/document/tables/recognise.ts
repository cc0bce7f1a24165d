/**
 * The table recogniser (chapter 3, 3.9): tables with drawn walls, then tables with walls in pixels, then tables
 * that only the alignment of their text shows. Deterministic; what depends on a page alone is made once a page.
 */
import { applyTransform, type Box, boundingBox, boxHeight, boxWidth, type Point } from '../../geometry.js';
import { orElse } from '../best-effort.js';
import { inkOf } from '../ink/page-ink.js';
import type { Line, Page } from '../model.js';
import { deskew, pixelRulings, pixelSkew, skewOf } from '../pixel-rulings.js';
import { type RulingOptions, vectorRulings } from '../rulings.js';
import { alignedTables } from './alignment.js';
import { fillTable } from './cells.js';
import { type Grid, gridsOf } from './grid.js';
import { type RecognisedTable, structureBounds, type TableSource, type TableStructure } from './model.js';
import { splitHeadings } from './raster-repair.js';
import type { Ruling } from './ruling.js';
import { tablesIn } from './segmentation.js';

/** Sides of the smallest picture that may be of a table, in inches: two columns, two rows. */
const PICTURE_WIDTH = 1;
const PICTURE_HEIGHT = 0.3;

export interface LatticeOptions {
  /** Number of columns of the tables; undefined for any. */
  readonly columnCount?: number | undefined;
  /** Mark superscripts and subscripts. */
  readonly annotate?: boolean | undefined;
}

export interface RecogniserOptions extends LatticeOptions {
  /** Lines that the tables are made of; default those of the page. */
  readonly lines?: readonly Line[] | undefined;
  /** Only tables and lines whose middles lie in this rectangle. */
  readonly region?: Box | undefined;
}

/** Walls of a page and the grids that they form. */
interface Walls {
  readonly source: TableSource;
  readonly rulings: readonly Ruling[];
  readonly grids: readonly Grid[];
  /** From a point of the page to where it is among the rulings: on scans these are turned straight. */
  readonly place?: (point: Point) => Point;
}

const NO_WALLS: Walls = { source: 'vector', rulings: [], grids: [] };

/** All tables of a page, from top to bottom, then left to right. */
export async function recognizeTables(
  page: Page,
  options: RecogniserOptions = {},
): Promise<readonly RecognisedTable[]> {
  const { region, lines = page.lines } = options;
  const own = region ? lines.filter((line) => isMiddleIn(line, region)) : lines;
  const lattice = await latticeTables(page, own, options);
  const kept = region ? lattice.filter(({ bounds }) => isMiddleIn(bounds, region)) : lattice;
  if (kept.length > 0) return kept;
  const rulings = await horizontalRulings(page);
  return alignedTables(own, { ...options, rulings: () => rulings });
}

function isMiddleIn(box: Box, { left, top, right, bottom }: Box): boolean {
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The tables of a page that have walls, with the text of some lines of the page. */
export async function latticeTables(
  page: Page,
  lines: readonly Line[],
  { columnCount, annotate }: LatticeOptions = {},
): Promise<readonly RecognisedTable[]> {
  const { walls, structures } = await structuresOf(page, columnCount);
  return structures
    .map((structure) => fillTable(structure, page.index, lines, { annotate, place: walls.place }))
    .sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

/** Where on a page tables with walls stand. */
export async function latticeBounds(page: Page): Promise<readonly Box[]> {
  const { structures } = await structuresOf(page, undefined);
  return structures.map(structureBounds);
}

/** Horizontal rulings of a page: drawn ones, or on pages without any those of its picture. */
export async function horizontalRulings(page: Page): Promise<readonly Ruling[]> {
  const isHorizontal = ({ orientation }: Ruling) => orientation === 'horizontal';
  const drawn = (await wallsOf(page).vector()).rulings.filter(isHorizontal);
  if (drawn.length > 0) return drawn;
  const { rulings, place } = await wallsOf(page).raster();
  return place ? [] : rulings.filter(isHorizontal);
}

/** Tables by the first kind of walls that gives any. */
async function structuresOf(
  page: Page,
  columnCount: number | undefined,
): Promise<{ readonly walls: Walls; readonly structures: readonly TableStructure[] }> {
  const kinds = wallsOf(page);
  const vector = await kinds.vector();
  const hard = vector.grids.length > 0 ? vector : await kinds.fills();
  for (const find of [async () => hard, () => kinds.raster()]) {
    const walls = await find();
    const structures = walls.grids.flatMap((grid) => tablesIn(grid, walls.source, columnCount));
    if (structures.length === 0) continue;
    if (walls.source !== 'raster') return { walls, structures };
    return {
      walls,
      structures: structures.map((structure) => splitHeadings(structure, page.lines, walls.place)),
    };
  }
  return { walls: NO_WALLS, structures: [] };
}

/** The kinds of walls of a page, each made when first asked for. */
class PageWalls {
  readonly #page: Page;
  #vector: Promise<Walls> | undefined;
  #fills: Promise<Walls> | undefined;
  #raster: Promise<Walls> | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  vector(): Promise<Walls> {
    this.#vector ??= this.#painted({});
    return this.#vector;
  }

  /** Also the edges of coloured fills. */
  fills(): Promise<Walls> {
    this.#fills ??= this.#painted({ fillEdges: true });
    return this.#fills;
  }

  /** Walls in pictures; pages without a picture show all their walls as paths. */
  raster(): Promise<Walls> {
    this.#raster ??= this.#drawn();
    return this.#raster;
  }

  async #painted(options: RulingOptions): Promise<Walls> {
    const { graphics } = this.#page;
    if (!graphics) return NO_WALLS;
    const rulings = vectorRulings(await orElse(() => graphics.paths(), []), options);
    return { source: 'vector', rulings, grids: gridsOf(rulings) };
  }

  async #drawn(): Promise<Walls> {
    const ink = inkOf(this.#page);
    if (!ink || !(await ink.images()).some(({ polygon }) => mayShowTable(boundingBox(polygon))))
      return NO_WALLS;
    const layer = await ink.raster();
    if (!layer) return NO_WALLS;
    const skew = skewOf(this.#page.lines) || pixelSkew(layer.bitmap);
    const rulings = pixelRulings(layer.bitmap, this.#page, skew);
    const straighten = deskew(this.#page, skew);
    return {
      source: 'raster',
      rulings,
      grids: gridsOf(rulings),
      ...(skew !== 0 && { place: (point: Point) => applyTransform(straighten, point) }),
    };
  }
}

function mayShowTable(picture: Box): boolean {
  return boxWidth(picture) >= PICTURE_WIDTH && boxHeight(picture) >= PICTURE_HEIGHT;
}

const wallsOfPages = new WeakMap<Page, PageWalls>();

function wallsOf(page: Page): PageWalls {
  let walls = wallsOfPages.get(page);
  if (!walls) {
    walls = new PageWalls(page);
    wallsOfPages.set(page, walls);
  }
  return walls;
}
