/** How tables of HTML come out as text. */
import type { DomNode, FormatCallback } from 'html-to-text';

/** Cells longer than this, in characters, do not push the next column further: they would only widen every row. */
const WIDEST_COLUMN = 40;
/** Blank columns between cells; far enough apart to be split into lines of their own. */
const GAP = 4;
/** A cell covers no more columns than this, whatever it says. */
const MOST_COLUMNS = 10;

/**
 * The formatter of tables. Those that hold no other table are set in columns of spaces, so that their cells
 * keep their places; the tables around them, which only make up the page, are read through. The library's own
 * printer of tables fills a grid of as many columns and rows as cells claim to cover, so it is not used.
 */
export const formatTable: FormatCallback = (element, walk, builder, options) => {
  const { leadingLineBreaks, trailingLineBreaks } = options;
  const breaks = { leadingLineBreaks: leadingLineBreaks ?? 1, trailingLineBreaks: trailingLineBreaks ?? 1 };
  if (holdsTable(element)) {
    builder.openBlock({ leadingLineBreaks: breaks.leadingLineBreaks });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: breaks.trailingLineBreaks });
    return;
  }
  builder.openTable();
  for (const part of element.children ?? []) {
    if (part.name === 'tr') formatRow(part);
    else if (isRowGroup(part)) for (const row of part.children ?? []) if (row.name === 'tr') formatRow(row);
  }
  builder.closeTable({ tableToString: printTable, ...breaks });

  function formatRow(row: DomNode): void {
    builder.openTableRow();
    for (const cell of row.children ?? []) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      builder.openTableCell();
      walk(cell.children, builder);
      builder.closeTableCell({ colspan: columnsOf(cell) });
    }
    builder.closeTableRow();
  }
};

function isRowGroup({ name }: DomNode): boolean {
  return name === 'thead' || name === 'tbody' || name === 'tfoot';
}

function columnsOf(cell: DomNode): number {
  const columns = Number.parseInt(cell.attribs?.['colspan'] ?? '1', 10);
  return columns >= 1 ? Math.min(columns, MOST_COLUMNS) : 1;
}

/**
 * Whether a table is inside an element. What is looked at before the first one is in no other table, so
 * that all tables of a page together are looked through once.
 */
function holdsTable(element: DomNode): boolean {
  const waiting = [...(element.children ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.name === 'table') return true;
    const children = node.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]!);
  }
  return false;
}

interface PrinterCell {
  readonly colspan: number;
  readonly text: string;
}

/** Rows of cells as text: each cell begins at its column, or after the cell before where that is longer. */
function printTable(rows: readonly (readonly PrinterCell[])[]): string {
  const placed = rows.map((row) => placedCells(row));
  const widths: number[] = [];
  for (const cell of placed.flat()) {
    if (cell.span > 1) continue;
    widths[cell.column] = Math.max(widths[cell.column] ?? 0, Math.min(cell.text.length, WIDEST_COLUMN));
  }
  const starts = [0];
  for (let i = 0; i < widths.length; i++) {
    const width = widths[i] ?? 0;
    starts.push(starts[i]! + (width === 0 ? 0 : width + GAP));
  }
  return placed.map((row) => printRow(row, starts)).join('\n');
}

interface PlacedCell {
  readonly column: number;
  readonly span: number;
  readonly text: string;
}

function placedCells(row: readonly PrinterCell[]): PlacedCell[] {
  let column = 0;
  return row.map(({ colspan, text }) => {
    const cell = { column, span: colspan, text: text.replace(/\s+/g, ' ').trim() };
    column += colspan;
    return cell;
  });
}

function printRow(row: readonly PlacedCell[], starts: readonly number[]): string {
  let text = '';
  for (const cell of row) {
    if (cell.text === '') continue;
    const start = starts[Math.min(cell.column, starts.length - 1)]!;
    text = text === '' ? ' '.repeat(start) : text.padEnd(Math.max(start, text.length + GAP));
    text += cell.text;
  }
  return text;
}
