import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProviderError } from '../../../src/errors.js';
import { checkedReading } from '../../../src/reading/ocr/answer.js';
import { ocrLines } from '../../../src/reading/ocr/lines.js';
import { blank, word } from './fakes.js';

const image = blank(100, 100);
const check = (answer: unknown) => checkedReading(answer, image, 'fake', 1000);
const box = { left: 0.1, top: 0.1, right: 0.5, bottom: 0.2 };

it.each([undefined, null, 7, 'text', { words: 'a b' }, { lines: 7 }])(
  'an answer of an engine: %j is refused',
  (answer) => {
    expect(() => check(answer)).toThrowError(
      expect.objectContaining({ code: 'invalid_answer', provider: 'fake' }),
    );
  },
);

it.each([
  null,
  'word',
  { text: 7 },
  { text: 'a' },
  { text: 'a', polygon: [] },
  {
    text: 'a',
    polygon: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: Number.NaN },
      { x: 0, y: 1 },
    ],
  },
  {
    text: 'a',
    polygon: [
      { x: 5, y: 5 },
      { x: 5, y: 5 },
      { x: 5, y: 5 },
      { x: 5, y: 5 },
    ],
  },
  word(' \u200b ', box),
  word('outside', { left: 2, top: 0.1, right: 3, bottom: 0.2 }),
])('leaves out a piece like %j', (piece) => {
  expect(check({ words: [piece, word('kept', box)] }).words.map(({ text }) => text)).toEqual(['kept']);
});

it.each([
  [2, 1],
  [-1, 0],
  [0.25, 0.25],
  [Number.NaN, undefined],
])('an answer of an engine with the confidence %d counts as %s', (given, counted) => {
  expect(check({ words: [word('a', box, given)] }).words[0]?.confidence).toBe(counted);
});

it('an answer of an engine with more text than a page may hold is refused', () => {
  const words = Array.from({ length: 1001 }, () => word('x', box));
  expect(() => check({ words })).toThrowError(/more than 1000 characters/);
  expect(() => check({ words: Array.from({ length: 3000 }, () => ({ text: '' })) })).toThrowError(
    ProviderError,
  );
});

it('whatever it is gives lines or a typed error', () => {
  const piece = fc.record(
    {
      text: fc.anything(),
      polygon: fc.array(fc.record({ x: fc.double(), y: fc.double() })),
      confidence: fc.double(),
    },
    { requiredKeys: [] },
  );
  const pieces = fc.array(fc.oneof(piece, fc.anything()));
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ words: pieces, lines: pieces })), (answer) => {
      try {
        for (const line of ocrLines(check(answer), 0)) expect(line.text).not.toBe('');
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderError);
      }
    }),
  );
});
