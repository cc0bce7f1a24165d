/** What becomes of pages that PDFium is given up at. */
import { afterEach, expect, it, vi } from 'vitest';
import { DocumentError, ProviderError } from '../../../src/errors.js';
import type { PdfFile } from '../../../src/pdf/engine.js';
import { FileObjects } from '../../../src/pdf/objects/file-objects.js';
import { collectPage } from '../../../src/pdf/pdfium/content.js';
import { PdfiumFile } from '../../../src/pdf/pdfium/file.js';
import { type Pdfium, run } from '../../../src/pdf/pdfium/library.js';
import { makePdf } from '../../support/make-pdf.js';

vi.mock('../../../src/pdf/pdfium/library.js', { spy: true });
vi.mock('../../../src/pdf/pdfium/content.js', { spy: true });

const bytes = makePdf({ content: 'BT /F1 12 Tf 72 720 Td (text) Tj ET' });

/** Makes the next call into PDFium end as one that takes too long. */
function giveUpNext(): void {
  vi.mocked(run).mockImplementationOnce((pdfium: Pdfium) => {
    pdfium.broken = true;
    throw new ProviderError('pdfium', 'timed_out', 'took too long');
  });
}

const files: PdfFile[] = [];

/** A page that is read anew when it is asked for its content. */
async function readOnce(file: PdfFile) {
  const page = await file.page(0);
  await page.content();
  page.release();
  return page;
}

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
  const page = await readOnce(file);
  giveUpNext();
  await expect(page.content()).rejects.toMatchObject({ code: 'timed_out' });
  await expect(page.render({ dpi: 20, toRead: true })).rejects.toMatchObject({ code: 'timed_out' });
  await expect(file.page(0)).rejects.toMatchObject({ code: 'timed_out' });
  expect(await file.metadata()).toHaveProperty('info');
  expect(openOther).not.toHaveBeenCalled();
});

it('a document that exhausts every instance is not read on by pdf.js', async () => {
  const { file, openOther } = await opened();
  const page = await readOnce(file);
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

it('a page that is new is read with its size, in one call', async () => {
  const { file } = await opened();
  vi.mocked(run).mockClear();
  const page = await file.page(0);
  expect((await page.content()).glyphs.map(({ text }) => text).join('')).toBe('text');
  expect(run).toHaveBeenCalledTimes(1);
  page.release();
  await page.content();
  expect(run).toHaveBeenCalledTimes(2);
});

it('what a page that is too large ends with is told when its content is asked for', async () => {
  const { file, openOther } = await opened();
  vi.mocked(collectPage).mockImplementationOnce(() => {
    throw new DocumentError('too_large', 'too many objects');
  });
  const page = await file.page(0);
  expect(page.width).toBe(8.5);
  await expect(page.content()).rejects.toMatchObject({ code: 'too_large' });
  expect(openOther).not.toHaveBeenCalled();
});

it('closing a document ends the drawing of a page that goes on', async () => {
  const { run: runAsIs } = await vi.importActual<typeof import('../../../src/pdf/pdfium/library.js')>(
    '../../../src/pdf/pdfium/library.js',
  );
  const { file } = await opened();
  const page = await file.page(0);
  // PDFium tells that it has paused by 1, and that a page is drawn by 2.
  vi.mocked(run).mockImplementation((pdfium, work, interrupt) => {
    const told: unknown = runAsIs(pdfium, work, interrupt);
    return (told === 2 ? 1 : told) as never;
  });
  const drawing = expect(page.render({ dpi: 20 })).rejects.toMatchObject({ code: 'closed' });
  await file.close();
  await drawing;
  vi.mocked(run).mockReset();
});
