import { describe, expect, it } from 'vitest';
import { chooseByScore, indexChunks } from '../../src/llm/choose.js';
import type { Chunk } from '../../src/llm/chunks.js';
import { onePerPage } from './scopes.js';

/** Chunks of a page with a line each. */
const chunks = (count: number): Chunk[] =>
  Array.from({ length: count }, (_, i) => ({ start: i, end: i + 1, lines: [i] }));

const chosen = (scores: readonly number[], wanted: readonly (number | undefined)[], count: number) =>
  chooseByScore(chunks(scores.length), scores, wanted, count).map(({ start }) => start);

describe('chooseByScore', () => {
  it('takes the best, of equal ones the first', () => {
    expect(chosen([1, 3, 2, 3], [], 3)).toEqual([1, 3, 2]);
    expect(chooseByScore(chunks(2), [1, 3], [], 1)).toEqual([
      { start: 1, end: 2, lines: [1], score: 3, rank: 0 },
    ]);
  });

  it('takes the first ones where nothing fits', () => {
    expect(chosen([0, 0, 0, 0], [undefined], 2)).toEqual([0, 1]);
  });

  it('fills free places with the next and the previous of those that fit', () => {
    expect(chosen([0, 0, 0, 2, 0, 0, 0, 1], [], 4)).toEqual([3, 7, 4, 2]);
    expect(chosen([5, 0], [], 5)).toEqual([0, 1]);
  });

  it('keeps the best chunk of every question, in the place of the worst', () => {
    expect(chosen([9, 8, 7, 1], [0, 3], 3)).toEqual([0, 1, 3]);
  });

  it('leaves chunks alone that are the best of another question', () => {
    expect(chosen([9, 8, 1], [0, 1, 2], 2)).toEqual([0, 1]);
  });

  it('counts a question as served by a chunk that shares lines with its best', () => {
    const overlapping = [
      { start: 0, end: 1, lines: [0, 1] },
      { start: 0.5, end: 1.5, lines: [1, 2] },
      { start: 2, end: 3, lines: [3] },
    ];
    expect(chooseByScore(overlapping, [3, 1, 2], [1], 2).map(({ start }) => start)).toEqual([0, 2]);
  });

  it('passes over chunks whose lines are all in better ones', () => {
    const half = (i: number) => ({ start: i / 2, end: i / 2 + 1, lines: [i, i + 1] });
    const overlapping = [half(0), half(1), half(2), half(3), half(4)];
    expect(chooseByScore(overlapping, [5, 4, 5, 0, 1], [], 3).map(({ start }) => start)).toEqual([0, 1, 2]);
    expect(chooseByScore(overlapping, [5, 4, 5, 0, 1], [], 2).map(({ start }) => start)).toEqual([0, 1]);
  });

  it('gives no chunks where there are none', () => {
    expect(chooseByScore([], [], [undefined], 5)).toEqual([]);
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
