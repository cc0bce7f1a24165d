import { afterEach, describe, expect, it } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** A composite font that maps only the code 0041, to `X`. */
const FONT = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /Made /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 12 0 R >>',
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Made /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
    '/FontDescriptor << /Type /FontDescriptor /FontName /Made /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 >> /DW 500 >>',
  stream(
    'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0041> <0058> endbfchar endcmap',
  ),
];

describe('with PDFium', () => {
  const engine = pdfium();
  async function marked(parts: PageParts, extra: readonly string[] = []): Promise<(string | undefined)[][]> {
    const file = await engine.open(makePdf({ ...parts, fonts: '/F3 10 0 R' }, [...FONT, ...extra]), {});
    files.push(file);
    const { glyphs } = await (await file.page(0)).content();
    return glyphs.map(({ text, actualText }) => [text, actualText]);
  }

  describe('replacement text of marked content', () => {
    it('goes to the first glyph of its span, in line or named, in every form of string', async () => {
      const content =
        'BT /F3 10 Tf /Span << /ActualText (a\\)\\102) >> BDC <0042> Tj <0042> Tj EMC ' +
        '/Span << /MCID 0 /ActualText <FEFF20AC> >> BDC <0043> Tj EMC /Span /P0 BDC <0044> Tj EMC <0041> Tj ET';
      expect(await marked({ content, resources: '/Properties << /P0 << /ActualText (named) >> >>' })).toEqual(
        [
          ['\u0000', 'a)B'],
          ['\u0000', ''],
          ['\u0000', '€'],
          ['\u0000', 'named'],
          ['X', undefined],
        ],
      );
    });

    it('replacement text of the outermost span counts, also inside forms, and ends with it', async () => {
      const content =
        '/Span << /ActualText (outer) >> BDC /Span << /ActualText (inner) >> BDC BT /F3 10 Tf <0042> Tj ET EMC /X0 Do EMC ' +
        '/Artifact BMC BT /F3 10 Tf <0042> Tj ET EMC';
      const form = stream(
        'BT /F3 10 Tf <0042> Tj ET',
        '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /Font << /F3 10 0 R >> >>',
      );
      expect(await marked({ content, resources: '/XObject << /X0 13 0 R >>' }, [form])).toEqual([
        ['\u0000', 'outer'],
        ['\u0000', ''],
        ['\u0000', undefined],
      ]);
    });

    it('survives inline images, comments and odd operands between', async () => {
      const content =
        'BT /F3 10 Tf <0042> Tj ET % (Tj) Tj\nBI /W 8 /H 8 /IM true /BPC 1 ID (Tj Tj (\nEI\n[ [1 2] << /A [3] >> ] ' +
        '/Span << /Other << /ActualText (no) >> /ActualText (yes) >> BDC BT /F3 10 Tf [<0043> -20 <0044>] TJ ET EMC';
      expect(await marked({ content })).toEqual([
        ['\u0000', undefined],
        ['\u0000', 'yes'],
        ['\u0000', ''],
      ]);
    });

    it('replacement text of marked content is not looked for where every glyph can be read', async () => {
      const content = 'BT /F1 10 Tf /Span << /ActualText (other) >> BDC (a) Tj EMC ET';
      expect(await marked({ content })).toEqual([['a', undefined]]);
    });
  });
});
