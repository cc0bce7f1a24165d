import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, expect, it } from 'vitest';
import type { PdfFile } from '../../../../src/reading/pdf/engine.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { isSigned } from '../../../../src/reading/pdf/objects/signatures.js';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf } from '../../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

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

it('signature fields are signed where their widget or the field around it holds the signature', async () => {
  const file = await pdfjs().open(new Uint8Array(readFileSync('fixtures/documents/signed.pdf')), {});
  files.push(file);
  expect((await file.formFields()).map(({ name, signed }) => [name, signed])).toEqual([
    ['owner', true],
    ['gardener', true],
    ['witness', false],
  ]);
});

it('signature fields do not take the value of another kind of field', async () => {
  const objects = [
    '<< /FT /Tx /V << /Type /Sig >> >>',
    '<< /Parent 10 0 R >>',
    '<< /FT /Sig /Parent 12 0 R >>',
  ];
  const own = new FileObjects(makePdf({ content: '' }, objects));
  expect([isSigned(own, 11), isSigned(own, 12), isSigned(own, 99)]).toEqual([false, false, false]);
});
