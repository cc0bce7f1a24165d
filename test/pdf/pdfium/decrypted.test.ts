/** Encrypted files, whose objects are read in the clear so that pdf.js need not be asked. */
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PdfFile } from '../../../src/pdf/engine.js';
import { FileObjects } from '../../../src/pdf/objects/file-objects.js';
import { decryptedCopy } from '../../../src/pdf/pdfium/decrypted.js';
import { PdfiumFile } from '../../../src/pdf/pdfium/file.js';
import { givePdfium, takePdfium } from '../../../src/pdf/pdfium/library.js';
import { NotOpened } from '../../../src/pdf/pdfium/opened.js';
import { pdfjs } from '../../../src/pdf/pdfjs/pdfjs.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

/** A file of one page, whose objects are packed: nothing of them stands in its bytes. */
async function encrypted(userPassword = '', change: (document: PDFDocument) => void = () => undefined) {
  const document = await PDFDocument.create();
  document.setTitle('Größe');
  const page = document.addPage();
  page.drawText('first', { x: 72, y: 700 });
  page.drawText('second', { x: 72, y: 680 });
  change(document);
  document.encrypt({ userPassword, ownerPassword: 'owner' });
  return document.save();
}

async function openAlone(bytes: Uint8Array, password?: string): Promise<PdfiumFile> {
  const openOther = () => Promise.reject(new Error('pdf.js was asked'));
  const file = await PdfiumFile.open({ bytes, password, objects: undefined, isEncrypted: true, openOther });
  files.push(file);
  return file;
}

async function openOther(bytes: Uint8Array, password?: string): Promise<PdfFile> {
  const file = await pdfjs().open(bytes, { password });
  files.push(file);
  return file;
}

describe('an encrypted file', () => {
  it.each([[undefined], ['secret']])(
    'with the password %s is read without pdf.js, as it reads it',
    async (password) => {
      const bytes = await encrypted(password);
      const [own, other] = [await openAlone(bytes, password), await openOther(bytes, password)];
      expect(await own.metadata()).toEqual(await other.metadata());
      const contents = await Promise.all([own, other].map(async (file) => (await file.page(0)).content()));
      const [read, expected] = contents.map(({ glyphs }) =>
        // Only which glyphs stand in the same text object counts, not its ordinal.
        glyphs.map(({ text, style }) => [text, (style.textObject ?? 0) - (glyphs[0]?.style.textObject ?? 0)]),
      );
      expect(read).toEqual(expected);
      expect(read).toHaveLength('firstsecond'.length);
    },
  );

  it('with layers that are off is left to pdf.js', async () => {
    const bytes = await encrypted('', ({ catalog, context }) => {
      const layer = context.register(context.obj({ Type: 'OCG', Name: 'hidden' }));
      catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { OFF: [layer] } }));
    });
    await expect(openAlone(bytes)).rejects.toThrow(NotOpened);
  });
});

describe('a copy in the clear', () => {
  it('has the objects under their numbers, and leaves the document as it was', async () => {
    const bytes = await encrypted();
    const pdfium = await takePdfium(bytes.length);
    const { exports, scratch } = pdfium;
    const at = scratch.copy(bytes);
    const open = () => exports.FPDF_LoadMemDocument(at, bytes.length, 0);
    const document = open();
    const page = exports.FPDF_LoadPage(document, 0);
    const copy = decryptedCopy(pdfium, open, bytes.length);
    expect(new FileObjects(copy!).text(exports.EPDFPage_GetObjectNumber(page))).toMatch(/\/Type\s?\/Page\b/u);
    expect(exports.FPDF_GetSecurityHandlerRevision(document)).toBeGreaterThanOrEqual(0);
    exports.FPDF_ClosePage(page);
    exports.FPDF_CloseDocument(document);
    exports.free(at);
    givePdfium(pdfium);
  });

  it('is not made of large files, nor of those that do not open', async () => {
    const pdfium = await takePdfium(0);
    const open = vi.fn(() => 0);
    expect(decryptedCopy(pdfium, open, 65 * 1024 * 1024)).toBeUndefined();
    expect(open).not.toHaveBeenCalled();
    expect(decryptedCopy(pdfium, open, 100)).toBeUndefined();
    expect(open).toHaveBeenCalledOnce();
    givePdfium(pdfium);
  });
});
