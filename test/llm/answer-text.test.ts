import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableText, digitGroupsOf, strippedText, tokensOf, wordsOf } from '../../src/llm/answer-text.js';

describe('comparableText', () => {
  it.each([
    ['Ada  MOSS\n', 'ada moss'],
    ['\u201CNo\u201D \u2013 it\u2019s 5\u2032', '"no" - it\'s 5\''],
    ['ﬁsh １２', 'fish 12'],
    ['\u202Eevil\u202C \u200Btext', 'evil text'],
    ['', ''],
  ])('makes of %j %j', (text, comparable) => {
    expect(comparableText(text)).toBe(comparable);
  });

  it('leaves what is comparable as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = comparableText(text);
        expect(comparableText(once)).toBe(once);
      }),
    );
  });
});

describe('strippedText', () => {
  it('takes punctuation off both ends, unless nothing else is there', () => {
    expect(strippedText('"ada moss",')).toBe('ada moss');
    expect(strippedText('a.b')).toBe('a.b');
    expect(strippedText('--')).toBe('--');
  });
});

describe('words and tokens', () => {
  it('are runs of letters and digits', () => {
    expect([...wordsOf('the rent, the fee: 12.50')]).toEqual(['the', 'rent', 'fee', '12', '50']);
    expect(tokensOf('the rent is 1,200.50 or 12,5')).toEqual(['the', 'rent', 'is', '1200.50', 'or', '12,5']);
    expect([wordsOf('–').size, tokensOf('!')]).toEqual([0, []]);
  });

  it('digits alone tell numbers apart', () => {
    expect(digitGroupsOf('from 1,200.50 to 03/04')).toEqual(['120050', '03', '04']);
  });
});
