/** Our reading of workbooks against that of `@e965/xlsx`, on files that exceljs and the library itself write. */
import { read, utils, type WorkSheet, write as writeWorkbook } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCellFormatter } from '../../../src/reading/sheet/cell-format.js';
import { loadBytes } from '../../support/readers.js';

interface Cell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

async function ourCells(bytes: Uint8Array): Promise<Cell[]> {
  const { pages } = await loadBytes(bytes);
  return pages.flatMap(({ lines, sheet }) =>
    lines.map(({ text, cell }) => ({ sheet: sheet!.name, row: cell!.row, column: cell!.column, text })),
  );
}

/** What the library shows, blanks put together as lines have them. */
function theirCells(bytes: Uint8Array): Cell[] {
  const book = read(bytes, { type: 'array', dense: true, dateNF: 'm/d/yyyy' });
  return book.SheetNames.flatMap((sheet) => cellsOf(book.Sheets[sheet]!).map((cell) => ({ sheet, ...cell })));
}

function cellsOf(sheet: WorkSheet): Omit<Cell, 'sheet'>[] {
  return (sheet['!data'] ?? []).flatMap((cells, row) =>
    (cells ?? []).flatMap((cell, column) => {
      const text = cell ? utils.format_cell(cell).replace(/\s+/gu, ' ').trim() : '';
      return text === '' ? [] : [{ row, column, text }];
    }),
  );
}

const FORMATS = [
  'General',
  '0',
  '0.00',
  '#,##0.00;(#,##0.00)',
  '0.0%',
  'yyyy-mm-dd',
  'd-mmm-yy',
  'h:mm:ss AM/PM',
  '[h]:mm:ss',
  '# ?/?',
  '0.00E+00',
  '"no. "000',
  '[Red]-0.0;[Blue]0.0',
];
/** Quarters have the same digits in every base; the library rounds halves of negative numbers its own way. */
const value = fc.oneof(
  fc.integer({ min: -50_000, max: 200_000 }).map((number) => (number < 0 ? number : number / 4)),
  fc.boolean(),
  fc.stringMatching(/^[A-Za-zäöüß€&<>"' ]{1,20}$/),
);
const grid = fc.array(
  fc.record({ row: fc.nat(70), column: fc.nat(30), value, format: fc.constantFrom(...FORMATS) }),
  { minLength: 1, maxLength: 25 },
);

it('XLSX files of exceljs hold the cells that the library finds in them', () =>
  fc.assert(
    fc.asyncProperty(grid, async (cells) => {
      const book = new ExcelJS.Workbook();
      const sheet = book.addWorksheet('A & B');
      for (const { row, column, value, format } of cells) {
        const cell = sheet.getCell(row + 1, column + 1);
        cell.value = value;
        cell.numFmt = typeof value === 'number' && value < 0 && /[ydh]/u.test(format) ? '0' : format;
      }
      const bytes = new Uint8Array(await book.xlsx.writeBuffer());
      expect(await ourCells(bytes)).toEqual(theirCells(bytes));
    }),
    { numRuns: 30 },
  ));

it('hold the same cells as the XLS and XLSB files of the same workbook', () =>
  fc.assert(
    fc.asyncProperty(grid, async (cells) => {
      const sheet: WorkSheet = { '!ref': 'A1:AF80' };
      for (const { row, column, value, format } of cells) {
        const isDate = typeof value === 'number' && value < 0 && /[ydh]/u.test(format);
        const type = typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's';
        sheet[utils.encode_cell({ r: row, c: column })] = { t: type, v: value, z: isDate ? '0' : format };
      }
      const book = utils.book_new();
      utils.book_append_sheet(book, sheet, 'One');
      const [modern, binary, old] = await Promise.all(
        (['xlsx', 'xlsb', 'biff8'] as const).map((bookType) =>
          ourCells(new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }))),
        ),
      );
      expect(binary).toEqual(modern);
      expect(old).toEqual(modern);
    }),
    { numRuns: 30 },
  ));

describe('number formats', () => {
  it.each([
    [1.005, '0.00', '1.01'],
    [-199.5, '0', '-200'],
    [43861, 'dd.mm.yyyy', '31.01.2020'],
    [1e21, 'General', '1E+21'],
    [48244.74027298611, 'yyyy-mm-dd hh:mm:ss', '2032-01-31 17:46:00'],
  ] as const)(
    'show %d as %s the way Excel does, where the library alone need not',
    async (value, code, text) => {
      expect((await createCellFormatter(false)).number(value, code)).toBe(text);
    },
  );
});
