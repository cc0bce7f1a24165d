/** New lines from old ones: a part, other text, another place, two joined, a join undone. */

import { applyTransform, distance, type Polygon, roundCoordinate, type Transform } from './geometry.js';
import { extentAlong, type LineParts, makeLine, partsOf, polygonBetween } from './line.js';
import type { GlyphRun, Line, OverlapJoin, Segment } from './model.js';
import { meanConfidence } from './reading.js';
import { across, along, axesOf, pointAt } from './text-axes.js';

/**
 * The box of a range of characters of a line that knows no glyphs, interpolated by character index over its width.
 * @param length number of characters the whole width represents: `line.rawText.length` while preprocessors
 *   run, `line.text.length` for ranges found in the final text
 */
// See docs/language/01-document-anchors-fields.md#19-geometry-of-a-part-of-a-line
export function rangePolygon(line: Line, start: number, end: number, length: number): Polygon {
  if (length === 0) return line.boundingPolygon;
  return polygonBetween(line.boundingPolygon, start / length, end / length);
}

/** What a line of another text is made of: it is in the same cell of a sheet, but does not show the number in it. */
function otherTextParts(line: Line): LineParts {
  const { cell, ...parts } = partsOf(line);
  return cell ? { ...parts, cell: { row: cell.row, column: cell.column } } : parts;
}

/**
 * The line that a range of `rawText` makes, without the blanks at its ends; undefined when nothing visible is
 * in it. It is where its own glyphs are, and so are its runs, segments and words.
 *
 * @example
 * linePart(line, 0, line.rawText.indexOf(':'))?.text; // the caption before a colon
 */
// See docs/language/01-document-anchors-fields.md#19-geometry-of-a-part-of-a-line
export function linePart(line: Line, start: number, end: number): Line | undefined {
  const slice = line.rawText.slice(start, end);
  const text = slice.trim();
  if (text === '') return undefined;
  const from = start + slice.length - slice.trimStart().length;
  const to = from + text.length;
  if (from === 0 && to === line.rawText.length) return line;
  const segments = cut(line.segments, from, to);
  return makeLine({
    ...otherTextParts(line),
    rawText: text,
    boundingPolygon: segmentsPolygon(line, segments, from, to),
    runs: cut(line.runs, from, to).map((run) => onGlyphs(run, segments)),
    segments,
    overlapJoins: line.overlapJoins
      .filter(({ at }) => at > from && at < to)
      .map((join) => ({ ...join, at: join.at - from })),
  });
}

const WORD = /\S+/gu;

/** The line that some words of a line make, from one index to another, both included. */
export function wordsPart(line: Line, first: number, last: number): Line | undefined {
  const spans = [...line.rawText.matchAll(WORD)];
  const end = spans[last]!;
  return linePart(line, spans[first]!.index, end.index + end[0].length);
}

/** A run where its glyphs are: its own box may be wider, by the spaces typed behind them. */
function onGlyphs(run: GlyphRun, segments: readonly Segment[]): GlyphRun {
  const extent = extentOf(cut(segments, run.start, run.end));
  return extent ? { ...run, ...extent } : run;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly right: number;
}

/**
 * The pieces of a range, counted from its start; pieces that stick out are cut evenly. Pieces are in the order
 * of the text, so that cutting a long line in many parts stays cheap.
 */
function cut<T extends Stretch>(pieces: readonly T[], from: number, to: number): T[] {
  const parts: T[] = [];
  for (let i = firstAfter(pieces, from, ({ end }) => end); i < pieces.length && pieces[i]!.start < to; i++) {
    const piece = pieces[i]!;
    const scale = (piece.right - piece.left) / (piece.end - piece.start);
    const start = Math.max(piece.start, from);
    const end = Math.min(piece.end, to);
    parts.push({
      ...piece,
      start: start - from,
      end: end - from,
      left: roundCoordinate(piece.left + (start - piece.start) * scale),
      right: roundCoordinate(piece.right - (piece.end - end) * scale),
    });
  }
  return parts;
}

/** Index of the first of some ascending items whose position is greater than a given one. */
function firstAfter<T>(items: readonly T[], position: number, positionOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(items[middle]!) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A replacement in a line: characters `start` to `end` of its `rawText` become `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The line with parts of its text replaced, in the same place. Characters outside the parts keep their glyphs;
 * those of a replacement share the width of what they replace.
 * @param edits ascending, not overlapping
 *
 * @example
 * withEdits(line, [{ start: 0, end: 2, text: 'No' }]); // 'N° 17' becomes 'No 17'
 */
export function withEdits(line: Line, edits: readonly TextEdit[]): Line {
  const placed = placeEdits(edits);
  const rawText = editedText(line.rawText, edits);
  if (rawText === line.rawText) return line;
  const move = (position: number) => movedPosition(placed, position);
  const moved = <T extends { start: number; end: number }>(pieces: readonly T[]): T[] =>
    pieces.map((piece) => ({ ...piece, start: move(piece.start), end: move(piece.end) })).filter(isFilled);
  return makeLine({
    ...otherTextParts(line),
    rawText,
    runs: moved<GlyphRun>(line.runs),
    segments: moved<Segment>(line.segments),
    overlapJoins: line.overlapJoins.map((join) => ({ ...join, at: move(join.at) })),
  });
}

function isFilled({ start, end }: { start: number; end: number }): boolean {
  return end > start;
}

function editedText(text: string, edits: readonly TextEdit[]): string {
  let edited = '';
  let position = 0;
  for (const edit of edits) {
    edited += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return edited + text.slice(position);
}

interface PlacedEdit extends TextEdit {
  /** By how much the edits before it move what follows them. */
  readonly shift: number;
}

function placeEdits(edits: readonly TextEdit[]): PlacedEdit[] {
  let shift = 0;
  return edits.map((edit) => {
    const placed = { ...edit, shift };
    shift += edit.text.length - (edit.end - edit.start);
    return placed;
  });
}

function movedPosition(edits: readonly PlacedEdit[], position: number): number {
  const edit = edits[firstAfter(edits, position, ({ start }) => start) - 1];
  if (!edit) return position;
  const { start, end, text, shift } = edit;
  if (position === start) return start + shift;
  if (position >= end) return position + shift + text.length - (end - start);
  return start + shift + Math.round(((position - start) * text.length) / (end - start));
}

/** The line in another flow. */
export function withFlow(line: Line, flow: number): Line {
  return line.flow === flow ? line : makeLine({ ...partsOf(line), flow });
}

/** The line moved, turned or scaled with everything in it. */
export function transformLine(line: Line, transform: Transform): Line {
  const corners = line.boundingPolygon;
  const [a, b, c, d] = corners.map((point) => applyTransform(transform, point)) as unknown as Polygon;
  const old = axesOf(line.angle);
  const heading = {
    x: transform.a * old.cos + transform.c * old.sin,
    y: transform.b * old.cos + transform.d * old.sin,
  };
  const scale = Math.hypot(heading.x, heading.y);
  const angle = (Math.atan2(heading.y, heading.x) * 180) / Math.PI;
  const axes = axesOf(roundCoordinate(angle));
  const origin = extentAlong(line).left;
  const moved = along(axes, d.x, d.y);
  const alongOf = (position: number) => roundCoordinate(moved + (position - origin) * scale);
  const acrossOf = (run: GlyphRun) => {
    const point = applyTransform(transform, pointAt(old, run.left, run.baseline));
    return roundCoordinate(across(axes, point.x, point.y));
  };
  const sizeScale = distance(a, d) / Math.max(distance(corners[0], corners[3]), Number.EPSILON);
  return makeLine({
    ...partsOf(line),
    boundingPolygon: [a, b, c, d],
    angle,
    runs: line.runs.map((run) => ({
      ...run,
      left: alongOf(run.left),
      right: alongOf(run.right),
      baseline: acrossOf(run),
      size: roundCoordinate(run.size * sizeScale),
    })),
    segments: line.segments.map((segment) => ({
      ...segment,
      left: alongOf(segment.left),
      right: alongOf(segment.right),
    })),
  });
}

/** A line to be joined to the ones before it. */
interface LineToJoin {
  readonly line: Line;
  /** Set before it. */
  readonly separator: '' | ' ';
  /** The overlap in inches when the overlap pass glued it on. */
  readonly overlap?: number;
}

/**
 * Lines of one direction as one: the union along the text; across it the extent and
 * the direction of the first. Confidence is the mean over the words that have one.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
export function joinLines(first: Line, rest: readonly LineToJoin[]): Line {
  const axes = axesOf(first.angle);
  const toFrame = (line: Line) => (position: number) =>
    roundCoordinate(line.angle === first.angle ? position : along(axes, ...cornerAt(line, position)));
  let rawText = first.rawText;
  let { left, right } = extentAlong(first);
  const runs = [...first.runs];
  const segments = [...segmentsOf(first)];
  const overlapJoins: OverlapJoin[] = [...first.overlapJoins];
  for (const { line, separator, overlap } of rest) {
    const shift = rawText.length + separator.length;
    rawText += separator + line.rawText;
    const convert = toFrame(line);
    const extent = extentAlong(line);
    left = Math.min(left, convert(extent.left));
    right = Math.max(right, convert(extent.right));
    const place = <T extends Stretch>(piece: T): T => ({
      ...piece,
      start: piece.start + shift,
      end: piece.end + shift,
      left: convert(piece.left),
      right: convert(piece.right),
    });
    runs.push(...line.runs.map(place));
    segments.push(...segmentsOf(line).map(place));
    if (overlap !== undefined) overlapJoins.push({ at: shift, overlap: roundCoordinate(overlap) });
    overlapJoins.push(...line.overlapJoins.map((join) => ({ ...join, at: join.at + shift })));
  }
  const lines = [first, ...rest.map(({ line }) => line)];
  const joined: LineParts = {
    ...otherTextParts(first),
    rawText,
    boundingPolygon: widened(first, left, right),
    source: lines.some((line) => line.source === 'ocr') ? 'ocr' : first.source,
    runs,
    segments,
    overlapJoins,
  };
  const confidence = meanConfidence(lines.flatMap(confidencesOf));
  return makeLine(confidence === undefined ? joined : { ...joined, confidence });
}

function cornerAt(line: Line, position: number): [number, number] {
  const axes = axesOf(line.angle);
  const [, , , start] = line.boundingPolygon;
  const { x, y } = pointAt(axes, position, across(axes, start.x, start.y));
  return [x, y];
}

/** Segments that cover a line's text also when it was made without any. */
function segmentsOf(line: Line): readonly Segment[] {
  const { segments } = line;
  if (segments.length > 0) return segments;
  return [{ start: 0, end: line.rawText.length, ...extentAlong(line) }];
}

/** The polygon of a line stretched to an extent along its text. */
function widened(line: Line, left: number, right: number): Polygon {
  const extent = extentAlong(line);
  const width = extent.right - extent.left;
  if (width > 0) {
    return polygonBetween(line.boundingPolygon, (left - extent.left) / width, (right - extent.left) / width);
  }
  const axes = axesOf(line.angle);
  const [top, , , bottom] = line.boundingPolygon;
  const upper = across(axes, top.x, top.y);
  const lower = across(axes, bottom.x, bottom.y);
  return [
    pointAt(axes, left, upper),
    pointAt(axes, right, upper),
    pointAt(axes, right, lower),
    pointAt(axes, left, lower),
  ];
}

/** The confidences of the words of a line, that of the line for each where they have none of their own. */
function confidencesOf({ words, confidence }: Line): readonly (number | undefined)[] {
  const ofWords = words.map((word) => word.confidence);
  return ofWords.some((each) => each !== undefined) ? ofWords : words.map(() => confidence);
}

/**
 * Undoes an overlap join: the two parts with the boxes their runs give them. Other
 * recorded joins stay with the part they lie in.
 */
// See docs/language/05-preprocessors.md#581-mergelines
export function undoOverlapJoin(line: Line, join: OverlapJoin): readonly [Line, Line] {
  return [ofRuns(line, 0, join.at), ofRuns(line, join.at, line.rawText.length)];
}

function ofRuns(line: Line, from: number, to: number): Line {
  const runs = cut(line.runs, from, to);
  const part = {
    ...otherTextParts(line),
    rawText: line.rawText.slice(from, to),
    runs,
    segments: cut(line.segments, from, to),
    overlapJoins: line.overlapJoins
      .filter(({ at }) => at > from && at < to)
      .map((other) => ({ ...other, at: other.at - from })),
  };
  const [first] = runs;
  if (!first) return makeLine({ ...part, boundingPolygon: segmentsPolygon(line, part.segments, from, to) });
  const axes = axesOf(line.angle);
  const left = Math.min(...runs.map((run) => run.left));
  const right = Math.max(...runs.map((run) => run.right));
  const top = first.baseline - first.size;
  return makeLine({
    ...part,
    boundingPolygon: [
      pointAt(axes, left, top),
      pointAt(axes, right, top),
      pointAt(axes, right, first.baseline),
      pointAt(axes, left, first.baseline),
    ],
  });
}

/** The box of a part of a line: what its segments cover of the line's width, or its share where there are none. */
function segmentsPolygon(line: Line, segments: readonly Segment[], from: number, to: number): Polygon {
  const extent = extentOf(segments);
  return extent
    ? widened(line, extent.left, extent.right)
    : rangePolygon(line, from, to, line.rawText.length);
}

/** From the first to the last position that segments cover; undefined without any. */
function extentOf(segments: readonly Segment[]): { left: number; right: number } | undefined {
  if (segments.length === 0) return undefined;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (const segment of segments) {
    left = Math.min(left, segment.left);
    right = Math.max(right, segment.right);
  }
  return { left, right };
}
