import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../src/document/layout/runs.js';
import { show, showAt } from './glyphs.js';

const texts = (glyphs: Parameters<typeof runsOf>[0]) => runsOf(glyphs).map((run) => run.text);

/** Letters of height 0.1 and advance 0.05 in one operation, with a gap in heights after each. */
const spaced = (letters: readonly string[], gaps: readonly number[]) => {
  let x = 1;
  const pieces = letters.map((letter, index): [string, number] => {
    const piece: [string, number] = [letter, x];
    x += 0.05 + 0.1 * (gaps[index] ?? gaps.at(-1) ?? 0);
    return piece;
  });
  return showAt(pieces, { y: 1 });
};

describe('letter spacing', () => {
  it('is no space, while a wider gap is one', () => {
    expect(texts(spaced([...'Policy'], [0.3]))).toEqual(['Policy']);
    expect(texts(spaced([...'nosink'], [0.2, 0.5, 0.2]))).toEqual(['no sink']);
  });

  it('leaves typed spaces in place', () => {
    expect(texts(spaced([...'Policy No'], [0.3]))).toEqual(['Policy No']);
  });

  it('is not told from few letters, nor where letters of the operation touch', () => {
    expect(texts(spaced([...'abc'], [0.3]))).toEqual(['a b c']);
    expect(texts(spaced([...'abcde'], [0.3, 0.3, 0.05, 0.3]))).toEqual(['a b cd e']);
  });

  it('does not join what stands far apart', () => {
    expect(texts(spaced([...'WIDE'], [0.7]))).toEqual(['W', 'I', 'D', 'E']);
  });
});

describe('a jump behind typed spaces', () => {
  const jump = (heights: number) =>
    showAt(
      [
        ['H ', 1],
        ['x', 1.1 + 0.1 * heights],
      ],
      { y: 1 },
    );

  it('sets text apart when it leaves room for other text, not in a justified line', () => {
    expect(texts(jump(5))).toEqual(['H x']);
    expect(texts(jump(7))).toEqual(['H', 'x']);
  });

  it('is not made of spaces', () => {
    expect(texts(show({ text: `H${' '.repeat(40)}x`, x: 1, y: 1 }))).toEqual([`H${' '.repeat(40)}x`]);
  });
});
