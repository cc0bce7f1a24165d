import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparableText,
  comparableWords,
  digitGroupsOf,
  holdsDigits,
  occurrence,
  strippedText,
  tokensOf,
} from '../../src/llm/answer-text.js';

const occurs = (answer: string, text: string) =>
  occurrence(comparableText(text), comparableText(answer), 0) >= 0;

it.each([
  ['Ada  MOSS\n', 'ada moss'],
  ['\u201CNo\u201D \u2013 it\u2019s 5\u2032', '"no" - it\'s 5\''],
  ['ﬁsh １２', 'fish 12'],
  ['\u202Eevil\u202C \u200Btext', 'evil text'],
  ['', ''],
])('comparableText makes of %j %j', (text, comparable) => {
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

it('takes punctuation off both ends, unless nothing else is there', () => {
  expect(strippedText('"ada moss",')).toBe('ada moss');
  expect(strippedText('a.b')).toBe('a.b');
  expect(strippedText('--')).toBe('--');
});

it.each([
  ['"Ada Moss".', 'Ada Moss'],
  ['(12)', '12'],
  ['- 12', '12'],
  ['-12.50', '-12.50'],
  ['-$12', '-$12'],
  ['12.5%', '12.5%'],
  ['...', '...'],
])('strippedText makes of %j %j', (text, stripped) => {
  expect(strippedText(text)).toBe(stripped);
});

describe('words and tokens', () => {
  it('words and tokens are runs of letters and digits', () => {
    expect([...comparableWords('the rent, the fee: 12.50')]).toEqual(['the', 'rent', 'fee', '12', '50']);
    expect(tokensOf('the rent is 1,200.50 or 12,5')).toEqual(['the', 'rent', 'is', '1200.50', 'or', '12,5']);
    expect([comparableWords('–').size, tokensOf('!')]).toEqual([0, []]);
  });

  it('keeps dates and numbers whole', () => {
    expect(tokensOf('on 03/01/2024 1,235.00 at b12-4')).toEqual([
      'on',
      '03/01/2024',
      '1235.00',
      'at',
      'b12',
      '4',
    ]);
  });

  it('digits alone distinguish numbers', () => {
    expect(digitGroupsOf('from 1,200.50 to 03/04')).toEqual(['120050', '03', '04']);
  });
});

describe('occurrence', () => {
  it.each([
    ['235.00', '1,235.00'],
    ['1,235', '1,235.00'],
    ['00', '1,235.00'],
    ['235', "1'235"],
    ['234', '1.234.567'],
    ['34,567.00', '12,34,567.00'],
    ['98', '614.98'],
    ['25', '$25.00'],
    ['5,2', '5,25'],
    ['-80', '10-80'],
    ['harbour', 'harbours'],
    ['5', 'B5'],
  ])('occurrence does not find %j in %j', (answer, text) => {
    expect(occurs(answer, text)).toBe(false);
  });

  it.each([
    ['1,235.00', 'Total: 1,235.00.'],
    ['235.00', '1 235.00'],
    ['235.00', 'A1, 235.00, 12'],
    ['2020', '2019,2020'],
    ['2023', '31.12.2023'],
    ['24', '12/31/24'],
    ['1234', '555-12-1234'],
    ['80.52', '-80.52'],
    ['2024', 'Ends in 2024.'],
    ['3.4', 'Section 3.4, item 1'],
    ['4.2', 'v1 4.2.'],
    ['東京', '東京都港区'],
    ['2024', '2024年3月'],
    ['서울', '서울에서'],
  ])('finds %j in %j', (answer, text) => {
    expect(occurs(answer, text)).toBe(true);
  });

  it('takes no longer for endless numbers', () => {
    expect(occurs('7', '1,'.repeat(50_000))).toBe(false);
    expect(occurs('1', '1,'.repeat(2_000))).toBe(true);
  });
});

describe('holdsDigits', () => {
  it.each([
    [['1', '800', '555'], ['1800555'], true],
    [['1800555'], ['1', '800', '555'], true],
    [['02', '01', '2012', '06', '01', '2017'], ['02', '01', '2017'], false],
    [['12', '5'], ['125'], true],
    [['125'], ['12'], false],
    [['7'], [], true],
    [[], ['7'], false],
  ])('says whether %j has the digits of %j', (groups, wanted, holds) => {
    expect(holdsDigits(groups, wanted)).toBe(holds);
  });
});
