import { describe, expect, test } from 'vitest';
import { types } from '../../../src/language/types/index.js';
import { createTypeRegistry } from '../../../src/language/types/registry.js';
import { guard } from '../../support/guards.js';
import { select, table } from './support.js';

describe('number', () => {
  table('number', [
    { title: 'inside a line', lines: 'Lock 3, gate open', value: 3 },
    { title: 'with a sign', lines: 'depth -4.75 m', value: -4.75, source: '-4.75' },
    { title: 'a typographic minus', lines: '\u22127', value: -7, source: '\u22127' },
    { title: 'a hyphen behind a word is no sign', lines: 'pier-7', value: 7, source: '7' },
    { title: 'a hyphen behind a parenthesis is no sign', lines: '(a)-7', value: 7 },
    { title: 'beginning with the separator', lines: 'ratio .125', value: 0.125, source: '.125' },
    { title: 'glued to letters before', lines: 'N14', value: null },
    { title: 'glued to letters behind', lines: '14kn', value: null },
    { title: 'a first group of any length', lines: '4400,125', value: 4400125 },
    { title: 'broken groups', lines: '1,23,456', value: null },
    { title: 'letters for digits behind a separator', lines: '1,O00', value: null },
    { title: 'letters for all of the cents', lines: '12.OO', value: null },
    { title: 'a letter for the first digit', lines: 'l,250.00', value: null },
    { title: 'a word and a separator before', lines: 'No.5,Office 7', value: 5 },
    { title: 'an apostrophe between thousands', lines: ["1'234.50", '1\u2019234\u2019567'], value: null },
    { title: 'feet and inches', lines: `6'2" tall`, tiebreaker: 'second', value: 2 },
    { title: 'an exponent', lines: '1.5E+05', value: null },
    { title: 'several in one line', lines: '12 of 90', tiebreaker: 'last', value: 90 },
    { title: 'the greatest', lines: ['12 of 90', '88'], tiebreaker: '>', value: 90 },
    { title: 'joined to text', lines: ['12', '90'], tiebreaker: 'join', value: '12 90' },
    {
      title: 'without grouping',
      options: { thousandsSeparator: '' },
      lines: '1,204 9',
      tiebreaker: 'join',
      value: '1 204 9',
    },
    {
      title: 'an apostrophe between groups',
      options: { thousandsSeparator: "'" },
      lines: "7'450.5",
      value: 7450.5,
    },
    {
      title: 'a space between groups',
      options: { thousandsSeparator: '\u00a0' },
      lines: '7\u00a0450.5',
      value: 7450.5,
    },
    {
      title: 'a separator of two characters',
      options: { thousandsSeparator: '..' },
      lines: '7..450',
      value: 7450,
    },
    {
      title: 'a period between groups moves the decimal one',
      options: { thousandsSeparator: '.' },
      lines: '7.450,5',
      value: 7450.5,
    },
    { title: 'rounding a tie away from zero', options: { roundTo: 2 }, lines: '-2.675', value: -2.68 },
    { title: 'rounding that carries', options: { roundTo: 1 }, lines: '99.96', value: 100 },
    { title: 'roundTo wins over toFixed', options: { roundTo: 0, toFixed: 2 }, lines: '1.234', value: 1 },
    { title: 'no more digits than a number holds', lines: '9'.repeat(400), value: null },
    { title: 'full-width digits are none', lines: '\uff11\uff12', value: null },
    { title: 'minus zero is zero', lines: '-0', value: 0 },
  ]);
});

test.each(['$1\u0000\u0000\u0000', '12\u0000', '\u00005', '1,\u0000\u0000\u0000', '7\uFFFD'])(
  'numbers beside glyphs that cannot be read: %j is no number',
  (text) => {
    const lines = [{ text }];
    for (const reference of ['number', 'currency', 'accountingCurrency'] as const) {
      expect(createTypeRegistry(types).compile(reference).candidates(lines, guard())).toEqual([]);
    }
  },
);

test('the reason names the separators that would have a number read', () => {
  expect(select('number', ["1'234.50"])).toMatchObject({
    reason: expect.stringContaining('; set "thousandsSeparator": "\'" to read it'),
  });
  expect(select('number', ['1.234,50'])).toMatchObject({
    reason: expect.stringContaining('; set "thousandsSeparator": "." and "decimalSeparator": "," to read it'),
  });
});
