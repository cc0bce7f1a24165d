/** What becomes of pages that PDFium is given up at. */
import { afterEach, expect, it, vi } from 'vitest';
import { ProviderError } from '../../../src/errors.js';
import type { PdfFile } from '../../../src/pdf/engine.js';
import { FileObjects } from '../../../src/pdf/objects/file-objects.js';
import { PdfiumFile } from '../../../src/pdf/pdfium/file.js';
import { type Pdfium, run } from '../../../src/pdf/pdfium/library.js';
import { makePdf } from '../../support/make-pdf.js';

vi.mock('../../../src/pdf/pdfium/library.js', { spy: true });

const bytes = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (text) Tj ET' });

/** Makes the next call into PDFium end as one that takes too long. */
function giveUpNext(): void {
  vi.mocked(run).mockImplementationOnce((pdfium: Pdfium) => {
    pdfium.broken = true;
    throw new ProviderError('pdfium', 'timed_out', 'took too long');
  });
}

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

async function opened() {
  const openOther = vi.fn<() => Promise<PdfFile>>(() => Promise.reject(new Error('pdf.js was asked')));
  const objects = new FileObjects(bytes);
  const file = await PdfiumFile.open({ bytes, password: undefined, objects, isEncrypted: false, openOther });
  files.push(file);
  return { file, openOther };
}

it('a page that was given up is not asked of pdf.js, and stays so; the file goes on', async () => {
  const { file, openOther } = await opened();
  const page = await file.page(0);
  giveUpNext();
  await expect(page.content()).rejects.toMatchObject({ code: 'timed_out' });
  await expect(page.render({ dpi: 20, toRead: true })).rejects.toMatchObject({ code: 'timed_out' });
  await expect(file.page(0)).rejects.toMatchObject({ code: 'timed_out' });
  expect(await file.metadata()).toHaveProperty('info');
  expect(openOther).not.toHaveBeenCalled();
});

it('a document that exhausts every instance is not read on by pdf.js', async () => {
  const { file, openOther } = await opened();
  const page = await file.page(0);
  for (let instances = 0; instances < 3; instances++) {
    giveUpNext();
    await expect(instances === 0 ? page.content() : file.metadata()).rejects.toMatchObject({
      code: 'timed_out',
    });
  }
  await expect(file.metadata()).rejects.toMatchObject({ code: 'timed_out' });
  expect(openOther).not.toHaveBeenCalled();
});

it('a document without a form has no fields, for which pdf.js need not be asked', async () => {
  const { file, openOther } = await opened();
  expect(await file.formFields()).toEqual([]);
  expect(openOther).not.toHaveBeenCalled();
});

it('a page that PDFium counts and pdf.js does not is damaged', async () => {
  const { file, openOther } = await opened();
  const page = await file.page(0);
  openOther.mockResolvedValueOnce({ pageCount: 0, close: async () => undefined } as PdfFile);
  await expect(page.render({ dpi: 20, toRead: true })).rejects.toMatchObject({ code: 'invalid_document' });
});
