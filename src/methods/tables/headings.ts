/** Tables and columns that are found by the words of their headings. */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice

import type { TableCell } from '../../graphics/tables/model.js';
import { type TermScorer, termScorer } from '../../text/bag-of-words.js';
import type { TableColumn } from './members.js';
import { rowTexts, sameBoundaries, type TableInRange, type TableRow } from './recognised.js';

/** Rows at the head of a table that may be headings. */
const HEADING_ROWS = 3;

export interface TermColumn extends TableColumn {
  readonly terms: readonly string[];
  readonly stopTerms?: readonly string[] | undefined;
}

/** The table that fits the terms best. */
interface BestTable {
  readonly table: TableInRange;
  /** Rows that the headings take up. */
  readonly headingRows: number;
  /** For each column of the config the column of the table; undefined where no heading fits. */
  readonly assignment: readonly (number | undefined)[];
}

interface Assignment {
  readonly sum: number;
  readonly columns: readonly (number | undefined)[];
}

/** The table whose headings score highest, the first of equal ones; undefined when none scores above 0. */
export function bestTable(
  tables: readonly TableInRange[],
  columns: readonly TermColumn[],
): BestTable | undefined {
  const scorers = columns.map(({ terms, stopTerms }) => termScorer(terms, stopTerms));
  let best: BestTable | undefined;
  let most = 0;
  for (const table of tables) {
    for (let headingRows = 1; headingRows <= Math.min(HEADING_ROWS, table.rows.length); headingRows += 1) {
      const { sum, columns: assignment } = assign(headings(table.rows.slice(0, headingRows)), scorers);
      if (sum <= most) continue;
      most = sum;
      best = { table, headingRows, assignment };
    }
  }
  return best;
}

/** The heading texts by column; a cell that covers several rows counts once. */
function headings(rows: readonly TableRow[]): string[] {
  const count = Math.max(...rows.map(({ positions }) => positions.length));
  return Array.from({ length: count }, (_, column) => {
    const cells = new Set<TableCell>();
    for (const { positions } of rows) {
      const position = positions[column];
      if (position) cells.add(position.cell);
    }
    return [...cells].map(({ text }) => text).join(' ');
  });
}

/** Takes the highest score again and again, each column of config and table once. */
function assign(texts: readonly string[], scorers: readonly TermScorer[]): Assignment {
  const scores = scorers.flatMap((scorer, wanted) =>
    texts.map((text, column) => ({ wanted, column, score: scorer.score(text) })),
  );
  scores.sort((a, b) => b.score - a.score || a.wanted - b.wanted || a.column - b.column);
  const columns: (number | undefined)[] = scorers.map(() => undefined);
  const taken = new Set<number>();
  let sum = 0;
  for (const { wanted, column, score } of scores) {
    if (score <= 0) break;
    if (columns[wanted] !== undefined || taken.has(column)) continue;
    columns[wanted] = column;
    taken.add(column);
    sum += score;
  }
  return { sum, columns };
}

/** The best table and the tables that go on with it: of equal columns, or with the same headings. */
export function continuationsOf(
  { table, headingRows }: BestTable,
  tables: readonly TableInRange[],
): TableInRange[] {
  const heading = headingKey(table, headingRows);
  const at = tables.indexOf(table);
  return tables.filter((other, i) => {
    if (i < at || other.table.xs.length !== table.table.xs.length) return false;
    return sameBoundaries(other.table, table.table) || headingKey(other, headingRows) === heading;
  });
}

function headingKey({ rows }: TableInRange, headingRows: number): string {
  return JSON.stringify(rows.slice(0, headingRows).map(rowTexts));
}
