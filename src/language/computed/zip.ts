/** `zip`: rows from columns, tables and groups of sections. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import { defineComputed } from './definition.js';
import { zipped } from './rows.js';
import { namedIds, sourceIdsSchema } from './sources.js';

export const zip = defineComputed({
  id: 'zip',
  summary: 'Joins arrays, tables and groups of sections row by row into one group of sections',
  ignoresType: true,
  options: () => ({
    source_ids: sourceIdsSchema.describe('What to put side by side; if ids are equal, the later one wins'),
  }),
  reads: ({ source_ids }) => namedIds(source_ids),
  compute: ({ options, sources, value, scope }) =>
    zipped(
      sources(options.source_ids).map((id) => ({ id, value: value(id) })),
      scope.run.budget,
    ),
  examples: [
    {
      title: 'arrays; where one ends before the others it has null',
      values: {
        berth: [
          { value: 'N1', type: 'string' },
          { value: 'N2', type: 'string' },
        ],
        ship: [{ value: 'Aurora', type: 'string' }],
      },
      field: { method: { id: 'zip', source_ids: ['berth', 'ship'] } },
      result: [
        { berth: { value: 'N1', type: 'string' }, ship: { value: 'Aurora', type: 'string' } },
        { berth: { value: 'N2', type: 'string' }, ship: null },
      ],
    },
    {
      title: 'a table, whose columns become members, with an array',
      values: {
        fares: {
          columns: [
            {
              id: 'from',
              values: [
                { value: 'Oslo', type: 'string' },
                { value: 'Kiel', type: 'string' },
              ],
            },
            { id: 'fare', values: [{ value: '12', type: 'string' }, null] },
          ],
        },
        note: [{ value: 'daily', type: 'string' }],
      },
      field: { type: 'table', method: { id: 'zip', source_ids: ['fares', 'note'] } },
      result: [
        {
          from: { value: 'Oslo', type: 'string' },
          fare: { value: '12', type: 'string' },
          note: { value: 'daily', type: 'string' },
        },
        { from: { value: 'Kiel', type: 'string' }, fare: null },
      ],
    },
  ],
});
