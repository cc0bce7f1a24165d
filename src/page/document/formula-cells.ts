/** Cells of spreadsheets with a formula whose value the file does not keep. */
// See docs/language/06-sections-and-field-kinds.md#82-reading-the-sheet
import type { FormulaCell, Line, Page } from './model.js';

/** What to do about it. */
export const OPEN_AND_SAVE = 'open and save it once in a spreadsheet program, or convert it';

const LETTERS = 26;
const LETTER_A = 0x41;

/** The name of a cell, `C4`. @param cell zero-based */
export function cellName({ row, column }: Pick<FormulaCell, 'row' | 'column'>): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(LETTER_A + ((rest - 1) % LETTERS)) + letters;
  }
  return `${letters}${row + 1}`;
}

/** A formula as people write it. */
export function heldFormula({ formula }: FormulaCell): string {
  return formula === '' ? 'a formula' : `=${formula}`;
}

/** Why nothing is read beside a cell: its row, or the cell below it, has a formula without a value. Undefined elsewhere. */
export function unvaluedBeside({ cell }: Pick<Line, 'cell'>, page: Page | undefined): string | undefined {
  if (!cell) return undefined;
  const found = page?.sheet?.unvalued?.find(
    ({ row, column }) =>
      (row === cell.row && column > cell.column) || (row === cell.row + 1 && column === cell.column),
  );
  return (
    found &&
    `the cell ${cellName(found)} holds ${heldFormula(found)}, and the file no value: ${OPEN_AND_SAVE}`
  );
}
