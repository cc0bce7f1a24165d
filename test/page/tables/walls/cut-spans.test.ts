import { expect, test } from 'vitest';
import { latticeTables } from '../../../../src/page/tables/walls/recognise.js';
import { drawnDocument } from '../../../support/drawn.js';
import { down, gridRulings, painted } from '../../../support/grids.js';

const YS = [1, 1.4, 1.8, 2.2];
const HEAD = [
  { text: 'Vessel', left: 1.1, top: 1.1 },
  { text: 'Dues', left: 3.1, top: 1.1 },
];
/** Walls around all rows, and between the columns of the first. */
const PATHS = painted([...gridRulings([1, 5], YS), down(3, 1, 1.4)]);

async function textsOf(lines: readonly { text: string; left: number; top: number }[]) {
  const { page } = drawnDocument({ lines: [...HEAD, ...lines], paths: PATHS });
  const [table] = await latticeTables(page, page.lines, { columnCount: 2 });
  return table!.rows.map((row) => row.map((cell) => cell?.text ?? null));
}

test('a row without walls between its texts is cut where the headings have them', async () => {
  const rows = [
    { text: 'Swan', left: 1.1, top: 1.5 },
    { text: '40.00', left: 3.1, top: 1.5 },
    { text: 'Heron', left: 1.1, top: 1.9 },
    { text: '35.50', left: 3.1, top: 1.9 },
  ];
  expect(await textsOf(rows)).toEqual([
    ['Vessel', 'Dues'],
    ['Swan', '40.00'],
    ['Heron', '35.50'],
  ]);
});

test('a text over two columns is one cell', async () => {
  const rows = [
    { text: 'All of these vessels pay on arrival', left: 1.1, top: 1.5 },
    { text: 'Heron', left: 1.1, top: 1.9 },
    { text: '35.50', left: 3.1, top: 1.9 },
  ];
  expect(await textsOf(rows)).toEqual([
    ['Vessel', 'Dues'],
    ['All of these vessels pay on arrival', null],
    ['Heron', '35.50'],
  ]);
});
