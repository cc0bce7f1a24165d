/** Tables of text in which no row has a line in each column. */
import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../src/document/sketch.js';
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

  test('cells that stand close enough to be one line are cells of their own', async () => {
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
