import { describe, expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { readFontFacts } from '../../../../src/reading/pdf/objects/font-facts.js';
import { makePdf, stream } from '../../../support/make-pdf.js';

/** What object 10 says as the font of a name. */
const facts = (objects: readonly string[], name = 'Made', seal: 'none' | 'sealed' = 'none') =>
  readFontFacts(new FileObjects(makePdf({ content: '' }, objects), seal), 10, name);

const MAP = stream('beginbfchar <41> <0061> endbfchar');

describe('a font object', () => {
  const font = '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Made /ToUnicode 11 0 R >>';

  it('describes the font of its name, with the letters of a subset or without', () => {
    expect(facts([font, MAP], 'Made')?.texts?.get(0x41)).toBe('a');
    expect(facts([font, MAP], 'GHIJKL+Made')?.texts?.get(0x41)).toBe('a');
  });

  it.each([
    ['of another name', [font, MAP], 'Other'],
    ['that is none', ['<< /BaseFont /Made >>'], 'Made'],
    ['that is missing', [], 'Made'],
  ])('a font object: %s says nothing', (_, objects, name) => {
    expect(facts(objects, name)).toBeUndefined();
  });

  it('a font object has no texts without a map that can be read', () => {
    expect(facts(['<< /Type /Font /Subtype /Type1 /BaseFont /Made >>'])?.texts).toEqual(new Map());
    expect(facts([font])?.texts).toEqual(new Map());
    expect(facts([font, MAP], 'Made', 'sealed')?.texts).toEqual(new Map());
  });

  it('says where its codes are Unicode, by the name of its map', () => {
    expect(facts([font.replace('11 0 R', '/Identity-H')])).toMatchObject({ codesAreUnicode: true });
    expect(facts([font, MAP])).toMatchObject({ codesAreUnicode: false });
  });

  it('says whether its program is in the file', () => {
    const described = (entries: string) =>
      facts([font.replace('/ToUnicode 11 0 R', '/FontDescriptor 11 0 R'), `<< /Flags 4 ${entries} >>`]);
    expect(described('/FontFile2 12 0 R')).toMatchObject({ isEmbedded: true, symbolic: true });
    expect(described('')).toMatchObject({ isEmbedded: false });
  });
});

describe('encodings of simple fonts', () => {
  it.each([
    ['', undefined],
    ['/Encoding /MacRomanEncoding', { base: 'MacRomanEncoding', names: new Map() }],
    [
      '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [5 /a /b 9 /c] >>',
      {
        base: 'WinAnsiEncoding',
        names: new Map([
          [5, 'a'],
          [6, 'b'],
          [9, 'c'],
        ]),
      },
    ],
    ['/Encoding 11 0 R', { base: undefined, names: new Map([[1, 'x']]) }],
  ])('the encoding of a simple font is read: %s', (entries, encoding) => {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Made ${entries} >>`;
    expect(facts([font, '<< /Differences [1 /x] >>'])?.encoding).toEqual(encoding);
  });
});

describe('composite fonts', () => {
  const composite = (descendant: string) =>
    facts([
      '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] >>',
      `<< /Type /Font ${descendant} >>`,
      stream('\u0000\u0007'),
      '<< /Flags 4 >>',
    ]);

  it('give their outlines, collection and glyphs', () => {
    const own = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >>';
    expect(composite(`/Subtype /CIDFontType2 ${own} /FontDescriptor 13 0 R`)).toMatchObject({
      subtype: 'Type0',
      trueType: true,
      symbolic: true,
      ownCollection: true,
      glyphNumbers: 'identity',
      encoding: { base: 'Identity-H' },
    });
    expect(
      composite('/Subtype /CIDFontType0 /CIDSystemInfo << /Ordering (Japan1) >> /CIDToGIDMap 12 0 R'),
    ).toMatchObject({ trueType: false, symbolic: undefined, ownCollection: false });
    const { glyphNumbers } = composite('/Subtype /CIDFontType2 /CIDToGIDMap 12 0 R') ?? {};
    expect([...(glyphNumbers as Uint8Array)].slice(0, 2)).toEqual([0, 7]);
  });
});

describe('Type 3 fonts', () => {
  const type3 = (entries: string, procedure = '') =>
    facts(
      [
        `<< /Type /Font /Subtype /Type3 /FirstChar 65 /CharProcs << /a 11 0 R >> ${entries} >>`,
        stream(procedure),
      ],
      '',
    )?.type3;

  it('give advances and box as shares of the size', () => {
    const found = type3('/FontMatrix [0.01 0 0 -0.02 0 0] /FontBBox [0 -10 50 90] /Widths [20 0 40]');
    expect([65, 66, 67, 68].map((code) => found?.advances[code])).toEqual([0.2, 0, 0.4, undefined]);
    expect(found?.meanAdvance).toBeCloseTo(0.3, 9);
    expect(found?.boxHeight).toBeCloseTo(2, 9);
  });

  it.each([
    ['without a box', '/FontMatrix [1 0 0 1 0 0] /Widths [1]'],
    ['with an empty box', '/FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 0 0] /Widths [1]'],
    ['without a matrix', '/FontBBox [0 0 1 1] /Widths [1]'],
    [
      'with more widths than codes',
      `/FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /Widths [${'1 '.repeat(257)}]`,
    ],
  ])('Type 3 fonts: %s say nothing', (_, entries) => {
    expect(type3(entries)).toBeUndefined();
  });

  it.each([
    ['500 0 d0', false],
    ['q 500 0 0 0 9 9 d1 Q', false],
    ['500 0 d0 0 0 9 9 re f', true],
  ])('show whether a procedure paints: %s', (procedure, paints) => {
    const found = type3('/FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /Widths [1]', procedure);
    expect(found?.paints('a')).toBe(paints);
    expect(found?.paints('b')).toBeUndefined();
  });
});
