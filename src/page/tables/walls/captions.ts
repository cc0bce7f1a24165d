/**
 * Titles above and footers below tables. No value of 137 documents and no cell of their tables changes where its
 * thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#396-title-and-footer
import { type Box, boxHeight, centreY, overlapX, unionBox } from '../../document/geometry.js';
import type { Line } from '../../document/model.js';
import { visualRows } from '../../document/order.js';
import { isCaption } from '../captions.js';

/** Largest distance of a caption from its table, in inches. */
const CAPTION_GAP = 0.5;
/** Gaps in a caption of several rows, in heights of the lower row. */
const TITLE_ROW_GAP = 0.4;
const FOOTER_ROW_GAP = 0.5;
/** Rows of a caption. */
const TITLE_ROWS = 3;
const FOOTER_ROWS = 5;
/** No caption reaches further from its table, in inches: 5 rows of large type. */
const REACH = 3;
/** Texts of one row further apart, in its heights, are columns: two addresses above a table are no title. */
const APART = 2;
/** Tolerance of comparisons of edges, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
const EPS = 0.01;

/** What a label looks like; a title is not one. */
const LABEL = /:(?:\s|$)/u;
/** How a footer ends, or begins. */
const FOOTER_END = /[.!?)]$/u;
const FOOTER_START = /^(?:[*\u2020\u2021]|\[\^|note\b)/iu;

/** Text that belongs to a table, with the lines that it is in. */
export interface Caption {
  readonly text: string;
  readonly bounds: Box;
  readonly lines: readonly Line[];
}

interface CaptionRow extends Box {
  readonly lines: readonly Line[];
  readonly height: number;
}

/**
 * The title above a table, undefined without one.
 * @param bounds of the table's rows
 * @param lines of the table's page
 * @param others bounds of other tables of the page: text in them is no title
 */
export function titleOf(bounds: Box, lines: readonly Line[], others: readonly Box[]): Caption | undefined {
  const rows = captionRows(lines, bounds, others).filter((row) => centreY(row) < bounds.top);
  const taken = take(rows.reverse(), TITLE_ROWS, (row, before) =>
    before
      ? before.top - row.bottom <= TITLE_ROW_GAP * before.height + EPS
      : bounds.top - row.bottom <= CAPTION_GAP,
  );
  const title = caption(taken.reverse());
  if (!title || LABEL.test(title.text)) return undefined;
  return isCaption(title.text) || !taken.some(isInColumns) ? title : undefined;
}

/** Whether texts of a row stand in columns; "Table 3" is set apart from its title, too, and is told by its words. */
function isInColumns({ lines, height }: CaptionRow): boolean {
  const across = [...lines].sort((a, b) => a.left - b.left);
  return across.some((line, i) => i > 0 && line.left - across[i - 1]!.right > APART * height);
}

/** The footer below a table, undefined without one; parameters as for `titleOf`. */
export function footerOf(bounds: Box, lines: readonly Line[], others: readonly Box[]): Caption | undefined {
  const rows = captionRows(lines, bounds, others).filter((row) => centreY(row) > bounds.bottom);
  const taken = take(rows, FOOTER_ROWS, (row, before) =>
    before ? row.top - before.bottom < FOOTER_ROW_GAP * row.height : row.top - bounds.bottom <= CAPTION_GAP,
  );
  const footer = caption(taken);
  if (!footer) return undefined;
  return FOOTER_END.test(footer.text) || FOOTER_START.test(footer.text) ? footer : undefined;
}

/** Visual rows that are over or under the table and in no other one. */
function captionRows(lines: readonly Line[], bounds: Box, others: readonly Box[]): CaptionRow[] {
  const near: Line[] = [];
  for (const line of lines) {
    if (line.bottom <= bounds.top - REACH || line.top >= bounds.bottom + REACH) continue;
    if (overlapX(line, bounds) > 0) near.push(line);
  }
  const rows: CaptionRow[] = [];
  for (const row of visualRows(near)) {
    const { left, top, right, bottom } = row.reduce<Box>(unionBox, row[0]!);
    const made = { left, top, right, bottom, lines: row, height: Math.max(...row.map(boxHeight)) };
    if (!isInsideAny(made, others)) rows.push(made);
  }
  return rows;
}

function isInsideAny(row: Box, tables: readonly Box[]): boolean {
  for (const table of tables) if (isInside(row, table)) return true;
  return false;
}

function isInside(row: Box, table: Box): boolean {
  const y = centreY(row);
  return y > table.top && y < table.bottom && overlapX(row, table) > 0;
}

/** Rows from the table outwards, as long as each is near to the one before. */
function take(
  rows: readonly CaptionRow[],
  most: number,
  isNear: (row: CaptionRow, before: CaptionRow | undefined) => boolean,
): CaptionRow[] {
  const taken: CaptionRow[] = [];
  for (const row of rows) {
    if (taken.length === most || !isNear(row, taken.at(-1))) break;
    taken.push(row);
  }
  return taken;
}

/** Rows in reading order as one text. */
function caption(rows: readonly CaptionRow[]): Caption | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.flatMap((row) => row.lines);
  const { left, top, right, bottom } = rows.reduce<Box>(unionBox, first);
  return { text: lines.map(({ text }) => text).join(' '), bounds: { left, top, right, bottom }, lines };
}
