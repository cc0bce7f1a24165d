/** The structure of one table: its columns, rows and cells, from the words in its area and the lines drawn there. */
import { joinedRows, linesAboveFigures } from './body-rows.js';
import { riversOf } from './columns.js';
import { headingCells, headingCount } from './headings.js';
import { type CellRow, cellRows, type GridCell, type RowCell } from './row-cells.js';
import type { ColumnExtent, HorizontalRule, Rules, VerticalRule } from './rules.js';
import { isTypedRule, type PlacedWord, type TextRow, textRow } from './words.js';

/** A table in cells. */
export interface Structure {
  readonly cells: readonly GridCell[];
  readonly rowCount: number;
  readonly columnCount: number;
  readonly headerRows: number;
}

/** A text is in the middle of some columns within this, in inches. */
const CENTRED = 0.1;
/** So many times more lines along other columns make the cells of a column reach over several rows. */
const SPARSER = 1.5;

/** @param rows the rows of text of a table, from top to bottom */
export function structureOf(rows: readonly TextRow[], rules: Rules): Structure {
  return isRightToLeft(rows) ? mirroredStructure(rows, rules) : structureFromLeft(rows, rules);
}

const RIGHT_TO_LEFT = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u;
const LETTER = /\p{L}/u;

function isRightToLeft(rows: readonly TextRow[]): boolean {
  const texts = rows.flatMap(({ words }) => words.filter(({ text }) => LETTER.test(text)));
  return texts.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length * 2 > texts.length;
}

/** The structure of a table whose labels are on the right: that of its mirror image, mirrored. */
function mirroredStructure(rows: readonly TextRow[], { horizontal, vertical, columns }: Rules): Structure {
  const originals = new Map<PlacedWord, PlacedWord>();
  const images = rows.map(({ words }) =>
    textRow(
      words.toReversed().map((word) => {
        const image = { ...word, left: -word.right, right: -word.left };
        originals.set(image, word);
        return image;
      }),
    ),
  );
  const structure = structureFromLeft(images, {
    horizontal: horizontal.map((rule) => ({ ...rule, from: -rule.to, to: -rule.from })),
    vertical: vertical.map((rule) => ({ ...rule, at: -rule.at })),
    ...(columns && { columns: columns.map((at) => -at).reverse() }),
  });
  const cells = structure.cells.map((cell) => ({
    ...cell,
    column: structure.columnCount - cell.column - cell.columnSpan,
    words: cell.words.map((word) => originals.get(word) ?? word),
  }));
  return { ...structure, cells };
}

function structureFromLeft(rows: readonly TextRow[], rules: Rules): Structure {
  const typed = rows.filter(isTypedRule);
  const texts = rows.filter((row) => !typed.includes(row));
  const horizontal = [
    ...rules.horizontal,
    ...typed.flatMap(({ words }) =>
      words.map(({ left, top, right, bottom }) => ({ at: (top + bottom) / 2, from: left, to: right })),
    ),
  ];
  if (texts.length === 0) return { cells: [], rowCount: 0, columnCount: 0, headerRows: 0 };
  const rivers = rules.columns?.map((at) => ({ at, from: at, to: at })) ?? riversOf(texts, rules.vertical);
  const celled = cellRows(texts, rivers, rules.vertical);
  const extent = {
    left: Math.min(...texts.map(({ left }) => left)),
    right: Math.max(...texts.map(({ right }) => right)),
  };
  const count = rivers.length + 1;
  const found = headingCount(celled, horizontal, count, extent);
  const heads = found - linesAboveFigures(celled, found, horizontal);
  const columns = columnExtents(celled, heads, count);
  const header = headingCells(celled.slice(0, heads), { ...rules, horizontal }, columns, extent);
  const body = joinedRows(celled.slice(heads), horizontal, columns, extent);
  const rowed = body.map((group, at) =>
    bodyCells(group, header.rowCount + at, columns, extent, rules.vertical),
  );
  const cells = [...header.cells, ...spannedRows(rowed, body, horizontal, columns)];
  return { cells, rowCount: header.rowCount + body.length, columnCount: count, headerRows: header.rowCount };
}

/** Where the text of each column begins and ends, by its cells below the headings, or else by all. */
function columnExtents(rows: readonly CellRow[], heads: number, count: number): ColumnExtent[] {
  return Array.from({ length: count }, (_, column) => {
    const own = (from: readonly CellRow[]) =>
      from.flatMap(({ cells }) => cells.filter(({ first, last }) => first === column && last === column));
    const body = own(rows.slice(heads));
    const cells = body.length > 0 ? body : own(rows);
    return {
      left: Math.min(...cells.map(({ left }) => left)),
      right: Math.max(...cells.map(({ right }) => right)),
    };
  });
}

/** The cells of one row of the table. */
function bodyCells(
  group: readonly CellRow[],
  row: number,
  columns: readonly ColumnExtent[],
  extent: ColumnExtent,
  rules: readonly VerticalRule[],
): GridCell[] {
  const cells: { first: number; last: number; words: PlacedWord[] }[] = [];
  for (const { cells: own } of group) {
    for (const cell of own) {
      const { first, last } = placeOf(cell, columns, extent);
      const known = cells.find((other) => other.first <= last && other.last >= first);
      if (known) {
        known.words.push(...cell.words);
        known.first = Math.min(known.first, first);
        known.last = Math.max(known.last, last);
      } else cells.push({ first, last, words: [...cell.words] });
    }
  }
  const [only] = cells;
  if (cells.length === 1 && only!.first === 0 && isOpen(group, rules, extent))
    only!.last = columns.length - 1;
  return cells.map(({ first, last, words }) => ({
    row,
    column: first,
    rowSpan: 1,
    columnSpan: last - first + 1,
    words,
  }));
}

/** The columns of a cell: a text that is longer than its column is in this column still. */
function placeOf(
  cell: RowCell,
  columns: readonly ColumnExtent[],
  extent: ColumnExtent,
): { first: number; last: number } {
  const { first, last, left, right } = cell;
  if (first === last) return { first, last };
  const middle = (left + right) / 2;
  const isCentred =
    Math.abs(middle - (columns[first]!.left + columns[last]!.right) / 2) <= CENTRED ||
    Math.abs(middle - (extent.left + extent.right) / 2) <= CENTRED;
  if (isCentred && first > 0) return { first, last };
  return Math.abs(right - columns[last]!.right) < Math.abs(left - columns[first]!.left)
    ? { first: last, last }
    : { first, last: first };
}

/** Whether the lines between the columns of a table leave some of its rows open: one cell reaches over all of them. */
function isOpen(group: readonly CellRow[], rules: readonly VerticalRule[], extent: ColumnExtent): boolean {
  const inner = rules.filter(({ at }) => at > extent.left + CENTRED && at < extent.right - CENTRED);
  const y = (group[0]!.top + group.at(-1)!.bottom) / 2;
  const isNear = inner.some(
    ({ from, to }) => Math.min(Math.abs(from - y), Math.abs(to - y)) < 2 * group[0]!.size,
  );
  return isNear && !inner.some(({ from, to }) => from <= y && y <= to);
}

/**
 * Cells that reach over several rows: in a column along which fewer lines are drawn than along the others, what is between
 * two of them is one cell.
 */
function spannedRows(
  rows: readonly (readonly GridCell[])[],
  groups: readonly (readonly CellRow[])[],
  rules: readonly HorizontalRule[],
  columns: readonly ColumnExtent[],
): GridCell[] {
  const bounds = groups.slice(1).map((group, i) => ({
    above: Math.max(...groups[i]!.map(({ top, bottom }) => (top + bottom) / 2)),
    below: Math.min(...group.map(({ top, bottom }) => (top + bottom) / 2)),
  }));
  const ruled = columns.map(({ left, right }) => {
    const middle = (left + right) / 2;
    return bounds.map(({ above, below }) =>
      rules.some(({ at, from, to }) => at > above && at < below && from < middle && middle < to),
    );
  });
  const counts = ruled.map((own) => own.filter(Boolean).length);
  const most = Math.max(0, ...counts);
  const first = rows[0]?.[0]?.row ?? 0;
  const cells = rows.flat();
  for (const [column, own] of ruled.entries()) {
    if (counts[column] === 0 || counts[column]! * SPARSER > most) continue;
    for (let from = 0; from < rows.length; ) {
      let to = from;
      while (to < rows.length - 1 && !own[to]) to += 1;
      const held = cells.filter(
        (cell) =>
          cell.column === column &&
          cell.columnSpan === 1 &&
          cell.row - first >= from &&
          cell.row - first <= to,
      );
      const [only] = held;
      if (only && held.length === 1)
        cells[cells.indexOf(only)] = { ...only, row: first + from, rowSpan: to - from + 1 };
      from = to + 1;
    }
  }
  return cells;
}
