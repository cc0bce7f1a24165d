import { expect, it } from 'vitest';
import { withFallbackFamily } from '../../../../src/reading/pdf/pdfjs/fallback-fonts.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf } from '../../../support/make-pdf.js';

/** Widths differ, because a font of one width counts as monospaced. Dark pixels of each column of a drawn page with one sign in a font that is not in the file. */
async function inkOf(sign: string, descriptor: string): Promise<number[]> {
  const font = `<< /Type /Font /Subtype /TrueType /BaseFont /Nonesuch /FirstChar 32 /LastChar 126 /Widths [${'300 600 '.repeat(47)}900] /Encoding /WinAnsiEncoding /FontDescriptor 11 0 R >>`;
  const file = await pdfjs().open(
    makePdf({ content: `BT /F3 40 Tf 10 10 Td (${sign}) Tj ET`, fonts: '/F3 10 0 R', box: '[0 0 50 50]' }, [
      font,
      `<< /Type /FontDescriptor /FontName /Nonesuch /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 600 800] ${descriptor} >>`,
    ]),
    {},
  );
  const { data, width } = await (await file.page(0)).render({ dpi: 72 });
  await file.close();
  const columns = new Array<number>(width).fill(0);
  for (let pixel = 0; pixel * 4 < data.length; pixel++) {
    if (data[pixel * 4]! < 128) columns[pixel % width]!++;
  }
  return columns;
}

const SERIF = '/Flags 34';
const SANS = '/Flags 32';
const inked = (columns: readonly number[]) => columns.filter((dark) => dark > 0).length;

it('text in a font that is not in the file is drawn in letters, not in boxes', async () => {
  const [wide, narrow] = [await inkOf('W', SANS), await inkOf('I', SANS)];
  expect(inked(wide)).toBeGreaterThan(20);
  expect(inked(narrow)).toBeLessThan(8);
});

it('text in a font that is not in the file has serifs where the font should have them', async () => {
  expect(inked(await inkOf('I', SERIF))).toBeGreaterThan(inked(await inkOf('I', SANS)));
});

it.each([
  ['italic bold 12px "g_d0_f1", serif', 'italic bold 12px "g_d0_f1", "Anchorline Serif", serif'],
  ['10px sans-serif', '10px "Anchorline Sans", sans-serif'],
  ['10px monospace', '10px "Anchorline Mono", monospace'],
  ['10px "my sans-serif"', '10px "my sans-serif"'],
  ['10px Arial', '10px Arial'],
])('withFallbackFamily adds a family to %s', (font, expected) => {
  expect(withFallbackFamily(font)).toBe(expected);
});
