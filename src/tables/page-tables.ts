/** The tables of a page. */
import { type Box, unionBox } from '../document/geometry.js';
import { type AreaTable, type PageEvidence, tableOf } from './area.js';
import { withoutCaptions } from './captions.js';
import { isFigureCell } from './headings.js';
import { walledStructure } from './lattice.js';
import { covers, type Region, regionsOf } from './regions.js';
import { segmentRow, segmentRows } from './segments.js';
import type { Structure } from './structure.js';
import { textRow, textRows } from './words.js';

/** A table with its place. */
export interface PlacedTable extends AreaTable {
  readonly bounds: Box;
  readonly region: Region;
}

/** Fewest rows and columns of a table. */
const LEAST_ROWS = 2;
const LEAST_COLUMNS = 2;
/** Share of a table's rows that have a cell in a second column. */
const FILLED = 0.5;
/** Share of figures, below the headings and right of the first column, that makes a table without lines. */
const FIGURES = 0.4;

/** The tables of a page, from top to bottom. */
export function pageTables(evidence: PageEvidence): readonly PlacedTable[] {
  const { page, rulings, walled } = evidence;
  const rows = segmentRows(textRows(page.lines));
  const walls = walled
    .filter((table) => table.rows.length > 1 || table.xs.length > 2)
    .map((table) => ({ bounds: table.bounds, isWhole: walledStructure(table) !== undefined }));
  const tables: PlacedTable[] = [];
  for (const region of regionsOf(rows, rulings, walls)) {
    const all = rows.flatMap((row) => {
      const own = row.segments.filter(
        (segment) => (region.isRuled || !segment.isProse) && covers(region, segment),
      );
      return own.length > 0 ? [segmentRow(own)] : [];
    });
    const own = (region.isWalled ? all : withoutCaptions(all)).map(({ segments }) =>
      textRow(segments.flatMap(({ words }) => words)),
    );
    if (own.length === 0) continue;
    const bounds = own.reduce<Box>(unionBox, own[0]!);
    const table = tableOf(
      own,
      {
        ...region,
        top: Math.max(region.top, bounds.top - 0.05),
        bottom: Math.min(region.bottom, bounds.bottom + 0.05),
      },
      evidence,
    );
    if (table && isTable(table, region)) tables.push({ ...table, bounds, region });
  }
  return tables.sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

function isTable({ structure }: AreaTable, region: Region): boolean {
  const { rowCount, columnCount, cells } = structure;
  if (rowCount < LEAST_ROWS || columnCount < LEAST_COLUMNS) return false;
  if (filledShare(structure) < FILLED) return false;
  if (region.isRuled) return true;
  if (cells.length < FILLED * rowCount * columnCount) return false;
  const body = cells.filter(({ row, column }) => row >= structure.headerRows && column > 0);
  return body.filter(isFigureCell).length >= FIGURES * body.length && cells.length > 0;
}

/** Share of the rows with cells in several columns. */
function filledShare({ cells, rowCount }: Structure): number {
  const counts = new Map<number, number>();
  for (const { row } of cells) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length / Math.max(1, rowCount);
}
