/** Members that the table methods share, and their checks. */
// See docs/language/03-layout-methods-ranges-tables.md#38-table-output-and-row-rules
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice
// See docs/language/03-layout-methods-ranges-tables.md#316-validation
import * as z from 'zod';
import { settled, withDefault } from '../../../foundation/schema/defaults.js';
import { type ConfigWarning, closedObject, listOf, wholeNumber } from '../../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type Grammar, type TypeReference } from '../../../foundation/schema/language.js';
import { stopMatchSchema } from '../../anchors/schema.js';

/** A column as every table method knows it. */
export interface TableColumn {
  readonly id: string;
  readonly type?: TypeReference | undefined;
  readonly isRequired?: boolean | undefined;
}

/** First and last row of the output, counting from 0; a negative last row counts from the end. */
export interface RowWindow {
  readonly startOnRow?: number | undefined;
  readonly stopOnRow?: number | undefined;
}

/** Members of a column beside those that say where it is. */
export function columnMembers(grammar: Grammar) {
  return {
    id: z.string().min(1).describe('Id of the column in the output'),
    type: withDefault(grammar.columnType, DEFAULT_TYPE).describe('Type of the cells'),
    isRequired: withDefault(z.boolean(), false).describe(
      'Leave out rows whose cell in this column is empty or not of the type',
    ),
  };
}

/** Members that choose rows. */
export const rowWindowMembers = {
  startOnRow: withDefault(wholeNumber(0), 0).describe('First row of the output, counting from 0'),
  stopOnRow: withDefault(wholeNumber(), -1).describe(
    'Last row of the output, counting from 0, or from the end when negative',
  ),
};

/** Why a table is never recognised without its structure alone. */
const FROM_DOCUMENT = 'the text of cells always comes from the document';

/** Members of a method that recognises tables which have no effect. */
export function ignoredByRecogniser(options: {
  readonly detectTableStructureOnly?: boolean | undefined;
}): ConfigWarning[] {
  if (options.detectTableStructureOnly === undefined) return [];
  const message = `has no effect: ${FROM_DOCUMENT}`;
  return [{ path: ['detectTableStructureOnly'], code: 'ignored_member', message }];
}

/** Members of methods that recognise tables. */
export const recogniserMembers = {
  stop: stopMatchSchema
    .optional()
    .describe(
      'The table ends above the line that matches this. With a stop, spanned cells are filled, check boxes are read, and the title and the footer become part of the value',
    ),
  ...rowWindowMembers,
  detectTableStructureOnly: withDefault(z.boolean(), false).describe(`Has no effect: ${FROM_DOCUMENT}`),
  annotateSuperscriptAndSubscript: withDefault(z.boolean(), false).describe(
    'Write superscripts as [^text] and subscripts as [_text]',
  ),
};

/** A list of words for the bag-of-words score. */
export function termsMember(what: string) {
  return listOf(z.string(), 'no text has any of no words').describe(what);
}

/** The columns of a table. */
export function columnList<Column extends z.ZodType>(column: Column) {
  return listOf(column, 'a table without columns has no value').describe('Columns of the output, in order');
}

/** A column that is found by the words of its heading. */
export function termColumn(grammar: Grammar) {
  return closedObject({
    ...columnMembers(grammar),
    terms: termsMember('Words in the heading of the column'),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a heading'),
  });
}

/** Reports a last row before the first one. */
export function checkRowWindow(window: RowWindow, context: z.core.$RefinementCtx): void {
  const { startOnRow, stopOnRow } = settled(rowWindowMembers, window);
  if (stopOnRow < 0 || stopOnRow >= startOnRow) return;
  context.addIssue({ code: 'custom', path: ['stopOnRow'], message: 'must not be less than startOnRow' });
}

/** Warns of columns that share an id. */
export function columnWarnings(columns: readonly TableColumn[]): ConfigWarning[] {
  const seen = new Set<string>();
  const warnings: ConfigWarning[] = [];
  for (const [i, { id }] of columns.entries()) {
    if (seen.has(id)) {
      const message = `another column has the id ${JSON.stringify(id)}; both are in the output`;
      warnings.push({ path: ['columns', i, 'id'], code: 'duplicate_id', message });
    }
    seen.add(id);
  }
  return warnings;
}
