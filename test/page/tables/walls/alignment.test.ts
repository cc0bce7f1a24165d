import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { type AlignmentOptions, alignedTables } from '../../../../src/page/tables/walls/alignment.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';
import { across } from '../../../support/grids.js';
import { processorTime } from '../../../support/processor-time.js';

const COLUMNS = [1, 3, 5, 7, 9, 11];

/** Rows of cells, `''` for none. */
function rows(texts: readonly (readonly string[])[], pitch = 0.3, page = 0, top = 1): LineSketch[] {
  return texts.flatMap((cells, row) =>
    cells.flatMap((text, column) =>
      text === '' ? [] : [{ text, left: COLUMNS[column]!, top: top + row * pitch, page }],
    ),
  );
}

function recognise(sketches: readonly LineSketch[], options: Partial<AlignmentOptions> = {}) {
  const lines = documentFromLines(sketches).pages.flatMap((page) => page.lines);
  return alignedTables(lines, { rulings: () => [], ...options }).map((table) =>
    table.rows.map((row) => row.map((cell) => cell?.text ?? null)),
  );
}

const STOCK = [
  ['Item', 'Shelf', 'Pieces'],
  ['Nails', 'A4', '250'],
  ['Screws', '', '75'],
  ['Bolts', 'C1', ''],
];

/** Of an account: no row but the headings is full. */
const PAYMENTS = [
  ['Date', 'Check', 'Description', 'Out', 'In', 'Balance'],
  ['01/02/2024', '', 'Opening', '', '', '1,000.00'],
  ['01/03/2024', '1001', 'Rent', '900.00', '', ''],
  ['01/03/2024', '', 'Coffee', '12.00', '', ''],
  ['', '', 'Books', '13.00', '', ''],
  ['01/05/2024', '', 'Payroll', '', '500.00', '575.00'],
  ['01/06/2024', '', 'Gas', '3.50', '', ''],
];

describe('alignedTables', () => {
  test('rows and columns, with empty cells', () => {
    expect(recognise(rows(STOCK), { columnCount: 3 })).toEqual([STOCK]);
  });

  test('the usual number of cells is the number of columns', () => {
    const title = { text: 'Stock list', left: 1, top: 0.2 };
    expect(recognise([title, ...rows(STOCK)])).toEqual([STOCK]);
  });

  test('a line across two columns ends the table', () => {
    const note = { text: 'All counts are of the last day of the month.', left: 1, top: 2.2 };
    const stock = [['Galvanised nails', 'upper shelf, A4', '250'], ...STOCK];
    const before = rows(stock, 0.3, 0, 0.7);
    const more = rows([['Pins', 'D1', '9']], 0.3, 0, 2.5);
    expect(recognise([...before, note, ...more], { columnCount: 3 })).toEqual([stock, [['Pins', 'D1', '9']]]);
  });

  test('columns go on over pages', () => {
    const next = rows(
      [
        ['Pins', '', '9'],
        ['Rods', 'D2', '4'],
      ],
      0.3,
      1,
    );
    expect(recognise([...rows(STOCK), ...next], { columnCount: 3 })).toEqual([
      STOCK,
      [
        ['Pins', '', '9'],
        ['Rods', 'D2', '4'],
      ],
    ]);
  });

  test('a wide gap ends a table', () => {
    const far = rows([['Pins', 'D1', '9']], 0.3, 0, 4);
    expect(recognise([...rows(STOCK), ...far], { columnCount: 3 })).toHaveLength(2);
  });

  test('a wrapped cell joins the row above it', () => {
    const wrapped = [
      ...rows([
        ['Item', 'Shelf', 'Pieces'],
        ['Nails,', 'A4', '250'],
      ]),
      { text: 'galvanised', left: 1, top: 1.45 },
      ...rows([['Screws', 'B1', '75']], 0.3, 0, 1.9),
    ];
    expect(recognise(wrapped, { columnCount: 3 })).toEqual([
      [
        ['Item', 'Shelf', 'Pieces'],
        ['Nails, galvanised', 'A4', '250'],
        ['Screws', 'B1', '75'],
      ],
    ]);
  });

  test('a row with a first cell in a tight table is a row of its own', () => {
    const tight = rows(
      [
        ['Item', 'Shelf', 'Pieces'],
        ['Nails', 'A4', '250'],
        ['Screws', '', ''],
      ],
      0.16,
    );
    expect(recognise(tight, { columnCount: 3 })[0]).toHaveLength(3);
  });

  test('entries that follow each other closely stay apart though none is full', () => {
    expect(recognise(rows(PAYMENTS, 0.16), { columnCount: 6 })).toEqual([PAYMENTS]);
  });

  test('rulings around the headings and the table do not unite such entries', () => {
    const rulings = [0.98, 1.15, 2.12].map((y) => across(y, 0.9, 12));
    expect(recognise(rows(PAYMENTS, 0.16), { columnCount: 6, rulings: () => rulings })).toEqual([PAYMENTS]);
  });

  test('an amount below an amount begins a row, a lone amount does not', () => {
    const [headings, first] = [
      ['Claim', 'Kind', 'Paid'],
      ['GL-1', 'Indemnity', '100.00'],
    ] as const;
    const entries = [headings, first, ['', 'Medical', '50.00']];
    const loose = (table: readonly (readonly string[])[]) => [
      ...rows(table.slice(0, 1)),
      ...rows(table.slice(1), 0.16, 0, 1.3),
      ...rows([['GL-2', 'Indemnity', '7.00']], 0.3, 0, 1.9),
    ];
    const last = ['GL-2', 'Indemnity', '7.00'];
    expect(recognise(loose(entries), { columnCount: 3 })).toEqual([[...entries, last]]);
    const stacked = [headings, first, ['', '', '50.00']];
    expect(recognise(loose(stacked), { columnCount: 3 })).toEqual([
      [headings, ['GL-1', 'Indemnity', '100.00 50.00'], last],
    ]);
  });

  test('lines of a claim between rulings that divide claims are one row', () => {
    const claims = ['1', '2', '3'].flatMap((claim, i) =>
      rows(
        [
          [`GL-${claim}`, '', 'Fall', '10.00'],
          ['No. 7', 'open', 'Injury', '20.00'],
        ],
        0.16,
        0,
        1.3 + 0.5 * i,
      ),
    );
    const rulings = [0.95, 1.25, 1.75, 2.25, 2.75].map((y) => across(y, 0.9, 8));
    const sketches = [...rows([['Claim', 'State', 'Loss', 'Paid']]), ...claims];
    const [table] = recognise(sketches, { columnCount: 4, rulings: () => rulings });
    expect(table?.[1]).toEqual(['GL-1 No. 7', 'open', 'Fall Injury', '10.00 20.00']);
    expect(table).toHaveLength(4);
  });

  test('rulings between rows keep them apart, and hold them together', () => {
    const body = [
      ...rows([
        ['Item', 'Shelf', 'Pieces'],
        ['Nails', 'A4', '250'],
      ]),
      { text: 'galvanised', left: 1, top: 1.55 },
      ...rows([['Screws', 'B1', '75']], 0.3, 0, 1.9),
    ];
    const rulings = [0.95, 1.25, 1.8, 2.15].map((y) => across(y, 0.9, 6));
    expect(recognise(body, { columnCount: 3 })[0]).toHaveLength(4);
    expect(recognise(body, { columnCount: 3, rulings: () => rulings })[0]).toEqual([
      ['Item', 'Shelf', 'Pieces'],
      ['Nails galvanised', 'A4', '250'],
      ['Screws', 'B1', '75'],
    ]);
  });

  test('rulings around many rows do not unite them', () => {
    const rulings = [0.95, 1.25, 2.3].map((y) => across(y, 0.9, 6));
    expect(recognise(rows(STOCK), { columnCount: 3, rulings: () => rulings })[0]).toHaveLength(4);
  });

  test('prose is no table', () => {
    const prose = ['The harbour is open', 'from six to ten', 'on all days.'].map((text, i) => ({
      text,
      left: 1,
      top: 1 + i * 0.2,
    }));
    expect(recognise(prose)).toEqual([]);
    expect(recognise(prose, { columnCount: 2 })).toEqual([]);
    expect(recognise([])).toEqual([]);
  });

  test('shuffled lines give the same tables, and no word twice', () => {
    const cell = fc.constantFrom('', 'a', 'bb', 'ccc', 'a longer text that reaches over');
    fc.assert(
      fc.property(
        fc
          .array(fc.tuple(cell, cell, cell), { maxLength: 10 })
          .map((texts) => rows(texts, 0.2))
          .chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
          ),
        ([lines, shuffled]) => {
          const tables = recognise(lines, { columnCount: 3 });
          expect(recognise(shuffled, { columnCount: 3 })).toEqual(tables);
          const placed = tables
            .flat(2)
            .filter((text) => text !== null && text !== '')
            .join(' ')
            .split(' ').length;
          const given = lines.flatMap(({ text }) => text.split(' ')).length;
          expect(placed).toBeLessThanOrEqual(Math.max(1, given));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('10,000 rows take linear time', () => {
    const make = (count: number) =>
      Array.from({ length: count / 20 }, (_, page) =>
        rows(
          Array.from({ length: 20 }, (_, i) => [`row ${i}`, 'x', '1']),
          0.4,
          page,
        ),
      ).flat();
    const [small, large] = [make(1_000), make(10_000)].map((sketches) =>
      documentFromLines(sketches).pages.flatMap((page) => page.lines),
    );
    const time = (lines: typeof small) => {
      const started = processorTime();
      const tables = alignedTables(lines!, { columnCount: 3, rulings: () => [] });
      return { rows: tables.flatMap((table) => table.rows).length, ms: processorTime() - started };
    };
    time(small);
    expect(time(large)).toMatchObject({ rows: 10_000 });
    expect(time(large).ms).toBeLessThan(2_000);
  });
});
