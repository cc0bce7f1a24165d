/**
 * Tables with walls: drawn ones, else those in pixels. Deterministic; what depends on a page alone is made once a page.
 * No value of 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter
 * larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser

import { orElse } from '../../../foundation/async/interrupt.js';
import { onceFor } from '../../../foundation/async/once.js';
import {
  applyTransform,
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  invertTransform,
  type Point,
  turnAboutMiddle,
} from '../../document/geometry.js';
import type { Line, Page } from '../../document/model.js';
import type { PageGraphics } from '../../document/page-graphics.js';
import { darkPixels, pixelRulings, pixelSkew, skewOf } from '../../drawn/pixel-rulings.js';
import { type Ruling, type RulingOptions, vectorRulings } from '../../drawn/rulings.js';
import { loadedInkOf } from '../../ink/loaded-ink.js';
import type { PageInk } from '../../ink/page-ink.js';
import { fillTable } from './cells.js';
import { cutSpans } from './cut-spans.js';
import { type Grid, gridOfCells, gridsOf } from './grid.js';
import { type RecognisedTable, structureBounds, type TableSource, type TableStructure } from './model.js';
import { splitHeadings } from './raster-repair.js';
import { tablesIn } from './segmentation.js';
import { splitLists } from './split-rows.js';

/** Sides of the smallest picture that may be of a table, in inches: two columns, two rows. */
const PICTURE_WIDTH = 1;
const PICTURE_HEIGHT = 0.3;
/** Lines with their middles on it, at least: two cells. A cover has its title on a picture. */
const PICTURE_LINES = 2;

interface LatticeOptions {
  /** Number of columns of the tables; undefined for any. */
  readonly columnCount?: number | undefined;
  /** Mark superscripts and subscripts. */
  readonly annotate?: boolean | undefined;
}

/** Walls of a page and the grids that they form. */
interface Walls {
  readonly source: TableSource;
  readonly rulings: readonly Ruling[];
  readonly grids: readonly Grid[];
  /** From a point of the page to where it is among the rulings: on scans these are turned straight. */
  readonly place?: (point: Point) => Point;
  /** The way back. */
  readonly back?: (point: Point) => Point;
}

/** A straight line on a page, from end to end, in inches. */
type Segment = readonly [Point, Point];

/** What of a page looks like walls: for people who want to see why a table was found, or was not. */
interface SeenWalls {
  readonly rulings: readonly Segment[];
  /** The lines of each table's grid. */
  readonly tables: readonly { readonly source: TableSource; readonly grid: readonly Segment[] }[];
}

const NO_WALLS: Walls = { source: 'vector', rulings: [], grids: [] };

/** The tables of a page that have walls, with the text of some of its lines: from top to bottom, then left to right. */
export async function latticeTables(
  page: Page,
  lines: readonly Line[],
  { columnCount, annotate }: LatticeOptions = {},
): Promise<readonly RecognisedTable[]> {
  const { walls, structures } = await structuresOf(page, columnCount);
  const tables: RecognisedTable[] = [];
  for (const structure of structures) {
    const table = fillTable(structure, page.index, lines, { annotate, place: walls.place });
    tables.push(splitLists(cutSpans(table, annotate === true), annotate === true));
  }
  return tables.sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

/** Where on a page tables with walls are. */
export async function latticeBounds(page: Page): Promise<readonly Box[]> {
  const { structures } = await structuresOf(page, undefined);
  return structures.map(structureBounds);
}

/** A grid as it is drawn, whether or not its sides are closed, with the places of its rulings. */
export interface DrawnGrid extends Box {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** The grids that are drawn on a page, else those in its picture; none of crooked scans. */
export async function drawnGrids(page: Page): Promise<readonly DrawnGrid[]> {
  const kinds = wallsOf(page);
  if (!kinds) return [];
  const vector = await kinds.vector();
  const { grids, place } = vector.grids.length > 0 ? vector : await kinds.raster(page);
  return place ? [] : grids.map(({ xs, ys }) => ({ ...structureBounds({ xs, ys }), xs, ys }));
}

/** All rulings of a page: drawn ones, or on pages without any those of its picture, where that is straight. */
export async function pageRulings(page: Page): Promise<readonly Ruling[]> {
  const walls = wallsOf(page);
  if (!walls) return [];
  const drawn = (await walls.vector()).rulings;
  if (drawn.length > 0) return drawn;
  const { rulings, place } = await walls.raster(page);
  return place ? [] : rulings;
}

/** The rulings of a page, drawn ones or those of its picture, and the grids of the tables that they bound. */
export async function seenWalls(page: Page): Promise<SeenWalls> {
  const kinds = wallsOf(page);
  if (!kinds) return { rulings: [], tables: [] };
  const { walls, structures } = await structuresOf(page, undefined);
  const vector = await kinds.vector();
  const shown =
    walls.rulings.length > 0 ? walls : vector.rulings.length > 0 ? vector : await kinds.raster(page);
  return {
    rulings: shown.rulings.map((ruling) => segmentOf(ruling, shown)),
    tables: structures.map(({ source, xs, ys }) => ({ source, grid: gridLines(xs, ys, walls) })),
  };
}

function segmentOf({ orientation, at, from, to }: Ruling, { back = (point) => point }: Walls): Segment {
  return orientation === 'horizontal'
    ? [back({ x: from, y: at }), back({ x: to, y: at })]
    : [back({ x: at, y: from }), back({ x: at, y: to })];
}

function gridLines(xs: readonly number[], ys: readonly number[], walls: Walls): Segment[] {
  const across = { from: xs[0] ?? 0, to: xs.at(-1) ?? 0 };
  const down = { from: ys[0] ?? 0, to: ys.at(-1) ?? 0 };
  return [
    ...ys.map((at) => segmentOf({ orientation: 'horizontal', at, ...across }, walls)),
    ...xs.map((at) => segmentOf({ orientation: 'vertical', at, ...down }, walls)),
  ];
}

/** Tables by the first kind of walls that gives any. */
async function structuresOf(
  page: Page,
  columnCount: number | undefined,
): Promise<{ readonly walls: Walls; readonly structures: readonly TableStructure[] }> {
  const kinds = wallsOf(page);
  if (!kinds) return { walls: NO_WALLS, structures: [] };
  const vector = await kinds.vector();
  const hard = vector.grids.length > 0 ? vector : await kinds.fills();
  for (const find of [async () => hard, () => kinds.raster(page)]) {
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
  readonly #graphics: PageGraphics;
  readonly #known = new Map<string, Promise<Walls>>();

  constructor(graphics: PageGraphics) {
    this.#graphics = graphics;
  }

  vector(): Promise<Walls> {
    return onceFor(this.#known, 'vector', () => this.#painted({}));
  }

  /** Also the edges of coloured fills. */
  fills(): Promise<Walls> {
    return onceFor(this.#known, 'fills', () => this.#painted({ fillEdges: true }));
  }

  /** Walls in pictures; pages without a picture show all their walls as paths. Their skew is that of the text. */
  async raster(page: Page): Promise<Walls> {
    const ink = await loadedInkOf(page);
    if (!ink || !(await showsTable(ink, page.lines))) return NO_WALLS;
    const skew = skewOf(page.lines);
    return onceFor(this.#known, `raster ${skew}`, () => this.#drawn(ink, page, skew));
  }

  async #painted(options: RulingOptions): Promise<Walls> {
    const rulings = vectorRulings(await orElse(() => this.#graphics.paths(), []), options);
    return { source: 'vector', rulings, grids: gridsOf(rulings) };
  }

  async #drawn(ink: PageInk, page: Page, textSkew: number): Promise<Walls> {
    const layer = await ink.raster();
    if (!layer) return NO_WALLS;
    const dark = textSkew === 0 ? darkPixels(layer.bitmap) : undefined;
    const skew = textSkew || pixelSkew(layer.bitmap, dark);
    const rulings = pixelRulings(layer.bitmap, page, skew, dark);
    const straighten = turnAboutMiddle(page, -skew);
    const crooked = invertTransform(straighten);
    return {
      source: 'raster',
      rulings,
      grids: gridsOf(rulings),
      ...(skew !== 0 && { place: (point: Point) => applyTransform(straighten, point) }),
      ...(skew !== 0 && crooked && { back: (point: Point) => applyTransform(crooked, point) }),
    };
  }
}

/** Whether a picture may show the walls of a table: it is large enough, and lines of text are on it. */
async function showsTable(ink: PageInk, lines: readonly Line[]): Promise<boolean> {
  const pictures = (await ink.images())
    .map(({ polygon }) => boundingBox(polygon))
    .filter((picture) => boxWidth(picture) >= PICTURE_WIDTH && boxHeight(picture) >= PICTURE_HEIGHT);
  return pictures.some((picture) => lines.filter((line) => isOn(picture, line)).length >= PICTURE_LINES);
}

function isOn({ left, top, right, bottom }: Box, line: Line): boolean {
  const x = centreX(line);
  const y = centreY(line);
  return x > left && x < right && y > top && y < bottom;
}

function wallsOf({ graphics, tables }: Page): Pick<PageWalls, 'vector' | 'fills' | 'raster'> | undefined {
  if (tables) {
    const walls = Promise.resolve<Walls>({ source: 'vector', rulings: [], grids: tables.map(gridOfCells) });
    return { vector: () => walls, fills: () => walls, raster: () => walls };
  }
  return graphics?.memory.own(PageWalls, () => new PageWalls(graphics));
}
