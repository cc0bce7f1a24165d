/**
 * White space between columns. No value of 104 documents changes where its thresholds are a fifth smaller, or a quarter
 * larger.
 */
// See docs/language/05-preprocessors.md#5101-multicolumn
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
import { type Box, boundingBox, boxPolygon, centreY } from '../document/geometry.js';

/** A white rectangle with text on its left and on its right. */
export interface Gutter extends Box {
  /** Square inches. */
  readonly area: number;
}

/** What white space must be like to part columns. */
export interface GutterRules {
  /** Square inches. */
  readonly minimumArea: number;
  /** Inches; default 0. */
  readonly minimumWidth?: number;
  /**
   * Boxes whose centres must be beside it on each side; it then reaches up and down as far as there are some on
   * both. Absent: one box on each side will do, and it reaches as far as there is text on either.
   */
  readonly onBothSides?: number;
  /** Whether it parts what is beside it; asked of those that are better than all before. Absent: it does. */
  readonly accepts?: (gutter: Gutter) => boolean;
}

/** Steps of searching that a page may take; about a second. */
const MOST_STEPS = 100_000_000;

/** Steps of searching that are left; a search that needs more throws `TooMuchWork`. */
export class WorkBudget {
  #left: number;

  /** @param steps default what a page may take */
  constructor(steps: number = MOST_STEPS) {
    this.#left = steps;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
  }
}

/** Steps that a box takes where a gutter must be accepted: the text beside it is looked at. */
const ACCEPTING = 50;

/** A page is too full to be searched for gutters. */
export class TooMuchWork extends Error {}

/** Areas that differ by less than this are the same, in square inches. */
const EQUAL_AREAS = 1e-6;

/**
 * The largest gutter between some boxes; of equal ones the wider, then the left one, then the upper one.
 * @throws TooMuchWork
 */
export function largestGutter(
  of: readonly Box[],
  { minimumArea, minimumWidth = 0, onBothSides, accepts }: GutterRules,
  budget: WorkBudget,
): Gutter | undefined {
  if (of.length < 2 * (onBothSides ?? 1)) return undefined;
  // Each is looked at thousands of times, and lines work out their edges when asked.
  const boxes = of.map(({ left, top, right, bottom }): Box => ({ left, top, right, bottom }));
  const extent = boundingBox(boxes.flatMap(boxPolygon));
  const byLeft = [...boxes].sort((a, b) => a.left - b.left);
  const furthest = byLeft.at(-1)!.left;
  let best: Gutter | undefined;
  for (const x0 of distinct(boxes.map((box) => box.right))) {
    const widest = furthest - x0;
    if (widest <= 0) break;
    budget.spend(boxes.length);
    const right = byLeft.filter((box) => box.right > x0);
    const free = [new FreeInterval(extent.top, extent.bottom)];
    let next = 0;
    for (const x1 of distinct(right.map((box) => box.left))) {
      if (x1 <= x0) continue;
      for (; next < right.length && right[next]!.left < x1; next++) takeOut(right[next]!, free);
      budget.spend(free.length);
      let kept = 0;
      for (const interval of free) {
        const least = Math.max(minimumArea, best?.area ?? 0) - EQUAL_AREAS;
        if (interval.length * widest < least) continue;
        free[kept++] = interval;
        if (x1 - x0 < minimumWidth || interval.length * (x1 - x0) < least) continue;
        const beside = interval.beside(boxes, budget);
        if (beside.firstRight > x0 || beside.lastLeft < x1) continue;
        let along: Extent | undefined = beside;
        if (onBothSides !== undefined) {
          budget.spend(boxes.length);
          along = sharedExtent(boxes, interval, x0, x1, onBothSides);
        }
        const gutter = along && gutterOf(along, x0, x1);
        if (!gutter || gutter.area <= 0 || gutter.area < least || !isBetter(gutter, best)) continue;
        if (accepts) {
          budget.spend(ACCEPTING * boxes.length);
          if (!accepts(gutter)) continue;
        }
        best = gutter;
      }
      free.length = kept;
      if (kept === 0) break;
    }
  }
  return best;
}

/** Takes the extent of a box out of intervals that are in order; those it touches are replaced in place. */
function takeOut(box: Box, free: FreeInterval[]): void {
  let first = 0;
  let end = free.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (free[middle]!.bottom <= box.top) first = middle + 1;
    else end = middle;
  }
  let last = first;
  while (last < free.length && free[last]!.top < box.bottom) last++;
  if (last === first) return;
  const { top } = free[first]!;
  const { bottom } = free[last - 1]!;
  const left: FreeInterval[] = [];
  if (box.top > top) left.push(new FreeInterval(top, box.top));
  if (box.bottom < bottom) left.push(new FreeInterval(box.bottom, bottom));
  free.splice(first, last - first, ...left);
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function isBetter(gutter: Gutter, best: Gutter | undefined): boolean {
  if (!best) return true;
  if (Math.abs(gutter.area - best.area) > EQUAL_AREAS) return gutter.area > best.area;
  const wider = gutter.right - gutter.left - (best.right - best.left);
  if (Math.abs(wider) > EQUAL_AREAS) return wider > 0;
  return gutter.left < best.left || (gutter.left === best.left && gutter.top < best.top);
}

/** From top to bottom, in inches. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
}

function gutterOf({ top, bottom }: Extent, left: number, right: number): Gutter {
  return { left, top, right, bottom, area: (right - left) * (bottom - top) };
}

/** The part of an interval of y with boxes on both sides, at least some on each. */
function sharedExtent(
  boxes: readonly Box[],
  interval: Extent,
  x0: number,
  x1: number,
  least: number,
): Extent | undefined {
  const within = (own: readonly Box[], { top, bottom }: Extent) =>
    own.filter((box) => centreY(box) >= top && centreY(box) <= bottom);
  const left = within(
    boxes.filter((box) => box.right <= x0),
    interval,
  );
  const right = within(
    boxes.filter((box) => box.left >= x1),
    interval,
  );
  if (left.length === 0 || right.length === 0) return undefined;
  const [a, b] = [boundingBox(left.flatMap(boxPolygon)), boundingBox(right.flatMap(boxPolygon))];
  const shared = { top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) };
  const isEnough = [left, right].every((side) => within(side, shared).length >= least);
  return isEnough ? shared : undefined;
}

/** What is beside an interval of y that no box between two values of x crosses. */
interface Beside extends Extent {
  /** Right edge furthest to the left, and left edge furthest to the right. */
  readonly firstRight: number;
  readonly lastLeft: number;
}

/** An interval of y that is free of boxes. */
class FreeInterval implements Extent {
  readonly top: number;
  readonly bottom: number;
  #beside: Beside | undefined;

  constructor(top: number, bottom: number) {
    this.top = top;
    this.bottom = bottom;
  }

  get length(): number {
    return this.bottom - this.top;
  }

  /** What is beside it, from the highest to the lowest box, cut to the interval. */
  beside(boxes: readonly Box[], budget: WorkBudget): Beside {
    this.#beside ??= this.#look(boxes, budget);
    return this.#beside;
  }

  #look(boxes: readonly Box[], budget: WorkBudget): Beside {
    budget.spend(boxes.length);
    let top = this.bottom;
    let bottom = this.top;
    let firstRight = Number.POSITIVE_INFINITY;
    let lastLeft = Number.NEGATIVE_INFINITY;
    for (const box of boxes) {
      if (box.top >= this.bottom || box.bottom <= this.top) continue;
      top = Math.min(top, Math.max(box.top, this.top));
      bottom = Math.max(bottom, Math.min(box.bottom, this.bottom));
      firstRight = Math.min(firstRight, box.right);
      lastLeft = Math.max(lastLeft, box.left);
    }
    return { top, bottom, firstRight, lastLeft };
  }
}
