import { describe, expect, it } from 'vitest';
import { chooseByScore, indexChunks } from '../../src/llm/choose.js';
import type { Chunk } from '../../src/llm/chunks.js';
import { onePerPage } from './scopes.js';

/** Chunks of a page with a line each. */
const chunks = (count: number): Chunk[] =>
  Array.from({ length: count }, (_, i) => ({ start: i, end: i + 1, lines: [i] }));

const chosen = (scores: readonly (readonly number[])[], count: number) =>
  chooseByScore(chunks(scores[0]!.length), scores, count).map(({ start }) => start);

describe('chooseByScore', () => {
  it('takes the best, of equal ones the first', () => {
    expect(chosen([[1, 3, 2, 3]], 3)).toEqual([1, 3, 2]);
    expect(chooseByScore(chunks(2), [[1, 3]], 1)).toEqual([
      { start: 1, end: 2, lines: [1], score: 3, rank: 0 },
    ]);
  });

  it('takes the first ones where nothing fits', () => {
    expect(chosen([[0, 0, 0, 0]], 2)).toEqual([0, 1]);
    expect(chosen([[0, 0, 0, 0], [0, 0, 0, 0]], 2)).toEqual([0, 1]); // biome-ignore format: scores
  });

  it('fills free places with the next and the previous of those that fit', () => {
    expect(chosen([[0, 0, 0, 2, 0, 0, 0, 1]], 4)).toEqual([3, 7, 4, 2]);
    expect(chosen([[5, 0]], 5)).toEqual([0, 1]);
  });

  it('takes a chunk for every question before a second one for any', () => {
    const scores = [
      [9, 8, 7, 0],
      [0, 0, 0, 1],
    ];
    expect(chosen(scores, 2)).toEqual([0, 3]);
    expect(chosen(scores, 3)).toEqual([0, 3, 1]);
  });

  it('takes a chunk that serves two questions before one for each', () => {
    const scores = [
      [9, 8, 0],
      [0, 8, 9],
    ];
    expect(chosen(scores, 1)).toEqual([1]);
  });

  it('gives every question the same weight, whatever its scores', () => {
    const scores = [
      [100, 60, 0],
      [0, 0, 2],
    ];
    expect(chooseByScore(chunks(3), scores, 2).map(({ start, score }) => [start, score])).toEqual([
      [0, 1],
      [2, 1],
    ]);
  });

  it('passes over chunks whose lines are all in better ones', () => {
    const half = (i: number) => ({ start: i / 2, end: i / 2 + 1, lines: [i, i + 1] });
    const overlapping = [half(0), half(1), half(2), half(3), half(4)];
    const starts = (count: number) =>
      chooseByScore(overlapping, [[5, 4, 5, 0, 1]], count).map(({ start }) => start);
    expect(starts(2)).toEqual([0, 1]);
    expect(starts(3)).toEqual([0, 1, 2]);
  });

  it('gives no chunks where there are none', () => {
    expect(chooseByScore([], [[]], 5)).toEqual([]);
  });
});

describe('indexChunks', () => {
  const scope = onePerPage(
    'mooring fees',
    'insurance of boats',
    'crane hours',
    'waste oil',
    'keys and gates',
  );
  const index = indexChunks(scope, { size: 1, overlap: 0 });

  it('searches by words', async () => {
    const found = await index.choose({ text: 'Which hours is the crane open?', queries: [], count: 1 });
    expect(found.map(({ start }) => start)).toEqual([2]);
  });

  it('takes all for a list that may show all, also those without its words', async () => {
    const found = await index.choose({ text: 'crane hours', queries: [], count: 5 });
    expect(found.map(({ start }) => start)).toEqual([2, 0, 1, 3, 4]);
    const fewer = await index.choose({ text: 'crane hours', queries: [], count: 2 });
    expect(fewer.map(({ start }) => start)).toEqual([2, 3]);
  });

  it('serves every question', async () => {
    const queries = ['crane hours crane', 'gate keys'];
    const found = await index.choose({ text: 'crane hours', queries, count: 1 });
    expect(found.map(({ start }) => start)).toEqual([2]);
    const two = await index.choose({ text: 'crane hours, mooring fees', queries, count: 2 });
    expect(two.map(({ start }) => start).sort()).toEqual([2, 4]);
  });

  it('gives every question the same weight, however many words it has', async () => {
    const queries = ['the mooring and its fees, mooring fees and mooring, fees', 'keys', 'oil'];
    const found = await index.choose({ text: queries.join('\n'), queries, count: 3 });
    expect(found.map(({ start }) => start).sort()).toEqual([0, 3, 4]);
    expect(new Set(found.map(({ score }) => score)).size).toBe(1);
  });

  it('joins words and meanings where something embeds', async () => {
    const asked: string[][] = [];
    const embed = async (texts: readonly string[], kind: 'chunk' | 'query') => {
      asked.push([kind, ...texts]);
      return texts.map((text) => (/oil|engine/u.test(text) ? [1, 0] : [0, 1]));
    };
    const found = await index.choose({ text: 'engine leftovers', queries: [], count: 1 }, embed);
    expect(found.map(({ start }) => start)).toEqual([3]);
    expect(asked.map(([kind, ...texts]) => [kind, texts.length])).toEqual([
      ['chunk', 5],
      ['query', 1],
    ]);
  });

  it('searches by words where nothing embeds after all', async () => {
    const found = await index.choose({ text: 'insurance', queries: [], count: 1 }, async () => undefined);
    expect(found.map(({ start }) => start)).toEqual([1]);
  });
});
