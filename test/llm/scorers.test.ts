import { describe, expect, it } from 'vitest';
import { cosines, fuseByRank, searchTokens, wordScorer } from '../../src/llm/scorers.js';

describe('searchTokens', () => {
  it('takes stems of words, without those that say nothing', () => {
    expect(searchTokens('What are the mooring fees of the boat?')).toEqual(['moor', 'fee', 'boat']);
  });

  it('takes pairs of characters of scripts without spaces, and single ones', () => {
    expect(searchTokens('係留料 船 A1')).toEqual(['係留', '留料', '船', 'a1']);
  });

  it('takes compatible characters as one', () => {
    expect(searchTokens('ﬁsh １２')).toEqual(['fish', '12']);
  });
});

describe('wordScorer', () => {
  it('scores as Okapi BM25 does', () => {
    const scores = wordScorer(['crane oil', 'crane keys gate', 'gate']).score('crane oil crane');
    const idf = (documents: number) => Math.log(1 + (3 - documents + 0.5) / (documents + 0.5));
    const term = (documents: number, length: number) =>
      (idf(documents) * 2.2) / (1 + 1.2 * (1 - 0.75 + (0.75 * length) / 2));
    expect(scores[0]).toBeCloseTo(term(2, 2) + term(1, 2), 10);
    expect(scores[1]).toBeCloseTo(term(2, 3), 10);
    expect(scores[2]).toBe(0);
  });

  it('gives 0 for questions without words and for words that are nowhere', () => {
    expect(wordScorer(['crane', 'oil']).score('what is the')).toEqual([0, 0]);
    expect(wordScorer(['crane', 'oil']).score('zebra')).toEqual([0, 0]);
    expect(wordScorer([]).score('crane')).toEqual([]);
  });

  it('knows words that are names of members', () => {
    const scores = wordScorer(['constructor', 'other']).score('constructor');
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[1]).toBe(0);
  });
});

describe('cosines', () => {
  it('the cosine compares directions', () => {
    expect(cosines([2, 0], [[5, 0], [0, 1], [-1, 0], [0, 0]])).toEqual([1, 0, -1, 0]); // biome-ignore format: vectors
  });
});

describe('fuseByRank', () => {
  it('adds reciprocal ranks; equal scores share the better rank, 0 gives nothing', () => {
    expect(fuseByRank([[3, 3, 1, 0]])).toEqual([1 / 61, 1 / 61, 1 / 63, 0]);
    expect(fuseByRank([[1, 2], [0, 5]])).toEqual([1 / 62, 2 / 61]); // biome-ignore format: scores
  });
});
