import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

describe('signature fields', () => {
  it.each([
    ['/V << /Type /Sig /Filter /Adobe.PPKLite >>', true],
    ['', false],
  ])('show whether they hold a signature: %s', async (value, signed) => {
    const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (mark) ${value} /Rect [72 72 144 108] /P 3 0 R >>`;
    const file = await pdfjs().open(
      makePdf(
        { content: '', entries: '/Annots [10 0 R]' },
        [field],
        '/AcroForm << /Fields [10 0 R] /SigFlags 1 >>',
      ),
      {},
    );
    files.push(file);
    expect(await file.formFields()).toEqual([
      expect.objectContaining({ name: 'mark', kind: 'signature', value: null, signed, page: 0 }),
    ]);
  });

  it('signature fields are found in an encrypted file', async () => {
    const document = await PDFDocument.load(
      makePdf(
        { content: '', entries: '/Annots [10 0 R]' },
        [
          '<< /Type /Annot /Subtype /Widget /FT /Sig /T (mark) /V << /Type /Sig >> /Rect [72 72 144 108] /P 3 0 R >>',
        ],
        '/AcroForm << /Fields [10 0 R] >>',
      ),
    );
    await document.encrypt({ userPassword: 'right', ownerPassword: 'owner' });
    const file = await pdfjs().open(await document.save(), { password: 'right' });
    files.push(file);
    expect((await file.formFields()).map(({ signed }) => signed)).toEqual([true]);
  });
});
