import { describe, expect, test } from 'vitest';
import { documentFromLines, extract } from '../../../src/index.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { GivenTable } from '../../../src/run/extraction/answers.js';
import type { RunFields } from '../../../src/tools/models/prove.js';
import { triedRows } from '../../../src/tools/models/prove-rows.js';
import type { RowSample } from '../../../src/tools/models/row-sample.js';

type Row = readonly [article: string, quantity: string, price: string];

const run: RunFields = async (document, config) => (await extract(document, config)).parsed_document;
const IDS = ['article', 'quantity', 'price'];
const X = [1, 3.5, 5];

const ROWS: readonly (readonly Row[])[] = [
  [
    ['Oak board', '3', '12.50'],
    ['Pine board', '1', '8.00'],
    ['Screws', '40', '0.10'],
  ],
  [
    ['Glue', '2', '7.60'],
    ['Oil', '9', '4.00'],
    ['Table top', '5', '200.00'],
    ['Leg', '4', '7.50'],
  ],
  [
    ['Shelf', '7', '9.00'],
    ['Bracket', '14', '1.00'],
    ['Hinge', '6', '2.00'],
  ],
];

/** An order with a caption of a group among its rows, and a total that is in their columns. */
function order(rows: readonly Row[]) {
  const printed: readonly (readonly string[])[] = [
    ['Article', 'Quantity', 'Unit price'],
    rows[0]!,
    ['Other goods'],
    ...rows.slice(1),
    ['Total', '', '99.00'],
  ];
  return documentFromLines([
    { text: 'Fernhill Joinery', left: 1, top: 0.6 },
    ...printed.flatMap((cells, row) =>
      cells.flatMap((text, i) => (text === '' ? [] : [{ text, left: X[i]!, top: 2 + row * 0.25 }])),
    ),
    { text: 'Thank you for your order', left: 1, top: 6 },
  ]);
}

function answered(rows: readonly Row[], ids = IDS): GivenTable {
  return {
    columns: ids.map((id) => ({ id, values: rows.map((row) => ({ value: row[IDS.indexOf(id)]! })) })),
  };
}

const asked = (ids = IDS) => ({
  id: 'items',
  kind: 'rows' as const,
  description: 'items',
  columns: ids.map((id) => ({ id, type: undefined })),
});
const samples = ROWS.map(
  (rows, i): RowSample => ({ name: `${i}.pdf`, document: order(rows), rows: answered(rows) }),
);

describe('triedRows', () => {
  test('captions of groups and totals are left out by a column that they lack', async () => {
    const tried = await triedRows(asked(), samples, [2], builtInLanguage().types, run);
    expect(tried).toMatchObject({ columns: IDS, whole: [0, 1, 2] });
    expect(tried!.field).toMatchObject({
      method: { columns: [{ id: 'article' }, { id: 'quantity', isRequired: true }, { id: 'price' }] },
    });
  });

  test('one column of one row a sample is a value, and no proof of rows', async () => {
    const first = (ids: string[]) => {
      const single = ROWS.map(([row], i): RowSample => {
        return { name: `${i}.pdf`, document: order([row!]), rows: answered([row!], ids) };
      });
      return triedRows(asked(ids), single, [2], builtInLanguage().types, run);
    };
    expect(await first(IDS)).toMatchObject({ columns: IDS, left: [] });
    expect(await first(['price'])).toMatchObject({
      columns: [],
      left: [{ column: 'price', because: 'single' }],
    });
  });

  test('columns whose cells are all alike are no proof that the table is the right one', async () => {
    const dashes = ROWS.map((rows) => rows.map(([article]): Row => [article, '-', '-']));
    const alike = dashes.map(
      (rows, i): RowSample => ({
        name: `${i}.pdf`,
        document: order(rows),
        rows: answered(rows, ['quantity', 'price']),
      }),
    );
    const tried = await triedRows(asked(['quantity', 'price']), alike, [2], builtInLanguage().types, run);
    expect(tried?.field).toBeUndefined();
  });

  test('a cell that is a part of another one in its place is cut, and its column not proven', async () => {
    const cut = samples.map((sample, i) => ({
      ...sample,
      rows: answered(ROWS[i]!.map(([article, ...rest]): Row => [article.slice(0, -1), ...rest])),
    }));
    const tried = await triedRows(asked(), cut, [2], builtInLanguage().types, run);
    expect(tried?.columns).toEqual(['quantity', 'price']);
  });
});
