/**
 * All tables of a document. No value of 137 documents and no cell of their tables changes where its thresholds are a
 * fifth smaller, or a quarter larger.
 */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import { Turns } from '../../foundation/async/interrupt.js';
import type { Box } from '../document/geometry.js';
import type { Document, Line, Page } from '../document/model.js';
import { visualRows } from '../document/order.js';
import type { Ruling } from '../drawn/rulings.js';
import { type AreaTable, evidenceOf, type PageEvidence, tableIn } from './area.js';
import { isCaption, isNote } from './captions.js';
import { markContinued } from './continued.js';
import { isInCell } from './lattice.js';
import type { FoundCaption, FoundTable, TableSearch } from './model.js';
import { pageTables } from './page-tables.js';
import { boundsOf, linesBetween, printedCell } from './printed-cells.js';
import { isFigureCell } from './row-cells.js';
import { sheetTables } from './sheet-tables.js';
import type { Structure } from './structure.js';
import { type Caption, footerOf, titleOf } from './walls/captions.js';

/** Words of a title without a number, at most. */
const TITLE_WORDS = 20;
/** Lines so near to a wall of a cell are that wall, in inches. */
const WALL = 0.03;
/** Decimals of a confidence. */
const CONFIDENCE_STEPS = 100;
/** How sure tables are by what shows them, before their cells are looked at. */
const SURE: Readonly<Record<FoundTable['source'], number>> = {
  vector: 1,
  raster: 0.9,
  sheet: 0.95,
  alignment: 0.85,
};

/**
 * The tables of a document, or of a page or an area, from the first page to the last, from top to bottom.
 * @throws RangeError for a page that the document does not have
 * @throws DocumentError `aborted`, `timed_out`
 */
export async function tablesOf(
  document: Pick<Document, 'pages'>,
  { page: index, area, nested = false }: TableSearch,
  interrupt: Interrupt,
): Promise<readonly FoundTable[]> {
  const pages = document.pages.filter((page) => index === undefined || page.index === index);
  if (index !== undefined && pages.length === 0) throw noSuchPage(index);
  const turns = new Turns(interrupt);
  const found: FoundTable[] = [];
  for (const page of pages) {
    await turns.next(page.index);
    found.push(...(await tablesOn(page, area, nested)));
  }
  return markContinued(found, pages);
}

/** What is thrown for a page that a document does not have. */
export function noSuchPage(index: number): RangeError {
  return new RangeError(`The document has no page ${index}.`);
}

/**
 * The tables of one page, or the one in an area of it.
 * @param isNested whether tables are looked for in their cells
 */
export async function tablesOn(
  page: Page,
  area?: Partial<Box>,
  isNested = false,
): Promise<readonly FoundTable[]> {
  if (page.sheet && !area) return sheetTables(page).map((table) => foundTable(table, page, 'sheet', []));
  const evidence = await evidenceOf(page, page.lines);
  if (!evidence) return [];
  return foundTables(area ? inArea(area, evidence) : pageTables(evidence), evidence, isNested);
}

function foundTables(
  tables: readonly AreaTable[],
  evidence: PageEvidence,
  isNested: boolean,
): readonly FoundTable[] {
  const boxes = tables.map(({ structure }) => boundsOf(structure.cells));
  return tables.map(({ structure, source }, i) => {
    const others = boxes.filter((_, at) => at !== i);
    const table = foundTable(structure, evidence.page, source, others);
    return isNested ? withInner(table, structure, evidence) : table;
  });
}

/** A table with those that are in its cells. */
function withInner(table: FoundTable, structure: Structure, evidence: PageEvidence): FoundTable {
  const walls = new Map(structure.cells.map((cell) => [`${cell.row},${cell.column}`, cell.walls]));
  const cells = table.cells.map((cell) => {
    const tables = innerTables(cell, walls.get(`${cell.row},${cell.column}`), evidence);
    return tables.length > 0 ? { ...cell, tables } : cell;
  });
  return { ...table, cells };
}

/** The tables between the walls of a cell, by what is drawn and printed there. */
function innerTables(
  { lines }: FoundTable['cells'][number],
  walls: Box | undefined,
  { page, rulings, walled }: PageEvidence,
): readonly FoundTable[] {
  if (!walls) return [];
  const inner: PageEvidence = {
    page: { ...page, lines },
    rulings: rulings.filter((ruling) => isRulingInside(ruling, walls)),
    walled: walled.filter((table) => isInCell(table, walls)),
  };
  return foundTables(pageTables(inner), inner, true);
}

function isRulingInside({ orientation, at, from, to }: Ruling, { left, top, right, bottom }: Box): boolean {
  const middle = (from + to) / 2;
  const [x, y] = orientation === 'horizontal' ? [middle, at] : [at, middle];
  return x > left + WALL && x < right - WALL && y > top + WALL && y < bottom - WALL;
}

function inArea(area: Partial<Box>, evidence: PageEvidence): readonly AreaTable[] {
  const { width, height } = evidence.page;
  const edge = (given: number | undefined, whole: number) =>
    given !== undefined && Number.isFinite(given) ? given : whole;
  const table = tableIn(
    {
      left: edge(area.left, 0),
      top: edge(area.top, 0),
      right: edge(area.right, width),
      bottom: edge(area.bottom, height),
    },
    evidence,
  );
  return table && table.structure.cells.length > 0 ? [table] : [];
}

function foundTable(
  structure: Structure,
  page: Page,
  source: FoundTable['source'],
  others: readonly Box[],
): FoundTable {
  const { rowCount, columnCount, headerRows } = structure;
  const cells = structure.cells.map(printedCell).sort((a, b) => a.row - b.row || a.column - b.column);
  const bounds = boundsOf(structure.cells);
  const above = titleOf(bounds, page.lines, others);
  const below = footerOf(bounds, page.lines, others);
  const title = above && isTitle(above) ? captionOf(above) : undefined;
  const unplaced = linesBetween(structure.cells, bounds, page.lines);
  const footer = below && isNote(below.text) ? captionOf(below) : undefined;
  return {
    page: page.index,
    bounds,
    source,
    rowCount,
    columnCount,
    cells,
    headerRows,
    ...(title && { title }),
    ...(footer && { footer }),
    unplaced,
    confidence:
      Math.round(confidenceOf(structure, source) * placedShare(cells, unplaced) * CONFIDENCE_STEPS) /
      CONFIDENCE_STEPS,
    continues: false,
  };
}

function captionOf({ text, bounds }: FoundCaption): FoundCaption {
  return { text, bounds };
}

/** Whether a text above a table is its title: its number is in it, or it is no sentence and nothing is beside it. */
function isTitle({ text, lines }: Caption): boolean {
  if (isCaption(text)) return true;
  return (
    text.split(' ').length <= TITLE_WORDS &&
    visualRows(lines).every((row) => row.length === 1) &&
    !text.endsWith('.')
  );
}

/** Share of the words among the cells of a table that are in one of them. */
function placedShare(cells: FoundTable['cells'], unplaced: readonly Line[]): number {
  const count = (lines: readonly Line[]) => lines.reduce((sum, { words }) => sum + words.length, 0);
  const placed = cells.reduce((sum, { lines }) => sum + count(lines), 0);
  return placed / Math.max(1, placed + count(unplaced));
}

/** By what showed the table, how much of its grid is filled, and whether its columns are of one kind. */
function confidenceOf(
  { cells, rowCount, columnCount, headerRows }: Structure,
  source: FoundTable['source'],
): number {
  const covered = cells.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0);
  const filled = Math.min(1, covered / Math.max(1, rowCount * columnCount));
  if (source !== 'alignment') return SURE[source] * (0.6 + 0.4 * filled);
  const body = cells.filter(({ row, column }) => row >= headerRows && column > 0);
  const figures = body.filter(isFigureCell).length / Math.max(1, body.length);
  return SURE[source] * (0.4 + 0.3 * filled + 0.3 * Math.max(figures, 1 - figures));
}
