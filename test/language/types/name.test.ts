import { describe, expect, it } from 'vitest';
import { run, select, table } from './support.js';

const CASES: readonly (readonly [string, readonly string[] | null])[] = [
  ['Ada Okafor', ['Ada Okafor']],
  ['Okafor, Ada', ['Ada Okafor']],
  ['Okafor, Ada Ngozi', ['Ada Ngozi Okafor']],
  ['de la Cruz, Ana Sofia', ['Ana Sofia de la Cruz']],
  ['Ada Okafor, Lars Ek', ['Ada Okafor', 'Lars Ek']],
  ['Ada Okafor, Lars', ['Lars Ada Okafor']],
  ['Ada Okafor, Lars Ek, Wei', null],
  ['Ada & Femi Okafor', ['Ada Okafor', 'Femi Okafor']],
  ['Ada N. & Femi Okafor', ['Ada N. Okafor', 'Femi Okafor']],
  ['Ada Okafor & Lars Ek', ['Ada Okafor', 'Lars Ek']],
  ['Ada Okafor & Lars', null],
  ['Ada & Lars', null],
  ['Ada & Ines van den Berg', ['Ada van den Berg', 'Ines van den Berg']],
  ['Ada & Femi Okafor Jr.', ['Ada Okafor', 'Femi Okafor Jr.']],
  ['Ada & Femi Jr.', null],
  ['Ada Okafor, Lars Ek & Wei Lin', ['Ada Okafor', 'Lars Ek', 'Wei Lin']],
  ['Okafor, Ada & Femi', ['Ada Okafor', 'Femi Okafor']],
  ['Okafor, Ada & Femi N.', ['Ada Okafor', 'Femi N. Okafor']],
  ['Okafor, Ada N. Jr.', ['Ada N. Okafor Jr.']],
  ['Okafor, Ada III & Femi', ['Ada Okafor III', 'Femi Okafor']],
  ['Okafor Jr., Ada & Femi', ['Ada Okafor Jr.', 'Femi Okafor']],
  ['Co, Ada & Femi', ['Ada Co', 'Femi Co']],
  ['Okafor, Ada Sr & Ek, Lars Jr', ['Ada Okafor Sr', 'Lars Ek Jr']],
  ['Okafor, Ada & Lars Ek', ['Ada Okafor', 'Lars Ek']],
  ['Okafor, Ada & Ek, Lars', ['Ada Okafor', 'Lars Ek']],
  ['Ada Okafor, Lars Ek, & Wei Lin', ['Ada Okafor', 'Lars Ek', 'Wei Lin']],
  ['Okafor, Ek, & Lin', null],
  ['Ada Okafor & Lars Ek & Wei Lin', ['Ada Okafor', 'Lars Ek', 'Wei Lin']],
  ['Ada & Lars & Wei Lin', null],
  ['This is no invoice.', null],
  ['Ada Okafor inc.', ['Ada Okafor inc.']],
  ['Ada Okafor Esq.', ['Ada Okafor Esq.']],
  ['Okafor Tools Mfg.', ['Okafor Tools Mfg.']],
  ['ada okafor.', ['ada okafor.']],
  ['Ada Okafor, RN', ['Ada Okafor RN']],
  ['Ada Okafor, RN, MBA', ['Ada Okafor RN MBA']],
  ['Minh Tran, Do Anh', ['Minh Tran', 'Do Anh']],
  ['Garcia Lopez, Ma', ['Ma Garcia Lopez']],
  ['Ada Okafor, M.D., FACS', ['Ada Okafor M.D. FACS']],
  ['Ada Okafor, D.O. & Lars Ek, PA-C', ['Ada Okafor D.O.', 'Lars Ek PA-C']],
  ['Ada & Femi Okafor, Trustee', ['Ada Okafor', 'Femi Okafor Trustee']],
  ['Okafor, Do', ['Do Okafor']],
  ['Okafor, Ma & Femi', ['Ma Okafor', 'Femi Okafor']],
  ['Ada Okafor & Ek LLC', ['Ada Okafor', 'Ek LLC']],
  ['Okafor & Sons', null],
];

describe('name', () => {
  it.each([
    ['Okafor & Sons, LLC', 'Okafor & Sons LLC'],
    ['Ada & Femi Okafor Inc.', 'Ada & Femi Okafor Inc.'],
    ['Okafor and Co., Inc.', 'Okafor and Co. Inc.'],
  ])('a firm keeps its connector: %s', (line, firm) => {
    expect(run('name', line)).toMatchObject({ value: [firm] });
  });

  for (const connector of ['&', 'and', 'AND']) {
    it.each(CASES)(`a name with the connector ${connector}: %s`, (text, names) => {
      const line = text.replaceAll('&', connector);
      expect(run('name', line)).toEqual(names && { source: line, value: names, type: 'name' });
    });
  }

  table('name', [
    {
      title: 'a suffix keeps its comma away',
      lines: 'Okafor Marine, L.L.C.',
      value: ['Okafor Marine L.L.C.'],
    },
    { title: 'a list marker', lines: '\u2022 Ada Okafor;', value: ['Ada Okafor'], source: 'Ada Okafor' },
    {
      title: 'combining accents',
      lines: 'Zoe\u0301 A\u030angstro\u0308m',
      value: ['Zoe\u0301 A\u030angstro\u0308m'],
    },
    {
      title: 'both apostrophes',
      lines: "Niamh O'Brien & Una O\u2019Shea",
      value: ["Niamh O'Brien", 'Una O\u2019Shea'],
    },
    {
      title: 'six words',
      lines: 'Ana Sofia Maria Ines Rosa Cruz',
      value: ['Ana Sofia Maria Ines Rosa Cruz'],
    },
    { title: 'seven words', lines: 'Ana Sofia Maria Ines Rosa Cruz Vega', value: null },
    { title: 'one word', lines: 'Ada', value: null },
    { title: 'a digit', lines: 'Ada Okafor 2', value: null },
    { title: 'a colon', lines: 'Master: Ada Okafor', value: null },
    { title: 'a comma alone', lines: ', Ada Okafor', value: null },
    {
      title: 'merged lines',
      lines: ['Ada Okafor', ' ', 'Lars Ek', '14', 'Wei Lin'],
      value: ['Ada Okafor', 'Lars Ek'],
    },
    { title: 'the second', lines: ['Ada Okafor', 'Lars Ek'], tiebreaker: 'second', value: ['Lars Ek'] },
    {
      title: 'the greatest by its text',
      lines: ['Ada Okafor', 'Lars Ek'],
      tiebreaker: '>',
      value: ['Lars Ek'],
    },
    {
      title: 'all capitals',
      options: { capitalization: 'allCaps' },
      lines: 'Ada Okafor',
      value: ['ADA OKAFOR'],
    },
    {
      title: 'first letters',
      options: { capitalization: 'firstLetter' },
      lines: 'JEAN-LUC d\u2019ARC IV',
      value: ['Jean-Luc D\u2019Arc IV'],
    },
  ]);

  it('merges six lines and no more', () => {
    const lines = Array.from('abcdefgh', (letter) => `Ada ${letter}`);
    expect(run('name', lines)).toMatchObject({ value: lines.slice(0, 6) });
    expect(select('name', lines)).toMatchObject({ lines: [0, 1, 2, 3, 4, 5] });
  });

  it('joins to a string', () => {
    expect(run('name', ['Ada Okafor', 'Lars Ek'], 'join')).toEqual({
      value: 'Ada Okafor Lars Ek',
      type: 'string',
    });
  });
});
