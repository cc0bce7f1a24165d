import { type BookType, utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentFromLines, type FoundTable, findTables } from '../../../src/index.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { docx, paragraph } from '../../support/office-parts.js';
import { NO_TABLES, pageWithoutTable } from './generated-no-table.js';
import { type GeneratedTable, generatedTable, KINDS, made } from './generated-table.js';

const SEEDS = [...Array(12).keys()].map((seed) => seed + 1);

function placesOf({ cells }: Pick<FoundTable, 'cells'>): string[] {
  return cells
    .map(({ row, column, rowSpan, columnSpan, text }) => `${row},${column} ${rowSpan}x${columnSpan} ${text}`)
    .sort();
}

function truthOf({ cells }: GeneratedTable): string[] {
  return cells
    .map(({ row, column, rowSpan, columnSpan, text }) => `${row},${column} ${rowSpan}x${columnSpan} ${text}`)
    .sort();
}

const lines = (texts: readonly (readonly [string, number, number])[]): LineSketch[] =>
  texts.map(([text, left, top]) => ({ text, left, top }));

describe.each(Object.entries(KINDS))('a table %s', (_, kind) => {
  test.each(SEEDS)('a table is found with its cells on a page, seed %i', async (seed) => {
    const table = made(seed, kind);
    const found = await findTables(documentFromLines(table.lines, table.paths));
    expect(found).toHaveLength(1);
    expect(placesOf(found[0]!)).toEqual(truthOf(table));
  });

  test.each(SEEDS)('a table has its cells in a given area, seed %i', async (seed) => {
    const table = made(seed, kind);
    const { left, top, right, bottom } = table.bounds;
    const area = { left: left - 0.1, top: top - 0.1, right: right + 0.1, bottom: bottom + 0.1 };
    const found = await findTables(documentFromLines(table.lines, table.paths), { page: 0, area });
    expect(found.map(placesOf)).toEqual([truthOf(table)]);
  });
});

const kinds = fc.record({
  seed: fc.integer({ min: 1, max: 10_000 }),
  columns: fc.integer({ min: 3, max: 12 }),
  rows: fc.integer({ min: 4, max: 20 }),
  walls: fc.constantFrom('none', 'all', 'rules'),
  nested: fc.boolean(),
  rightToLeft: fc.boolean(),
  gap: fc.integer({ min: 3, max: 5 }),
} as const);

test('any table of figures has the words of each of its cells once, in its column', async () => {
  await fc.assert(
    fc.asyncProperty(kinds, async (kind) => {
      const table = generatedTable({ ...kind, body: 'figures' });
      const [found, ...others] = await findTables(documentFromLines(table.lines, table.paths));
      expect(others).toEqual([]);
      expect(placesOf(found!)).toEqual(truthOf(table));
    }),
    { numRuns: 40 },
  );
});

describe('tables of office files', () => {
  const rows = [
    ['Berth', 'Vessel', 'Fee'],
    ['Quay', 'Swan', '120'],
    ['Pier', 'Heron', '85'],
    ['Slip', 'Gull', '40'],
  ];
  const cells = rows.flatMap((texts, row) => texts.map((text, column) => ({ row, column, text })));

  test('the tables of Word documents are found', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const row = (texts: readonly string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`;
    const body = `${paragraph('Dear Sir,')}<w:tbl>${rows.map(row).join('')}</w:tbl>${paragraph('Yours')}`;
    const found = await findTables(docx(body));
    expect(found).toMatchObject([{ rowCount: 4, columnCount: 3, headerRows: 1, cells }]);
  });

  test('those of spreadsheets, with their headings', async () => {
    const found = await findTables(new TextEncoder().encode(rows.map((row) => row.join(',')).join('\n')), {
      contentType: 'text/csv',
    });
    expect(found).toMatchObject([{ source: 'sheet', rowCount: 4, columnCount: 3, headerRows: 1, cells }]);
  });

  test.each<BookType>(['xlsx', 'ods'])(
    'those of each sheet of a workbook, apart from its notes: %s',
    async (bookType) => {
      const book = utils.book_new();
      const noted = [['Fees of the year'], [], ...rows, [], [], ['Without tax']];
      utils.book_append_sheet(book, utils.aoa_to_sheet(noted), 'Fees');
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows.slice(0, 3)), 'Old fees');
      const found = await findTables(new Uint8Array(write(book, { type: 'buffer', bookType })), {
        filename: `fees.${bookType}`,
      });
      expect(found).toMatchObject([
        { page: 0, source: 'sheet', rowCount: 4, columnCount: 3, headerRows: 1, cells },
        { page: 1, source: 'sheet', rowCount: 3, columnCount: 3, headerRows: 1, cells: cells.slice(0, 9) },
      ]);
    },
  );
});

test('a line through several columns is cut where the white of the other rows runs', async () => {
  const rows = ['160 176 192', ' 80  88  96', ' 53  59  64', '  8   9  10', ' 30  33  36'];
  const document = documentFromLines(
    rows.map((text, row) => ({ text, left: 1, top: 1 + row * 0.18, width: text.length * 0.07 })),
  );
  const [table] = await findTables(document, { page: 0, area: {} });
  expect(table!.columnCount).toBe(3);
  expect(table!.cells.map(({ text }) => text)).toEqual(rows.flatMap((row) => row.trim().split(/ +/u)));
  expect(table!.cells[0]!.lines).toMatchObject([{ text: '160', left: 1 }]);
});

test('leaders point to figures, and belong to no cell', async () => {
  const rows = ['Ale', 'Cider', 'Mead', 'Perry'].flatMap((label, row) =>
    lines([
      [`${label} ..........`, 1, 1 + row * 0.2],
      ['12', 3, 1 + row * 0.2],
      ['34', 4, 1 + row * 0.2],
    ]),
  );
  const [table] = await findTables(documentFromLines(rows), { page: 0, area: {} });
  expect(table!.cells.filter(({ column }) => column === 0).map(({ text }) => text)).toEqual([
    'Ale',
    'Cider',
    'Mead',
    'Perry',
  ]);
});

/** The texts of a table, row by row; cells without text are ''. */
function gridOf({ rowCount, columnCount, cells }: FoundTable): string[][] {
  return Array.from({ length: rowCount }, (_row, row) =>
    Array.from(
      { length: columnCount },
      (_column, column) => cells.find((cell) => cell.row === row && cell.column === column)?.text ?? '',
    ),
  );
}

test('headings closer together than the columns below them are each in their own', async () => {
  const headings = ['Region', '2019', '2020', '2021', '2022'];
  const rows = ['North', 'South', 'East', 'West'].map((label, i) => [
    label,
    ...[1, 2, 3, 4].map((column) => `${column},${i}04`),
  ]);
  const sketches = lines([
    ...headings.map((text, i) => [text, i === 0 ? 1 : 2.6 + i * 0.45, 1] as const),
    ...rows.flatMap((row, at) => row.map((text, i) => [text, 1 + i * 1.4, 1.25 + at * 0.2] as const)),
  ]);
  const found = await findTables(documentFromLines(sketches));
  expect(found.map(gridOf)).toEqual([[headings, ...rows]]);
});

test('signs of a currency after figures are in their cells', async () => {
  const rows = [
    ['1', 'Fender', '40,00 €', '80,00 €'],
    ['2', 'Mooring line', '25,00 €', '25,00 €'],
    ['3', 'Anchor', '3,50 €', '14,00 €'],
  ];
  const sketches = lines(
    rows.flatMap((row, at) => row.map((text, i) => [text, [1, 1.5, 4, 5.2][i]!, 1 + at * 0.25] as const)),
  );
  const found = await findTables(documentFromLines(sketches));
  expect(found.map(gridOf)).toEqual([rows]);
});

describe('a title between tables', () => {
  const upper = [
    ['Opening balance', '3,412.75'],
    ['Deposits', '7,128.92'],
    ['Closing balance', '6,736.75'],
  ];
  const lower = [
    ['Date', 'Description', 'Amount', 'Balance'],
    ['09/01', 'Harbour dues', '50.00', '5,562.75'],
    ['09/02', 'Mooring', '84.20', '5,478.55'],
    ['09/03', 'Repairs', '12.35', '5,466.20'],
  ];
  const place = (rows: readonly (readonly string[])[], lefts: readonly number[], top: number) =>
    lines(rows.flatMap((row, at) => row.map((text, i) => [text, lefts[i]!, top + at * 0.22] as const)));
  const rule = (at: number) => ({ points: [0.75, at, 7.75, at] });
  const page = (height: number) =>
    documentFromLines(
      [
        { text: 'Summary', left: 0.75, top: 1.5, height },
        ...place(upper, [0.85, 3.4], 1.75),
        { text: 'Transactions', left: 0.75, top: 3, height },
        ...place(lower, [0.85, 1.6, 5.6, 7], 3.25),
      ],
      [rule(1), rule(3.43), rule(3.65), rule(3.87), rule(4.09)],
    );

  test('a title in larger type parts what is between two lines', async () => {
    const found = await findTables(page(0.18));
    expect(found.map(gridOf)).toEqual([upper, lower]);
    expect(found.map(({ title }) => title?.text)).toEqual(['Summary', 'Transactions']);
  });
});

test('what is among the cells of a table and in none of them is reported', async () => {
  const table = made(6, { columns: 4, rows: 6 });
  const { left, top, right } = table.bounds;
  const turned = { text: 'draft', left: (left + right) / 2, top: top + 0.5, angle: 90 };
  const [plain] = await findTables(documentFromLines(table.lines));
  const [marked] = await findTables(documentFromLines([...table.lines, turned]));
  expect(plain!.unplaced).toEqual([]);
  expect(marked!.unplaced.map(({ text }) => text)).toEqual(['draft']);
  expect(marked!.confidence).toBeLessThan(plain!.confidence);
});

describe('what is no table', () => {
  const prose = 'the harbour master wrote a long letter about the state of the piers and their lamps'.split(
    ' ',
  );
  const paragraph = (left: number, words: number, from = 0): LineSketch[] =>
    [...Array(14).keys()].map((row) => {
      const text = [...Array(words).keys()]
        .map((word) => prose[(row * 5 + word + from) % prose.length])
        .join(' ');
      return { text, left, top: 1 + row * 0.17 };
    });

  test.each<[string, LineSketch[]]>([
    ['a paragraph', paragraph(1, 14)],
    ['two columns of running text', [...paragraph(0.8, 7), ...paragraph(4.6, 7, 3)]],
    [
      'a list',
      [...Array(6).keys()].flatMap((row) =>
        lines([
          [`${row + 1}.`, 1, 1 + row * 0.2],
          [prose.slice(row, row + 4).join(' '), 1.4, 1 + row * 0.2],
        ]),
      ),
    ],
    [
      'labels and values',
      ['Name', 'Street', 'Town', 'Berth'].flatMap((label, row) =>
        lines([
          [`${label}:`, 1, 1 + row * 0.2],
          [String(row * 7 + 3), 3, 1 + row * 0.2],
        ]),
      ),
    ],
    [
      'a table of contents',
      [...Array(8).keys()].flatMap((row) =>
        lines([
          [`${prose[row]} ............`, 1, 1 + row * 0.2],
          [String(3 + row * 4), 5, 1 + row * 0.2],
        ]),
      ),
    ],
  ])('no table is found in %s', async (_, sketches) => {
    expect(await findTables(documentFromLines(sketches))).toEqual([]);
  });
});

describe.each(Object.keys(NO_TABLES))('%s', (kind) => {
  test.each(SEEDS)('what looks like a table is none, seed %i', async (seed) => {
    expect(await findTables(documentFromLines(pageWithoutTable(kind, seed)))).toEqual([]);
  });
});

describe('tables of a document', () => {
  test('two below each other are two, with their titles', async () => {
    const upper = made(3, { walls: 'rules', columns: 4, rows: 5 });
    const lower = made(4, { walls: 'rules', columns: 5, rows: 5, top: upper.bounds.bottom + 1.2 });
    const document = documentFromLines(
      [
        ...upper.lines,
        ...lower.lines,
        { text: 'Table 1. Berths', left: 0.8, top: 0.7 },
        { text: 'Table 2. Fees', left: 0.8, top: upper.bounds.bottom + 0.9 },
      ],
      [...upper.paths, ...lower.paths],
    );
    const found = await findTables(document);
    expect(found.map(placesOf)).toEqual([truthOf(upper), truthOf(lower)]);
    expect(found.map(({ title }) => title?.text)).toEqual(['Table 1. Berths', 'Table 2. Fees']);
  });

  test.each(SEEDS)('two side by side are two, seed %i', async (seed) => {
    const kind = { columns: 3, rows: 6, walls: 'rules' } as const;
    const left = made(seed, kind);
    const right = made(seed + 40, { ...kind, left: left.bounds.right + 0.8 });
    const found = await findTables(
      documentFromLines([...left.lines, ...right.lines], [...left.paths, ...right.paths]),
    );
    expect(found.map(placesOf)).toEqual([truthOf(left), truthOf(right)]);
  });

  test.each(SEEDS)('one below running text has none of it, seed %i', async (seed) => {
    const table = made(seed, { top: 3 });
    const text = 'the harbour master wrote a long letter about the state of the piers and their lamps';
    const prose = [0, 1, 2, 3].map((row) => ({ text, left: 0.8, top: 1 + row * 0.17 }));
    const found = await findTables(documentFromLines([...prose, ...table.lines]));
    expect(found.map(placesOf)).toEqual([truthOf(table)]);
  });

  test('a table that goes on on the next page says so', async () => {
    const first = made(5, { columns: 4, rows: 12 });
    const second = { ...first, lines: first.lines.map((line) => ({ ...line, page: 1 })) };
    const found = await findTables(documentFromLines([...first.lines, ...second.lines]));
    expect(found.map(({ page, continues }) => ({ page, continues }))).toEqual([
      { page: 0, continues: true },
      { page: 1, continues: false },
    ]);
  });

  test('the headings are counted, and what showed the table is said', async () => {
    const [walled] = await findTables(
      documentFromLines(made(6, { walls: 'all' }).lines, made(6, { walls: 'all' }).paths),
    );
    const [plain] = await findTables(documentFromLines(made(6, {}).lines));
    expect(walled).toMatchObject({ source: 'vector', headerRows: 1 });
    expect(plain).toMatchObject({ source: 'alignment', headerRows: 1 });
    expect(walled!.confidence).toBeGreaterThan(plain!.confidence);
  });

  test('the tables of one page are found', async () => {
    const table = made(7, {});
    const document = documentFromLines([
      ...table.lines,
      ...table.lines.map((line) => ({ ...line, page: 1 })),
    ]);
    expect(await findTables(document, { page: 1 })).toMatchObject([{ page: 1 }]);
    await expect(findTables(document, { page: 2 })).rejects.toThrow(
      new RangeError('The document has no page 2.'),
    );
  });
});

describe('options', () => {
  const document = documentFromLines([{ text: 'A', left: 1, top: 1 }]);

  test('an area is an object of edges', async () => {
    await expect(findTables(document, { area: { middle: 1 } as object })).rejects.toThrow(
      new TypeError(
        'The option "area" must be an object with some of "left", "top", "right" and "bottom", in inches, not an object.',
      ),
    );
  });

  test('an area without text holds no table', async () => {
    expect(await findTables(document, { area: { top: 5 } })).toEqual([]);
  });
});
