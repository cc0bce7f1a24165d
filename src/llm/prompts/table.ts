/** Tables that were recognised on a page: rewritten into other columns, matched to them, or chosen among. */
// See docs/language/08-language-models.md#872-algorithm
import { configText, dataText } from '../frame.js';
import type { LlmMessage } from '../provider.js';
import { type JsonSchemaSubset, objectSchema } from '../schema.js';
import { rowsSchema } from './list.js';
import { type Asked, type AuthorWords, messagesOf, numbered, paragraphs, rows, task } from './shared.js';

/** A table as it is shown: cells without line breaks. */
interface ShownTable {
  readonly title?: string | undefined;
  readonly rows: readonly (readonly string[])[];
  /** Number of the first row; 1 unless rows before it are in another prompt. */
  readonly firstRow?: number | undefined;
}

export interface TablePromptInput extends AuthorWords {
  readonly description?: string | undefined;
  readonly columns: readonly Asked[];
}

/** The schema of rewritten rows: `from`, the numbers of the rows used, and `c1`, `c2` … */
export function rewrittenSchema(columns: number): JsonSchemaSubset {
  return rowsSchema('c', columns, { from: { type: 'array', items: { type: 'integer' } } });
}

/** Asks for the rows of a table in other columns. @param pages `pages 2 to 3`, where pages are named */
export function rewritePrompt(
  input: TablePromptInput,
  table: ShownTable & { readonly headings: readonly (readonly string[])[] },
  pages: string | undefined,
): readonly LlmMessage[] {
  const label = pages === undefined ? 'table' : `table | ${pages}`;
  const text = rows(
    titleRow(table),
    ...table.headings.map((cells) => `heading | ${printedCells(cells)}`),
    ...table.rows.map((cells, i) => `r${(table.firstRow ?? 1) + i} | ${printedCells(cells)}`),
  );
  return messagesOf([{ label, text: dataText(text) }], (frames) =>
    paragraphs(
      task(
        input,
        'Rewrite the table below into the wanted columns. You may merge, split, reorder or drop source columns and clean up cells as the column descriptions ask.',
        'content',
        about(input),
      ),
      ...frames,
      rows('WANTED COLUMNS', numbered('c', input.columns)),
      rows(
        'REPLY',
        '"rows": one object per data row, in order. "from": the numbers after "r" of the source rows used. Leave out heading rows. null for an empty cell. Never invent values.',
      ),
    ),
  );
}

/** The schema of a match of columns. */
export function columnsSchema(columns: number): JsonSchemaSubset {
  const column = objectSchema({
    id: { type: 'string', enum: Array.from({ length: columns }, (_, i) => `c${i + 1}`) },
    source: { type: ['integer', 'null'] },
  });
  return objectSchema({ headerRows: { type: 'integer' }, columns: { type: 'array', items: column } });
}

/** Rows of a table that are shown where only its columns matter. */
const SHOWN_ROWS = 8;

/** Asks which columns of a table are the wanted ones. */
export function columnsPrompt(input: TablePromptInput, table: ShownTable): readonly LlmMessage[] {
  const width = Math.max(0, ...table.rows.map(({ length }) => length));
  const text = rows(
    titleRow(table),
    `columns | ${Array.from({ length: width }, (_, i) => i + 1).join(' | ')}`,
    ...table.rows.slice(0, SHOWN_ROWS).map((cells, i) => `r${i + 1} | ${printedCells(cells)}`),
  );
  return messagesOf([{ label: 'first rows', text: dataText(text) }], (frames) =>
    paragraphs(
      task({}, 'Match the wanted columns to the columns of the table below.', 'content', about(input)),
      ...frames,
      rows('WANTED COLUMNS', numbered('c', input.columns)),
      rows(
        'REPLY',
        '"headerRows": how many of the first rows are headings (0 to 3). "columns": for each wanted column {"id", "source"}: the number of the table column that holds it, or null if none does. Use a table column once at most.',
      ),
    ),
  );
}

function about({ description }: TablePromptInput): string | undefined {
  return description === undefined ? undefined : `The table is about: ${configText(description)}`;
}

function titleRow({ title }: ShownTable): string | undefined {
  return title === undefined ? undefined : `title | ${escaped(title)}`;
}

function printedCells(cells: readonly string[]): string {
  return cells.map(escaped).join(' | ');
}

/** A cell in one row: line breaks become spaces, and what parts cells is marked. */
function escaped(cell: string): string {
  return cell.replace(/\s*\n\s*/gu, ' ').replace(/[\\|]/gu, '\\$&');
}
