import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersAdvised, said } from '../../../src/language/types/advice.js';

describe('membersAdvised', () => {
  it('gives back the members that an advice was made of', () => {
    const member = fc.constantFrom(
      'currencySymbol',
      'thousandsSeparator',
      'format',
      'relaxed',
      'removeSpaces',
    );
    const value = fc.oneof(fc.string(), fc.boolean(), fc.integer());
    fc.assert(
      fc.property(fc.dictionary(member, value, { minKeys: 1 }), (change) => {
        expect(membersAdvised(`tried other forms; set ${said(change)} to read it`)).toEqual({ ...change });
      }),
    );
  });

  it('leaves out members that an advice only says to leave out, and other words', () => {
    expect(membersAdvised('set another "minValue" to read it')).toEqual({});
    expect(membersAdvised('leave "format" out to read it')).toEqual({});
    expect(membersAdvised('no date in "set"')).toEqual({});
  });
});
