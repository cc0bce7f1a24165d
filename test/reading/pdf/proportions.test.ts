import { expect, test } from 'vitest';
import { resolveLimits } from '../../../src/limits.js';
import type { Dashes, PaintedPath } from '../../../src/page/document/page-graphics.js';
import { loadPdf } from '../../../src/reading/pdf/pdf.js';
import { pdfjs } from '../../../src/reading/pdf/pdfjs/pdfjs.js';
import { proportionedContent } from '../../../src/reading/pdf/proportions.js';
import { makePdf } from '../../support/make-pdf.js';

const LINE = 'BT /F1 10 Tf 1 0 0 1 72 700 Tm (Plain words) Tj ET';

async function load(page: Parameters<typeof makePdf>[0]) {
  const document = await loadPdf(makePdf(page), { limits: resolveLimits(), pdf: pdfjs() });
  const [first] = document.pages;
  const read = {
    width: first!.width,
    lines: first!.lines.map(({ text }) => text),
    warnings: document.warnings,
  };
  await document.close();
  return read;
}

test('leaves pages alone that are as pages are', async () => {
  expect(await load({ content: LINE })).toEqual({ width: 8.5, lines: ['Plain words'], warnings: [] });
});

test('reports text of 100,000 points, and keeps the rest of the page', async () => {
  const { lines, warnings } = await load({ content: `${LINE}\nBT /F1 100000 Tf 1 0 0 1 72 90 Tm (H) Tj ET` });
  expect(lines).toEqual(['Plain words']);
  expect(warnings).toEqual([
    { code: 'PAGE_OUT_OF_PROPORTION', message: expect.stringContaining('were left out'), page: 0 },
  ]);
});

/** A line from one end of the page to another place. */
function line(x: number, dashes?: Dashes): PaintedPath {
  const points = [
    { x: 0, y: 1 },
    { x, y: 1 },
  ];
  const stroke = { luminance: 0, alpha: 1, width: 0.01, ...(dashes && { dashes }) };
  return { subpaths: [{ points, closed: false, curved: false }], stroke };
}

test('ends paths at its bounds, and takes dashes that nobody sees for solid lines', () => {
  const plain = [line(8), line(8, { lengths: [0.05, 0.05], phase: 0 })];
  expect(proportionedContent({ glyphs: [], paths: plain }).kept.paths).toBe(plain);
  const paths = [line(1e9), line(Number.NaN), line(8, { lengths: [1e-9, 1e-9], phase: 0 })];
  expect(proportionedContent({ glyphs: [], paths })).toEqual({
    kept: { glyphs: [], paths: [line(4_000), line(0), line(8)] },
    changes: ['3 of 3 paths were bounded'],
  });
});

test('cuts a page of miles', async () => {
  const { width, lines, warnings } = await load({ content: LINE, box: '[0 0 61200000 792]' });
  expect(width).toBe(2_000);
  expect(lines).toEqual(['Plain words']);
  expect(warnings[0]?.message).toBe(
    'Page 1 has numbers out of all proportion: its size of 8.50e+5 by 11.0 in was cut to 2000 in.',
  );
});
