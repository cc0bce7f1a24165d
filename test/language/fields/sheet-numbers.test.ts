/** Values of cells of spreadsheets that hold numbers. */
import { type BookType, utils, write as writeWorkbook } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { extract, loadDocument } from '../../../src/index.js';
import { linePart, withEdits } from '../../../src/page/document/line-edits.js';

/** A cell: a text, or a number in a format. */
type Cell = string | readonly [value: number, format: string, shown: string];

function sheet(rows: readonly (readonly Cell[])[], bookType: BookType = 'xlsx'): Uint8Array {
  const cells = utils.aoa_to_sheet(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell[0]))),
  );
  for (const [r, row] of rows.entries()) {
    for (const [c, cell] of row.entries()) {
      if (typeof cell === 'string') continue;
      Object.assign(cells[utils.encode_cell({ r, c })], { z: cell[1], w: cell[2] });
    }
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, cells, 'One');
  return new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }));
}

const ACCOUNTING = '#,##0;(#,##0)';
const STATEMENT = [
  ['Item', 'Change', 'Net', 'Share'],
  ['Pilots', [-81, ACCOUNTING, '(81)'], [-1722, ACCOUNTING, '(1,722)'], [-0.0275, '0.0%', '-2.8%']],
  ['Tugs', [12, ACCOUNTING, '12'], [-337, ACCOUNTING, '(337)'], [0.5, '0%', '50%']],
] as const;

const cell = (id: string, header: string, type: unknown) => ({ id, type, method: { id: 'cell', header } });

/** The value of a type in a cell, by a method that captures the lines right of the caption. */
async function read(shown: Cell, type: unknown) {
  const config = { fields: [{ id: 'x', anchor: 'total', type, method: { id: 'row' } }] };
  const { parsed_document } = await extract(sheet([['Total', shown]]), JSON.stringify(config));
  return parsed_document['x'];
}

describe('cells that hold numbers', () => {
  it.each<BookType>(['xlsx', 'ods', 'xlsb', 'biff8'])(
    'give their numbers, whatever their format shows: %s',
    async (bookType) => {
      const fields = [
        cell('change', 'change', 'number'),
        cell('net', 'net', 'currency'),
        cell('share', 'share', 'percentage'),
        cell('text', 'change', 'string'),
      ];
      const config = { fields: [{ id: 'rows', type: 'cellRows', headerRow: 'item', fields }] };
      const name = `a.${bookType === 'biff8' ? 'xls' : bookType}`;
      const { parsed_document, warnings } = await extract(
        sheet(STATEMENT, bookType),
        JSON.stringify(config),
        undefined,
        { filename: name },
      );
      expect(parsed_document['rows']).toEqual([
        {
          change: { source: '(81)', value: -81, type: 'number' },
          net: { source: '(1,722)', value: -1722, unit: '$', type: 'currency' },
          share: { source: '-2.8%', value: -2.75, type: 'percentage' },
          text: { value: '(81)', type: 'string' },
        },
        {
          change: { source: '12', value: 12, type: 'number' },
          net: { source: '(337)', value: -337, unit: '$', type: 'currency' },
          share: { source: '50%', value: 50, type: 'percentage' },
          text: { value: '12', type: 'string' },
        },
      ]);
      expect(warnings).toEqual([]);
    },
  );

  it.each<[Cell, unknown, unknown]>([
    [[1234.5678, '$#,##0', '$1,235'], 'currency', { source: '$1,235', value: 1234.5678, unit: '$' }],
    [[1234.5678, '$#,##0', '$1,235'], { id: 'currency', roundTo: 2 }, { value: 1234.57 }],
    [[12_500_000, 'General', '12500000'], 'currency', { source: '12500000', value: 12_500_000 }],
    [[-12_500_000, '0.0,,"M"', '-12.5M'], 'number', { source: '-12.5M', value: -12_500_000 }],
    [[1234.5, '[$€-2] #,##0.00', '€ 1,234.50'], 'currency', null],
    [
      [1234.5, '[$€-2] #,##0.00', '€ 1,234.50'],
      { id: 'currency', currencySymbol: '€' },
      { value: 1234.5, unit: '€' },
    ],
    [[1234.5, '#,##0.00 "CHF"', '1,234.50 CHF'], 'currency', { value: 1234.5, unit: 'CHF' }],
    [[50, '#,##0', '50'], { id: 'currency', requireCurrencySymbol: true }, null],
    [[50, '#,##0', '50'], { id: 'currency', minValue: 51 }, null],
    [[0.075, '0.0%', '7.5%'], 'currency', null],
    [[0.075, '0.0%', '7.5%'], 'number', { source: '7.5%', value: 0.075 }],
    [[-7, '0 "kg";(0 "kg")', '(7 kg)'], 'weight', { source: '(7 kg)', value: -7, unit: 'kilograms' }],
    [[44_000, 'm/d/yyyy', '6/18/2020'], 'number', { value: 6 }],
    [[44_000, 'm/d/yyyy', '6/18/2020'], 'date', { value: '2020-06-18T00:00:00.000Z' }],
    ['(81)', 'number', { source: '81', value: 81 }],
  ])('cells that hold numbers: %j as %j', async (shown, type, expected) => {
    const value = await read(shown, type);
    if (expected === null) expect(value).toBeNull();
    else expect(value).toMatchObject(expected as object);
  });

  it('count only where a line shows all of the cell', async () => {
    const document = await loadDocument(sheet([[[-81, '0 "of" 5', '-81 of 5']]]));
    const [line] = document.pages[0]!.lines;
    expect(line!.cell).toEqual({ row: 0, column: 0, number: -81 });
    expect(linePart(line!, 7, 8)).toMatchObject({ text: '5', cell: { row: 0, column: 0 } });
    expect(linePart(line!, 7, 8)!.cell).not.toHaveProperty('number');
    expect(withEdits(line!, [{ start: 0, end: 1, text: '' }])!.cell).not.toHaveProperty('number');
    await document.close();
  });
});
