/**
 * Joining pieces of text that are side by side: the built-in merger, with its thresholds as parameters, so that the
 * `mergeLines` preprocessor runs the same steps with others. Positions are in the frame of the text: `left` and `right`
 * along it, `top` and `bottom` across. No value of 104 documents changes where its thresholds are a fifth smaller, or a
 * quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
// See docs/language/05-preprocessors.md#55-line-merging
import { type Box, LIMIT_SLACK } from '../document/geometry.js';
import { compareNumbers } from '../document/order.js';
import { OVERLAP_TOLERANCE } from './runs.js';

export interface MergeThresholds {
  /** Gap up to which no space is set, in text heights. */
  readonly directlyAdjacent: number;
  /** Gap up to which pieces are joined, in text heights. */
  readonly adjacent: number;
  /** What the print of two pieces says of the gap between them, in place of `adjacent`. */
  readonly adjacentBetween?: AdjacentBetween;
  /** Least share of the common y extent in the joint y extent, 0 to 1. */
  readonly yOverlap: number;
  /** Pieces that touch, or overlap by at most this, stay apart; in inches. */
  readonly minXGap?: number;
  /**
   * Which lines are glued that overlap along the text by more than a kerning: all; or an item that is a line by itself,
   * by its index, with that of an item of another line. Without it none.
   */
  readonly glues?: 'all' | ((lone: number, other: number) => boolean);
}

/** Gaps up to which pieces are joined, for each pair of neighbours. */
interface AdjacentBetween {
  /** No pair has a larger one, in text heights. */
  readonly most: number;
  /** That of two items by their indices, in text heights; negative where they stay apart. */
  of(left: number, right: number): number;
  /** Whether a space is set between two that touch. */
  isSpaced?(left: number, right: number): boolean;
}

/** The built-in merger's thresholds. */
export const DEFAULT_MERGE: MergeThresholds = { directlyAdjacent: 0.16, adjacent: 0.6, yOverlap: 1 };

/** What is joined. Its box ends at the last glyph that prints: blanks take no room. */
export interface MergeItem extends Box {
  /** A space glyph that is not in the text follows it. */
  readonly spaceAfter: boolean;
  /** Inches of spaces behind `right`, shown together with the text; padding left out. */
  readonly trail: number;
  /**
   * Inches before `left` at which spaces begin that were shown together with the item's text and are not in it.
   * They count as part of the item where gaps are measured: a caption shown as "   Name" right behind its number
   * in another font belongs to it.
   */
  readonly lead: number;
}

/** One piece of a joined line. */
export interface MergedPart {
  /** Index of the item. */
  readonly item: number;
  /** What is before it; `''` for the first. */
  readonly separator: '' | ' ';
  /** Set when everything from here on was glued on by the overlap pass: the overlap in inches. */
  readonly overlap?: number;
}

/** Slack of the thresholds in text heights. */
const SLACK = 0.002;
/** Absorbs rounding in the y overlap. */
const Y_OVERLAP_SLACK = 0.01;
/** Least gap in which a space glyph between two pieces shows, in text heights. */
const VISIBLE_SPACE = 0.08;
/** Pieces that touch within this count as overlapping for `minXGap`, in inches. */
// See docs/language/05-preprocessors.md#552-pair-test
const TOUCHING = 0.005;
/** Lines that can still grow at one place of a row. Beyond it the oldest is closed; keeps the work linear. */
const OPEN_LINES = 1024;
/** Largest cluster of overlapping lines that the overlap pass, cubic in it, takes on. */
const CLUSTER_LIMIT = 200;

interface OpenLine {
  left: number;
  right: number;
  /** Extent across of the left part. */
  readonly top: number;
  readonly bottom: number;
  /** By which the gap behind it is measured. */
  height: number;
  spaceAfter: boolean;
  trail: number;
  parts: MergedPart[];
}

/**
 * Groups of items that become one line each, the parts of a group in their order along the text.
 * The order of equal items is that of the input; give items sorted when the result must not depend on it.
 */
export function mergeItems(
  items: readonly MergeItem[],
  thresholds: MergeThresholds,
): readonly (readonly MergedPart[])[] {
  const lines: (readonly MergedPart[])[] = [];
  const order = orderByBottom(items);
  for (let begin = 0, end = 0; begin < order.length; begin = end) {
    end = rowEnd(items, order, begin, thresholds);
    if (end - begin === 1) {
      lines.push([{ item: order[begin]!, separator: '' }]);
      continue;
    }
    const row = order.slice(begin, end);
    sortFromLeft(row, items);
    const joined = joinAdjacent(items, row, thresholds, areRowMates);
    for (const { parts } of joinOverlaps(joined, thresholds)) lines.push(parts);
  }
  return lines;
}

/**
 * The same for items that are known to be one row, whatever their sizes: a gap is measured by the sizes beside it.
 * @param items from the left
 * @param thresholds with a `yOverlap` of 0, so that items of all sizes may be glued
 */
export function mergeRow(
  items: readonly MergeItem[],
  thresholds: MergeThresholds,
): readonly (readonly MergedPart[])[] {
  const order: number[] = [];
  for (let i = 0; i < items.length; i++) order.push(i);
  const joined = joinAdjacent(items, order, thresholds, undefined);
  return joinOverlaps(joined, thresholds).map(({ parts }) => parts);
}

/** Share of the common extent across the text in the joint extent. */
function yOverlapOf(a: Box, b: Box): number {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const joint = Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top);
  return common > 0 && joint > 0 ? common / joint : 0;
}

function areRowMates(a: Box, b: Box, { yOverlap }: MergeThresholds): boolean {
  const share = yOverlapOf(a, b);
  return share > 0 && share >= yOverlap - Y_OVERLAP_SLACK;
}

/**
 * Index after the row that begins at an index: no pair of row mates is in two rows. Row mates overlap by at
 * least the share s, so their bottoms differ by at most (1 - s) / s of the smaller height: a wider step
 * between bottoms ends a row.
 * @param order indexes of items by their bottoms
 */
function rowEnd(
  items: readonly MergeItem[],
  order: readonly number[],
  begin: number,
  { yOverlap }: MergeThresholds,
): number {
  const share = Math.max(yOverlap - Y_OVERLAP_SLACK, 0);
  const reach = share === 0 ? Number.POSITIVE_INFINITY : (1 - share) / share;
  let height = 0;
  let last = items[order[begin]!]!.bottom;
  let end = begin;
  for (; end < order.length; end++) {
    const { top, bottom } = items[order[end]!]!;
    if (bottom - last > reach * height + Number.EPSILON) break;
    height = Math.max(height, bottom - top);
    last = bottom;
  }
  return end;
}

/** Indexes of items by their bottoms, equal ones in the order of the items. */
function orderByBottom(items: readonly MergeItem[]): number[] {
  const order: number[] = [];
  let isSorted = true;
  for (let i = 0; i < items.length; i++) {
    order.push(i);
    if (i > 0 && items[i - 1]!.bottom > items[i]!.bottom) isSorted = false;
  }
  if (isSorted) return order;
  return order.sort((a, b) => compareNumbers(items[a]!.bottom, items[b]!.bottom) || a - b);
}

/** Sorts a row from left to right, equal items in their order; most rows are in order already. */
function sortFromLeft(row: number[], items: readonly MergeItem[]): void {
  if (isFromLeft(row, items)) return;
  row.sort((a, b) => compareNumbers(items[a]!.left, items[b]!.left) || a - b);
}

function isFromLeft(row: readonly number[], items: readonly MergeItem[]): boolean {
  for (let i = 1; i < row.length; i++) {
    const [before, index] = [row[i - 1]!, row[i]!];
    const gap = items[index]!.left - items[before]!.left;
    if (gap < 0 || (gap === 0 && index < before)) return false;
  }
  return true;
}

/** Mean height of a line and of what may follow it. */
function heightOf(line: OpenLine, item: Box): number {
  return (line.height + item.bottom - item.top) / 2;
}

/** Whether two pieces are in one row; undefined where all are. */
type RowTest = typeof areRowMates | undefined;

function isKeptApart(gap: number, { minXGap }: MergeThresholds): boolean {
  return minXGap !== undefined && gap <= TOUCHING && -gap <= minXGap + LIMIT_SLACK;
}

/** The adjacent pass: each piece goes to the line with the smallest gap before it, or opens one. */
function joinAdjacent(
  items: readonly MergeItem[],
  row: readonly number[],
  thresholds: MergeThresholds,
  areMates: RowTest,
): OpenLine[] {
  const lines: OpenLine[] = [];
  const active: OpenLine[] = [];
  const reach = reachIn(items, row, thresholds);
  for (const index of row) {
    const item = items[index]!;
    const line = nearestLine(active, item, index, thresholds, areMates);
    if (line) {
      extend(line, item, index, thresholds);
      if (!areMates) line.height = item.bottom - item.top;
      continue;
    }
    const opened = openLine(item, index);
    lines.push(opened);
    keepGrowing(active, item.left - reach);
    active.push(opened);
    if (active.length > OPEN_LINES) active.shift();
  }
  return lines;
}

function openLine({ left, right, top, bottom, spaceAfter, trail }: MergeItem, item: number): OpenLine {
  const height = bottom - top;
  return { left, right, top, bottom, height, spaceAfter, trail, parts: [{ item, separator: '' }] };
}

/** How far behind a line a piece of a row can begin that still joins it, in inches, spaces behind the line left out. */
function reachIn(
  items: readonly MergeItem[],
  row: readonly number[],
  { adjacent, adjacentBetween }: MergeThresholds,
): number {
  let lead = 0;
  let height = 0;
  for (const index of row) {
    const item = items[index]!;
    lead = Math.max(lead, item.lead);
    height = Math.max(height, item.bottom - item.top);
  }
  return lead + ((adjacentBetween?.most ?? adjacent) + SLACK) * height;
}

/** Leaves the lines that later pieces, which begin no further left, may still reach. @param least in inches */
function keepGrowing(lines: OpenLine[], least: number): void {
  let kept = 0;
  for (const line of lines) if (line.right + line.trail >= least) lines[kept++] = line;
  lines.length = kept;
}

/** From the end of a line to an item, spaces that are typed between left out; negative when they overlap. */
function gapBefore(item: MergeItem, line: OpenLine): number {
  const gap = item.left - line.right;
  if (gap <= 0) return gap;
  return Math.max(0, gap - item.lead - line.trail);
}

function nearestLine(
  lines: readonly OpenLine[],
  item: MergeItem,
  index: number,
  thresholds: MergeThresholds,
  areMates: RowTest,
): OpenLine | undefined {
  let nearest: OpenLine | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const gap = item.left - line.right;
    const height = heightOf(line, item);
    const adjacent = thresholds.adjacentBetween?.of(line.parts.at(-1)!.item, index) ?? thresholds.adjacent;
    if (gapBefore(item, line) > (adjacent + SLACK) * height) continue;
    if (gap < -OVERLAP_TOLERANCE * height) continue;
    if ((areMates && !areMates(line, item, thresholds)) || isKeptApart(gap, thresholds)) continue;
    if (gap < smallest || (gap === smallest && isNearer(line, nearest, item))) {
      nearest = line;
      smallest = gap;
    }
  }
  return nearest;
}

function isNearer(line: Box, nearest: Box | undefined, item: Box): boolean {
  return nearest === undefined || Math.abs(line.top - item.top) < Math.abs(nearest.top - item.top);
}

function extend(line: OpenLine, item: MergeItem, index: number, thresholds: MergeThresholds): void {
  const height = heightOf(line, item);
  const direct = gapBefore(item, line) <= (thresholds.directlyAdjacent + SLACK) * height;
  const hasSpace = line.spaceAfter || item.lead > 0;
  const showsSpace = hasSpace && item.left - line.right >= VISIBLE_SPACE * height;
  const isSpaced = showsSpace || thresholds.adjacentBetween?.isSpaced?.(line.parts.at(-1)!.item, index);
  line.parts.push({ item: index, separator: direct && !isSpaced ? '' : ' ' });
  line.right = Math.max(line.right, item.right);
  line.spaceAfter = item.spaceAfter;
  line.trail = item.trail;
}

/** The overlap pass: pairs that overlap are glued, the smallest overlap first. @param lines by their left edges */
function joinOverlaps(lines: readonly OpenLine[], thresholds: MergeThresholds): readonly OpenLine[] {
  if (!thresholds.glues || areApart(lines)) return lines;
  return overlapClusters(lines, thresholds).flatMap((cluster) =>
    cluster.length === 1 || cluster.length > CLUSTER_LIMIT ? cluster : glueCluster(cluster, thresholds),
  );
}

function overlapOf(a: OpenLine, b: OpenLine, thresholds: MergeThresholds): number | undefined {
  const overlap = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  if (overlap <= OVERLAP_TOLERANCE * heightOf(a, b) || !areRowMates(a, b, thresholds)) return undefined;
  if (!isGlued(a, b, thresholds) && !isGlued(b, a, thresholds)) return undefined;
  const [left, right] = a.left <= b.left ? [a, b] : [b, a];
  return isKeptApart(right.left - left.right, thresholds) ? undefined : overlap;
}

function isGlued({ parts }: OpenLine, other: OpenLine, { glues }: MergeThresholds): boolean {
  if (glues === undefined || glues === 'all') return glues === 'all';
  return parts.length === 1 && other.parts.some(({ item }) => glues(parts[0]!.item, item));
}

/**
 * Sets of lines connected by overlaps along the text; only inside one can lines be glued.
 * @param lines by their left edges
 */
function overlapClusters(lines: readonly OpenLine[], thresholds: MergeThresholds): OpenLine[][] {
  const clusterOf = new Map<OpenLine, OpenLine[]>();
  let active: OpenLine[] = [];
  for (const line of lines) {
    active = active.filter((other) => other.right > line.left).slice(-OPEN_LINES);
    let cluster = [line];
    clusterOf.set(line, cluster);
    for (const other of active) {
      const joined = clusterOf.get(other)!;
      if (joined === cluster || overlapOf(other, line, thresholds) === undefined) continue;
      const [larger, smaller] = joined.length >= cluster.length ? [joined, cluster] : [cluster, joined];
      for (const member of smaller) {
        larger.push(member);
        clusterOf.set(member, larger);
      }
      cluster = larger;
    }
    active.push(line);
  }
  return [...new Set(clusterOf.values())];
}

/** Whether no line reaches one that begins further right, as in most rows. @param lines by their left edges */
function areApart(lines: readonly OpenLine[]): boolean {
  let reach = Number.NEGATIVE_INFINITY;
  for (const { left, right } of lines) {
    if (reach > left) return false;
    reach = Math.max(reach, right);
  }
  return true;
}

function glueCluster(cluster: readonly OpenLine[], thresholds: MergeThresholds): OpenLine[] {
  const lines = [...cluster].sort((a, b) => a.left - b.left);
  for (;;) {
    let best: { a: number; b: number; overlap: number } | undefined;
    for (let a = 0; a < lines.length; a++) {
      for (let b = a + 1; b < lines.length; b++) {
        const overlap = overlapOf(lines[a]!, lines[b]!, thresholds);
        if (overlap !== undefined && overlap < (best?.overlap ?? Number.POSITIVE_INFINITY))
          best = { a, b, overlap };
      }
    }
    if (!best) return lines;
    lines[best.a] = glue(lines[best.a]!, lines[best.b]!, best.overlap);
    lines.splice(best.b, 1);
  }
}

function glue(left: OpenLine, right: OpenLine, overlap: number): OpenLine {
  const [first, ...rest] = right.parts;
  return {
    left: left.left,
    right: Math.max(left.right, right.right),
    top: left.top,
    bottom: left.bottom,
    height: left.height,
    spaceAfter: right.right >= left.right ? right.spaceAfter : left.spaceAfter,
    trail: right.right >= left.right ? right.trail : left.trail,
    parts: [...left.parts, { item: first!.item, separator: '', overlap }, ...rest],
  };
}
