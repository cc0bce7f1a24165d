import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readAlike, signsOf } from '../../../src/foundation/text/look-alikes.js';

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
