import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadCharacter, Reading } from '../../../../src/reading/ocr/paddle/ctc.js';
import { isOneWord, withKnownWords } from '../../../../src/reading/ocr/paddle/known-words.js';

const KNOWN = new Set(['amount', 'receipt', 'first', 'mounts', 'form', 'from', 'fork', 'coat', 'hanger']);
const read = (text: string, confidence = 0.6, others: readonly Reading[] = []): ReadCharacter => ({
  text,
  from: 0,
  to: 1,
  confidence,
  afterSpace: false,
  space: 0,
  others: [{ text, confidence }, ...others],
});
const plain = (text: string) => [...text].map((each) => read(each));
const textOf = (word: readonly ReadCharacter[]) => word.map(({ text }) => text).join('');
const nearest = (word: readonly ReadCharacter[]) => textOf(withKnownWords(word, KNOWN));

describe('a word that is nearly a known one', () => {
  it('a word becomes a known one where the network held the other letter for possible', () => {
    expect(
      nearest([...plain('A'), read('N', 0.6, [{ text: 'M', confidence: 0.3 }]), ...plain('OUNT:')]),
    ).toBe('AMOUNT:');
    expect(
      nearest([...plain('A'), read('N', 0.9, [{ text: 'M', confidence: 0.02 }]), ...plain('OUNT')]),
    ).toBe('ANOUNT');
  });

  it('a word has the letter that a digit in it looks like, however sure the network was', () => {
    const zero: ReadCharacter = { ...read('0', 0.99), rival: { text: 'O', confidence: 1e-6 } };
    expect(nearest([...plain('C'), zero, ...plain('AT')])).toBe('COAT');
    expect(nearest([...plain('C'), zero, ...plain('XT')])).toBe('C0XT');
  });

  it('a word gets a letter that was nearly seen', () => {
    const before = { ...read('P'), unseen: [{ text: 'I', confidence: 0.3 }] };
    expect(nearest([...plain('RECE'), before, read('T')])).toBe('RECEIPT');
    expect(
      nearest([...plain('RECE'), { ...before, unseen: [{ text: 'P', confidence: 0.3 }] }, read('T')]),
    ).toBe('RECEPT');
  });

  it('a word loses a letter that was hardly seen', () => {
    const extra = (nothing: number) => [{ ...read('I', 0.5), nothing }, ...plain('amount')];
    expect(nearest(extra(0.3))).toBe('amount');
    expect(nearest(extra(0.01))).toBe('Iamount');
  });

  it('a word stays as it was read where two known words are as near, or it is short', () => {
    const last = read('n', 0.4, [
      { text: 'm', confidence: 0.2 },
      { text: 'k', confidence: 0.2 },
    ]);
    expect(nearest([...plain('for'), last])).toBe('forn');
    expect(nearest([read('f'), read('n', 0.4, [{ text: 'o', confidence: 0.3 }]), read('r')])).toBe('fnr');
  });

  it('abbreviations of captions are known, however short', () => {
    const quantity = [read('O', 0.6, [{ text: 'Q', confidence: 0.3 }]), ...plain('TY')];
    expect(nearest(quantity)).toBe('QTY');
    const zero: ReadCharacter = { ...read('0', 0.99), rival: { text: 'O', confidence: 1e-6 } };
    expect(nearest([read('N'), zero, read(':')])).toBe('NO:');
    expect(nearest([read('N'), zero, ...plain('41')])).toBe('N041');
    expect(nearest([read('N'), zero])).toBe('N0');
  });

  it('a stretch that is longer than words are stays, however much it may be', () => {
    const doubtful = read(
      'a',
      0.3,
      [...'bcdefgh'].map((text) => ({ text, confidence: 0.3 })),
    );
    const long = Array.from({ length: 2_000 }, () => doubtful);
    expect(nearest(long)).toBe('a'.repeat(2_000));
  });

  it('a word is changed between its signs, and has the case of its other letters', () => {
    expect(
      nearest([...plain('COAT-HAN'), read('C', 0.5, [{ text: 'g', confidence: 0.3 }]), ...plain('ER')]),
    ).toBe('COAT-HANGER');
    expect(nearest(plain('FiRST'))).toBe('FIRST');
    expect(nearest(plain('fIrst'))).toBe('first');
    expect(nearest(plain('First'))).toBe('First');
    expect(nearest(plain('SmIT'))).toBe('SmIT');
  });

  it('a word never has a sign that the network did not see', () => {
    const letter = fc.constantFrom(...'amountfrk');
    const word = fc.array(fc.tuple(letter, fc.array(letter, { maxLength: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(word, (letters) => {
        const seen = letters.map(([text, others]) =>
          read(
            text,
            0.5,
            others.map((other) => ({ text: other, confidence: 0.3 })),
          ),
        );
        const result = textOf(withKnownWords(seen, KNOWN));
        expect(result).toHaveLength(letters.length);
        for (const [index, [text, others]] of letters.entries())
          expect([text, ...others]).toContain(result[index]);
      }),
    );
  });
});

describe('the parts of a word', () => {
  it('two strings are one word where only both together are known', () => {
    expect(isOneWord('AMO', 'UNT', KNOWN)).toBe(true);
    expect(isOneWord('a', 'mount', KNOWN)).toBe(true);
    expect(isOneWord('form', 'fork', KNOWN)).toBe(false);
    expect(isOneWord('coat', 'hanger', new Set([...KNOWN, 'coathanger']))).toBe(false);
  });
});
