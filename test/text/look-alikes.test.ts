import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  agreedDate,
  lacksSlash,
  mayBeMade,
  mayBeSame,
  readAlike,
  signsOf,
} from '../../src/text/look-alikes.js';

const AMOUNT = '0123456789-,.()$';

describe('two readings', () => {
  test.each([
    ['$1,2S0.OO', '$1,250.00'],
    ['56,685. 52', '56,685.52'],
    ['¢ 12 345.0O', '$12,345.00'],
    ['(l2.50)', '(12.50)'],
    ['|250', '250'],
    ['12,50', '1250'],
  ])('two readings may be the same print: %s and %s', (first, second) => {
    expect([mayBeSame(first, second), mayBeSame(second, first)]).toEqual([true, true]);
  });

  test.each([
    ['1,250', '1,260'],
    ['1,250', '12,500'],
    ['250', '25'],
    ['Total', '70141'],
    ['A12', '412'],
    ['', '1'],
    ['|250', '1250'],
    ['$1,250', '51,250'],
  ])('two readings may be other print: %s and %s', (first, second) => {
    expect([mayBeSame(first, second), mayBeSame(second, first)]).toEqual([false, false]);
  });

  it('take what looks like a slash for one, but no slash for a figure', () => {
    expect(mayBeSame('03715/2022', '03/15/2022')).toBe(true);
    expect(mayBeSame('03/15/2022', '03715/2022')).toBe(false);
  });

  it('two readings are the same as themselves, and never where one has more figures', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,$ ]{1,30}$/), fc.stringMatching(/^[0-9]{1,5}$/), (text, more) => {
        expect(mayBeSame(text, text)).toBe(true);
        expect(mayBeSame(text, text + more)).toBe(false);
      }),
    );
  });

  it('two readings that are longer than values are the same when they are equal', () => {
    const long = '1'.repeat(100);
    expect([mayBeSame(long, long), mayBeSame(long, `${long} `)]).toEqual([true, false]);
  });
});

describe('text that may be a misread value', () => {
  test.each(['$1,2S0.OO', '12 34', 'l2.50', '1250%', '3'])(
    'text that may be a misread value is %s',
    (text) => {
      expect(mayBeMade(text, AMOUNT)).toBe(true);
    },
  );

  test.each(['Total 250', 'SOIL', 'N/A', '', 'Unit 3', '12 May'])(
    'text that may be a misread value is not %s',
    (text) => {
      expect(mayBeMade(text, AMOUNT)).toBe(false);
    },
  );
});

describe('dates whose slashes were misread', () => {
  test.each([
    ['01/15,2022', true],
    ['1.5/2022', true],
    ['01/15/2022', false],
    ['01,15,2022', false],
    ['1/250.00', false],
  ])('dates lack one slash: %s', (text, expected) => {
    expect(lacksSlash(text)).toBe(expected);
  });

  test.each<[string, string, string | undefined]>([
    ['01/15,2022', '01/15,2022', '01/15/2022'],
    ['01,15.2022', '01 / 15|2022', '01/15/2022'],
    ['01/15,2022', '01/16,2022', undefined],
    ['01,15,2022', '01.15.2022', undefined],
    ['12:30:2022', '12:30:2022', undefined],
    ['01/15,2022', '01/15,20220', undefined],
    ['01/15', '01/15', undefined],
  ])('dates whose slashes were misread are agreed on: %s and %s', (first, second, expected) => {
    expect(agreedDate(first, second)).toBe(expected);
  });
});

describe('texts that are compared as OCR reads them', () => {
  test.each([
    ['loan term', 'loanterm'],
    ['total', 't0ta1'],
    ['modern claims', 'rnoclern c1airns'],
    ["insured's name", 'insureds name'],
    ['box 8', 'b0x b'],
  ])('texts that are compared as OCR reads them are alike: %s and %s', (text, read) => {
    expect(readAlike(read)).toBe(readAlike(text));
  });

  test.each([
    ['line 10', 'line 11'],
    ['line 6', 'line 8'],
    ['payer', 'payee'],
    ['insured:', 'insured'],
    ['net', 'not'],
  ])('texts that are compared as OCR reads them are not alike: %s and %s', (text, other) => {
    expect(readAlike(other)).not.toBe(readAlike(text));
  });

  const text = fc.string({ unit: fc.constantFrom(...'admwcrnv lio01| .'), maxLength: 20 });

  it('texts that are compared as OCR reads them are made sign by sign, so that what surrounds a text does not change it', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(readAlike(before + after)).toBe(readAlike(before) + readAlike(after));
      }),
    );
  });

  it('texts that are compared as OCR reads them are found again in the text that they were made of', () => {
    fc.assert(
      fc.property(text, text, text, (before, inner, after) => {
        const alike = readAlike(inner);
        fc.pre(alike !== '');
        const start = readAlike(before).length;
        const span = signsOf(before + inner + after, { start, end: start + alike.length });
        const found = (before + inner + after).slice(span!.start, span!.end);
        expect(readAlike(found)).toBe(alike);
        expect(inner).toContain(found);
      }),
    );
  });

  it('texts that are compared as OCR reads them are not found within a sign', () => {
    expect(signsOf('mean', { start: 1, end: 4 })).toBeUndefined();
    expect(signsOf('mean', { start: 2, end: 4 })).toEqual({ start: 1, end: 3 });
    expect(signsOf('mad', { start: 0, end: 4 })).toBeUndefined();
  });
});
