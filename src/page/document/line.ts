/**
 * Making lines: the only place where an object of type `Line` comes from. Thresholds a fifth smaller change no value of
 * 104 documents, a quarter larger 23 values.
 */

import { collapseSpaces } from './cleaning.js';
import {
  angleBetween,
  type Box,
  boundingBox,
  boxPolygon,
  distance,
  type Point,
  type Polygon,
  roundCoordinate,
  roundPoint,
  STEPS_PER_INCH,
  stepsOf,
} from './geometry.js';
import { HIDDEN_REASONS, type HiddenReason } from './hidden-text.js';
import type { GlyphRun, Line, OverlapJoin, Segment, ShownCell, Word } from './model.js';
import { PackedNumbers } from './packed-numbers.js';
import { along, axesOf } from './text-axes.js';

/** What a line is made from; coordinates need not be rounded. */
export interface LineParts {
  /** The text with its spaces as they are; positions in segments, runs and joins count in it. */
  readonly rawText: string;
  /** Zero-based page of the original file. */
  readonly page: number;
  /** Corners in the reading direction of the text, from the top left clockwise. */
  readonly boundingPolygon: Polygon;
  readonly source: Line['source'];
  readonly cell?: ShownCell;
  /** Degrees, clockwise; taken from the polygon's upper edge when not given. */
  readonly angle?: number;
  readonly flow?: number;
  readonly confidence?: number;
  readonly runs?: readonly GlyphRun[];
  /** In the order of the text. Without any, the whole text covers the whole width evenly. */
  readonly segments?: readonly Segment[];
  readonly overlapJoins?: readonly OverlapJoin[];
}

/** Lines shorter than this, in inches, do not show their direction. */
const LEAST_BASELINE = 1e-6;

/**
 * A line: coordinates rounded to 3 decimals, `text` derived from `rawText`, words made on demand. It may be
 * empty during preprocessing; `finishLines` drops such lines.
 * @param numbers where it keeps its geometry; lines that are made and kept together, as those of a page, share one
 */
export function makeLine(parts: LineParts, numbers: PackedNumbers = new PackedNumbers()): Line {
  const [a, b] = parts.boundingPolygon;
  const place = placeOf(parts.boundingPolygon);
  const at = numbers.length;
  pack(numbers, place.corners, parts.runs ?? NONE, parts.segments ?? NONE);
  return new TextLine(parts, parts.angle ?? directionOf(a, b), place.box, numbers, at);
}

/** What a line is made from besides its geometry. */
export type LineHead = Omit<LineParts, 'boundingPolygon' | 'runs' | 'segments'>;

/** Where a line is. */
export interface LinePlace {
  /** Not necessarily rounded. */
  readonly box: Box;
  /** Its corners as those of a polygon, rounded; none where they are those of the box. */
  readonly corners: readonly Point[];
}

/** The place of a line with some corners. */
export function placeOf([a, b, c, d]: Polygon): LinePlace {
  const corners: Polygon = [roundPoint(a), roundPoint(b), roundPoint(c), roundPoint(d)];
  const box = boundingBox(corners);
  return { box, corners: isBox(corners, box) ? NONE : corners };
}

/**
 * A line whose geometry was packed from `at` on: by `packCounts`, then by `packRun` and `packSegment` as often as it
 * said. The result is that of `makeLine`, without an object for each of them: every line of a page's text is made in
 * this way.
 * @param box need not be rounded
 */
export function makePackedLine(
  head: LineHead & { readonly angle: number },
  box: Box,
  numbers: PackedNumbers,
  at: number,
): Line {
  return new TextLine(head, head.angle, box, numbers, at);
}

const NONE: readonly never[] = Object.freeze([]);

function orNone<T>(list: readonly T[] | undefined): readonly T[] {
  return list === undefined || list.length === 0 ? NONE : list;
}

/** Runs and segments from which on they are kept once they were asked for: to cut a long line in many parts asks often. */
const MANY_PIECES = 32;

/** What many lines have in common, mostly all of a page. */
interface Kind extends Pick<Line, 'page' | 'angle' | 'flow' | 'source' | 'overlapJoins'> {
  readonly numbers: PackedNumbers;
}

/** That of the line made last: lines of one kind are made one after the other, and share it. */
let latest: Kind | undefined;

function kindOf(head: LineHead, degrees: number, numbers: PackedNumbers): Kind {
  const { page, flow = 0, source } = head;
  const angle = normaliseAngle(degrees);
  const overlapJoins = orNone(head.overlapJoins);
  const isSame =
    latest?.numbers === numbers &&
    latest.page === page &&
    latest.angle === angle &&
    latest.flow === flow &&
    latest.source === source &&
    latest.overlapJoins === overlapJoins;
  if (!isSame) latest = { page, angle, flow, source, overlapJoins, numbers };
  return latest!;
}

/**
 * A page of a statement has some hundred lines, and long documents a million: so what is seldom asked for (corners,
 * runs, segments) is packed, and objects are made of it on demand. In `numbers` are, from `at` on: how many corners,
 * runs and segments there are, how many numbers a segment has, and then theirs. A line takes 104 bytes besides its text and
 * numbers, and took 152 with all that is in its kind.
 */
class TextLine implements Line {
  readonly text: string;
  readonly rawText: string;
  /** The box in steps of a coordinate: whole numbers are in the object itself, others beside it. */
  private readonly fromLeft: number;
  private readonly fromTop: number;
  private readonly toRight: number;
  private readonly toBottom: number;
  declare readonly confidence?: number;
  declare readonly cell?: ShownCell;
  readonly #kind: Kind;
  readonly #at: number;
  #words: readonly Word[] | undefined;
  #pieces: Pieces | undefined;

  constructor(head: LineHead, angle: number, box: Box, numbers: PackedNumbers, at: number) {
    this.rawText = head.rawText;
    this.text = collapseSpaces(head.rawText);
    this.fromLeft = stepsOf(box.left);
    this.fromTop = stepsOf(box.top);
    this.toRight = stepsOf(box.right);
    this.toBottom = stepsOf(box.bottom);
    if (head.confidence !== undefined) this.confidence = head.confidence;
    if (head.cell) this.cell = head.cell;
    this.#kind = kindOf(head, angle, numbers);
    this.#at = at;
    Object.freeze(this);
  }

  get page(): number {
    return this.#kind.page;
  }

  get angle(): number {
    return this.#kind.angle;
  }

  get flow(): number {
    return this.#kind.flow;
  }

  get source(): Line['source'] {
    return this.#kind.source;
  }

  get overlapJoins(): readonly OverlapJoin[] {
    return this.#kind.overlapJoins;
  }

  get left(): number {
    return this.fromLeft / STEPS_PER_INCH;
  }

  get top(): number {
    return this.fromTop / STEPS_PER_INCH;
  }

  get right(): number {
    return this.toRight / STEPS_PER_INCH;
  }

  get bottom(): number {
    return this.toBottom / STEPS_PER_INCH;
  }

  get boundingPolygon(): Polygon {
    return unpackCorners(this.#kind.numbers, this.#at) ?? boxPolygon(this);
  }

  get lineHeight(): number {
    const corners = unpackCorners(this.#kind.numbers, this.#at);
    return corners ? meanHeight(corners) : roundCoordinate(this.bottom - this.top);
  }

  get runs(): readonly GlyphRun[] {
    return TextLine.#unpacked(this).runs;
  }

  get segments(): readonly Segment[] {
    return TextLine.#unpacked(this).segments;
  }

  get words(): readonly Word[] {
    this.#words ??= lineWords(this);
    return this.#words;
  }

  /** All that a line is made of, as JSON shows it. */
  toJSON(): object {
    const { text, left, top, right, bottom, lineHeight } = this;
    return { text, left, top, right, bottom, lineHeight, ...partsOf(this) };
  }

  /** Static, as each line would hold what its private methods are bound to. */
  static #unpacked(line: TextLine): Pieces {
    if (line.#pieces) return line.#pieces;
    const pieces = unpackPieces(line.#kind.numbers, line.#at);
    if (pieces.runs.length + pieces.segments.length >= MANY_PIECES) line.#pieces = pieces;
    return pieces;
  }
}

/** What a line is divided into. */
interface Pieces {
  readonly runs: readonly GlyphRun[];
  readonly segments: readonly Segment[];
}

/** Numbers before those of corners, runs and segments: their counts, and the numbers of a segment. */
const COUNTS = 4;
const CORNER_NUMBERS = 2;
const RUN_NUMBERS = 6;
const SEGMENT_NUMBERS = 4;

/** Reasons by the numbers that segments are packed with. */
const REASONS = Object.keys(HIDDEN_REASONS) as HiddenReason[];

/** Numbers that lines of so many runs, or fewer, take with so many segments, when all are upright. */
export function packedRoom(runs: number, segments: number): number {
  return (COUNTS + RUN_NUMBERS) * runs + SEGMENT_NUMBERS * segments;
}

/**
 * Packs what a line's geometry begins with.
 * @param corners none where they are those of the line's box
 * @param runs how many will be packed
 * @param segments how many will be packed after them
 */
export function packCounts(
  numbers: PackedNumbers,
  corners: readonly Point[],
  runs: number,
  segments: number,
  segmentNumbers = SEGMENT_NUMBERS,
): void {
  numbers.pushSteps(corners.length);
  numbers.pushSteps(runs);
  numbers.pushSteps(segments);
  numbers.pushSteps(segmentNumbers);
  for (const { x, y } of corners) {
    numbers.push(x);
    numbers.push(y);
  }
}

/** Packs a run; its coordinates are given in steps: see `PackedNumbers.pushSteps`. */
export function packRun(
  numbers: PackedNumbers,
  start: number,
  end: number,
  left: number,
  right: number,
  baseline: number,
  size: number,
): void {
  numbers.pushSteps(start);
  numbers.pushSteps(end);
  numbers.pushSteps(left);
  numbers.pushSteps(right);
  numbers.pushSteps(baseline);
  numbers.pushSteps(size);
}

/** Packs a segment without a confidence that nothing hides; its coordinates are given in steps. */
export function packSegment(
  numbers: PackedNumbers,
  start: number,
  end: number,
  left: number,
  right: number,
): void {
  numbers.pushSteps(start);
  numbers.pushSteps(end);
  numbers.pushSteps(left);
  numbers.pushSteps(right);
}

function pack(
  numbers: PackedNumbers,
  corners: readonly Point[],
  runs: readonly GlyphRun[],
  segments: readonly Segment[],
): void {
  const isMarked = segments.some(({ hidden }) => hidden !== undefined);
  const isRead = isMarked || segments.some(({ confidence }) => confidence !== undefined);
  const each = SEGMENT_NUMBERS + Number(isRead) + Number(isMarked);
  packCounts(numbers, corners, runs.length, segments.length, each);
  for (const { start, end, left, right, baseline, size } of runs) {
    numbers.pushSteps(start);
    numbers.pushSteps(end);
    numbers.push(left);
    numbers.push(right);
    numbers.push(baseline);
    numbers.push(size);
  }
  for (const { start, end, left, right, confidence, hidden } of segments) {
    numbers.pushSteps(start);
    numbers.pushSteps(end);
    numbers.push(left);
    numbers.push(right);
    if (isRead) numbers.push(confidence ?? Number.NaN);
    if (isMarked) numbers.pushSteps(hidden === undefined ? -1 : REASONS.indexOf(hidden));
  }
}

/** Undefined where the corners are those of the line's box. */
function unpackCorners(numbers: PackedNumbers, at: number): Polygon | undefined {
  if (numbers.stepsAt(at) === 0) return undefined;
  const corner = (index: number): Point => ({
    x: numbers.at(at + COUNTS + index * CORNER_NUMBERS),
    y: numbers.at(at + COUNTS + index * CORNER_NUMBERS + 1),
  });
  return [corner(0), corner(1), corner(2), corner(3)];
}

function unpackPieces(numbers: PackedNumbers, at: number): Pieces {
  const runCount = numbers.stepsAt(at + 1);
  const segmentCount = numbers.stepsAt(at + 2);
  const segmentNumbers = numbers.stepsAt(at + 3);
  let from = at + COUNTS + numbers.stepsAt(at) * CORNER_NUMBERS;
  const runs: GlyphRun[] = [];
  for (; runs.length < runCount; from += RUN_NUMBERS) {
    runs.push({
      start: numbers.stepsAt(from),
      end: numbers.stepsAt(from + 1),
      left: numbers.at(from + 2),
      right: numbers.at(from + 3),
      baseline: numbers.at(from + 4),
      size: numbers.at(from + 5),
    });
  }
  const segments: Segment[] = [];
  for (; segments.length < segmentCount; from += segmentNumbers) {
    const confidence = segmentNumbers > SEGMENT_NUMBERS ? numbers.at(from + 4) : Number.NaN;
    const hidden = segmentNumbers > SEGMENT_NUMBERS + 1 ? REASONS[numbers.stepsAt(from + 5)] : undefined;
    segments.push({
      start: numbers.stepsAt(from),
      end: numbers.stepsAt(from + 1),
      left: numbers.at(from + 2),
      right: numbers.at(from + 3),
      ...(Number.isNaN(confidence) ? {} : { confidence }),
      ...(hidden && { hidden }),
    });
  }
  return { runs, segments };
}

/** Whether a polygon is a box with its first corner at the top left. */
function isBox([a, b, c, d]: Polygon, { left, top, right, bottom }: Box): boolean {
  const isUpright = a.x === left && d.x === left && b.x === right && c.x === right;
  return isUpright && a.y === top && b.y === top && c.y === bottom && d.y === bottom;
}

function meanHeight([a, b, c, d]: Polygon): number {
  return roundCoordinate((distance(a, d) + distance(b, c)) / 2);
}

function directionOf(a: Point, b: Point): number {
  return distance(a, b) < LEAST_BASELINE ? 0 : angleBetween(a, b);
}

/** An angle in (-180, 180], rounded to 3 decimals of a degree so that a full turn of noise is no angle. */
export function normaliseAngle(degrees: number): number {
  const turned = roundCoordinate(degrees % 360);
  if (turned <= -180) return turned + 360;
  return turned > 180 ? turned - 360 : turned + 0;
}

/** What `makeLine` would take to make this line again; spread it to change a part. */
export function partsOf(line: Line): LineParts {
  const {
    rawText,
    page,
    boundingPolygon,
    source,
    cell,
    angle,
    flow,
    confidence,
    runs,
    segments,
    overlapJoins,
  } = line;
  return {
    rawText,
    page,
    boundingPolygon,
    source,
    ...(cell && { cell }),
    angle,
    flow,
    ...(confidence === undefined ? {} : { confidence }),
    runs,
    segments,
    overlapJoins,
  };
}

/** The positions along the baseline at which a line begins and ends, in inches in the axes of the line. */
export function extentAlong(line: Pick<Line, 'angle' | 'boundingPolygon'>): { left: number; right: number } {
  const axes = axesOf(line.angle);
  const [, , end, start] = line.boundingPolygon;
  return { left: along(axes, start.x, start.y), right: along(axes, end.x, end.y) };
}

/** The stretch of a line's polygon between two shares (0 to 1) of its width. */
export function polygonBetween([a, b, c, d]: Polygon, from: number, to: number): Polygon {
  return [between(a, b, from), between(a, b, to), between(d, c, to), between(d, c, from)];
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

const WORD = /\S+/g;

function lineWords(line: Line): readonly Word[] {
  const extent = extentAlong(line);
  const known = line.segments;
  const segments = known.length > 0 ? known : [{ start: 0, end: line.rawText.length, ...extent }];
  const polygon = line.boundingPolygon;
  const words: Word[] = [];
  let first = 0;
  for (const match of line.rawText.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].length;
    while (first < segments.length && segments[first]!.end <= start) first++;
    const span: Span = spanOf(segments, first, start, end) ?? extent;
    words.push({
      text: match[0],
      boundingPolygon: stretch(polygon, extent, span),
      ...(span.confidence === undefined ? {} : { confidence: span.confidence }),
    });
  }
  return words;
}

interface Span {
  readonly left: number;
  readonly right: number;
  readonly confidence?: number;
}

/** Extent of a range of characters: the union of what segments from `first` on say, a part of one evenly. */
function spanOf(segments: readonly Segment[], first: number, start: number, end: number): Span | undefined {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let confidence = 0;
  let read = 0;
  for (let i = first; i < segments.length && segments[i]!.start < end; i++) {
    const segment = segments[i]!;
    const scale = (segment.right - segment.left) / Math.max(1, segment.end - segment.start);
    const from = segment.left + Math.max(0, start - segment.start) * scale;
    const to = segment.right - Math.max(0, segment.end - end) * scale;
    left = Math.min(left, from, to);
    right = Math.max(right, from, to);
    if (segment.confidence !== undefined) {
      confidence += segment.confidence;
      read++;
    }
  }
  if (left > right) return undefined;
  return read === 0 ? { left, right } : { left, right, confidence: confidence / read };
}

function stretch(polygon: Polygon, extent: Span, span: Span): Polygon {
  const width = extent.right - extent.left;
  if (Math.abs(width) < LEAST_BASELINE) return polygon;
  const [a, b, c, d] = polygonBetween(
    polygon,
    (span.left - extent.left) / width,
    (span.right - extent.left) / width,
  );
  return [roundPoint(a), roundPoint(b), roundPoint(c), roundPoint(d)];
}

/**
 * The final pass over lines after preprocessing: `text` is already collapsed and
 * trimmed from `rawText` in every line, so what is left is to drop the empty ones.
 */
// See docs/language/01-document-anchors-fields.md#18-pipeline-order
export function finishLines(lines: readonly Line[]): readonly Line[] {
  return lines.every((line) => line.text !== '') ? lines : lines.filter((line) => line.text !== '');
}
