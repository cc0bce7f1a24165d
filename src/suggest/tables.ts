/** Tables of a document, by their headings: what a config to begin with takes as a whole. */
import { type Box, unionBox } from '../document/geometry.js';
import type { Line } from '../document/model.js';
import { visualRows } from '../document/order.js';
import { type Captions, captionCost } from './captions.js';
import type { PageIndex } from './page-index.js';

/** Headings and rows of a table at least: fewer are captions of a form. */
const LEAST = { headings: 3, rows: 2, cells: 2 };
/** Inches between two rows of a table at most. */
const ROW_GAP = 0.4;
/** Inches between a title and the headings below it. */
const TITLE_GAP = 0.3;
/** Inches that a column reaches over its text. */
const MARGIN = 0.05;

/** A column, with the text of its heading. */
export interface TableColumn {
  readonly heading: string;
  /** Inches from the left edge of the page. */
  readonly minX: number;
  readonly maxX: number;
  /** The texts of its cells, from top to bottom. */
  readonly texts: readonly string[];
}

/** A table as its headings show it. */
export interface FoundTable {
  /** The line above the headings; undefined where none stands alone there. */
  readonly title: string | undefined;
  readonly headings: readonly Line[];
  readonly columns: readonly TableColumn[];
  /** All lines of its rows. */
  readonly lines: ReadonlySet<Line>;
  readonly rows: number;
  /** The first line below it; undefined at the end of the page. */
  readonly next: Line | undefined;
}

interface Column {
  readonly line: Line;
  left: number;
  right: number;
  readonly texts: string[];
}

/** The tables whose headings stand in one row above aligned cells, whether or not they are drawn. */
export function tablesByHeadings(index: PageIndex, captions: Captions): readonly FoundTable[] {
  const pages = new Set(index.lines.map(({ page }) => page));
  return [...pages].flatMap((page) => {
    const rows = visualRows(index.on(page));
    const found: FoundTable[] = [];
    for (let i = 0; i < rows.length; i++) {
      const table = tableAt(rows, i, captions);
      if (!table) continue;
      found.push(table);
      i = rows.findLastIndex((row) => row.some((line) => table.lines.has(line)));
    }
    return found;
  });
}

function tableAt(rows: readonly (readonly Line[])[], at: number, captions: Captions): FoundTable | undefined {
  const headings = rows[at]!.toSorted((a, b) => a.left - b.left);
  if (headings.length < LEAST.headings || !headings.every((line) => isHeading(line, captions)))
    return undefined;
  const columns: Column[] = headings.map((line) => ({ line, left: line.left, right: line.right, texts: [] }));
  const lines = new Set<Line>(headings);
  let last = at;
  let count = 0;
  for (let i = at + 1; i < rows.length; i++) {
    const gap = boxOf(rows[i]!).top - boxOf(rows[last]!).bottom;
    const cells = rows[i]!.map((line) => ({ line, column: columnOf(line, columns) }));
    if (gap > ROW_GAP || cells.some(({ column }) => column === undefined)) break;
    const filled = new Set(cells.map(({ column }) => column));
    if (filled.size < LEAST.cells || !rows[i]!.some(({ text }) => /\d/u.test(text))) break;
    for (const { line, column } of cells) {
      column!.left = Math.min(column!.left, line.left);
      column!.right = Math.max(column!.right, line.right);
      column!.texts.push(line.text);
      lines.add(line);
    }
    last = i;
    count++;
  }
  if (count < LEAST.rows) return undefined;
  return {
    title: titleOf(rows, at, headings, captions),
    headings,
    columns: columns.map(({ line, left, right, texts }) => ({
      heading: line.text,
      minX: left - MARGIN,
      maxX: right + MARGIN,
      texts,
    })),
    lines,
    rows: count,
    next: rows[last + 1]?.[0],
  };
}

function boxOf(lines: readonly Line[]): Box {
  return lines.reduce<Box>(unionBox, lines[0]!);
}

function isHeading(line: Line, captions: Captions): boolean {
  if (/\d/u.test(line.text) || line.text.endsWith(':')) return false;
  const caption = captions.captionOf(line);
  return caption !== undefined && captionCost(caption) < LEAST_COST;
}

/** What speaks against a heading at most. */
const LEAST_COST = 6;

/** The column that a line is in: the one that it overlaps most. */
function columnOf(line: Box, columns: readonly Column[]): Column | undefined {
  let best: Column | undefined;
  let most = -MARGIN;
  for (const column of columns) {
    const shared = Math.min(line.right, column.right) - Math.max(line.left, column.left);
    if (shared <= most) continue;
    most = shared;
    best = column;
  }
  return best;
}

function titleOf(
  rows: readonly (readonly Line[])[],
  at: number,
  [first]: readonly Line[],
  captions: Captions,
): string | undefined {
  const above = rows[at - 1];
  const [line] = above ?? [];
  if (!line || above!.length > 1 || first!.top - line.bottom > TITLE_GAP) return undefined;
  return captions.captionOf(line);
}
