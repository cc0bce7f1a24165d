/** `addComputedFields`: computed fields for each row of a table. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { type ComputedContext, defineComputed } from './definition.js';
import { budgetedRows, groupRows } from './rows.js';
import { isTable, shapeOf } from './shapes.js';

export const addComputedFields = defineComputed({
  id: 'addComputedFields',
  summary: 'Adds computed fields to each row of a table',
  ignoresType: true,
  options: (grammar) => ({
    source_id: z.string().describe('The table, or a group of sections'),
    fields: z
      .array(grammar.fieldIn.addComputedFields)
      .optional()
      .describe('What to compute for each row, which is the scope of these fields'),
  }),
  reads: ({ source_id }) => [source_id],
  async compute(context) {
    const { source_id, fields = [] } = context.options;
    const rows = rowsToCompute(context, context.value(source_id), source_id);
    if (rows === null) return null;
    for (const row of rows) await context.runOn(row, fields, 'fields');
    return rows;
  },
  examples: [
    {
      title: 'a part of a cell, and a value from around the table',
      values: {
        yard: { value: 'North', type: 'string' },
        jobs: { columns: [{ id: 'code', values: [{ value: 'B-17', type: 'string' }, null] }] },
      },
      field: {
        method: {
          id: 'addComputedFields',
          source_id: 'jobs',
          fields: [
            { id: 'bay', method: { id: 'split', source_id: 'code', separator: '-', index: 0 } },
            { id: 'yard', method: { id: 'copy_to_section', source_id: 'yard' } },
          ],
        },
      },
      result: [
        {
          code: { value: 'B-17', type: 'string' },
          bay: { value: 'B', type: 'string' },
          yard: { value: 'North', type: 'string' },
        },
        { code: null, bay: null, yard: { value: 'North', type: 'string' } },
      ],
    },
  ],
});

function rowsToCompute(
  context: ComputedContext<unknown>,
  value: FieldValue,
  id: string,
): FieldOutput[] | null {
  if (isTable(value)) return budgetedRows(value, context.scope.run.budget);
  const shape = shapeOf(value);
  if (shape === 'group') return groupRows(value as FieldValue[]);
  if (shape !== 'none') context.report(`${JSON.stringify(id)} is not a table`);
  return null;
}
