import { beforeAll, describe, expect, it } from 'vitest';
import { printDecimal } from '../../../src/foundation/text/decimal.js';
import { filtered, registry, run, select, table } from './support.js';

const digits = { id: 'custom', pattern: '\\d+' };

describe('compose', () => {
  beforeAll(() => registry.prepare(['phoneNumber']));

  table('compose', [
    {
      title: 'each candidate travels on',
      options: { types: [digits, 'number'] },
      lines: ['a1 b2', 'c3'],
      tiebreaker: 'last',
      value: 3,
    },
    {
      title: 'names line by line',
      options: { types: ['name', { id: 'custom', pattern: '\\w+$' }] },
      lines: ['Ada & Femi Okafor', 'Lars Ek'],
      tiebreaker: 'third',
      value: 'Ek',
    },
    {
      title: 'numbers without exponent',
      options: { types: [{ id: 'number' }, { id: 'custom', pattern: '.+' }] },
      lines: '0.0000001',
      value: '0.0000001',
    },
    {
      title: 'booleans',
      options: { types: ['boolean', { id: 'custom', pattern: '.+' }] },
      lines: 'Yes.',
      value: 'true',
    },
    {
      title: 'dates',
      options: { types: ['date', { id: 'custom', pattern: '^[^T]+' }] },
      lines: '6/7/2024',
      value: '2024-06-07',
    },
    {
      title: 'the default of the last type',
      options: { types: [digits, 'string'] },
      lines: ['a1 b2', 'c3'],
      value: '1 2 3',
    },
    {
      title: 'the merge of names',
      options: { types: [{ id: 'replace', pattern: '^', replaceWith: '' }, 'name'] },
      lines: 'Ada Okafor',
      value: ['Ada Okafor'],
    },
    { title: 'a step without output', options: { types: [digits, 'string'] }, lines: 'a', value: null },
    {
      title: 'compose in compose',
      options: { types: [{ id: 'compose', types: [digits, digits] }, 'number'] },
      lines: 'a17',
      value: 17,
    },
  ]);

  it('traces values back to the lines of the document', () => {
    const type = { id: 'compose', types: [digits, 'number'] };
    expect(select(type, ['a', 'b 1', 'c 2'], 'last')).toMatchObject({ lines: [2] });
    expect(select({ id: 'compose', types: [digits, 'string'] }, ['a', 'b 1', 'c 2'])).toMatchObject({
      lines: [1, 2],
    });
    expect(filtered([type], ['a', 'b 1', 'c'])).toEqual(['a', 'c']);
  });
});

it.each([
  [1e21, '1000000000000000000000'],
  [-1.5e-7, '-0.00000015'],
  [12.5, '12.5'],
  [0, '0'],
])('printDecimal writes the number %d', (value, text) => expect(printDecimal(value)).toBe(text));

describe('any', () => {
  beforeAll(() => registry.prepare(['phoneNumber']));

  table('any', [
    {
      title: 'the first that finds something',
      options: { types: ['percentage', 'number'] },
      lines: ['7', '8%'],
      value: 8,
    },
    {
      title: 'the tiebreaker works on its candidates',
      options: { types: ['percentage', 'number'] },
      lines: ['7', '8% 9%'],
      tiebreaker: 'last',
      value: 9,
    },
    {
      title: 'the default of the member that matched',
      options: { types: ['date', 'string'] },
      lines: ['a', 'b'],
      value: 'a b',
    },
    {
      title: 'merges names',
      options: { types: ['date', 'name'] },
      lines: ['Ada Okafor', 'Lars Ek'],
      value: ['Ada Okafor', 'Lars Ek'],
    },
    { title: 'blank lines fall to string', options: { types: ['number', 'string'] }, lines: [''], value: '' },
    {
      title: 'string does not see blank lines first',
      options: { types: ['string', 'number'] },
      lines: ['', '7'],
      tiebreaker: 'first',
      value: '7',
    },
    { title: 'nothing', options: { types: ['date', 'number'] }, lines: 'x', value: null },
    {
      title: 'any in any',
      options: {
        types: [
          { id: 'any', types: ['date'] },
          { id: 'any', types: ['number', 'string'] },
        ],
      },
      lines: ['x', 'y'],
      value: 'x y',
    },
  ]);

  it('keeps the type of the member', () => {
    expect(run({ id: 'any', types: ['number', 'string'] }, 'x')).toEqual({ value: 'x', type: 'string' });
  });
});
