import { describe, expect, it } from 'vitest';
import { column, problems, run, spreadsheet } from './support.js';

const STOCK = spreadsheet(
  [
    ['Stock list', null, null, null],
    [null, 'Amount', null, 'Price'],
    ['Item', 'in store', 'Note', 'each'],
    ['nuts', '12', null, '$1.50'],
    [null, null, null, null],
    ['bolts', null, 'rusty', '$2'],
    [null, null, 'checked', null],
    ['Total', '99', null, null],
  ],
  [['Item'], ['second sheet']],
);

const cell = (id: string, header: unknown, type?: string) => ({
  id,
  method: { id: 'cell', header },
  ...(type !== undefined && { type }),
});

function rows(more: object = {}): object {
  return {
    id: 'stock',
    type: 'cellRows',
    headerRow: 'item',
    fields: [cell('item', 'item'), cell('amount', 'in store', 'number')],
    ...more,
  };
}

describe('a cellRows field', () => {
  it('gives an object for each row that is not empty', async () => {
    const { parsed_document, errors } = await run(STOCK, { fields: [rows()] });
    expect(parsed_document['stock']).toEqual([
      { item: { value: 'nuts', type: 'string' }, amount: { source: '12', value: 12, type: 'number' } },
      { item: { value: 'bolts', type: 'string' }, amount: null },
      { item: null, amount: null },
      { item: { value: 'Total', type: 'string' }, amount: { source: '99', value: 99, type: 'number' } },
    ]);
    expect(errors).toEqual([]);
  });

  it('leaves out rows that repeat the headings, as a sheet made for printing does', async () => {
    const sheet = spreadsheet([
      ['Item', 'in store'],
      ['nuts', '12'],
      ['Item', 'in store'],
      ['Item', null],
      ['bolts', '3'],
    ]);
    const { values } = await run(sheet, { fields: [rows()] });
    expect(values['stock']).toEqual([
      { item: 'nuts', amount: 12 },
      { item: 'Item', amount: null },
      { item: 'bolts', amount: 3 },
    ]);
  });

  it('ends at its stop, wherever in the row that is', async () => {
    const { values } = await run(STOCK, { fields: [rows({ stop: { type: 'equals', text: '99' } })] });
    expect(values['stock']).toEqual([
      { item: 'nuts', amount: 12 },
      { item: 'bolts', amount: null },
      { item: null, amount: null },
    ]);
  });

  it('finds headings in several rows, each cell by itself', async () => {
    const { values } = await run(STOCK, {
      fields: [
        rows({
          headerRow: {
            match: [
              { type: 'includes', text: 'stock' },
              { type: 'includes', text: 'amount' },
            ],
          },
          headerRowsCount: 2,
          fields: [
            cell('upper', 'amount', 'number'),
            cell('lower', { type: 'regex', pattern: '^each$' }, 'currency'),
          ],
        }),
      ],
    });
    expect(values['stock']).toEqual([
      { upper: 12, lower: 1.5 },
      { upper: null, lower: 2 },
      { upper: null, lower: null },
      { upper: 99, lower: null },
    ]);
  });

  it('takes the leftmost of several columns', async () => {
    const sheet = spreadsheet([
      ['No.', 'No.'],
      ['1', '2'],
    ]);
    const { values } = await run(sheet, { fields: [rows({ headerRow: 'no', fields: [cell('no', 'no')] })] });
    expect(values['stock']).toEqual([{ no: '1' }]);
  });

  it('gives null for a heading that is absent', async () => {
    const { values } = await run(STOCK, {
      fields: [rows({ fields: [cell('item', 'item'), cell('x', 'absent')] })],
    });
    expect(values['stock']).toContainEqual({ item: 'nuts', x: null });
  });

  it.each([
    ['heading', { headerRow: 'absent' }],
    ['row below it', { headerRow: 'total' }],
  ])('a cellRows field without a %s is empty', async (_title, more) => {
    const { values, errors } = await run(STOCK, { fields: [rows(more)] });
    expect([values['stock'], errors]).toEqual([[], []]);
  });

  it('a cellRows field needs a spreadsheet', async () => {
    const { values, errors } = await run(column({ item: 1 }), { fields: [rows()] });
    expect(values['stock']).toEqual([]);
    expect(errors).toEqual([
      {
        type: 'configuration',
        message: 'cellRows needs a spreadsheet',
        field_id: 'stock',
        path: 'fields[0]',
      },
    ]);
  });

  it('reads only outside sections', async () => {
    const field = { id: 's', type: 'sections', range: { anchor: 'item' }, fields: [rows()] };
    const { values } = await run(STOCK, { fields: [field] });
    expect(values['s']).toEqual([{ stock: [] }, { stock: [] }]);
  });

  it('computes in each row, with the document around it', async () => {
    const { values } = await run(STOCK, {
      fields: [
        { id: 'yard', method: { id: 'constant', value: 'North' } },
        rows({
          stop: 'total',
          fields: [
            cell('item', 'item'),
            cell('amount', 'in store', 'number'),
            { id: 'yard', method: { id: 'copy_to_section', source_id: 'yard' } },
            {
              method: {
                id: 'customComputationGroup',
                jsonLogic: {
                  eachKey: { double: { '*': [2, { var: 'amount.value' }] }, from: { var: '../yard.value' } },
                },
              },
            },
            { id: 'hide', method: { id: 'suppressOutput', source_ids: ['amount'] } },
          ],
        }),
      ],
    });
    expect((values['stock'] as object[])[0]).toEqual({
      item: 'nuts',
      yard: 'North',
      double: 24,
      from: 'North',
    });
  });

  it('goes on over the pages of a sheet, and takes the first sheet only', async () => {
    const long = Array.from({ length: 150 }, (_, i) => [`row ${i}`]);
    const sheet = spreadsheet([['Item'], ...long], [['Item'], ['other']]);
    const { values } = await run(sheet, { fields: [rows({ fields: [cell('item', 'item')] })] });
    const found = values['stock'] as { item: string }[];
    expect(found.map(({ item }) => item)).toEqual(long.flat());
  });

  it('shows the lines of cells at verbosity 1', async () => {
    const { parsed_document } = await run(STOCK, { verbosity: 1, fields: [rows()] });
    expect((parsed_document['stock'] as unknown[])[0]).toMatchObject({
      item: { lines: [{ text: 'nuts', page: 0 }] },
    });
  });
});

it.each<[object, string]>([
  [rows({ headerRowsCount: 0 }), 'fields[0].headerRowsCount'],
  [rows({ headerRow: undefined }), 'fields[0].headerRow: is required'],
  [rows({ fields: [{ ...cell('a', 'a'), anchor: 'a' }] }), 'fields[0].fields[0].anchor: unknown member'],
  [rows({ fields: [{ ...cell('a', 'a'), match: 'all' }] }), 'fields[0].fields[0].match: unknown member'],
  [rows({ fields: [{ id: 'a', method: { id: 'cell' } }] }), 'fields[0].fields[0].method.header: is required'],
  [
    rows({ fields: [{ id: 'a', method: { id: 'cell', header: 'a', tiebreaker: 'first' } }] }),
    'fields[0].fields[0].method.tiebreaker: unknown member',
  ],
  [
    rows({ fields: [{ id: 'a', anchor: 'a', method: { id: 'row' } }] }),
    'fields[0].fields[0]: fields of the kind row are not allowed in the fields of cellRows',
  ],
  [cell('a', 'a'), 'fields[0]: fields of the kind cell are not allowed in fields'],
])('the grammar of cellRows: %j', (field, expected) => {
  expect(problems({ fields: [field] }).join('\n')).toContain(expected);
});
