/** Objects of encrypted files in the clear. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { mayHideOrScale } from '../../../../src/reading/pdf/objects/layers-and-units.js';
import { decryptedObjects } from '../../../../src/reading/pdf/pdfium/decrypted.js';

/** A file of one page, whose objects are packed: nothing of them is in its bytes. */
async function encrypted(userPassword: string, change: (document: PDFDocument) => void = () => undefined) {
  const document = await PDFDocument.create();
  document.addPage().drawText('text', { x: 72, y: 700 });
  change(document);
  document.encrypt({ userPassword, ownerPassword: 'owner' });
  return document.save();
}

it.each(['', 'secret'])(
  'objects of an encrypted file are under their numbers, with the password "%s"',
  async (password) => {
    let page = 0;
    const bytes = await encrypted(password, (document) => {
      page = document.getPage(0).ref.objectNumber;
    });
    const objects = await decryptedObjects(new FileObjects(bytes), password);
    expect(objects.isSealed).toBe(false);
    expect(objects.text(page)).toMatch(/\/Type\s?\/Page\b/u);
    expect(mayHideOrScale(objects)).toBe(false);
  },
);

it('stay sealed without the password, and in files that are large', async () => {
  const bytes = await encrypted('secret');
  expect((await decryptedObjects(new FileObjects(bytes), 'wrong')).isSealed).toBe(true);
  expect((await decryptedObjects(new FileObjects(new Uint8Array(9 * 1024 * 1024)), undefined)).isSealed).toBe(
    true,
  );
});
