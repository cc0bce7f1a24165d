/** `table`: columns by the words of their headings. */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice
import * as z from 'zod';
import { type ConfigWarning, closedObject } from '../../foundation/schema/grammar.js';
import type { Grammar } from '../../foundation/schema/language.js';
import { type AnchoredContext, defineMethod, type Finished } from './definition.js';
import {
  continuationsOf,
  type HeadedOptions,
  type HeadedTable,
  headedTable,
  tableBelowHeadings,
} from './tables/headings.js';
import {
  checkRowWindow,
  columnMembers,
  columnWarnings,
  ignoredByRecogniser,
  recogniserMembers,
  type TableColumn,
  termsMember,
} from './tables/members.js';
import { captionsOf, columnPlaces, rawRows, withExtents } from './tables/recognised.js';
import { columnValues, tableValue } from './tables/rows.js';
import {
  checkRanges,
  type RangeColumn,
  type RangeTableOptions,
  rangeTable,
  rangeTableMembers,
  rangeTableStop,
} from './tables/x-ranges.js';

/** A column as the config has it: found by terms, or, in configs that mean a textTable, by its x range. */
interface Column extends TableColumn {
  readonly terms?: readonly string[] | undefined;
  readonly stopTerms?: readonly string[] | undefined;
  readonly minX?: number | undefined;
  readonly maxX?: number | undefined;
}

const RANGE_ONLY = ['columnsRelativeToAnchor', 'offsetY', 'detectMultipleLinesPerRow'] as const;

export const table = defineMethod({
  id: 'table',
  summary:
    'A table whose columns are found by the words in their headings, in whatever order and number they are printed',
  anchor: 'required',
  countsOnce: true,
  options: (grammar) => ({
    columns: z.array(column(grammar)).min(1).describe('Columns of the output, in order'),
    ...recogniserMembers,
    ...rangeTableMembers,
    stop: rangeTableStop,
  }),
  cost: ({ stop }) => (stop === undefined ? 'tables' : 'text'),
  check(options, context) {
    checkRowWindow(options, context);
    if (isRangeTable(options.columns)) {
      checkRangeColumns(options.columns, context);
      return;
    }
    for (const [i, { terms }] of options.columns.entries()) {
      if (terms !== undefined) continue;
      const message = 'is required (words in the heading of the column)';
      context.addIssue({
        code: 'custom',
        path: ['columns', i, 'terms'],
        message,
        params: { code: 'required' },
      });
    }
    for (const member of RANGE_ONLY) {
      if (options[member] === undefined) continue;
      const message = 'needs columns with minX and maxX: use the method textTable';
      context.addIssue({ code: 'custom', path: [member], message });
    }
    if (typeof options.stop === 'number') {
      const message = 'a number needs columns with minX and maxX: use the method textTable';
      context.addIssue({ code: 'custom', path: ['stop'], message });
    }
  },
  warnings: ({ columns }) => [...rangeWarnings(columns), ...columnWarnings(columns)],
  ignored: ignoredByRecogniser,
  yields: () => 'table',
  capture(context) {
    if (isRangeTable(context.options.columns)) {
      return rangeTable(context as unknown as AnchoredContext<RangeTableOptions>);
    }
    return tableOfHeadings(context as unknown as AnchoredContext<HeadedOptions>);
  },
  examples: [
    {
      title: 'columns by their headings, in the order of the config',
      lines: [
        { text: 'Crew', left: 1, top: 1 },
        { text: 'Name', left: 1, top: 1.3 },
        { text: 'Days at sea', left: 3, top: 1.3 },
        { text: 'Port', left: 5, top: 1.3 },
        { text: 'Ahlers', left: 1, top: 1.6 },
        { text: '12', left: 3, top: 1.6 },
        { text: 'Emden', left: 5, top: 1.6 },
        { text: 'Boers', left: 1, top: 1.9 },
        { text: '7', left: 3, top: 1.9 },
        { text: 'Leer', left: 5, top: 1.9 },
      ],
      field: {
        anchor: 'crew',
        type: 'table',
        method: {
          id: 'table',
          columns: [
            { id: 'days', terms: ['days'], type: 'number', isRequired: true },
            { id: 'name', terms: ['name', 'sailor'] },
          ],
        },
      },
      result: {
        columns: [
          {
            id: 'days',
            values: [
              { source: '12', value: 12, type: 'number' },
              { source: '7', value: 7, type: 'number' },
            ],
          },
          {
            id: 'name',
            values: [
              { value: 'Ahlers', type: 'string' },
              { value: 'Boers', type: 'string' },
            ],
          },
        ],
      },
    },
  ],
});

function column(grammar: Grammar) {
  return closedObject({
    ...columnMembers(grammar),
    terms: termsMember('Words in the heading of the column').optional(),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a heading'),
    minX: z.number().optional().describe('Left end of the column in inches; for textTable'),
    maxX: z.number().optional().describe('Right end of the column in inches; for textTable'),
  });
}

/** Whether the config means a textTable: its columns have x ranges and no terms. */
function isRangeTable(columns: readonly Column[]): columns is readonly RangeColumn[] {
  const hasRange = columns.some(({ minX, maxX }) => minX !== undefined || maxX !== undefined);
  return hasRange && columns.every(({ terms }) => terms === undefined);
}

function checkRangeColumns(columns: readonly Column[], context: z.core.$RefinementCtx): void {
  for (const [i, own] of columns.entries()) {
    for (const member of ['minX', 'maxX'] as const) {
      if (own[member] !== undefined) continue;
      const message = 'is required (a number)';
      context.addIssue({
        code: 'custom',
        path: ['columns', i, member],
        message,
        params: { code: 'required' },
      });
    }
  }
  checkRanges(columns, context);
}

function rangeWarnings(columns: readonly Column[]): ConfigWarning[] {
  if (!isRangeTable(columns)) return [];
  const message = 'columns with minX and maxX are those of the method textTable; it is run instead';
  return [{ path: ['id'], code: 'other_method', message }];
}

/** Tables whose headings fit; their heading rows are rows like others. Where they give nothing, the one that begins with a row of headings. */
async function tableOfHeadings(context: AnchoredContext<HeadedOptions>): Promise<Finished> {
  const found = await headedTable(context);
  const result = 'best' in found ? await valuesOfTable(found, context) : found.instead;
  if (result.value !== null || result.unsupported) return result;
  const below = await tableBelowHeadings(context);
  const other = below && (await valuesOfTable(below, context));
  return other && other.value !== null ? other : result;
}

async function valuesOfTable(
  { best, tables }: HeadedTable,
  context: AnchoredContext<HeadedOptions>,
): Promise<Finished> {
  const { columns } = context.options;
  const used = continuationsOf(best, tables);
  const rows = used.flatMap((own) => own.rows);
  const values = await columnValues(rawRows(rows, best.assignment, context), columns, context);
  const places = columnPlaces(used, columns, best.assignment);
  const captions = { ...(await captionsOf(used, context)) };
  return withExtents(tableValue(values, places, captions), used, best.assignment);
}
