import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import { likeliestKinds } from '../../../../src/reading/ocr/paddle/kinds.js';
import { withCapital } from '../../../../src/reading/ocr/paddle/letter-case.js';

/** A character, and the rival that it looks like with its probability. */
const read = (text: string, confidence = 0.99, rival?: string, rivalConfidence = 0.1): ReadCharacter => ({
  text,
  from: 0,
  to: 1,
  confidence,
  afterSpace: false,
  space: 0,
  ...(rival !== undefined && { rival: { text: rival, confidence: rivalConfidence } }),
});
const textOf = (word: readonly ReadCharacter[]) => word.map(({ text }) => text).join('');
const plain = (text: string) => [...text].map((each) => read(each));

it('letters and digits of a word are what is around them where the network held that for possible', () => {
  const cushion = [...plain('CUSHI'), read('0', 0.86, 'O'), ...plain('N')];
  expect(textOf(likeliestKinds(cushion))).toBe('CUSHION');
  const amount = [...plain('RM5'), read('O', 0.6, '0', 0.3), read('O', 0.6, '0', 0.3)];
  expect(textOf(likeliestKinds(amount))).toBe('RM500');
  const thousands = [
    ...plain('1,'),
    read('o', 0.6, '0', 0.3),
    read('o', 0.6, '0', 0.3),
    read('o', 0.6, '0', 0.3),
  ];
  expect(textOf(likeliestKinds(thousands))).toBe('1,000');
  expect(textOf(likeliestKinds([...plain('$'), read('o', 0.98, '0', 0.01)]))).toBe('$0');
});

it.each([
  ['RMO.55', 'RM0.55'],
  ['O.OO', '0.00'],
  ['NO.41', 'NO.41'],
  ['SHOP.55', 'SHOP.55'],
  ['0.C.', 'O.C.'],
  ['P.0.', 'P.O.'],
  ['0.5', '0.5'],
  ['A.0', 'A.0'],
])('%s, sure or not, is %s, as nothing else is written so', (written, wanted) => {
  const rivals: Readonly<Record<string, string>> = { O: '0', 0: 'O' };
  const word = [...written].map((each) => read(each, 0.99, rivals[each], 0.001));
  expect(textOf(likeliestKinds(word))).toBe(wanted);
});

it('stay what the network is sure of', () => {
  const code = [...plain('A'), read('0', 0.99, 'O', 0.01), ...plain('B')];
  expect(textOf(likeliestKinds(code))).toBe('A0B');
});

it('letters and digits of a word are a digit for a small letter by itself that may be one', () => {
  expect(textOf(likeliestKinds([read('o', 0.9, '0', 0.02)]))).toBe('0');
  expect(textOf(likeliestKinds([read('O', 0.9, '0', 0.02)]))).toBe('O');
  expect(textOf(likeliestKinds([read('o', 0.9, '0', 0.001)]))).toBe('o');
});

it('letters and digits of a word are as many as were read, each as read or its rival', () => {
  const character = fc.record({
    text: fc.constantFrom('0', 'O', '1', 'l', 'A', '-'),
    rival: fc.constantFrom('0', 'O', '1', 'l', undefined),
    confidence: fc.double({ min: 0.01, max: 1, noNaN: true }),
    rivalConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 12 }), (given) => {
      const word = given.map((each) => read(each.text, each.confidence, each.rival, each.rivalConfidence));
      const chosen = likeliestKinds(word);
      expect(chosen).toHaveLength(word.length);
      for (const [i, { text }] of chosen.entries()) {
        expect([word[i]!.text, word[i]!.rival?.text]).toContain(text);
      }
    }),
  );
});

it('a letter that fills its picture is a capital where small and capital letters have one form', () => {
  expect(textOf(withCapital(plain('c')))).toBe('C');
  expect(textOf(withCapital(plain('a')))).toBe('a');
  expect(textOf(withCapital(plain('co')))).toBe('co');
});
