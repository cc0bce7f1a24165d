import { describe, expect, it } from 'vitest';
import { bestPath } from '../../../../src/reading/ocr/paddle/ctc.js';
import { alphabetOf } from '../../../../src/reading/ocr/paddle/models.js';

const alphabet = alphabetOf('a\nb\n\u5408\n', 'latin');
const BLANK = 0;
const [A, B, CHINESE, SPACE] = [1, 2, 3, 4];

/** Steps at which places have probabilities; the blank has what is left. */
type Step = Readonly<Record<number, number>>;
function answer(...steps: readonly Step[]) {
  const classes = alphabet.characters.length;
  const data = new Float32Array(steps.length * classes);
  for (const [step, given] of steps.entries()) {
    let left = 1;
    for (const [place, probability] of Object.entries(given)) {
      data[step * classes + Number(place)] = probability;
      left -= probability;
    }
    data[step * classes + BLANK] ||= left;
  }
  return { dims: [1, steps.length, classes], data };
}
const textOf = (...steps: readonly Step[]) =>
  bestPath(answer(...steps), alphabet)
    .map(({ text, afterSpace }) => `${afterSpace ? '_' : ''}${text}`)
    .join('');

describe('the best path', () => {
  it('makes one character of equal neighbours, and two where a blank parts them', () => {
    expect(textOf({ [A]: 0.9 }, { [A]: 0.8 }, {}, { [A]: 0.9 }, { [B]: 0.7 })).toBe('aab');
  });

  it('says where each is and how sure it is', () => {
    const [a, b] = bestPath(answer({}, { [A]: 0.6 }, { [A]: 0.9 }, {}, { [B]: 0.75 }), alphabet);
    expect(a).toMatchObject({ text: 'a', from: 1, to: 3 });
    expect(a!.confidence).toBeCloseTo(0.9);
    expect(b).toMatchObject({ text: 'b', from: 4, to: 5 });
    expect(b!.confidence).toBeCloseTo(0.75);
  });

  it('keeps spaces that were read, and how probable those were that were not', () => {
    expect(textOf({ [A]: 0.9 }, { [SPACE]: 0.6 }, { [B]: 0.9 })).toBe('a_b');
    const [a, b] = bestPath(answer({ [A]: 0.9 }, { [SPACE]: 0.2 }, { [B]: 0.9 }), alphabet);
    expect(a!.space).toBe(0);
    expect(b!.space).toBeCloseTo(0.2);
    expect(b!.afterSpace).toBe(false);
  });

  it('passes over what the script does not have', () => {
    expect(textOf({ [CHINESE]: 0.6, [B]: 0.3 })).toBe('b');
    const all = alphabetOf('a\nb\n\u5408\n', 'all');
    expect(bestPath(answer({ [CHINESE]: 0.6, [B]: 0.3 }), all)[0]?.text).toBe('\u5408');
  });

  it('reads nothing where nothing is', () => {
    expect(textOf({}, {}, {})).toBe('');
    expect(textOf()).toBe('');
  });

  it('keeps the surest sign of the other kind that a character looks like', () => {
    const figures = alphabetOf('0\nO\no\nx\n', 'latin');
    const data = new Float32Array(2 * figures.characters.length);
    const set = (step: number, character: string, probability: number) => {
      data[step * figures.characters.length + figures.characters.indexOf(character)] = probability;
    };
    set(0, '0', 0.7);
    set(0, 'O', 0.2);
    set(0, 'o', 0.05);
    set(1, 'x', 0.9);
    const [zero, letter] = bestPath({ dims: [1, 2, figures.characters.length], data }, figures);
    expect(zero).toMatchObject({ text: '0', rival: { text: 'O' } });
    expect(zero!.rival!.confidence).toBeCloseTo(0.2);
    expect(letter!.rival).toBeUndefined();
  });
});

it('wide forms of signs are ordinary ones in Latin text', () => {
  expect(alphabetOf('\uff1a\n\uffe1\n\u3002', 'latin').characters).toEqual([
    '',
    ':',
    '\u00a3',
    undefined,
    ' ',
  ]);
});
