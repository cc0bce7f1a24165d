/**
 * Lines from what an OCR engine read. That words of one row are level wins 22 values on nine of 61 documents at 200 dpi
 * and loses two; figures of gaps are in print.ts.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger

import { boundingBox, centreX, roundCoordinate } from '../../page/document/geometry.js';
import { CAP_HEIGHT } from '../../page/document/glyph.js';
import { makeLine } from '../../page/document/line.js';
import { withFlow } from '../../page/document/line-edits.js';
import type { Line, Segment } from '../../page/document/model.js';
import { sortPageLines } from '../../page/document/order.js';
import { PackedNumbers } from '../../page/document/packed-numbers.js';
import { meanConfidence } from '../../page/document/reading.js';
import { across, along, axesOf, pointAt, type TextAxes } from '../../page/document/text-axes.js';
import { angleGroups, overlapJoinsOf } from '../../page/layout/lines.js';
import {
  DEFAULT_MERGE,
  type MergedPart,
  type MergeItem,
  type MergeThresholds,
  mergeItems,
} from '../../page/layout/merge.js';
import type { PlacedLine, PlacedText, Reading } from './answer.js';
import {
  commonCells,
  isItemNumber,
  isOneCellApart,
  isOneNumber,
  isRuledOff,
  isTwoSpacesApart,
  type PrintedWord,
} from './print.js';

/**
 * Words of OCR hardly ever share their whole height, so 0.6 of it is enough. They are apart from
 * each other however close their boxes come: an engine has seen the space between them. Their boxes end at the ink, so
 * that limits in font sizes grow by the height of capitals; at 0.6 of the ink, the words of justified small print (gaps
 * of 0.7) fall apart.
 */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
const WORD_MERGE: MergeThresholds = {
  ...DEFAULT_MERGE,
  yOverlap: 0.6,
  adjacent: DEFAULT_MERGE.adjacent / CAP_HEIGHT,
  directlyAdjacent: Number.NEGATIVE_INFINITY,
  glues: 'all',
};

/** Lines of an engine; what it read twice is one. */
const LINE_MERGE: MergeThresholds = { ...DEFAULT_MERGE, glues: 'all' };

/** The widest gap that a typist's second space makes of an ordinary one: a space is 0.28 of the font size wide. */
const TWO_SPACES = WORD_MERGE.adjacent + 0.28 / CAP_HEIGHT;
/** Gap of one empty cell in heights of the ink at most: cells are 0.6 of the font size wide, and glyphs narrower. */
const ONE_CELL = 1.1 / CAP_HEIGHT;

/** The widest gap between the number of an item and its text: an em, which is a gap of columns after other words. */
const AFTER_NUMBER = 1 / CAP_HEIGHT;

/** Up to which gap two words are one line, in heights of their ink. @param cell width of the cells of the print, if it has any */
function adjacentOf(left: PrintedWord, right: PrintedWord, cell: number | undefined): number {
  if (isRuledOff(left, right)) return Number.NEGATIVE_INFINITY;
  if (isOneCellApart(left, right, cell)) return ONE_CELL;
  if (isItemNumber(left, right)) return AFTER_NUMBER;
  return isTwoSpacesApart(left, right) ? TWO_SPACES : WORD_MERGE.adjacent;
}

/** Directions this close to horizontal are horizontal: corners are whole pixels; in degrees. */
const LEVEL = 0.25;

interface OcrLinesOptions {
  /** Make every word, or line of the engine, a line of its own. */
  readonly preventDefaultMergeLines?: boolean | undefined;
}

/**
 * The lines of a page in document order; those of the right page of an open book are a flow of their own.
 * @param page zero-based index in the file
 */
// See docs/language/01-document-anchors-fields.md#111-ocr
export function ocrLines(reading: Reading, page: number, options: OcrLinesOptions = {}): Line[] {
  const target: LineTarget = { page, numbers: new PackedNumbers() };
  const lines = flowsOf(reading).flatMap((flow, index) =>
    linesOfFlow(flow, target, options).map((line) => withFlow(line, index)),
  );
  target.numbers.trim();
  return sortPageLines(lines);
}

/** The page that lines are on, and the row of memory that their geometry shares: one for each takes a kilobyte. */
interface LineTarget {
  readonly page: number;
  readonly numbers: PackedNumbers;
}

/** What was read to the left of a fold, and to its right; all of it where there is none. */
function flowsOf(reading: Reading): readonly Reading[] {
  const { words, lines, fold } = reading;
  if (fold === undefined) return [reading];
  const isLeft = ({ polygon }: PlacedText) => centreX(boundingBox(polygon)) < fold;
  return [isLeft, (piece: PlacedText) => !isLeft(piece)].map((isInFlow) => ({
    words: words.filter(isInFlow),
    lines: lines.filter(isInFlow),
  }));
}

function linesOfFlow({ words, lines }: Reading, target: LineTarget, options: OcrLinesOptions): Line[] {
  const pieces: readonly PlacedText[] = lines.length > 0 ? lines : words;
  return angleGroups(pieces).flatMap((group) => {
    const axes = axesOf(Math.abs(group.angle) < LEVEL ? 0 : roundCoordinate(group.angle));
    const placed = inRows(group.runs.map((piece) => place(piece, axes))).sort(comparePlaced);
    const groups = options.preventDefaultMergeLines
      ? placed.map((_, item): MergedPart[] => [{ item, separator: '' }])
      : mergeItems(placed, lines.length > 0 ? LINE_MERGE : wordMerge(placed));
    return groups.map((parts) => lineOf(parts, placed, axes, target));
  });
}

/** How words merge: as near as their print says. */
function wordMerge(words: readonly PrintedWord[]): MergeThresholds {
  const cellOf = commonCells(words);
  const most = Math.max(ONE_CELL, TWO_SPACES, AFTER_NUMBER);
  const of = (left: number, right: number) => adjacentOf(words[left]!, words[right]!, cellOf(words[left]!));
  return { ...WORD_MERGE, adjacentBetween: { most, of } };
}

/**
 * How far the upper edges of words of one row are apart at most for want of exactness, in heights of the lower one. On 61
 * documents at 200 dpi, `paddle()`, 22 values won on nine documents, two lost on two; 16 with half of it.
 */
const UNEVEN = 0.2;

/**
 * Words whose upper edges are as good as level have them exactly so: order by place would else be that of pixels, and the
 * second caption of a row come before the first.
 */
function inRows(pieces: readonly PlacedPiece[]): PlacedPiece[] {
  const sorted = pieces.toSorted((a, b) => a.top - b.top);
  const rows: PlacedPiece[][] = [];
  for (const piece of sorted) {
    const first = rows.at(-1)?.[0];
    const height = first && Math.min(first.bottom - first.top, piece.bottom - piece.top);
    if (first && piece.top - first.top <= UNEVEN * height!) rows.at(-1)!.push(piece);
    else rows.push([piece]);
  }
  return rows.flatMap((row) => {
    const { top } = row[(row.length - 1) >> 1]!;
    return row.map((piece) => ({ ...piece, top }));
  });
}

interface PlacedPiece extends MergeItem, PrintedWord {
  readonly piece: PlacedText;
}

function place(piece: PlacedText, axes: TextAxes): PlacedPiece {
  const us = piece.polygon.map(({ x, y }) => along(axes, x, y));
  const vs = piece.polygon.map(({ x, y }) => across(axes, x, y));
  return {
    piece,
    text: piece.text,
    ruleBefore: piece.ruleBefore,
    boxed: piece.boxed,
    left: Math.min(...us),
    top: Math.min(...vs),
    right: Math.max(...us),
    bottom: Math.max(...vs),
    lead: 0,
    trail: 0,
    spaceAfter: false,
  };
}

function comparePlaced(a: PlacedPiece, b: PlacedPiece): number {
  if (a.left !== b.left) return a.left - b.left;
  if (a.bottom !== b.bottom) return a.bottom - b.bottom;
  if (a.right !== b.right) return a.right - b.right;
  return a.text < b.text ? -1 : Number(a.text > b.text);
}

/** The union along the text; across it the extent of the left part. */
// See docs/language/01-document-anchors-fields.md#15-the-built-in-line-merger
function lineOf(
  parts: readonly MergedPart[],
  placed: readonly PlacedPiece[],
  axes: TextAxes,
  { page, numbers }: LineTarget,
): Line {
  const pieces = parts.map(({ item }) => placed[item]!);
  const { top, bottom } = pieces[0]!;
  const left = Math.min(...pieces.map((piece) => piece.left));
  const right = Math.max(...pieces.map((piece) => piece.right));
  let rawText = '';
  const segments: Segment[] = [];
  for (const [index, { separator }] of parts.entries()) {
    if (index === 0 || !isOneNumber(pieces[index - 1]!, pieces[index]!)) rawText += separator;
    segments.push(...segmentsOf(pieces[index]!, rawText.length, axes));
    rawText += pieces[index]!.text;
  }
  const words = pieces.flatMap(({ piece }) => wordsOf(piece));
  // See docs/language/01-document-anchors-fields.md#11-shapes
  const confidence = meanConfidence(words.map((word) => word.confidence));
  const made = {
    rawText,
    page,
    boundingPolygon: [
      pointAt(axes, left, top),
      pointAt(axes, right, top),
      pointAt(axes, right, bottom),
      pointAt(axes, left, bottom),
    ],
    source: 'ocr',
    ...(confidence !== undefined && { confidence }),
    segments,
    overlapJoins: overlapJoinsOf(pieces, parts),
  } as const;
  return makeLine(made, numbers);
}

/** What of a piece has a confidence of its own: the words of a line, else the piece itself. */
function wordsOf(piece: PlacedText): readonly PlacedText[] {
  const { words = [] } = piece as Partial<PlacedLine>;
  return words.length > 0 ? words : [piece];
}

/** The segments of the words that are in the text of a piece in their order; else one for all of it. */
function segmentsOf({ piece, text }: PlacedPiece, start: number, axes: TextAxes): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const word of wordsOf(piece)) {
    const at = text.indexOf(word.text, from);
    if (at < 0) return [segmentOf(piece, start, text.length, axes)];
    segments.push(segmentOf(word, start + at, word.text.length, axes));
    from = at + word.text.length;
  }
  return segments;
}

function segmentOf(word: PlacedText, start: number, length: number, axes: TextAxes): Segment {
  const { left, right } = place(word, axes);
  return {
    start,
    end: start + length,
    left: roundCoordinate(left),
    right: roundCoordinate(right),
    ...(word.confidence !== undefined && { confidence: word.confidence }),
  };
}
