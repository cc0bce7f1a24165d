/**
 * The part of a table that goes on at the head of the next page, where its rows may be too few to show their columns.
 * No value of 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter
 * larger.
 */
import { type Box, overlapX, unionBox } from '../document/geometry.js';
import { type AreaTable, type PageEvidence, rulesIn } from './area.js';
import { MOST_GAP, repeats } from './regions.js';
import { pageRows, rowWithWords, type SegmentRow } from './segments.js';
import { structureOf } from './structure.js';
import type { RecognisedTable } from './walls/model.js';

/** Rows of text above the part: a header, and the title that says that the table goes on. */
const MOST_ROWS_ABOVE = 4;
/** A text that shares more than this with a second column, in inches and of its width, is in no column. */
const FOREIGN = 0.05;
const FOREIGN_SHARE = 0.15;
/** Share of the columns, and least number of them, that the first and the last row of a part fill. */
const FILLED = 0.5;
const LEAST_FILLED = 2;

/** A part with the boundaries of its columns. */
export interface PartOfTable extends AreaTable {
  readonly xs: readonly number[];
}

/**
 * The rows at the head of a page that are in the columns of a table of the page before, as a table of as many columns.
 * @returns undefined where there are none
 */
export function continuedPart(before: RecognisedTable, evidence: PageEvidence): PartOfTable | undefined {
  const columns = columnsOf(before);
  const rows = pageRows(evidence.page);
  const isStrong = (row: SegmentRow) =>
    filled(row, columns) >= Math.max(LEAST_FILLED, Math.ceil(FILLED * columns.length));
  const first = rows.slice(0, MOST_ROWS_ABOVE + 1).findIndex(isStrong);
  if (first < 0) return undefined;
  const own: SegmentRow[] = [];
  for (const row of rows.slice(first)) {
    const last = own.at(-1);
    const isApart = last && row.top - last.bottom > MOST_GAP * row.size && !repeats(own, row);
    if (isApart || filled(row, columns) === 0) break;
    own.push(row);
  }
  const part = own.slice(0, own.findLastIndex(isStrong) + 1);
  const area = part.reduce<Box>(unionBox, part[0]!);
  const rules = rulesIn(area, evidence.rulings);
  return {
    structure: structureOf(part.map(rowWithWords), { ...rules, columns: before.xs.slice(1, -1) }),
    source: 'alignment',
    xs: before.xs,
  };
}

/** Where the text of each column is; between its walls where it has none. */
function columnsOf({ rows, xs }: RecognisedTable): Pick<Box, 'left' | 'right'>[] {
  return xs.slice(1).map((right, column) => {
    const lines = rows.flatMap((row) => (row[column]?.colSpan === 1 ? row[column].lines : []));
    return {
      left: Math.min(...lines.map((line) => line.left), ...(lines.length === 0 ? [xs[column]!] : [])),
      right: Math.max(...lines.map((line) => line.right), ...(lines.length === 0 ? [right] : [])),
    };
  });
}

/** How many columns a row fills; none where a text of it is in no column, or in two. */
function filled({ segments }: SegmentRow, columns: readonly Pick<Box, 'left' | 'right'>[]): number {
  const found = new Set<number>();
  for (const segment of segments) {
    const { left, right } = segment;
    const shared = columns.map((column) => overlapX({ ...segment, ...column }, segment));
    const [most, second] = [...shared].sort((a, b) => b - a);
    if (segment.isProse || most === undefined || most <= 0) return 0;
    if (second !== undefined && second > Math.max(FOREIGN, FOREIGN_SHARE * (right - left))) return 0;
    found.add(shared.indexOf(most));
  }
  return found.size;
}
