/** Warnings of values that were read without the sign of accounting around them. */
import { expect, it } from 'vitest';
import { extract } from '../../../src/index.js';

async function told(type: unknown, text: string, method: object = { id: 'row' }) {
  const config = { fields: [{ id: 'x', anchor: 'total', type, method }] };
  const lines = new TextEncoder().encode(`Total,"${text}"\n`);
  const { parsed_document, warnings } = await extract(lines, JSON.stringify(config), undefined, {
    filename: 'a.csv',
  });
  const { value = null } = (parsed_document['x'] ?? {}) as { value?: unknown };
  return { value, warnings };
}

const SET_DEFAULT = 'set "accountingNegative": "default"';

it.each<[unknown, string, number, string]>([
  ['currency', '(1,722)', 1722, SET_DEFAULT],
  ['currency', '($45.10)', 45.1, SET_DEFAULT],
  ['currency', '1,722-', 1722, SET_DEFAULT],
  ['currency', '$1,722 -', 1722, `${SET_DEFAULT} and "removeSpaces": true`],
  [{ id: 'currency', accountingNegative: 'suffixNegativeSign' }, '(1,722)', 1722, SET_DEFAULT],
  ['number', '(81)', 81, '{"id":"currency","relaxed":true,"accountingNegative":"default"}'],
  ['number', 'net ($81.50) 12', 81.5, '"accountingNegative":"default"'],
  ['number', '81-', 81, '"accountingNegative":"default"'],
  [{ id: 'any', types: ['date', 'number'] }, '(81)', 81, '"accountingNegative":"default"'],
  [{ id: 'compose', types: [{ id: 'replace', pattern: 'x', replaceWith: '' }, 'number'] }, '(81x)', 81, ''],
])(
  'a value whose sign was passed over is reported with the option that reads it: %j in %j',
  async (type, text, value, advice) => {
    const { value: read, warnings } = await told(type, text);
    expect(read).toBe(value);
    expect(warnings).toMatchObject([{ code: 'SIGN_IGNORED', field_id: 'x', path: 'fields[0]' }]);
    expect(warnings[0]!.message).toContain(advice);
  },
);

it.each<[unknown, string]>([
  ['number', '(1) Apples'],
  ['number', '(206) 555-0142'],
  ['number', '12- General'],
  ['number', '12 - 13'],
  ['number', '(0)'],
  ['number', '-81'],
  ['accountingCurrency', '(1,722)'],
  ['currency', '$100 - $200'],
  [{ id: 'currency', alwaysNegative: true }, '($45.10)'],
])('a value whose sign was not passed over is not reported: %j in %j', async (type, text) => {
  expect((await told(type, text)).warnings).toEqual([]);
});

it('a value whose sign was passed over is reported once a field, and once a column', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `item ${i},"(1,${100 + i})","(2,${100 + i})"`);
  const file = new TextEncoder().encode(`Item,Net,Gross\n${rows.join('\n')}\n`);
  const cell = (id: string) => ({ id, type: 'currency', method: { id: 'cell', header: id } });
  const config = {
    fields: [
      { id: 'rows', type: 'cellRows', headerRow: 'item', fields: [cell('net'), cell('gross')] },
      { id: 'all', anchor: 'item', match: 'all', type: 'currency', method: { id: 'row' } },
      {
        id: 'table',
        anchor: 'item',
        method: {
          id: 'textTable',
          columns: [
            { id: 'net', type: 'currency', minX: 1, maxX: 2 },
            { id: 'gross', type: 'currency', minX: 2, maxX: 3 },
          ],
        },
      },
    ],
  };
  const { parsed_document, warnings } = await extract(file, JSON.stringify(config), undefined, {
    filename: 'a.csv',
  });
  expect(parsed_document['rows']).toHaveLength(50);
  expect(warnings.map(({ code, field_id, message }) => [code, field_id, message.slice(0, 24)])).toEqual([
    ['SIGN_IGNORED', 'rows.net', '"(1,100)" was read as 11'],
    ['SIGN_IGNORED', 'rows.gross', '"(2,100)" was read as 21'],
    ['SIGN_IGNORED', 'all', '"(1,100)" was read as 11'],
    ['SIGN_IGNORED', 'table', 'column "net": "(1,100)" '],
    ['SIGN_IGNORED', 'table', 'column "gross": "(2,100)'],
  ]);
});
