/** `textTable`: columns by their x ranges, rows by their lines of text. */
// See docs/language/03-layout-methods-ranges-tables.md#310-texttable
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { defineMethod } from './definition.js';
import { checkRowWindow, columnMembers, columnWarnings, rowWindowMembers } from './tables/members.js';
import { checkRanges, rangeTable, rangeTableMembers, rangeTableStop } from './tables/x-ranges.js';

export const textTable = defineMethod({
  id: 'textTable',
  summary: 'A table whose columns are given as x ranges',
  anchor: 'required',
  countsOnce: true,
  options: (grammar) => ({
    columns: z
      .array(
        closedObject({
          ...columnMembers(grammar),
          minX: z.number().describe('Left end of the column in inches'),
          maxX: z.number().describe('Right end of the column in inches'),
        }),
      )
      .min(1)
      .describe('Columns of the output, in order; they may overlap'),
    ...rangeTableMembers,
    stop: rangeTableStop,
    ...rowWindowMembers,
  }),
  check(options, context) {
    checkRowWindow(options, context);
    checkRanges(options.columns, context);
  },
  warnings: ({ columns }) => columnWarnings(columns),
  yields: () => 'table',
  capture: (context) => rangeTable(context),
  examples: [
    {
      title: 'two columns down to the total',
      lines: [
        { text: 'Berth fees', left: 1, top: 1 },
        { text: 'Swan', left: 1, top: 1.3 },
        { text: '$40', left: 4, top: 1.3 },
        { text: 'Heron', left: 1, top: 1.5 },
        { text: 'on request', left: 4, top: 1.5 },
        { text: 'Total', left: 1, top: 1.8 },
      ],
      field: {
        anchor: 'berth fees',
        type: 'table',
        method: {
          id: 'textTable',
          columns: [
            { id: 'vessel', minX: 0.8, maxX: 3 },
            { id: 'fee', minX: 3.5, maxX: 5, type: 'currency' },
          ],
          stop: 'total',
        },
      },
      result: {
        columns: [
          {
            id: 'vessel',
            values: [
              { value: 'Swan', type: 'string' },
              { value: 'Heron', type: 'string' },
            ],
          },
          { id: 'fee', values: [{ source: '$40', value: 40, unit: '$', type: 'currency' }, null] },
        ],
      },
    },
    {
      title: 'rows of several lines',
      lines: [
        { text: 'Works', left: 1, top: 1 },
        { text: 'New roof,', left: 1, top: 1.3 },
        { text: 'slate', left: 1, top: 1.45 },
        { text: 'Gutters', left: 1, top: 1.8 },
      ],
      field: {
        anchor: 'works',
        method: {
          id: 'textTable',
          columns: [{ id: 'work', minX: 0.8, maxX: 3 }],
          detectMultipleLinesPerRow: true,
        },
      },
      result: {
        columns: [
          {
            id: 'work',
            values: [
              { value: 'New roof, slate', type: 'string' },
              { value: 'Gutters', type: 'string' },
            ],
          },
        ],
      },
    },
  ],
});
