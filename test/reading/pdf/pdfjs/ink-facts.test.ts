import { afterEach, expect, it } from 'vitest';
import type { InkFacts, PdfFile, PdfPage } from '../../../../src/reading/pdf/engine.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];

afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

async function firstPage(parts: PageParts, extra?: readonly string[]): Promise<PdfPage> {
  const file = await pdfjs().open(makePdf(parts, extra), {});
  files.push(file);
  return file.page(0);
}

async function facts(parts: PageParts, extra?: readonly string[]): Promise<InkFacts> {
  return (await (await firstPage(parts, extra)).content()).ink!;
}

const image = stream(
  '\u0000'.repeat(12),
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
);
const PICTURE = { resources: '/XObject << /I0 10 0 R >>' };

it('cover nothing where there are none, and need not be looked for', async () => {
  const page = await firstPage({ content: '0 0 300 300 re S' });
  expect((await page.content()).ink?.imageArea).toBe(0);
  expect(await page.images()).toEqual([]);
});

it.each([
  ['by name', { content: 'q 144 0 0 72 72 72 cm /I0 Do Q', ...PICTURE }],
  [
    'in the content stream',
    { content: 'q 72 0 0 72 0 0 cm BI /W 4 /H 4 /IM true /BPC 1 ID \u00a5\u00a5\u00a5\u00a5 EI Q' },
  ],
])('images may cover any area until they are looked at: %s', async (_, parts) => {
  const page = await firstPage(parts, [image]);
  expect((await page.content()).ink?.imageArea).toBe(Number.POSITIVE_INFINITY);
  expect(await page.images()).toHaveLength(1);
});

it('images are found when they are asked for before anything was read', async () => {
  const page = await firstPage({ content: 'q 72 0 0 72 0 0 cm /I0 Do Q', ...PICTURE }, [image]);
  expect(await page.images()).toHaveLength(1);
});

it.each([
  ['with lines, boxes and text', '1 0 0 RG 72 72 m 90 90 l S 72 72 9 9 re f BT /F1 12 Tf (a) Tj ET'],
  ['with a clip that is a rectangle', 'q 72 72 99 99 re W n 72 72 9 9 re f Q'],
  ['with a setting that changes nothing', '/G0 gs 72 72 9 9 re f'],
])('a page is plain %s', async (_, content) => {
  const resources = '/ExtGState << /G0 << /BM /Normal /SMask /None /ca 1 >> >>';
  expect((await facts({ content, resources })).plain).toBe(true);
});

it.each([
  ['with a shading', '/S0 sh'],
  ['with a pattern', '/Pattern cs /P0 scn 72 72 9 9 re f'],
  ['with faint paint', '/G1 gs 72 72 9 9 re f'],
  ['with blending', '/G0 gs 72 72 9 9 re f'],
  ['with a clip that is no rectangle', 'q 72 72 m 99 72 l 99 99 l W n 72 72 9 9 re f Q'],
  ['with a clip of two parts', 'q 72 72 9 9 re 99 99 9 9 re W n 72 72 9 9 re f Q'],
  ['with text as a clip', 'BT 7 Tr /F1 12 Tf (a) Tj ET'],
])('a page is not plain %s', async (_, content) => {
  const resources =
    '/ExtGState << /G0 << /BM /Multiply >> /G1 << /ca 0.1 >> >> /Shading << /S0 10 0 R >> ' +
    '/Pattern << /P0 << /PatternType 2 /Shading 10 0 R >> >>';
  const shading =
    '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 99 0] ' +
    '/Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>';
  expect((await facts({ content, resources }, [shading])).plain).toBe(false);
});

it('text may leave no mark where it is bright, faint or an outline', async () => {
  const shown = (before: string) => `${before} BT /F1 12 Tf 72 72 Td (a) Tj ET`;
  const content = [shown(''), shown('1 g'), shown('0 g'), shown('/G1 gs'), 'BT 1 Tr /F1 9 Tf (a) Tj ET'];
  const resources = '/ExtGState << /G1 << /ca 0.4 >> >>';
  const { faintText } = await facts({ content: content.join(' '), resources });
  expect([...faintText]).toEqual([1, 3, 4]);
});
