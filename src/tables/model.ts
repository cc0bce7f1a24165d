/** Tables as `findTables` gives them. All lengths are inches on their page. */
import type { Box } from '../document/geometry.js';
import type { Line } from '../document/model.js';

/** A cell with the text that is printed in it. */
export interface FoundCell {
  /** Its first row and column, zero-based. */
  readonly row: number;
  readonly column: number;
  /** Rows and columns that it covers, at least 1. */
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** Empty for a cell without text. */
  readonly text: string;
  readonly bounds: Box;
  /** Lines, and parts of lines, in reading order. */
  readonly lines: readonly Line[];
}
