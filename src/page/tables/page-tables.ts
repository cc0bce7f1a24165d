/**
 * The tables of a page. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change 22 of one, a
 * quarter larger 246 of 8.
 */
import { type Box, unionBox } from '../document/geometry.js';
import { type AreaTable, type PageEvidence, tableOf } from './area.js';
import { isCaption, segmentsText, withoutCaptions } from './captions.js';
import { isChart } from './charts.js';
import { type River, riversOf } from './columns.js';
import { walledStructure } from './lattice.js';
import { isForm, isList, isRunningText } from './lists.js';
import { covers, freeRegions, type Region, regionsOf, rowsWithout } from './regions.js';
import { isFigureCell } from './row-cells.js';
import { pageRows, rowWithWords, type SegmentRow, segmentRow } from './segments.js';
import type { Structure } from './structure.js';
import type { TextRow } from './words.js';

/** A table with its place. */
interface PlacedTable extends AreaTable {
  readonly bounds: Box;
  readonly region: Region;
}

/** White around the text of a table that is still its own, in inches. */
const MARGIN = 0.05;
/** A word that reaches no further over a river does not cross it, in inches. */
const REACH = 0.01;
/** Share of the rivers that run between words of a heading above them. */
const MOST_RIVERS = 0.7;
/** Fewest rows and columns of a table. */
const LEAST_ROWS = 2;
const LEAST_COLUMNS = 2;
/** Share of a table's rows that have a cell in a second column. */
const FILLED = 0.5;
/** Share of figures in a column, and of such columns beside that of the labels, that makes a table without lines. */
const FIGURES = 0.4;
/** Share of the cells of a table's grid, with lines through it but no walls, that hold text; charts have less. */
const RULED_FILLED = 0.45;
/** What a table without lines and figures has at least: columns, rows, and the share of its cells that hold text. */
const TEXT_COLUMNS = 3;
const TEXT_ROWS = 4;
const TEXT_FILLED = 0.75;
/** Words that its cells hold on average, at most. */
const MOST_WORDS = 5;

/** The tables of a page, from top to bottom. */
export function pageTables(evidence: PageEvidence): readonly PlacedTable[] {
  const { page, rulings, walled } = evidence;
  const rows = pageRows(page);
  const walls = walled
    .filter((table) => table.rows.length > 1 || table.xs.length > 2)
    .map((table) => ({
      bounds: table.bounds,
      isWhole: walledStructure(table, walled) !== undefined,
      isRow: table.rows.length === 1,
    }));
  return tablesIn(regionsOf(rows, rulings, walls), rows, evidence);
}

/**
 * What else of a page may be a table for those who know the number of its columns: two rows may then be all of it, and
 * figures need not be in it.
 * @param tables the tables that are seen without knowing it
 */
export function askedTablesOf(
  evidence: PageEvidence,
  tables: readonly PlacedTable[],
  columnCount: number,
): readonly PlacedTable[] {
  const rows = pageRows(evidence.page);
  const free = rowsWithout(
    rows,
    tables.map(({ bounds }) => bounds),
  );
  return tablesIn(freeRegions(free, columnCount), rows, evidence, columnCount);
}

function tablesIn(
  regions: readonly Region[],
  rows: readonly SegmentRow[],
  evidence: PageEvidence,
  asked?: number,
): readonly PlacedTable[] {
  const tables: PlacedTable[] = [];
  for (const region of regions) {
    const own = rowsOfRegion(region, rows);
    if (own.length === 0) continue;
    const bounds = own.reduce<Box>(unionBox, own[0]!);
    const text = { ...region, top: bounds.top - MARGIN, bottom: bounds.bottom + MARGIN };
    // Walls hold what is no row of text as well: headings that are written upwards.
    const area = region.isWalled ? unionBox(region, text) : text;
    const table = tableOf(own, area, evidence);
    if (
      table &&
      isTable(table, region, asked) &&
      !(table.source === 'alignment' && isChart(own, table.structure))
    )
      tables.push({ ...table, bounds, region });
  }
  return tables.sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
}

/** The rows of text of a region that may be rows of a table. */
function rowsOfRegion(region: Region, rows: readonly SegmentRow[]): readonly TextRow[] {
  const all = rows.flatMap((row) => {
    const own = row.segments.filter(
      (segment) => (region.isRuled || !segment.isProse) && covers(region, segment),
    );
    return own.length > 0 ? [segmentRow(own)] : [];
  });
  const own = (region.isWalled ? all : withoutCaptions(all)).map(rowWithWords);
  return region.isWalled || own.length === 0 ? own : [...headingsOver(own, rows), ...own];
}

/** Rows above a table that leave all of its rivers free, as headings set so tight that they look like text. */
function headingsOver(own: readonly TextRow[], rows: readonly SegmentRow[]): readonly TextRow[] {
  let below = own[0]!;
  const over = rows.filter(({ bottom }) => bottom <= below.top + below.size / 2).reverse();
  if (!over[0] || below.top - over[0].bottom > below.size) return [];
  const rivers = riversOf(own, []);
  const right = Math.max(...own.map((row) => row.right));
  const found: TextRow[] = [];
  for (const row of over) {
    const words = rowWithWords(row);
    const isFree = rivers.every((river) => isFreeOf(words, river));
    const gaps = rivers.filter((river) => isInGap(words, river));
    if (
      below.top - row.bottom > below.size ||
      isCaption(segmentsText(row.segments)) ||
      !isFree ||
      row.right > right + MARGIN
    )
      break;
    if (rivers.length < LEAST_COLUMNS || gaps.length < MOST_RIVERS * rivers.length) break;
    found.unshift(words);
    below = words;
  }
  return found;
}

/** Whether the words of a row leave a place of a river free. */
function isFreeOf({ words }: TextRow, { from, to }: River): boolean {
  const inside = words.filter(({ left, right }) => left < to - REACH && right > from + REACH);
  return (
    inside.reduce((sum, { left, right }) => sum + Math.min(right, to) - Math.max(left, from), 0) <
    to - from - REACH
  );
}

/** Whether a river runs between two words of a row. */
function isInGap({ words }: TextRow, { from, to }: River): boolean {
  return words.some(({ left }, i) => i > 0 && left > from && words[i - 1]!.right < to);
}

function isTable({ structure, source }: AreaTable, region: Region, asked: number | undefined): boolean {
  const { rowCount, columnCount, cells } = structure;
  if (rowCount < LEAST_ROWS || columnCount < LEAST_COLUMNS) return false;
  if (filledShare(structure) < FILLED) return false;
  if (region.isRuled)
    return (
      source !== 'alignment' || (cells.length >= RULED_FILLED * rowCount * columnCount && !isForm(structure))
    );
  if (cells.length < FILLED * rowCount * columnCount || isList(structure)) return false;
  if (asked !== undefined) return columnCount === asked;
  return hasFigureColumns(structure) || isTextTable(structure);
}

/** Whether figures fill a good part of the columns but one, that of the labels. */
function hasFigureColumns({ cells, headerRows, columnCount }: Structure): boolean {
  let figured = 0;
  let labels = 0;
  for (let column = 0; column < columnCount; column += 1) {
    const own = cells.filter((cell) => cell.column === column && cell.row >= headerRows);
    const share = own.filter(isFigureCell).length / Math.max(1, own.length);
    if (own.length >= LEAST_ROWS && share >= FIGURES) figured += 1;
    else if (own.length > 0) labels += 1;
  }
  return figured >= FIGURES * Math.max(1, figured + labels - 1);
}

/** Whether short texts fill several columns. */
function isTextTable({ cells, rowCount, columnCount, headerRows }: Structure): boolean {
  // A heading that nothing marks is a row like others.
  const first = Math.max(1, headerRows);
  const short = beginningColumns(cells, columnCount, first);
  if (columnCount - short < TEXT_COLUMNS || rowCount < TEXT_ROWS) return false;
  if (cells.length < TEXT_FILLED * (rowCount * columnCount - short * (rowCount - first - 1))) return false;
  const words = cells.reduce((sum, cell) => sum + cell.words.length, 0);
  return words <= MOST_WORDS * cells.length && !isRunningText({ cells, columnCount });
}

/** How many columns have no value below the first row of values: what the table is about, said once. */
function beginningColumns(cells: Structure['cells'], columnCount: number, first: number): number {
  return columnCount - new Set(cells.filter(({ row }) => row > first).map(({ column }) => column)).size;
}

/** Share of the rows with cells in several columns. */
function filledShare({ cells, rowCount }: Structure): number {
  const counts = new Map<number, number>();
  for (const { row } of cells) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length / Math.max(1, rowCount);
}
