import { utils, write as writeWorkbook } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../../../src/reading/detect.js';
import { xlsx } from '../../../support/office-parts.js';
import { type LoadOptions, loadBytes } from '../../../support/readers.js';
import { compoundFile } from '../../office/compound-writer.js';
import { failure, texts } from '../../office-files.js';
import {
  begin,
  cell,
  EXCEL_5,
  end,
  FORMAT,
  f64,
  format,
  longText,
  noNumber,
  record,
  sharedStrings,
  style,
  u8,
  u16,
  u32,
  WORKSHEET,
  workbookStream,
  xls,
  xlsOf,
} from './workbook-writer.js';

const shown = async (...records: readonly Uint8Array[]) => texts(await loadBytes(xlsOf(...records)))[0];
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('XLS workbooks', () => {
  it('an XLS file gives one line for each cell that is not empty, on a grid of 1 by 0.25 inches', async () => {
    const bytes = xls({
      sheets: [
        {
          name: 'Rates',
          records: [
            cell.label(0, 0, 'Name'),
            cell.label(1, 2, '  two\n  words '),
            cell.label(2, 3, '   '),
            record(0x201, u16(5, 5, 0)),
          ],
        },
      ],
    });
    const document = await loadBytes(bytes, { filename: 'rates.xls' });
    expect(document).toMatchObject({
      contentType: 'application/vnd.ms-excel',
      filename: 'rates.xls',
      pageCount: 1,
      warnings: [],
    });
    const [page] = document.pages;
    expect(page).toMatchObject({ width: 3, height: 0.5, synthetic: true });
    expect(page!.sheet).toEqual({ index: 0, name: 'Rates', firstRow: 0 });
    expect(page!.lines[0]).toMatchObject({ text: 'Name', left: 0, top: 0, right: 1, bottom: 0.25 });
    expect(page!.lines[1]).toMatchObject({ text: 'two words', left: 2, top: 0.25, source: 'cell' });
  });

  it('gives what the same workbook gives as XLSX', async () => {
    const modern = await loadBytes(
      xlsx(
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Fee</t></is></c><c r="B1"><v>12.5</v></c></row><row r="62"><c r="C62" t="b"><v>1</v></c></row></sheetData>',
      ),
    );
    const old = await loadBytes(
      xls({
        sheets: [
          {
            name: 'One',
            records: [cell.label(0, 0, 'Fee'), cell.number(0, 1, 12.5), cell.boolean(61, 2, true)],
          },
        ],
      }),
    );
    expect(old.pages).toEqual(modern.pages);
  });

  it('reads numbers, booleans and errors of every record', async () => {
    const multiple = record(0xbd, u16(0, 3, 0), u32((5 << 2) | 2), u16(0), u32((7 << 2) | 3), u16(4));
    expect(
      await shown(
        cell.number(0, 0, 0.1 + 0.2),
        cell.rk(0, 1, (-1234 << 2) | 2),
        cell.rk(0, 2, 0x3ff00000),
        multiple,
        cell.rk(0, 5, 0x3ff00000 | 1),
        cell.boolean(1, 0, true),
        cell.boolean(1, 1, false),
        cell.error(1, 2, 0x2a),
        cell.error(1, 3, 0x07),
        cell.error(1, 4, 0x99),
      ),
    ).toEqual(['0.3', '-1234', '1', '5', '0.07', '0.01', 'TRUE', 'FALSE', '#N/A', '#DIV/0!', '#N/A']);
  });

  it('shows the results that formulas keep', async () => {
    expect(
      await shown(
        cell.formula(0, 0, f64(1860)),
        cell.formula(0, 1, noNumber(0)),
        record(0x4bc, Buffer.alloc(10)),
        cell.string('cached'),
        cell.formula(0, 2, noNumber(1, 1)),
        cell.formula(0, 3, noNumber(2, 0x17)),
        cell.formula(0, 4, noNumber(3)),
        cell.formula(0, 5, f64(-0.5)),
      ),
    ).toEqual(['1860', 'cached', 'TRUE', '#REF!', '-0.5']);
  });

  it('shows numbers in their format', async () => {
    const globals = [format(164, '0.00'), format(165, '"Größe" @'), ...[0, 164, 14, 9, 165, 777].map(style)];
    const records = [
      cell.number(0, 0, 1.005, 1),
      cell.number(0, 1, 43861, 2),
      cell.rk(0, 2, (25 << 2) | 3, 3),
      cell.shared(0, 3, 0, 4),
      cell.number(0, 4, 7, 99),
      cell.formula(0, 5, f64(2), 1),
    ];
    const document = await loadBytes(
      xls({ globals: [...globals, sharedStrings(['XL'])], sheets: [{ records }] }),
    );
    expect(texts(document)).toEqual([['1.01', '1/31/2020', '25%', 'Größe XL', '7', '2.00']]);
  });

  it('days of an XLS file count from 1904 where the workbook says so', async () => {
    const globals = [record(0x22, u16(1)), format(164, 'yyyy-mm-dd'), style(164)];
    const document = await loadBytes(xls({ globals, sheets: [{ records: [cell.number(0, 0, 0)] }] }));
    expect(texts(document)).toEqual([['1904-01-01']]);
  });

  it('merged cells of an XLS file are shown once, at the top left', async () => {
    expect(
      await shown(
        cell.rk(0, 0, 6),
        cell.rk(0, 1, 10),
        cell.rk(0, 2, 14),
        cell.rk(3, 3, 18),
        record(0xe5, u16(2), u16(0, 8, 0, 1), u16(2, 4, 2, 3)),
      ),
    ).toEqual(['1', '3']);
  });

  it('puts cells in order, the last of several at one place', async () => {
    expect(await shown(cell.rk(9, 2, 6), cell.rk(9, 0, 10), cell.rk(0, 1, 14), cell.rk(9, 0, 18))).toEqual([
      '3',
      '4',
      '1',
    ]);
  });

  it('reads hidden sheets, and passes over charts, macros, dialogs and what is embedded', async () => {
    const chart = [begin(0x20), cell.label(0, 0, 'in chart'), end];
    const document = await loadBytes(
      xls({
        sheets: [
          { name: 'Seen', records: [cell.label(0, 0, 'a'), ...chart, cell.label(1, 0, 'b')] },
          { name: 'Chart', listed: 2, kind: 0x20, records: [cell.label(0, 0, 'no')] },
          { name: 'Other chart', kind: 0x20, records: [cell.label(0, 0, 'no')] },
          { name: 'Macros', listed: 1, kind: 0x40, records: [cell.label(0, 0, 'no')] },
          { name: 'Dialog', records: [record(0x81, u16(0x10)), cell.label(0, 0, 'no')] },
          { name: 'Ωmega', state: 2, records: [record(0x81, u16(0x4c1)), cell.label(0, 0, 'c')] },
          { name: 'Empty', state: 1 },
        ],
      }),
    );
    expect(texts(document)).toEqual([['a', 'b'], ['c'], []]);
    expect(document.pages.map(({ sheet }) => sheet?.name)).toEqual(['Seen', 'Ωmega', 'Empty']);
  });
});

describe('shared strings of XLS workbooks', () => {
  const read = async (strings: Parameters<typeof sharedStrings>[0], pieceSize?: number) => {
    const records = strings.map((_, i) => cell.shared(i, 0, i));
    const bytes = xls({ globals: [sharedStrings(strings, pieceSize)], sheets: [{ records }] });
    return texts(await loadBytes(bytes)).flat();
  };

  it('shared strings of XLS workbooks are narrow or wide, with formatting and phonetic data passed over', async () => {
    const strings = [
      { text: 'rich', runs: 3 },
      { text: '価格', phonetic: 22 },
      { text: 'both', runs: 1, phonetic: 9 },
    ];
    expect(await read(['Größe', ...strings, '😀 end'])).toEqual(['Größe', 'rich', '価格', 'both', '😀 end']);
  });

  it('go on in CONTINUE records, with characters of another width', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', 'Ω', 'z', '7'), minLength: 1, maxLength: 60 });
    const shared = fc.record({ text, runs: fc.nat(5), phonetic: fc.nat(40) });
    return fc.assert(
      fc.asyncProperty(
        fc.array(shared, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 12, max: 90 }),
        async (list, size) => {
          expect(await read(list, size)).toEqual(list.map((each) => each.text));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shared strings of XLS workbooks may begin their characters in a CONTINUE record', async () => {
    const head = Buffer.concat([u32(2, 2), u16(3), u8(0)]);
    const table = Buffer.concat([
      record(0xfc, head),
      record(0x3c),
      record(0x3c, u8(1), Buffer.from('ΩΩ', 'utf16le')),
      record(0x3c, u8(0), Buffer.from('x'), longText('next')),
    ]);
    const bytes = xls({
      globals: [table],
      sheets: [{ records: [cell.shared(0, 0, 0), cell.shared(0, 1, 1)] }],
    });
    expect(texts(await loadBytes(bytes))).toEqual([['ΩΩx', 'next']]);
  });

  it('shared strings of XLS workbooks may be fewer than the table says', async () => {
    const table = record(0xfc, u32(9, 9), longText('only'));
    const bytes = xls({
      globals: [table],
      sheets: [{ records: [cell.shared(0, 0, 0)] }],
    });
    expect(texts(await loadBytes(bytes))).toEqual([['only']]);
    const dangling = xls({ globals: [table], sheets: [{ records: [cell.shared(0, 1, 8)] }] });
    expect(await failure(dangling)).toMatchObject({ code: 'invalid_document' });
    const cut = xls({
      globals: [record(0xfc, u32(9, 9), u16(5), u8(0, 65))],
      sheets: [{ records: [cell.shared(0, 0, 0)] }],
    });
    expect(texts(await loadBytes(cut))).toEqual([['A']]);
  });

  it('shared strings of XLS workbooks need no options when they are empty', async () => {
    const records = [cell.formula(0, 0, noNumber(0)), record(0x207, u16(0)), record(0x204, u16(0, 1, 0, 0))];
    expect(await shown(...records, cell.label(1, 0, 'next'))).toEqual(['next']);
  });

  it('never leave half a surrogate pair behind', async () => {
    expect(await read(['a\ud83db'])).toEqual(['a\ufffdb']);
  });
});

describe('workbooks of Excel 5 and 95, and of simple exports', () => {
  const bytesText = (text: Uint8Array) => Buffer.concat([u16(text.length), text]);
  const label = (row: number, text: Uint8Array) => record(0x204, u16(row, 0, 0), bytesText(text));
  const cyrillic = u8(0xd6, 0xe5, 0xed, 0xe0);
  const book = (globals: readonly Uint8Array[], records: readonly Uint8Array[]) =>
    xls({ version: EXCEL_5, globals, sheets: [{ name: 'Old', records }] });

  it('keep text in the bytes of a code page', async () => {
    const formats = [
      record(FORMAT, u16(164), u8(7), Buffer.from('0.0" \xf0"', 'latin1')),
      ...[0, 164].map(style),
    ];
    const bytes = book(
      [record(0x42, u16(1251)), ...formats],
      [
        label(0, cyrillic),
        record(0xd6, u16(1, 0, 0), bytesText(cyrillic), u8(1, 0, 5)),
        cell.formula(2, 0, noNumber(0)),
        record(0x207, bytesText(cyrillic)),
        cell.number(3, 0, 2.5, 1),
      ],
    );
    const document = await loadBytes(bytes);
    expect(texts(document)).toEqual([['Цена', 'Цена', 'Цена', '2.5 р']]);
    expect(document.pages[0]!.sheet?.name).toBe('Old');
  });

  it('workbooks of Excel 5 and 95, and of simple exports are read as text files are when they name no code page', async () => {
    expect(texts(await loadBytes(book([], [label(0, utf8('Größe')), label(1, u8(0x80, 0x35))])))).toEqual([
      ['Größe', '€5'],
    ]);
  });

  it('workbooks of Excel 5 and 95, and of simple exports are refused in a code page that is not known, unless they need none', async () => {
    const unknown = [record(0x42, u16(737))];
    expect(texts(await loadBytes(book(unknown, [label(0, utf8('plain'))])))).toEqual([['plain']]);
    const error = await failure(book(unknown, [label(0, cyrillic)]));
    expect(error).toMatchObject({ code: 'unsupported_type', message: expect.stringContaining('737') });
  });

  it('workbooks of Excel 5 and 95, and of simple exports are refused where a record goes on in more others than any', async () => {
    const continued = Buffer.concat(Array.from({ length: 30_000 }, () => record(0x3c, u8(0))));
    const stream = workbookStream({ globals: [sharedStrings(['a']), continued], sheets: [{}] });
    expect(await failure(stream)).toMatchObject({
      code: 'invalid_document',
      message: expect.stringContaining('more than 25000 others'),
    });
  });

  it('workbooks of Excel 5 and 95, and of simple exports may be a bare stream, of a workbook or of one sheet', async () => {
    const workbook = workbookStream({ sheets: [{ records: [cell.label(0, 0, 'bare')] }] });
    expect(texts(await loadBytes(workbook))).toEqual([['bare']]);
    const sheet = Buffer.concat([
      record(0x809, u16(0, WORKSHEET, 0, 0)),
      record(0x204, u16(0, 0, 0), bytesText(utf8('Fee'))),
      record(0x203, u16(0, 1, 0), f64(12.5)),
      end,
    ]);
    expect(texts(await loadBytes(sheet))).toEqual([['Fee', '12.5']]);
  });

  it.each(['biff2', 'biff5', 'biff8'] as const)(
    'workbooks of Excel 5 and 95, and of simple exports are read from Excel 2 on: %s',
    async (bookType) => {
      const book = utils.book_new();
      const sheet = utils.aoa_to_sheet([
        ['Name', 'Fee'],
        ['Ann', 12.5],
        [true, -7],
      ]);
      utils.book_append_sheet(book, sheet, 'Fees');
      const bytes = new Uint8Array(writeWorkbook(book, { type: 'buffer', bookType }));
      expect(texts(await loadBytes(bytes))).toEqual([['Name', 'Fee', 'Ann', '12.5', 'TRUE', '-7']]);
    },
  );
});

it('what the library is not given are links over whole sheets, formulas, names and macros', async () => {
  const everywhere = u16(0, 0xffff, 0, 0xff);
  const link = record(0x1b8, everywhere, Buffer.alloc(16), u32(2, 0));
  const links = Array.from({ length: 2000 }, () => link);
  const bomb = xlsOf(cell.label(0, 0, 'seen'), ...links, record(0x18, Buffer.alloc(4, 0xff)));
  expect(texts(await loadBytes(bomb, { limits: { milliseconds: 5000 } }))).toEqual([['seen']]);
});

it('what the library is not given are number formats of the workbook before', async () => {
  const globals = [format(5, '"first" 0'), format(170, '"own" 0'), ...[5, 170].map(style)];
  const records = [cell.rk(0, 0, 6, 0), cell.rk(0, 1, 6, 1)];
  const first = xls({ globals, sheets: [{ records }] });
  const second = xls({ globals: [5, 170].map(style), sheets: [{ records }] });
  expect(texts(await loadBytes(second))).toEqual([['$1', '1']]);
  expect(texts(await loadBytes(first))).toEqual([['first 1', 'own 1']]);
  expect(texts(await loadBytes(second))).toEqual([['$1', '1']]);
  const sheet = '<sheetData><row r="1"><c r="A1" s="0"><v>1</v></c></row></sheetData>';
  const styles = '<styleSheet><cellXfs><xf numFmtId="5"/></cellXfs></styleSheet>';
  expect(texts(await loadBytes(xlsx(sheet, { 'xl/styles.xml': styles })))).toEqual([['$1']]);
});

describe('XLS files that cannot be read', () => {
  const good = xls({
    globals: [sharedStrings(['one', 'two'])],
    sheets: [{ records: [cell.shared(0, 0, 0), cell.label(1, 1, 'x'.repeat(5000)), cell.shared(2, 0, 1)] }],
  });
  const stream = (...records: readonly Uint8Array[]) => compoundFile({ Workbook: Buffer.concat(records) });
  const listed = (start: number) => record(0x85, u32(start), u8(0, 0), u8(1, 0, 65));
  const sheet = Buffer.concat([begin(WORKSHEET), cell.label(0, 0, 'text '.repeat(100)), end]);
  const listSize = begin(5).length + 3 * listed(0).length + end.length;
  const overlapping = Array.from({ length: 3 }, () => listed(listSize));

  it.each([
    ['cut off', good.subarray(0, good.length - 1024), 'invalid_document'],
    ['cut off in the middle', good.subarray(0, good.length / 2), 'invalid_document'],
    ['without a workbook', compoundFile({ Contents: new Uint8Array(10) }), 'invalid_document'],
    [
      'with a storage for a workbook',
      compoundFile({}, { embedded: { Workbook: sheet } }),
      'invalid_document',
    ],
    ['of an empty workbook', compoundFile({ Workbook: new Uint8Array() }), 'invalid_document'],
    ['that begins with something else', stream(cell.label(0, 0, 'text')), 'invalid_document'],
    ['of a chart alone', stream(begin(0x20), end), 'invalid_document'],
    ['whose list of sheets does not end', stream(begin(5)), 'invalid_document'],
    ['whose sheet does not end', stream(begin(WORKSHEET), cell.rk(0, 0, 6)), 'invalid_document'],
    ['whose sheet is missing', stream(begin(5), listed(999), end), 'invalid_document'],
    ['whose sheet is no sheet', stream(begin(5), listed(4), end), 'invalid_document'],
    ['with a record past its end', stream(begin(5), u16(0x85, 500)), 'invalid_document'],
    ['with a record that is too short', xlsOf(record(0x203, u16(0, 0, 0), u32(1))), 'invalid_document'],
    ['with a string that is too short', xlsOf(record(0x204, u16(0, 0, 0, 9), u8(0, 65))), 'invalid_document'],
    ['with more merged cells than told', xlsOf(record(0xe5, u16(9, 1, 1, 1, 1))), 'invalid_document'],
    ['with a cell past the grid', xlsOf(cell.rk(0, 0x4000, 6)), 'invalid_document'],
    ['with a password', xls({ globals: [record(0x2f, u16(1, 1, 1))], sheets: [{}] }), 'password_required'],
    ['inside of an encrypted package', compoundFile({ EncryptedPackage: sheet }), 'password_required'],
  ])('an XLS file %s cannot be read', async (_, bytes, code) => {
    expect(await failure(bytes, { filename: 'a.xls' })).toMatchObject({ code });
  });

  it('lists a sheet more than once: it is read once', async () => {
    const document = await loadBytes(stream(begin(5), ...overlapping, end, sheet));
    expect(document.pageCount).toBe(1);
  });

  it('XLS files that cannot be read has cell styles or merged ranges without end', async () => {
    const styles = xls({ globals: Array.from({ length: 200_001 }, () => style(0)), sheets: [{}] });
    expect((await failure(styles)).message).toContain('cell styles');
    const merged = Array.from({ length: 1001 }, () => record(0xe5, u16(1), u16(0, 1, 0, 1)));
    expect((await failure(xlsOf(...merged))).message).toContain('merges');
  });

  it.each<[LoadOptions, string]>([
    [{ limits: { cells: 2 } }, 'too_large'],
    [{ limits: { uncompressedBytes: 4000 } }, 'too_large'],
    [{ limits: { bytes: 5000 } }, 'too_large'],
    [{ signal: AbortSignal.abort() }, 'aborted'],
    [{ deadline: { at: 5, now: () => 5 } }, 'timed_out'],
  ])('an XLS file is refused within %o', async (options, code) => {
    expect((await failure(good, options)).code).toBe(code);
    expect((await loadBytes(good, { limits: { cells: 3 } })).pageCount).toBe(1);
  });

  it('XLS files that cannot be read has too many sheets, strings or merged cells', async () => {
    const bytes = xls({ sheets: [{}, {}, {}] });
    expect((await failure(bytes, { limits: { pages: 2 } })).code).toBe('too_many_pages');
    const strings = xls({ globals: [sharedStrings(['a', 'b', 'c'])], sheets: [{}] });
    expect((await failure(strings, { limits: { cells: 2 } })).code).toBe('too_large');
    const merged = xlsOf(record(0xe5, u16(3), u16(0, 1, 0, 1, 2, 3, 0, 1, 4, 5, 0, 1)));
    expect((await failure(merged, { limits: { cells: 2 } })).code).toBe('too_large');
  });

  it('the reading of an XLS file stops when the caller gives up', async () => {
    const abort = new AbortController();
    const blank = Buffer.concat(Array.from({ length: 200_000 }, () => record(0x201, u16(0, 0, 0))));
    const loading = loadBytes(xlsOf(blank), { signal: abort.signal });
    setImmediate(() => abort.abort());
    await expect(loading).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([
    ['an HTML page', '<html><table><tr><td>1</td></tr></table></html>', 'unsupported_type', 'HTML'],
    ['an XML spreadsheet', '<?xml version="1.0"?><Workbook/>', 'unsupported_type', 'XML'],
    ['a table of text', 'a\tb\n1\t2\n', 'invalid_document', 'Excel'],
  ])('XLS files that cannot be read is %s under the name of a workbook', async (_, text, code, word) => {
    for (const hints of [{ filename: 'report.xls' }, { contentType: 'application/vnd.ms-excel' }]) {
      const error = await failure(utf8(text), hints);
      expect(error).toMatchObject({ code, message: expect.stringContaining(word) });
    }
    expect(
      (await loadBytes(utf8(text), { contentType: 'text/plain', filename: 'report.xls' })).pageCount,
    ).toBe(1);
  });

  it('an XLS file is recognised by its content, whatever its name', async () => {
    expect(detectType(good, { filename: 'a.xlsx', contentType: 'text/csv' })).toBe(
      'application/vnd.ms-excel',
    );
    expect(texts(await loadBytes(xlsx('<sheetData/>'), { filename: 'a.xls' }))).toEqual([[]]);
  });
});

describe('any XLS workbook', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'B', '7', 'é', 'Ω', '値'), minLength: 1, maxLength: 40 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  const grid = fc.uniqueArray(fc.record({ row: fc.nat(150), column: fc.nat(255), value }), {
    selector: ({ row, column }) => row * 256 + column,
    maxLength: 60,
  });
  type Grid = readonly {
    readonly row: number;
    readonly column: number;
    readonly value: string | number | boolean;
  }[];

  const write = (cells: Grid, pieceSize: number) => {
    const strings = cells.flatMap((each) => (typeof each.value === 'string' ? [each.value] : []));
    const records = cells.map(({ row, column, value }) => {
      if (typeof value === 'string') return cell.shared(row, column, strings.indexOf(value));
      if (typeof value === 'boolean') return cell.boolean(row, column, value);
      const isSmall = Number.isInteger(value) && Math.abs(value) < 2 ** 29;
      return isSmall ? cell.rk(row, column, (value << 2) | 2) : cell.number(row, column, value);
    });
    return xls({ globals: [sharedStrings(strings, pieceSize)], sheets: [{ records }] });
  };
  const written = (value: string | number | boolean) =>
    typeof value === 'string'
      ? `<c t="inlineStr"><is><t>${value}</t></is></c>`
      : typeof value === 'boolean'
        ? `<c t="b"><v>${value ? 1 : 0}</v></c>`
        : `<c><v>${value}</v></c>`;
  const address = (column: number) =>
    (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') +
    String.fromCharCode(65 + (column % 26));

  it('gives what the same cells give as XLSX', () =>
    fc.assert(
      fc.asyncProperty(grid, fc.integer({ min: 20, max: 300 }), async (cells, pieceSize) => {
        const rows = cells.map(
          ({ row, column, value }) =>
            `<row r="${row + 1}">${written(value).replace('<c', `<c r="${address(column)}${row + 1}"`)}</row>`,
        );
        const modern = await loadBytes(xlsx(`<sheetData>${rows.join('')}</sheetData>`));
        const old = await loadBytes(write(cells, pieceSize));
        expect(old.pages.map(({ lines }) => lines)).toEqual(modern.pages.map(({ lines }) => lines));
      }),
      { numRuns: 80 },
    ));

  it('any XLS workbook is read or refused, never more, however it is damaged', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 });
    const limits = { cells: 1000, pages: 50, uncompressedBytes: 100_000, milliseconds: 5000 };
    return fc.assert(
      fc.asyncProperty(grid, damage, fc.nat(3), async (cells, changes, kind) => {
        const whole = write(cells, 100);
        const bytes = kind === 0 ? whole.subarray(0, changes[0]![0] % whole.length) : Buffer.from(whole);
        const reach = kind === 1 ? 2048 : bytes.length;
        for (const [at, value] of changes)
          if (bytes.length > 0) bytes[at % Math.min(reach, bytes.length)] = value;
        const outcome: unknown = await loadBytes(bytes, { filename: 'a.xls', limits }).catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error) {
          expect(outcome).toMatchObject({ name: 'DocumentError' });
          expect(outcome).not.toMatchObject({ code: 'timed_out' });
        } else expect(outcome).toHaveProperty('pages');
      }),
      { numRuns: 400 },
    );
  });
});
