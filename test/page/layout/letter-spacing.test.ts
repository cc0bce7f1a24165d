import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../src/page/layout/runs.js';
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

it('letter spacing is no space, while a wider gap is one', () => {
  expect(texts(spaced([...'Policy'], [0.3]))).toEqual(['Policy']);
  expect(texts(spaced([...'nosink'], [0.2, 0.5, 0.2]))).toEqual(['no sink']);
});

it('leaves typed spaces in place', () => {
  expect(texts(spaced([...'Policy No'], [0.3]))).toEqual(['Policy No']);
});

it('letter spacing is not seen in few letters, nor where letters of the operation touch', () => {
  expect(texts(spaced([...'abc'], [0.3]))).toEqual(['a b c']);
  expect(texts(spaced([...'abcde'], [0.3, 0.3, 0.05, 0.3]))).toEqual(['a b cd e']);
});

it('letter spacing does not join what is far apart', () => {
  expect(texts(spaced([...'WIDE'], [0.7]))).toEqual(['W', 'I', 'D', 'E']);
});

describe('letter spacing of letters that are shown one by one', () => {
  /** Letters of height 0.1 and advance 0.05, each in an operation, a text object and a font of its own. */
  const oneByOne = (text: string, gapAfter: (index: number) => number, space = 0.03) => {
    let x = 1;
    return [...text].flatMap((letter, index) => {
      const advance = letter === ' ' ? space : 0.05;
      const at = { text: letter, x, y: 1, advance, textObject: index, font: `F${index}` };
      x += advance + 0.1 * gapAfter(index);
      return show(at);
    });
  };
  /** Gaps of 0.17 heights, but none before typed spaces and 0.5 behind them. */
  const spacedWords = (text: string) => (index: number) =>
    text[index] === ' ' ? 0.5 : text[index + 1] === ' ' ? 0 : 0.17;

  it('letter spacing of letters that are shown one by one is no space where spaces are typed', () => {
    const text = '27 W ELM CT';
    expect(texts(oneByOne(text, spacedWords(text)))).toEqual([text]);
  });

  it('keeps as many spaces as are typed', () => {
    const text = 'ELM  COURT';
    expect(texts(oneByOne(text, (index) => (text[index] === ' ' ? 0.1 : 0.17)))).toEqual([text]);
  });

  it('goes on in an operation of several letters', () => {
    const text = 'TREE 4';
    const [t, r, first, second, ...rest] = oneByOne(text, spacedWords(text));
    expect(texts([t!, r!, first!, { ...second!, style: first!.style }, ...rest])).toEqual([text]);
  });

  it('leaves letters apart where no spaces are typed, also at an end', () => {
    const apart = [...'ELMS'];
    expect(texts(oneByOne('ELMS', () => 0.17))).toEqual(apart);
    expect(texts(oneByOne(' ELMS ', () => 0.17))).toEqual(apart);
  });

  it('leaves letters apart where gaps are uneven, or wide enough for the typed space', () => {
    const text = 'ELM CT';
    const apart = [...'ELMCT'];
    const even = spacedWords(text);
    expect(texts(oneByOne(text, (index) => even(index) + (index === 0 ? 0.05 : 0)))).toEqual(apart);
    expect(texts(oneByOne(text, even, 0.015))).toEqual(apart);
  });

  it('leaves few letters apart', () => {
    expect(texts(oneByOne('EL M', spacedWords('EL M')))).toEqual([...'ELM']);
  });

  it('ends with the row', () => {
    const text = 'ELM CT';
    const row = oneByOne(text, spacedWords(text));
    const below = row.map((glyph) => ({ ...glyph, y: 1.2 }));
    const [first, ...others] = row;
    expect(texts([...row, ...below])).toEqual([text, text]);
    expect(texts([{ ...first!, y: 0.9 }, ...others])).toEqual([...'ELMCT']);
  });
});

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

it('a jump behind typed spaces is not made of spaces', () => {
  expect(texts(show({ text: `H${' '.repeat(40)}x`, x: 1, y: 1 }))).toEqual([`H${' '.repeat(40)}x`]);
});
