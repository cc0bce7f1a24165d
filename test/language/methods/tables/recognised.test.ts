import { describe, expect, test } from 'vitest';
import { validateConfig } from '../../../../src/index.js';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { runOn } from '../../../support/drawn.js';
import { across, down, drawn, gridRulings, painted } from '../../../support/grids.js';
import { processorTime } from '../../../support/processor-time.js';
import { cellLines, field, rowsOf, run } from './support.js';

const START: LineSketch = { text: 'Start of things', left: 1, top: 0.9 };
const END: LineSketch = { text: 'The end of it', left: 1, top: 4 };
const XS = [1, 3, 5, 7];
const YS = [1.3, 1.7, 2.1, 2.5];
const ROWS = [
  ['Item', 'Shelf', 'Pieces'],
  ['Nails', 'A4', '250'],
  ['Bolts', '', '75'],
];
const ALL = [0, 1, 2].map((index) => ({ id: `c${index}`, index }));

function fixed(members: object = {}) {
  return field({ id: 'fixedTable', columnCount: 3, columns: ALL, ...members });
}

const filled = ROWS.map((row) => row.map((text) => text || null));

describe('fixedTable', () => {
  test('a drawn table, whole, where alignment would see other columns', async () => {
    const lines = [
      START,
      ...cellLines([
        ['Item', 'Shelf', 'Pieces'],
        ['Nails and', 'A4', '250'],
        ['', '', '75'],
      ]),
    ];
    const { value } = await run(fixed(), lines, drawn(gridRulings(XS, YS)));
    expect(rowsOf(value)).toEqual([
      ['Item', 'Shelf', 'Pieces'],
      ['Nails and', 'A4', '250'],
      [null, null, '75'],
    ]);
  });

  test('columns in the order of the config, one of them twice', async () => {
    const columns = [
      { id: 'n', index: 2, type: 'number', isRequired: true },
      { id: 'item', index: 0 },
      { id: 'text', index: 2 },
    ];
    const { value } = await run(fixed({ columns }), [START, ...cellLines(ROWS)], drawn(gridRulings(XS, YS)));
    expect(rowsOf(value)).toEqual([
      [250, 'Nails', '250'],
      [75, 'Bolts', '75'],
    ]);
  });

  const spanned = [...gridRulings([1, 7], YS), down(3, 1.7, 2.5), down(5, 1.7, 2.5)];

  test('spans are filled with a stop, and only then', async () => {
    const lines = [START, ...cellLines([['Stock', '', ''], ...ROWS.slice(1)]), END];
    const without = await run(fixed(), lines, drawn(spanned));
    expect(rowsOf(without.value)![0]).toEqual(['Stock', null, null]);
    const withStop = await run(fixed({ stop: 'the end' }), lines, drawn(spanned));
    expect(rowsOf(withStop.value)![0]).toEqual(['Stock', 'Stock', 'Stock']);
  });

  test('a caption across all columns passes no required column', async () => {
    const columns = ALL.map((column) => ({ ...column, type: 'number', isRequired: column.index === 2 }));
    const lines = [START, ...cellLines([['See page 2', '', ''], ...ROWS.slice(1)]), END];
    const { value, table } = await run(fixed({ columns, stop: 'the end' }), lines, drawn(spanned));
    expect(rowsOf(value)!.map((row) => row[2])).toEqual([250, 75]);
    expect(table?.rows[0]?.reason).toBe('is one cell across all columns, and a column is required');
  });

  test('the anchor in the table keeps the rows above it', async () => {
    const lines = cellLines([
      ['Item', 'Shelf', 'Pieces'],
      ['start', 'A4', '250'],
      ['Bolts', '', '75'],
    ]);
    const { value } = await run(fixed(), lines, drawn(gridRulings(XS, YS)));
    expect(rowsOf(value)).toHaveLength(3);
  });

  test('the row of the stop and those after it are left out', async () => {
    const { value } = await run(
      fixed({ stop: 'bolts' }),
      [START, ...cellLines(ROWS)],
      drawn(gridRulings(XS, YS)),
    );
    expect(rowsOf(value)).toEqual(filled.slice(0, 2));
  });

  test('the trace says what the columns are and which rows are out of range', async () => {
    const { table } = await run(
      fixed({ stop: 'bolts', columns: [ALL[2]] }),
      [START, ...cellLines(ROWS)],
      drawn(gridRulings(XS, YS)),
    );
    expect(table?.columns).toMatchObject([{ id: 'c2', page: 0 }]);
    expect(table?.columns[0]?.left).toBeCloseTo(5, 2);
    expect(table?.rows.map(({ cells, reason }) => [cells, reason])).toEqual([
      [['Pieces'], undefined],
      [['250'], undefined],
      [['75'], 'below the line of the stop'],
    ]);
  });

  test('later tables of one width must match those of fixedTable when there is no stop', async () => {
    const lower = YS.map((y) => y + 1.5);
    const other = gridRulings([1, 2, 3, 7], lower);
    const lines = [
      START,
      ...cellLines(ROWS),
      ...cellLines([['a', 'b', 'c']], { lefts: [1.1, 2.1, 3.1], top: 2.9 }),
      END,
    ];
    const paths = drawn([...gridRulings(XS, YS), ...other]);
    expect(rowsOf((await run(fixed(), lines, paths)).value)).toEqual(filled);
    expect(rowsOf((await run(fixed({ stop: 'the end' }), lines, paths)).value)).toEqual([
      ...filled,
      ['a', 'b', 'c'],
    ]);
  });

  test('tables go on over pages, without their repeated headings', async () => {
    const next = [
      ['ITEM', 'shelf', 'Pieces'],
      ['Pins', 'B1', '9'],
      ['Rods', 'B2', '4'],
    ];
    const lines = [START, ...cellLines(ROWS), ...cellLines(next, { page: 1 })];
    const paths = [...drawn(gridRulings(XS, YS)), ...drawn(gridRulings(XS, YS), 1)];
    const { value } = await run(fixed(), lines, paths);
    expect(rowsOf(value)).toEqual([...filled, ...next.slice(1)]);
  });

  test('title and footer with a stop', async () => {
    const lines = [
      { text: 'Stock of the shop', left: 1, top: 1.1 },
      { ...START, top: 0.2 },
      ...cellLines(ROWS),
      { text: 'Counted in May.', left: 1, top: 2.7 },
      END,
    ];
    const { value } = await run(fixed({ stop: 'the end' }), lines, drawn(gridRulings(XS, YS)));
    expect(value).toMatchObject({
      title: { type: 'string', value: 'Stock of the shop' },
      footer: { type: 'string', value: 'Counted in May.' },
    });
    const without = await run(fixed(), lines, drawn(gridRulings(XS, YS)));
    expect(without.value).not.toHaveProperty('title');
  });

  test('check boxes in cells with a stop', async () => {
    const boxes = [2.25, 1.85].map((y, i) => ({
      points: [3.2, y, 3.35, y, 3.35, y + 0.15, 3.2, y + 0.15],
      closed: true,
      page: 0,
      ticked: i === 1,
    }));
    const tick = { points: [3.21, 1.86, 3.34, 1.99, 3.34, 1.86, 3.21, 1.99] };
    const lines = [
      START,
      ...cellLines([
        ['Item', 'Open', 'Pieces'],
        ['Nails', '', '250'],
        ['Bolts', '', '75'],
      ]),
      END,
    ];
    const paths = [...drawn(gridRulings(XS, YS)), ...boxes, tick];
    const { value } = await run(fixed({ stop: 'the end' }), lines, paths);
    expect(rowsOf(value)!.map((row) => row[1])).toEqual(['Open', '[true]', '[false]']);
    const columns = [{ id: 'open', index: 1, type: 'boolean', isRequired: true }];
    const typed = await run(fixed({ stop: 'the end', columns }), lines, paths);
    expect(rowsOf(typed.value)).toEqual([[true], [false]]);
  });

  test('cells show their rectangle as one line', async () => {
    const { value } = await run(fixed(), [START, ...cellLines(ROWS)], drawn(gridRulings(XS, YS)), 1);
    expect(value!.columns[0]!.values[1]).toMatchObject({
      value: 'Nails',
      lines: [
        {
          text: 'Nails',
          page: 0,
          boundingPolygon: [
            { x: 1, y: 1.7 },
            { x: 3, y: 1.7 },
            { x: 3, y: 2.1 },
            { x: 1, y: 2.1 },
          ],
        },
      ],
    });
  });

  test('fixedTable finds no table of that width', async () => {
    const { value, reason } = await run(
      fixed({ columnCount: 5 }),
      [START, ...cellLines(ROWS)],
      drawn(gridRulings(XS, YS)),
    );
    expect(value).toBeNull();
    expect(reason).toContain('5 columns');
  });

  test('rules that are no walls do not hide a table from alignment', async () => {
    const underlines = drawn([across(1.6, 1, 2), across(3.2, 4, 6)]);
    expect(rowsOf((await run(fixed(), [START, ...cellLines(ROWS)], underlines)).value)).toEqual(filled);
  });

  test('fixedTable gets through a page of 100,000 strokes', async () => {
    const strokes = Array.from({ length: 100_000 }, (_, i) => {
      const x = (i % 400) / 50;
      const y = 4 + Math.floor(i / 400) / 40;
      return { points: [x, y, x + 0.1, y] };
    });
    const started = processorTime();
    const { value } = await run(
      fixed(),
      [START, ...cellLines(ROWS)],
      [...drawn(gridRulings(XS, YS)), ...strokes],
    );
    expect(rowsOf(value)).toEqual(filled);
    expect(processorTime() - started).toBeLessThan(5_000);
  });

  test.each([
    [{ columnCount: 0 }, /method\.columnCount /],
    [{ columns: [{ id: 'a', index: 3 }] }, /method\.columns\.0\.index /],
    [{ columns: [{ id: 'a' }] }, /method\.columns\.0\.index is required/],
    [{ stop: 2 }, /method\.stop/],
  ])('fixedTable refuses %j', (members, expected) => {
    const issues = validateConfig({ fields: [fixed(members)] }).map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    );
    expect(issues).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });
});

describe('table', () => {
  const columns = [
    { id: 'count', terms: ['pieces'], type: 'number' },
    { id: 'what', terms: ['item', 'article'], stopTerms: ['shelf'] },
    { id: 'other', terms: ['colour'] },
  ];

  test('columns by their headings; a column without one is null', async () => {
    const { value } = await run(
      field({ id: 'table', columns }),
      [START, ...cellLines(ROWS)],
      drawn(gridRulings(XS, YS)),
    );
    expect(rowsOf(value)).toEqual([
      [null, 'Item', null],
      [250, 'Nails', null],
      [75, 'Bolts', null],
    ]);
  });

  test('the table whose headings fit best', async () => {
    const lower = YS.map((y) => y + 1.5);
    const better = [
      ['Article', 'Colour', 'Pieces'],
      ['Rope', 'red', '3'],
      ['Flag', 'blue', '1'],
    ];
    const lines = [START, ...cellLines(ROWS), ...cellLines(better, { top: 2.9 })];
    const other = gridRulings([1, 2.9, 4.9, 7], lower);
    const { value } = await run(
      field({ id: 'table', columns }),
      lines,
      drawn([...gridRulings(XS, YS), ...other]),
    );
    expect(rowsOf(value)![1]).toEqual([3, 'Rope', 'red']);
  });

  test('the method table finds no fitting heading', async () => {
    const none = [{ id: 'x', terms: ['weather'] }];
    const { value, reason } = await run(
      field({ id: 'table', columns: none }),
      [START, ...cellLines(ROWS)],
      drawn(gridRulings(XS, YS)),
    );
    expect(value).toBeNull();
    expect(reason).toContain('terms');
  });

  test('columns with x ranges run as textTable, with a warning', async () => {
    const ranges = [{ id: 'a', minX: 1, maxX: 3 }];
    const config = field({ id: 'table', columns: ranges, offsetY: 0.1 });
    expect(rowsOf((await run(config, [START, ...cellLines(ROWS)])).value)).toEqual([
      ['Item'],
      ['Nails'],
      ['Bolts'],
    ]);
    expect(validateConfig({ fields: [config] })).toMatchObject([
      { severity: 'warning', code: 'other_method' },
    ]);
  });

  test.each([
    [{ columns: [{ id: 'a' }] }, /columns\.0\.terms is required/],
    [{ columns: [{ id: 'a', terms: ['x'] }], offsetY: 1 }, /offsetY /],
    [{ columns: [{ id: 'a', terms: ['x'] }], stop: 3 }, /stop /],
    [{ columns: [{ id: 'a', minX: 1 }] }, /columns\.0\.maxX is required/],
  ])('table refuses %j', (members, expected) => {
    const issues = validateConfig({ fields: [field({ id: 'table', ...members })] }).map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    );
    expect(issues).toEqual([expect.stringMatching(expected)]);
  });
});

test('invoice reads its metadata by labels', async () => {
  const lines = [
    { text: 'Start', left: 1, top: 0.3 },
    { text: 'Invoice date', left: 1, top: 0.5 },
    { text: '05/03/2021', left: 3, top: 0.5 },
    { text: 'Bill to', left: 5, top: 0.5 },
    { text: 'Orla Haig', left: 5, top: 0.7 },
    ...cellLines([
      ['Article', 'Price', 'Total'],
      ['Rope', '$3.00', '$9.00'],
      ['Flag', '$1.00', '$2.00'],
    ]),
    { text: 'Total: $11.00', left: 5, top: 3 },
    { text: 'Tax', left: 5, top: 3.3 },
  ];
  const config = field({
    id: 'invoice',
    columns: [
      { id: 'item', terms: ['article'] },
      { id: 'total', terms: ['total'] },
    ],
  });
  const { value } = await run(config, lines, drawn(gridRulings(XS, YS)));
  expect(rowsOf(value)).toEqual([
    ['Rope', '$9.00'],
    ['Flag', '$2.00'],
  ]);
  expect(value).toMatchObject({
    metadata: {
      billing_address: null,
      billing_address_recipient: { value: 'Orla Haig' },
      invoice_date: { value: '2021-05-03T00:00:00.000Z' },
      total_tax: null,
    },
  });
});

test('a page is drawn for check boxes only when something in the table can be one', async () => {
  const paths = painted(gridRulings(XS, YS));
  const config = fixed({ stop: 'the end' });
  const plain = await runOn({ lines: [START, ...cellLines(ROWS), END], paths }, config);
  expect(plain.calls).not.toContain('raster');
  const signed = [START, ...cellLines([['Item', '☒ yes', '1'], ...ROWS.slice(1)]), END];
  expect((await runOn({ lines: signed, paths }, config)).calls).toContain('raster');
});
