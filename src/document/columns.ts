/** Columns of a page: blocks of lines between gutters, in reading order (chapter 3, 3.5.1). */
import { type Box, boundingBox, centreY } from '../geometry.js';
import type { Line } from './model.js';

/** Narrowest gutter, in inches. */
const GUTTER_WIDTH = 0.15;
/** Smallest gutter, in square inches. */
export const GUTTER_AREA = 1;
/** Lines that must stand on each side of a gutter. */
const GUTTER_LINES = 3;
/** Height of the slabs that the page is swept in, in inches. */
const SLAB = 0.05;
/** A page is never swept in more slabs than this; taller pages get higher slabs. */
const MAX_SLABS = 600;
/** How often a block may be divided again. */
const MAX_DEPTH = 4;

/** A block of lines that is read from top to bottom. */
export interface ColumnBlock {
  readonly lines: readonly Line[];
  /** `column` stands beside a gutter, `band` above or below one, `page` where there is none. */
  readonly kind: 'page' | 'band' | 'column';
}

/** A text-free rectangle with text on both sides. */
export interface Gutter extends Box {
  /** Square inches. */
  readonly area: number;
}

/** The blocks of one page's lines, in reading order: above a gutter, left of it, right of it, below it. */
export function columnBlocks(lines: readonly Line[], minimumArea = GUTTER_AREA): readonly ColumnBlock[] {
  return divide(lines, 'page', minimumArea, 0);
}

function divide(
  lines: readonly Line[],
  kind: ColumnBlock['kind'],
  minimumArea: number,
  depth: number,
): readonly ColumnBlock[] {
  if (lines.length === 0) return [];
  const gutter = depth < MAX_DEPTH ? largestGutter(lines, minimumArea) : undefined;
  if (!gutter) return [{ lines, kind }];
  const parts = { above: [] as Line[], left: [] as Line[], right: [] as Line[], below: [] as Line[] };
  for (const line of lines) {
    const y = centreY(line);
    if (y < gutter.top) parts.above.push(line);
    else if (y > gutter.bottom) parts.below.push(line);
    else if (line.left < gutter.left) parts.left.push(line);
    else parts.right.push(line);
  }
  return [
    ...divide(parts.above, 'band', minimumArea, depth + 1),
    ...divide(parts.left, 'column', minimumArea, depth + 1),
    ...divide(parts.right, 'column', minimumArea, depth + 1),
    ...divide(parts.below, 'band', minimumArea, depth + 1),
  ];
}

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The gutter with the largest area among some lines of one page, if there is one of the minimum area. */
export function largestGutter(lines: readonly Line[], minimumArea = GUTTER_AREA): Gutter | undefined {
  if (lines.length < 2 * GUTTER_LINES) return undefined;
  const extent = boundingBox(lines.flatMap((line) => line.boundingPolygon));
  const height = extent.bottom - extent.top;
  const slab = Math.max(SLAB, height / MAX_SLABS);
  const free = freeIntervals(lines, extent, slab);
  let best: Gutter | undefined;
  const consider = (gap: Interval, first: number, last: number) => {
    const reach = (last - first + 1) * slab * (gap.to - gap.from);
    if (reach < minimumArea || (best && reach <= best.area)) return;
    const gutter = gutterIn(lines, gap, extent.top + first * slab, extent.top + (last + 1) * slab);
    if (gutter && gutter.area >= minimumArea && (!best || gutter.area > best.area)) best = gutter;
  };
  for (let first = 0; first < free.length; first += 1) {
    let gaps = free[first]!;
    for (let last = first; last < free.length && gaps.length > 0; last += 1) {
      const next = last + 1 < free.length ? intersect(gaps, free[last + 1]!) : [];
      // A gap that goes on unchanged into the next slab is part of a larger rectangle.
      for (const gap of gaps) {
        if (!next.some(({ from, to }) => from === gap.from && to === gap.to)) consider(gap, first, last);
      }
      gaps = next;
    }
  }
  return best;
}

/** For each slab the stretches of x that no line covers, at least a gutter wide. */
function freeIntervals(lines: readonly Line[], extent: Box, slab: number): Interval[][] {
  const count = Math.max(1, Math.ceil((extent.bottom - extent.top) / slab));
  const covered: Interval[][] = Array.from({ length: count }, () => []);
  for (const line of [...lines].sort((a, b) => a.left - b.left)) {
    const first = Math.max(0, Math.floor((line.top - extent.top) / slab));
    const last = Math.min(count - 1, Math.ceil((line.bottom - extent.top) / slab) - 1);
    for (let i = first; i <= last; i += 1) covered[i]!.push({ from: line.left, to: line.right });
  }
  return covered.map((intervals) => complement(intervals, extent));
}

/** The gaps between intervals that are sorted by their start. */
function complement(intervals: readonly Interval[], extent: Box): Interval[] {
  const gaps: Interval[] = [];
  let from = extent.left;
  for (const interval of intervals) {
    if (interval.from - from >= GUTTER_WIDTH) gaps.push({ from, to: interval.from });
    from = Math.max(from, interval.to);
  }
  if (extent.right - from >= GUTTER_WIDTH) gaps.push({ from, to: extent.right });
  return gaps;
}

function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const shared: Interval[] = [];
  for (const left of a) {
    for (const right of b) {
      const from = Math.max(left.from, right.from);
      const to = Math.min(left.to, right.to);
      if (to - from >= GUTTER_WIDTH) shared.push({ from, to });
    }
  }
  return shared;
}

/** The part of a free rectangle beside which text stands on both sides. */
function gutterIn(lines: readonly Line[], gap: Interval, top: number, bottom: number): Gutter | undefined {
  const beside = lines.filter((line) => centreY(line) >= top && centreY(line) <= bottom);
  const left = beside.filter((line) => line.right <= gap.from);
  const right = beside.filter((line) => line.left >= gap.to);
  if (left.length < GUTTER_LINES || right.length < GUTTER_LINES) return undefined;
  const from = Math.max(topOf(left), topOf(right));
  const to = Math.min(bottomOf(left), bottomOf(right));
  const inside = (line: Line) => centreY(line) >= from && centreY(line) <= to;
  if (left.filter(inside).length < GUTTER_LINES || right.filter(inside).length < GUTTER_LINES)
    return undefined;
  return { left: gap.from, right: gap.to, top: from, bottom: to, area: (gap.to - gap.from) * (to - from) };
}

function topOf(lines: readonly Line[]): number {
  return lines.reduce((top, line) => Math.min(top, line.top), Number.POSITIVE_INFINITY);
}

function bottomOf(lines: readonly Line[]): number {
  return lines.reduce((bottom, line) => Math.max(bottom, line.bottom), Number.NEGATIVE_INFINITY);
}
