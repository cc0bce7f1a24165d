import { describe, expect, it } from 'vitest';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { pagesOf, preprocess, texts, textsAfter } from './support.js';

/** Lines of one page, one below the other from a height on. */
function page(number: number, from: number, ...lines: readonly string[]): LineSketch[] {
  return lines.map((text, i) => ({ text, left: 1, top: from + i * 0.3, page: number }));
}

const HEADER = { type: 'removeHeader' };
const FOOTER = { type: 'removeFooter' };

it.each<[string, LineSketch[][], string[][]]>([
  [
    'goes from every page',
    [page(0, 0.5, 'Acme', 'Page 1', 'alpha'), page(1, 0.5, 'Acme', 'Page 2', 'beta')],
    [['alpha'], ['beta']],
  ],
  [
    'stays when a line stands above it',
    [page(0, 0.5, 'Acme', 'alpha'), page(1, 0.5, 'new', 'Acme')],
    [
      ['Acme', 'alpha'],
      ['new', 'Acme'],
    ],
  ],
  [
    'may hold two numbers',
    [page(0, 0.5, 'Page 1 of 3', 'a'), page(1, 0.5, 'Page 2 of 3', 'b')],
    [['a'], ['b']],
  ],
  [
    'must count with the pages',
    [page(0, 0.5, 'Total 10'), page(1, 0.5, 'Total 25')],
    [['Total 10'], ['Total 25']],
  ],
  ['must be spelt alike', [page(0, 0.5, 'Acme'), page(1, 0.5, 'Acne')], [['Acme'], ['Acne']]],
  ['must not move', [page(0, 0.5, 'Acme'), page(1, 0.8, 'Acme')], [['Acme'], ['Acme']]],
  ['is missing on an empty page', [page(0, 0.5, 'Acme'), page(2, 0.5, 'Acme')], [['Acme'], [], ['Acme']]],
  ['needs two pages', [page(0, 0.5, 'Acme')], [['Acme']]],
  ['is kept below the middle', [page(0, 6, 'body'), page(1, 6, 'body')], [['body'], ['body']]],
  [
    'with long numbers stays',
    [page(0, 0.5, '9007199254740993'), page(1, 0.5, '9007199254740994')],
    [['9007199254740993'], ['9007199254740994']],
  ],
])('what repeats at the edge of pages %s', async (_title, lines, left) => {
  expect(await textsAfter(pagesOf(...lines.flat()), HEADER)).toEqual(left);
});

it('counts pages of the original file', async () => {
  const pages = pagesOf(
    ...page(0, 0.5, 'Acme', 'Page 1', 'alpha'),
    ...page(1, 0.5, 'Acme', 'Page 2', 'beta'),
    ...page(4, 0.5, 'Acme', 'Page 5', 'gamma'),
  );
  const removal = { type: 'removePage', match: 'nothing' };
  const kept = pages.filter(({ index }) => [0, 1, 4].includes(index));
  expect(await textsAfter(kept, removal, HEADER)).toEqual([['alpha'], ['beta'], ['gamma']]);
});

it('what repeats may grow a digit, but not change sides', async () => {
  const footer = (text: string, left: number, number: number) => ({ text, left, top: 10, page: number });
  const growing = pagesOf(footer('9', 4, 0), footer('10', 3.97, 1));
  expect(await textsAfter(growing, FOOTER)).toEqual([[], []]);
  const alternating = pagesOf(footer('1', 1, 0), footer('2', 7, 1));
  expect(await textsAfter(alternating, FOOTER)).toEqual([['1'], ['2']]);
});

it('what repeats is counted from the bottom for footers', async () => {
  const pages = pagesOf(...page(0, 9, 'end a', 'note', 'page 1'), ...page(1, 9, 'end b', 'note', 'page 2'));
  expect(await textsAfter(pages, FOOTER)).toEqual([['end a'], ['end b']]);
});

it('what repeats may begin on a later page', async () => {
  const pages = pagesOf(...page(0, 0.5, 'Cover'), ...page(1, 0.5, 'Acme', 'a'), ...page(2, 0.5, 'Acme', 'b'));
  expect(await textsAfter(pages, { ...HEADER, startsOnPage: 2 })).toEqual([['Cover'], ['a'], ['b']]);
  expect(await textsAfter(pages, HEADER)).toEqual(texts(pages));
});

it('what repeats is the same before and after multicolumn', async () => {
  const columns = (number: number) => [
    ...page(number, 0.5, 'Acme'),
    ...[1, 2, 3].flatMap((row) => [
      { text: `left ${number}${row}`, left: 1, top: row * 2, page: number },
      { text: `right ${number}${row}`, left: 5, top: row * 2, page: number },
    ]),
  ];
  const pages = pagesOf(...columns(0), ...columns(1));
  const columnsFirst = await textsAfter(pages, { type: 'multicolumn' }, HEADER);
  expect(columnsFirst).toEqual(await textsAfter(pages, HEADER, { type: 'multicolumn' }));
  expect(columnsFirst.flat()).not.toContain('Acme');
});

describe('up to a line', () => {
  const pages = pagesOf(
    ...page(0, 1, 'logo', 'Cargo', '12 crates'),
    { text: 'ref', left: 5, top: 1.29 },
    ...page(1, 1, 'no such line'),
  );

  it('keeps the line, its row, and pages without it', async () => {
    expect(await textsAfter(pages, { ...HEADER, match: 'cargo' })).toEqual([
      ['ref', 'Cargo', '12 crates'],
      ['no such line'],
    ]);
    expect(await textsAfter(pages, { ...FOOTER, match: 'cargo' })).toEqual([
      ['logo', 'ref', 'Cargo'],
      ['no such line'],
    ]);
  });

  it('moves the cut', async () => {
    expect((await textsAfter(pages, { ...HEADER, match: 'cargo', offsetY: 0.2 }))[0]).toEqual(['12 crates']);
    expect((await textsAfter(pages, { ...FOOTER, match: 'cargo', offsetY: 0.5 }))[0]).toHaveLength(4);
  });

  it('reports that no page has it', async () => {
    const { warnings } = await preprocess(pages, { ...FOOTER, match: 'absent' });
    expect(warnings).toMatchObject([{ code: 'PREPROCESSOR_NO_MATCH', path: 'preprocessors[0].match' }]);
  });
});

it('cuts at a height', async () => {
  const pages = pagesOf(...page(0, 0.5, 'a', 'b', 'c'), ...page(1, 10, 'd', 'e'));
  expect(await textsAfter(pages, { ...HEADER, offsetY: 1 })).toEqual([['c'], ['d', 'e']]);
  expect(await textsAfter(pages, { ...FOOTER, offsetY: -0.7, startsOnPage: 2 })).toEqual([
    ['a', 'b', 'c'],
    ['d'],
  ]);
});
