/**
 * What of a page may be parts of tables: texts between wide gaps that are not lines of paragraphs. Of 20,449 values and
 * cells of 137 documents thresholds a fifth smaller change none, a quarter larger 286 of one.
 */
import { memo } from '../../foundation/objects/memo.js';
import { type Box, overlapX, unionBox } from '../document/geometry.js';
import type { Page } from '../document/model.js';
import { gapStrength, PARTING } from './columns.js';
import { isFigure } from './figures.js';
import { median, type PlacedWord, type TextRow, textRow, textRows } from './words.js';

/** Words of one row with no more than spaces between them. */
export interface Segment extends Box {
  readonly words: readonly PlacedWord[];
  readonly size: number;
  /** Whether it is a figure, or several. */
  readonly isFigure: boolean;
  /** Whether it is a line of a paragraph. */
  readonly isProse: boolean;
}

/** Segments side by side, from left to right. */
export interface SegmentRow extends Box {
  readonly segments: readonly Segment[];
  readonly size: number;
}

/** In a line of so many words, gaps up to this many times the usual one are spaces: lines are spread to the margin. */
const SPREAD_WORDS = 6;
const SPREAD = 2.2;
/** Widest usual space of such a line, in sizes of type. */
const SPREAD_GAP = 1.2;
/** Lines of a paragraph: words in most of them, mean width in inches, lines, distance in sizes of type. */
const PROSE_WORDS = 5;
const PROSE_WIDTH = 1.9;
const PROSE_LINES = 3;
const WIDE_PROSE = 3.2;
const PROSE_STEP = 2.2;
/** The lines of a paragraph have one distance; none is so many times that of the one before. */
const EVEN_STEPS = 1.3;
const MOST = 0.6;
/** A line that is so wide by itself is running text, in inches, with so many words. */
const LONG_LINE = 4;
const LONG_LINE_WORDS = 9;
/** Left edges of the lines of a paragraph differ by no more, in inches; a first line is set in up to the second. */
const SAME_EDGE = 0.04;
const INDENT = 0.55;
/** Baselines that differ by less are one, in inches. */
const SAME_BASELINE = 0.02;

/** A row cut at its wide gaps. */
function segmentsOf(row: TextRow): Segment[] {
  const { words } = row;
  const gaps = words.slice(1).map((word, i) => word.left - words[i]!.right);
  const quartile = lowerQuartile(gaps);
  const usual = words.length >= SPREAD_WORDS && quartile <= SPREAD_GAP * row.size ? quartile : 0;
  const segments: Segment[] = [];
  let open: PlacedWord[] = [];
  for (const word of words) {
    const before = open.at(-1);
    const isParted =
      before &&
      gapStrength(before, word) >= PARTING &&
      (word.left - before.right > SPREAD * usual || isFigure(word.text));
    if (isParted) {
      segments.push(segmentOf(open));
      open = [];
    }
    open.push(word);
  }
  if (open.length > 0) segments.push(segmentOf(open));
  return segments;
}

function lowerQuartile(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 2] ?? 0;
}

function segmentOf(words: readonly PlacedWord[]): Segment {
  const { left, top, right, bottom } = words.reduce<Box>(unionBox, words[0]!);
  const figures = words.filter(({ text }) => isFigure(text)).length;
  return {
    words,
    left,
    top,
    right,
    bottom,
    size: median(words.map(({ size }) => size)),
    isFigure: figures * 2 >= words.length,
    isProse: false,
  };
}

/** The rows of text of a page. */
export const pageRows = memo(({ lines }: Page) => segmentRows(textRows(lines)));

/** The rows of a page in segments, with those marked that are lines of its paragraphs. */
export function segmentRows(rows: readonly TextRow[]): readonly SegmentRow[] {
  const all = rows.map((row) => segmentsOf(row));
  const prose = proseOf(all);
  return all.map((segments) =>
    segmentRow(segments.map((segment) => (prose.has(segment) ? { ...segment, isProse: true } : segment))),
  );
}

/** Segments that are side by side, in order. */
export function segmentRow(segments: readonly Segment[]): SegmentRow {
  const { left, top, right, bottom } = segments.reduce<Box>(unionBox, segments[0]!);
  return { segments, left, top, right, bottom, size: median(segments.map(({ size }) => size)) };
}

/** The words of a row of segments. */
export function rowWithWords({ segments }: SegmentRow): TextRow {
  return textRow(segments.flatMap(({ words }) => words));
}

/** The segments that are lines of running text. */
function proseOf(rows: readonly (readonly Segment[])[]): ReadonlySet<Segment> {
  const prose = new Set<Segment>();
  for (const run of paragraphs(rows)) {
    const long = run.filter(({ words, isFigure: figure }) => words.length >= PROSE_WORDS && !figure);
    const width = run.reduce((sum, { left, right }) => sum + right - left, 0) / run.length;
    const isProse =
      run.length >= (width >= WIDE_PROSE ? PROSE_LINES - 1 : PROSE_LINES) &&
      long.length >= MOST * run.length &&
      width >= PROSE_WIDTH;
    const isLong = long.some(
      ({ left, right, words }) => right - left >= LONG_LINE && words.length >= LONG_LINE_WORDS,
    );
    if ((isProse || isLong) && !hasFigures(run, rows)) for (const segment of run) prose.add(segment);
  }
  return prose;
}

/** Runs of segments one below the other with one left edge. */
function paragraphs(rows: readonly (readonly Segment[])[]): Segment[][] {
  const closed: Segment[][] = [];
  let open: Segment[][] = [];
  for (const row of rows) {
    const next: Segment[][] = [];
    for (const segment of row) {
      const at = open.findIndex((run) => goesOn(run, segment));
      if (at >= 0) {
        const [run] = open.splice(at, 1);
        run!.push(segment);
        next.push(run!);
      } else next.push([segment]);
    }
    const top = row[0]?.top ?? 0;
    const near = open.filter((run) => top - run.at(-1)!.top <= PROSE_STEP * run.at(-1)!.size);
    closed.push(...open.filter((run) => !near.includes(run)));
    open = [...near, ...next];
  }
  return [...closed, ...open];
}

function goesOn(run: readonly Segment[], segment: Segment): boolean {
  const before = run.at(-1)!;
  const step = segment.top - before.top;
  const earlier = run.at(-2);
  if (earlier && step > EVEN_STEPS * (before.top - earlier.top)) return false;
  if (
    step <= 0 ||
    step > PROSE_STEP * segment.size ||
    Math.abs(before.size - segment.size) > 0.15 * segment.size
  )
    return false;
  const off = segment.left - before.left;
  return (
    Math.abs(off) <= SAME_EDGE ||
    (run.length === 1 && off < 0 && -off <= INDENT && overlapX(before, segment) > PROSE_WIDTH / 2)
  );
}

/** Whether most lines of a run have figures beside them, as the labels of a table's rows have. */
function hasFigures(run: readonly Segment[], rows: readonly (readonly Segment[])[]): boolean {
  const own = new Set(run);
  let figured = 0;
  for (const row of rows) {
    const segment = row.find((each) => own.has(each));
    if (!segment) continue;
    const beside = row.some(
      (each) => each.isFigure && each !== segment && Math.abs(each.bottom - segment.bottom) <= SAME_BASELINE,
    );
    if (beside) figured += 1;
  }
  return figured >= MOST * run.length;
}
