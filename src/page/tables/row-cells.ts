/**
 * The cells of a row of text: its words, parted where rivers run through it, and left whole where they are one text. No
 * value of 137 documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter
 * larger.
 */
import { type Box, unionBox } from '../document/geometry.js';
import { gapStrength, PARTING, type River } from './columns.js';
import { isFigure } from './figures.js';
import type { VerticalRule } from './rules.js';
import { isLeader, type PlacedWord, type TextRow } from './words.js';

/** Words of one row in one or more columns. */
export interface RowCell extends Box {
  readonly words: readonly PlacedWord[];
  /** First and last column, inclusive. */
  readonly first: number;
  readonly last: number;
}

/** A row of text with its cells, from left to right. */
export interface CellRow extends Box {
  readonly size: number;
  readonly cells: readonly RowCell[];
}

/** A cell in the grid of a table. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly words: readonly PlacedWord[];
  /** Between which walls it is, where it has walls on all sides. */
  readonly walls?: Box;
}

/** A word that reaches no further than this over a river does not cross it, in inches. */
const REACH = 0.01;
/** Edges that differ by less are aligned, in inches: 2 points. */
const ALIGNED = 0.03;
/** Share of the cells of a column that have an edge in common with a text for it to fit there. */
const FITTING = 0.34;
/** A gap this much wider than the others of its text parts it. */
const WIDER = 1.5;

/** The rows of a table with their cells. */
export function cellRows(
  rows: readonly TextRow[],
  rivers: readonly River[],
  rules: readonly VerticalRule[],
): readonly CellRow[] {
  const pieces = rows.map((row) => piecesOf(row, rivers));
  const columns = columnEdges(pieces, rivers.length + 1);
  const celled = rows.map((row, i) => {
    const cells = runsOf(pieces[i]!).flatMap((run) => joinRun(run, columns, rules));
    return { left: row.left, top: row.top, right: row.right, bottom: row.bottom, size: row.size, cells };
  });
  const full = celled.findIndex(({ cells }) => cells.length > rivers.length);
  return celled.map((row, i) => (i < full ? inOrder(row, rows[i]!, rivers.length + 1) : row));
}

/**
 * A row of headings, each in a column of its own in their order, where there are as many as columns: headings that are closer
 * together than the columns below them are not above these.
 */
function inOrder(row: CellRow, { words }: TextRow, count: number): CellRow {
  if (row.cells.length === count) return row;
  const parts: PlacedWord[][] = [];
  for (const word of words) {
    const open = parts.at(-1);
    if (open && gapStrength(open.at(-1)!, word) < PARTING) open.push(word);
    else parts.push([word]);
  }
  if (parts.length !== count) return row;
  const cells = parts.map((own, column): RowCell => {
    const { left, top, right, bottom } = own.reduce<Box>(unionBox, own[0]!);
    return { words: own, left, top, right, bottom, first: column, last: column };
  });
  return { ...row, cells };
}

/** A row cut at each river that runs through one of its gaps. */
function piecesOf({ words }: TextRow, rivers: readonly River[]): RowCell[] {
  const pieces: RowCell[] = [];
  let open: PlacedWord[] = [];
  let last = -1;
  const close = () => {
    if (open.length > 0) pieces.push(cellOf(open, rivers));
    open = [];
  };
  for (const word of words) {
    const [first, end] = columnsOf(word, rivers);
    const leads = isLeader(word.text);
    if (open.length > 0 && first > last && !leads) close();
    open.push(word);
    // A leader reaches into the next column.
    last = Math.max(last, leads ? first : end);
  }
  close();
  return pieces;
}

function columnsOf(word: Box, rivers: readonly River[]): readonly [number, number] {
  let first = 0;
  while (first < rivers.length && rivers[first]!.at <= word.left + REACH) first += 1;
  let last = first;
  while (last < rivers.length && rivers[last]!.at < word.right - REACH) last += 1;
  return [first, last];
}

function cellOf(words: readonly PlacedWord[], rivers: readonly River[]): RowCell {
  const { left, top, right, bottom } = words.reduce<Box>(unionBox, words[0]!);
  // Leaders reach into the next column without being part of it.
  const printed = words.filter(({ text }) => !isLeader(text));
  const spans = (printed.length > 0 ? printed : words.slice(0, 1)).map((word) => columnsOf(word, rivers));
  const first = Math.min(...spans.map(([from]) => from));
  return { words, left, top, right, bottom, first, last: Math.max(...spans.map(([, to]) => to)) };
}

/** Runs of pieces between which there may be no more than spaces. */
function runsOf(pieces: readonly RowCell[]): RowCell[][] {
  const runs: RowCell[][] = [];
  for (const piece of pieces) {
    const before = runs.at(-1)?.at(-1);
    if (before && gapStrength(before.words.at(-1)!, piece.words[0]!) < PARTING) runs.at(-1)!.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

/** Edges that the sure cells of a column have, in inches. */
interface ColumnEdges {
  readonly lefts: number[];
  readonly rights: number[];
  readonly centres: number[];
}

function columnEdges(rows: readonly (readonly RowCell[])[], count: number): ColumnEdges[] {
  const columns = Array.from({ length: count }, (): ColumnEdges => ({ lefts: [], rights: [], centres: [] }));
  for (const pieces of rows) {
    for (const run of runsOf(pieces)) {
      const [piece] = run;
      if (run.length > 1 || !piece || piece.first !== piece.last) continue;
      const { lefts, rights, centres } = columns[piece.first]!;
      lefts.push(piece.left);
      rights.push(piece.right);
      centres.push((piece.left + piece.right) / 2);
    }
  }
  return columns;
}

function fits({ first, last, left, right }: RowCell, columns: readonly ColumnEdges[]): boolean {
  if (first !== last) return false;
  const { lefts, rights, centres } = columns[first]!;
  const share = (edges: readonly number[], at: number) =>
    edges.filter((edge) => Math.abs(edge - at) <= ALIGNED).length / Math.max(2, edges.length);
  return [share(lefts, left), share(rights, right), share(centres, (left + right) / 2)].some(
    (found) => found >= FITTING,
  );
}

/** A run of pieces as the cells that it is: one text over several columns, or a cell a piece. */
function joinRun(
  run: readonly RowCell[],
  columns: readonly ColumnEdges[],
  rules: readonly VerticalRule[],
): RowCell[] {
  if (run.length === 1) return [...run];
  const isWalled = run.slice(1).every((piece, i) => hasRule(run[i]!, piece, rules));
  if (isWalled || isParted(run) || run.every((piece) => fits(piece, columns))) return [...run];
  return [run.slice(1).reduce(joined, run[0]!)];
}

function joined(a: RowCell, b: RowCell): RowCell {
  return {
    ...unionBox(a, b),
    words: [...a.words, ...b.words],
    first: a.first,
    last: b.last,
  };
}

function hasRule(a: RowCell, b: RowCell, rules: readonly VerticalRule[]): boolean {
  const y = (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2;
  return rules.some(
    ({ at, from, to }) => at >= a.right - REACH && at <= b.left + REACH && from <= y && y <= to,
  );
}

/** Whether the gaps at rivers are wider than those between the other words, or figures are on their right. */
function isParted(run: readonly RowCell[]): boolean {
  const own = run.slice(1).map((piece, i) => piece.left - run[i]!.right);
  const others = run.flatMap(({ words }) => words.slice(1).map((word, i) => word.left - words[i]!.right));
  const widest = Math.max(...others, 0);
  if (others.length > 0 && Math.min(...own) > WIDER * widest) return true;
  return (
    run.slice(1).every(({ words }) => words.every(({ text }) => isFigure(text))) &&
    run[0]!.first === run[0]!.last
  );
}

/** Whether a cell begins with a figure, and most of its words are figures: dates begin with the name of the month. */
export function isFigureCell({ words }: Pick<RowCell, 'words'>): boolean {
  const figures = words.filter(({ text }) => isFigure(text)).length;
  return figures * 2 >= words.length && isFigure(words[0]!.text);
}
