/**
 * The text of one page: glyphs -> runs -> cleaned -> merged -> default order. No value of 104 documents changes where
 * its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs
// See docs/language/01-document-anchors-fields.md#17-order-of-lines

import { angleDifference, type Point, roundCoordinate, stepsOf } from '../document/geometry.js';
import type { Glyph } from '../document/glyph.js';
import {
  type LinePlace,
  makePackedLine,
  packCounts,
  packedRoom,
  packRun,
  packSegment,
  placeOf,
} from '../document/line.js';
import type { Line, OverlapJoin, TextQuality } from '../document/model.js';
import { compareNumbers, compareText, sortPageLines } from '../document/order.js';
import { PackedNumbers } from '../document/packed-numbers.js';
import { across, along, axesOf, pointAt, type TextAxes } from '../document/text-axes.js';
import { type ReplacedGlyphs, resolveActualText } from './actual-text.js';
import { isMark, logicalOrder, mirror } from './bidi.js';
import { type MergedPart, mergeRow } from './merge.js';
import { dominantQuarter, type PageSize, type PageTurn, pageTurn, turnRun } from './page-rotation.js';
import { rowThresholds } from './print/gaps.js';
import { printedRuns } from './print/printed-runs.js';
import { baselineRows, type PlacedRun } from './print/rows.js';
import { runCorners, type TextRun } from './runs.js';
import { WordExtents } from './word-extents.js';

interface PageInfo extends PageSize {
  /** Zero-based index of the page in the file. */
  readonly index: number;
}

interface LinesOptions {
  /** Which glyphs replacement text may represent; without it, those that have no usable mapping. */
  readonly actualText?: ReplacedGlyphs;
  /** Make every run a line of its own. */
  readonly preventDefaultMergeLines?: boolean;
}

export interface PageText {
  /** In document order, on the turned page. */
  readonly lines: readonly Line[];
  /** How the page was turned to make its text horizontal. */
  readonly turn: PageTurn;
  readonly quality: TextQuality;
  /** Whether the scope `unusable` would have replaced more glyphs. */
  readonly moreWithUnusable: boolean;
}

/** The lines of a page in document order. */
export function linesOf(
  glyphs: readonly Glyph[],
  page: PageInfo,
  options: LinesOptions = {},
): readonly Line[] {
  return readPageText(glyphs, page, options).lines;
}

/** Everything that is made from the glyphs of a page in one pass. */
export function readPageText(glyphs: readonly Glyph[], page: PageInfo, options: LinesOptions = {}): PageText {
  const resolved = resolveActualText(glyphs, options.actualText ?? 'unmapped');
  const shown = printedRuns(resolved.glyphs).filter((run) => isOnPage(run, page));
  const turn = pageTurn(dominantQuarter(shown), page);
  const runs = turn.quarter === 0 ? shown : shown.map((run) => turnRun(run, turn));
  const target: LineTarget = { page: page.index, numbers: new PackedNumbers(roomFor(runs)) };
  const lines: Line[] = [];
  if (options.preventDefaultMergeLines) {
    for (const run of runs) lines.push(lineOf([run], run, ALONE, target));
  } else {
    for (const group of angleGroups(runs)) mergeGroup(group, target, lines);
  }
  target.numbers.trim();
  return {
    lines: sortPageLines(lines),
    turn,
    quality: { visible: resolved.visible, unresolved: resolved.unresolved },
    moreWithUnusable: resolved.moreWithUnusable,
  };
}

/** Numbers that the lines of some runs take at most. */
function roomFor(runs: readonly TextRun[]): number {
  return packedRoom(runs.length, countWords(runs));
}

function countWords(runs: readonly TextRun[]): number {
  let words = 0;
  for (const { from, to } of runs) words += to - from;
  return words;
}

/** Text entirely outside the page is dropped, partly outside is kept. */
function isOnPage(run: TextRun, { width, height }: PageSize): boolean {
  if (run.angle === 0) {
    return run.x + run.length >= 0 && run.x <= width && run.y >= 0 && run.y - run.size <= height;
  }
  const corners = runCorners(run);
  return (
    corners.some(({ x }) => x >= 0) &&
    corners.some(({ x }) => x <= width) &&
    corners.some(({ y }) => y >= 0) &&
    corners.some(({ y }) => y <= height)
  );
}

/** What is on a page in some direction. */
interface Directed {
  /** Degrees, clockwise. */
  readonly angle: number;
  /** Number of visible characters. */
  readonly visible: number;
}

/** What is merged together because it runs in one direction. */
interface AngleGroup<T> {
  /** Degrees. */
  readonly angle: number;
  readonly runs: T[];
}

/** Directions within this of each other are merged together, in degrees. */
const ANGLE_GROUP = 2;
/** Directions are counted in steps of this many degrees. */
const ANGLE_STEP = 0.01;

/**
 * Runs by direction: the direction with the most characters takes everything within 2 degrees of it, then the
 * next; so groups do not depend on the order of the runs.
 */
export function angleGroups<T extends Directed>(runs: readonly T[]): AngleGroup<T>[] {
  if (isOneDirection(runs)) return [{ angle: stepOf(runs[0]!.angle) * ANGLE_STEP, runs: [...runs] }];
  const weights = new Map<number, number>();
  for (const run of runs) {
    const step = stepOf(run.angle);
    weights.set(step, (weights.get(step) ?? 0) + run.visible);
  }
  const leaders: number[] = [];
  const heaviestFirst = [...weights].sort(
    ([a, weightA], [b, weightB]) => weightB - weightA || Math.abs(a) - Math.abs(b) || a - b,
  );
  for (const [step] of heaviestFirst) {
    const angle = step * ANGLE_STEP;
    if (
      leaders.length < LEADER_LIMIT &&
      !leaders.some((leader) => angleDifference(leader, angle) <= ANGLE_GROUP)
    ) {
      leaders.push(angle);
    }
  }
  const groups = leaders.map((angle): AngleGroup<T> => ({ angle, runs: [] }));
  for (const run of runs) nearestGroup(groups, run.angle).runs.push(run);
  return groups;
}

/** Whether all run exactly the same way, as on most pages. */
function isOneDirection<T extends Directed>(runs: readonly T[]): boolean {
  for (const { angle } of runs) if (angle !== runs[0]!.angle) return false;
  return runs.length > 0;
}

/** A full circle holds fewer directions than this that are more than 2 degrees apart. */
const LEADER_LIMIT = 180;

function stepOf(angle: number): number {
  return Math.round(angle / ANGLE_STEP);
}

/** The first group (the heaviest) that a direction belongs to. */
function nearestGroup<T>(groups: readonly AngleGroup<T>[], angle: number): AngleGroup<T> {
  const rounded = stepOf(angle) * ANGLE_STEP;
  return groups.find((group) => angleDifference(group.angle, rounded) <= ANGLE_GROUP) ?? groups[0]!;
}

/** The page that lines are made for, and where they keep their geometry. */
interface LineTarget {
  readonly page: number;
  readonly numbers: PackedNumbers;
}

/** Puts the lines that runs of one direction make behind others. */
function mergeGroup({ angle, runs }: AngleGroup<TextRun>, target: LineTarget, into: Line[]): void {
  const axes = axesOf(angle);
  const placed = runs.map((run) => placeRun(run, axes)).sort(compareInRows);
  for (const row of baselineRows(placed)) {
    if (row.length === 1) {
      into.push(lineOf([row[0]!.run], row[0]!.run, ALONE, target));
      continue;
    }
    for (const parts of mergeRow(row, rowThresholds(row))) {
      const own = parts.map(({ item }) => row[item]!);
      const base = own.find(({ isScript }) => !isScript) ?? own[0]!;
      into.push(
        lineOf(
          own.map(({ run }) => run),
          base.run,
          parts,
          target,
        ),
      );
    }
  }
}

/** The line of a row of one run. */
const ALONE: readonly MergedPart[] = [{ item: 0, separator: '' }];

function placeRun(run: TextRun, axes: TextAxes): PlacedRun {
  const left = along(axes, run.x, run.y);
  const bottom = across(axes, run.x, run.y);
  return {
    run,
    left,
    top: bottom - run.size,
    right: left + run.length,
    bottom,
    lead: run.lead,
    trail: run.trail,
    spaceAfter: run.pendingSpace,
    isScript: false,
  };
}

/** The order in which most pages are written, and so the cheapest to bring runs into. */
function compareInRows(a: PlacedRun, b: PlacedRun): number {
  return (
    compareNumbers(a.bottom, b.bottom) ||
    compareNumbers(a.left, b.left) ||
    compareNumbers(a.right, b.right) ||
    compareText(a.run.text, b.run.text)
  );
}

/**
 * The line that some runs make, given in their order along the text.
 * @param base the run whose extent across the text is that of the line
 */
function lineOf(
  runs: readonly TextRun[],
  base: TextRun,
  parts: readonly MergedPart[],
  { page, numbers }: LineTarget,
): Line {
  const { angle } = base;
  const axes = axesOf(angle);
  const { box, corners } = linePlace(runs, base, axes);
  const at = numbers.length;
  if (runs.some((run) => run.rightToLeft)) {
    const rawText = packInReadingOrder(runs, parts, axes, corners, numbers);
    return makePackedLine({ rawText, page, source: 'text', angle }, box, numbers, at);
  }
  const rawText = packAsShown(runs, parts, axes, corners, numbers);
  const overlapJoins = overlapJoinsOf(runs, parts);
  return makePackedLine({ rawText, page, source: 'text', angle, overlapJoins }, box, numbers, at);
}

/** Where runs are: the union along the text, with the spaces typed behind them; across it the extent of their base. */
function linePlace(runs: readonly TextRun[], base: TextRun, axes: TextAxes): LinePlace {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const start = along(axes, run.x, run.y);
    left = Math.min(left, start);
    right = Math.max(right, start + run.length + run.trail);
  }
  const bottom = across(axes, base.x, base.y);
  const top = bottom - base.size;
  if (base.angle === 0) return { box: { left, top, right, bottom }, corners: NO_CORNERS };
  return placeOf([
    pointAt(axes, left, top),
    pointAt(axes, right, top),
    pointAt(axes, right, bottom),
    pointAt(axes, left, bottom),
  ]);
}

/** Those of an upright line are the corners of its box. */
const NO_CORNERS: readonly never[] = Object.freeze([]);

/** Packs runs that are read as they are shown. @returns the text of the line */
function packAsShown(
  runs: readonly TextRun[],
  parts: readonly MergedPart[],
  axes: TextAxes,
  corners: readonly Point[],
  numbers: PackedNumbers,
): string {
  packCounts(numbers, corners, runs.length, countWords(runs));
  let text = '';
  for (let i = 0; i < runs.length; i++) {
    const start = text.length + parts[i]!.separator.length;
    text += parts[i]!.separator + runs[i]!.text;
    packRunAt(runs[i]!, start, text.length, axes, numbers);
  }
  let start = 0;
  for (let i = 0; i < runs.length; i++) {
    const { words, from, to, x, y } = runs[i]!;
    start += parts[i]!.separator.length;
    packWords(words, from, to, start, along(axes, x, y), numbers);
    start += runs[i]!.text.length;
  }
  return text;
}

/** Packs what a run covers of a line's text, from `start` to before `end`. */
function packRunAt(run: TextRun, start: number, end: number, axes: TextAxes, numbers: PackedNumbers): void {
  const left = along(axes, run.x, run.y);
  const baseline = across(axes, run.x, run.y);
  packRun(
    numbers,
    start,
    end,
    stepsOf(left),
    stepsOf(left + run.length + run.trail),
    stepsOf(baseline),
    stepsOf(run.size),
  );
}

/** Packs words, from `from` to before `to`, whose text begins at `start` and whose origin is at `origin`, in inches. */
function packWords(
  words: WordExtents,
  from: number,
  to: number,
  start: number,
  origin: number,
  numbers: PackedNumbers,
): void {
  for (let i = from; i < to; i++) {
    packSegment(
      numbers,
      start + words.start(i),
      start + words.end(i),
      stepsOf(origin + words.left(i)),
      stepsOf(origin + words.right(i)),
    );
  }
}

/** In place of the index of a run: a space that joining put in. */
const JOINED = -1;

interface Piece {
  readonly text: string;
  /** Inches along the baseline in the axes of the line. */
  readonly left: number;
  readonly right: number;
  /** Index of the run, or `JOINED`. */
  readonly run: number;
}

function piecesOf(runs: readonly TextRun[], parts: readonly MergedPart[], axes: TextAxes): Piece[] {
  const all: Piece[] = [];
  for (const [run, { x, y, pieces }] of runs.entries()) {
    const origin = along(axes, x, y);
    if (parts[run]!.separator !== '') all.push({ text: ' ', left: origin, right: origin, run: JOINED });
    for (const { text, start, end } of inVisualOrder(pieces))
      all.push({ text, left: origin + start, right: origin + end, run });
  }
  return all;
}

/** Pieces of a run, with marks behind the letters that they are set over: fonts show them before these, too. */
function inVisualOrder(pieces: TextRun['pieces']): TextRun['pieces'] {
  if (!pieces.some(({ text }) => isMark(text))) return pieces;
  return [...pieces].sort((a, b) => a.start - b.start || Number(isMark(a.text)) - Number(isMark(b.text)));
}

/** Consecutive text of one run. */
interface RunStretch {
  readonly run: number;
  readonly start: number;
  end: number;
}

/** Packs runs that hold right-to-left text. @returns the text of the line, in its reading order */
function packInReadingOrder(
  runs: readonly TextRun[],
  parts: readonly MergedPart[],
  axes: TextAxes,
  corners: readonly Point[],
  numbers: PackedNumbers,
): string {
  const pieces = piecesOf(runs, parts, axes);
  const { order, reversed } = logicalOrder(pieces.map((piece) => piece.text));
  const words = new WordExtents();
  const stretches: RunStretch[] = [];
  let last = JOINED;
  let rawText = '';
  for (const index of order) {
    const { text, left, right, run } = pieces[index]!;
    const start = rawText.length;
    if (run !== last) {
      words.close();
      if (run !== JOINED) stretches.push({ run, start, end: start });
      last = run;
    }
    words.put(text, start, left, right);
    rawText += reversed(index) ? mirror(text) : text;
    if (run !== JOINED) stretches.at(-1)!.end = rawText.length;
  }
  words.close();
  packCounts(numbers, corners, stretches.length, words.length);
  for (const { run, start, end } of stretches) packRunAt(runs[run]!, start, end, axes, numbers);
  packWords(words, 0, words.length, 0, 0, numbers);
  return rawText;
}

/** Where a joined line was glued from overlapping parts, given its pieces in their order. */
export function overlapJoinsOf(
  pieces: readonly { readonly text: string }[],
  parts: readonly MergedPart[],
): OverlapJoin[] {
  const joins: OverlapJoin[] = [];
  let at = 0;
  for (const [index, { separator, overlap }] of parts.entries()) {
    at += separator.length;
    if (overlap !== undefined) joins.push({ at, overlap: roundCoordinate(overlap) });
    at += pieces[index]!.text.length;
  }
  return joins;
}
