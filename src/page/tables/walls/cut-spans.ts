/** Cells over several columns that hold a text for each: no wall was drawn between them. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice
import { wordsPart } from '../../document/line-edits.js';
import type { Line } from '../../document/model.js';
import { gapStrength, PARTING } from '../columns.js';
import { placedWords, textRows } from '../words.js';
import { tableCell } from './cells.js';
import type { RecognisedTable, TableCell } from './model.js';

/**
 * A table in which cells over several columns are cut at the borders at which all of their rows of text have a wide gap.
 * @param annotate whether superscripts and subscripts are marked
 */
export function cutSpans(table: RecognisedTable, annotate: boolean): RecognisedTable {
  const rows = table.rows.map((row, at) => {
    const cut = [...row];
    for (const [column, cell] of row.entries()) {
      if (!cell || cell.colSpan === 1) continue;
      const borders = bordersIn(cell, column, table.xs);
      if (borders.length === 0) continue;
      const starts = [column, ...borders];
      for (const [i, start] of starts.entries()) {
        const end = starts[i + 1] ?? column + cell.colSpan;
        const [left, right] = [table.xs[start]!, table.xs[end]!];
        const lines = cell.lines.flatMap((line) =>
          partsOf(line, (x) => (i === 0 || x >= left) && (i === starts.length - 1 || x < right)),
        );
        const place = { left: start, top: at, right: end - 1, bottom: at + cell.rowSpan - 1 };
        cut[start] = tableCell(lines, place, { ...cell.bounds, left, right }, annotate);
      }
    }
    return cut;
  });
  return { ...table, rows };
}

/** The columns of a cell, but the first, before which there is a wide gap in each of its rows of text. */
function bordersIn({ lines, colSpan }: TableCell, first: number, xs: readonly number[]): number[] {
  const rows = textRows(lines);
  if (rows.length === 0) return [];
  return Array.from({ length: colSpan - 1 }, (_, i) => first + 1 + i).filter((column) =>
    rows.every(({ words }) => {
      const right = words.findIndex(({ left }) => left >= xs[column]!);
      const before = words[right - 1];
      return before && before.right <= xs[column]! && gapStrength(before, words[right]!) >= PARTING;
    }),
  );
}

/** The parts of a line whose words have their middles in a place. */
function partsOf(line: Line, isIn: (x: number) => boolean): Line[] {
  const own = placedWords(line).map(({ left, right }) => isIn((left + right) / 2));
  const first = own.indexOf(true);
  const part = first < 0 ? undefined : wordsPart(line, first, own.lastIndexOf(true));
  return part ? [part] : [];
}
