/**
 * The vector layer: painted paths as a grey bitmap, without smoothing. Strokes become bands at least one pixel wide, so
 * that hairlines close boxes; later paint overwrites earlier, so that white covers erase what they hide. No value of
 * 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
import { type Box, boundingBox, type Point } from '../document/geometry.js';
import type { Dashes, Paint, PaintedPath, Subpath } from '../document/page-graphics.js';
import { dashedPieces } from './dashes.js';
import { type GreyBitmap, type PixelBox, WHITE } from './grey.js';

/** Paint fainter than this opacity leaves no ink. */
const LEAST_ALPHA = 0.3;
/** Filled shapes thinner than this, in pixels, become a line of one pixel. */
const THIN = 1.2;
/** Strokes up to this width, in pixels, that run at a slant are lines of one pixel. */
const SLANTED_LINE = 1.5;
/** Steps of work (pixels painted, edges crossed) on one page: 100 full repaints of a letter page. */
const WORK_LIMIT = 250_000_000;
/** Work of crossing one edge, in pixels painted. */
const CROSSING_WORK = 8;
/** Work of one subpath besides its pixels. */
const SUBPATH_WORK = 32;
/** Pixels of a row that are painted one by one: to call for them takes longer. */
const FEW_PIXELS = 16;

/** What paths leave on a page. */
export interface Painted {
  readonly bitmap: GreyBitmap;
  /** Pixels that nothing was painted on, at least. */
  readonly blank: number;
  /** Whether something is neither level nor upright, as marks are. */
  readonly slants: boolean;
}

/**
 * Paints paths on white.
 * @param size of the bitmap in pixels
 * @param data memory for its pixels
 * @returns undefined when the page holds more paint than the limit of work allows
 */
export function paintPaths(
  paths: readonly PaintedPath[],
  size: { readonly width: number; readonly height: number },
  dpi: number,
  data: Uint8Array = new Uint8Array(size.width * size.height),
): Painted | undefined {
  const painter = new Painter(size.width, size.height, dpi, data);
  for (const path of paths) {
    if (painter.exhausted) return undefined;
    painter.paint(path);
  }
  if (painter.exhausted) return undefined;
  const { width, height } = size;
  return { bitmap: { width, height, dpi, data }, blank: painter.blank, slants: painter.slants };
}

/** Whether some path paints darker than a brightness, as far as paint is painted at all. */
export function paintsBelow(paths: readonly PaintedPath[], light: number): boolean {
  const isBelow = (paint: Paint | undefined) =>
    paint !== undefined && paint.alpha >= LEAST_ALPHA && brightnessOf(paint) < light;
  return paths.some(({ fill, stroke }) => isBelow(fill) || isBelow(stroke));
}

function brightnessOf({ luminance }: Paint): number {
  return Math.round(Math.min(1, Math.max(0, luminance)) * WHITE);
}

class Painter {
  readonly data: Uint8Array;
  slants = false;
  readonly #page: PixelBox;
  readonly #dpi: number;
  #work = WORK_LIMIT;
  #clip: PixelBox;
  #brightness = 0;
  #alpha = 1;

  constructor(width: number, height: number, dpi: number, data: Uint8Array) {
    this.data = data.fill(WHITE);
    this.#dpi = dpi;
    this.#page = { left: 0, top: 0, right: width, bottom: height };
    this.#clip = this.#page;
  }

  get exhausted(): boolean {
    return this.#work < 0;
  }

  /** Painting a pixel is a step of work. */
  get blank(): number {
    return Math.max(0, this.data.length - (WORK_LIMIT - this.#work));
  }

  paint({ subpaths, fill, evenOdd, stroke, clip }: PaintedPath): void {
    this.#clip = this.#clipPixels(clip);
    if (fill && fill.alpha >= LEAST_ALPHA) {
      this.#setPaint(fill);
      this.#fill(subpaths, evenOdd === true);
    }
    if (stroke && stroke.alpha >= LEAST_ALPHA) {
      this.#setPaint(stroke);
      for (const subpath of subpaths) this.#stroke(subpath, stroke.width * this.#dpi, stroke.dashes);
    }
  }

  /** Every pixel that the clip touches, so that a line on its edge is not lost to rounding. */
  #clipPixels(clip: Box | undefined): PixelBox {
    const page = this.#page;
    if (!clip) return page;
    return {
      left: Math.max(page.left, Math.floor(clip.left * this.#dpi)),
      top: Math.max(page.top, Math.floor(clip.top * this.#dpi)),
      right: Math.min(page.right, Math.ceil(clip.right * this.#dpi)),
      bottom: Math.min(page.bottom, Math.ceil(clip.bottom * this.#dpi)),
    };
  }

  #setPaint(paint: Paint): void {
    this.#brightness = brightnessOf(paint);
    this.#alpha = Math.min(1, paint.alpha);
  }

  #fill(subpaths: readonly Subpath[], evenOdd: boolean): void {
    const thick: (readonly Point[])[] = [];
    for (const { points } of subpaths) {
      this.#work -= SUBPATH_WORK;
      const pixels = points.map(({ x, y }) => ({ x: x * this.#dpi, y: y * this.#dpi }));
      const box = boundingBox(pixels);
      if (box.right - box.left >= THIN && box.bottom - box.top >= THIN) thick.push(pixels);
      else this.#fillThin(box);
    }
    if (thick.length > 0) this.#fillPolygons(thick, evenOdd);
  }

  #fillThin({ left, top, right, bottom }: Box): void {
    const lies = right - left >= bottom - top;
    const across = Math.floor(lies ? (top + bottom) / 2 : (left + right) / 2);
    const from = Math.floor(lies ? left : top);
    const to = Math.max(from + 1, Math.ceil(lies ? right : bottom));
    if (lies) this.#fillRectangle(from, across, to, across + 1);
    else this.#fillRectangle(across, from, across + 1, to);
  }

  #stroke({ points, closed }: Subpath, width: number, dashes: Dashes | undefined): void {
    this.#work -= SUBPATH_WORK;
    const line = closed && points.length > 2 ? [...points, points[0]!] : points;
    const pieces = dashes ? dashedPieces(line, dashes) : [line];
    for (const piece of pieces) {
      if (this.exhausted) return;
      for (let i = 1; i < piece.length; i++) this.#strokeSegment(piece[i - 1]!, piece[i]!, width);
    }
  }

  #strokeSegment(start: Point, end: Point, width: number): void {
    this.#work -= SUBPATH_WORK;
    const [startX, startY] = [start.x * this.#dpi, start.y * this.#dpi];
    const [endX, endY] = [end.x * this.#dpi, end.y * this.#dpi];
    const band = Math.max(1, Math.round(width));
    const dx = Math.abs(endX - startX);
    const dy = Math.abs(endY - startY);
    if (dy < 1 || dx < 1) {
      const lies = dx >= dy;
      const from = Math.floor(lies ? Math.min(startX, endX) : Math.min(startY, endY));
      const to = Math.max(from + 1, Math.ceil(lies ? Math.max(startX, endX) : Math.max(startY, endY)));
      const across = Math.round((lies ? (startY + endY) / 2 : (startX + endX) / 2) - band / 2);
      if (lies) this.#fillRectangle(from, across, to, across + band);
      else this.#fillRectangle(across, from, across + band, to);
      return;
    }
    this.slants = true;
    const a = { x: startX, y: startY };
    const b = { x: endX, y: endY };
    this.#slantedLine(a, b);
    if (width > SLANTED_LINE) this.#fillPolygons([bandAround(a, b, width)], false);
  }

  /** A line of one pixel, connected by corners at least; it stays in the clip. */
  #slantedLine(a: Point, b: Point): void {
    const steep = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
    const [from, to] = (steep ? a.y <= b.y : a.x <= b.x) ? [a, b] : [b, a];
    const [start, end] = steep ? [from.y, to.y] : [from.x, to.x];
    const slope = steep ? (to.x - from.x) / (to.y - from.y) : (to.y - from.y) / (to.x - from.x);
    const first = Math.max(Math.floor(start), steep ? this.#clip.top : this.#clip.left);
    const last = Math.min(Math.floor(end), (steep ? this.#clip.bottom : this.#clip.right) - 1);
    for (let along = first; along <= last; along++) {
      const middle = Math.min(end, Math.max(start, along + 0.5));
      const across = Math.floor((steep ? from.x : from.y) + slope * (middle - start));
      if (steep) this.#fillRectangle(across, along, across + 1, along + 1);
      else this.#fillRectangle(along, across, along + 1, across + 1);
    }
  }

  #fillPolygons(polygons: readonly (readonly Point[])[], evenOdd: boolean): void {
    const [first, ...others] = polygons;
    if (first && others.length === 0 && isRectangle(first)) {
      const { left, top, right, bottom } = boundingBox(first);
      this.#fillRectangle(firstMiddle(left), firstMiddle(top), firstMiddle(right), firstMiddle(bottom));
      return;
    }
    this.slants = true;
    const edges = edgesOf(polygons, this.#clip);
    const active: Edge[] = [];
    let next = 0;
    for (let y = edges[0]?.top ?? this.#clip.bottom; y < this.#clip.bottom && !this.exhausted; y++) {
      while (next < edges.length && edges[next]!.top <= y) active.push(edges[next++]!);
      let kept = 0;
      for (const edge of active) if (edge.bottom > y) active[kept++] = edge;
      active.length = kept;
      if (kept === 0 && next === edges.length) return;
      this.#work -= CROSSING_WORK * kept;
      for (const edge of active) edge.crossing = edge.x + (y - edge.top) * edge.slope;
      active.sort((a, b) => a.crossing - b.crossing);
      this.#fillBetween(active, y, evenOdd);
    }
  }

  /** Paints the pixels of a row whose middles lie inside of edges, given from left to right. */
  #fillBetween(edges: readonly Edge[], y: number, evenOdd: boolean): void {
    let inside = 0;
    let from = 0;
    for (const { crossing, winding } of edges) {
      if (inside === 0) from = crossing;
      inside = evenOdd ? 1 - inside : inside + winding;
      if (inside === 0) this.#fillRectangle(firstMiddle(from), y, firstMiddle(crossing), y + 1);
    }
  }

  /** Paints columns `left` to `right - 1` of rows `top` to `bottom - 1`, as far as the clip shows them; nothing once the work is done. */
  #fillRectangle(left: number, top: number, right: number, bottom: number): void {
    const clip = this.#clip;
    const from = Math.max(left, clip.left);
    const to = Math.min(right, clip.right);
    const first = Math.max(top, clip.top);
    const last = Math.min(bottom, clip.bottom);
    // Coordinates that are no numbers would take away the limit of work.
    if (!(from < to && first < last) || this.exhausted) return;
    this.#work -= (to - from) * (last - first);
    const width = this.#page.right;
    const [data, brightness] = [this.data, this.#brightness];
    for (let row = first * width; row < last * width; row += width) {
      if (this.#alpha !== 1) this.#blend(row + from, row + to);
      else if (to - from > FEW_PIXELS) data.fill(brightness, row + from, row + to);
      else for (let at = row + from; at < row + to; at++) data[at] = brightness;
    }
  }

  #blend(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      this.data[at] = Math.round(this.#alpha * this.#brightness + (1 - this.#alpha) * this.data[at]!);
    }
  }
}

/** The first pixel whose middle lies at or after a coordinate. */
function firstMiddle(coordinate: number): number {
  return Math.ceil(coordinate - 0.5);
}

/** Whether a polygon is an upright rectangle with exactly straight sides. */
function isRectangle(points: readonly Point[]): boolean {
  const [a, b, c, d, ...others] = points;
  if (!a || !b || !c || !d || others.length > 0) return false;
  return (
    (a.x === b.x && b.y === c.y && c.x === d.x && d.y === a.y) ||
    (a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x)
  );
}

/** The outline of a stroke without its caps. */
function bandAround(a: Point, b: Point, width: number): Point[] {
  const half = width / 2 / Math.hypot(b.x - a.x, b.y - a.y);
  const x = (b.y - a.y) * half;
  const y = (a.x - b.x) * half;
  return [
    { x: a.x + x, y: a.y + y },
    { x: b.x + x, y: b.y + y },
    { x: b.x - x, y: b.y - y },
    { x: a.x - x, y: a.y - y },
  ];
}

/** An edge of a polygon between the rows whose middles it crosses. */
interface Edge {
  /** First row crossed, and the row after the last. */
  readonly top: number;
  readonly bottom: number;
  /** Where it crosses the middle of its first row. */
  readonly x: number;
  /** Pixels to the right a row. */
  readonly slope: number;
  /** 1 for an edge that runs down, -1 for one that runs up. */
  readonly winding: 1 | -1;
  /** Where it crosses the row being painted. */
  crossing: number;
}

/** The edges of polygons that cross rows of the clip, from the top. */
function edgesOf(polygons: readonly (readonly Point[])[], clip: PixelBox): Edge[] {
  const edges: Edge[] = [];
  for (const points of polygons) {
    for (let i = 0; i < points.length; i++) {
      const p = points[i]!;
      const q = points[(i + 1) % points.length]!;
      const winding = p.y <= q.y ? 1 : -1;
      const [upper, lower] = winding === 1 ? [p, q] : [q, p];
      const top = Math.max(clip.top, Math.ceil(upper.y - 0.5));
      const bottom = Math.min(clip.bottom, Math.ceil(lower.y - 0.5));
      if (top >= bottom) continue;
      const slope = (lower.x - upper.x) / (lower.y - upper.y);
      const x = upper.x + (top + 0.5 - upper.y) * slope;
      edges.push({ top, bottom, x, slope, winding, crossing: x });
    }
  }
  return edges.sort((a, b) => a.top - b.top);
}
