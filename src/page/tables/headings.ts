/**
 * The rows of headings of a table: how many rows of text they take, and over which columns and rows each heading
 * reaches. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change 18 of one, a quarter larger 2
 * of one.
 */
import { type Box, unionBox } from '../document/geometry.js';
import { type CellRow, type GridCell, isFigureCell, type RowCell } from './row-cells.js';
import {
  type ColumnExtent,
  type HorizontalRule,
  isBetween,
  isThrough,
  type Rules,
  type VerticalRule,
} from './rules.js';
import type { PlacedWord } from './words.js';

/** Lines inside a table up to which one of them may part the headings from the rest. */
const FEW_RULES = 3;
/** Rows of figures that may be headings, above the line that parts them from the rest: years and units. */
const FIGURE_HEADINGS = 2;
/** Share of figures in a column, and in the cells of a row, that makes it one of figures. */
const FIGURES = 0.5;
/** Lines of one heading are no further apart, in sizes of type. */
const HEADING_GAP = 0.7;
/** Edges of headings that differ by less are aligned, in inches. */
const ALIGNED = 0.04;
/** A heading is in the middle of its columns within this, in inches. */
const CENTRED = 0.12;

/** The columns, by position, most cells of which are figures. */
function figureColumns(rows: readonly CellRow[], count: number): readonly boolean[] {
  const all = Array<number>(count).fill(0);
  const figures = Array<number>(count).fill(0);
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (cell.first !== cell.last) continue;
      all[cell.first]! += 1;
      if (isFigureCell(cell)) figures[cell.first]! += 1;
    }
  }
  return all.map((cells, column) => cells > 0 && figures[column]! >= FIGURES * cells);
}

/** How many rows of text, from the top, are headings. */
export function headingCount(
  rows: readonly CellRow[],
  rules: readonly HorizontalRule[],
  columnCount: number,
  extent: ColumnExtent,
): number {
  const figured = figureColumns(rows, columnCount);
  const isData = ({ cells }: CellRow) => {
    const own = cells.filter(({ first, last }) => first === last && first > 0 && figured[first]);
    return own.length > 0 && own.filter(isFigureCell).length >= FIGURES * own.length;
  };
  // A row of texts over columns of figures is a heading, and so are those above it: years over several columns.
  const isTexts = ({ cells }: CellRow) => {
    const own = cells.filter(({ first, last }) => first === last && first > 0 && figured[first]);
    return own.length > 1 && !own.some(isFigureCell);
  };
  const byRule = firstRuled(rows, rules, extent);
  const isLabelled = ({ cells }: CellRow) => cells[0]?.first === 0;
  const labelled = rows.findIndex((row) => isData(row) && isLabelled(row));
  const texts = rows
    .slice(0, Math.min(labelled < 0 ? rows.length : labelled, byRule ?? rows.length))
    .findLastIndex(isTexts);
  const data = rows.slice(texts + 1).findIndex(isData);
  const byData = data < 0 ? -1 : texts + 1 + data;
  if (byData < 0) return byRule ?? 1;
  if (byRule !== undefined && byRule >= byData) {
    return byRule - byData <= FIGURE_HEADINGS && rows.slice(byData, byRule).every(isPlainFigures)
      ? byRule
      : byData;
  }
  let end = byData;
  const least = Math.max(byRule ?? 1, 1);
  while (end > least && isLabel(rows[end - 1]!)) end -= 1;
  return end;
}

/** Whether a row may be one of years above the rest. */
function isPlainFigures({ cells }: CellRow): boolean {
  return cells.length > 1;
}

/** Whether a row has nothing but a text at its left: the label of the rows below it. */
function isLabel({ cells }: CellRow): boolean {
  return cells.length === 1 && cells[0]!.first === 0;
}

/** The first row below a line through the table, where lines are few. */
function firstRuled(
  rows: readonly CellRow[],
  rules: readonly HorizontalRule[],
  extent: ColumnExtent,
): number | undefined {
  const parted: number[] = [];
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before && rules.some((rule) => isThrough(rule, extent) && isBetween(rule, before, row)))
      parted.push(i);
  }
  return parted.length <= FEW_RULES ? parted[0] : undefined;
}

/** A heading in the making. */
interface Heading extends Box {
  first: number;
  last: number;
  words: PlacedWord[];
  size: number;
  /** Whether a line under it says over which columns it reaches. */
  isRuled: boolean;
}

/**
 * Headings in the rows of the grid that they take.
 * @param rows of text
 * @param columns where their text is below the headings
 */
export function headingCells(
  rows: readonly CellRow[],
  { horizontal: rules, vertical }: Rules,
  columns: readonly ColumnExtent[],
  extent: ColumnExtent,
): { readonly cells: readonly GridCell[]; readonly rowCount: number } {
  const headings: Heading[] = [];
  for (const [i, row] of rows.entries()) {
    const shared = sharedSpans(row, rows[i + 1], columns);
    const spans = row.cells.map(
      (cell, at) =>
        ruledSpan(cell, row, rows[i + 1], rules, columns, extent) ??
        walledSpan(cell, vertical, columns, extent) ??
        shared?.[at],
    );
    for (const [at, cell] of row.cells.entries()) {
      const span = spans[at];
      const own = { ...cell, words: [...cell.words], size: row.size, isRuled: span !== undefined, ...span };
      const above = span ? undefined : upperPart(own, row, headings, rules);
      if (above) extend(above, own);
      else headings.push(own);
    }
  }
  spread(headings, columns);
  return levels(headings);
}

/** First and last column of a heading. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The columns of headings that share all columns right of the labels, each in the middle of its own.
 * @param next the row of text below them, with a heading for each of these columns
 * @returns for each cell of the row; undefined for labels, or where the headings are not placed so
 */
function sharedSpans(
  row: CellRow,
  next: CellRow | undefined,
  columns: readonly ColumnExtent[],
): readonly (Span | undefined)[] | undefined {
  const own = row.cells.filter(({ first }) => first > 0);
  if (!next || own.length === 0 || own.length * 2 > next.cells.length) return undefined;
  const extents = columns.map(({ left, right }, column) => {
    const cell = next.cells.find(({ first, last }) => first === column && last === column);
    return { left: Math.min(left, cell?.left ?? left), right: Math.max(right, cell?.right ?? right) };
  });
  const shared = sharedColumns(own, extents);
  return shared && row.cells.map((cell) => shared[own.indexOf(cell)]);
}

/** The stretches of columns, one behind the other up to the last column, in whose middles some headings are. */
function sharedColumns(headings: readonly RowCell[], columns: readonly ColumnExtent[]): Span[] | undefined {
  // By the column that the next heading begins with: the stretches so far, and how far off they are in all.
  let open = new Map<number, { readonly spans: readonly Span[]; readonly off: number }>();
  for (let first = 1; first <= headings[0]!.first; first += 1) open.set(first, { spans: [], off: 0 });
  for (const heading of headings) {
    const middle = (heading.left + heading.right) / 2;
    const next: typeof open = new Map();
    for (const [first, { spans, off }] of open) {
      if (first > heading.first) continue;
      for (let last = Math.max(first, heading.last); last < columns.length; last += 1) {
        const own = Math.abs((columns[first]!.left + columns[last]!.right) / 2 - middle);
        const known = next.get(last + 1);
        if (own > CENTRED || (known && known.off <= off + own)) continue;
        next.set(last + 1, { spans: [...spans, { first, last }], off: off + own });
      }
    }
    open = next;
  }
  const whole = open.get(columns.length)?.spans;
  return whole?.some(({ first, last }) => last > first) ? [...whole] : undefined;
}

/** The columns over the line that is drawn under a heading alone, or with its like. */
function ruledSpan(
  cell: RowCell,
  row: CellRow,
  next: CellRow | undefined,
  rules: readonly HorizontalRule[],
  columns: readonly ColumnExtent[],
  extent: ColumnExtent,
): Span | undefined {
  if (!next) return undefined;
  for (const rule of rules) {
    if (!isBetween(rule, row, next) || isThrough(rule, extent)) continue;
    if (rule.from > cell.left + ALIGNED || rule.to < cell.right - ALIGNED) continue;
    const over = [...columns.keys()].filter((column) => {
      const middle = (columns[column]!.left + columns[column]!.right) / 2;
      return middle > rule.from && middle < rule.to;
    });
    const isAlone = row.cells.every(
      (other) => other === cell || other.right <= rule.from || other.left >= rule.to,
    );
    if (isAlone && over.length > 0) return { first: over[0]!, last: over.at(-1)! };
  }
  return undefined;
}

/** The columns between the lines on both sides of a heading, where it reaches over several. */
function walledSpan(
  cell: RowCell,
  rules: readonly VerticalRule[],
  columns: readonly ColumnExtent[],
  extent: ColumnExtent,
): Span | undefined {
  const y = (cell.top + cell.bottom) / 2;
  const beside = rules.filter(
    ({ at, from, to }) => from < y && y < to && at > extent.left + ALIGNED && at < extent.right - ALIGNED,
  );
  if (beside.length === 0) return undefined;
  const left = Math.max(
    Number.NEGATIVE_INFINITY,
    ...beside.filter(({ at }) => at <= cell.left + ALIGNED).map(({ at }) => at),
  );
  const right = Math.min(
    Number.POSITIVE_INFINITY,
    ...beside.filter(({ at }) => at >= cell.right - ALIGNED).map(({ at }) => at),
  );
  const over = [...columns.keys()].filter((column) => {
    const middle = (columns[column]!.left + columns[column]!.right) / 2;
    return middle > left && middle < right;
  });
  return over.length > 1 ? { first: over[0]!, last: over.at(-1)! } : undefined;
}

/** The heading that a text goes on with. */
function upperPart(
  cell: Heading,
  row: CellRow,
  headings: readonly Heading[],
  rules: readonly HorizontalRule[],
): Heading | undefined {
  const above = headings.filter(({ first, last }) => first <= cell.last && last >= cell.first);
  const heading = above.reduce<Heading | undefined>(
    (low, each) => (!low || each.bottom > low.bottom ? each : low),
    undefined,
  );
  if (!heading || heading.isRuled || cell.top - heading.bottom > HEADING_GAP * cell.size) return undefined;
  const isParted = rules.some(
    ({ at, from, to }) =>
      at > heading.bottom - cell.size / 2 &&
      at < cell.top + cell.size / 2 &&
      Math.min(to, cell.right) - Math.max(from, cell.left) > 0,
  );
  if (isParted) return undefined;
  if (heading.first === cell.first && heading.last === cell.last)
    return isAlignedWith(heading, cell) ? heading : undefined;
  const own = row.cells.filter(({ first, last }) => first <= heading.last && last >= heading.first);
  return own.length === 1 && above.length === 1 && isAlignedWith(heading, cell) ? heading : undefined;
}

/** Whether two texts have an edge or their middle in common, or one is all over the other. */
function isAlignedWith(a: Box, b: Box): boolean {
  const centre = Math.abs((a.left + a.right) / 2 - (b.left + b.right) / 2);
  const isOver = (upper: Box, lower: Box) =>
    upper.left >= lower.left - ALIGNED && upper.right <= lower.right + ALIGNED;
  return (
    Math.abs(a.left - b.left) <= ALIGNED ||
    Math.abs(a.right - b.right) <= ALIGNED ||
    centre <= ALIGNED ||
    isOver(a, b) ||
    isOver(b, a)
  );
}

function extend(heading: Heading, cell: Heading): void {
  Object.assign(heading, unionBox(heading, cell));
  heading.words.push(...cell.words);
  heading.first = Math.min(heading.first, cell.first);
  heading.last = Math.max(heading.last, cell.last);
  heading.isRuled = cell.isRuled;
}

/** Headings over others reach over the columns in whose middle they are. */
function spread(headings: readonly Heading[], columns: readonly ColumnExtent[]): void {
  for (const heading of headings) {
    if (heading.isRuled) continue;
    const below = headings.filter(
      (other) => other.top >= heading.bottom - heading.size / 2 && other !== heading,
    );
    if (!below.some(({ first, last }) => first <= heading.last && last >= heading.first)) continue;
    const beside = headings.filter(
      (other) =>
        other !== heading && Math.min(other.bottom, heading.bottom) - Math.max(other.top, heading.top) > 0,
    );
    const least = Math.max(
      0,
      ...beside.filter(({ last }) => last < heading.first).map(({ last }) => last + 1),
    );
    const most = Math.min(
      columns.length - 1,
      ...beside.filter(({ first }) => first > heading.last).map(({ first }) => first - 1),
    );
    const middle = (heading.left + heading.right) / 2;
    let best: { first: number; last: number; off: number } | undefined;
    for (let first = heading.first; first >= least; first -= 1) {
      for (let last = heading.last; last <= most; last += 1) {
        const held = below.filter((other) => other.first >= first && other.last <= last);
        if (held.length === 0) continue;
        const left = Math.min(...held.map((other) => other.left), columns[first]!.left);
        const right = Math.max(...held.map((other) => other.right), columns[last]!.right);
        const off = Math.min(
          Math.abs((left + right) / 2 - middle),
          Math.abs((columns[first]!.left + columns[last]!.right) / 2 - middle),
        );
        if (off > CENTRED) continue;
        // Of two stretches with one middle the wider leaves no column without a heading.
        const isBetter =
          !best || off < best.off || (off === best.off && last - first > best.last - best.first);
        if (isBetter) best = { first, last, off: best ? Math.min(off, best.off) : off };
      }
    }
    if (best) {
      heading.first = best.first;
      heading.last = best.last;
    }
  }
}

/** Headings in the rows of the grid: each below those over it, the lowest down to the rest of the table. */
function levels(headings: readonly Heading[]): { readonly cells: GridCell[]; readonly rowCount: number } {
  const sorted = [...headings].sort((a, b) => a.top - b.top || a.left - b.left);
  const depths = new Map<Heading, number>();
  for (const [i, heading] of sorted.entries()) {
    const above = sorted
      .slice(0, i)
      .filter((other) => overlaps(other, heading) && other.bottom <= heading.top + heading.size / 2);
    depths.set(heading, Math.max(-1, ...above.map((other) => depths.get(other)!)) + 1);
  }
  const rowCount = Math.max(0, ...[...depths.values()].map((depth) => depth + 1));
  const cells = sorted.map((heading) => {
    const row = depths.get(heading)!;
    const below = sorted
      .filter((other) => depths.get(other)! > row && overlaps(other, heading))
      .map((other) => depths.get(other)!);
    const end = below.length > 0 ? Math.min(...below) : rowCount;
    return {
      row,
      column: heading.first,
      rowSpan: end - row,
      columnSpan: heading.last - heading.first + 1,
      words: heading.words,
    };
  });
  return { cells, rowCount };
}

function overlaps(a: Heading, b: Heading): boolean {
  return a.first <= b.last && a.last >= b.first;
}
