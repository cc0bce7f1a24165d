import { afterEach, describe, expect, it } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts, stream } from '../../../support/make-pdf.js';
import { loadPdf } from '../../../support/readers.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** Points the page to the object 10 instead of the content written with it. */
const withContents = (parts: PageParts, ...extra: string[]) =>
  Buffer.from(
    Buffer.from(makePdf(parts, extra)).toString('latin1').replace('/Contents 4 0 R ', '/Contents 10 0 R'),
    'latin1',
  );

/** What is left of compressed data that went through a text editor. */
const BROKEN = stream('x\u00ef\u00bf\u00bd\u00ef\u00bf\u00bd\\\u00ef\u00bf\u00bd', '/Filter /FlateDecode');

describe.each([
  ['pdf.js', pdfjs()],
  ['PDFium', pdfium()],
])('with %s', (_, engine) => {
  async function damaged(bytes: Uint8Array): Promise<boolean> {
    const file = await engine.open(bytes, {});
    files.push(file);
    return (await (await file.page(0)).content()).damaged === true;
  }

  it('damaged contents are distinguished from empty ones', async () => {
    expect(await damaged(withContents({ content: '' }, BROKEN))).toBe(true);
    expect(await damaged(withContents({ content: '' }, stream('')))).toBe(false);
    expect(await damaged(withContents({ content: '' }, stream(' ')))).toBe(false);
    expect(await damaged(withContents({ content: '' }, '[]'))).toBe(false);
  });

  it('damaged contents of one stream do not count where another can be read', async () => {
    const text = stream('BT /F1 10 Tf (A) Tj ET');
    expect(await damaged(withContents({ content: '' }, '[11 0 R 12 0 R]', BROKEN, text))).toBe(false);
    expect(await damaged(withContents({ content: '' }, '[11 0 R 11 0 R]', BROKEN))).toBe(true);
  });

  it('leave an empty page and a warning that names it', async () => {
    const document = await loadPdf(withContents({ content: '' }, BROKEN), { pdf: engine });
    expect(document.pages.map(({ lines, width, height }) => [lines, width, height])).toEqual([[[], 8.5, 11]]);
    expect(document.warnings).toEqual([
      {
        code: 'PAGE_UNREADABLE',
        message: expect.stringMatching(/^Page 1: its content could not be read: .*damaged/u),
        page: 0,
      },
    ]);
    await document.close();
  });
});
