/**
 * Rows: runs of one baseline, whatever their sizes, with what is raised or lowered at them in its place. No value of
 * 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import { CAP_HEIGHT } from '../../document/glyph.js';
import { compareNumbers } from '../../document/order.js';
import { DEFAULT_MERGE, type MergeItem } from '../merge.js';
import { partRun, type TextRun } from '../runs.js';
import { SCRIPT_RATIO } from '../scripts.js';

/** A run in the axes of its text. */
export interface PlacedRun extends MergeItem {
  readonly run: TextRun;
  /** It is raised or lowered in the row that it belongs to, or reaches down from it as an initial. */
  readonly isScript: boolean;
}

/** Baselines closer than this are one, in inches: one step of coordinates. */
const SAME_BASELINE = 0.001;
/** Spaces that reach so far under the next text pad what is before them, in text heights. */
const PADDING = 0.16;
/** A script is raised or lowered by more than this share of its own size: `23rd`, `m2`. */
const SHIFTED = 0.2;
/** And by at most so many sizes of its base. */
const MOST_RAISED = 0.75;
const MOST_LOWERED = 0.4;
/** An initial that reaches down beside several lines is at least so many times as large as they are. */
const INITIAL_RATIO = 1.8;
const INITIAL = /^\p{Lu}$/u;
/** A script is no smaller than this share of its base: a tall rule read as `I` is none. */
const LEAST_RATIO = 0.4;
/** Visible characters of a script: `(12)`, `rd`, `1,2`. What is longer is a line beside its neighbour. */
const LONGEST_SCRIPT = 5;
/** Gap between a script and its base, in sizes of the base. */
export const SCRIPT_GAP = 0.25;
const SCRIPT_OVERLAP = 0.16;
/** Rows that are looked at on either side of a script for its base, which bounds the time on crowded pages. */
const MOST_ROWS = 64;

/**
 * The rows of runs of one direction, each from the left.
 * @param placed by their bottoms
 */
export function baselineRows(placed: readonly PlacedRun[]): PlacedRun[][] {
  const rows: PlacedRun[][] = [];
  let largest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const item of placed) {
    const row = rows.at(-1);
    if (row && item.bottom - row[0]!.bottom <= SAME_BASELINE) row.push(item);
    else rows.push([item]);
    largest = Math.max(largest, item.run.size);
    smallest = Math.min(smallest, item.run.size);
  }
  const bottoms = rows.map((row) => row[0]!.bottom);
  for (const row of rows) row.sort(compareFromLeft);
  if (smallest <= SCRIPT_RATIO * largest) moveScripts(rows, bottoms, largest);
  if (smallest * INITIAL_RATIO <= largest) moveInitials(rows, bottoms, smallest);
  return rows.filter((row) => row.length > 0).map(finished);
}

/** A row with room made in its runs for others. @param row from the left */
function finished(row: PlacedRun[]): PlacedRun[] {
  const parted = partedRow(row);
  dropPadding(parted);
  return parted;
}

/** The row with runs parted at gaps between their words that another run fills: `p < 0.05` set into ` ,   ,   `. */
function partedRow(row: PlacedRun[]): PlacedRun[] {
  let reach = Number.NEGATIVE_INFINITY;
  let widest = 0;
  for (let i = 0; i < row.length; i++) {
    const item = row[i]!;
    if (item.right <= reach && widest < i) {
      const word = gapFor(row[widest]!, item);
      if (word !== undefined) return partedRow(withParts(row, widest, word));
    }
    if (item.right > reach) {
      reach = item.right;
      widest = i;
    }
  }
  return row;
}

/** Index of the word of a run behind which a gap holds another run. */
function gapFor({ run, left }: PlacedRun, inner: PlacedRun): number | undefined {
  if (run.rightToLeft || run.to - run.from < 2) return undefined;
  const slack = PADDING * run.size;
  for (let word = run.from; word + 1 < run.to; word++) {
    const isBehind = left + run.words.right(word) <= inner.left + slack;
    if (isBehind && left + run.words.left(word + 1) >= inner.right - slack) return word;
  }
  return undefined;
}

function withParts(row: readonly PlacedRun[], index: number, word: number): PlacedRun[] {
  const item = row[index]!;
  const [first, second] = partRun(item.run, word);
  const start = item.left + item.run.words.left(word + 1);
  return [
    ...row.slice(0, index),
    ...row.slice(index + 1),
    { ...item, run: first, right: item.left + first.length, trail: 0, spaceAfter: true },
    { ...item, run: second, left: start, lead: 0 },
  ].sort(compareFromLeft);
}

/** Spaces that run on under the next run are padding. @param row from the left */
function dropPadding(row: PlacedRun[]): void {
  for (let i = 1; i < row.length; i++) {
    const item = row[i - 1]!;
    if (item.trail === 0 || item.right + item.trail <= row[i]!.left + PADDING * item.run.size) continue;
    row[i - 1] = { ...item, trail: 0, run: { ...item.run, trail: 0 } };
  }
}

export function compareFromLeft(a: MergeItem, b: MergeItem): number {
  return (
    compareNumbers(a.left, b.left) || compareNumbers(a.bottom, b.bottom) || compareNumbers(a.right, b.right)
  );
}

/** Moves scripts from the rows of their own baselines into those of their bases. */
function moveScripts(rows: PlacedRun[][], bottoms: readonly number[], largest: number): void {
  const moved = new Map<PlacedRun, number>();
  for (const [index, row] of rows.entries()) {
    for (const { from, to } of shortChains(row)) {
      const first = row[from]!;
      if (first.run.size > SCRIPT_RATIO * largest) continue;
      const base = baseRowOf(rows, bottoms, index, first, row[to - 1]!, largest);
      if (base !== undefined) for (let i = from; i < to; i++) moved.set(row[i]!, base);
    }
  }
  if (moved.size === 0) return;
  for (const [index, row] of rows.entries()) rows[index] = row.filter((item) => !moved.has(item));
  for (const [item, base] of moved) rows[base]!.push({ ...item, isScript: true });
  for (const base of new Set(moved.values())) rows[base]!.sort(compareFromLeft);
}

/** Moves initials that reach down beside several lines into the first of them. */
function moveInitials(rows: PlacedRun[][], bottoms: readonly number[], smallest: number): void {
  for (const [index, row] of rows.entries()) {
    for (const [at, item] of row.entries()) {
      const { size, text } = item.run;
      if (size < INITIAL_RATIO * smallest || !INITIAL.test(text)) continue;
      const base = firstRowBeside(rows, bottoms, index, item);
      if (base === undefined) continue;
      row.splice(at, 1);
      rows[base]!.push({ ...item, isScript: true });
      rows[base]!.sort(compareFromLeft);
      break;
    }
  }
}

/** Index of the highest row over that of an initial, inside its height, that begins right behind it. */
function firstRowBeside(
  rows: readonly PlacedRun[][],
  bottoms: readonly number[],
  own: number,
  { right, bottom, run: { size } }: PlacedRun,
): number | undefined {
  let first: number | undefined;
  for (let at = own - 1, seen = 0; at >= 0 && seen < MOST_ROWS; at--, seen++) {
    if (bottom - bottoms[at]! > CAP_HEIGHT * size) break;
    const next = rows[at]![firstBehind(rows[at]!, right - SCRIPT_GAP * size)];
    if (next && size >= INITIAL_RATIO * next.run.size && next.left - right <= SCRIPT_GAP * size) first = at;
  }
  return first;
}

interface Chain {
  readonly from: number;
  readonly to: number;
}

/** Neighbours of a row that would be one short text of one size. */
function shortChains(row: readonly PlacedRun[]): Chain[] {
  const chains: Chain[] = [];
  for (let from = 0, to = 0; from < row.length; from = to) {
    let { visible } = row[from]!.run;
    for (to = from + 1; to < row.length; to++) {
      const gap = row[to]!.left - row[to - 1]!.right;
      if (gap > DEFAULT_MERGE.adjacent * row[from]!.run.size) break;
      visible += row[to]!.run.visible;
    }
    if (visible <= LONGEST_SCRIPT) chains.push({ from, to });
  }
  return chains;
}

/** Index of the row that a text is raised or lowered in: the one nearest to its own. */
function baseRowOf(
  rows: readonly PlacedRun[][],
  bottoms: readonly number[],
  own: number,
  first: PlacedRun,
  last: PlacedRun,
  largest: number,
): number | undefined {
  let best: number | undefined;
  for (const step of [1, -1]) {
    const reach = (step > 0 ? MOST_RAISED : MOST_LOWERED) * largest;
    for (let at = own + step, seen = 0; seen < MOST_ROWS; at += step, seen++) {
      const bottom = bottoms[at];
      if (bottom === undefined || Math.abs(bottom - first.bottom) > reach) break;
      if (Math.abs(bottom - first.bottom) <= SHIFTED * first.run.size || !isAtBase(rows[at]!, first, last))
        continue;
      const isNearer =
        best === undefined || Math.abs(bottom - first.bottom) < Math.abs(bottoms[best]! - first.bottom);
      if (isNearer) best = at;
      break;
    }
  }
  return best;
}

/** Whether a text is right behind or right before a larger one of a row, raised or lowered by less than that is high. */
function isAtBase(row: readonly PlacedRun[], first: PlacedRun, last: PlacedRun): boolean {
  const at = firstBehind(row, first.left);
  const before = row[at - 1];
  const behind = row[at];
  if (before && isBase(before, first) && isNear(first.left - before.right, before)) return true;
  return behind !== undefined && isBase(behind, first) && isNear(behind.left - last.right, behind);
}

function isBase({ run, bottom }: PlacedRun, script: PlacedRun): boolean {
  const raised = bottom - script.bottom;
  return (
    script.run.size <= SCRIPT_RATIO * run.size &&
    script.run.size >= LEAST_RATIO * run.size &&
    raised <= MOST_RAISED * run.size &&
    -raised <= MOST_LOWERED * run.size
  );
}

function isNear(gap: number, { run: { size } }: PlacedRun): boolean {
  return gap <= SCRIPT_GAP * size && gap >= -SCRIPT_OVERLAP * size;
}

/** Index of the first run of a row that begins further right than a place. @param row from the left */
function firstBehind(row: readonly PlacedRun[], left: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]!.left <= left) low = middle + 1;
    else high = middle;
  }
  return low;
}
