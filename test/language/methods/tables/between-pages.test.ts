/** What is between the parts of a table that goes on over pages: footers, headers, repeated headings. */
import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { down, drawn, gridRulings } from '../../../support/grids.js';
import { cellLines, field, rowsOf, run } from './support.js';

const HEADING = ['Date', 'Text', 'Paid'];
const LEFTS = [1.1, 3.1, 5.1];

/** A page with a running header, some rows from `top` on, and a running footer. */
function page(index: number, rows: readonly (readonly string[])[], top = 2): LineSketch[] {
  const lines = [
    ...cellLines([['Harbour office', 'Account 4711', 'Quay 3']], { page: index, top: 0.5 }),
    ...cellLines(rows, { page: index, top, pitch: 0.3 }),
    ...cellLines([['Harbour office', `Page ${index + 1} of 3`, 'www.example.com']], {
      page: index,
      top: 10.3,
    }),
  ];
  return lines;
}

const FIRST = [HEADING, ['01/02/2024', 'Berth', '10.00'], ['01/03/2024', 'Water', '2.50']];
const SECOND = [
  ['02/04/2024', 'Crane', '80.00'],
  ['02/05/2024', 'Power', '7.25'],
];
const THIRD = [
  ['03/06/2024', 'Berth', '10.00'],
  ['Total', '', '109.75'],
];
const ENTRIES = [...FIRST.slice(1), ...SECOND, THIRD[0]!];

const COLUMNS = LEFTS.map((left, i) => ({ id: `c${i}`, minX: left - 0.1, maxX: left + 1.8 }));
const BY_POSITION = LEFTS.map((_, index) => ({ id: `c${index}`, index }));

function textTable(members: object = {}) {
  return field({ id: 'textTable', columns: COLUMNS, stop: 'total', ...members }, { anchor: 'date' });
}

function fixedTable(members: object = {}) {
  return field(
    { id: 'fixedTable', columnCount: 3, columns: BY_POSITION, stop: 'total', ...members },
    { anchor: 'date' },
  );
}

describe('the anchor is a cell of the heading', () => {
  const lines = [...page(0, FIRST), ...page(1, [HEADING, ...SECOND], 1), ...page(2, [HEADING, ...THIRD], 1)];

  test('textTable: what later pages repeat is no row, nor are footers', async () => {
    expect(rowsOf((await run(textTable(), lines)).value)).toEqual(ENTRIES);
  });

  test('fixedTable finds a table by alignment where the anchor is a cell of its heading', async () => {
    expect(rowsOf((await run(fixedTable(), lines)).value)).toEqual([HEADING, ...ENTRIES]);
  });

  test('the method table finds a table by its headings where the anchor is a cell of them', async () => {
    const columns = [
      { id: 'date', terms: ['date'] },
      { id: 'text', terms: ['text'] },
      { id: 'paid', terms: ['paid'] },
    ];
    const config = field({ id: 'table', columns, stop: 'total' }, { anchor: 'date' });
    expect(rowsOf((await run(config, lines)).value)).toEqual([HEADING, ...ENTRIES]);
  });

  test('the trace says so of each row', async () => {
    const { table } = await run(textTable(), lines);
    const reasons = table?.rows.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toEqual([
      ...Array(2).fill('repeats the headings, or is above repeated headings'),
      ...Array(4).fill('is in the header or footer of its page'),
    ]);
  });

  test('drawn tables with a caption above the headings', async () => {
    const ys = [1.3, 1.6, 1.9, 2.2];
    const xs = [1, 3, 5, 7];
    const caption = { text: 'Harbour dues', left: 1.1, top: 1.36 };
    const drawnLines = [
      caption,
      ...cellLines(FIRST.slice(0, 2), { top: 1.66, pitch: 0.3 }),
      ...cellLines([HEADING, ...SECOND], { top: 1.36, pitch: 0.3, page: 1 }),
    ];
    const paths = [
      ...drawn([...gridRulings([1, 7], ys), down(3, 1.6, 2.2), down(5, 1.6, 2.2)]),
      ...drawn(gridRulings(xs, ys), 1),
    ];
    const { value } = await run(fixedTable({ stop: { type: 'last' }, startOnRow: 2 }), drawnLines, paths);
    expect(rowsOf(value)).toEqual([FIRST[1], ...SECOND]);
  });

  test('a heading whose cells have more lines than that of the anchor', async () => {
    const heading = (index: number, top: number) => [
      { text: 'Date', left: 1.1, top: top + 0.08, page: index },
      { text: 'Text', left: 3.1, top: top + 0.08, page: index },
      { text: 'Amount', left: 5.1, top, page: index },
      { text: 'paid', left: 5.1, top: top + 0.16, page: index },
    ];
    const own = [
      ...heading(0, 1),
      ...page(0, FIRST.slice(1)),
      ...page(1, SECOND),
      ...heading(1, 1.5),
      ...page(2, THIRD),
      ...heading(2, 1.5),
    ];
    const { value } = await run(fixedTable(), own);
    expect(rowsOf(value)!.slice(1)).toEqual(ENTRIES);
  });

  test('the anchor may be a heading that is none of the columns', async () => {
    const value = await run(textTable({ columns: COLUMNS.slice(1) }), lines);
    expect(rowsOf(value.value)).toEqual(ENTRIES.map((row) => row.slice(1)));
  });

  test('a heading of two lines, the anchor in the first', async () => {
    const two = [HEADING, ['', '', '(USD)']];
    const own = [
      ...page(0, [...two, ...FIRST.slice(1)]),
      ...page(1, [...two, ...SECOND], 1),
      ...page(2, THIRD),
    ];
    const columns = [COLUMNS[0], COLUMNS[1], { ...COLUMNS[2], type: 'number', isRequired: true }];
    const { value } = await run(textTable({ columns }), own);
    expect(rowsOf(value)).toEqual(ENTRIES.map(([date, text, paid]) => [date, text, Number(paid)]));
  });

  test('entries above a heading that comes again in the middle of a page stay', async () => {
    const own = [
      ...page(0, FIRST),
      ...page(1, [...SECOND, HEADING, ['02/09/2024', 'Fine', '5.00']], 1),
      ...page(2, THIRD),
    ];
    const rows = [...FIRST.slice(1), ...SECOND, ['02/09/2024', 'Fine', '5.00'], THIRD[0]];
    expect(rowsOf((await run(textTable(), own)).value)).toEqual(rows);
  });
});

describe('lines between pages', () => {
  const lines = [...page(0, FIRST), ...page(1, SECOND, 1), ...page(2, THIRD, 1)];

  test('headers and footers that pages have in common', async () => {
    expect(rowsOf((await run(textTable(), lines)).value)).toEqual(ENTRIES);
    expect(rowsOf((await run(fixedTable(), lines)).value)).toEqual([HEADING, ...ENTRIES]);
  });

  test('the footer of the page at whose end the table ends', async () => {
    const { value } = await run(textTable({ stop: undefined }), lines);
    expect(rowsOf(value)).toEqual(FIRST.slice(1));
  });

  test('a number of the page, and that the table goes on, need no second page', async () => {
    const own = [
      ...cellLines(FIRST, { top: 2 }),
      { text: '(continued on next page)', left: 3.1, top: 9.9 },
      { text: 'Page 1 of 2', left: 5.1, top: 10.3 },
    ];
    expect(rowsOf((await run(textTable({ stop: undefined }), own)).value)).toEqual(FIRST.slice(1));
  });

  test('a number of the page by itself, and other numbers that stay the same', async () => {
    const own = [FIRST, SECOND, THIRD].flatMap((rows, index) => [
      ...cellLines([['4711', 'Harbour office', `${index + 1}`]], { page: index, top: 0.5 }),
      ...cellLines(rows, { page: index, top: 2, pitch: 0.3 }),
      { text: `- ${index + 7} -`, left: 3.1, top: 10.3, page: index },
    ]);
    expect(rowsOf((await run(textTable(), own)).value)).toEqual(ENTRIES);
  });

  test('entries that count on at the head of each page stay', async () => {
    const [a, b, c] = [3, 4, 5].map((number) => [`${number}`, 'Berth', `${2 * number}`]);
    const own = [...page(0, [HEADING, a!]), ...page(1, [b!], 1), ...page(2, [c!, THIRD[1]!], 1)];
    expect(rowsOf((await run(textTable(), own)).value)).toEqual([a, b, c]);
  });

  test('a row that is on several pages is none of their headers', async () => {
    const same = ['01/02/2024', 'Berth', '10.00'];
    const own = [
      ...page(0, [HEADING, same, same]),
      ...page(1, [same, same], 1),
      ...page(2, [same, ...THIRD], 1),
    ];
    const { value } = await run(textTable(), own);
    expect(rowsOf(value)).toEqual([same, same, same, same, same, THIRD[0]]);
  });

  test('pages that are copies of each other keep their rows', async () => {
    const copy = (index: number) => [
      { text: `Copy ${index}`, left: 7, top: 0.2, page: index },
      ...cellLines([HEADING, ['Berth', 'one', 'yes'], ['Water', 'two', 'no'], ['Crane', 'three', 'no']], {
        page: index,
        top: 9,
      }),
    ];
    const { value } = await run(textTable({ stop: undefined }), [...copy(0), ...copy(1)]);
    expect(rowsOf(value)).toHaveLength(3);
  });

  test('a number of inches counts from the anchor, whatever is there', async () => {
    const { value } = await run(textTable({ stop: 9 }), lines);
    expect(rowsOf(value)).toHaveLength(3);
  });
});
