/** Columns of a band of lines, recognised by where their lines are. */
// See docs/language/06-sections-and-field-kinds.md#33-columns

import { EQUAL_COORDINATES } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';

/** A column: its lines touch each other along x, directly or over others. */
export interface Column {
  /** Inches from the left edge of the page. */
  readonly left: number;
  readonly right: number;
  /** In the order of the band. */
  readonly lines: readonly Line[];
}

interface Columns {
  /** From left to right. */
  readonly columns: readonly Column[];
  /** Lines that lie across several columns, in the order of the band. */
  readonly spanning: readonly Line[];
}

/** How columns are distinguished, in inches. */
interface ColumnOptions {
  /** Smallest gap between columns; negative values let them overlap by as much. */
  readonly gap: number;
  /** Tops of lines in one row differ by no more. */
  readonly tolerance: number;
}

/** More columns than a page of text has; a band with more is no table. */
export const MAX_COLUMNS = 1_000;

interface Interval {
  left: number;
  right: number;
}

/**
 * The columns down to the first line that lies across several; that line's row and all below are left out.
 * @returns undefined when there are more than `MAX_COLUMNS`
 */
export function columnsAboveSpanning(lines: readonly Line[], options: ColumnOptions): Columns | undefined {
  const end = firstSpanning(lines, options.gap);
  if (end === undefined) return undefined;
  const spanning = lines[end];
  let kept = end;
  while (spanning && kept > 0 && inRow(lines[kept - 1]!, spanning, options.tolerance)) kept -= 1;
  const band = lines.slice(0, kept);
  const intervals: Interval[] = [];
  for (const line of band) place(line, intervals, options.gap);
  return withLines(intervals, band, new Set());
}

/** Position of the first line that touches several of the columns before it; all lines when none does. */
function firstSpanning(lines: readonly Line[], gap: number): number | undefined {
  const intervals: Interval[] = [];
  for (const [position, line] of lines.entries()) {
    if (!place(line, intervals, gap)) return position;
    if (intervals.length > MAX_COLUMNS) return undefined;
  }
  return lines.length;
}

/**
 * The columns of all lines, whatever their order: rows of several lines show the columns, lines alone in
 * their row widen them, narrow ones first, or lie across several.
 * @returns undefined when there are more than `MAX_COLUMNS`
 */
export function columnsAndSpanning(lines: readonly Line[], options: ColumnOptions): Columns | undefined {
  const rows = levelRows(lines, options.tolerance);
  const intervals = merged(rows.filter((row) => row.length > 1).flat(), options.gap);
  const alone = rows.flatMap((row) => (row.length === 1 ? row : [])).sort((a, b) => width(a) - width(b));
  const spanning = new Set<Line>();
  for (const line of alone) {
    if (intervals.length > MAX_COLUMNS) return undefined;
    if (!place(line, intervals, options.gap)) spanning.add(line);
  }
  return intervals.length > MAX_COLUMNS ? undefined : withLines(intervals, lines, spanning);
}

function width({ left, right }: Interval): number {
  return right - left;
}

/** Whether a line is in the row of another, by their tops. */
function inRow(line: Line, other: Line, tolerance: number): boolean {
  return (
    line.page === other.page &&
    line.flow === other.flow &&
    Math.abs(line.top - other.top) <= tolerance + EQUAL_COORDINATES
  );
}

/** Consecutive lines whose tops lie near that of the first. */
function levelRows(lines: readonly Line[], tolerance: number): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && inRow(line, row[0]!, tolerance)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

function touches(line: Interval, column: Interval, gap: number): boolean {
  return line.left - gap < column.right && column.left < line.right + gap;
}

/** Puts a line into the column that it touches, or makes one of it; false when it touches several. */
function place(line: Line, intervals: Interval[], gap: number): boolean {
  const touched = intervals.filter((column) => touches(line, column, gap));
  if (touched.length > 1) return false;
  const [column] = touched;
  if (column) widen(column, line);
  else intervals.push({ left: line.left, right: line.right });
  return true;
}

function widen(column: Interval, line: Interval): void {
  column.left = Math.min(column.left, line.left);
  column.right = Math.max(column.right, line.right);
}

/** The intervals of lines, those that touch as one. */
function merged(lines: readonly Line[], gap: number): Interval[] {
  const intervals: Interval[] = [];
  for (const line of [...lines].sort((a, b) => a.left - b.left || a.right - b.right)) {
    const last = intervals.at(-1);
    if (last && touches(line, last, gap)) widen(last, line);
    else intervals.push({ left: line.left, right: line.right });
  }
  return intervals;
}

function withLines(
  intervals: readonly Interval[],
  band: readonly Line[],
  spanning: ReadonlySet<Line>,
): Columns {
  const columns = [...intervals]
    .sort((a, b) => a.left - b.left || a.right - b.right)
    .map(({ left, right }) => ({ left, right, lines: [] as Line[] }));
  for (const line of band) if (!spanning.has(line)) nearest(columns, line)?.lines.push(line);
  return { columns, spanning: band.filter((line) => spanning.has(line)) };
}

/** The column that shares most with a line; the leftmost of equals. */
function nearest<Of extends Interval>(columns: readonly Of[], line: Line): Of | undefined {
  let best: Of | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    const shared = Math.min(column.right, line.right) - Math.max(column.left, line.left);
    if (shared > most + EQUAL_COORDINATES) {
      best = column;
      most = shared;
    }
  }
  return best;
}
