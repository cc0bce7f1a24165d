/** `fixedTable`: columns by their position in a table of known width. */
// See docs/language/03-layout-methods-ranges-tables.md#311-fixedtable
import { closedObject, wholeNumber } from '../../foundation/schema/grammar.js';
import { defineMethod } from './definition.js';
import {
  checkRowWindow,
  columnList,
  columnMembers,
  columnWarnings,
  ignoredByRecogniser,
  recogniserMembers,
} from './tables/members.js';
import {
  captionsOf,
  columnPlaces,
  rawRows,
  rowTexts,
  sameBoundaries,
  type TableInRange,
  tablesInRange,
  withExtents,
} from './tables/recognised.js';
import { columnValues, tableValue } from './tables/rows.js';

export const fixedTable = defineMethod({
  id: 'fixedTable',
  summary: 'A table with a known number of columns, which are taken by position',
  anchor: 'required',
  countsOnce: true,
  options: (grammar) => ({
    columnCount: wholeNumber(1).describe('Number of columns of the table on the page'),
    columns: columnList(
      closedObject({
        ...columnMembers(grammar),
        index: wholeNumber(0).describe('Position of the column in the table, counting from 0'),
      }),
    ),
    ...recogniserMembers,
  }),
  cost: ({ stop }) => (stop === undefined ? 'tables' : 'text'),
  check(options, context) {
    checkRowWindow(options, context);
    for (const [i, { index }] of options.columns.entries()) {
      if (index < options.columnCount) continue;
      const message = `must be less than columnCount (${options.columnCount}): positions count from 0`;
      context.addIssue({ code: 'custom', path: ['columns', i, 'index'], message });
    }
  },
  warnings: ({ columns }) => columnWarnings(columns),
  ignored: ignoredByRecogniser,
  yields: () => 'table',
  async capture(context) {
    const { columnCount, columns } = context.options;
    const found = await tablesInRange(context, columnCount);
    if ('refused' in found) return found.refused;
    const { tables: all, range, others } = found;
    const tables = range.stopped ? all : matching(all);
    if (tables.length === 0) {
      const reason = `no table with ${columnCount} columns from the anchor on`;
      return { value: null, lines: [], reason: others ? `${reason}; there are: ${others}` : reason };
    }
    const positions = columns.map(({ index }) => index);
    const rows = tables.flatMap((table) => table.rows);
    const values = await columnValues(rawRows(rows, positions, context), columns, context);
    const captions = { ...(await captionsOf(tables, context)) };
    const places = columnPlaces(tables, columns, positions);
    return withExtents(tableValue(values, places, captions), tables, positions);
  },
  examples: [
    {
      title: 'two of three columns, without the headings',
      lines: [
        { text: 'Stock', left: 1, top: 1 },
        { text: 'Item', left: 1, top: 1.3 },
        { text: 'Shelf', left: 3, top: 1.3 },
        { text: 'Pieces', left: 5, top: 1.3 },
        { text: 'Nails', left: 1, top: 1.6 },
        { text: 'A4', left: 3, top: 1.6 },
        { text: '250', left: 5, top: 1.6 },
        { text: 'Screws', left: 1, top: 1.9 },
        { text: 'B1', left: 3, top: 1.9 },
        { text: '75', left: 5, top: 1.9 },
      ],
      field: {
        anchor: 'stock',
        type: 'table',
        method: {
          id: 'fixedTable',
          columnCount: 3,
          columns: [
            { id: 'item', index: 0 },
            { id: 'pieces', index: 2, type: 'number', isRequired: true },
          ],
        },
      },
      result: {
        columns: [
          {
            id: 'item',
            values: [
              { value: 'Nails', type: 'string' },
              { value: 'Screws', type: 'string' },
            ],
          },
          {
            id: 'pieces',
            values: [
              { source: '250', value: 250, type: 'number' },
              { source: '75', value: 75, type: 'number' },
            ],
          },
        ],
      },
    },
    {
      title: 'a drawn table; with a stop, spanned cells are filled and the title is part of the value',
      lines: [
        { text: 'Fees of the harbour', left: 1, top: 0.5 },
        { text: 'Berths', left: 1, top: 1 },
        { text: 'Quay', left: 1.1, top: 1.3 },
        { text: 'Swan', left: 3.1, top: 1.3 },
        { text: 'Heron', left: 3.1, top: 1.6 },
        { text: 'Paid in advance', left: 1, top: 2.6 },
      ],
      paths: [
        { points: [1, 1.2, 5, 1.2, 5, 1.8, 1, 1.8], closed: true },
        { points: [3, 1.2, 3, 1.8] },
        { points: [3, 1.5, 5, 1.5] },
      ],
      field: {
        anchor: 'fees',
        method: {
          id: 'fixedTable',
          columnCount: 2,
          columns: [
            { id: 'place', index: 0 },
            { id: 'vessel', index: 1 },
          ],
          stop: 'paid',
        },
      },
      result: {
        columns: [
          {
            id: 'place',
            values: [
              { value: 'Quay', type: 'string' },
              { value: 'Quay', type: 'string' },
            ],
          },
          {
            id: 'vessel',
            values: [
              { value: 'Swan', type: 'string' },
              { value: 'Heron', type: 'string' },
            ],
          },
        ],
        title: { value: 'Berths', type: 'string' },
      },
    },
    {
      title: 'no table of that width',
      lines: [
        { text: 'Stock', left: 1, top: 1 },
        { text: 'Item', left: 1, top: 1.3 },
        { text: 'Pieces', left: 3, top: 1.3 },
      ],
      field: {
        anchor: 'stock',
        method: { id: 'fixedTable', columnCount: 4, columns: [{ id: 'item', index: 0 }] },
      },
      result: null,
    },
  ],
});

/** The first table, and later ones that have its boundaries or its first row. */
function matching(tables: readonly TableInRange[]): readonly TableInRange[] {
  const [first] = tables;
  if (!first) return [];
  const heading = rowTexts(first.rows[0]!).join('\n');
  return tables.filter(
    ({ table, rows }) => sameBoundaries(table, first.table) || rowTexts(rows[0]!).join('\n') === heading,
  );
}
