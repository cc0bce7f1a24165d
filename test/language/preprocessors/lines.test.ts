import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../../src/page/document/geometry.js';
import { makeLine, partsOf } from '../../../src/page/document/line.js';
import { processorTime } from '../../support/processor-time.js';
import { box, linesOf, pagesOf, placed, preprocess, problems, textsAfter } from './support.js';

const BUILT_IN = { type: 'mergeLines', directlyAdjacentThreshold: 0.16, adjacentThreshold: 0.6 };

describe('mergeLines', () => {
  const words = [
    box('Net', 1, 1.3, 2, 2.15),
    box('pay', 1.32, 1.6, 2, 2.15),
    box('due', 1.66, 1.9, 2, 2.15),
    box('now', 2, 2.3, 2, 2.15),
  ];

  it('joins by the gap as a share of the height', async () => {
    expect(await textsAfter(pagesOf(...words), BUILT_IN)).toEqual([['Netpay due', 'now']]);
    expect(await textsAfter(pagesOf(...words), { ...BUILT_IN, adjacentThreshold: 0.7 })).toEqual([
      ['Netpay due now'],
    ]);
  });

  it('mergeLines joins at exactly the thresholds', async () => {
    const pair = (gap: number) => pagesOf(box('a', 1, 2, 1, 1.2), box('b', 2 + gap, 3, 1, 1.2));
    expect(await textsAfter(pair(0.032), BUILT_IN)).toEqual([['ab']]);
    expect(await textsAfter(pair(0.04), BUILT_IN)).toEqual([['a b']]);
    expect(await textsAfter(pair(0.12), BUILT_IN)).toEqual([['a b']]);
    expect(await textsAfter(pair(0.122), BUILT_IN)).toEqual([['a', 'b']]);
  });

  it('joins from the given overlap of heights on, and keeps the box of the left part', async () => {
    const note = pagesOf(box('note', 2.7, 2.99, 2, 2.15), box('(1)', 3, 3.1, 2, 2.07));
    expect(await textsAfter(note, BUILT_IN)).toEqual([['note', '(1)']]);
    const { pages } = await preprocess(note, { ...BUILT_IN, yOverlapThreshold: 0.4 });
    expect(linesOf(pages).map(placed)).toEqual([['note(1)', 2.7, 2, 3.1, 2.15]]);
    const edge = pagesOf(box('a', 1, 2, 0, 1), box('b', 2, 3, 0.2, 1.2));
    expect(await textsAfter(edge, { ...BUILT_IN, yOverlapThreshold: 0.667 })).toEqual([['ab']]);
    expect(await textsAfter(edge, { ...BUILT_IN, yOverlapThreshold: 0.7 })).toEqual([['a', 'b']]);
  });

  it('undoes the overlap joins that minXGapThreshold forbids', async () => {
    const overlapping = pagesOf(box('Dental plan premium', 1, 3, 4, 4.15), box('250.00', 2.6, 3.4, 4, 4.15));
    const { pages } = await preprocess(overlapping, BUILT_IN);
    expect(linesOf(pages).map(({ text }) => text)).toEqual(['Dental plan premium250.00']);
    const apart = await preprocess(pages, { ...BUILT_IN, minXGapThreshold: 0.5 });
    expect(linesOf(apart.pages).map(placed)).toEqual([
      ['Dental plan premium', 1, 4, 3, 4.15],
      ['250.00', 2.6, 4, 3.4, 4.15],
    ]);
    const kept = await preprocess(pages, { ...BUILT_IN, minXGapThreshold: 0.3 });
    expect(linesOf(kept.pages).map(({ text }) => text)).toEqual(['Dental plan premium250.00']);
  });

  it('keeps touching lines apart where it is asked to', async () => {
    const touching = pagesOf(box('a', 1, 2, 1, 1.2), box('b', 2, 3, 1, 1.2));
    expect(await textsAfter(touching, BUILT_IN)).toEqual([['ab']]);
    expect(await textsAfter(touching, { ...BUILT_IN, minXGapThreshold: 0 })).toEqual([['a', 'b']]);
  });

  it('makes words of single letters', async () => {
    const letters = [...'word'].map((text, i) => box(text, 1 + i * 0.16, 1.1 + i * 0.16, 1, 1.2));
    const entry = { ...BUILT_IN, directlyAdjacentThreshold: 0.4 };
    expect(await textsAfter(pagesOf(...letters), entry)).toEqual([['word']]);
  });

  it('joins turned text along its own direction', async () => {
    const turned = pagesOf(
      { text: 'down', left: 2, top: 1, width: 0.4, angle: 90 },
      { text: 'wards', left: 2, top: 1.41, width: 0.5, angle: 90 },
    );
    expect(await textsAfter(turned, BUILT_IN)).toEqual([['downwards']]);
  });

  it('joins neither over flows nor over pages', async () => {
    const columns = { type: 'linearize', match: 'a', blocks: [{ maxX: 2 }, { minX: 2 }] };
    const pair = pagesOf(box('a', 1, 2, 1, 1.2), box('b', 2, 3, 1, 1.2));
    expect(await textsAfter(pair, columns, BUILT_IN)).toEqual([['a', 'b']]);
    const pages = pagesOf(box('a', 1, 2, 1, 1.2), box('b', 2, 3, 1, 1.2, 1));
    expect(await textsAfter(pages, BUILT_IN)).toEqual([['a'], ['b']]);
  });

  it('shares a page that stays the same', async () => {
    const pages = pagesOf(box('a', 1, 2, 1, 1.2), box('b', 4, 5, 1, 1.2));
    expect((await preprocess(pages, BUILT_IN)).pages[0]).toBe(pages[0]);
  });

  it('averages the confidence of words', async () => {
    const [page] = pagesOf(box('a b c', 1, 2, 1, 1.2), box('d', 2, 3, 1, 1.2));
    const read = page!.lines.map((line, i) =>
      makeLine({ ...partsOf(line), source: 'ocr', confidence: i === 0 ? 1 : 0.6 }),
    );
    const { pages } = await preprocess([{ ...page!, lines: read }], BUILT_IN);
    expect(linesOf(pages)[0]).toMatchObject({ source: 'ocr', confidence: 0.9 });
  });
});

describe('splitLines', () => {
  const line = (text: string) => pagesOf({ text, left: 1, top: 1, width: text.length / 10 });

  it.each([
    ['exactly enough', 'a   b', { minSpaces: 3 }, ['a', 'b']],
    ['one too few', 'a  b', { minSpaces: 3 }, ['a b']],
    ['runs at both ends', '   a   ', { minSpaces: 3 }, ['a']],
    ['only spaces', '     ', { minSpaces: 3 }, []],
    ['other spaces', 'a\t\u00a0 b', { minSpaces: 3 }, ['a', 'b']],
    ['another separator', 'a-b--c', { minSpaces: 2, separator: '-' }, ['a-b', 'c']],
    ['a long separator', 'a----b--c', { minSpaces: 2, separator: '--' }, ['a', 'b--c']],
    ['a sign before amounts', 'fee $1 tax $2', { minSpaces: 1, separator: '$' }, ['fee', '1 tax', '2']],
  ])('splitLines splits lines: %s', async (_title, text, options, parts) => {
    expect(await textsAfter(line(text), { type: 'splitLines', ...options })).toEqual([parts]);
  });

  it('gives parts the place of their characters', async () => {
    const { pages } = await preprocess(line('Ref no    77-A  b'), { type: 'splitLines', minSpaces: 3 });
    expect(linesOf(pages).map(placed)).toEqual([
      ['Ref no', 1, 1, 1.6, 1.139],
      ['77-A b', 2, 1, 2.7, 1.139],
    ]);
  });

  it('works on pages with a match, or on sections', async () => {
    const pages = pagesOf(
      { text: 'head', left: 1, top: 0.5 },
      { text: 'a  b', left: 1, top: 1 },
      { text: 'item', left: 1, top: 2 },
      { text: 'c  d', left: 1, top: 3 },
      { text: 'end', left: 1, top: 4 },
      { text: 'e  f', left: 1, top: 5 },
      { text: 'g  h', left: 1, top: 1, page: 1 },
    );
    const split = { type: 'splitLines', minSpaces: 2 };
    expect(await textsAfter(pages, { ...split, match: 'head' })).toEqual([
      ['head', 'a', 'b', 'item', 'c', 'd', 'end', 'e', 'f'],
      ['g h'],
    ]);
    expect(await textsAfter(pages, { ...split, range: { anchor: 'item', stop: 'end' } })).toEqual([
      ['head', 'a b', 'item', 'c', 'd', 'end', 'e f'],
      ['g h'],
    ]);
  });

  it('undoes and is undone by mergeLines', async () => {
    const pages = line('left      right');
    const entries = [
      { type: 'splitLines', minSpaces: 3 },
      { ...BUILT_IN, adjacentThreshold: 9 },
    ];
    expect(await textsAfter(pages, ...entries)).toEqual([['left right']]);
  });

  it('reports an anchor that only fields define', async () => {
    const range = { anchor: { ref: 'total' } };
    const { errors } = await preprocess(line('a  b'), { type: 'splitLines', minSpaces: 2, range });
    expect(errors).toMatchObject([{ type: 'configuration', path: 'preprocessors[0]' }]);
  });

  it('cuts the lines of the external range of its sections, too', async () => {
    const lines = ['Qty  Price', 'a  b', '7  9', 'c  d'].map((text, i) => ({
      text,
      left: 1,
      top: 1 + i / 2,
      width: 3,
    }));
    const externalRange = {
      anchor: { type: 'startsWith', text: 'qty', reverse: true },
      stop: { type: 'first' },
    };
    const range = {
      anchor: { type: 'regex', pattern: '^7' },
      stop: { type: 'first' },
      stopOffsetY: -0.2,
      externalRange,
    };
    const entry = { type: 'splitLines', minSpaces: 2, range };
    expect(await textsAfter(pagesOf(...lines), entry)).toEqual([['Qty', 'Price', 'a b', '7', '9', 'c d']]);
    const nowhere = { ...range, externalRange: { anchor: 'weather', stop: { type: 'first' } } };
    const { warnings } = await preprocess(pagesOf(...lines), { ...entry, range: nowhere });
    expect(warnings).toMatchObject([
      { code: 'PREPROCESSOR_NO_MATCH', path: 'preprocessors[0].range.externalRange' },
    ]);
  });

  it('takes a match or a range', () => {
    const both = { type: 'splitLines', minSpaces: 1, match: 'a', range: { anchor: 'a' } };
    expect(problems(both)).toEqual(['preprocessors[0].range']);
    const range = { anchor: 'a', requireStop: true };
    expect(problems({ type: 'splitLines', minSpaces: 1, range })).toEqual(['preprocessors[0].range.stop']);
  });
});

describe('ligature', () => {
  const repair = (text: string, options: object = {}) =>
    textsAfter(pagesOf({ text, left: 1, top: 1 }), {
      type: 'ligature',
      mappings: { '?': ['ff', 'fi', 'fl'], '!': ['tt', 'ti'] },
      ...options,
    });

  it.each([
    ['over?ow', 'overflow'],
    ['?lling fi!ing', 'filling fitting'],
    ['Why?', 'Why?'],
    ['?re?ghter', 'firefighter'],
    ["the ?re's back?ow-?lter.", "the fire's backflow-filter."],
    ['?ltering', 'filtering'],
    ['?ctimo', '?ctimo'],
    ['(?re)', '(fire)'],
    ['no key', 'no key'],
  ])('ligature restores letters: %s', async (text, wanted) => {
    expect(await repair(text)).toEqual([[wanted]]);
  });

  it('replaces everything when it is told to', async () => {
    expect(await repair('?ctimo?!', { forceReplaceAll: true })).toEqual([['ffctimofftt']]);
  });

  it('prefers the longer of two texts', async () => {
    const mappings = { '\\': ['nn'], '\\u0000': ['fi'] };
    expect(await repair('\\u0000re', { mappings })).toEqual([['fire']]);
  });

  it('asks the words of the host', async () => {
    const pages = pagesOf({ text: '?orin', left: 1, top: 1 });
    const entry = { type: 'ligature', mappings: { '?': ['fi', 'fl'] } };
    const asked: string[] = [];
    const words = { has: (word: string) => asked.push(word) > 0 && word === 'florin' };
    const { pages: after } = await preprocess(pages, entry, { words });
    expect(linesOf(after)[0]!.text).toBe('florin');
    expect(asked).toEqual(['fiorin', 'florin']);
  });

  it('keeps the box, and the words of other glyphs in it', async () => {
    const [page] = pagesOf({ text: 'a ?re b', left: 1, top: 1, width: 0.7 });
    const line = linesOf([page!])[0]!;
    const segments = [
      { start: 0, end: 1, left: 1, right: 1.1 },
      { start: 2, end: 5, left: 1.2, right: 1.5 },
      { start: 6, end: 7, left: 1.6, right: 1.7 },
    ];
    const lines = [makeLine({ ...partsOf(line), segments })];
    const mappings = { '?': ['fi'] };
    const { pages } = await preprocess([{ ...page!, lines }], { type: 'ligature', mappings });
    const [after] = linesOf(pages);
    expect(after!.boundingPolygon).toEqual(line.boundingPolygon);
    expect(after!.words.map(({ text, boundingPolygon }) => [text, boundingPolygon[0].x])).toEqual([
      ['a', 1],
      ['fire', 1.2],
      ['b', 1.6],
    ]);
  });

  it('gives up on tokens with too many combinations', async () => {
    const begin = processorTime();
    await repair(`${'?!'.repeat(60)} ${'x?'.repeat(5000)}`);
    expect(processorTime() - begin).toBeLessThan(3000);
  });

  it.each([
    [true, 'wi?l all'],
    [false, 'wi?| all'],
  ])('leaves what has no replacements (forceReplaceAll %s)', async (forceReplaceAll, text) => {
    const options = { type: 'ligature', mappings: { '?': [], '|': ['l'] }, forceReplaceAll };
    expect(await textsAfter(pagesOf(box('wi?| al|', 1, 2, 1, 1.2)), options)).toEqual([[text]]);
  });

  it('wants texts to replace', () => {
    expect(problems({ type: 'ligature', mappings: { '': ['a'] } })).toHaveLength(1);
  });
});

describe('removeLines', () => {
  const pages = pagesOf(
    { text: 'head', left: 1, top: 1 },
    { text: 'copy', left: 1, top: 2 },
    { text: 'head', left: 1, top: 3 },
    { text: 'copy', left: 1, top: 1, page: 1 },
  );
  const remove = (match: unknown) => textsAfter(pages, { type: 'removeLines', match });

  it('removes every match', async () => {
    expect(await remove('copy')).toEqual([['head', 'head'], []]);
  });

  it('removes one line for first, and the last of a sequence', async () => {
    expect(await remove({ type: 'first' })).toEqual([['copy', 'head'], ['copy']]);
    const sequence = ['head', 'copy'].map((text) => ({ type: 'equals', text }));
    expect(await remove(sequence)).toEqual([['head', 'head'], []]);
    expect(await remove({ type: 'repeat', times: 2, match: { type: 'equals', text: 'copy' } })).toEqual([
      ['head', 'copy', 'head'],
      [],
    ]);
  });

  it('reports that nothing matches', async () => {
    const { warnings } = await preprocess(pages, { type: 'removeLines', match: 'absent' });
    expect(warnings).toMatchObject([{ code: 'PREPROCESSOR_NO_MATCH' }]);
    expect(pages[0]!.transform).toBe(IDENTITY);
  });
});
