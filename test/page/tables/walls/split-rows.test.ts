import { expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { latticeTables } from '../../../../src/page/tables/walls/recognise.js';
import { drawnDocument } from '../../../support/drawn.js';
import { gridRulings, painted } from '../../../support/grids.js';

const XS = [1, 2.5, 4.5, 6];
const HEADINGS = ['Item', 'Description', 'Amount'];

/** Lines of cells, `''` for none, a pitch apart. */
function lines(rows: readonly (readonly string[])[], top: number, pitch = 0.3): LineSketch[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) =>
      text === '' ? [] : [{ text, left: XS[column]! + 0.1, top: top + row * pitch }],
    ),
  );
}

async function recognise(sketches: readonly LineSketch[], ys: readonly number[]) {
  const { page } = drawnDocument({ lines: [...sketches], paths: painted(gridRulings(XS, ys)) });
  const [table] = await latticeTables(page, page.lines, { columnCount: 3 });
  return { ...table!, texts: table!.rows.map((row) => row.map((cell) => cell?.text ?? null)) };
}

test('a row of walls with many items is a row for each, wrapped text included', async () => {
  const items = [
    ['A-101', 'Oak shelving,', '1,140.00'],
    ['A-117', 'Bench', '930.00'],
    ['B-204', '', '225.00'],
  ];
  const wrapped = { text: 'six feet', left: XS[1]! + 0.1, top: 1.76 };
  const { texts, ys, rows } = await recognise(
    [...lines([HEADINGS], 1.1), ...lines(items, 1.6, 0.35), wrapped],
    [1, 1.4, 4],
  );
  expect(texts).toEqual([
    HEADINGS,
    ['A-101', 'Oak shelving, six feet', '1,140.00'],
    ['A-117', 'Bench', '930.00'],
    ['B-204', '', '225.00'],
  ]);
  expect(ys).toHaveLength(5);
  expect([...ys].sort((a, b) => a - b)).toEqual(ys);
  expect(rows[3]![0]!.bounds).toMatchObject({ left: 1, right: 2.5, bottom: 4 });
});

test('a row of walls is divided where three full rows have amounts, whatever their first cells', async () => {
  const items = [
    ['Shelf', 'oak', '10.00'],
    ['Bench', 'ash', '7.50'],
    ['Lamp', 'brass', '1.00'],
  ];
  const { texts } = await recognise([...lines([HEADINGS], 1.1), ...lines(items, 1.6)], [1, 1.4, 4]);
  expect(texts).toEqual([HEADINGS, ...items]);
});

test('stays one where its text may be the lines of one entry', async () => {
  const claim = [
    ['GL-1', 'Fall', '100.00'],
    ['Ahlers', 'Injury', '50.00'],
  ];
  const { texts } = await recognise([...lines([HEADINGS], 1.1), ...lines(claim, 1.6)], [1, 1.4, 3]);
  expect(texts).toEqual([HEADINGS, ['GL-1 Ahlers', 'Fall Injury', '100.00 50.00']]);
});

test('stays one where walls divide as many rows as it has lines', async () => {
  const claims = [1.6, 2.6, 3.6].flatMap((top) =>
    lines(
      [
        ['01/01/2024', 'Fall', '100.00'],
        ['01/05/2024', 'Injury', '50.00'],
      ],
      top,
    ),
  );
  const { texts } = await recognise([...lines([HEADINGS], 1.1), ...claims], [1, 1.4, 2.4, 3.4, 4.4]);
  expect(texts).toHaveLength(4);
  expect(texts[1]).toEqual(['01/01/2024 01/05/2024', 'Fall Injury', '100.00 50.00']);
});
