import { describe, expect, it } from 'vitest';
import { rowTexts, type TableSearch, wholeTables } from '../../src/llm/tables.js';
import type { LineSketch } from '../../src/page/document/sketch.js';
import { documentFromLines } from '../../src/reading/from-lines.js';

/** Rows of two columns from a top on a page, a quarter of an inch apart. */
function table(page: number, top: number, ...rows: readonly (readonly [string, string])[]): LineSketch[] {
  return rows.flatMap(([left, right], i) => [
    { text: left, left: 1, top: top + i / 4, page },
    { text: right, left: 4, top: top + i / 4, page },
  ]);
}

const WINES = [
  ['Wine', 'Price'],
  ['Rioja', '12.00'],
  ['Cava', '9.50'],
] as const;
const MORE = [
  ['Wine', 'Price'],
  ['Port', '20.00'],
  ['Sherry', '15.00'],
] as const;

async function found(
  lines: readonly LineSketch[],
  pages: readonly number[],
  more: Partial<TableSearch> = {},
) {
  const document = documentFromLines(lines);
  const byIndex = new Map(document.pages.map((page) => [page.index, page]));
  const tables = await wholeTables(pages, {
    pages: byIndex,
    linesOn: (page) => byIndex.get(page)?.lines ?? [],
    span: { top: 0.4, bottom: 0.2 },
    annotate: false,
    columnCount: 0,
    isFull: () => false,
    ...more,
  });
  return tables.map(({ rows, parts, title, footer }) => ({
    rows: rows.map(rowTexts),
    pages: parts.map(({ page }) => page),
    title: title?.text,
    footer: footer?.text,
  }));
}

it.each([
  [
    2,
    [
      ['Wine', 'Price'],
      ['Rioja', '12.00'],
    ],
  ],
  [3, undefined],
])('a table of one row is found by the number of its columns: %d', async (columnCount, rows) => {
  const lines = [
    { text: 'Wine', left: 1, top: 3 },
    { text: 'Price', left: 3, top: 3 },
    { text: 'Rioja', left: 1, top: 3.3 },
    { text: '12.00', left: 3, top: 3.3 },
  ];
  expect((await found(lines, [0], { columnCount }))[0]?.rows).toEqual(rows);
});

describe('wholeTables', () => {
  it('finds a table with its title and its footer', async () => {
    const lines = [
      { text: 'Cellar prices', left: 1, top: 2.7 },
      ...table(0, 3, ...WINES),
      {
        text: 'All prices are for a bottle of three quarters of a litre and hold for a year.',
        left: 1,
        top: 4.1,
      },
    ];
    expect(await found(lines, [0])).toEqual([
      {
        rows: WINES,
        pages: [0],
        title: 'Cellar prices',
        footer: 'All prices are for a bottle of three quarters of a litre and hold for a year.',
      },
    ]);
  });

  it('puts a table together over a page break, with its repeated heading once', async () => {
    const lines = [...table(0, 9.5, ...WINES), ...table(1, 1, ...MORE)];
    const whole = [{ rows: [...WINES, ...MORE.slice(1)], pages: [0, 1] }];
    expect(await found(lines, [0])).toMatchObject(whole);
    expect(await found(lines, [1])).toMatchObject(whole);
    expect(await found(lines, [0, 1])).toMatchObject(whole);
  });

  it('adds a single row at the head of the next page', async () => {
    const lines = [...table(0, 9.5, ...WINES), ...table(1, 1, ['Port', '20.00'])];
    expect(await found(lines, [0])).toMatchObject([{ rows: [...WINES, ['Port', '20.00']], pages: [0, 1] }]);
  });

  it('keeps apart what is too far from the page break', async () => {
    const lines = [...table(0, 9.5, ...WINES), ...table(1, 5, ...MORE)];
    expect(await found(lines, [0, 1])).toMatchObject([{ pages: [0] }, { pages: [1] }]);
    const near = [...table(0, 9.5, ...WINES), ...table(1, 1, ...MORE)];
    expect(await found(near, [0, 1], { span: { top: 0, bottom: 0 } })).toHaveLength(2);
    expect(await found(near, [0, 1], { isFull: () => true })).toHaveLength(2);
  });

  it('finds nothing on pages without tables, and on pages that are not there', async () => {
    expect(await found([{ text: 'Prose', left: 1, top: 1 }], [0, 7])).toEqual([]);
  });
});
