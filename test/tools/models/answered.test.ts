import { expect, test } from 'vitest';
import { confirmedValues } from '../../../src/run/extraction/answers.js';
import { printedRows } from '../../../src/tools/models/answered.js';

const lines = [{ text: 'M-1', page: 0, boundingPolygon: [] }];
const printed = (value: string) => ({ value, lines });
const supplier = { value: 'Harbour Power' };

test('a row that holds nothing printed is no row', () => {
  const meters = {
    columns: [
      { id: 'meter', values: [null, printed('M-1'), printed('M-2')] },
      { id: 'supplier', values: [supplier, supplier, supplier] },
    ],
  };
  expect(printedRows({ meters }, 'meters')).toEqual({
    columns: [
      { id: 'meter', values: [printed('M-1'), printed('M-2')] },
      { id: 'supplier', values: [supplier, supplier] },
    ],
  });
});

test('rows of which none is printed are no answer', () => {
  const meters = { columns: [{ id: 'supplier', values: [supplier] }] };
  expect(printedRows({ meters }, 'meters')).toBeUndefined();
});

test('rows that a person has found right need no place, as a table or as objects', () => {
  const table = { columns: [{ id: 'meter', values: [{ value: 'M-1' }] }] };
  const all = confirmedValues({ table, objects: [{ meter: { value: 'M-1' } }] });
  const kept = { columns: [{ id: 'meter', values: [{ value: 'M-1', isConfirmed: true }] }] };
  expect(printedRows(all, 'table')).toEqual(kept);
  expect(printedRows(all, 'objects')).toEqual(kept);
});
