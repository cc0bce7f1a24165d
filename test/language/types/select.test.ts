import { describe, expect, it } from 'vitest';
import { tiebreakerSchema, typedText } from '../../../src/language/types/select.js';
import { filtered, registry, run, select, strict } from './support.js';

const letters = (count: number) => Array.from('abcd'.slice(0, count), (letter) => `<${letter}>`);
const numbers = (count: number) => ['3', '1', '4', '1'].slice(0, count);
const dates = (count: number) => ['3/1/24', '1/1/24', '4/1/24', '1/1/24'].slice(0, count);
const letter = { id: 'custom', pattern: '[a-d]', type: 'letter' };

describe('tiebreakers', () => {
  const expected: Readonly<Record<string, readonly (number | null)[]>> = {
    first: [null, 3, 3, 3],
    second: [null, null, 1, 1],
    third: [null, null, null, 4],
    last: [null, 3, 1, 1],
    '>': [null, 3, 3, 4],
    '<': [null, 3, 1, 1],
    '0': [null, 3, 3, 3],
    '-1': [null, 3, 1, 1],
    '-4': [null, null, null, 3],
    '4': [null, null, null, null],
  };

  it.each(Object.entries(expected))('tiebreakers: %s on 0, 1, 2 and 4 numbers and dates', (key, values) => {
    const tiebreaker = tiebreakerSchema.parse(/^-?\d/u.test(key) ? Number(key) : key);
    for (const [i, count] of [0, 1, 2, 4].entries()) {
      const value = values[i] ?? null;
      expect(select('number', numbers(count), tiebreaker).value?.value ?? null).toBe(value);
      const date = value === null ? null : `2024-0${value}-01T00:00:00.000Z`;
      expect(select('date', dates(count), tiebreaker).value?.value ?? null).toBe(date);
    }
  });

  it('selects by position among strings, custom values and names', () => {
    expect(run('string', letters(4), 'third')).toMatchObject({ value: '<c>' });
    expect(run(letter, letters(4), 'third')).toMatchObject({ value: 'c', type: 'letter' });
    expect(run('name', ['Ada Ek', 'Bo Ek', 'Cy Ek'], 'third')).toMatchObject({ value: ['Cy Ek'] });
  });

  it('takes the earliest of equal values', () => {
    expect(select('number', ['7 a', '7 b'], '>')).toMatchObject({ lines: [0] });
    expect(select('number', ['7 a', '7 b'], '<')).toMatchObject({ lines: [0] });
  });

  it('joins strings of values with their sources, all else by sources', () => {
    expect(run(letter, letters(2), 'join')).toEqual({ value: 'a b', source: 'a b', type: 'letter' });
    expect(run('number', numbers(2), 'join')).toEqual({ value: '3 1', type: 'string' });
    const addresses = ['Bath, ME 04530', 'Bend, OR 97701'];
    expect(run('address', addresses, 'join')).toEqual({ value: addresses.join(' '), type: 'address' });
  });

  it('an amount that cannot be read keeps its place, so that the next one is not taken for it', () => {
    const row = ['$0.00', '$2.718.28', '$31.40', 'Page 1.2.3'];
    const at = (tiebreaker?: number | 'last') => select('currency', row, tiebreaker);
    expect(at(0)).toMatchObject({ value: { value: 0 } });
    expect(at(1)).toMatchObject({
      value: null,
      reason: expect.stringContaining('"2.718.28", is not read whole'),
    });
    expect(at(2)).toMatchObject({ value: { value: 31.4 } });
    expect(at('last')).toMatchObject({ value: { value: 31.4 } });
    expect(select('currency', row.slice(1), undefined)).toMatchObject({ value: null });
    expect(select('currency', row, '>')).toMatchObject({ value: { value: 31.4 } });
  });

  it('tiebreakers are words or numbers, whose fractions are cut off', () => {
    expect(tiebreakerSchema.safeParse(1.5).success).toBe(true);
    expect(run('number', numbers(3), 1.5)).toEqual(run('number', numbers(3), 1));
    for (const wrong of ['fourth', '1', null, Number.NaN]) {
      expect(tiebreakerSchema.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('reasons', () => {
  it('say why there is no value', () => {
    expect(select('date', ['no', 'date'])).toEqual({
      value: null,
      reason: 'text was found, but no date in it: "no date"',
    });
    expect(select('number', ['5'], 2)).toEqual({ value: null, reason: 'only 1 value, none at position 2' });
    expect(select('number', ['5 6'], 'third')).toEqual({
      value: null,
      reason: 'only 2 values, none at position third',
    });
    expect(select('number', [])).toEqual({ value: null, reason: 'no text was found' });
  });

  it('quote a limited piece of text, never half a character', () => {
    const { reason } = select('number', [`${'x'.repeat(59)}\u{1f6a2}${'y'.repeat(50)}`]) as {
      reason: string;
    };
    expect(reason).toBe(`text was found, but no number in it: "${'x'.repeat(59)}…"`);
  });
});

describe('typedText', () => {
  it('leaves text without type, string and paragraph as it is', () => {
    for (const type of [undefined, 'string', 'paragraph']) {
      const compiled = type && registry.compile(type);
      expect(typedText(' a\nb ', compiled || undefined, strict).value).toEqual({
        value: ' a\nb ',
        type: 'string',
      });
      expect(typedText('', compiled || undefined, strict).value).toBeNull();
    }
  });

  it('splits text at line breaks for other types', () => {
    expect(typedText('Ada Ek\nBo Ek', registry.compile('name'), strict)).toMatchObject({
      value: { value: ['Ada Ek', 'Bo Ek'] },
      lines: [0, 1],
    });
    expect(typedText('x', registry.compile('number'), strict).value).toBeNull();
  });
});

describe('typeFilters', () => {
  it('remove lines whole, one type after the other on what is left', () => {
    expect(filtered(['date', 'number'], ['due 6/7/2024', 'lock 3', 'pier'])).toEqual(['pier']);
    expect(filtered([], ['a'])).toEqual(['a']);
  });

  it('remove every line of a value that spans lines', () => {
    expect(filtered(['date'], ['by', 'Jun 7,', '2024', 'or later'])).toEqual(['by', 'or later']);
  });
});
