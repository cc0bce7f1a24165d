/** Tables without walls, found by how their text is aligned. */
// See docs/language/03-layout-methods-ranges-tables.md#394-alignment
import { type Box, boxHeight, boxWidth, unionBox } from '../../document/geometry.js';
import type { Line } from '../../document/model.js';
import { visualRows } from '../../document/order.js';
import type { Ruling } from '../../drawn/rulings.js';
import { type AlignedRow, joinRows } from './aligned-rows.js';
import { tableCell } from './cells.js';
import type { RecognisedTable } from './model.js';

/** Smallest gap between the cells of a seed row, in inches. */
const SEED_GAP = 0.08;
/** A line is in a column when it shares more than this with its core, in inches. */
const CORE_OVERLAP = 0.02;
/** A line that shares more than this with a second core, in inches and of its width, is in no column. */
const FOREIGN_OVERLAP = 0.05;
const FOREIGN_SHARE = 0.15;
/** A line beside all cores belongs to the nearest within this, in inches. */
const NEAREST_CORE = 0.5;
/** A gap above this, in inches and in seed pitches, ends a block. */
const BLOCK_GAP = 1;
const BLOCK_PITCHES = 3;
/** Weak rows at the foot of a block stay while they are this near, in seed pitches. */
const FOOT_PITCHES = 1.2;
/** Fewest cells that make a row strong, and columns of a table whose number is not given. */
const LEAST_CELLS = 2;
/** Strong rows that a table needs when only one row is a seed. */
const STRONG_ROWS = 2;

export interface AlignmentOptions {
  /** Number of columns; default the number of lines that most rows have. */
  readonly columnCount?: number | undefined;
  /** Horizontal rulings of a page. */
  readonly rulings: (page: number) => readonly Ruling[];
  /** Mark superscripts and subscripts. */
  readonly annotate?: boolean | undefined;
}

/** Horizontal extent of a column. */
interface Core {
  left: number;
  right: number;
}

/**
 * The tables that the alignment of some lines shows, in the order of the document. All share one set of
 * columns; a table ends at a page end, at a row that fits no column, and at a wide gap.
 * @param lines of one or more pages, in any order
 */
export function alignedTables(lines: readonly Line[], options: AlignmentOptions): readonly RecognisedTable[] {
  const rows = visualRows(lines);
  const count = options.columnCount ?? usualCount(rows);
  if (count === undefined) return [];
  const { cores, seeds } = coresOf(rows, count);
  const [first] = seeds;
  if (!first) return [];
  const assigned = rows.map((row) => assign(row, cores));
  const pitch = medianPitch(seeds.length > 1 ? seeds : rows);
  const strong = Math.max(LEAST_CELLS, Math.ceil(count / 2));
  const blocks = blocksOf(assigned, pitch)
    .map((block) => trim(block, strong, pitch))
    .filter((block) => block.length > 0);
  const strongRows = blocks.flat().filter((row) => row.filled.length >= strong).length;
  if (seeds.length < 2 && strongRows < STRONG_ROWS) return [];
  return blocks.map((block) => tableOf(block, cores, options));
}

/** The number of lines, at least 2, that most rows have; the larger of equally frequent ones. */
function usualCount(rows: readonly (readonly Line[])[]): number | undefined {
  const frequency = new Map<number, number>();
  for (const { length } of rows) {
    if (length >= LEAST_CELLS) frequency.set(length, (frequency.get(length) ?? 0) + 1);
  }
  let best: number | undefined;
  for (const [count, times] of frequency) {
    const most = best === undefined ? 0 : frequency.get(best)!;
    if (times > most || (times === most && count > best!)) best = count;
  }
  return best;
}

/** The columns, as wide as the rows that have one line in each of them make them. */
function coresOf(rows: readonly (readonly Line[])[], count: number) {
  const seeds: (readonly Line[])[] = [];
  let cores: Core[] = [];
  for (const row of rows) {
    if (row.length !== count || !hasGaps(row)) continue;
    if (seeds.length === 0) cores = row.map(({ left, right }) => ({ left, right }));
    else if (!row.every((line, i) => isBetween(line, cores[i - 1], cores[i + 1]))) continue;
    else widen(cores, row);
    seeds.push(row);
  }
  return { cores: cores as readonly Core[], seeds };
}

function hasGaps(row: readonly Line[]): boolean {
  return row.every((line, i) => i === 0 || line.left - row[i - 1]!.right >= SEED_GAP);
}

function isBetween(line: Line, before: Core | undefined, after: Core | undefined): boolean {
  return (
    (before === undefined || line.left >= before.right) && (after === undefined || line.right <= after.left)
  );
}

function widen(cores: readonly Core[], row: readonly Line[]): void {
  for (const [i, { left, right }] of row.entries()) {
    const core = cores[i]!;
    core.left = Math.min(core.left, left);
    core.right = Math.max(core.right, right);
  }
}

/** A row with its lines in columns; undefined when one of them fits none. */
function assign(row: readonly Line[], cores: readonly Core[]): AlignedRow | undefined {
  const cells: Line[][] = cores.map(() => []);
  for (const line of row) {
    const column = columnOf(line, cores);
    if (column === undefined) return undefined;
    cells[column]!.push(line);
  }
  const [first] = row;
  const top = row.reduce((least, line) => Math.min(least, line.top), first!.top);
  const bottom = row.reduce((most, line) => Math.max(most, line.bottom), first!.bottom);
  const height = row.reduce((most, line) => Math.max(most, boxHeight(line)), 0);
  const filled = [...cells.keys()].filter((column) => cells[column]!.length > 0);
  return { page: first!.page, top, bottom, height, cells, filled };
}

function columnOf(line: Line, cores: readonly Core[]): number | undefined {
  let best = -1;
  let most = 0;
  let second = 0;
  let nearest: number | undefined;
  let distance = NEAREST_CORE;
  for (const [column, core] of cores.entries()) {
    const overlap = Math.min(line.right, core.right) - Math.max(line.left, core.left);
    if (overlap > most) {
      second = most;
      most = overlap;
      best = column;
    } else if (overlap > second) second = overlap;
    if (-overlap < distance || (nearest === undefined && -overlap <= distance)) {
      distance = -overlap;
      nearest = column;
    }
  }
  if (most <= CORE_OVERLAP) return nearest;
  return second > Math.max(FOREIGN_OVERLAP, FOREIGN_SHARE * boxWidth(line)) ? undefined : best;
}

/** Median (the lower of two) distance of the tops of neighbouring rows of one page, in inches; 0 without two such rows. */
function medianPitch(rows: readonly (readonly Line[])[]): number {
  const pitches: number[] = [];
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1]?.[0];
    if (before && before.page === row[0]!.page) pitches.push(row[0]!.top - before.top);
  }
  pitches.sort((a, b) => a - b);
  return pitches[(pitches.length - 1) >> 1] ?? 0;
}

function blocksOf(rows: readonly (AlignedRow | undefined)[], pitch: number): AlignedRow[][] {
  const gap = Math.max(BLOCK_GAP, BLOCK_PITCHES * pitch);
  const blocks: AlignedRow[][] = [];
  let open: AlignedRow[] | undefined;
  for (const row of rows) {
    const before = open?.at(-1);
    if (!row) open = undefined;
    else if (open && before && before.page === row.page && row.top - before.bottom <= gap) open.push(row);
    else {
      open = [row];
      blocks.push(open);
    }
  }
  return blocks;
}

/** A block without weak rows at its head, and without those at its foot that are apart; empty without strong ones. */
function trim(block: readonly AlignedRow[], strong: number, pitch: number): readonly AlignedRow[] {
  const first = block.findIndex((row) => row.filled.length >= strong);
  if (first < 0) return [];
  let end = block.findLastIndex((row) => row.filled.length >= strong) + 1;
  while (end < block.length && block[end]!.top - block[end - 1]!.bottom <= FOOT_PITCHES * pitch) end += 1;
  return block.slice(first, end);
}

function tableOf(
  block: readonly AlignedRow[],
  cores: readonly Core[],
  options: AlignmentOptions,
): RecognisedTable {
  const { page } = block[0]!;
  const extent = block.flatMap(({ cells }) => cells.flat()).reduce<Box>(unionBox, block[0]!.cells.flat()[0]!);
  const { left, right } = extent;
  const rulings = options
    .rulings(page)
    .filter((ruling) => ruling.at >= extent.top - BLOCK_GAP && ruling.at <= extent.bottom + BLOCK_GAP);
  const rows = joinRows(block, { left, right }, rulings);
  const bounds = { left, top: extent.top, right, bottom: extent.bottom };
  const xs = boundaries(
    cores.map(({ left, right }) => ({ from: left, to: right })),
    bounds.left,
    bounds.right,
  );
  const ys = boundaries(
    rows.map(({ top, bottom }) => ({ from: top, to: bottom })),
    bounds.top,
    bounds.bottom,
  );
  const cells = rows.map((row, at) =>
    row.cells.map((lines, column) => {
      const place = { left: column, top: at, right: column, bottom: at };
      const box = { left: xs[column]!, top: ys[at]!, right: xs[column + 1]!, bottom: ys[at + 1]! };
      const own = lines[0] ? lines.reduce<Box>(unionBox, lines[0]) : box;
      return tableCell(lines, place, own, options.annotate === true);
    }),
  );
  return { page, bounds, xs, ys, rows: cells, source: 'alignment' };
}

/** The outer edges, and between each two stretches the middle of their gap. */
export function boundaries(
  stretches: readonly { readonly from: number; readonly to: number }[],
  start: number,
  end: number,
): number[] {
  const inner = stretches.slice(1).map(({ from }, i) => (stretches[i]!.to + from) / 2);
  return [start, ...inner, end];
}
