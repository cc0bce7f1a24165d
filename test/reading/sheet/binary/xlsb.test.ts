import { utils, type WorkBook, write as writeWorkbook } from '@e965/xlsx';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { archive } from '../../../support/office-parts.js';
import { loadBytes } from '../../../support/readers.js';
import { failure, texts } from '../../office-files.js';

const TYPE = 'application/vnd.ms-excel.sheet.binary.macroenabled.12';

function book(): WorkBook {
  const made = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Größe', '  two\n words '],
    ['Ann', 12.5, true],
    [43861, 0.256, -1234.5],
  ]);
  Object.assign(sheet['A3'], { z: 'yyyy-mm-dd' });
  Object.assign(sheet['B3'], { z: '0.0%' });
  Object.assign(sheet['C3'], { z: '#,##0.00;(#,##0.00)' });
  sheet['A5'] = { t: 'n', v: 3 };
  sheet['B5'] = { t: 'e', v: 0x2a };
  sheet['!ref'] = 'A1:C5';
  sheet['!merges'] = [utils.decode_range('B2:C2')];
  utils.book_append_sheet(made, sheet, 'Fees');
  utils.book_append_sheet(made, utils.aoa_to_sheet([['second']]), 'Ωmega');
  return made;
}
const bytesOf = (made: WorkBook, bookType: 'xlsb' | 'xlsx' | 'ods' | 'biff8') =>
  new Uint8Array(writeWorkbook(made, { type: 'buffer', bookType }));
const partsOf = (bytes: Uint8Array) => unzipSync(bytes);

it('XLSB workbooks become what XLSX files become', async () => {
  const document = await loadBytes(bytesOf(book(), 'xlsb'), { filename: 'fees.xlsb' });
  expect(document).toMatchObject({ contentType: TYPE, filename: 'fees.xlsb', pageCount: 2, warnings: [] });
  expect(texts(document)).toEqual([
    ['Name', 'Größe', 'two words', 'Ann', '12.5', '2020-01-31', '25.6%', '(1,234.50)', '3', '#N/A'],
    ['second'],
  ]);
  expect(document.pages).toEqual((await loadBytes(bytesOf(book(), 'xlsx'))).pages);
  expect(document.pages).toEqual((await loadBytes(bytesOf(book(), 'biff8'))).pages);
});

it('count days from 1904 where the workbook does', async () => {
  const made = utils.book_new();
  made.Workbook = { WBProps: { date1904: true } };
  utils.book_append_sheet(made, { '!ref': 'A1', A1: { t: 'n', v: 0, z: 'yyyy-mm-dd' } }, 'Old');
  expect(texts(await loadBytes(bytesOf(made, 'xlsb')))).toEqual([['1904-01-01']]);
});

it('show dates that follow the computer as one in the United States', async () => {
  const made = utils.book_new();
  const cells = {
    A1: { t: 'n', v: 43861, z: 'm/d/yy' },
    A2: { t: 'n', v: 43861.5, z: 'm/d/yy h:mm' },
  } as const;
  utils.book_append_sheet(made, { '!ref': 'A1:A2', ...cells }, 'Dates');
  for (const type of ['xlsb', 'biff8', 'xlsx'] as const) {
    expect(texts(await loadBytes(bytesOf(made, type))), type).toEqual([['1/31/2020', '1/31/2020 12:00']]);
  }
});

const good = partsOf(bytesOf(book(), 'xlsb'));
const sheetPart = 'xl/worksheets/sheet1.bin';
const withSheet = (bytes: Uint8Array) => archive({ ...good, [sheetPart]: bytes });
const record = (type: readonly number[], data: Uint8Array) => Buffer.from([...type, data.length, ...data]);
const u32 = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);

it('XLSB workbooks are read without the links that cover whole sheets', async () => {
  const everywhere = u32(0, 1048575, 0, 16383);
  const link = record([0xee, 0x03], Buffer.concat([everywhere, u32(0, 0, 0, 0)]));
  const sheet = good[sheetPart]!;
  const bomb = withSheet(Buffer.concat([sheet, link, link]));
  const document = await loadBytes(bomb, { limits: { milliseconds: 5000 } });
  expect(texts(document)[0]).toHaveLength(10);
});

it.each([
  ['a sheet cut off within a record', withSheet(good[sheetPart]!.subarray(0, -1)), 'invalid_document'],
  [
    'a sheet that is missing',
    archive(Object.fromEntries(Object.entries(good).filter(([name]) => name !== sheetPart))),
    'invalid_document',
  ],
  ['a row past the grid', withSheet(record([0], u32(2 ** 20, 0, 0, 0, 0))), 'invalid_document'],
  ['a row that is too short', withSheet(record([0], u32().subarray(0, 0))), 'invalid_document'],
  [
    'a string that there is not',
    withSheet(Buffer.concat([record([0], u32(0, 0, 0, 0, 0)), record([7], u32(0, 0, 99))])),
    'invalid_document',
  ],
])('XLSB workbooks are refused with %s', async (_, bytes, code) => {
  expect(await failure(bytes)).toMatchObject({ code });
});

it('XLSB workbooks are held to the limits', async () => {
  const bytes = bytesOf(book(), 'xlsb');
  for (const limits of [{ cells: 8 }, { uncompressedBytes: 1000 }]) {
    expect((await failure(bytes, { limits })).code).toBe('too_large');
  }
  expect((await failure(bytes, { limits: { pages: 1 } })).code).toBe('too_many_pages');
  expect((await failure(bytes, { signal: AbortSignal.abort() })).code).toBe('aborted');
  const bomb = withSheet(new Uint8Array(4_000_000));
  expect((await failure(bomb)).code).toBe('too_large');
});
