/** What painted paths leave on a page: polylines in inches, cut at the clip. */
import {
  type Box,
  boundingBox,
  isInside,
  type Point,
  type Transform,
  unionBox,
} from '../../page/document/geometry.js';
import type { Dashes, PaintedPath, Subpath } from '../../page/document/page-graphics.js';
import { scaleDashes } from '../../page/drawn/transform.js';

/** Points on a page that are kept whatever they draw. */
const FULL_DETAIL_POINTS = 200_000;

/** Points on a page beyond which nothing is kept; in between only subpaths long enough for a ruling. */
const MAX_POINTS = 400_000;

/** Length in inches from which a segment may be a ruling. */
// See docs/language/03-layout-methods-ranges-tables.md#391-rulings-from-vector-paths
const RULING_LENGTH = 0.08;

/** Ends of a subpath closer than this, in inches, meet. */
const CLOSED_GAP = 1e-5;

/** A subpath while it is made. */
export interface Polyline {
  points: Point[];
  closed: boolean;
  curved: boolean;
}

/** Whether a subpath can be seen at all. */
export function isDrawable({ points }: Subpath): boolean {
  return points.length > 1 && points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
}

/** The smallest box around subpaths, at least one of which has points. */
export function boxAround(subpaths: readonly Subpath[]): Box {
  let box = boundingBox(subpaths[0]?.points ?? []);
  for (let index = 1; index < subpaths.length; index++)
    box = unionBox(box, boundingBox(subpaths[index]!.points));
  return box;
}

/** What of the graphics state decides how a path is painted. */
export interface PathState {
  /** User space to inches on the displayed page. */
  readonly ctm: Transform;
  /** Box of the clip, in inches. */
  readonly clip: Box;
  /** In user space; 0 is the thinnest line there is. */
  readonly lineWidth: number;
  /** In user space; undefined for solid lines. */
  readonly dashes: Dashes | undefined;
  /** Luma 0 to 1; undefined when the paint is a pattern or nothing. */
  readonly fill: number | undefined;
  readonly stroke: number | undefined;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** Opacity of the transparency groups around. */
  readonly groupAlpha: number;
}

/** How a path is painted. */
export interface PaintMode {
  readonly fill: boolean;
  readonly stroke: boolean;
  /** Fill by the even-odd rule. */
  readonly evenOdd?: boolean;
  /** Painted by the appearance of an annotation or form widget. */
  readonly annotation?: boolean;
}

/**
 * What a painted path leaves on the page. A path that the clip cuts comes out as what is left of its fill and
 * what is left of its stroke; one outside the clip, or without paint that can be known, as nothing.
 * @param page box of the page, in inches; the clip of an unclipped path
 */
export function paintPath(
  subpaths: readonly Subpath[],
  mode: PaintMode,
  state: PathState,
  page: Box,
): PaintedPath[] {
  const fill = mode.fill && state.fill !== undefined ? fillPaint(state, state.fill) : undefined;
  const stroke = mode.stroke && state.stroke !== undefined ? strokePaint(state, state.stroke) : undefined;
  if (subpaths.length === 0 || (fill === undefined && stroke === undefined)) return [];
  const { clip } = state;
  const reach = widen(clip, (stroke?.width ?? 0) / 2);
  const box = boxAround(subpaths);
  if (box.left > reach.right || box.right < reach.left || box.top > reach.bottom || box.bottom < reach.top) {
    return [];
  }
  const shared = isSmaller(clip, page) ? clip : undefined;
  if (isInside(box, reach)) {
    return [pathOf(normalisedAll(subpaths, stroke === undefined), mode, fill, stroke, shared)];
  }
  const painted: PaintedPath[] = [];
  if (fill !== undefined) {
    const cut: Subpath[] = [];
    for (const subpath of normalisedAll(subpaths, true)) cut.push(...clipFill(subpath, clip));
    if (cut.length > 0) painted.push(pathOf(cut, mode, fill, undefined, shared));
  }
  if (stroke !== undefined) {
    const cut: Subpath[] = [];
    for (const subpath of normalisedAll(subpaths, false)) cut.push(...clipStroke(subpath, reach));
    if (cut.length > 0) painted.push(pathOf(cut, mode, undefined, stroke, shared));
  }
  return painted;
}

/** A path with all members, painted or not: what reads paths is compiled again for every set of them. */
function pathOf(
  subpaths: readonly Subpath[],
  mode: PaintMode,
  fill: PaintedPath['fill'],
  stroke: PaintedPath['stroke'],
  clip: PaintedPath['clip'],
): PaintedPath {
  const evenOdd = fill && mode.evenOdd ? true : undefined;
  return { subpaths, fill, evenOdd, stroke, clip, annotation: mode.annotation ? true : undefined };
}

function normalisedAll(subpaths: readonly Subpath[], fillOnly: boolean): Subpath[] {
  const normalised: Subpath[] = [];
  for (const subpath of subpaths) normalised.push(normalise(subpath, fillOnly));
  return normalised;
}

/** The painted paths of a page, as far as they are kept. */
export class KeptPaths {
  readonly paths: PaintedPath[] = [];
  #points = 0;

  /** @param sawMore called where paths may be left out */
  add(paths: readonly PaintedPath[], sawMore: () => void): void {
    for (const path of paths) {
      const isDetailed = this.#points < FULL_DETAIL_POINTS;
      if (!isDetailed) sawMore();
      const kept = isDetailed ? path : keepLong(path);
      if (kept === undefined || this.#points >= MAX_POINTS) continue;
      this.#points += countPoints(kept);
      this.paths.push(kept);
    }
  }
}

function countPoints(path: PaintedPath): number {
  return path.subpaths.reduce((sum, { points }) => sum + points.length, 0);
}

/** The path without subpaths too short for a ruling; undefined when none is left. */
function keepLong(path: PaintedPath): PaintedPath | undefined {
  const subpaths = path.subpaths.filter(({ points }) => {
    const box = boundingBox(points);
    return box.right - box.left >= RULING_LENGTH || box.bottom - box.top >= RULING_LENGTH;
  });
  return subpaths.length === 0 ? undefined : { ...path, subpaths };
}

function fillPaint(state: PathState, luminance: number): NonNullable<PaintedPath['fill']> {
  return { luminance, alpha: state.fillAlpha * state.groupAlpha };
}

function strokePaint(state: PathState, luminance: number): NonNullable<PaintedPath['stroke']> {
  const { a, b, c, d } = state.ctm;
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  const width = state.lineWidth * scale;
  const dashes = state.dashes && scaleDashes(state.dashes, scale);
  return { luminance, alpha: state.strokeAlpha * state.groupAlpha, width, dashes };
}

/** Longest pattern of dashes that is heeded. */
const MAX_DASHES = 64;

/**
 * A pattern of dashes as PDF gives it; undefined for one that leaves the line solid or cannot be painted.
 * @param lengths in user space, painted and not painted in turn
 */
export function readDashes(lengths: unknown, phase: unknown): Dashes | undefined {
  if (!Array.isArray(lengths) || lengths.length > MAX_DASHES) return undefined;
  const isLength = (length: unknown) => typeof length === 'number' && Number.isFinite(length) && length >= 0;
  if (!lengths.every(isLength) || !lengths.some((length) => length > 0)) return undefined;
  return { lengths, phase: typeof phase === 'number' && Number.isFinite(phase) ? phase : 0 };
}

function widen(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

function isSmaller(clip: Box, page: Box): boolean {
  return clip.left > page.left || clip.top > page.top || clip.right < page.right || clip.bottom < page.bottom;
}

/** A subpath that ends where it began is closed, and does not repeat the point; a fill closes what it fills. */
function normalise(subpath: Subpath, fillOnly: boolean): Subpath {
  const { points, curved } = subpath;
  const first = points[0];
  const last = points[points.length - 1];
  const meets =
    points.length > 2 &&
    first !== undefined &&
    last !== undefined &&
    Math.abs(first.x - last.x) < CLOSED_GAP &&
    Math.abs(first.y - last.y) < CLOSED_GAP;
  return {
    points: meets ? points.slice(0, -1) : points,
    closed: subpath.closed || meets || fillOnly,
    curved,
  };
}

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
type Side = (typeof SIDES)[number];

function isInsideOf(side: Side, { x, y }: Point, box: Box): boolean {
  if (side === 'left') return x >= box.left;
  if (side === 'right') return x <= box.right;
  return side === 'top' ? y >= box.top : y <= box.bottom;
}

/** Where a segment crosses a side of a box. */
function cutAt(side: Side, a: Point, b: Point, box: Box): Point {
  if (side === 'left' || side === 'right') {
    const x = box[side];
    return { x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) };
  }
  const y = box[side];
  return { x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y), y };
}

/** The part of a filled polygon inside a box (Sutherland and Hodgman, 1974). */
function clipFill(subpath: Subpath, box: Box): Subpath[] {
  let points: readonly Point[] = subpath.points;
  for (const side of SIDES) {
    const kept: Point[] = [];
    let previous = points.at(-1);
    for (const point of points) {
      const isInside = isInsideOf(side, point, box);
      if (previous && isInside !== isInsideOf(side, previous, box)) {
        kept.push(cutAt(side, previous, point, box));
      }
      if (isInside) kept.push(point);
      previous = point;
    }
    points = kept;
  }
  return points.length < 2 ? [] : [{ points, closed: true, curved: subpath.curved }];
}

/** The pieces of a polyline inside a box. */
function clipStroke(subpath: Subpath, box: Box): Subpath[] {
  const pieces: Polyline[] = [];
  const corners = subpath.closed ? [...subpath.points, ...subpath.points.slice(0, 1)] : subpath.points;
  for (let index = 1; index < corners.length; index++) {
    const piece = clipSegment(corners[index - 1]!, corners[index]!, box);
    if (piece === undefined) continue;
    const open = pieces[pieces.length - 1];
    const last = open?.points[open.points.length - 1];
    if (open !== undefined && last !== undefined && last.x === piece[0].x && last.y === piece[0].y) {
      open.points.push(piece[1]);
    } else {
      pieces.push({ points: [...piece], closed: false, curved: subpath.curved });
    }
  }
  return pieces;
}

/** The part of a segment inside a box (Liang and Barsky, 1984); undefined when nothing is. */
function clipSegment(start: Point, end: Point, box: Box): readonly [Point, Point] | undefined {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  let from = 0;
  let to = 1;
  const limits: readonly (readonly [number, number])[] = [
    [-dx, start.x - box.left],
    [dx, box.right - start.x],
    [-dy, start.y - box.top],
    [dy, box.bottom - start.y],
  ];
  for (const [speed, room] of limits) {
    if (speed === 0) {
      if (room < 0) return undefined;
    } else if (speed < 0) {
      from = Math.max(from, room / speed);
    } else {
      to = Math.min(to, room / speed);
    }
  }
  if (from > to) return undefined;
  const at = (t: number): Point => ({ x: start.x + t * dx, y: start.y + t * dy });
  return [from === 0 ? start : at(from), to === 1 ? end : at(to)];
}
