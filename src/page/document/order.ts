/**
 * Orders of lines. No function changes its input. No value of 104 documents changes where its thresholds are a fifth
 * smaller, or a quarter larger. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change none, a
 * quarter larger 2 of one.
 */
// See docs/language/01-document-anchors-fields.md#17-order-of-lines
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
// See docs/language/05-preprocessors.md#5103-sort
import { angleDifference, EQUAL_COORDINATES, overlapY } from './geometry.js';
import type { Line } from './model.js';

/**
 * Document order: page, flow, top, left, without any row tolerance. Ties go by the right edge and then the
 * text, so that the order never depends on how the file was written.
 */
export function compareLines(a: Line, b: Line): number {
  return a.page - b.page || a.flow - b.flow || compareOnPage(a, b);
}

function compareOnPage(a: Line, b: Line): number {
  return a.top - b.top || a.left - b.left || a.right - b.right || compareText(a.rawText, b.rawText);
}

/** Not by their difference: each that is not a whole number would be an object in memory. */
export function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Lines of one page in document order.
 * @param rowTolerance inches; set by the sort preprocessor: inside each flow, lines whose tops lie within it
 *   below the first of their row are one row and go from left to right
 */
// See docs/language/05-preprocessors.md#5103-sort
export function sortPageLines(lines: readonly Line[], rowTolerance?: number): Line[] {
  const sorted = [...lines].sort(compareLines);
  if (!rowTolerance) return sorted;
  return rowsByTop(sorted, rowTolerance).flatMap((row) =>
    row.sort((a, b) => a.left - b.left || compareLines(a, b)),
  );
}

/** Text further than this from horizontal forms no rows, in degrees. */
// See docs/language/05-preprocessors.md#5101-multicolumn
// See docs/language/05-preprocessors.md#5103-sort
const HORIZONTAL_WITHIN = 10;

/** Whether a line reads from left to right, within 10 degrees. */
export function isHorizontal(line: Line): boolean {
  return angleDifference(line.angle, 0) <= HORIZONTAL_WITHIN;
}

/**
 * Rows of lines that are in document order: a row takes what begins within the tolerance below its first line.
 * A line off horizontal is a row by itself, at its place by top, and does not end the row around it.
 * @param tolerance inches
 */
export function rowsByTop(lines: readonly Line[], tolerance: number): Line[][] {
  const rows: Line[][] = [];
  let row: Line[] = [];
  for (const line of lines) {
    const [first] = row;
    const joins = first?.page === line.page && first.flow === line.flow && isHorizontal(line);
    if (joins && line.top - first.top <= tolerance + EQUAL_COORDINATES) {
      row.push(line);
      continue;
    }
    const opened = [line];
    rows.push(opened);
    if (isHorizontal(line)) row = opened;
  }
  return rows;
}

/** Vertical overlap from which two lines count as one row for `sortLines`, of the smaller height. */
const SAME_ROW_OVERLAP = 0.3;

/**
 * `sortLines: "readingOrderLeftToRight"`: an insertion sort over document order. The relation is not
 * transitive, so the procedure is part of the definition.
 */
// See docs/language/01-document-anchors-fields.md#17-order-of-lines
export function sortLeftToRight(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort(compareLines);
  for (let i = 1; i < sorted.length; i++) {
    const line = sorted[i]!;
    let place = i;
    while (place > 0 && goesBefore(line, sorted[place - 1]!)) {
      sorted[place] = sorted[place - 1]!;
      place--;
    }
    sorted[place] = line;
  }
  return sorted;
}

function goesBefore(a: Line, b: Line): boolean {
  if (a.page !== b.page || a.flow !== b.flow) return false;
  const smaller = Math.min(a.bottom - a.top, b.bottom - b.top);
  const overlap = overlapY(a, b);
  if (overlap > 0 && overlap >= SAME_ROW_OVERLAP * smaller) {
    if (isLeftOf(a, b)) return true;
    if (isLeftOf(b, a)) return false;
  }
  return a.top < b.top || (a.top === b.top && a.left < b.left);
}

/** An overlap of 0.001 inches, as a trailing space may make, is one (example: replace_type.pdf). */
function isLeftOf(a: Line, b: Line): boolean {
  return a.right - b.left < EQUAL_COORDINATES;
}

/** `xMajorSort`: page, left, top. */
export function sortByLeft(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) => a.page - b.page || a.left - b.left || compareLines(a, b));
}

/** Vertical overlap with a row's first line from which a line joins a visual row, of the smaller height. */
const VISUAL_ROW_OVERLAP = 0.5;

/** The visual rows of some lines, from top to bottom, each from left to right; flow is not heeded. */
export function visualRows(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.page - b.page || compareOnPage(a, b))) {
    const row = rows.at(-1);
    if (row && sharesRow(row[0]!, line)) row.push(line);
    else rows.push([line]);
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left || compareOnPage(a, b));
  return rows;
}

function sharesRow(first: Line, line: Line): boolean {
  if (first.page !== line.page) return false;
  const smaller = Math.min(first.bottom - first.top, line.bottom - line.top);
  return overlapY(first, line) >= VISUAL_ROW_OVERLAP * smaller - EQUAL_COORDINATES;
}

/** Reading order of a set of lines: its visual rows one after the other. */
export function readingOrder(lines: readonly Line[]): Line[] {
  return visualRows(lines).flat();
}
