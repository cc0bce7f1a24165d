/** Tables whose rows are of unlike heights, or whose columns are of unlike lengths. */
import { expect, test } from 'vitest';
import { documentFromLines, findTables } from '../../../src/index.js';
import type { LineSketch, PathSketch } from '../../../src/page/document/sketch.js';

const rule = (y: number, from = 1, to = 6): PathSketch => ({ points: [from, y, to, y] });
const upright = (x: number, from: number, to: number): PathSketch => ({ points: [x, from, x, to] });

/** Texts at the left edges of columns, from a top on, a pitch apart. */
function column(texts: readonly string[], left: number, top: number, pitch = 0.17): LineSketch[] {
  return texts.map((text, i) => ({ text, left, top: top + i * pitch }));
}

async function gridOf(lines: readonly LineSketch[], paths: readonly PathSketch[] = []) {
  const found = await findTables(documentFromLines(lines, paths));
  return found.map(({ rowCount, columnCount, cells }) =>
    Array.from({ length: rowCount }, (_, row) =>
      Array.from(
        { length: columnCount },
        (__, at) => cells.find((cell) => cell.row === row && cell.column === at)?.text ?? '',
      ),
    ),
  );
}

const HULL = ['scraped down', 'primed twice', 'painted grey', 'left to dry', 'and launched'];

/** Rows with rules between them; the cell of one of them has more lines than all others. */
function ruledWork(long: readonly string[], row: number): { lines: LineSketch[]; paths: PathSketch[] } {
  const lines: LineSketch[] = [];
  const paths = [rule(0.95)];
  let top = 1;
  for (const [i, [part, who, work]] of [
    ['Part', 'Crew', 'Work'],
    ['Mast', 'Aune', 'varnished'],
    ['Sail', 'Berit', 'patched'],
    ['Hull', 'Dag', ''],
  ].entries()) {
    const texts = i === row ? long : [work!];
    lines.push({ text: part!, left: 1.05, top }, { text: who!, left: 2.6, top }, ...column(texts, 4.2, top));
    top += 0.17 * texts.length + 0.12;
    paths.push(rule(top - 0.06));
  }
  return { lines, paths };
}

test.each([5, 7])('the last row between rules is found with a cell of %i lines', async (count) => {
  const long = [...HULL, 'in good time', 'by the tide'].slice(0, count);
  const { lines, paths } = ruledWork(long, 3);
  const [table] = await gridOf(lines, paths);
  expect(table).toHaveLength(4);
  expect(table!.at(-1)).toEqual(['Hull', 'Dag', long.join(' ')]);
});

test('a row whose long cell begins above its other cells is one row', async () => {
  const { lines, paths } = ruledWork(HULL, 3);
  const middle = lines.map((line) =>
    line.text === 'Hull' || line.text === 'Dag' ? { ...line, top: line.top + 2 * 0.17 } : line,
  );
  const [table] = await gridOf(middle, paths);
  expect(table!.at(-1)).toEqual(['Hull', 'Dag', HULL.join(' ')]);
});

test('a paragraph between two rules below a table is no row of it', async () => {
  const { lines, paths } = ruledWork(['tarred'], 3);
  const bottom = paths.at(-1)!.points[1]!;
  const text = 'All work was done in the yard of the harbour between the first frost and the thaw';
  const prose = column([text, text, text], 1.05, bottom + 0.1).map((line) => ({ ...line, width: 4.9 }));
  const [table] = await gridOf([...lines, ...prose], [...paths, rule(bottom + 0.8)]);
  expect(table!.map(([part]) => part)).toEqual(['Part', 'Mast', 'Sail', 'Hull']);
});

test('columns with a value in the first row only are columns', async () => {
  const lines = [
    ...column(['Berth', 'N4'], 1, 1),
    ...column(['Owner', 'Sund'], 2, 1),
    ...column(['Rope', 'R1', 'R2', 'R3'], 3, 1),
    ...column(['Buoy', 'B1', 'B2', 'B3'], 4, 1),
    ...column(['Chain', 'K1', 'K2', 'K3'], 5, 1),
  ];
  expect(await gridOf(lines)).toEqual([
    [
      ['Berth', 'Owner', 'Rope', 'Buoy', 'Chain'],
      ['N4', 'Sund', 'R1', 'B1', 'K1'],
      ['', '', 'R2', 'B2', 'K2'],
      ['', '', 'R3', 'B3', 'K3'],
    ],
  ]);
});

test('texts that go on in two columns for want of room stay in their row', async () => {
  const row = (top: number, number: string, ends: readonly [string, string]) => [
    { text: number, left: 1, top },
    { text: 'a rope of the best hemp', left: 1.6, top },
    { text: 'to be stored in the upper', left: 3.4, top },
    { text: ends[0], left: 1.6, top: top + 0.17 },
    { text: ends[1], left: 3.4, top: top + 0.17 },
    { text: '12.50', left: 5.3, top },
  ];
  const lines = [
    ...row(1, '1', ['available', 'loft only']),
    ...row(1.5, '2', ['imported', 'cellar']),
    ...row(2, '3', ['available', 'boathouse']),
  ];
  const [table] = await gridOf(lines);
  expect(table).toHaveLength(3);
  expect(table![0]).toEqual([
    '1',
    'a rope of the best hemp available',
    'to be stored in the upper loft only',
    '12.50',
  ]);
});

test('headings that are written upwards are the first row of their grid', async () => {
  const xs = [1, 2.2, 2.6, 3, 3.4];
  const ys = [0.6, 1.8, 2.05, 2.3, 2.55];
  const paths = [
    ...ys.map((y) => rule(y, xs[0], xs.at(-1))),
    ...xs.map((x) => upright(x, ys[0]!, ys.at(-1)!)),
  ];
  const heads = ['Boats moored', 'Boats at sea', 'Lamps lit'].map((text, i) => ({
    text,
    left: xs[i + 1]! + 0.1,
    top: 1.7,
    angle: -90,
  }));
  const rows = ['Havn', 'Nes', 'Vik'].flatMap((text, i) => [
    { text, left: 1.05, top: ys[i + 1]! + 0.06 },
    ...[12, 34, 56].map((n, at) => ({
      text: String(n + i),
      left: xs[at + 1]! + 0.05,
      top: ys[i + 1]! + 0.06,
    })),
  ]);
  expect(await gridOf([...heads, ...rows], paths)).toEqual([
    [
      ['', 'Boats moored', 'Boats at sea', 'Lamps lit'],
      ['Havn', '12', '34', '56'],
      ['Nes', '13', '35', '57'],
      ['Vik', '14', '36', '58'],
    ],
  ]);
});

test('a code that is broken behind its dash goes on in the next line of its row', async () => {
  const rows = [
    ['Code', 'Timber', 'Boards', 'Price'],
    ['LARCH-', 'Planks of larch, planed on all four', '12', '48.00'],
    ['20418', 'sides and oiled twice', '', ''],
    ['OAK-7', 'Oak', '3', '90.00'],
    ['ASH-2', 'Ash', '5', '61.50'],
  ];
  const lefts = [1, 1.7, 4.6, 5.6];
  const tops = [1, 1.3, 1.47, 1.77, 2.07];
  const lines = rows.flatMap((row, i) =>
    row.flatMap((text, at) => (text === '' ? [] : [{ text, left: lefts[at]!, top: tops[i]! }])),
  );
  const [table] = await gridOf(lines);
  expect(table?.[1]).toEqual([
    'LARCH- 20418',
    'Planks of larch, planed on all four sides and oiled twice',
    '12',
    '48.00',
  ]);
  expect(table).toHaveLength(4);
});
