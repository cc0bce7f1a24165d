/** Columns that a text file has by runs of spaces. */
import { expect, test } from 'vitest';
import { extract } from '../../../src/index.js';

const TEXT = `Rope and Anchor Ltd.

Item            Qty     Price
Rope              2      4.00
Anchor            1    250.00

Total due:              254.00
`;

const total = { id: 'total', anchor: 'total due', type: 'number', method: { id: 'row', position: 'right' } };

async function parsed(config: object) {
  const { parsed_document } = await extract(Buffer.from(TEXT), JSON.stringify(config), undefined, {
    filename: 'a.txt',
  });
  return parsed_document;
}

test('a typed row is one line, to whose right there is nothing; splitLines makes lines of its columns', async () => {
  expect((await parsed({ fields: [total] }))['total']).toBeNull();
  const split = await parsed({
    preprocessors: [{ type: 'splitLines', minSpaces: 3 }],
    fields: [
      total,
      { id: 'price', anchor: 'price', type: 'number', method: { id: 'label', position: 'below' } },
    ],
  });
  expect(split).toMatchObject({ total: { value: 254 }, price: { value: 4 } });
});

test('methods that recognise tables see typed columns as they are', async () => {
  const columns = ['item', 'qty', 'price'].map((id, index) => ({ id, index }));
  const method = { id: 'fixedTable', columnCount: 3, columns, stop: 'total' };
  const { items } = await parsed({ fields: [{ id: 'items', anchor: 'item', type: 'table', method }] });
  expect(items).toMatchObject({
    columns: [
      { id: 'item', values: [{ value: 'Item' }, { value: 'Rope' }, { value: 'Anchor' }] },
      { id: 'qty' },
      { id: 'price' },
    ],
  });
});
