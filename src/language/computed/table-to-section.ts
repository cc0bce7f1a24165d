/** `table_to_section`: the rows of a table as sections. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { defineComputed } from './definition.js';
import { zipped } from './rows.js';

export const tableToSection = defineComputed({
  id: 'table_to_section',
  summary: 'Turns the rows of a table into a group of sections',
  ignoresType: true,
  options: () => ({ source_id: z.string().describe('The table') }),
  reads: ({ source_id }) => [source_id],
  compute: ({ options: { source_id }, value, scope }) =>
    zipped([{ id: source_id, value: value(source_id) }], scope.run.budget),
  examples: [
    {
      title: 'a table of one column',
      values: { stops: { columns: [{ id: 'town', values: [{ value: 'Riga', type: 'string' }, null] }] } },
      field: { method: { id: 'table_to_section', source_id: 'stops' } },
      result: [{ town: { value: 'Riga', type: 'string' } }, { town: null }],
    },
  ],
});
