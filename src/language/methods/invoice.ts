/** `invoice` (deprecated): the table of items of an invoice, and its metadata. */
// See docs/language/03-layout-methods-ranges-tables.md#313-table-and-invoice
import { defineMethod } from './definition.js';
import { headedTable } from './tables/headings.js';
import { invoiceMetadata } from './tables/invoice-metadata.js';
import {
  checkRowWindow,
  columnList,
  columnWarnings,
  ignoredByRecogniser,
  recogniserMembers,
  termColumn,
} from './tables/members.js';
import { columnPlaces, rawRows, withExtents } from './tables/recognised.js';
import { columnValues, tableValue } from './tables/rows.js';

export const invoice = defineMethod({
  id: 'invoice',
  summary:
    'Deprecated: the items of an invoice, by the words in their headings, with its number, dates and totals',
  deprecated: 'fixedTable, list or nlpTable for the items, and fields for the rest',
  anchor: 'required',
  options: (grammar) => ({
    columns: columnList(termColumn(grammar)),
    ...recogniserMembers,
  }),
  cost: ({ stop }) => (stop === undefined ? 'tables' : 'text'),
  check: checkRowWindow,
  warnings: ({ columns }) => columnWarnings(columns),
  ignored: ignoredByRecogniser,
  yields: () => 'table',
  async capture(context) {
    const { scope, anchor, options } = context;
    const found = await headedTable(context);
    if ('instead' in found) return found.instead;
    const { best } = found;
    const rows = best.table.rows.slice(best.headingRows);
    const values = await columnValues(rawRows(rows, best.assignment, context), options.columns, context);
    const metadata = await invoiceMetadata(scope.lines.slice(anchor.index), context);
    const places = columnPlaces([best.table], options.columns, best.assignment);
    return withExtents(tableValue(values, places, { metadata }), [best.table], best.assignment);
  },
  examples: [
    {
      title: 'items without their headings, and what labels say',
      lines: [
        { text: 'Invoice no: 881', left: 1, top: 1 },
        { text: 'Article', left: 1, top: 1.6 },
        { text: 'Quantity', left: 3, top: 1.6 },
        { text: 'Rope', left: 1, top: 1.9 },
        { text: '3', left: 3, top: 1.9 },
        { text: 'Anchor', left: 1, top: 2.2 },
        { text: '1', left: 3, top: 2.2 },
      ],
      field: {
        anchor: { match: { type: 'first' } },
        type: 'table',
        method: {
          id: 'invoice',
          columns: [
            { id: 'item', terms: ['article', 'item'] },
            { id: 'quantity', terms: ['quantity', 'qty'], type: 'number' },
          ],
        },
      },
      result: {
        columns: [
          {
            id: 'item',
            values: [
              { value: 'Rope', type: 'string' },
              { value: 'Anchor', type: 'string' },
            ],
          },
          {
            id: 'quantity',
            values: [
              { source: '3', value: 3, type: 'number' },
              { source: '1', value: 1, type: 'number' },
            ],
          },
        ],
        metadata: { invoice_id: { value: '881', type: 'string' } },
      },
    },
  ],
});
