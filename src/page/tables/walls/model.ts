/** Tables as the recogniser finds them. All lengths are inches on one page. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser
import type { Box } from '../../document/geometry.js';
import type { CellPlace, Line } from '../../document/model.js';

/** A cell with the text that is in it. */
export interface TableCell {
  /** The lines of the cell in reading order, joined by one space. */
  readonly text: string;
  /** Lines and parts of lines whose words have their centres in the cell, in reading order. */
  readonly lines: readonly Line[];
  /** Rows and columns that the cell covers, at least 1. */
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly bounds: Box;
}

/** Where a table was seen: drawn lines of the file, or the cells that it names, lines in pixels, or the alignment of its text. */
export type TableSource = 'vector' | 'raster' | 'alignment';

/** A table without its text. */
export interface TableStructure {
  readonly source: TableSource;
  /** Column boundaries, ascending, one more than columns. */
  readonly xs: readonly number[];
  /** Row boundaries, ascending, one more than rows. */
  readonly ys: readonly number[];
  /** Cells by their place; each position of the grid belongs to one of them. */
  readonly cells: readonly CellPlace[];
}

/** A table with its text. */
export interface RecognisedTable {
  /** Zero-based page. */
  readonly page: number;
  readonly bounds: Box;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** By row and column; null where a cell from further left or above reaches. */
  readonly rows: readonly (readonly (TableCell | null)[])[];
  readonly source: TableSource;
}

/** The rectangle around all cells of a structure. */
export function structureBounds({ xs, ys }: Pick<TableStructure, 'xs' | 'ys'>): Box {
  return { left: xs[0] ?? 0, top: ys[0] ?? 0, right: xs.at(-1) ?? 0, bottom: ys.at(-1) ?? 0 };
}
