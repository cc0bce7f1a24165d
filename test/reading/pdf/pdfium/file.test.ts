/** What becomes of pages that PDFium is given up at. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DocumentError, ProviderError } from '../../../../src/errors.js';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { collectPage } from '../../../../src/reading/pdf/pdfium/content.js';
import { PdfiumFile } from '../../../../src/reading/pdf/pdfium/file.js';
import { type Pdfium, run } from '../../../../src/reading/pdf/pdfium/library.js';
import { readMetadata } from '../../../../src/reading/pdf/pdfium/metadata.js';
import { makePdf } from '../../../support/make-pdf.js';

vi.mock('../../../../src/reading/pdf/pdfium/library.js', { spy: true });
vi.mock('../../../../src/reading/pdf/pdfium/content.js', { spy: true });
vi.mock('../../../../src/reading/pdf/pdfium/metadata.js', { spy: true });

const content = 'BT /F1 12 Tf 72 720 Td (text) Tj ET';
const onePage = makePdf({ content });
const fourPages = makePdf({ content, count: 4 });

/** What ends a call that takes too long, and one at which PDFium fails. */
const TOO_LONG = { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' };
const TRAP = new Error('unreachable');

/** Makes the reading of a page end so, after others. */
function failAfter(pages: number, error: unknown): void {
  const mocked = vi.mocked(collectPage);
  const asIs = mocked.getMockImplementation()!;
  for (let page = 0; page < pages; page++) mocked.mockImplementationOnce(asIs);
  mocked.mockImplementationOnce(() => {
    throw error;
  });
}

/** Makes the next call into PDFium end as one that takes too long. */
function giveUpNext(): void {
  vi.mocked(run).mockImplementationOnce((pdfium: Pdfium) => {
    pdfium.broken = true;
    throw new ProviderError('pdfium', 'timed_out', 'took too long');
  });
}

/** The text of a page. @param next pages after it that will be asked for */
async function textOf(file: PdfFile, index: number, next = 0): Promise<string> {
  const page = await file.page(index, {}, next);
  return (await page.content()).glyphs.map(({ text }) => text).join('');
}

const files: PdfFile[] = [];

/** A page that is read again when it is asked for its content. */
async function readOnce(file: PdfFile) {
  const page = await file.page(0);
  await page.content();
  page.release();
  return page;
}

afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** @param first pages that are read with the file */
async function opened(bytes = onePage, first = 0) {
  const openOther = vi.fn<() => Promise<PdfFile>>(() => Promise.reject(new Error('pdf.js was asked')));
  const objects = new FileObjects(bytes);
  const options = { bytes, password: undefined, objects, isEncrypted: false, openOther };
  const file = await PdfiumFile.open(options, {}, first);
  files.push(file);
  return { file, openOther };
}

it('a page that was given up is not asked of pdf.js, and stays so; the file goes on', async () => {
  const { file, openOther } = await opened();
  const page = await readOnce(file);
  giveUpNext();
  await expect(page.content()).rejects.toMatchObject({ code: 'timed_out' });
  await expect(page.render({ dpi: 20 })).rejects.toMatchObject({ code: 'timed_out' });
  await expect(file.page(0)).rejects.toMatchObject({ code: 'timed_out' });
  expect(await file.metadata()).toHaveProperty('info');
  expect(openOther).not.toHaveBeenCalled();
});

it('a page is drawn as it would be read, by PDFium alone', async () => {
  const { file, openOther } = await opened();
  const { data } = await (await file.page(0)).render({ dpi: 20 });
  expect(data.some((value) => value < 128)).toBe(true);
  expect(openOther).not.toHaveBeenCalled();
});

it('a document that exhausts every instance is not read on by pdf.js', async () => {
  const { file, openOther } = await opened(makePdf({ content }, [], '/AcroForm << /Fields [] >>'));
  const page = await readOnce(file);
  for (let instances = 0; instances < 3; instances++) {
    giveUpNext();
    await expect(instances === 0 ? page.content() : file.formFields()).rejects.toMatchObject({
      code: 'timed_out',
    });
  }
  await expect(file.formFields()).rejects.toMatchObject({ code: 'timed_out' });
  expect(await file.metadata()).toHaveProperty('info');
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
  vi.mocked(run).mockImplementationOnce(() => {
    throw TRAP;
  });
  await expect(page.render({ dpi: 20 })).rejects.toMatchObject({ code: 'invalid_document' });
});

/** Reading ahead ends with its slice of time, which a busy machine uses up: here no time passes. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
}

afterEach(() => {
  vi.useRealTimers();
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

it('pages that will be asked for next are read in the same call', async () => {
  stopClock();
  const { file } = await opened(fourPages);
  vi.mocked(run).mockClear();
  await textOf(file, 0, 2);
  expect([await textOf(file, 1), await textOf(file, 2)]).toEqual(['text', 'text']);
  expect(run).toHaveBeenCalledTimes(1);
  await textOf(file, 3);
  expect(run).toHaveBeenCalledTimes(2);
});

it('no page of a long document is read ahead, but for the first one with the file', async () => {
  vi.mocked(run).mockClear();
  const { file } = await opened(makePdf({ content, count: 65 }), 65);
  expect([await textOf(file, 0, 64), await textOf(file, 1, 63), await textOf(file, 2, 62)]).toEqual(
    Array.from({ length: 3 }, () => 'text'),
  );
  expect(run).toHaveBeenCalledTimes(3);
});

it('the first pages are read with the file and its metadata', async () => {
  stopClock();
  vi.mocked(run).mockClear();
  const { file } = await opened(fourPages, 9);
  expect(await file.metadata()).toHaveProperty('info');
  for (let index = 0; index < 4; index++) expect(await textOf(file, index)).toBe('text');
  expect(run).toHaveBeenCalledTimes(1);
});

describe.each([
  ['with the file', 9],
  ['with another page', 0],
])('a page that is read %s', (_, first) => {
  it('a page that exhausts PDFium is refused when it is asked for; the others are read', async () => {
    failAfter(1, TOO_LONG);
    const { file, openOther } = await opened(fourPages, first);
    expect(await textOf(file, 0, 3)).toBe('text');
    await expect(textOf(file, 1, 2)).rejects.toMatchObject({ code: 'timed_out' });
    expect([await textOf(file, 2, 1), await textOf(file, 3)]).toEqual(['text', 'text']);
    expect(openOther).not.toHaveBeenCalled();
  });

  it('a page at which PDFium fails is asked of pdf.js alone', async () => {
    failAfter(1, TRAP);
    const { file, openOther } = await opened(fourPages, first);
    expect(await textOf(file, 0, 3)).toBe('text');
    await expect(textOf(file, 1, 2)).rejects.toThrow('pdf.js was asked');
    expect(openOther).toHaveBeenCalledTimes(1);
    expect([await textOf(file, 2, 1), await textOf(file, 3)]).toEqual(['text', 'text']);
  });
});

it('metadata at which PDFium fails as the file is opened is asked of pdf.js, and the pages are read', async () => {
  vi.mocked(readMetadata).mockImplementationOnce(() => {
    throw TRAP;
  });
  const { file, openOther } = await opened(onePage, 1);
  await expect(file.metadata()).rejects.toThrow('pdf.js was asked');
  expect(openOther).toHaveBeenCalledTimes(1);
  expect(await textOf(file, 0)).toBe('text');
});

it('metadata that exhausts PDFium is not asked of pdf.js', async () => {
  vi.mocked(readMetadata).mockImplementationOnce(() => {
    throw TOO_LONG;
  });
  const { file, openOther } = await opened(onePage, 1);
  await expect(file.metadata()).rejects.toMatchObject({ code: 'timed_out' });
  expect(await textOf(file, 0)).toBe('text');
  expect(openOther).not.toHaveBeenCalled();
});

it('a file whose time is over as it is opened is not asked of pdf.js', async () => {
  const objects = new FileObjects(onePage);
  const openOther = vi.fn<() => Promise<PdfFile>>();
  const options = { bytes: onePage, password: undefined, objects, isEncrypted: false, openOther };
  const deadline = { at: 0, now: () => 1 };
  await expect(PdfiumFile.open(options, { deadline }, 1)).rejects.toMatchObject({ code: 'timed_out' });
  expect(openOther).not.toHaveBeenCalled();
});

it('what a page that is too large ends with is reported when its content is asked for', async () => {
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
  const { run: runAsIs } = await vi.importActual<
    typeof import('../../../../src/reading/pdf/pdfium/library.js')
  >('../../../../src/reading/pdf/pdfium/library.js');
  const { file } = await opened();
  const page = await file.page(0);
  // PDFium says that it has paused by 1, and that a page is drawn by 2.
  let calls = 0;
  vi.mocked(run).mockImplementation((pdfium, work, interrupt) => {
    calls += 1;
    const told = runAsIs(pdfium, work, interrupt);
    if (typeof told === 'object' && told !== null && 'state' in told) return { ...told, state: 1 };
    return (told === 2 ? 1 : told) as never;
  });
  const drawing = expect(page.render({ dpi: 20 })).rejects.toMatchObject({ code: 'closed' });
  await vi.waitFor(() => expect(calls).toBeGreaterThan(1));
  await file.close();
  await drawing;
  vi.mocked(run).mockReset();
});
