import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textOfGlyphName } from '../../../../src/reading/pdf/objects/glyph-names.js';
import { MACINTOSH_GLYPH_ORDER } from '../../../../src/reading/pdf/objects/glyph-order.js';

it.each([
  ['A', 'A'],
  ['seven', '7'],
  ['hyphen', '-'],
  ['hyphen.case', '-'],
  ['one.tnum', '1'],
  ['Aacute', 'Á'],
  ['scommaaccent', 'ș'],
  ['Tcommaaccent', 'Ţ'],
  ['hungarumlaut', '˝'],
  ['ohungarumlaut', 'ő'],
  ['Euro', '€'],
  ['quoteright', '’'],
  ['mu', 'µ'],
  ['f_f_i', 'ffi'],
  ['uni20AC', '€'],
  ['uni00410042', 'AB'],
  ['u1F600', '😀'],
  ['nonmarkingreturn', ' '],
])('names of glyphs: %s is %s', (name, text) => {
  expect(textOfGlyphName(name)).toBe(text);
});

it.each([
  '',
  '.notdef',
  'g123',
  'glyph00012',
  'cid4750',
  'uniD800',
  'uni20ac',
  'u110000',
  'f_nothing',
  'Xgrave',
])('names of glyphs: %s says nothing', (name) => {
  expect(textOfGlyphName(name)).toBeUndefined();
});

it('cover the Macintosh order, at the distance that its first part keeps from ASCII', () => {
  expect(MACINTOSH_GLYPH_ORDER).toHaveLength(258);
  const unknown = MACINTOSH_GLYPH_ORDER.filter((name) => textOfGlyphName(name) === undefined);
  expect(unknown).toEqual(['.notdef', '.null', 'apple']);
  for (let code = 0x20; code <= 0x7e; code++) {
    expect(textOfGlyphName(MACINTOSH_GLYPH_ORDER[code - 29] ?? '')).toBe(String.fromCharCode(code));
  }
});

it('names of glyphs of any kind give text or nothing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (name) => {
      const text = textOfGlyphName(name);
      expect(text === undefined || (text.length > 0 && text.isWellFormed())).toBe(true);
    }),
  );
});
