/**
 * Tables below a row of headings whose rows no walls and no alignment hold together: a bar of grey, items of several lines,
 * signs of a currency in columns of their own. Of 8 printed invoices 4 have their items without it and 8 with it; where it is
 * not sure which row a text belongs to, it gives nothing.
 */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice
import { termScorer } from '../../../foundation/text/bag-of-words.js';
import { overlapX } from '../../../page/document/geometry.js';
import type { Line } from '../../../page/document/model.js';
import { visualRows } from '../../../page/document/order.js';
import type { AnchoredContext } from '../definition.js';
import { assign, type HeadedOptions, isHeaded, type TermColumn } from './headings.js';
import { linesForTables, tableRange } from './range.js';
import type { RawCell, RawRow } from './raw-row.js';

/** Gap from one row of text to the next that ends a table, in heights of a line: items of three lines with air between. */
const LARGEST_GAP = 4;
/** Gap from the line of a cell to its next, in heights of a line. */
const LINE_GAP = 0.6;
/** By how much a text may begin to the left of its heading's left neighbour's end, in inches: figures on the right of a narrow column. */
const SLACK = 0.05;

/** A row of headings, and which of its texts is that of each column of the config. */
interface HeadingRow {
  readonly lines: readonly Line[];
  readonly columns: readonly (number | undefined)[];
  readonly sum: number;
}

/** The rows below the row of headings that fits best in range; undefined where there is none, or where they are in doubt. */
export function rowsBelowHeadings(context: AnchoredContext<HeadedOptions>): readonly RawRow[] | undefined {
  const { scope, anchor, options } = context;
  const { pages, stop } = tableRange(options.stop, scope, anchor);
  const rows = pages.map((page) => {
    const lines = linesForTables(scope, page, anchor.line, options);
    return visualRows(lines.filter(({ top }) => page !== stop?.page || top < stop.top));
  });
  return rowsBelow(rows, options.columns);
}

/** The same in rows of text. @param pages with their visual rows */
export function rowsBelow(
  pages: readonly (readonly (readonly Line[])[])[],
  columns: readonly TermColumn[],
): readonly RawRow[] | undefined {
  const scorers = columns.map(({ terms, stopTerms }) => termScorer(terms, stopTerms));
  let best: { readonly heading: HeadingRow; readonly below: readonly (readonly Line[])[] } | undefined;
  for (const rows of pages) {
    for (const [i, row] of rows.entries()) {
      const heading = headingOf(row, columns, scorers);
      if (heading && heading.sum > (best?.heading.sum ?? 0)) best = { heading, below: rows.slice(i + 1) };
    }
  }
  return best && tableRows(best.heading, best.below, columns);
}

/** A row of text as headings: every required column has one, and enough of the others. */
function headingOf(
  lines: readonly Line[],
  columns: readonly TermColumn[],
  scorers: readonly ReturnType<typeof termScorer>[],
): HeadingRow | undefined {
  const found = assign(
    lines.map(({ text }) => text),
    scorers,
  );
  const isSure =
    isHeaded(found.columns) &&
    columns.every((column, i) => !column.isRequired || found.columns[i] !== undefined);
  return isSure ? { lines, ...found } : undefined;
}

/**
 * Rows of text as rows of the table, to its end: a sum, or figures without a text. Text without figures goes on with the row
 * above where it is near, else it is a caption of the rows below.
 */
function tableRows(
  heading: HeadingRow,
  below: readonly (readonly Line[])[],
  columns: readonly TermColumn[],
): readonly RawRow[] | undefined {
  const rows: Line[][][] = [];
  const required = columns.flatMap(({ isRequired }, i) => (isRequired ? heading.columns[i]! : []));
  const text = Math.min(...required);
  const figures = heading.columns.filter((column) => column !== undefined && column !== text);
  let above: readonly Line[] = heading.lines;
  for (const [i, row] of below.entries()) {
    const gap = gapBetween(above, row);
    if (gap > LARGEST_GAP) break;
    above = row;
    const cells = cellsOf(row, heading.lines);
    if (!cells) return undefined;
    const filled = filledOf(cells);
    const last = rows.at(-1);
    if (required.every((column) => filled.includes(column))) {
      if (isSum(cells, rows, required)) break;
      rows.push(cells);
    } else if (!last) {
      // The second line of the headings.
      if (gap > LINE_GAP || /\d/u.test(row.map((line) => line.text).join())) return undefined;
    } else if (!filled.some((column) => figures.includes(column))) {
      const next = below[i + 1];
      if (gap > LINE_GAP || (next && gap > gapBetween(row, next) + LINE_GAP / 2)) continue;
      for (const column of filled) last[column]!.push(...cells[column]!);
    } else if (filled.includes(text)) return undefined;
    else break;
  }
  return rows.length === 0 ? undefined : rows.map((cells) => rawRow(cells, heading.columns));
}

/** Whether a row has fewer cells than the first, and a figure that is the sum of those above: `Subtotal` and an amount. */
function isSum(
  cells: readonly Line[][],
  rows: readonly (readonly Line[][])[],
  required: readonly number[],
): boolean {
  if (!rows[0] || filledOf(cells).length >= filledOf(rows[0]).length) return false;
  const figureIn = (row: readonly Line[][], column: number) =>
    Number(
      row[column]!.map(({ text }) => text)
        .join('')
        .replace(/\D/gu, ''),
    );
  return required.some((column) => {
    const figure = figureIn(cells, column);
    return figure > 0 && figure === rows.reduce((sum, row) => sum + figureIn(row, column), 0);
  });
}

/** From the lowest edge of a row to the highest of the next, in heights of a line. */
function gapBetween(above: readonly Line[], below: readonly Line[]): number {
  const bottom = Math.max(...above.map((line) => line.bottom));
  const top = Math.min(...below.map((line) => line.top));
  return (top - bottom) / Math.max(...above.map(({ lineHeight }) => lineHeight));
}

/** Positions of cells that have text. */
function filledOf(cells: readonly (readonly Line[])[]): number[] {
  return cells.flatMap((cell, i) => (cell.length > 0 ? i : []));
}

/** The lines of a row by heading; undefined where one of them may be of several columns. */
function cellsOf(row: readonly Line[], headings: readonly Line[]): Line[][] | undefined {
  const cells: Line[][] = headings.map(() => []);
  for (const line of row) {
    const distances = headings.map((heading) => -overlapX(line, heading));
    const own = distances.indexOf(Math.min(...distances));
    const before = headings[own - 1];
    if (before && line.left < before.right - SLACK) return undefined;
    cells[own]!.push(line);
  }
  return cells;
}

function rawRow(cells: readonly Line[][], columns: HeadingRow['columns']): RawRow {
  const all = cells.flat();
  const own = columns.map((column): RawCell | undefined => {
    const lines = column === undefined ? [] : cells[column]!;
    return lines.length === 0
      ? undefined
      : { text: lines.map(({ text }) => text).join(' '), lines, shown: lines };
  });
  return {
    page: all[0]!.page,
    top: Math.min(...all.map(({ top }) => top)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
    key: own.map((cell) => cell?.text ?? ''),
    cells: own,
  };
}
