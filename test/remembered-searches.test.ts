import { expect, test } from 'vitest';
import { RememberedSearches } from '../src/remembered-searches.js';

test('what a search gave is found by its kind and pattern, and its text', () => {
  const searches = new RememberedSearches<number>();
  searches.add('exec /a/', 'one', 1);
  searches.add('exec /a/', 'two', 2);
  searches.add('test /a/', 'one', 3);
  const found = ['exec /a/', 'test /a/', 'exec /b/'].map((search) =>
    ['one', 'two'].map((text) => searches.find(search, text)),
  );
  expect(found).toEqual([
    [1, 2],
    [3, undefined],
    [undefined, undefined],
  ]);
});

test('fast searches are not to be added, nor any when those before have four million characters', () => {
  const searches = new RememberedSearches<number>();
  expect([searches.takes('text', 0.09), searches.takes('text', 0.1)]).toEqual([false, true]);
  const half = 'x'.repeat(2_000_000);
  searches.add('exec /x/', half, 1);
  expect([searches.takes(half, 1), searches.takes(`${half}x`, 1)]).toEqual([true, false]);
  searches.add('exec /y/', half, 2);
  expect(['', 'x'].map((text) => searches.takes(text, 1))).toEqual([true, false]);
});
