import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../src/page/layout/runs.js';
import { showAt } from './glyphs.js';

/** Words of height 0.1 in one operation, with gaps in heights between them. */
const set = (words: readonly string[], gap: number) => {
  let x = 1;
  const pieces = words.map((word): [string, number] => {
    const piece: [string, number] = [word, x];
    x += 0.05 * word.length + 0.1 * gap;
    return piece;
  });
  return runsOf(showAt(pieces, { y: 1 })).map((run) => run.text);
};

describe('words that are hardly apart', () => {
  it('words that are hardly apart are words where the row types no spaces', () => {
    expect(set(['Two', 'years', 'after', 'a', 'hip'], 0.12)).toEqual(['Two years after a hip']);
    expect(set(['Due', 'date'], 0.15)).toEqual(['Due date']);
  });

  it.each<[string, readonly string[], number]>([
    ['kerned letters', ['AV', 'AT', 'ar'], 0.05],
    ['a gap between kerning and words', ['Due', 'date'], 0.08],
    ['tracked letters', [...'INVOICE'], 0.12],
    ['figures that are placed one by one', ['12', '.', '50'], 0.14],
    ['a sign before an amount', ['$', '12.50'], 0.12],
  ])('narrow gaps are no spaces: %s', (_, words, gap) => {
    expect(set(words, gap)).toEqual([words.join('')]);
  });

  it('words of a row that types spaces are told by the usual gap', () => {
    expect(set(['Due date', 'is', 'May'], 0.12)).toEqual(['Due dateisMay']);
  });
});
