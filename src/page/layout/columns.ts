/** Columns of a page: blocks of lines between gutters, in reading order. */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
import { centreY, LIMIT_SLACK } from '../document/geometry.js';
import type { Line } from '../document/model.js';
import { visualRows } from '../document/order.js';
import { type Gutter, type GutterRules, largestGutter, TooMuchWork, WorkBudget } from './gutters.js';
import { followsClosely, hasWords, isListOfWords, isRunningText } from './running-text.js';

/** What parts columns of running text: white space with lines of both columns all along it. */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
const PARTS_COLUMNS: GutterRules = { minimumArea: 1, minimumWidth: 0.15, onBothSides: 3 };
/** White space that parts columns only where the text beside it is running text: two inches of the narrowest are enough. */
// See docs/language/03-layout-methods-ranges-tables.md#351-columns-of-a-page
const PARTS_TEXT = { minimumArea: 0.02, minimumWidth: 0.08, onBothSides: 2 };
/** Steps of searching for the latter on a page; about a tenth of a second. */
const TEXT_STEPS = 10_000_000;
/** How often a block may be divided again. */
const MAX_DEPTH = 4;

/** A block of lines that is read from top to bottom. */
export interface ColumnBlock {
  readonly lines: readonly Line[];
  /** `column` is beside a gutter, `band` above or below one, `page` where there is none. */
  readonly kind: 'page' | 'band' | 'column';
}

/** The blocks of one page's lines, in reading order: above a gutter, left of it, right of it, below it. */
export function columnBlocks(lines: readonly Line[]): readonly ColumnBlock[] {
  const budget = new WorkBudget(TEXT_STEPS);
  return divide(lines, 'page', 0, (own) => wideGutter(own) ?? textGutter(own, budget));
}

/** The same for running text alone: captions and their values, and the cells of tables, stay in their rows. */
export function textBlocks(lines: readonly Line[]): readonly ColumnBlock[] {
  const budget = new WorkBudget(TEXT_STEPS);
  return divide(lines, 'page', 0, (own) => textGutter(own, budget));
}

function divide(
  lines: readonly Line[],
  kind: ColumnBlock['kind'],
  depth: number,
  find: (lines: readonly Line[]) => Gutter | undefined,
): readonly ColumnBlock[] {
  if (lines.length === 0) return [];
  const gutter = depth < MAX_DEPTH ? find(lines) : undefined;
  if (!gutter) return [{ lines, kind }];
  const { above, left, right, below } = partsAround(gutter, lines);
  return [
    ...divide(above, 'band', depth + 1, find),
    ...divide(left, 'column', depth + 1, find),
    ...divide(right, 'column', depth + 1, find),
    ...divide(below, 'band', depth + 1, find),
  ];
}

/** Lines by where they are around a gutter; running text takes in what goes on closely above or below the gutter. */
function partsAround(gutter: Gutter, lines: readonly Line[]) {
  const parts = { above: [] as Line[], left: [] as Line[], right: [] as Line[], below: [] as Line[] };
  for (const line of lines) {
    const y = centreY(line);
    if (y < gutter.top) parts.above.push(line);
    else if (y > gutter.bottom) parts.below.push(line);
    else if (line.left < gutter.left) parts.left.push(line);
    else parts.right.push(line);
  }
  const above = goingOn(visualRows(parts.above).reverse(), gutter, parts, (row, column) =>
    followsClosely(column, Math.max(...row.map(({ bottom }) => bottom))),
  );
  const below = goingOn(visualRows(parts.below), gutter, parts, (row, column) =>
    followsClosely(row, Math.max(...column.map(({ bottom }) => bottom))),
  );
  const inOrder = (some: ReadonlySet<Line>) => lines.filter((line) => some.has(line));
  const left = new Set([...parts.left, ...above.left, ...below.left]);
  const right = new Set([...parts.right, ...above.right, ...below.right]);
  const isLeftOver = (line: Line) => !left.has(line) && !right.has(line);
  return {
    above: parts.above.filter(isLeftOver),
    left: inOrder(left),
    right: inOrder(right),
    below: parts.below.filter(isLeftOver),
  };
}

/** The rows outwards from a gutter that go on with running text in one of its columns, as far as it does. */
function goingOn(
  rows: readonly (readonly Line[])[],
  gutter: Gutter,
  columns: { readonly left: readonly Line[]; readonly right: readonly Line[] },
  isClose: (row: readonly Line[], column: readonly Line[]) => boolean,
): { readonly left: Line[]; readonly right: Line[] } {
  const taken = { left: [] as Line[], right: [] as Line[] };
  const isText = { left: isRunningText(columns.left), right: isRunningText(columns.right) };
  const last: { left: readonly Line[]; right: readonly Line[] } = { ...columns };
  for (const row of rows) {
    const isLeft = row.every((line) => line.right <= gutter.left + LIMIT_SLACK);
    const isRight = row.every((line) => line.left >= gutter.right - LIMIT_SLACK);
    const side = isLeft ? 'left' : isRight ? 'right' : undefined;
    if (!side || !isText[side] || !isClose(row, last[side])) break;
    taken[side].push(...row);
    last[side] = row;
  }
  return taken;
}

function wideGutter(lines: readonly Line[]): Gutter | undefined {
  return gutterBetween(lines, PARTS_COLUMNS, new WorkBudget());
}

/** Whether any rows have text beside other text: pages of one column, and tables of single words, need not be searched. */
function hasTextBeside(lines: readonly Line[]): boolean {
  const rows = visualRows(lines).filter((row) => row.length > 1 && row.some(({ text }) => hasWords(text)));
  return rows.length >= PARTS_TEXT.onBothSides;
}

/** The largest gutter with running text on both sides, or on its left and a list of words on its right. */
function textGutter(lines: readonly Line[], budget: WorkBudget): Gutter | undefined {
  if (!hasTextBeside(lines)) return undefined;
  const accepts = ({ left, top, right, bottom }: Gutter) => {
    const beside = lines.filter((line) => centreY(line) >= top && centreY(line) <= bottom);
    const before = beside.filter((line) => line.right <= left);
    const after = beside.filter((line) => line.left >= right);
    return isRunningText(before) && (isRunningText(after) || isListOfWords(after));
  };
  return gutterBetween(lines, { ...PARTS_TEXT, accepts }, budget);
}

/** The largest gutter; none on a page that holds too much text to be searched. */
function gutterBetween(lines: readonly Line[], rules: GutterRules, budget: WorkBudget): Gutter | undefined {
  try {
    return largestGutter(lines, rules, budget);
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
