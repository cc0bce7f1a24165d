import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import type { Glyph } from '../../../../src/page/document/glyph.js';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { makePdf, stream } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** A font of the Liberation family that comes with pdf.js; its glyphs keep the Macintosh order, `A` is number 36. */
const LIBERATION = readFileSync(
  createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
).toString('latin1');

const DESCRIPTOR =
  '/Type /FontDescriptor /FontName /Made /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 ' +
  '/CapHeight 700 /StemV 80';

interface Parts {
  /** Entries of the composite font, e.g. a map to Unicode. */
  readonly font?: string;
  /** Entries of its descendant. */
  readonly descendant?: string;
  /** The embedded program; none by default. */
  readonly program?: string;
  /** The further objects from 14 on. */
  readonly extra?: readonly string[];
  readonly content?: string;
}

/** A map to Unicode of codes of two bytes. */
const toUnicode = (pairs: string) =>
  stream(`begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${pairs} endcmap`);

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('');
const allMapped = (glyphs: readonly Glyph[]) => glyphs.every(({ mapped }) => mapped);

describe('codes that PDFium does not list', () => {
  const engine = pdfium();
  async function show(codes: string, parts: Parts): Promise<readonly Glyph[]> {
    const { font = '', descendant = '/DW 500', program, extra = [], content } = parts;
    const objects = [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] ${font} >>`,
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
        `/Supplement 0 >> /FontDescriptor 12 0 R ${descendant} >>`,
      `<< ${DESCRIPTOR} ${program === undefined ? '' : '/FontFile2 13 0 R'} >>`,
      stream(program ?? ''),
      ...extra,
    ];
    const bytes = makePdf(
      { content: content ?? `BT /F3 10 Tf 72 700 Td <${codes}> Tj ET`, fonts: '/F3 10 0 R' },
      objects,
    );
    const file = await engine.open(bytes, {});
    files.push(file);
    return (await (await file.page(0)).content()).glyphs;
  }

  describe('composite fonts without a map to Unicode', () => {
    it('composite fonts without a map to Unicode are read by the names in their program', async () => {
      const glyphs = await show('0024004500460003', { program: LIBERATION });
      expect(textOf(glyphs)).toBe('Abc\u00a0');
      expect(allMapped(glyphs)).toBe(true);
      expect(glyphs[0]?.style.spaceWidth).toBeCloseTo((0.5 * 10) / 72, 6);
    });

    it('heed the map from collection to program', async () => {
      const descendant = '/DW 500 /CIDToGIDMap 14 0 R';
      const extra = [stream('\u0000\u0000\u0000\u0024\u0000\u0045')];
      expect(textOf(await show('00010002', { program: LIBERATION, descendant, extra }))).toBe('Ab');
    });

    it('stay unmapped where no program says', async () => {
      for (const program of [undefined, 'no font', LIBERATION.slice(0, 400)]) {
        const glyphs = await show('00240045', { ...(program === undefined ? {} : { program }) });
        expect(textOf(glyphs)).toBe('\u0000\u0000');
        expect(glyphs.some(({ mapped }) => mapped)).toBe(false);
      }
    });

    it('composite fonts of one name are distinguished by their objects', async () => {
      const twin = (map: string) => [
        '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [15 0 R] >>',
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /FontDescriptor 12 0 R /CIDToGIDMap ${map} >>`,
        stream('\u0000\u0000\u0000\u0024\u0000\u0024'),
      ];
      const descendant = '/DW 500 /CIDToGIDMap 17 0 R';
      const own = stream('\u0000\u0000\u0000\u0024\u0000\u0045');
      const extra = [...twin('16 0 R'), own];
      expect(textOf(await show('00010002', { program: LIBERATION, descendant, extra }))).toBe('Ab');
    });
  });

  it('maps to Unicode with gaps are completed by the program before the order of glyphs', async () => {
    const extra = [toUnicode('1 beginbfchar <0024> <0058> endbfchar')];
    const font = '/ToUnicode 14 0 R';
    expect(textOf(await show('00240025', { program: LIBERATION, font, extra }))).toBe('XB');
  });

  it('maps to Unicode with gaps are completed by the order of glyphs when it is proven', async () => {
    const extra = [toUnicode('1 beginbfrange <0024> <0027> <0041> endbfrange')];
    const glyphs = await show('002400440062', { font: '/ToUnicode 14 0 R', extra });
    expect(textOf(glyphs)).toBe('Aa\u0000');
    expect(glyphs.map(({ inferred }) => inferred === true)).toEqual([false, true, false]);
    expect(glyphs.map(({ mapped }) => mapped)).toEqual([true, true, false]);
  });

  it('maps to Unicode with gaps are completed by the program where they say U+0000', async () => {
    const extra = [
      toUnicode('1 beginbfrange <0024> <0027> <0041> endbfrange 1 beginbfchar <0044> <0000> endbfchar'),
    ];
    const expected = engine.id === 'pdfjs' ? 'A\u0000' : 'Aa';
    expect(textOf(await show('00240044', { program: LIBERATION, font: '/ToUnicode 14 0 R', extra }))).toBe(
      expected,
    );
  });

  it('offer replacement text for what was inferred', async () => {
    const extra = [toUnicode('1 beginbfrange <0024> <0027> <0041> endbfrange')];
    const content = 'BT /F3 10 Tf /Span << /ActualText (z) >> BDC <0044> Tj EMC ET';
    const [glyph] = await show('', { font: '/ToUnicode 14 0 R', extra, content });
    expect(glyph).toMatchObject({ text: 'a', inferred: true, actualText: 'z' });
  });

  describe('glyphs that nothing names and that draw nothing', () => {
    /** The program without the tables that name its glyphs; number 3 is a space. */
    const nameless = LIBERATION.replace('post', 'none').replace('cmap', 'none');
    const letters = [toUnicode('2 beginbfchar <0024> <0041> <0045> <0062> endbfchar')];
    const spaceWidth = (0.5 * 10) / 72;

    it('glyphs that nothing names and that draw nothing are spaces', async () => {
      const glyphs = await show('0024000300450046', {
        program: nameless,
        font: '/ToUnicode 14 0 R',
        extra: letters,
      });
      expect(textOf(glyphs)).toBe('A b\u0000');
      expect(glyphs.map(({ mapped }) => mapped)).toEqual([true, true, true, false]);
      expect(glyphs[0]?.style.spaceWidth).toBeCloseTo(spaceWidth, 6);
    });

    it('glyphs that nothing names and that draw nothing are spaces also where the file maps them to U+0000', async () => {
      const extra = [toUnicode('2 beginbfchar <0024> <0041> <0003> <0000> endbfchar')];
      expect(textOf(await show('00240003', { program: nameless, font: '/ToUnicode 14 0 R', extra }))).toBe(
        'A ',
      );
    });

    it('glyphs that nothing names and that draw nothing are nothing at all without an advance', async () => {
      const descendant = '/DW 500 /W [3 [0]]';
      const glyphs = await show('00240003', {
        program: nameless,
        descendant,
        font: '/ToUnicode 14 0 R',
        extra: letters,
      });
      expect(textOf(glyphs)).toBe('A\u0000');
    });

    it('glyphs that nothing names and that draw nothing are spaces in fonts with CFF outlines', async () => {
      const program = readFileSync(
        createRequire(import.meta.url).resolve('pdfjs-dist/standard_fonts/FoxitFixed.pfb'),
      ).toString('latin1');
      const objects = [
        '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] >>',
        '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
          '/Supplement 0 >> /FontDescriptor 12 0 R /DW 500 >>',
        `<< ${DESCRIPTOR} /FontFile3 13 0 R >>`,
        stream(program, '/Subtype /CIDFontType0C'),
      ];
      const content = 'BT /F3 10 Tf 72 700 Td <000100d90022> Tj ET';
      const file = await engine.open(makePdf({ content, fonts: '/F3 10 0 R' }, objects), {});
      files.push(file);
      const { glyphs } = await (await file.page(0)).content();
      expect(textOf(glyphs)).toBe('\u0000 \u0000');
    });

    it('glyphs that nothing names and that draw nothing are spaces in Type 3 fonts', async () => {
      const font =
        '<< /Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 750 750] /FirstChar 1 /LastChar 2 ' +
        '/Widths [500 500] /Encoding << /Type /Encoding /Differences [1 /c1 /c2] >> /CharProcs << /c1 8 0 R /c2 11 0 R >> ' +
        '/Resources << >> >>';
      const content = 'BT /F3 10 Tf 72 700 Td <0102> Tj ET';
      const file = await engine.open(
        makePdf({ content, fonts: '/F3 10 0 R' }, [font, stream('500 0 0 0 0 0 d1')]),
        {},
      );
      files.push(file);
      const { glyphs } = await (await file.page(0)).content();
      expect(textOf(glyphs)).toBe('\u0000 ');
    });

    it('stay unmapped in fonts that draw nothing at all', async () => {
      const descendant = '/DW 500 /CIDToGIDMap 14 0 R';
      const extra = [stream('\u0000\u0003\u0000\u0003\u0000\u0003')];
      expect(textOf(await show('00010002', { program: nameless, descendant, extra }))).toBe('\u0000\u0000');
    });

    it('give way to replacement text', async () => {
      const content = 'BT /F3 10 Tf <0024> Tj /Span << /ActualText (z) >> BDC <0003> Tj EMC ET';
      const [, glyph] = await show('', {
        program: nameless,
        font: '/ToUnicode 14 0 R',
        extra: letters,
        content,
      });
      expect(glyph).toMatchObject({ text: ' ', inferred: true, actualText: 'z' });
    });
  });
});
