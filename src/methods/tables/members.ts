/** Members that the table methods share, and their checks (chapter 3, 3.8, 3.13 and 3.16). */
import { z } from 'zod';
import { stopMatchSchema } from '../../anchors/schema.js';
import { closedObject, type Grammar } from '../../grammar.js';
import type { TypeReference } from '../../types/definition.js';
import type { MethodWarning } from '../definition.js';

/** A column as every table method knows it. */
export interface TableColumn {
  readonly id: string;
  readonly type?: TypeReference | undefined;
  readonly isRequired?: boolean | undefined;
}

/** First and last row that is put out, counted from 0; a negative last row counts from the end. */
export interface RowWindow {
  readonly startOnRow?: number | undefined;
  readonly stopOnRow?: number | undefined;
}

/** Members of a column beside those that tell where it is. */
export function columnMembers(grammar: Grammar) {
  return {
    id: z.string().min(1).describe('Id of the column in the output'),
    type: grammar.columnType.optional().describe('What the cells must hold; default string'),
    isRequired: z
      .boolean()
      .optional()
      .describe('Leave out rows whose cell in this column is empty or not of the type; default false'),
  };
}

/** Members that choose rows. */
export const rowWindowMembers = {
  startOnRow: z.int().min(0).optional().describe('First row to put out, counted from 0; default 0'),
  stopOnRow: z
    .int()
    .optional()
    .describe('Last row to put out, counted from 0, or from the end when negative; default the last'),
};

/** Members of methods that recognise tables. */
export const recogniserMembers = {
  stop: stopMatchSchema
    .optional()
    .describe(
      'The table ends above the line that matches this. With it spanned cells are filled, check boxes are read and title and footer are put out',
    ),
  ...rowWindowMembers,
  detectTableStructureOnly: z
    .boolean()
    .optional()
    .describe('Without effect: the text always comes from the document'),
  annotateSuperscriptAndSubscript: z
    .boolean()
    .optional()
    .describe('Write superscripts as [^text] and subscripts as [_text]; default false'),
};

/** A list of words for the bag-of-words score. */
export function termsMember(what: string) {
  return z.array(z.string()).min(1).describe(what);
}

/** A column that is found by the words of its heading. */
export function termColumn(grammar: Grammar) {
  return closedObject({
    ...columnMembers(grammar),
    terms: termsMember('Words that the heading of the column holds'),
    stopTerms: z.array(z.string()).optional().describe('Words that the heading does not hold'),
  });
}

/** Reports a last row before the first one. */
export function checkRowWindow({ startOnRow, stopOnRow }: RowWindow, context: z.core.$RefinementCtx): void {
  if (stopOnRow === undefined || stopOnRow < 0 || stopOnRow >= (startOnRow ?? 0)) return;
  context.addIssue({ code: 'custom', path: ['stopOnRow'], message: 'must not be less than startOnRow' });
}

/** Warns of columns that share an id. */
export function columnWarnings(columns: readonly TableColumn[]): MethodWarning[] {
  const seen = new Set<string>();
  const warnings: MethodWarning[] = [];
  for (const [i, { id }] of columns.entries()) {
    if (seen.has(id)) {
      const message = `another column has the id ${JSON.stringify(id)}; both are put out`;
      warnings.push({ path: ['columns', i, 'id'], code: 'duplicate_id', message });
    }
    seen.add(id);
  }
  return warnings;
}
