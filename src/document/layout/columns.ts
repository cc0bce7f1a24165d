/** Columns of a page: blocks of lines between gutters, in reading order. */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
import { centreY } from '../geometry.js';
import type { Line } from '../model.js';
import { type Gutter, type GutterRules, largestGutter, TooMuchWork, WorkBudget } from './gutters.js';

/** What parts columns of running text: white space with lines of both columns all along it. */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
const PARTS_COLUMNS: GutterRules = { minimumArea: 1, minimumWidth: 0.15, onBothSides: 3 };
/** How often a block may be divided again. */
const MAX_DEPTH = 4;

/** A block of lines that is read from top to bottom. */
export interface ColumnBlock {
  readonly lines: readonly Line[];
  /** `column` stands beside a gutter, `band` above or below one, `page` where there is none. */
  readonly kind: 'page' | 'band' | 'column';
}

/** The blocks of one page's lines, in reading order: above a gutter, left of it, right of it, below it. */
export function columnBlocks(lines: readonly Line[]): readonly ColumnBlock[] {
  return divide(lines, 'page', 0);
}

function divide(lines: readonly Line[], kind: ColumnBlock['kind'], depth: number): readonly ColumnBlock[] {
  if (lines.length === 0) return [];
  const gutter = depth < MAX_DEPTH ? gutterBetween(lines) : undefined;
  if (!gutter) return [{ lines, kind }];
  const parts = { above: [] as Line[], left: [] as Line[], right: [] as Line[], below: [] as Line[] };
  for (const line of lines) {
    const y = centreY(line);
    if (y < gutter.top) parts.above.push(line);
    else if (y > gutter.bottom) parts.below.push(line);
    else if (line.left < gutter.left) parts.left.push(line);
    else parts.right.push(line);
  }
  return [
    ...divide(parts.above, 'band', depth + 1),
    ...divide(parts.left, 'column', depth + 1),
    ...divide(parts.right, 'column', depth + 1),
    ...divide(parts.below, 'band', depth + 1),
  ];
}

/** The largest gutter; none on a page that holds too much text to be searched. */
function gutterBetween(lines: readonly Line[]): Gutter | undefined {
  try {
    return largestGutter(lines, PARTS_COLUMNS, new WorkBudget());
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
