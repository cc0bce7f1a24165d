/** All tables of a document. */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import { Turns } from '../../foundation/async/interrupt.js';
import { type Box, unionBox } from '../document/geometry.js';
import { wordsPart } from '../document/line-edits.js';
import type { Document, Line, Page } from '../document/model.js';
import { readingOrder, visualRows } from '../document/order.js';
import { type AreaTable, type PageEvidence, tableIn } from './area.js';
import { isCaption, isNote } from './captions.js';
import { markContinued } from './continued.js';
import type { FoundCaption, FoundCell, FoundTable, TableSearch } from './model.js';
import { pageTables } from './page-tables.js';
import { type GridCell, isFigureCell } from './row-cells.js';
import { sheetTables } from './sheet-tables.js';
import type { Structure } from './structure.js';
import { type Caption, footerOf, titleOf } from './walls/captions.js';
import { latticeTables, pageRulings } from './walls/recognise.js';
import { isLeader, type PlacedWord } from './words.js';

/** Words of a page from which it is searched no further: no page of print has a tenth of it. */
const MOST_WORDS = 50_000;
/** Words of a title without a number, at most. */
const TITLE_WORDS = 20;
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
  { page: index, area }: TableSearch,
  interrupt: Interrupt,
): Promise<readonly FoundTable[]> {
  const pages = document.pages.filter((page) => index === undefined || page.index === index);
  if (index !== undefined && pages.length === 0) throw noSuchPage(index);
  const turns = new Turns(interrupt);
  const found: FoundTable[] = [];
  for (const page of pages) {
    await turns.next(page.index);
    found.push(...(await tablesOn(page, area)));
  }
  return markContinued(found, pages);
}

/** What is thrown for a page that a document does not have. */
export function noSuchPage(index: number): RangeError {
  return new RangeError(`The document has no page ${index}.`);
}

/**
 * The tables of one page, or the one in an area of it.
 * @param lines of the page that tables are made of; default all
 */
export async function tablesOn(
  whole: Page,
  area?: Partial<Box>,
  lines: readonly Line[] = whole.lines,
): Promise<readonly FoundTable[]> {
  const page = lines === whole.lines ? whole : { ...whole, lines };
  if (lines.reduce((sum, { words }) => sum + words.length, 0) > MOST_WORDS) return [];
  if (page.sheet && !area) return sheetTables(page).map((table) => foundTable(table, page, 'sheet', []));
  const evidence: PageEvidence = {
    page,
    rulings: await pageRulings(whole),
    walled: await latticeTables(whole, lines),
  };
  const tables = area ? inArea(area, evidence) : pageTables(evidence);
  const boxes = tables.map(({ structure }) => boundsOf(structure.cells));
  return tables.map(({ structure, source }, i) =>
    foundTable(
      structure,
      page,
      source,
      boxes.filter((_, at) => at !== i),
    ),
  );
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
  const cells = structure.cells.map(foundCell).sort((a, b) => a.row - b.row || a.column - b.column);
  const bounds = boundsOf(structure.cells);
  const above = titleOf(bounds, page.lines, others);
  const below = footerOf(bounds, page.lines, others);
  const title = above && isTitle(above) ? captionOf(above) : undefined;
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
    confidence: Math.round(confidenceOf(structure, source) * CONFIDENCE_STEPS) / CONFIDENCE_STEPS,
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

function boundsOf(cells: readonly Pick<GridCell, 'words'>[]): Box {
  const words = cells.flatMap((cell) => cell.words);
  const { left, top, right, bottom } = words.reduce<Box>(unionBox, words[0]!);
  return { left, top, right, bottom };
}

function foundCell({ row, column, rowSpan, columnSpan, words }: GridCell): FoundCell {
  // Leaders point to the next column; a cell of nothing else keeps them.
  const printed = words.filter(({ text }) => !isLeader(text));
  const own = printed.length > 0 ? printed : words;
  const lines = readingOrder(linesOf(own));
  return {
    row,
    column,
    rowSpan,
    columnSpan,
    text: lines.map(({ text }) => text).join(' '),
    bounds: boundsOf([{ words: own }]),
    lines,
  };
}

/** The lines, and parts of lines, that some words make. */
function linesOf(words: readonly PlacedWord[]): Line[] {
  const byLine = new Map<Line, number[]>();
  for (const { line, index } of words.flatMap(({ places }) => places)) {
    const known = byLine.get(line);
    if (known) known.push(index);
    else byLine.set(line, [index]);
  }
  return [...byLine].flatMap(([line, indexes]) =>
    partsOf(
      line,
      indexes.sort((a, b) => a - b),
    ),
  );
}

function partsOf(line: Line, indexes: readonly number[]): Line[] {
  if (indexes.length === line.words.length) return [line];
  const parts: Line[] = [];
  for (let from = 0; from < indexes.length; ) {
    let to = from;
    while (indexes[to + 1] === indexes[to]! + 1) to += 1;
    const part = wordsPart(line, indexes[from]!, indexes[to]!);
    if (part) parts.push(part);
    from = to + 1;
  }
  return parts;
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
