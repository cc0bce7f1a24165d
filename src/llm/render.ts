/** Lines printed as text in which columns are under each other, as a model reads them. */
// See docs/language/08-language-models.md#843-lines-as-text
import type { Line } from '../page/document/model.js';
import { cleanForModel } from './clean.js';

/** A row of printed text. */
export interface PrintedRow {
  readonly text: string;
  /** Positions of its lines in the list that was printed; none for rows that part others. */
  readonly lines: readonly number[];
}

interface RenderOptions {
  /** Whether a row names each page that begins inside. */
  readonly pageHinting: boolean;
}

/** Directions within this of level, in degrees, are level. */
const LEVEL = 10;
/** Share of the smaller height by which lines of one row overlap. */
const ROW_OVERLAP = 0.5;
/** How far a line may reach back into the one before it in its row, in inches. */
const ROW_SLACK = 0.05;
/** Width of a character in inches: where no line shows it, and its bounds. */
const CHARACTER_WIDTH = 0.08;
const NARROWEST = 0.03;
const WIDEST = 0.25;
/** Lines with fewer characters do not show the width of characters. */
const TELLING_CHARACTERS = 4;
/** Gaps wider than this, in character widths, are two spaces at least. */
const WIDE_GAP = 1.5;
/** Spaces in a run, at most. */
const MOST_SPACES = 60;
/** Gaps above a row larger than this, in median row heights, are an empty row. */
const PARAGRAPH_GAP = 0.8;

interface Row {
  readonly page: number;
  top: number;
  bottom: number;
  readonly cells: { readonly line: Line; readonly text: string; readonly position: number }[];
}

/**
 * Lines as rows of text. Only lines that follow each other share a row, so that the reading order that
 * preprocessors made stays.
 */
export function renderLines(lines: readonly Line[], { pageHinting }: RenderOptions): readonly PrintedRow[] {
  const rows = shownRows(lines);
  const widths = characterWidths(rows);
  const lefts = leftEdges(rows);
  const heights = rows.map(({ top, bottom }) => bottom - top).toSorted((a, b) => a - b);
  const medianHeight = heights[Math.floor(heights.length / 2)] ?? 0;
  const printed: PrintedRow[] = [];
  let before: Row | undefined;
  for (const row of rows) {
    if (before && before.page !== row.page) {
      printed.push({ text: '', lines: [] });
      if (pageHinting) printed.push({ text: `[page ${row.page + 1}]`, lines: [] });
    } else if (before && row.top - before.bottom > PARAGRAPH_GAP * medianHeight) {
      printed.push({ text: '', lines: [] });
    }
    const width = widths.get(row.page) ?? CHARACTER_WIDTH;
    printed.push({
      text: printRow(row, width, lefts.get(row.page) ?? 0),
      lines: row.cells.map(({ position }) => position),
    });
    before = row;
  }
  return withoutIndentation(printed);
}

/** Rows as one text. */
export function textOfRows(rows: readonly PrintedRow[]): string {
  return rows.map(({ text }) => text).join('\n');
}

function shownRows(lines: readonly Line[]): readonly Row[] {
  const rows: Row[] = [];
  for (const [position, line] of lines.entries()) {
    const text = cleanForModel(line.text).replace(/\n/gu, ' ').trim();
    if (text === '') continue;
    const row = rows.at(-1);
    if (row && joins(row, line)) {
      row.cells.push({ line, text, position });
      row.top = Math.min(row.top, line.top);
      row.bottom = Math.max(row.bottom, line.bottom);
    } else {
      const { page, top, bottom } = line;
      rows.push({ page, top, bottom, cells: [{ line, text, position }] });
    }
  }
  return rows;
}

function joins({ page, cells }: Row, line: Line): boolean {
  const last = cells.at(-1)?.line;
  if (!last || page !== line.page || !isLevel(last) || !isLevel(line)) return false;
  const overlap = Math.min(last.bottom, line.bottom) - Math.max(last.top, line.top);
  const height = Math.min(last.bottom - last.top, line.bottom - line.top);
  return overlap >= ROW_OVERLAP * height && line.left >= last.right - ROW_SLACK;
}

function isLevel({ angle }: Line): boolean {
  return Math.abs(angle) <= LEVEL;
}

/** The width of a character on each page: the median over lines that show it. */
function characterWidths(rows: readonly Row[]): ReadonlyMap<number, number> {
  const byPage = new Map<number, number[]>();
  for (const { page, cells } of rows) {
    for (const { line, text } of cells) {
      if (text.length < TELLING_CHARACTERS || !isLevel(line)) continue;
      const widths = byPage.get(page) ?? [];
      byPage.set(page, widths);
      widths.push((line.right - line.left) / text.length);
    }
  }
  const medians = new Map<number, number>();
  for (const [page, widths] of byPage) {
    widths.sort((a, b) => a - b);
    const median = widths[Math.floor(widths.length / 2)] ?? CHARACTER_WIDTH;
    medians.set(page, Math.min(Math.max(median, NARROWEST), WIDEST));
  }
  return medians;
}

function leftEdges(rows: readonly Row[]): ReadonlyMap<number, number> {
  const edges = new Map<number, number>();
  for (const { page, cells } of rows) {
    for (const { line } of cells) {
      edges.set(page, Math.min(edges.get(page) ?? Number.POSITIVE_INFINITY, line.left));
    }
  }
  return edges;
}

function printRow({ cells }: Row, width: number, leftEdge: number): string {
  let text = '';
  let right: number | undefined;
  for (const { line, text: cell } of cells) {
    const column = Math.round((line.left - leftEdge) / width);
    const least = right === undefined ? 0 : line.left - right > WIDE_GAP * width ? 2 : 1;
    const spaces = Math.max(column - text.length, least);
    text += ' '.repeat(Math.min(spaces, MOST_SPACES)) + cell;
    right = line.right;
  }
  return text.trimEnd();
}

/** Without the spaces that all rows begin with; rows that name pages are at the edge anyway. */
function withoutIndentation(rows: readonly PrintedRow[]): readonly PrintedRow[] {
  let least = Number.POSITIVE_INFINITY;
  for (const { text, lines } of rows) {
    if (lines.length > 0) least = Math.min(least, text.length - text.trimStart().length);
  }
  if (least === 0 || !Number.isFinite(least)) return rows;
  return rows.map((row) => (row.lines.length > 0 ? { ...row, text: row.text.slice(least) } : row));
}
