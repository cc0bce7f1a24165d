/**
 * Tables that walls show, and whether the walls are all that divides them. Of 20,449 values and cells of 137 documents
 * thresholds a fifth smaller change none, a quarter larger 16 of one.
 */

import { isCaption, isNote } from './captions.js';
import { gapStrength, PARTING } from './columns.js';
import { isFigure } from './figures.js';
import type { GridCell } from './row-cells.js';
import type { Structure } from './structure.js';
import type { RecognisedTable } from './walls/model.js';
import { linesHolding, type PlacedWord, placedWords, textRows } from './words.js';

/** A table whose walls leave more than this share of its cells undivided is taken by its text. */
const UNDIVIDED = 0.12;
/** A grid with more than this share of columns, or rows, without text is no table as it is drawn. */
const EMPTY = 0.4;
/** Rows of text in one row of walls are rows of their own from this distance on, in sizes of type: a blank line. */
const BLANK = 0.7;
/** Words of a row that is no row of a table, but a text above or below it. */
const LONG_TEXT = 8;
/** Cells that a row of its own has, in two rows at least. */
const LEAST_CELLS = 2;

/**
 * A table by its walls; undefined where these do not show all of its rows and columns.
 * @param others other tables with walls: a cell that holds one of them need not be divided
 */
export function walledStructure(
  table: RecognisedTable,
  others: readonly RecognisedTable[] = [],
): Structure | undefined {
  const columnCount = table.xs.length - 1;
  const cells = table.rows.flatMap((row, at) =>
    row.flatMap((cell, column): GridCell[] => {
      if (!cell || cell.text === '') return [];
      const words = cell.lines.flatMap(placedWords);
      return [
        { row: at, column, rowSpan: cell.rowSpan, columnSpan: cell.colSpan, words, walls: cell.bounds },
      ];
    }),
  );
  if (cells.length === 0) return undefined;
  const undivided = cells.filter(
    (cell) => isUndivided(cell) && !others.some((other) => isInCell(other, cell.walls)),
  ).length;
  if (undivided > UNDIVIDED * cells.length) return undefined;
  const begun = (of: (cell: GridCell) => number) => new Set(cells.map(of)).size;
  if (begun(({ column }) => column) < (1 - EMPTY) * columnCount) return undefined;
  if (begun(({ row }) => row) < (1 - EMPTY) * table.rows.length) return undefined;
  return dividedRows(withoutText(trimmed(cells)));
}

/** Whether a table is between the walls of a cell. */
export function isInCell({ bounds }: Pick<RecognisedTable, 'bounds'>, walls: GridCell['walls']): boolean {
  return (
    walls !== undefined &&
    bounds.left > walls.left &&
    bounds.right < walls.right &&
    bounds.top > walls.top &&
    bounds.bottom < walls.bottom
  );
}

/** Whether a cell holds what is several cells on the page: figures side by side, or one below the other. */
function isUndivided({ words }: GridCell): boolean {
  const rows = textRows(linesHolding(words));
  const isParted = (row: readonly PlacedWord[]) =>
    row.some((word, i) => {
      const before = row[i - 1];
      return before && (isFigure(before.text) || isFigure(word.text)) && gapStrength(before, word) >= PARTING;
    });
  return (
    rows.some((row) => isParted(row.words)) ||
    rows.filter((row) => row.words.every(({ text }) => isFigure(text))).length > 1
  );
}

/** Cells in a grid without rows and columns at its edges in which there is no text. */
function trimmed(cells: readonly GridCell[]): Structure {
  const row = Math.min(...cells.map((cell) => cell.row));
  const column = Math.min(...cells.map((cell) => cell.column));
  const moved = cells.map((cell) => ({ ...cell, row: cell.row - row, column: cell.column - column }));
  return {
    cells: moved,
    rowCount: Math.max(...moved.map((cell) => cell.row + cell.rowSpan)),
    columnCount: Math.max(...moved.map((cell) => cell.column + cell.columnSpan)),
    headerRows: 1,
  };
}

/** A table in walls without the title in its first rows and the notes in its last, which reach over all columns. */
function withoutText(structure: Structure): Structure {
  const { cells, rowCount, columnCount } = structure;
  const isText = (row: number, begins: (text: string) => boolean) => {
    const own = cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row);
    const [only] = own;
    if (own.length !== 1 || only!.columnSpan < columnCount) return false;
    return only!.words.length >= LONG_TEXT || begins(only!.words.map(({ text }) => text).join(' '));
  };
  let first = 0;
  let end = rowCount;
  while (first < end - LEAST_CELLS && isText(first, isCaption)) first += 1;
  while (end > first + LEAST_CELLS && isText(end - 1, isNote)) end -= 1;
  const kept = cells.filter(({ row }) => row >= first && row < end);
  return first === 0 && end === rowCount ? structure : trimmed(kept);
}

/** Rows of walls in which blank lines part rows, each with a text in the first column, as these rows. */
function dividedRows(structure: Structure): Structure {
  let shift = 0;
  const cells: GridCell[] = [];
  for (let row = 0; row < structure.rowCount; row += 1) {
    const own = structure.cells.filter((cell) => cell.row === row);
    const isAlone = structure.cells.every(
      (cell) => cell.row + cell.rowSpan <= row || cell.row > row || cell.rowSpan === 1,
    );
    const parts = isAlone ? blankParts(own) : [own];
    for (const [i, part] of parts.entries())
      cells.push(...part.map((cell) => ({ ...cell, row: row + shift + i })));
    shift += parts.length - 1;
  }
  return { ...structure, cells, rowCount: structure.rowCount + shift };
}

function blankParts(cells: readonly GridCell[]): (readonly GridCell[])[] {
  const rows = textRows(linesHolding(cells.flatMap(({ words }) => words)));
  const tops = rows
    .filter(
      (row, i) =>
        i > 0 && row.top - Math.max(...rows.slice(0, i).map(({ bottom }) => bottom)) > BLANK * row.size,
    )
    .map(({ top }) => top);
  if (tops.length === 0) return [cells];
  const edges = [Number.NEGATIVE_INFINITY, ...tops, Number.POSITIVE_INFINITY];
  const parts = edges.slice(1).map((end, i) =>
    cells
      .map((cell) => ({
        ...cell,
        words: cell.words.filter(
          ({ top, bottom }) => (top + bottom) / 2 >= edges[i]! && (top + bottom) / 2 < end,
        ),
      }))
      .filter(({ words }) => words.length > 0),
  );
  const isBegun = parts.every((part) => part.some(({ column }) => column === 0));
  return isBegun && parts.filter((part) => part.length >= LEAST_CELLS).length >= LEAST_CELLS
    ? parts
    : [cells];
}
