/** Spreadsheets on pages: one line a cell, 60 rows a page. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError } from '../../errors.js';
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { cleanText } from '../../page/document/cleaning.js';
import { cellName, heldFormula, OPEN_AND_SAVE } from '../../page/document/formula-cells.js';
import { boxPolygon, IDENTITY } from '../../page/document/geometry.js';
import { type LineParts, makeLine } from '../../page/document/line.js';
import type { DocumentWarning, FormulaCell, Line, Page } from '../../page/document/model.js';
import { PackedNumbers } from '../../page/document/packed-numbers.js';
import type { HeldValue } from './cell-format.js';

/** A cell that shows something. Rows and columns count from 0. */
export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** The number or the day that it holds, and that the text shows in its format. */
  readonly held?: HeldValue | undefined;
}

/** A sheet of a spreadsheet. */
export interface Sheet {
  readonly name: string;
  /** By row, then by column; no two at one place. */
  readonly cells: readonly SheetCell[];
  /** Formulas whose value the file does not keep, by row, then by column. */
  readonly unvalued?: readonly FormulaCell[];
}

/** Size of the grid of every spreadsheet program in use; references past it are made to exhaust memory. */
export const SHEET_ROWS = 1_048_576;
export const SHEET_COLUMNS = 16_384;

/** Size of a cell on its page, in inches. */
const CELL_WIDTH = 1;
const CELL_HEIGHT = 0.25;
const ROWS_A_PAGE = 60;
/** Cells laid out between looks at the clock. */
const CELLS_A_LOOK = 1000;

interface SheetLayoutOptions extends Interrupt {
  readonly limits: Limits;
}

/** Gathers the cells of all sheets of a document within the limits. */
export interface CellCollector {
  /**
   * The cell of a text, cleaned; undefined when nothing of it shows.
   * @throws DocumentError `invalid_document` for a place off the grid, `too_large`
   */
  cell(row: number, column: number, text: string, held?: HeldValue): SheetCell | undefined;
  /** Counts a cell of which only a formula is known. @throws DocumentError `too_large` */
  unvalued(): void;
}

/** A collector that counts cells against `limits.cells`, and their text against `limits.charactersPerCell` and `limits.uncompressedBytes`. */
export function createCellCollector(limits: Limits): CellCollector {
  let cells = 0;
  let characters = 0;
  return {
    cell(row, column, text, held) {
      if (row >= SHEET_ROWS || column >= SHEET_COLUMNS) throw offGrid();
      if (text.length > limits.charactersPerCell) throw limitError('charactersPerCell', limits);
      // Also text that shows nothing: cells may share a string of megabytes, and each is cleaned.
      characters += text.length;
      if (characters > limits.uncompressedBytes) throw limitError('uncompressedBytes', limits);
      const cleaned = cleanText(text).trim();
      if (cleaned === '') return undefined;
      if (++cells > limits.cells) throw limitError('cells', limits);
      return { row, column, text: cleaned, ...(held && { held }) };
    },
    unvalued() {
      if (++cells > limits.cells) throw limitError('cells', limits);
    },
  };
}

/** The error about a reference past the last row or column. */
export function offGrid(): DocumentError {
  return new DocumentError(
    'invalid_document',
    `The sheet has a cell past row ${SHEET_ROWS} or column ${SHEET_COLUMNS}, where no spreadsheet has any.`,
  );
}

/**
 * Cells by row, then by column; of several at one place, which no program writes, the last.
 * @param cells may be sorted in place
 */
export function cellsInOrder(cells: SheetCell[]): readonly SheetCell[] {
  const ordered = cells.every((cell, i) => i === 0 || compareCells(cells[i - 1]!, cell) < 0);
  if (ordered) return cells;
  cells.sort(compareCells);
  return cells.filter((cell, i) => i + 1 === cells.length || compareCells(cell, cells[i + 1]!) < 0);
}

function compareCells(a: SheetCell, b: SheetCell): number {
  return a.row - b.row || a.column - b.column;
}

/**
 * The pages of some sheets. Every sheet begins a page; an empty one is an empty page. A page is as wide as the
 * columns in use and as high as its rows, at most 15 inches. Hidden sheets, rows and columns are laid out like
 * all others: they hold data, and leaving them out would move the rest.
 * @throws DocumentError `too_many_pages`, `too_large`, `timed_out`, `aborted`
 */
export async function layOutSheets(
  sheets: readonly Sheet[],
  options: SheetLayoutOptions,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  const turns = new Turns(options);
  for (const page of sheetPages(sheets, options.limits)) {
    await turns.next(pages.length);
    if (page) pages.push(page);
  }
  return pages;
}

/** The pages of some sheets, one at a time; undefined between the cells of a page that has many. @throws DocumentError `too_many_pages` */
export function* sheetPages(sheets: readonly Sheet[], limits: Limits): Generator<Page | undefined> {
  let page = 0;
  for (const [index, sheet] of sheets.entries()) {
    const width = Math.max(
      1,
      sheet.cells.reduce((most, { column }) => Math.max(most, column + 1), 0),
    );
    const rows = Math.max(1, (sheet.cells.at(-1)?.row ?? 0) + 1);
    let next = 0;
    for (let firstRow = 0; firstRow < rows; firstRow += ROWS_A_PAGE) {
      if (page >= limits.pages) throw limitError('pages', limits);
      const end = endOfRows(sheet.cells, next, firstRow + ROWS_A_PAGE);
      const at = page++;
      yield {
        index: at,
        width: width * CELL_WIDTH,
        height: Math.min(ROWS_A_PAGE, rows - firstRow) * CELL_HEIGHT,
        rotation: 0,
        transform: IDENTITY,
        lines: yield* cellLines(sheet.cells.slice(next, end), firstRow, at),
        synthetic: true,
        sheet: { index, name: sheet.name, firstRow, ...unvaluedIn(sheet, firstRow) },
      };
      next = end;
    }
  }
}

function unvaluedIn({ unvalued = [] }: Sheet, firstRow: number) {
  const own = unvalued.filter(({ row }) => row >= firstRow && row < firstRow + ROWS_A_PAGE);
  return own.length === 0 ? {} : { unvalued: own };
}

/** Cells that a warning names. */
const NAMED_CELLS = 3;

/** Warns of the formulas whose values a file does not keep. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet
export function formulaWarnings(sheets: readonly Sheet[]): DocumentWarning[] {
  return sheets.flatMap(({ name, unvalued = [] }) => {
    if (unvalued.length === 0) return [];
    const named = unvalued.slice(0, NAMED_CELLS).map((cell) => `${cellName(cell)} ${heldFormula(cell)}`);
    const rest = unvalued.length - named.length;
    const cells = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    const message = `the file keeps no value of formulas in the sheet ${JSON.stringify(name)}: ${cells}; ${OPEN_AND_SAVE}`;
    return [{ code: 'FORMULA_WITHOUT_VALUE', message }];
  });
}

/** Index of the first cell, from `start` on, that lies in row `row` or below. */
function endOfRows(cells: readonly SheetCell[], start: number, row: number): number {
  let end = start;
  while (end < cells.length && cells[end]!.row < row) end++;
  return end;
}

function* cellLines(
  cells: readonly SheetCell[],
  firstRow: number,
  page: number,
): Generator<undefined, readonly Line[]> {
  const numbers = new PackedNumbers();
  const lines: Line[] = [];
  for (const cell of cells) {
    lines.push(makeLine(cellParts(cell, firstRow, page), numbers));
    if (lines.length % CELLS_A_LOOK === 0) yield undefined;
  }
  numbers.trim();
  return lines;
}

function cellParts({ row, column, text, held }: SheetCell, firstRow: number, page: number): LineParts {
  const left = column * CELL_WIDTH;
  const top = (row - firstRow) * CELL_HEIGHT;
  return {
    rawText: text,
    page,
    boundingPolygon: boxPolygon({ left, top, right: left + CELL_WIDTH, bottom: top + CELL_HEIGHT }),
    angle: 0,
    source: 'cell',
    cell: { row, column, ...held },
  };
}

/** A range of cells, both ends included; rows and columns count from 0. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/**
 * The cells that are not covered by a merged range: only the top left one of it shows anything. The ranges themselves are never walked, so that one over
 * a whole sheet costs no more than a small one; of overlapping ranges, which no program makes, the first
 * counts.
 * @param cells by row, then by column
 */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet
export function withoutCovered(
  cells: readonly SheetCell[],
  ranges: readonly CellRange[],
): readonly SheetCell[] {
  if (ranges.length === 0) return cells;
  const waiting = [...ranges].sort((a, b) => a.top - b.top || a.left - b.left);
  const open: CellRange[] = [];
  let next = 0;
  return cells.filter((cell) => {
    for (; next < waiting.length && waiting[next]!.top <= cell.row; next++) {
      if (waiting[next]!.bottom >= cell.row) insert(open, waiting[next]!, cell.row);
    }
    const range = open[lastFrom(open, cell.column)];
    if (!range || range.bottom < cell.row || range.right < cell.column) return true;
    return cell.row === range.top && cell.column === range.left;
  });
}

/** Index of the last range that begins at a column or left of it; -1 when there is none. */
function lastFrom(open: readonly CellRange[], column: number): number {
  let low = 0;
  let high = open.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (open[middle]!.left <= column) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Adds a range to the open ones, which are disjoint and sorted by column, in place of those that have ended. */
function insert(open: CellRange[], range: CellRange, row: number): void {
  let first = Math.max(0, lastFrom(open, range.left));
  if (open[first] && open[first]!.right < range.left) first++;
  let end = first;
  while (end < open.length && open[end]!.left <= range.right) {
    if (open[end]!.bottom >= row) return;
    end++;
  }
  open.splice(first, end - first, range);
}
