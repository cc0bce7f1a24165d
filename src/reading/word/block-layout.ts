/** Blocks one below the other as strips: rows of paragraphs and rows of tables. Lengths are inches. */
import { type Block, MAX_COLUMNS, type Table, type TableCell, type TableRow } from './model.js';
import { type Column, type Fragment, layOutParagraph } from './paragraph-layout.js';

/** A piece of text and its place below the upper edge of its strip. */
export interface StripFragment extends Fragment {
  readonly top: number;
}

/** What stays together on a page if it can. */
export interface Strip {
  readonly height: number;
  /** By their tops. */
  readonly pieces: readonly StripFragment[];
  /** Space above, which a strip at the top of a page goes without. */
  readonly before: number;
  readonly breakBefore?: 'page' | 'rendered-page';
  /** Set for the rows of tables. */
  readonly row?: StripRow;
}

/** How a row of a table is divided. */
export interface StripRow {
  /** Boundaries of the table's columns; the very same array for all of its rows. */
  readonly edges: readonly number[];
  readonly cells: readonly StripCell[];
  /** Whether the table has merged cells. */
  readonly isMerged: boolean;
}

interface StripCell {
  /** Positions in `edges`. */
  readonly left: number;
  readonly right: number;
  /** It goes on with the cell above it. */
  readonly isContinued: boolean;
}

/** Space between the edge of a table cell and its text. */
const CELL_MARGIN = 0.075;
/** A cell is never narrower. */
const LEAST_CELL = 0.2;

/** The strips of blocks, made one by one. */
export function* stripsOf(blocks: readonly Block[], column: Column): Generator<Strip> {
  let after = 0;
  for (const block of blocks) {
    if (block.kind === 'table') {
      for (const strip of tableStrips(block, column)) {
        yield { ...strip, before: after };
        after = 0;
      }
      continue;
    }
    const { layout } = block;
    let before = Math.max(after, layout.before ?? 0);
    let pageBreak = layout.pageBreakBefore ? ('page' as const) : undefined;
    for (const row of layOutParagraph(block, column)) {
      const breakBefore = pageBreak ?? row.breakBefore;
      const pieces = row.pieces.map((piece) => ({ ...piece, top: row.size - piece.size }));
      yield { height: row.height, pieces, before, ...(breakBefore && { breakBefore }) };
      before = 0;
      pageBreak = undefined;
    }
    after = layout.after ?? 0;
  }
}

/** Strips below each other as one: their pieces, and their height in all. */
export function stack(strips: Iterable<Strip>): { pieces: StripFragment[]; height: number } {
  const pieces: StripFragment[] = [];
  let height = 0;
  for (const strip of strips) {
    if (height > 0) height += strip.before;
    for (const piece of strip.pieces) pieces.push({ ...piece, top: height + piece.top });
    height += strip.height;
  }
  return { pieces, height };
}

function* tableStrips(table: Table, column: Column): Generator<Omit<Strip, 'before'>> {
  const edges = columnEdges(table, column);
  const isMerged = table.rows.some(({ cells }) => cells.some((cell) => cell.isContinued || cell.span > 1));
  for (const row of table.rows) {
    yield { ...rowStrip(row, edges), row: { edges, cells: cellsOf(row, edges), isMerged } };
  }
}

function cellsOf({ skipped, cells }: TableRow, edges: readonly number[]): StripCell[] {
  const last = edges.length - 1;
  let index = skipped;
  return cells.flatMap(({ span, isContinued }) => {
    const left = Math.min(index, last);
    index += span;
    const right = Math.min(index, last);
    return left < right ? [{ left, right, isContinued }] : [];
  });
}

/** Each cell's text in the stretch of its columns, all cells beginning at the same height. */
function rowStrip({ skipped, cells }: TableRow, edges: readonly number[]): Omit<Strip, 'before'> {
  const pieces: StripFragment[] = [];
  let height = 0;
  let index = skipped;
  for (const cell of cells) {
    const content = stack(stripsOf(cell.blocks, cellColumn(edges, index, cell)));
    for (const piece of content.pieces) pieces.push(piece);
    height = Math.max(height, content.height);
    index += cell.span;
  }
  pieces.sort((a, b) => a.top - b.top || a.left - b.left);
  return { height, pieces };
}

function cellColumn(edges: readonly number[], index: number, { span }: TableCell): Column {
  const last = edges.length - 1;
  const left = edges[Math.min(index, last)]!;
  const right = edges[Math.min(index + span, last)]!;
  return { left: left + CELL_MARGIN, right: Math.max(left + LEAST_CELL, right) - CELL_MARGIN };
}

/** The edges of a table's columns, made narrower together when they do not fit. */
function columnEdges(table: Table, { left, right }: Column): number[] {
  const start = Math.min(left + Math.max(0, table.indent), right - LEAST_CELL);
  const room = right - start;
  const widths = columnWidths(table, room);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const scale = total > room ? room / total : 1;
  const edges = [start];
  for (const width of widths) edges.push(edges.at(-1)! + width * scale);
  return edges;
}

/** As the file gives them; columns without a width share what the others leave, or the mean of the others. */
function columnWidths({ columns, rows }: Table, room: number): number[] {
  const used = Math.min(
    MAX_COLUMNS,
    rows.reduce((most, row) => Math.max(most, columnsOf(row)), 1),
  );
  const given = Array.from({ length: Math.max(used, columns.length) }, (_, i) => columns[i] ?? 0);
  const known = given.filter((width) => width > 0);
  const total = known.reduce((sum, width) => sum + width, 0);
  const missing = given.length - known.length;
  if (missing === 0) return given;
  const share = Math.max(room - total, 0) / missing || total / known.length;
  return given.map((width) => (width > 0 ? width : share));
}

function columnsOf({ skipped, cells }: TableRow): number {
  return cells.reduce((sum, { span }) => sum + span, skipped);
}
