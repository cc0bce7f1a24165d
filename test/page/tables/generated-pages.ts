/** All pages that are made up for tests of tables, with the texts of the cells that are on them. */
import type { FoundTable } from '../../../src/page/tables/model.js';
import { HARD_KINDS, type HardTables, hardTables } from './generated-hard.js';
import { NO_TABLES, pageWithoutTable } from './generated-no-table.js';
import { KINDS, made } from './generated-table.js';

/** Pages of a kind. */
const SEEDS = 12;

type Grid = readonly (readonly string[])[];

/** A page with its tables. */
export interface GeneratedPage extends HardTables {
  readonly name: string;
}

/** The texts of a table, row by row; '' where no cell begins. */
export function gridOf({
  rowCount,
  columnCount,
  cells,
}: Pick<FoundTable, 'rowCount' | 'columnCount'> & {
  readonly cells: readonly Pick<FoundTable['cells'][number], 'row' | 'column' | 'text'>[];
}): Grid {
  const texts = new Map(cells.map(({ row, column, text }) => [`${row},${column}`, text]));
  return Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: columnCount }, (__, column) => texts.get(`${row},${column}`) ?? ''),
  );
}

/** Pages of all kinds. */
export function generatedPages(): readonly GeneratedPage[] {
  const seeds = Array.from({ length: SEEDS }, (_, at) => at + 1);
  const pages = (kinds: object, make: (kind: string, seed: number) => HardTables) =>
    Object.keys(kinds).flatMap((kind) =>
      seeds.map((seed): GeneratedPage => ({ name: `${kind}, seed ${seed}`, ...make(kind, seed) })),
    );
  return [
    ...pages(KINDS, (kind, seed) => plainPage(kind, seed)),
    ...pages(HARD_KINDS, hardTables),
    ...pages(NO_TABLES, (kind, seed) => ({ lines: pageWithoutTable(kind, seed), paths: [], grids: [] })),
  ];
}

function plainPage(kind: string, seed: number): HardTables {
  const { lines, paths, cells } = made(seed, KINDS[kind]!);
  const rowCount = Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan));
  const columnCount = Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan));
  return { lines, paths, grids: [gridOf({ rowCount, columnCount, cells })] };
}
