/** An area that PDFium draws has the very pixels that it has in the drawing of the page. */
import { afterEach, expect, it } from 'vitest';
import type { Bitmap } from '../../../../src/page/document/page-graphics.js';
import { cutOut } from '../../../../src/page/ink/cut.js';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';

const DPI = 150;

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** Text, slanted lines, curves and rules all over a page, none of them at whole pixels. */
const CONTENT = [
  ...Array.from(
    { length: 60 },
    (_, row) =>
      `BT /F1 ${7 + (row % 5) * 1.3} Tf ${20.3 + row} ${11.7 + row * 12.37} Td (Rows ${row} of text) Tj ET`,
  ),
  ...Array.from({ length: 20 }, (_, i) => `0.7 w ${10.1 * i} 0.3 m ${600.9 - 7 * i} ${790.7 - 11 * i} l S`),
  ...Array.from(
    { length: 20 },
    (_, i) => `${300 + i} ${30.1 * i} m 400 ${31 * i} 420 ${35 * i} 510.5 ${36.6 * i} c S`,
  ),
  '0.5 g 100.2 100.4 310.6 9.1 re f',
].join(' ');

/** A grey picture of 40 by 30 pixels at a place of the page, in points. */
const IMAGE = '<< /Im 10 0 R >>';
const PIXELS = stream(
  Array.from({ length: 1200 }, (_, i) => String.fromCharCode((i * 37) % 128)).join(''),
  '/Type /XObject /Subtype /Image /Width 40 /Height 30 /ColorSpace /DeviceGray /BitsPerComponent 8',
);

async function pageOf(parts: PageParts, extra: readonly string[] = []) {
  const file = await pdfium().open(makePdf(parts, extra), {});
  files.push(file);
  return file.page(0);
}

/** Areas all over a page of some size, also one that reaches beyond it. */
function areasOf(width: number, height: number) {
  const inside = Array.from({ length: 24 }, (_, i) => {
    const left = ((i * 0.37) % 1) * (width - 1);
    const top = ((i * 0.61) % 1) * (height - 1);
    return { left, top, right: left + 0.2 + (i % 7) * 0.1, bottom: top + 0.15 + (i % 5) * 0.13 };
  });
  return [...inside, { left: -0.2, top: height - 0.4, right: width + 0.1, bottom: height + 0.3 }];
}

/** How many values of pixels are not the same. */
function differences(a: Bitmap, b: Bitmap): number {
  return a.data.filter((value, at) => value !== b.data[at]).length;
}

it.each<[string, PageParts]>([
  ['Letter', { content: CONTENT }],
  ['A4, whose sides are no whole numbers of points', { content: CONTENT, box: '[0 0 595.28 841.89]' }],
  ['whose box begins elsewhere', { content: CONTENT, box: '[-17.3 21.6 588.1 799.4]' }],
  ['turned by 90°', { content: CONTENT, entries: '/Rotate 90' }],
  ['turned by 180°', { content: CONTENT, box: '[3.3 4.4 590.2 780.1]', entries: '/Rotate 180' }],
  ['turned by 270°', { content: CONTENT, box: '[3.3 4.4 590.2 780.1]', entries: '/Rotate 270' }],
])('an area of a page, %s, is drawn as in the page', async (_, parts) => {
  const page = await pageOf(parts);
  const whole = await page.render({ dpi: DPI });
  let alone = 0;
  for (const area of areasOf(page.width, page.height)) {
    const drawn = await page.render({ dpi: DPI, area });
    const wanted = cutOut(whole, area);
    if (drawn.width === whole.width && drawn.height === whole.height) continue;
    alone += 1;
    expect([drawn.width, drawn.height]).toEqual([wanted.width, wanted.height]);
    expect(differences(drawn, wanted)).toBe(0);
  }
  expect(alone).toBeGreaterThan(0);
});

it('an area without text is drawn as in the page without text', async () => {
  const page = await pageOf({ content: CONTENT });
  const area = { left: 1, top: 2, right: 4, bottom: 3 };
  const whole = await page.render({ dpi: DPI, withoutText: true });
  const drawn = await page.render({ dpi: DPI, withoutText: true, area });
  expect(differences(drawn, cutOut(whole, area))).toBe(0);
  expect(differences(drawn, await page.render({ dpi: DPI, area }))).toBeGreaterThan(0);
});

it('an area in which an image lies is drawn as in the page', async () => {
  const content = `${CONTENT} q 81.7 0 0 52.3 120.4 500.6 cm /Im Do Q`;
  const page = await pageOf({ content, resources: `/XObject ${IMAGE}` }, [PIXELS]);
  expect(await page.images()).toHaveLength(1);
  const area = { left: 1.5, top: 3.2, right: 3, bottom: 4.2 };
  const drawn = await page.render({ dpi: DPI, area });
  expect(differences(drawn, cutOut(await page.render({ dpi: DPI }), area))).toBe(0);
});

it('an area can be drawn, as pages say that PDFium draws', async () => {
  expect((await (await pageOf({ content: CONTENT })).content()).ink?.drawsAreas).toBe(true);
});
