/** Files that are read where they are. */
import { randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { pdfium } from '../../../../src/reading/pdf/pdfium/index.js';
import { load, unload } from '../../../../src/reading/pdf/pdfium/opened.js';

const MEGABYTE = 1024 * 1024;

/** A document with a page, and an attachment of some bytes that cannot be packed. */
async function withAttachment(size: number): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  file.addPage([612, 792]).drawText('Total 12.50', { x: 72, y: 700, size: 12, font });
  await file.attach(randomBytes(size), 'noise.bin');
  return file.save({ useObjectStreams: false });
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const file = await pdfium().open(bytes, {});
  try {
    const page = await file.page(0);
    const { glyphs } = await page.content();
    return glyphs.map(({ text }) => text).join('');
  } finally {
    await file.close();
  }
}

test('a large file is read where it is, for as long as it is open', async () => {
  const bytes = await withAttachment(5 * MEGABYTE);
  const { opened } = await load({ bytes, password: undefined, objects: new FileObjects(bytes) });
  const instance = opened.pdfium;
  expect(instance.file).toBe(bytes);
  unload(opened);
  expect(instance.file).toBeUndefined();
  expect(await textOf(bytes)).toBe('Total 12.50');
});

test('a small file is copied', async () => {
  const bytes = await withAttachment(1000);
  const { opened } = await load({ bytes, password: undefined, objects: new FileObjects(bytes) });
  expect(opened.pdfium.file).toBeUndefined();
  unload(opened);
  expect(await textOf(bytes)).toBe('Total 12.50');
});

test('a large file that ends too early is read as far as it goes', async () => {
  const bytes = await withAttachment(5 * MEGABYTE);
  expect(await textOf(bytes.subarray(0, bytes.length - 20))).toBe('Total 12.50');
});
