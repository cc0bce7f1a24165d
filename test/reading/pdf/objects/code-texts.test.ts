import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeTexts } from '../../../../src/reading/pdf/objects/code-texts.js';
import { encodingByText } from '../../../../src/reading/pdf/objects/encoding-by-text.js';
import type { FontFacts } from '../../../../src/reading/pdf/objects/font-facts.js';
import { NumberedNames } from '../../../../src/reading/pdf/objects/numbered-names.js';
import { texTable } from '../../../../src/reading/pdf/objects/tex-encodings.js';

const codes = (text: string) => Array.from(Buffer.from(text, 'latin1'));
const NOWHERE = { program: () => undefined, listedWidth: () => undefined };

const FACTS: FontFacts = {
  subtype: 'Type1',
  name: 'Made',
  texts: new Map(),
  codesAreUnicode: false,
  isEmbedded: false,
  trueType: false,
  encoding: undefined,
  symbolic: undefined,
  ownCollection: false,
  glyphNumbers: undefined,
  type3: undefined,
};
const textOf = (code: number, facts: Partial<FontFacts>) =>
  new CodeTexts({ ...FACTS, ...facts }).of(code, NOWHERE)?.text;
const named = (...names: readonly [number, string][]) => ({ base: undefined, names: new Map(names) });

it.each([
  ['Dur\xe9e', 'WinAnsiEncoding'],
  ['Allg\xe4u', 'WinAnsiEncoding'],
  ['don\x92t', 'WinAnsiEncoding'],
  ['\x93quoted\x94 word\x97word', 'WinAnsiEncoding'],
  ['\x80 12', 'WinAnsiEncoding'],
  ['Dur\x8ee', 'MacRomanEncoding'],
  ['Allg\x8au', 'MacRomanEncoding'],
  ['stra\xa7e', 'MacRomanEncoding'],
  ['plain', 'WinAnsiEncoding'],
])('the encoding that words are in: %j', (text, encoding) => {
  expect(encodingByText([codes(text)])).toBe(encoding);
});

it('the encoding is one of both, whatever is shown', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (shown) => {
      const encoding = encodingByText(shown.map((each) => [...each]));
      expect(['WinAnsiEncoding', 'MacRomanEncoding']).toContain(encoding);
    }),
  );
});

describe('names that are numbers', () => {
  it.each<[string, readonly string[], number | undefined]>([
    ['a68', ['a68'], 68],
    ['C0065', ['C0065'], 65],
    ['G41', ['G41'], 0x41],
    ['B41', ['B41', 'B4F'], 0x41],
    ['B41', ['B41'], 41],
    ['g36', ['g36'], undefined],
    ['odd', ['odd', 'a68'], undefined],
    ['Aacute', ['Aacute', 'a68'], undefined],
  ])('the number in a name: %s among %j', (name, names, number) => {
    expect(new NumberedNames(names).numberOf(name)).toBe(number);
  });

  it('numbers are names only where these say nothing else', () => {
    expect(new NumberedNames(['a68']).hasSome).toBe(true);
    expect(new NumberedNames(['A', 'u0041', 'g12', '.notdef']).hasSome).toBe(false);
  });
});

it('ligatures in words tell the encoding of a TeX font', () => {
  expect(texTable([codes('o\x0ece')]).get(14)).toBe('ffi');
  expect(texTable([codes('o\x1ece')]).get(30)).toBe('ffi');
  expect(texTable([codes('o\x1ece')]).get(0xff)).toBe('ß');
});

it('nothing but ligatures tells the encoding of a TeX font', () => {
  expect(texTable([codes('plain'), codes('\x0b \x0c')]).size).toBe(0);
});

it('a code is what the map of its font says, unless that is no character', () => {
  expect(textOf(65, { texts: new Map([[65, 'x']]) })).toBe('x');
  expect(textOf(65, { texts: new Map([[65, '\0']]) })).toBe('A');
  expect(textOf(200, { texts: new Map([[200, '\x92']]) })).toBe('’');
  expect(textOf(200, { texts: new Map([[200, '\ud800']]), isEmbedded: true })).toBeUndefined();
});

it('a code is what its name says, then what its encoding has', () => {
  const encoding = { base: 'MacRomanEncoding', names: new Map([[65, 'eacute']]) };
  expect(textOf(65, { encoding })).toBe('é');
  expect(textOf(0x8e, { encoding })).toBe('é');
});

it('a code is that of the standard where the font names no encoding and has none of its own', () => {
  expect(textOf(0x27, {})).toBe('’');
  expect(textOf(0x27, { isEmbedded: true })).toBeUndefined();
  expect(textOf(0x27, { symbolic: true })).toBeUndefined();
});

it('a code is a space where it is 32 and has no name', () => {
  expect(textOf(32, { subtype: 'Type3', encoding: named([65, 'a65']) })).toBe(' ');
});

it('a code has no text where its name is the number of a glyph, or of a sign', () => {
  expect(textOf(1, { encoding: named([1, 'g36']) })).toBeUndefined();
  expect(textOf(1, { encoding: named([1, 'a1']) })).toBeUndefined();
  expect(textOf(1, { name: 'ABCDEF+ZapfDingbats', encoding: named([1, 'a68']) })).toBeUndefined();
});

it('codes of a composite font are Unicode where its map is a name', () => {
  const facts: Partial<FontFacts> = {
    subtype: 'Type0',
    encoding: { base: 'Identity-H', names: new Map() },
    codesAreUnicode: true,
    glyphNumbers: 'identity',
  };
  expect(textOf(0x142, facts)).toBe('ł');
  expect(textOf(0xd800, facts)).toBeUndefined();
  expect(textOf(0x142, { ...facts, codesAreUnicode: false })).toBeUndefined();
});
