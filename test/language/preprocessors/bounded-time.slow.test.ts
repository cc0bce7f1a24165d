/** What preprocessors do to crowded pages takes little time of the processor. */
import { expect, it } from 'vitest';
import { makeLine, partsOf } from '../../../src/page/document/line.js';
import { rangePolygon } from '../../../src/page/document/line-edits.js';
import { processorTime } from '../../support/processor-time.js';
import { box, linesOf, pagesOf, preprocess } from './support.js';

it.each([
  [
    'scattered',
    (i: number) =>
      box('x', (i * 0.37) % 8, ((i * 0.37) % 8) + 0.02, (i * 0.0531) % 11, ((i * 0.0531) % 11) + 0.004),
  ],
  ['stepped', (i: number) => box('x', i * 0.004, i * 0.004 + 0.003, i * 0.005, i * 0.005 + 0.004)],
  ['nested', (i: number) => box('x', i * 0.002, 8 - i * 0.002, i * 0.005, i * 0.005 + 0.004)],
])('multicolumn ends in bounded time on a page of 2000 %s lines', async (_name, make) => {
  const pages = pagesOf(...Array.from({ length: 2000 }, (_, i) => make(i)));
  const begin = processorTime();
  await preprocess(pages, { type: 'multicolumn', minGutterArea: 0 });
  expect(processorTime() - begin).toBeLessThan(8000);
});

it('splitLines cuts a very long line in little time', async () => {
  const long = Array.from({ length: 60_000 }, (_, i) => `${i % 10}`).join('  ');
  const [page] = pagesOf({ text: long, left: 0, top: 1, width: 8 });
  const whole = linesOf([page!])[0]!;
  const segments = [...long.matchAll(/\d/g)].map(({ index }) => {
    const [a, b] = rangePolygon(whole, index, index + 1, long.length);
    return { start: index, end: index + 1, left: a.x, right: b.x };
  });
  const lines = [makeLine({ ...partsOf(whole), segments })];
  const begin = processorTime();
  const { pages } = await preprocess([{ ...page!, lines }], { type: 'splitLines', minSpaces: 2 });
  expect(linesOf(pages)).toHaveLength(60_000);
  expect(processorTime() - begin).toBeLessThan(5000);
});
