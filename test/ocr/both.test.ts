import { describe, expect, it } from 'vitest';
import { agreedWords, both } from '../../src/ocr/both.js';
import { blank, fakeEngine, word } from './fakes.js';

const at = (left: number, width = 0.5) => ({ left, top: 1, right: left + width, bottom: 1.2 });
const told = (words: ReturnType<typeof agreedWords>) =>
  words.map(({ text, confidence }) => [text, Math.round(100 * confidence!) / 100]);

describe('two readings of a page', () => {
  it('make what they agree on more certain', () => {
    expect(told(agreedWords([word('Total', at(1), 0.8)], [word('Total', at(1.02), 0.9)]))).toEqual([
      ['Total', 0.98],
    ]);
  });

  it('count by the surer one where they differ, which is less certain then', () => {
    const [one, other] = [[word('Tota1', at(1), 0.6)], [word('Total', at(1), 0.9)]];
    const expected = [['Total', 0.54]];
    expect(told(agreedWords(one, other))).toEqual(expected);
    expect(told(agreedWords(other, one))).toEqual(expected);
  });

  it('settle words that one of them glued together as one', () => {
    const apart = [word('to', at(1, 0.2), 0.9), word('you', at(1.3, 0.3), 0.9)];
    const glued = [word('toyou', at(1, 0.6), 0.8)];
    expect(agreedWords(glued, apart).map(({ text }) => text)).toEqual(['to', 'you']);
  });

  it('complete each other, but for guesses', () => {
    const words = agreedWords([word('A', at(1), 0.9), word('B', at(2), 0.3)], [word('C', at(3), 0.6)]);
    expect(told(words)).toEqual([
      ['A', 0.9],
      ['C', 0.6],
    ]);
  });
});

describe('both', () => {
  it('asks both engines, takes lines as well, and closes both', async () => {
    const one = fakeEngine(() => ({ words: [word('A', at(1), 0.9)] }), 3);
    const other = fakeEngine(() => ({
      lines: [{ ...word('A B', at(1, 2), 0.7), words: [word('A', at(1), 0.7), word('B', at(2), 0.7)] }],
    }));
    const engine = both(one, other);
    expect(engine).toMatchObject({ id: 'fake+fake', concurrency: 1 });
    const { words } = await engine.recognise(blank(), {});
    expect(words?.map(({ text }) => text)).toEqual(['A', 'B']);
    await engine.close();
    expect([one.closed, other.closed]).toEqual([true, true]);
  });
});
