import { read as readWorkbook, utils } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpreadsheetExtraction } from '../../../src/run/spreadsheet/sheets.js';
import { spreadsheet } from '../../../src/run/spreadsheet/spreadsheet.js';

const text = (value: string | null) => ({ type: 'string', value });
const number = (value: number) => ({ type: 'number', value });
const money = (value: number, unit = '$') => ({ type: 'currency', value, unit, source: `${unit}${value}` });
const table = (columns: Record<string, readonly (object | null)[]>) => ({
  columns: Object.entries(columns).map(([id, values]) => ({ id, values })),
});
const single = (fields: Record<string, object | null>, id = 'e1'): SpreadsheetExtraction => ({
  id,
  parsed_document: fields,
});

/** The sheets of a workbook as one reader sees them: cells by row, as they are. */
function sheetsOf(...extractions: SpreadsheetExtraction[]): Record<string, unknown[][]> {
  const { Sheets, SheetNames } = readWorkbook(spreadsheet(extractions, { format: 'xlsx' }));
  return Object.fromEntries(
    SheetNames.map((name) => [
      name,
      utils.sheet_to_json<unknown[]>(Sheets[name]!, { header: 1, raw: true, defval: null }),
    ]),
  );
}

/** The workbook as the other reader sees it. */
async function workbookOf(...extractions: SpreadsheetExtraction[]): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  const bytes = spreadsheet(extractions, { format: 'xlsx' });
  await workbook.xlsx.load(bytes.buffer as ArrayBuffer);
  return workbook;
}

const csvOf = (extractions: SpreadsheetExtraction[], options = {}) =>
  new TextDecoder().decode(spreadsheet(extractions, { format: 'csv', ...options }));

test('a spreadsheet of one document has one row of its fields, in their order', () => {
  expect(sheetsOf(single({ b: text('x'), a: number(1.5), 1: text('last'), empty: null }))).toEqual({
    fields: [
      ['1', 'b', 'a', 'empty'],
      ['last', 'x', 1.5, null],
    ],
  });
});

test('a spreadsheet of one document has cells of the kinds that values have', () => {
  const fields = {
    yes: { type: 'boolean', value: true },
    no: { type: 'boolean', value: false },
    big: number(12345678901234.5),
    day: { type: 'date', value: '2024-06-21T00:00:00.000Z' },
    moment: { type: 'date', value: '2024-06-21T10:30:00.000Z' },
    words: { type: 'string', value: '2024-06-21T00:00:00.000Z' },
    names: { type: 'name', value: ['Ann Lee', 'Bo Diaz'] },
    picture: { type: 'image', value: 'data:image/png;base64,AAAA' },
    pictures: { images: ['data:image/png;base64,AAAA'] },
    place: { type: 'address', value: { street: 'Main', number: 1 } },
    nothing: text(null),
    odd: number(Number.NaN),
    none: [],
  };
  expect(Object.values(sheetsOf(single(fields)))).toEqual([
    [
      Object.keys(fields),
      [
        true,
        false,
        12345678901234.5,
        '2024-06-21',
        '2024-06-21T10:30:00.000Z',
        '2024-06-21T00:00:00.000Z',
        'Ann Lee, Bo Diaz',
        '[image]',
        '[image]',
        '{"street":"Main","number":1}',
        null,
        null,
        null,
      ],
    ],
  ]);
});

test('a spreadsheet of one document has cells of dates, and percentages with %, if asked for', async () => {
  const fields = {
    day: { type: 'date', value: '2024-06-21T00:00:00.000Z' },
    moment: { type: 'date', value: '2024-06-21T10:30:00.000Z' },
    old: { type: 'date', value: '1899-12-31T00:00:00.000Z' },
    share: { type: 'percentage', value: 7.25, source: '7.25 %' },
    whole: { type: 'percentage', value: 7 },
    plain: number(7.25),
  };
  const bytes = spreadsheet([single(fields)], { format: 'xlsx', cellFormats: true });
  const { Sheets } = readWorkbook(bytes, { cellNF: true });
  const cells = ['A2', 'B2', 'C2', 'D2', 'E2', 'F2'].map((at) => Sheets['fields']![at]);
  expect(cells.map(({ t, w }) => [t, w])).toEqual([
    ['n', '2024-06-21'],
    ['s', '2024-06-21T10:30:00.000Z'],
    ['s', '1899-12-31'],
    ['n', '7.25%'],
    ['n', '7%'],
    ['n', '7.25'],
  ]);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer as ArrayBuffer);
  const sheet = workbook.getWorksheet('fields')!;
  expect(sheet.getCell('A2').value).toEqual(new Date('2024-06-21T00:00:00.000Z'));
  expect(sheet.getCell('D2').value).toBe(7.25);
});

test('a spreadsheet of one document has units in its headings', () => {
  expect(sheetsOf(single({ total: money(5), plain: number(1), rate: money(2, '€') })).fields![0]).toEqual([
    'total ($)',
    'plain',
    'rate (€)',
  ]);
});

test('a spreadsheet of one document has sheets for values with rows of their own, outer before inner, and cells that say so', () => {
  const fields = {
    refs: [text('r1'), null, number(7)],
    accounts: [
      {
        iban: text('A'),
        moves: table({ day: [text('d1'), text('d2')], amount: [money(1), money(2)] }),
        owners: [{ name: text('Ann'), phones: [text('1'), text('2')] }],
      },
      { bic: text('B'), moves: table({ day: [], amount: [] }) },
    ],
    fees: [table({ fee: [money(3)] }), table({ fee: [null] })],
    end: text('end'),
  };
  const sheets = sheetsOf(single(fields));
  expect(Object.keys(sheets)).toEqual([
    'fields',
    'refs',
    'accounts',
    'accounts.0.moves',
    'accounts.0.owners',
    'accounts.0.owners.0.phones',
    'accounts.1.moves',
    'fees.0',
    'fees.1',
  ]);
  expect(sheets['fields']).toEqual([
    ['refs', 'accounts', 'fees', 'end'],
    ['SHEET: refs', 'SHEET: accounts', 'SHEET: fees.0', 'end'],
  ]);
  expect(sheets['refs']).toEqual([['refs'], ['r1'], [null], [7]]);
  expect(sheets['accounts']).toEqual([
    ['iban', 'moves', 'owners', 'bic'],
    ['A', 'SHEET: accounts.0.moves', 'SHEET: accounts.0.owners', null],
    [null, 'SHEET: accounts.1.moves', null, 'B'],
  ]);
  expect(sheets['accounts.0.moves']).toEqual([
    ['day', 'amount ($)'],
    ['d1', 1],
    ['d2', 2],
  ]);
  expect(sheets['accounts.0.owners']).toEqual([
    ['name', 'phones'],
    ['Ann', 'SHEET: accounts.0.owners.0.phones'],
  ]);
  expect(sheets['fees.1']).toEqual([['fee'], [null]]);
});

describe('a spreadsheet of several documents', () => {
  test('shares columns by id and unit', () => {
    const sheets = sheetsOf(
      single({ total: null, a: text('1') }),
      single({ total: money(5), b: text('2') }),
      single({ total: money(6, '€') }),
      single({ total: null }),
      single({ total: number(7), a: text('3') }),
      single({ total: money(8) }),
    );
    expect(sheets).toEqual({
      fields: [
        ['total ($)', 'a', 'b', 'total (€)', 'total'],
        [null, '1', null, null, null],
        [5, null, '2', null, null],
        [null, null, null, 6, null],
        [null, null, null, null, null],
        [null, '3', null, null, 7],
        [8, null, null, null, null],
      ],
    });
  });

  test('names sheets by document, with underscores', () => {
    const fields = { accounts: [{ withdrawals_table: table({ a: [text('x')] }) }] };
    const sheets = sheetsOf(single(fields), single(fields, 'e2'));
    expect(Object.keys(sheets)).toEqual([
      'fields',
      'doc_0_accounts',
      'doc_0_accounts_0_withdrawals_ta',
      'doc_1_accounts',
      'doc_1_accounts_0_withdrawals_ta',
    ]);
    expect(sheets['doc_1_accounts']).toEqual([
      ['withdrawals_table'],
      ['SHEET: doc_1_accounts_0_withdrawals_table'],
    ]);
  });

  test('names the pages of documents that share a file', () => {
    const output = (fields: Record<string, object | null> | null) => ({ parsed_document: fields });
    const sheets = sheetsOf(
      {
        id: 'p1',
        document_name: 'all.pdf',
        documents: [
          {
            documentType: 'tax',
            configuration: 'y2020',
            startPage: 0,
            endPage: 1,
            output: output({ a: text('x') }),
          },
          { documentType: 'bank', configuration: null, startPage: 2, endPage: 4, output: output(null) },
          {
            documentType: 'bank',
            startPage: 5,
            endPage: 5,
            output: { parsedDocument: { list: [text('1')] } },
          },
        ],
      },
      single({ a: text('y') }),
    );
    expect(sheets).toEqual({
      fields: [
        [
          'metadata.documents',
          'metadata.startPage',
          'metadata.endPage',
          'metadata.documentType',
          'metadata.configuration',
          'a',
          'list',
        ],
        ['all.pdf', 0, 1, 'tax', 'y2020', 'x', null],
        ['all.pdf', 2, 4, 'bank', null, null, null],
        ['all.pdf', 5, 5, 'bank', null, null, 'SHEET: doc_2_list'],
        ['e1', null, null, null, null, 'y', null],
      ],
      doc_2_list: [['list'], ['1']],
    });
    const alone = sheetsOf({ id: 'p', documents: [] });
    expect(alone['fields']?.[0]?.[0]).toBe('metadata.documents');
  });

  test('a spreadsheet of several documents may hold nothing', () => {
    expect(sheetsOf()).toEqual({ fields: [] });
    expect(sheetsOf({ id: 'failed' }, single({}))).toEqual({ fields: [] });
    expect(csvOf([])).toBe('\r\n');
  });
});

test('opens in another reader, with a frozen heading and links that lead', async () => {
  const extraction = single({ "it's": [{ a: text("x'") }], note: text('two\nlines') });
  const workbook = await workbookOf(extraction);
  const [fields, inner] = workbook.worksheets;
  expect(fields!.name).toBe('fields');
  for (const sheet of [fields, inner]) {
    expect(sheet!.views).toMatchObject([{ state: 'frozen', ySplit: 1, topLeftCell: 'A2' }]);
  }
  expect(inner!.name).toBe("it's");
  const { Sheets } = readWorkbook(spreadsheet([extraction], { format: 'xlsx' }));
  expect(Sheets['fields']!['A2']).toMatchObject({ v: "SHEET: it's", l: { Target: "#'it''s'!A1" } });
  expect(fields!.getCell('B2').value).toBe('two\nlines');
  expect(fields!.getCell('B2').alignment).toMatchObject({ wrapText: true });
  expect(fields!.getCell('B1').alignment).toBeUndefined();
});

test('takes no text for a formula, and keeps every character that XML has', async () => {
  const odd = [
    '=1+1',
    '@SUM(A1)',
    '<b>&amp;"\'',
    ' edges ',
    '_x0041_',
    'tab\tCR\rLF\n',
    'ü 日本 😀',
    '2024',
    'TRUE',
    '#N/A',
  ];
  const fields = Object.fromEntries(odd.map((value, i) => [`f${i}`, text(value)]));
  expect(sheetsOf(single(fields))['fields']![1]).toEqual(odd);
  const [sheet] = (await workbookOf(single(fields))).worksheets;
  for (const [i, value] of odd.entries()) {
    const cell = sheet!.getRow(2).getCell(i + 1);
    expect(cell.type, value).toBe(ExcelJS.ValueType.String);
    expect(cell.formula).toBeUndefined();
  }
  const bad = { a: text('a\u0000b\u0008c\ufffed\ud800e'), 'h\u0001': number(1) };
  expect(sheetsOf(single(bad))['fields']).toEqual([
    ['a', 'h'],
    ['abcde', 1],
  ]);
});

test('cuts text that no cell holds, but no character in two', () => {
  const [, [short, long, emoji]] = sheetsOf(
    single({
      a: text('x'.repeat(32_767)),
      b: text('x'.repeat(32_768)),
      c: text(`${'x'.repeat(32_766)}😀`),
    }),
  )['fields'] as string[][] as [string[], [string, string, string]];
  expect([short.length, long.length, emoji.length]).toEqual([32_767, 32_767, 32_766]);
});

test('gives sheets names that spreadsheets take', () => {
  const rows = [{ x: text('1') }];
  const sheets = sheetsOf(
    single({
      'a/b\\c?d*e[f]:g': rows,
      "'quoted'": rows,
      fields: rows,
      History: rows,
      ['x'.repeat(40)]: rows,
      [`${'X'.repeat(31)}y`]: rows,
      [`${'x'.repeat(31)}z`]: rows,
      [`${'y'.repeat(30)}😀`]: rows,
      "'''": rows,
    }),
  );
  expect(Object.keys(sheets)).toEqual([
    'fields',
    'a_b_c_d_e_f__g',
    'quoted',
    'fields~2',
    'History~2',
    'x'.repeat(31),
    `${'X'.repeat(29)}~2`,
    `${'x'.repeat(29)}~3`,
    'y'.repeat(30),
    '_',
  ]);
});

test('a workbook has columns beyond Z', () => {
  const fields = Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`c${i}`, number(i)]));
  const [heading, row] = sheetsOf(single(fields))['fields']!;
  expect([heading![27], row![27], heading![702], row![702], row!.length]).toEqual([
    'c27',
    27,
    'c702',
    702,
    800,
  ]);
});

test('a workbook has the same bytes for the same values, wherever it is written', () => {
  const write = () =>
    spreadsheet([single({ a: text('x'), t: table({ c: [number(1)] }) })], { format: 'xlsx' });
  const before = write();
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  try {
    expect(Buffer.compare(write(), before)).toBe(0);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a workbook is refused where no spreadsheet would open it', () => {
  const wide = Object.fromEntries(Array.from({ length: 16_385 }, (_, i) => [`c${i}`, null]));
  expect(() => spreadsheet([single(wide)], { format: 'xlsx' })).toThrow(
    'more than 1048576 rows or 16384 columns',
  );
  const tall = single({ list: Array<object | null>(1_048_576).fill(null) });
  expect(() => spreadsheet([tall], { format: 'xlsx' })).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});

test('a workbook of any values is read by both readers as it was written', async () => {
  const id = fc.string({ minLength: 1, maxLength: 8 });
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme' }).map(text),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => number(n + 0)),
    fc.array(fc.dictionary(id, fc.string().map(text), { maxKeys: 3 }), { maxLength: 3 }),
    fc.array(fc.string().map(text), { maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(id, value, { maxKeys: 5 }), { maxLength: 3 }),
      async (documents) => {
        const extractions = documents.map((fields, i) => single(fields as Record<string, object>, `e${i}`));
        const names = Object.keys(sheetsOf(...extractions));
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        expect((await workbookOf(...extractions)).worksheets.map(({ name }) => name)).toEqual(names);
      },
    ),
    { numRuns: 40 },
  );
});

describe('a CSV file', () => {
  test('a CSV file has the sheets as blocks under their names', () => {
    const fields = { a: text('x'), list: [text('1'), null], t: table({ c: [money(1)] }) };
    expect(csvOf([single(fields)])).toBe(
      ['a,list,t', 'x,SHEET: list,SHEET: t', '', 'list', 'list', '1', '""', '', 't', 'c ($)', '1', ''].join(
        '\r\n',
      ),
    );
    expect(csvOf([single({ list: [text('1')] })], { blockTitles: false })).toBe(
      'list\r\nSHEET: list\r\n\r\nlist\r\n1\r\n',
    );
  });

  test('quotes what must be quoted', () => {
    expect(csvOf([single({ 'a,b': text('say "hi"'), c: text('two\nlines'), d: text('ü') })])).toBe(
      '"a,b",c,d\r\n"say ""hi""","two\nlines",ü\r\n',
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-x', "'-x"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['-1,234.50', '"-1,234.50"'],
    ['+1 (212) 555-0100', '+1 (212) 555-0100'],
    ['+49 30 1234', '+49 30 1234'],
    ['-5', '-5'],
    ['plain', 'plain'],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0bA1', "'\uff0bA1"],
    ['\uff0dA1', "'\uff0dA1"],
    ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
    ['\u0001=1', "'\u0001=1"],
    ['\u200b\ufeff=1', "'\u200b\ufeff=1"],
    ['\u00a0 =1', "'\u00a0 =1"],
    ['2+2', '2+2'],
  ])('guards spreadsheets against %j: %j', (value, written) => {
    expect(csvOf([single({ a: text(value) })])).toBe(`a\r\n${written}\r\n`);
  });

  test('guards its headings as well, and nothing where that is not wanted', () => {
    const fields = { '=id': text('=x') };
    expect(csvOf([single(fields)])).toBe("'=id\r\n'=x\r\n");
    expect(csvOf([single(fields)], { guardFormulas: false })).toBe('=id\r\n=x\r\n');
  });

  test('a CSV file has numbers without exponents that give the same number back', () => {
    const written = (n: number) => csvOf([single({ a: number(n) })]).split('\r\n')[1]!;
    expect(written(1e21)).toBe('1000000000000000000000');
    expect(written(-1.5e-9)).toBe('-0.0000000015');
    expect(written(1.25e22)).toBe('12500000000000000000000');
    expect(written(-0)).toBe('0');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        expect(written(n)).toMatch(/^-?\d+(\.\d+)?$/u);
        expect(Number(written(n))).toBe(n + 0);
      }),
    );
  });
});
