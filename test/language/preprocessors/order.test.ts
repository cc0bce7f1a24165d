import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/index.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { box, linesOf, pagesOf, preprocess, problems, texts, textsAfter } from './support.js';

const COLUMNS = { type: 'multicolumn' };

describe('multicolumn', () => {
  const worked = [
    box('T', 1, 7, 1, 1.2),
    box('L1', 1, 3, 1.5, 1.7),
    box('R1', 4, 6.5, 1.5, 1.7),
    box('L2', 1, 3, 3, 3.2),
    box('R2', 4, 6, 3, 3.2),
    box('F', 1, 7, 3.6, 3.8),
  ];
  const order = async (lines: readonly LineSketch[], minGutterArea?: number) => {
    const entry = minGutterArea === undefined ? COLUMNS : { ...COLUMNS, minGutterArea };
    return (await textsAfter(pagesOf(...lines), entry))[0]!.join(' ');
  };

  it.each([
    [1.7, 'T L1 L2 R1 R2 F'],
    [1.71, 'T L1 R1 L2 R2 F'],
    [2, 'T L1 R1 L2 R2 F'],
    [0, 'T L1 L2 R1 R2 F'],
  ])('parts columns at gutters of %s square inches or more', async (area, wanted) => {
    expect(await order(worked, area)).toBe(wanted);
  });

  it('leaves one column alone', async () => {
    const pages = pagesOf(box('a', 1, 7, 1, 1.2), box('b', 1, 7, 2, 2.2));
    expect((await preprocess(pages, COLUMNS)).pages[0]).toBe(pages[0]);
  });

  it('reads three columns that begin at different heights', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => row);
    const three = [1, 2, 3].flatMap((column) =>
      rows.map((row) => {
        const left = column * 2.5 - 1.5;
        const top = 2 + row * 0.25 - column * 0.1;
        return box(`${column}:${row}`, left, left + 2, top, top + 0.2);
      }),
    );
    const wanted = [1, 2, 3].flatMap((column) => rows.map((row) => `${column}:${row}`));
    expect(await order([box('title', 1, 8, 0.5, 0.7), ...three])).toBe(['title', ...wanted].join(' '));
  });

  it('reads what is above a full line before what is below it', async () => {
    const half = (top: number, name: string) =>
      [0, 1].flatMap((row) => [
        box(`l${name}${row}`, 1, 3, top + row * 2, top + row * 2 + 0.2),
        box(`r${name}${row}`, 4, 6, top + row * 2, top + row * 2 + 0.2),
      ]);
    expect(await order([...half(1, 'a'), box('full', 1, 7, 4, 4.2), ...half(5, 'b')])).toBe(
      'la0 la1 ra0 ra1 full lb0 lb1 rb0 rb1',
    );
  });

  it('prefers the larger gutter', async () => {
    const high = [0, 1].flatMap((row) => [
      box(`a${row}`, 1, 2, 1 + row * 8, 1.2 + row * 8),
      box(`b${row}`, 2.3, 4, 1 + row * 8, 1.2 + row * 8),
    ]);
    const wide = [box('c0', 5.5, 6.5, 1, 1.2), box('c1', 5.5, 6.5, 2, 2.2)];
    expect(await order([...high, ...wide])).toBe('a0 a1 b0 b1 c0 c1');
  });

  it('lets turned text cross a gutter', async () => {
    const stamp = { text: 'COPY', left: 2, top: 1.2, width: 3, angle: 40 };
    expect((await order([...worked, stamp])).replace(' COPY', '').replace('COPY ', '')).toBe(
      'T L1 L2 R1 R2 F',
    );
  });

  it('changes nothing the second time', async () => {
    const { pages } = await preprocess(pagesOf(...worked), COLUMNS);
    expect((await preprocess(pages, COLUMNS)).pages[0]).toBe(pages[0]);
  });

  it('keeps columns apart for what comes later', async () => {
    const merge = { type: 'mergeLines', directlyAdjacentThreshold: 9, adjacentThreshold: 9 };
    const [merged] = await textsAfter(pagesOf(...worked), COLUMNS, merge);
    expect(merged).toEqual(['T', 'L1', 'L2', 'R1', 'R2', 'F']);
  });

  it('ends when a gutter leaves all lines on one side', async () => {
    const lines = [box('left', 1, 2, 1, 5), box('right', 3, 4, 1, 5), box('across', 1.5, 3.5, 1, 3.5)];
    expect((await order(lines)).split(' ')).toHaveLength(3);
  });

  it('skips pages that are too full', async () => {
    const lines = Array.from({ length: 2001 }, (_, i) =>
      box(`${i}`, i % 8, (i % 8) + 0.5, i / 200, i / 200 + 0.04),
    );
    const pages = pagesOf(...lines);
    const { pages: after, warnings } = await preprocess(pages, COLUMNS);
    expect(after[0]).toBe(pages[0]);
    expect(warnings).toMatchObject([{ code: 'MULTICOLUMN_SKIPPED', page: 0, path: 'preprocessors[0]' }]);
  });
});

describe('linearize', () => {
  const linearize = (options: object) => ({ type: 'linearize', ...options });
  const grid = [
    box('l1', 1, 2, 1, 1.2),
    box('r1', 5, 6, 1, 1.2),
    box('l2', 1, 2, 2, 2.2),
    box('r2', 5, 6, 2, 2.2),
  ];

  it('gives a line to the first block that holds it', async () => {
    const blocks = [{ maxY: 1.5 }, {}];
    expect(await textsAfter(pagesOf(...grid), linearize({ match: 'l1', blocks }))).toEqual([
      ['l1', 'r1', 'l2', 'r2'],
    ]);
    const columns = [{ minX: 4 }, {}];
    expect(await textsAfter(pagesOf(...grid), linearize({ match: 'l1', blocks: columns }))).toEqual([
      ['r1', 'r2', 'l1', 'l2'],
    ]);
  });

  it('drops what crosses the edge of a block by more than 0.01', async () => {
    const entry = (maxX: number) => linearize({ match: 'l1', blocks: [{ maxX }] });
    expect(await textsAfter(pagesOf(...grid), entry(1.99))).toEqual([['l1', 'l2']]);
    expect(await textsAfter(pagesOf(...grid), entry(1.98))).toEqual([[]]);
  });

  it('leaves pages without a match alone', async () => {
    const pages = pagesOf(...grid, box('other', 5, 6, 1, 1.2, 1));
    expect((await textsAfter(pages, linearize({ match: 'l1', blocks: [{ maxX: 4 }] })))[1]).toEqual([
      'other',
    ]);
  });

  it('cuts blocks out of each section', async () => {
    const pages = pagesOf(
      box('top', 1, 2, 0.5, 0.7),
      box('item a', 1, 2, 1, 1.2),
      box('right a', 5, 6, 1.05, 1.25),
      box('left a', 1, 2, 1.3, 1.5),
      box('sticks out', 5, 6, 1.75, 2.3),
      box('item b', 1, 2, 2, 2.2),
      box('right b', 5, 6, 2.05, 2.25),
      box('left b', 1, 2, 2.3, 2.5),
      box('goes on', 1, 2, 1, 1.2, 1),
    );
    const blocks = [{ maxX: 4 }, { minX: 4 }];
    const range = { anchor: 'item' };
    expect(await textsAfter(pages, linearize({ range, blocks }))).toEqual([
      ['top', 'item a', 'left a', 'right a', 'item b', 'left b', 'right b'],
      ['goes on'],
    ]);
  });

  it('reads the external lines of a section with its own, in their blocks', async () => {
    const row = (texts: string[], top: number) =>
      texts.map((text, i) => ({ text, left: 1 + 3 * i, top, width: 1 }));
    const lines = [
      ...row(['Item', 'Price'], 1),
      ...row(['Note'], 1.5),
      ...row(['Nails', '3'], 2),
      ...row(['Bolts', '5'], 2.5),
      ...row(['End'], 3),
    ];
    const externalRange = { anchor: 'item', anchorIsAbsolute: true, stop: 'note' };
    const range = { anchor: 'nails', stop: 'end', stopOffsetY: -0.2, externalRange };
    const blocks = [{ maxX: 3 }, { minX: 3 }];
    expect(await textsAfter(pagesOf(...lines), linearize({ range, blocks }))).toEqual([
      ['Item', 'Nails', 'Bolts', 'Price', '3', '5', 'Note', 'End'],
    ]);
  });

  it('gives anchors of later steps the new order', async () => {
    const pages = pagesOf(...grid);
    const entry = linearize({ match: 'l1', blocks: [{ maxX: 4 }, { minX: 4 }] });
    const remove = { type: 'removeLines', match: ['l2', 'r1'].map((text) => ({ type: 'equals', text })) };
    expect(await textsAfter(pages, entry, remove)).toEqual([['l1', 'l2', 'r2']]);
    expect(await textsAfter(pages, remove)).toEqual(texts(pages));
  });

  it('linearize needs blocks, and a match or a range', () => {
    expect(problems(linearize({ blocks: [{}] }))).toEqual(['preprocessors[0]']);
    expect(problems(linearize({ blocks: [{}, { minX: 2, maxX: 2 }], match: 'a' }))).toEqual([
      'preprocessors[0].blocks[1]',
    ]);
    expect(problems(linearize({ blocks: [{}], match: 'a', range: { anchor: 'a' } }))).toEqual([
      'preprocessors[0].range',
    ]);
  });
});

describe('sort', () => {
  const jitter = [
    { text: 'a', left: 1, top: 1 },
    { text: 'b', left: 2, top: 0.97 },
    { text: 'c', left: 3, top: 1.02 },
    { text: 'd', left: 1, top: 1.17 },
  ];

  it('keeps rows apart', async () => {
    expect(await textsAfter(pagesOf(...jitter), { type: 'sort' })).toEqual([['a', 'b', 'c', 'd']]);
    expect(await textsAfter(pagesOf(...jitter), { type: 'sort', tolerance: 0 })).toEqual([
      ['b', 'a', 'c', 'd'],
    ]);
  });

  it('aligns rows at their median', async () => {
    const { pages } = await preprocess(pagesOf(...jitter), { type: 'sort', align: true });
    expect(linesOf(pages).map(({ top }) => top)).toEqual([1, 1, 1, 1.17]);
  });

  it('orders what later steps change in the same way', async () => {
    const split = { type: 'splitLines', minSpaces: 2 };
    const pages = pagesOf(...jitter, { text: 'x  y', left: 4, top: 0.96 });
    expect(await textsAfter(pages, { type: 'sort' }, split)).toEqual([['a', 'b', 'c', 'x', 'y', 'd']]);
  });

  it('leaves turned text at its place by top', async () => {
    const turned = { text: 'turned', left: 0.5, top: 1.01, angle: 90 };
    expect(await textsAfter(pagesOf(...jitter, turned), { type: 'sort' })).toEqual([
      ['a', 'b', 'c', 'turned', 'd'],
    ]);
  });

  it('ends where columns are ordered again', async () => {
    const { pages } = await preprocess(pagesOf(...jitter), [{ type: 'sort' }, COLUMNS]);
    expect(texts(pages)).toEqual([['b', 'a', 'c', 'd']]);
    expect(pages[0]).not.toHaveProperty('rowTolerance');
  });
});

it('a row whose median lies between two thousandths is aligned to one of them', async () => {
  for (const low of [1, 1.017, 2.503, 3.333, 7.129]) {
    const tops = [low, low + 0.001];
    const before = pagesOf(...tops.map((top, i) => ({ text: `${i}`, left: 1 + i, top })));
    const { pages } = await preprocess(before, { type: 'sort', align: true });
    expect(new Set(linesOf(pages).map(({ top }) => top)).size).toBe(1);
  }
});

it('linearize starts from geometry, whatever rows a sort made before', async () => {
  const before = pagesOf(
    { text: 'Goods', left: 1, top: 2 },
    { text: 'note', left: 5, top: 1.9 },
    { text: 'salt', left: 1, top: 2.5 },
  );
  const entries = [
    { type: 'sort', tolerance: 0.2 },
    { type: 'linearize', range: { anchor: 'goods' }, blocks: [{}] },
  ];
  expect(texts((await preprocess(before, { type: 'sort', tolerance: 0.2 })).pages)).toEqual([
    ['Goods', 'note', 'salt'],
  ]);
  expect(texts((await preprocess(before, entries)).pages)).toEqual([['note', 'Goods', 'salt']]);
});

describe('a documentRange over flows', () => {
  const document = documentFromLines([
    { text: 'Sender', left: 1, top: 1 },
    { text: 'Receiver', left: 5, top: 1.1 },
    { text: 'Oslo', left: 1, top: 1.5 },
    { text: 'Kiel', left: 5, top: 1.6 },
    { text: 'Goods', left: 1, top: 3 },
  ]);
  const range = async (method: object, anchor = 'sender') => {
    const config = {
      preprocessors: [
        { type: 'linearize', match: 'sender', blocks: [{ maxX: 4, maxY: 2 }, { minX: 4, maxY: 2 }, {}] },
      ],
      fields: [{ id: 'x', anchor, method: { id: 'documentRange', ...method } }],
    };
    return (await extract(document, JSON.stringify(config))).parsed_document['x'];
  };

  it('ends before its stop in reading order, however high that is', async () => {
    expect(await range({ stop: 'receiver' })).toEqual({ type: 'string', value: 'Oslo' });
    expect(await range({ stop: 'receiver', stopOffsetY: 0.05 })).toEqual({
      type: 'string',
      value: 'Oslo Receiver',
    });
  });

  it('begins in its own flow where it has an offset', async () => {
    expect(await range({ stop: 'goods', offsetY: 0.2 }, 'receiver')).toEqual({
      type: 'string',
      value: 'Kiel',
    });
    expect(await range({ stop: 'goods', offsetY: -0.5 }, 'receiver')).toEqual({
      type: 'string',
      value: 'Kiel',
    });
  });
});
