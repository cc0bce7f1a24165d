/**
 * Which of several tables is that of the anchor, and what there is instead of the one that a config asks for. None of the
 * corpora's eleven configs with `fixedTable` loses a value by it, and no value or cell of 137 documents changes where its
 * thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#311-fixedtable
import { centreX, centreY, overlapX, overlapY } from '../../../page/document/geometry.js';
import type { Line, Page } from '../../../page/document/model.js';
import type { RecognisedTable } from '../../../page/tables/walls/model.js';
import { type DrawnGrid, drawnGrids } from '../../../page/tables/walls/recognise.js';

/** A grid begins this near below an anchor to be the anchor's, in inches: as far as a title is above its table. */
// See docs/language/03-layout-methods-ranges-tables.md#396-title-and-footer
const BELOW_ANCHOR = 0.5;
/** Rulings of each direction that a grid of several rows and columns has, open at a side or not; boxes have fewer. */
const LEAST_RULINGS = 3;
/** Tables that a reason lists. */
const LISTED = 5;

/** The grid that the anchor is in, else the first that begins close below it. */
export async function gridAtAnchor(page: Page | undefined, anchor: Line): Promise<DrawnGrid | undefined> {
  const grids = page ? await drawnGrids(page) : [];
  const x = centreX(anchor);
  const y = centreY(anchor);
  const around = grids.find(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom);
  if (around) return around;
  const isBelow = ({ top }: DrawnGrid) => top >= y && top - anchor.bottom <= BELOW_ANCHOR;
  const below = grids.filter((grid) => isBelow(grid) && overlapX(grid, anchor) > 0);
  return below.reduce<DrawnGrid | undefined>(
    (first, grid) => (first && first.top <= grid.top ? first : grid),
    undefined,
  );
}

/** Whether a table is beside the grid of the anchor, and so is another one. */
export function isBeside(
  { page, bounds }: RecognisedTable,
  grid: DrawnGrid | undefined,
  anchor: Line,
): boolean {
  if (!grid || page !== anchor.page) return false;
  return overlapY(bounds, grid) > 0 && overlapX(bounds, grid) <= 0 && overlapX(bounds, anchor) <= 0;
}

/** Whether a table has rows in the grid of the anchor. */
export function isAcross(
  { page, bounds }: RecognisedTable,
  grid: DrawnGrid | undefined,
  anchor: Line,
): boolean {
  return (
    grid !== undefined && page === anchor.page && overlapY(bounds, grid) > 0 && overlapX(bounds, grid) > 0
  );
}

/**
 * Whether a table of text is the one that is drawn at the anchor, which then has a row with text in all of its columns;
 * true where nothing is drawn there but boxes.
 */
export function isOfGrid(table: RecognisedTable, grid: DrawnGrid | undefined, anchor: Line): boolean {
  const isTable = grid && Math.min(grid.xs.length, grid.ys.length) >= LEAST_RULINGS;
  if (!isTable) return true;
  if (!isAcross(table, grid, anchor)) return false;
  return table.rows.some((row, at) => {
    const y = (table.ys[at]! + table.ys[at + 1]!) / 2;
    return y > grid.top && y < grid.bottom && row.every((cell) => cell !== null && cell.text !== '');
  });
}

/** Whether no other table is at the anchor: holds it, or begins close below it. */
export function isOfAnchor(
  table: RecognisedTable,
  tables: readonly { readonly table: RecognisedTable }[],
  anchor: Line,
): boolean {
  const isAt = ({ page, bounds }: RecognisedTable) =>
    page === anchor.page &&
    bounds.bottom > anchor.top &&
    bounds.top - anchor.bottom <= BELOW_ANCHOR &&
    overlapX(bounds, anchor) > 0;
  const first = tables.find((each) => isAt(each.table));
  return !first || first.table === table || isAt(table);
}

/** Tables that are not the one that is wanted, and whether they are beside the anchor's. */
interface OtherTable {
  readonly table: RecognisedTable;
  readonly isBeside?: boolean;
}

/** A clause on tables that there are: "2 columns at y 6.0, drawn; 5 columns at y 7.1"; undefined without any. */
export function listed(others: readonly OtherTable[], anchor: Line): string | undefined {
  if (others.length === 0) return undefined;
  const inOrder = [...others].sort(
    ({ table: a }, { table: b }) =>
      a.page - b.page || a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left,
  );
  const clauses = inOrder.slice(0, LISTED).map(({ table: { xs, page, bounds, source }, isBeside }) => {
    const columns = xs.length === 2 ? '1 column' : `${xs.length - 1} columns`;
    const where = page === anchor.page ? '' : ` of page ${page + 1}`;
    const beside = isBeside ? ', beside the anchor' : '';
    return `${columns} at y ${bounds.top.toFixed(1)}${where}${beside}${source === 'alignment' ? '' : ', drawn'}`;
  });
  return clauses.join('; ') + (inOrder.length > LISTED ? '; and others' : '');
}
