/** The text of one page: glyphs -> runs -> cleaned -> merged -> default order. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs
// See docs/language/01-document-anchors-fields.md#17-order-of-lines

import { angleDifference, type Polygon, roundCoordinate } from '../geometry.js';
import type { Glyph } from '../glyph.js';
import { makeLine } from '../line.js';
import type { GlyphRun, Line, OverlapJoin, Segment, TextQuality } from '../model.js';
import { compareNumbers, compareText, sortPageLines } from '../order.js';
import { PackedNumbers } from '../packed-numbers.js';
import { across, along, axesOf, pointAt, type TextAxes } from '../text-axes.js';
import { type ReplacedGlyphs, resolveActualText } from './actual-text.js';
import { logicalOrder, mirror } from './bidi.js';
import { dropDuplicates, mayHoldDuplicates } from './duplicates.js';
import { DEFAULT_MERGE, type MergedPart, type MergeItem, mergeItems } from './merge.js';
import { dominantQuarter, type PageSize, type PageTurn, pageTurn, turnRun } from './page-rotation.js';
import { type RunPieces, runCorners, runsOf, type TextRun } from './runs.js';

export interface PageInfo extends PageSize {
  /** Zero-based index of the page in the file. */
  readonly index: number;
}

export interface LinesOptions {
  /** Which glyphs replacement text may stand for; without it, those that have no usable mapping. */
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
  const shown = runsOf(resolved.glyphs).filter((run) => isOnPage(run, page));
  const turn = pageTurn(dominantQuarter(shown), page);
  const runs = turn.quarter === 0 ? shown : shown.map((run) => turnRun(run, turn));
  const place: LinePlace = { page: page.index, numbers: new PackedNumbers() };
  const lines = options.preventDefaultMergeLines
    ? runs.map((run) => lineOf([run], [{ item: 0, separator: '' }], place))
    : angleGroups(runs).flatMap((group) => mergeGroup(group, place));
  place.numbers.trim();
  return {
    lines: sortPageLines(lines),
    turn,
    quality: { visible: resolved.visible, unresolved: resolved.unresolved },
    moreWithUnusable: resolved.moreWithUnusable,
  };
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

/** What stands on a page in some direction. */
export interface Directed {
  /** Degrees, clockwise. */
  readonly angle: number;
  /** Number of visible characters. */
  readonly visible: number;
}

/** What is merged together because it runs in one direction. */
export interface AngleGroup<T> {
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
interface LinePlace {
  readonly page: number;
  readonly numbers: PackedNumbers;
}

interface PlacedRun extends MergeItem {
  readonly run: TextRun;
}

function mergeGroup({ angle, runs }: AngleGroup<TextRun>, into: LinePlace): Line[] {
  const axes = axesOf(angle);
  const all: PlacedRun[] = [];
  for (const run of runs) all.push(place(run, axes));
  const placed = withoutDuplicates(all.sort(compareInRows));
  const lines: Line[] = [];
  for (const parts of mergeItems(placed, DEFAULT_MERGE)) {
    const own: TextRun[] = [];
    for (const { item } of parts) own.push(placed[item]!.run);
    lines.push(lineOf(own, parts, into));
  }
  return lines;
}

/** @param placed in rows, as is what is returned */
function withoutDuplicates(placed: PlacedRun[]): PlacedRun[] {
  if (!mayHoldDuplicates(placed)) return placed;
  return dropDuplicates(placed.sort(compareFromLeft)).sort(compareInRows);
}

function place(run: TextRun, axes: TextAxes): PlacedRun {
  const left = along(axes, run.x, run.y);
  const bottom = across(axes, run.x, run.y);
  return {
    run,
    left,
    right: left + run.length,
    top: bottom - run.size,
    bottom,
    lead: run.lead,
    spaceFrom: run.pendingSpace ? left + run.pieces.ends[run.to - 1]! : undefined,
  };
}

/** The order in which most pages are written, and so the cheapest to bring runs into. */
function compareInRows(a: PlacedRun, b: PlacedRun): number {
  return compareNumbers(a.bottom, b.bottom) || compareFromLeft(a, b);
}

function compareFromLeft(a: PlacedRun, b: PlacedRun): number {
  return (
    compareNumbers(a.left, b.left) ||
    compareNumbers(a.bottom, b.bottom) ||
    compareNumbers(a.right, b.right) ||
    compareText(a.run.text, b.run.text)
  );
}

/** The line that some runs make, given in their order along the text. */
function lineOf(runs: readonly TextRun[], parts: readonly MergedPart[], { page, numbers }: LinePlace): Line {
  const first = runs[0]!;
  const axes = axesOf(first.angle);
  const mixed = runs.some((run) => run.rightToLeft);
  const text = new LineText();
  if (mixed) putInReadingOrder(piecesOf(runs, parts), runs, axes, text);
  else putAsShown(runs, parts, axes, text);
  const { rawText, stretches, segments } = text.finish();
  const made = {
    rawText,
    page,
    boundingPolygon: polygonOf(runs, axes),
    source: 'text' as const,
    angle: first.angle,
    runs: glyphRunsOf(stretches, runs, axes),
    segments,
    overlapJoins: mixed ? [] : overlapJoinsOf(runs, parts),
  };
  return makeLine(made, numbers);
}

/** The union along the text; across it the extent of the left part. */
function polygonOf(runs: readonly TextRun[], axes: TextAxes): Polygon {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const start = along(axes, run.x, run.y);
    left = Math.min(left, start);
    right = Math.max(right, start + run.length);
  }
  const first = runs[0]!;
  const bottom = across(axes, first.x, first.y);
  const top = bottom - first.size;
  return [
    pointAt(axes, left, top),
    pointAt(axes, right, top),
    pointAt(axes, right, bottom),
    pointAt(axes, left, bottom),
  ];
}

function putAsShown(
  runs: readonly TextRun[],
  parts: readonly MergedPart[],
  axes: TextAxes,
  into: LineText,
): void {
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]!;
    if (parts[index]!.separator !== '') into.putSpace();
    into.put(run.text, index, along(axes, run.x, run.y), run.pieces, run.from, run.to);
  }
}

/** A piece of a run, or the space that joining put in. */
interface Piece {
  readonly text: string;
  /** Index of the run; undefined for a space that joining put in. */
  readonly run: number | undefined;
  /** Index in the pieces of the run. */
  readonly at: number;
}

function piecesOf(runs: readonly TextRun[], parts: readonly MergedPart[]): Piece[] {
  const all: Piece[] = [];
  for (const [run, { pieces, from, to }] of runs.entries()) {
    if (parts[run]!.separator !== '') all.push({ text: ' ', run: undefined, at: 0 });
    for (let at = from; at < to; at++) all.push({ text: pieces.texts[at]!, run, at });
  }
  return all;
}

function putInReadingOrder(
  pieces: readonly Piece[],
  runs: readonly TextRun[],
  axes: TextAxes,
  into: LineText,
): void {
  const { order, reversed } = logicalOrder(pieces.map((piece) => piece.text));
  for (const index of order) {
    const { text, run: of, at } = pieces[index]!;
    if (of === undefined) {
      into.putSpace();
      continue;
    }
    const run = runs[of]!;
    const origin = along(axes, run.x, run.y);
    into.put(reversed(index) ? mirror(text) : text, of, origin, run.pieces, at, at + 1);
  }
}

/** Consecutive text of one run. */
interface RunStretch {
  readonly run: number;
  readonly start: number;
  end: number;
}

type OpenSegment = { -readonly [K in keyof Segment]: Segment[K] };

/** Joins pieces to text and tells which characters each run and each word of a run covers. */
class LineText {
  #text = '';
  #stretch: RunStretch | undefined;
  #segment: OpenSegment | undefined;
  readonly #stretches: RunStretch[] = [];
  readonly #segments: OpenSegment[] = [];

  /** Puts a space that belongs to no run. */
  putSpace(): void {
    this.#text += ' ';
    this.#stretch = undefined;
    this.#segment = undefined;
  }

  /**
   * Puts pieces of a run.
   * @param text of the pieces: as long as theirs, though brackets may be turned round
   * @param run index of the run
   * @param origin where the pieces are counted from, in inches along the text
   */
  put(text: string, run: number, origin: number, pieces: RunPieces, from: number, to: number): void {
    let start = this.#text.length;
    this.#text += text;
    this.#open(run, start);
    let segment = this.#segment;
    const { texts, starts, ends } = pieces;
    for (let i = from; i < to; i++) {
      const piece = texts[i]!;
      const end = start + piece.length;
      if (piece.charCodeAt(0) === SPACE) {
        segment = undefined;
      } else if (segment) {
        segment.end = end;
        segment.left = Math.min(segment.left, origin + starts[i]!);
        segment.right = Math.max(segment.right, origin + ends[i]!);
      } else {
        segment = { start, end, left: origin + starts[i]!, right: origin + ends[i]! };
        this.#segments.push(segment);
      }
      start = end;
    }
    this.#segment = segment;
  }

  /** Text that is put next, at `start`, goes on the stretch of its run. */
  #open(run: number, start: number): void {
    if (run !== this.#stretch?.run) {
      this.#segment = undefined;
      this.#stretch = { run, start, end: start };
      this.#stretches.push(this.#stretch);
    }
    this.#stretch.end = this.#text.length;
  }

  finish() {
    for (const segment of this.#segments) {
      segment.left = roundCoordinate(segment.left);
      segment.right = roundCoordinate(segment.right);
    }
    const segments: readonly Segment[] = this.#segments;
    return { rawText: this.#text, stretches: this.#stretches, segments };
  }
}

const SPACE = 0x20;

function glyphRunsOf(stretches: readonly RunStretch[], runs: readonly TextRun[], axes: TextAxes): GlyphRun[] {
  const made: GlyphRun[] = [];
  for (const stretch of stretches) made.push(runOf(stretch, runs, axes));
  return made;
}

function runOf({ run: index, start, end }: RunStretch, runs: readonly TextRun[], axes: TextAxes): GlyphRun {
  const run = runs[index]!;
  const left = along(axes, run.x, run.y);
  return {
    start,
    end,
    left: roundCoordinate(left),
    right: roundCoordinate(left + run.length),
    baseline: roundCoordinate(across(axes, run.x, run.y)),
    size: roundCoordinate(run.size),
  };
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
