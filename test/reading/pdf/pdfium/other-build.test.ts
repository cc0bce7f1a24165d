import { expect, test, vi } from 'vitest';
import { defaultPdf } from '../../../../src/reading/pdf/default-engine.js';
import { checkLayout } from '../../../../src/reading/pdf/pdfium/memory-layout.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { makePdf } from '../../../support/make-pdf.js';

vi.mock('../../../../src/reading/pdf/pdfium/memory-layout.js', { spy: true });

const FILE = makePdf({
  content: 'BT /F1 12 Tf 72 700 Td [(To)-300(tal )]TJ 0 -20 Td (12.50  ) Tj ET 72 600 200 1 re f',
});

/** What an engine reads on the page. */
async function read(engine: ReturnType<typeof defaultPdf>) {
  const file = await engine.open(FILE, {});
  try {
    const { glyphs, paths } = await (await file.page(0)).content();
    return {
      glyphs: glyphs.map(({ text, x, y, advance }) => ({ text, x, y, advance })),
      paths: paths.length,
    };
  } finally {
    await file.close();
  }
}

/** Places, to half a thousandth of an inch. */
const near = (places: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(places).map(([name, inches]) => [name, expect.closeTo(inches, 3)]));

test('pdf.js reads the same where the memory of PDFium is not as it is known', async () => {
  vi.mocked(checkLayout).mockImplementationOnce(() => {
    throw new Error('its memory is not that of the known version: codes');
  });
  await expect(read(pdfium())).rejects.toMatchObject({ name: 'ProviderError', code: 'unavailable' });

  vi.mocked(checkLayout).mockImplementationOnce(() => {
    throw new Error('its memory is not that of the known version: codes');
  });
  const other = await read(defaultPdf());
  expect(checkLayout).toHaveBeenCalledTimes(2);

  const glyphs = other.glyphs.map(({ text, x, y, advance }) => ({ text, ...near({ x, y, advance }) }));
  expect(await read(pdfium())).toEqual({ ...other, glyphs });
  expect(checkLayout).toHaveBeenCalledTimes(3);
});
