import { expect, test } from 'vitest';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { askedTables } from '../../../src/page/tables/asked-tables.js';
import { tablesOn } from '../../../src/page/tables/find.js';
import type { RecognisedTable } from '../../../src/page/tables/walls/model.js';
import { drawnDocument } from '../../support/drawn.js';

const LEFTS = [1, 3, 5];

function lines(rows: readonly (readonly string[])[], top = 2, pitch = 0.25): LineSketch[] {
  return rows.flatMap((row, at) =>
    row.flatMap((text, column) =>
      text === '' ? [] : [{ text, left: LEFTS[column]!, top: top + at * pitch }],
    ),
  );
}

function pageOf(rows: readonly (readonly string[])[], top?: number, pitch?: number) {
  return drawnDocument({ lines: lines(rows, top, pitch) }).page;
}

const textsOf = ({ rows }: RecognisedTable) => rows.map((row) => row.map((cell) => cell?.text ?? null));

const PAIR = [
  ['Vessel', 'Berth', 'Master'],
  ['Swan', 'north', 'Ahlers'],
];
const DUES = [
  ['Vessel', 'Berth', 'Dues'],
  ['Swan', 'north', '40.00'],
  ['Heron', 'south', '35.50'],
  ['Gull', 'east', '20.00'],
];

test('two rows are a table for those who know how many columns it has', async () => {
  const page = pageOf(PAIR);
  expect(await askedTables(page, page.lines)).toEqual([]);
  expect(await askedTables(page, page.lines, { columnCount: 2 })).toEqual([]);
  expect((await askedTables(page, page.lines, { columnCount: 3 })).map(textsOf)).toEqual([PAIR]);
});

test('rows at the head of a page are in the columns of the table before, however few they are', async () => {
  const first = pageOf(DUES);
  const [before] = await askedTables(first, first.lines);
  const rest = [['Curlew', '', '12.00']];
  const page = pageOf(rest, 0.5);
  expect(await askedTables(page, page.lines)).toEqual([]);
  const [part] = await askedTables(page, page.lines, { before });
  expect(textsOf(part!)).toEqual(rest);
  expect(part!.xs).toEqual(before!.xs);
});

test('a part with an empty column is as wide as the table before', async () => {
  const first = pageOf(DUES);
  const [before] = await askedTables(first, first.lines);
  const rest = ['12.00', '13.50', '7.25', '9.75'].map((dues, i) => [`Vessel ${i}`, '', dues]);
  const page = pageOf(rest, 0.5);
  expect((await askedTables(page, page.lines))[0]!.xs).toHaveLength(3);
  expect((await askedTables(page, page.lines, { before })).map(textsOf)).toEqual([rest]);
});

test('rows that are in no columns of the table before are no part of it', async () => {
  const first = pageOf(DUES);
  const [before] = await askedTables(first, first.lines);
  const text = { text: 'All dues are to be paid on the day of the arrival of the vessel', left: 1, top: 0.5 };
  const { page } = drawnDocument({ lines: [text] });
  expect(await askedTables(page, page.lines, { before })).toEqual([]);
});

test('items of several lines at one distance begin where the first column has a value', async () => {
  const names = ['Mooring line', 'Fender', 'Anchor chain, short'];
  const items = names.flatMap((name, i) => [
    [`${i + 1}`, name, '40.00'],
    ['', 'made in Leer', ''],
    ['', `01.0${i + 3}.2026 and ${'later, '.repeat(i)}on`, ''],
    ['', 'by contract', ''],
  ]);
  for (const pitch of [0.16, 0.3]) {
    const page = pageOf([['Item', 'Text', 'Price'], ...items], 2, pitch);
    const [table] = await askedTables(page, page.lines);
    expect(textsOf(table!)).toEqual([
      ['Item', 'Text', 'Price'],
      ...names.map((name, i) => [
        `${i + 1}`,
        `${name} made in Leer 01.0${i + 3}.2026 and ${'later, '.repeat(i)}on by contract`,
        '40.00',
      ]),
    ]);
  }
});

test('the same lines are seen once', async () => {
  const page = pageOf(DUES);
  const [table] = await askedTables(page, [...page.lines]);
  expect((await askedTables(page, [...page.lines], { columnCount: 3 }))[0] === table).toBe(true);
  const [fewer] = await askedTables(page, page.lines.slice(3));
  expect(textsOf(fewer!)).toEqual(DUES.slice(1));
});

test('rows that keep to their columns are one table over what is blackened between them', async () => {
  const page = pageOf(DUES, 2, 0.6);
  expect((await tablesOn(page)).map(({ rowCount }) => rowCount)).toEqual([4]);
  const apart = pageOf(DUES, 2, 1.5);
  expect(await tablesOn(apart)).toEqual([]);
});
