import { expect, test } from 'vitest';
import { type FieldValue, tableRows } from '../../../src/extend/index.js';

test('rows of a table have its cells, places and all', () => {
  const cell = (value: string) => ({ type: 'string', value, lines: [{ text: value, page: 0 }] });
  const table = {
    columns: [
      { id: 'from', values: [cell('Oslo'), cell('Kiel')] },
      { id: '__proto__', values: [cell('12')] },
    ],
  };
  const rows = tableRows<FieldValue>(table as never);
  expect(rows.map((row) => Object.entries(row))).toEqual([
    [
      ['from', table.columns[0]!.values[0]],
      ['__proto__', table.columns[1]!.values[0]],
    ],
    [
      ['from', table.columns[0]!.values[1]],
      ['__proto__', null],
    ],
  ]);
  expect(rows[0]!['from']).toBe(table.columns[0]!.values[0]);
  expect(tableRows(null)).toEqual([]);
});
