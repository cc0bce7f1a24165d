/**
 * Tables and columns that are found by the words of their headings. No value of 137 documents and no cell of their tables
 * changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice

import { type TermScorer, termScorer } from '../../../foundation/text/bag-of-words.js';
import type { Line } from '../../../page/document/model.js';
import { visualRows } from '../../../page/document/order.js';
import type { TableCell } from '../../../page/tables/walls/model.js';
import type { AnchoredContext, Finished } from '../definition.js';
import type { TableColumn } from './members.js';
import { linesForTables, tableRange } from './range.js';
import {
  type RecognisedOptions,
  rowTexts,
  sameBoundaries,
  seenTables,
  type TableInRange,
  type TableRow,
  tablesInRange,
} from './recognised.js';

/** Rows at the head of a table that may be headings. */
const HEADING_ROWS = 3;
/**
 * Share of the words of one of its terms that the heading of a column has, at least, and share of the columns that have a
 * heading. Of 49 tables of reports, asked for the headings of another report, none is given, and of those asked for their
 * own 46 were right and none wrong when that was measured; without both 22 are given and 43 right, with the first alone 4 and 46, with the
 * second alone 1 (more than half) and 43.
 */
const TERM_SHARE = 0.5;
const HEADED_SHARE = 0.5;

/** A column that is found by the words of its heading. */
interface TermColumn extends TableColumn {
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

/** A table with all that were looked at. */
export interface HeadedTable {
  readonly best: BestTable;
  readonly tables: readonly TableInRange[];
}

/** Members of methods that know columns by their headings. */
export interface HeadedOptions extends RecognisedOptions {
  readonly columns: readonly TermColumn[];
}

/**
 * The table from the anchor on whose headings fit best, with the others. What `findTables` sees there serves where more
 * columns of the config have a heading in it.
 * @returns what the method gives instead, where there is no such table
 */
export async function headedTable(
  context: AnchoredContext<HeadedOptions>,
): Promise<HeadedTable | { readonly instead: Finished }> {
  const { columns } = context.options;
  const found = await tablesInRange(context, undefined);
  if ('refused' in found) return { instead: found.refused };
  const best = bestTable(found.tables, columns);
  if (best && headedCount(best) === columns.length) return { best, tables: found.tables };
  const seen = await seenTables(context, found.range);
  const other = bestTable(seen, columns);
  if (other && headedCount(other) > (best ? headedCount(best) : 0)) return { best: other, tables: seen };
  if (best) return { best, tables: found.tables };
  const reason =
    found.tables.length + seen.length === 0
      ? 'no table from the anchor on'
      : 'no table has headings with these terms for half of the columns';
  return { instead: { value: null, lines: [], reason } };
}

/**
 * The table that begins with the row of headings that fits best from the anchor on: where a page runs on from addresses
 * into items, and from these into sums, `findTables` sees one table of other columns. Of 14 printed invoices 2 have their
 * items by it alone.
 * @returns undefined where no row of text, or no table there, has headings for enough columns, and for all required ones
 */
export async function tableBelowHeadings(
  context: AnchoredContext<HeadedOptions>,
): Promise<HeadedTable | undefined> {
  const { scope, anchor, options } = context;
  const range = tableRange(options.stop, scope, anchor);
  const scorers = scorersOf(options.columns);
  let heading: { readonly line: Line; readonly sum: number } | undefined;
  for (const page of range.pages) {
    for (const row of visualRows(linesForTables(scope, page, anchor.line, options))) {
      const found = assign(
        row.map(({ text }) => text),
        scorers,
      );
      const isWhole = options.columns.every(
        ({ isRequired }, i) => !isRequired || found.columns[i] !== undefined,
      );
      if (isWhole && isHeaded(found.columns) && found.sum > (heading?.sum ?? 0))
        heading = { line: row.reduce((high, line) => (line.top < high.top ? line : high)), sum: found.sum };
    }
  }
  if (!heading) return undefined;
  const { line } = heading;
  const below = { ...range, anchor: line, pages: range.pages.filter((page) => page >= line.page) };
  const tables = await seenTables(context, below);
  const best = bestTable(tables, options.columns);
  return best && { best, tables };
}

/** Whether enough columns have a heading. */
function isHeaded(assignment: BestTable['assignment']): boolean {
  return headedCount({ assignment }) >= HEADED_SHARE * assignment.length;
}

function headedCount({ assignment }: Pick<BestTable, 'assignment'>): number {
  return assignment.filter((column) => column !== undefined).length;
}

function scorersOf(columns: readonly TermColumn[]): TermScorer[] {
  return columns.map(({ terms, stopTerms }) => termScorer(terms, stopTerms));
}

/** The table whose headings score highest, the first of equal ones; undefined when none has headings for enough columns. */
function bestTable(tables: readonly TableInRange[], columns: readonly TermColumn[]): BestTable | undefined {
  const scorers = scorersOf(columns);
  let best: BestTable | undefined;
  let highest = 0;
  for (const table of tables) {
    // A bar of headings is a table of its own where rows below it have no walls.
    const most = Math.min(HEADING_ROWS, table.rows.length - 1);
    for (let headingRows = 1; headingRows <= most; headingRows += 1) {
      const { sum, columns: assignment } = assign(headings(table.rows.slice(0, headingRows)), scorers);
      if (sum <= highest || !isHeaded(assignment)) continue;
      highest = sum;
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
    texts.map((text, column) => ({
      wanted,
      column,
      score: scorer.share(text) < TERM_SHARE ? 0 : scorer.score(text),
    })),
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
