/** A table that is drawn at the anchor and does not fit is no reason to give another one. */
import { describe, expect, test } from 'vitest';
import { extract } from '../../../../src/index.js';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { drawnDocument } from '../../../support/drawn.js';
import { across, down, drawn, gridRulings, painted } from '../../../support/grids.js';
import { fill, frame } from '../../../support/paths.js';
import { cellLines, field, rowsOf, run, type TableValue } from './support.js';

const START: LineSketch = { text: 'Start of things', left: 1, top: 0.9 };

function fixed(columnCount: number, members: object = {}) {
  const columns = Array.from({ length: columnCount }, (_, index) => ({ id: `c${index}`, index }));
  return field({ id: 'fixedTable', columnCount, columns, ...members });
}

const STOCK = [
  ['Item', 'Shelf', 'Pieces'],
  ['Nails', 'A4', '250'],
  ['Bolts', 'B1', '75'],
];

describe('a drawn grid that is open at one side', () => {
  const YS = [1.3, 1.7, 2.1, 2.5];
  const open = drawn([
    ...YS.map((y) => across(y, 1, 7)),
    down(1, 1.3, 2.5),
    down(3, 1.3, 2.5),
    down(5, 1.3, 2.5),
  ]);
  const below = [
    ['one', 'two', 'three', 'four'],
    ['five', 'six', 'seven', 'eight'],
  ];
  const lefts = [1.1, 2.6, 4.1, 5.6];
  const lines = [START, ...cellLines(STOCK), ...cellLines(below, { lefts, top: 4.1 })];

  test('a drawn grid that is open at one side is not passed over for text below it', async () => {
    const { value, reason } = await run(fixed(4), lines, open);
    expect(value).toBeNull();
    expect(reason).toBe(
      'no table with 4 columns from the anchor on; there are: 2 columns at y 1.3, drawn; 4 columns at y 4.1',
    );
  });

  test('a drawn grid that is open at one side is read by its text where that has as many columns', async () => {
    expect(rowsOf((await run(fixed(3), lines, open)).value)).toEqual(STOCK);
  });
});

describe('two tables side by side', () => {
  const left = drawn(gridRulings([0.5, 1.5, 2.5, 3.5], [1.3, 1.7, 2.1, 2.5]));
  const right = drawn(gridRulings([4, 5.5, 7], [1.3, 1.7, 2.1, 2.5]));
  const leftLines = cellLines(STOCK, { lefts: [0.6, 1.6, 2.6] });
  const rightLines = cellLines(
    [
      ['start', 'Days'],
      ['Ahlers', '12'],
      ['Boers', '7'],
    ],
    { lefts: [4.1, 5.6] },
  );
  const lines = [...leftLines, ...rightLines];

  test('the one on the left is not that of an anchor in the one on the right', async () => {
    const { value, reason } = await run(fixed(3), lines, [...left, ...right]);
    expect(value).toBeNull();
    expect(reason).toBe(
      'no table with 3 columns from the anchor on; there are: 3 columns at y 1.3, beside the anchor, drawn; 2 columns at y 1.3, drawn',
    );
    expect(rowsOf((await run(fixed(2), lines, [...left, ...right])).value)![1]).toEqual(['Ahlers', '12']);
  });

  test('two tables of one width side by side: the one of the anchor is given', async () => {
    const both = drawn(gridRulings([0.5, 2, 3.5], [1.3, 1.7, 2.1, 2.5]));
    const pairs = cellLines(
      STOCK.map((row) => row.slice(0, 2)),
      { lefts: [0.6, 2.1] },
    );
    const { value } = await run(fixed(2), [...pairs, ...rightLines], [...both, ...right]);
    expect(rowsOf(value)![1]).toEqual(['Ahlers', '12']);
  });

  test('a box around the anchor alone keeps the table beside it out, and not those below', async () => {
    const box = drawn(gridRulings([4, 7], [1.3, 2.5]));
    const below = drawn(gridRulings([1, 3, 5, 7], [3.3, 3.7, 4.1]));
    const lower = cellLines(
      [
        ['x', 'y', 'z'],
        ['1', '2', '3'],
      ],
      { top: 3.4 },
    );
    const own = [...leftLines, { text: 'start', left: 4.1, top: 1.5 }, ...lower];
    const { value } = await run(fixed(3), own, [...left, ...box, ...below]);
    expect(rowsOf(value)).toEqual([
      ['x', 'y', 'z'],
      ['1', '2', '3'],
    ]);
  });
});

test('a redaction leaves no box to tick in its cell', async () => {
  const ys = [1.3, 1.6, 1.9, 2.2];
  const stock = cellLines([STOCK[0]!, ['Nails', '', '250'], STOCK[2]!], { top: 1.36, pitch: 0.3 });
  const lines = [START, ...stock, { text: 'The end', left: 1, top: 4 }];
  const paths = [
    ...painted(gridRulings([1, 3, 5, 7], ys)),
    fill(3.25, 1.6, 5, 1.9),
    frame(5.5, 1.98, 5.65, 2.13),
  ];
  const { document } = drawnDocument({ lines, paths });
  const config = JSON.stringify({ fields: [fixed(3, { stop: 'the end' })] });
  const { parsed_document } = await extract(document, config);
  expect(rowsOf(parsed_document['value'] as TableValue | null)).toEqual([
    STOCK[0],
    ['Nails', null, '250'],
    ['Bolts', 'B1', '75 [false]'],
  ]);
});
