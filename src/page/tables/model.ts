/** Tables as `findTables` gives them. All lengths are inches on their page. */
import type { Box } from '../document/geometry.js';
import type { Line } from '../document/model.js';

/** A cell with the text that is printed in it. Cells without text are left out. */
export interface FoundCell {
  /** Its first row and column, zero-based. */
  readonly row: number;
  readonly column: number;
  /** Rows and columns that it covers, at least 1. */
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Its lines in reading order, joined by one space. */
  readonly text: string;
  /** Where its text is. */
  readonly bounds: Box;
  /** Lines, and parts of lines, in reading order. */
  readonly lines: readonly Line[];
  /** The tables in a cell that has walls, from top to bottom, where they are looked for and there are any. */
  readonly tables?: readonly FoundTable[];
}

/** Text above or below a table that belongs to it. */
export interface FoundCaption {
  readonly text: string;
  readonly bounds: Box;
}

/**
 * What showed a table: lines drawn in the file around its cells, such lines in a picture, the cells of a spreadsheet,
 * or the alignment of its text, perhaps with lines above and below.
 */
type FoundTableSource = 'vector' | 'raster' | 'alignment' | 'sheet';

/** A table of a document. */
export interface FoundTable {
  /** Zero-based page of the original file. */
  readonly page: number;
  /** Where its text is. */
  readonly bounds: Box;
  readonly source: FoundTableSource;
  readonly rowCount: number;
  readonly columnCount: number;
  /** By row, then by column. */
  readonly cells: readonly FoundCell[];
  /** How many of its first rows are headings. */
  readonly headerRows: number;
  readonly title?: FoundCaption;
  readonly footer?: FoundCaption;
  /** Lines, and parts of lines, that are among its cells and in none of them: they could not be placed. Mostly empty. */
  readonly unplaced: readonly Line[];
  /** 0 to 1: how sure it is that this is a table, and that its cells are right. */
  readonly confidence: number;
  /** Whether the next table is the part of this one that is on the next page. */
  readonly continues: boolean;
}

/** Which tables are looked for. */
export interface TableSearch {
  /** Zero-based page; default all. */
  readonly page?: number | undefined;
  /**
   * Where on each page, in inches from its top left corner; an edge that is left out is that of the page. What is in
   * the area is one table.
   */
  readonly area?: Partial<Box> | undefined;
  /** Look for tables in the cells of tables with walls; their text stays in that of the cell. Default false. */
  readonly nested?: boolean | undefined;
}
