/**
 * Grids of crossing rulings and the cells that their walls enclose. Of 20,449 values and cells of 137 documents
 * thresholds a fifth smaller change none, a quarter larger 1614 of 20.
 */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice

import type { CellPlace, GivenTable } from '../../document/model.js';
import { type Ruling, SNAP } from '../../drawn/rulings.js';

/** A horizontal and a vertical ruling this near to each other cross, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser
const CROSSING = 0.05;
/** Share of an edge that one ruling must cover to be a wall. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser
const WALL_COVERAGE = 0.8;
/** Rulings of each direction that a grid has at least. */
const LEAST_RULINGS = 2;
/** Pairs of rulings that are compared on one page; far more than the densest form needs, and about 0.1 s. */
const MOST_PAIRS = 10_000_000;
/** Elementary cells of one grid: 10,000 rows of 40 columns. */
const MOST_CELLS = 400_000;

/** No cell: the place is open to the outside. */
export const OUTSIDE = -1;

/** Elementary rows and columns with the cells that walls enclose. */
export interface Grid {
  /** Coordinates of the rulings, ascending. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** For each elementary cell, row by row, the position of its cell in `cells`, or `OUTSIDE`. */
  readonly owners: Int32Array;
  readonly cells: readonly CellPlace[];
}

/** The grids that rulings of one page form, from top to bottom, then left to right. */
export function gridsOf(rulings: readonly Ruling[]): readonly Grid[] {
  const grids = components(rulings).flatMap((component) => gridOf(component) ?? []);
  return grids.sort((a, b) => a.ys[0]! - b.ys[0]! || a.xs[0]! - b.xs[0]!);
}

/** The grid of a table whose cells the file names. */
export function gridOfCells({ xs, ys, cells }: GivenTable): Grid {
  return { xs, ys, cells, owners: ownersOf(cells, xs.length - 1, ys.length - 1) };
}

/** For each place of a table, row by row, the cell that covers it, or `OUTSIDE`. */
export function ownersOf(places: readonly CellPlace[], columns: number, rows: number): Int32Array {
  const owners = new Int32Array(rows * columns).fill(OUTSIDE);
  for (const [cell, { left, top, right, bottom }] of places.entries()) {
    for (let row = top; row <= bottom; row += 1) {
      owners.fill(cell, row * columns + left, row * columns + right + 1);
    }
  }
  return owners;
}

/** Sets of rulings that are connected by crossings. */
function components(rulings: readonly Ruling[]): Ruling[][] {
  const horizontal = rulings.filter(({ orientation }) => orientation === 'horizontal');
  const vertical = rulings.filter(({ orientation }) => orientation === 'vertical');
  horizontal.sort((a, b) => a.at - b.at || a.from - b.from);
  const sets = new DisjointSets(horizontal.length + vertical.length);
  let pairs = 0;
  for (const [i, v] of vertical.entries()) {
    for (let j = firstAtLeast(horizontal, v.from - CROSSING); j < horizontal.length; j += 1) {
      const h = horizontal[j]!;
      if (h.at > v.to + CROSSING) break;
      pairs += 1;
      if (pairs > MOST_PAIRS) return [];
      if (v.at >= h.from - CROSSING && v.at <= h.to + CROSSING) sets.union(j, horizontal.length + i);
    }
  }
  const members = new Map<number, Ruling[]>();
  for (const [i, ruling] of [...horizontal, ...vertical].entries()) {
    const root = sets.find(i);
    const known = members.get(root);
    if (known) known.push(ruling);
    else members.set(root, [ruling]);
  }
  return [...members.values()];
}

function firstAtLeast(sorted: readonly Ruling[], at: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function gridOf(component: readonly Ruling[]): Grid | undefined {
  const horizontal = component.filter(({ orientation }) => orientation === 'horizontal');
  const vertical = component.filter(({ orientation }) => orientation === 'vertical');
  if (horizontal.length < LEAST_RULINGS || vertical.length < LEAST_RULINGS) return undefined;
  const xs = coordinates(vertical);
  const ys = coordinates(horizontal);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1 || columns * rows > MOST_CELLS) return undefined;
  const across = walls(horizontal, ys, xs);
  const along = walls(vertical, xs, ys);
  const sets = new DisjointSets(rows * columns + 1);
  const outside = rows * columns;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = row * columns + column;
      if (across[row * columns + column] === 0) sets.union(cell, row === 0 ? outside : cell - columns);
      if (along[column * rows + row] === 0) sets.union(cell, column === 0 ? outside : cell - 1);
      if (row === rows - 1 && across[rows * columns + column] === 0) sets.union(cell, outside);
      if (column === columns - 1 && along[columns * rows + row] === 0) sets.union(cell, outside);
    }
  }
  const roots = new Int32Array(rows * columns);
  for (let cell = 0; cell < roots.length; cell += 1) {
    const root = sets.find(cell);
    roots[cell] = root === sets.find(outside) ? OUTSIDE : root;
  }
  return { xs, ys, ...rectangles(roots, rows, columns) };
}

/** The distinct coordinates of rulings, merged within the snap step. */
function coordinates(rulings: readonly Ruling[]): number[] {
  const sorted = rulings.map(({ at }) => at).sort((a, b) => a - b);
  const distinct: number[] = [];
  for (const at of sorted) {
    const last = distinct.at(-1);
    if (last === undefined || at - last > SNAP) distinct.push(at);
  }
  return distinct;
}

/**
 * Which edges are walls.
 * @param lines the coordinates that the rulings lie on
 * @param marks the coordinates that divide them into edges
 * @returns 1 for each edge with a wall, line by line
 */
function walls(rulings: readonly Ruling[], lines: readonly number[], marks: readonly number[]): Uint8Array {
  const edges = marks.length - 1;
  const found = new Uint8Array(lines.length * edges);
  for (const { at, from, to } of rulings) {
    const line = indexBelow(lines, at);
    for (let edge = Math.max(0, indexBelow(marks, from)); edge < edges && marks[edge]! < to; edge += 1) {
      const start = marks[edge]!;
      const end = marks[edge + 1]!;
      const covered = Math.min(end, to) - Math.max(start, from);
      if (covered >= WALL_COVERAGE * (end - start)) found[line * edges + edge] = 1;
    }
  }
  return found;
}

/** Position of the last of ascending coordinates that is not greater; -1 when all are greater. */
export function indexBelow(coordinates: readonly number[], at: number): number {
  let low = 0;
  let high = coordinates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coordinates[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Cells from sets of elementary cells: rectangles stay, other shapes are cut into runs of equal columns. */
function rectangles(roots: Int32Array, rows: number, columns: number): Pick<Grid, 'owners' | 'cells'> {
  const lastRows = new Map<number, number>();
  for (const [at, root] of roots.entries()) lastRows.set(root, Math.floor(at / columns));
  const cells: { top: number; bottom: number; left: number; right: number }[] = [];
  const owners = new Int32Array(roots.length).fill(OUTSIDE);
  const open = new Map<string, number>();
  for (let row = 0; row < rows; row += 1) {
    for (let left = 0; left < columns; ) {
      const root = roots[row * columns + left]!;
      let right = left;
      while (right + 1 < columns && roots[row * columns + right + 1] === root) right += 1;
      if (root !== OUTSIDE) {
        const key = `${root} ${left} ${right}`;
        const known = open.get(key);
        const joins = known !== undefined && cells[known]!.bottom === row - 1;
        const cell = joins ? known : cells.length;
        if (joins) cells[known]!.bottom = row;
        else cells.push({ left, top: row, right, bottom: row });
        if (lastRows.get(root)! > row) open.set(key, cell);
        owners.fill(cell, row * columns + left, row * columns + right + 1);
      }
      left = right + 1;
    }
  }
  return { owners, cells };
}

/** Union-find with path halving. */
class DisjointSets {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = new Int32Array(size);
    for (let member = 0; member < size; member += 1) this.#parents[member] = member;
  }

  find(member: number): number {
    let at = member;
    while (this.#parents[at] !== at) {
      this.#parents[at] = this.#parents[this.#parents[at]!]!;
      at = this.#parents[at]!;
    }
    return at;
  }

  union(a: number, b: number): void {
    const left = this.find(a);
    const right = this.find(b);
    if (left !== right) this.#parents[Math.max(left, right)] = Math.min(left, right);
  }
}
