/** The tables of a sample in which the rows stand that a model found. */
import type { TypeReference } from '../../foundation/schema/language.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { type Box, unionBox } from '../../page/document/geometry.js';
import type { Document } from '../../page/document/model.js';
import { tablesOf } from '../../page/tables/find.js';
import type { FoundTable } from '../../page/tables/model.js';
import { type GivenTable, type GivenValue, rowCount } from '../../run/extraction/answers.js';
import type { AskedRows } from '../../run/extraction/asked-fields.js';
import { wholeValue } from '../suggest/notations.js';
import { spaced } from '../suggest/wanted.js';
import { alignRows } from './align-rows.js';
import { printedText } from './row-sample.js';

/** Share of a column's cells that a column of the table must hold in their order. */
const HELD = 0.6;

/** What the texts of a column take up, in inches from the left edge of the page. */
export type Reach = Pick<Box, 'left' | 'right'>;

/** A table in which some of the rows' columns stand. */
export interface RowGrid {
  /** All columns of the table; undefined for one without a cell of its own. */
  readonly reaches: readonly (Reach | undefined)[];
  /** Positions of the columns that are asked for, by their id. */
  readonly columns: ReadonlyMap<string, number>;
  /** The page and the upper edge of the first row, and the page and the lower edge of the last, in inches. */
  readonly first: { readonly page: number; readonly top: number };
  readonly last: { readonly page: number; readonly bottom: number };
}

interface GridRow {
  readonly page: number;
  readonly box: Box;
  /** Texts by column. */
  readonly texts: readonly string[];
}

/** The tables of a document that hold columns of some rows, those that hold more of them first. */
export async function rowGrids(
  asked: AskedRows,
  document: Document,
  wanted: GivenTable,
  types: TypeRegistry,
): Promise<readonly RowGrid[]> {
  const found = await tablesOf(document, {}, {});
  const grids = whole(found).flatMap((tables) => gridOf(tables, asked, wanted, types) ?? []);
  return grids.toSorted((a, b) => b.columns.size - a.columns.size);
}

/** Tables with their parts on the next pages. */
function whole(found: readonly FoundTable[]): readonly (readonly FoundTable[])[] {
  const all: FoundTable[][] = [];
  for (const [i, table] of found.entries()) {
    if (found[i - 1]?.continues) all.at(-1)!.push(table);
    else all.push([table]);
  }
  return all;
}

function gridOf(
  tables: readonly FoundTable[],
  asked: AskedRows,
  wanted: GivenTable,
  types: TypeRegistry,
): RowGrid | undefined {
  const rows = tables.flatMap(rowsOf);
  const count = rowCount(wanted);
  const reaches = reachesOf(tables);
  const free = new Set(reaches.keys());
  const own = new Map<string, number>();
  const held: ((wanted: number, given: number) => boolean)[] = [];
  for (const { id, type } of asked.columns) {
    const cells = wanted.columns.find((column) => column.id === id)?.values ?? [];
    const known = cells.filter(isCell).length;
    const [best] = [...free]
      .map((index) => {
        const isHeld = cellsHeld(cells, rows, index, type as TypeReference | undefined, types);
        const agreed = alignRows(count, rows.length, (i, j) => (isHeld(i, j) ? 1 : 0))?.agreed ?? 0;
        return { index, isHeld, agreed };
      })
      .filter(({ agreed }) => agreed > 0 && agreed >= HELD * known)
      .toSorted((a, b) => b.agreed - a.agreed);
    if (!best) continue;
    free.delete(best.index);
    held.push(best.isHeld);
    own.set(id, best.index);
  }
  if (own.size === 0) return undefined;
  const { positions } = alignRows(count, rows.length, (i, j) => held.filter((is) => is(i, j)).length)!;
  const [first, last] = [rows[positions[0]!]!, rows[positions.at(-1)!]!];
  return {
    reaches,
    columns: own,
    first: { page: first.page, top: first.box.top },
    last: { page: last.page, bottom: last.box.bottom },
  };
}

function rowsOf({ page, rowCount: count, columnCount, cells }: FoundTable): readonly GridRow[] {
  return Array.from({ length: count }, (_, row) => cells.filter((cell) => cell.row === row)).flatMap(
    (own): GridRow[] => {
      if (own.length === 0) return [];
      const texts = Array.from({ length: columnCount }, (_, at) =>
        own.flatMap(({ column, text }) => (column === at ? [text] : [])).join(' '),
      );
      return [{ page, box: own.map(({ bounds }) => bounds).reduce(unionBox), texts }];
    },
  );
}

/** What the columns take up, by the cells of all parts that are in one column. */
function reachesOf(tables: readonly FoundTable[]): readonly (Reach | undefined)[] {
  const cells = tables.flatMap(({ cells: own, headerRows }) =>
    own.filter(({ row, columnSpan }) => row >= headerRows && columnSpan === 1),
  );
  return Array.from({ length: tables[0]!.columnCount }, (_, index) =>
    cells
      .filter(({ column }) => column === index)
      .map(({ bounds }): Reach => bounds)
      .reduce<Reach | undefined>((reach, each) => (reach ? jointReach(reach, each) : each), undefined),
  );
}

/** What takes up all that two columns take up. */
export function jointReach(a: Reach, b: Reach): Reach {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) };
}

/** Whether a row of the table holds a wanted cell: as it is printed, or as what its type reads there. */
function cellsHeld(
  cells: readonly (GivenValue | null)[],
  rows: readonly GridRow[],
  index: number,
  type: TypeReference | undefined,
  types: TypeRegistry,
): (wanted: number, given: number) => boolean {
  const texts = rows.map((row) => row.texts[index]!);
  const own = texts.map(plain);
  const values = texts.map((text) =>
    type === undefined ? undefined : wholeValue(spaced(text), type, types)?.value,
  );
  const wanted = cells.map((cell) => (isCell(cell) ? plain(printedText(cell)) : undefined));
  return (i, j) =>
    wanted[i] !== undefined &&
    (wanted[i] === own[j] || (values[j] !== undefined && values[j] === cells[i]?.value));
}

function isCell(cell: GivenValue | null): cell is GivenValue {
  return cell !== null && cell.value !== null;
}

/** Text as it is compared: letters and figures, without signs and zeros of cents. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/\.0+$/u, '');
}
