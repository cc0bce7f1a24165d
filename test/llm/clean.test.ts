import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanForModel } from '../../src/llm/clean.js';

describe('cleanForModel', () => {
  it('takes out what nobody sees', () => {
    expect(cleanForModel('to\u200Btal\u00AD \u202Edue\u2066\uFEFF\u0007')).toBe('total due');
    expect(cleanForModel('pay\u{E0069}\u{E0067}')).toBe('pay');
  });

  it('keeps line breaks, and joiners that scripts need', () => {
    expect(cleanForModel('a\nb\r\nc')).toBe('a\nb\nc');
    expect(cleanForModel('می\u200Cخواهم')).toBe('می\u200Cخواهم');
  });

  it('makes every blank a space and trims the ends of rows', () => {
    expect(cleanForModel('1\u00A0200\t€\u2003\nx')).toBe('1 200 €\nx');
  });

  it('composes characters that only something invisible parted', () => {
    expect(cleanForModel('caf' + 'e\u0301')).toBe('café');
    expect(cleanForModel('caf' + 'e\u200B\u0301')).toBe('café');
  });

  it('cleanForModel has nothing left to do the second time', () => {
    const unit = fc.constantFrom('e', '\u0301', '\u200B', '\u00AD', '\t', '\n', ' ', '\u00A0', 'ﬁ', '\u202E');
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const once = cleanForModel(units.join(''));
        expect(cleanForModel(once)).toBe(once);
      }),
    );
  });
});
