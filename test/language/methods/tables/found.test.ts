/** Tables of text in which no row has a line in each column. */
import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { cellLines, field, rowsOf, run } from './support.js';

const START: LineSketch = { text: 'Start of things', left: 1, top: 0.9 };
const ROWS = [
  ['Nails', '250', '', '12'],
  ['Bolts', '13', '75', ''],
  ['Screws', '', '31', '17'],
  ['Hinges', '14', '42', ''],
  ['Hooks', '120', '', '18'],
  ['Locks', '', '66', '19'],
];
const PLACE = { lefts: [1.1, 2.5, 3.5, 4.5], pitch: 0.2 };
const filled = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((text) => text || null));

function fixed(columnCount: number, members: object = {}) {
  const columns = Array.from({ length: columnCount }, (_, index) => ({ id: `c${index}`, index }));
  return field({ id: 'fixedTable', columnCount, columns, ...members });
}

describe('fixedTable, without a full row', () => {
  const lines = [START, ...cellLines(ROWS, PLACE)];

  test('a table of sparse rows is read with the number of columns that it has', async () => {
    expect(rowsOf((await run(fixed(4), lines)).value)).toEqual(filled(ROWS));
  });

  test('cells that are close enough to be one line are cells of their own', async () => {
    const close = [
      ['Nails', '250', '12 17'],
      ['Bolts', '13', '75 31'],
      ['Screws', '18', '31 17'],
    ];
    const { value } = await run(fixed(4), [START, ...cellLines(close, PLACE)]);
    expect(rowsOf(value)?.[1]).toEqual(['Bolts', '13', '75', '31']);
  });

  test('rows from the stop on are no part of a table of sparse rows', async () => {
    const { value } = await run(fixed(4, { stop: 'hooks' }), lines);
    expect(rowsOf(value)).toEqual(filled(ROWS.slice(0, 4)));
  });

  test('a table of sparse rows above the anchor is not taken', async () => {
    const below = { ...START, top: 4 };
    expect((await run(fixed(4), [...cellLines(ROWS, PLACE), below])).value).toBeNull();
  });

  test('a table of sparse rows is not taken for one of another width', async () => {
    expect((await run(fixed(5), lines)).value).toBeNull();
  });

  test('a table of sparse rows below one of another width is not taken', async () => {
    const other = [
      ['Ahlers', '12'],
      ['Boers', '7'],
      ['Claus', '31'],
    ];
    const above = cellLines(other, { lefts: [1.1, 5.1], pitch: 0.2 });
    const { value } = await run(fixed(4), [START, ...above, ...cellLines(ROWS, { ...PLACE, top: 5 })]);
    expect(value).toBeNull();
  });
});

describe('columns by their headings, with lines that run over several of them', () => {
  const columns = [
    { id: 'rate', terms: ['rate'] },
    { id: 'part', terms: ['part'] },
    { id: 'share', terms: ['share'] },
  ];
  const head = ['Part', 'Number', 'Rate Share'];
  const rows = [
    ['Nails', '250', '12.5 17.0'],
    ['Bolts', '131', '75.1 31.4'],
    ['Screws', '184', '31.9 17.2'],
    ['Hinges', '142', '18.3 40.8'],
  ];
  const lines = [START, ...cellLines([head, ...rows], { ...PLACE, lefts: [1.1, 2.5, 3.5] })];
  const cells = [
    ['12.5', 'Nails', '17.0'],
    ['75.1', 'Bolts', '31.4'],
    ['31.9', 'Screws', '17.2'],
    ['18.3', 'Hinges', '40.8'],
  ];

  test('table has a cell for each of them, headings included', async () => {
    const { value } = await run(field({ id: 'table', columns }), lines);
    expect(rowsOf(value)).toEqual([['Rate', 'Part', 'Share'], ...cells]);
  });

  test('invoice has the rows below the headings', async () => {
    const { value } = await run(field({ id: 'invoice', columns }), lines);
    expect(rowsOf(value)).toEqual(cells);
  });

  test('a line over two columns is in both of them where one alone is asked for', async () => {
    const own = [columns[1]!, { id: 'rest', terms: ['share'] }];
    const { value } = await run(field({ id: 'table', columns: own }), lines);
    expect(rowsOf(value)?.[1]).toEqual(['Nails', '17.0']);
  });

  test('one heading of several is by chance', async () => {
    const foreign = ['rate', 'harbour', 'pilot'].map((term) => ({ id: term, terms: [term] }));
    const typed = [head.join(' '), ...rows.map((row) => row.join(' '))].map((text, i) => ({
      text: text.replaceAll(' ', '     '),
      left: 1.1,
      top: 1.4 + i * 0.2,
    }));
    const given = async (own: object[]) =>
      rowsOf((await run(field({ id: 'table', columns: own }), [START, ...typed])).value);
    expect(await given(columns)).toHaveLength(5);
    expect(await given(foreign)).toBeNull();
    expect(await given(foreign.slice(0, 1))).toHaveLength(5);
  });

  test('a heading has half of the words of a term', async () => {
    const given = async (terms: readonly string[]) =>
      rowsOf((await run(field({ id: 'invoice', columns: [{ id: 'x', terms }] }), lines)).value);
    expect(await given(['part of'])).toEqual(rows.map(([part]) => [part]));
    expect(await given(['part of the harbour'])).toBeNull();
    expect(await given(['part of the harbour', 'part'])).toEqual(rows.map(([part]) => [part]));
  });

  test('half of the columns have a heading', async () => {
    const given = async (terms: readonly string[]) => {
      const own = terms.map((term) => ({ id: term, terms: [term] }));
      return rowsOf((await run(field({ id: 'invoice', columns: own }), lines)).value);
    };
    expect(await given(['part', 'harbour'])).toEqual(rows.map(([part]) => [part, null]));
    expect(await given(['part', 'number', 'harbour', 'pilot'])).toHaveLength(rows.length);
    expect(await given(['part', 'number', 'harbour', 'pilot', 'berth'])).toBeNull();
  });

  test('no table has headings with these terms', async () => {
    const { value, reason } = await run(
      field({ id: 'invoice', columns: [{ id: 'x', terms: ['harbour'] }] }),
      lines,
    );
    expect(value).toBeNull();
    expect(reason).toBe('no table has headings with these terms for half of the columns');
  });
});

test('headings in walls of their own are the first row of the table below them', async () => {
  const rows = [
    ['Item', 'Text', 'Pieces', 'Price'],
    ['1', 'Nails', '250', '12.00'],
    ['2', 'Bolts', '13', '7.50'],
    ['3', 'Screws', '75', '31.20'],
  ];
  const walls = [1, 1.9, 2.9, 3.9, 4.9];
  const paths = [
    { points: [1, 1.2, 4.9, 1.2] },
    { points: [1, 1.45, 4.9, 1.45] },
    ...walls.map((x) => ({ points: [x, 1.2, x, 1.45] })),
  ];
  const cells = cellLines(rows, { lefts: [1.1, 2, 3, 4], top: 1.25, pitch: 0.25 });
  expect(rowsOf((await run(fixed(4), [START, ...cells], paths)).value)).toEqual(rows);
});

describe('table, with addresses above its headings and sums below its items', () => {
  const columns = [
    { id: 'text', terms: ['description', 'item'], isRequired: true },
    { id: 'count', terms: ['hours'] },
    { id: 'amount', terms: ['amount'], isRequired: true },
  ];
  const table = (members: object = {}) => field({ id: 'table', columns, ...members });
  const at = (left: number, top: number, text: string): LineSketch => ({
    text,
    left,
    top,
    width: text.length * 0.07,
    height: 0.12,
  });
  const address = [
    at(1, 1.2, '12 Mill Lane'),
    at(4.6, 1.3, 'Invoice date'),
    at(6.6, 1.3, '04/09/2025'),
    at(1, 1.4, 'Salem'),
    at(4.6, 1.6, 'Due date'),
    at(6.6, 1.6, '05/09/2025'),
  ];
  const items = (headings: readonly string[]) => [
    ...headings.map((text, i) => at([1, 4.2, 6.9][i]!, 2, text)),
    at(1, 2.33, 'Brand workshop, two days'),
    at(4.6, 2.33, '2'),
    at(6.73, 2.33, '$2,300.00'),
    at(1, 2.66, 'Wireframes'),
    at(4.5, 2.66, '18'),
    at(6.73, 2.66, '$1,710.00'),
    at(4.6, 3.1, 'Subtotal'),
    at(6.73, 3.1, '$4,010.00'),
    at(4.6, 3.45, 'Total due'),
    at(6.73, 3.45, '$4,010.00'),
  ];

  test('a table begins with its row of headings', async () => {
    const { value } = await run(table(), [START, ...address, ...items(['Description', 'Hours', 'Amount'])]);
    expect(rowsOf(value)).toEqual([
      ['Description', 'Hours', 'Amount'],
      ['Brand workshop, two days', '2', '$2,300.00'],
      ['Wireframes', '18', '$1,710.00'],
    ]);
  });

  test('a table without a heading for a column that is required is none', async () => {
    const { value } = await run(table(), [START, ...address, ...items(['Description', 'Hours', 'Remarks'])]);
    expect(value).toBeNull();
  });
});
