import { describe, expect, test } from 'vitest';
import type { GivenTable } from '../../../src/run/extraction/answers.js';
import { fitRows } from '../../../src/tools/models/fit-rows.js';

/** A table of an article and a price, from its rows. */
function tableOf(...rows: readonly (readonly [string | null, string | null])[]): GivenTable {
  const column = (at: 0 | 1) => rows.map((row) => (row[at] === null ? null : { value: row[at] }));
  return {
    columns: [
      { id: 'article', values: column(0) },
      { id: 'price', values: column(1) },
    ],
  };
}

const wanted = tableOf(['Oak', '12.50'], ['Pine', '8.00']);

describe('fitRows', () => {
  test('a table of the wanted rows alone needs nothing', () => {
    expect(fitRows([{ given: wanted, wanted }])).toEqual({ required: [], cost: 0 });
  });

  test('a column that other rows lack, and all wanted ones fill, is required', () => {
    const given = tableOf(['Article', null], ['Oak', '12.50'], ['of the forest', null], ['Pine', '8.00']);
    expect(fitRows([{ given, wanted }])).toMatchObject({ required: ['price'] });
  });

  test('a row that is one cell across all columns is the caption of a group: any column leaves it out', () => {
    const caption = ['Softwood', 'Softwood'] as const;
    const given = tableOf(['Oak', '12.50'], caption, ['Pine', '8.00']);
    const lines = [{ text: 'Softwood', page: 0, boundingPolygon: [{ x: 1, y: 2 }] }];
    const columns = given.columns.map(({ id, values }) => ({
      id,
      values: values.map((cell, row) => (row === 1 ? { ...cell!, lines } : cell)),
    })) as unknown as GivenTable['columns'];
    expect(fitRows([{ given: { columns }, wanted }])).toMatchObject({ required: ['article'] });
    expect(fitRows([{ given, wanted }])).toBeUndefined();
  });

  test('headings and totals are left out by their number where no column tells them', () => {
    const given = tableOf(['Article', 'Price'], ['Oak', '12.50'], ['Pine', '8.00'], ['Total', '20.50']);
    const fit = fitRows([{ given, wanted }]);
    expect(fit).toMatchObject({ required: [], startOnRow: 1, stopOnRow: -2 });
  });

  test('the last row is counted from the end, and must be the same on all samples', () => {
    const longer = tableOf(['Oak', '1.00'], ['Pine', '2.00'], ['Oil', '3.00']);
    const withTotal = tableOf(['Oak', '1.00'], ['Pine', '2.00'], ['Oil', '3.00'], ['Total', '6.00']);
    const first = { given: tableOf(['Oak', '12.50'], ['Pine', '8.00'], ['Total', '20.50']), wanted };
    expect(fitRows([first, { given: withTotal, wanted: longer }])).toMatchObject({ stopOnRow: -2 });
    expect(fitRows([first, { given: longer, wanted: longer }])).toBeUndefined();
  });

  test('a row between the wanted ones that no column tells fits nothing', () => {
    const given = tableOf(['Oak', '12.50'], ['Subtotal', '12.50'], ['Pine', '8.00']);
    expect(fitRows([{ given, wanted }])).toBeUndefined();
  });

  test('rows that hold other texts are none of those wanted', () => {
    expect(fitRows([{ given: tableOf(['Nail', '1'], ['Glue', '2']), wanted }])).toBeUndefined();
  });

  test('a slip of the model in one cell does not matter', () => {
    const slipped = tableOf(['Oak', '12.50'], ['Pine', '12.50']);
    expect(fitRows([{ given: wanted, wanted: slipped }])).toEqual({ required: [], cost: 0 });
  });
});
