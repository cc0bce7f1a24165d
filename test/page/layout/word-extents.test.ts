import { expect, it } from 'vitest';
import { WordExtents } from '../../../src/page/layout/word-extents.js';

/** Each word as its start and end in the text, then its left and right. */
const read = (words: WordExtents) =>
  Array.from({ length: words.length }, (_, i) => [
    words.start(i),
    words.end(i),
    words.left(i),
    words.right(i),
  ]);

it('end at spaces and cover what was put between them', () => {
  const words = new WordExtents();
  words.put('a', 0, 1, 1.1);
  words.put('bc', 1, 0.9, 1.3);
  words.put('  ', 3, 1.3, 1.5);
  words.put('d', 5, 1.5, 1.6);
  expect(read(words)).toEqual([[0, 3, 0.9, 1.3]]);
  words.close();
  words.put('e', 6, 1.6, 1.7);
  words.close();
  expect(read(words)).toEqual([
    [0, 3, 0.9, 1.3],
    [5, 6, 1.5, 1.6],
    [6, 7, 1.6, 1.7],
  ]);
});

it('word extents are moved to the left from one on', () => {
  const words = new WordExtents();
  for (const at of [0, 2]) {
    words.put('a', at, at, at + 1);
    words.close();
  }
  words.shift(1, -0.5);
  expect(read(words)).toEqual([
    [0, 1, 0, 1],
    [2, 3, 2.5, 3.5],
  ]);
});
