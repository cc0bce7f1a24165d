import { expect, test } from 'vitest';
import { DocumentError, ProviderError } from '../../../src/errors.js';
import { defaultPdf } from '../../../src/reading/pdf/default-engine.js';
import type { PdfEngine, PdfFile } from '../../../src/reading/pdf/engine.js';

const FILE = {} as PdfFile;

/** An engine that opens files, or fails at each; and the number of those that it was asked for. */
function engine(id: string, failure?: Error): PdfEngine & { readonly asked: () => number } {
  let asked = 0;
  const open = async () => {
    asked += 1;
    if (failure) throw failure;
    return FILE;
  };
  return { id, open, asked: () => asked };
}

test('PDFium reads where it is there', async () => {
  const [preferred, always] = [engine('pdfium'), engine('pdfjs')];
  await expect(defaultPdf(preferred, always).open(new Uint8Array(), {})).resolves.toBe(FILE);
  expect([preferred.asked(), always.asked()]).toEqual([1, 0]);
});

test('pdf.js reads where PDFium does not start, which is tried once', async () => {
  const preferred = engine('pdfium', new ProviderError('pdfium', 'unavailable', 'not installed'));
  const always = engine('pdfjs');
  const pdf = defaultPdf(preferred, always);
  await expect(pdf.open(new Uint8Array(), {})).resolves.toBe(FILE);
  await expect(pdf.open(new Uint8Array(), {})).resolves.toBe(FILE);
  expect([preferred.asked(), always.asked()]).toEqual([1, 2]);
});

test.each([
  new DocumentError('password_required', 'the document needs a password'),
  new ProviderError('pdfjs', 'unavailable', 'not installed whole'),
  new ProviderError('pdfium', 'crashed', 'another code'),
])('what fails otherwise is not tried again: $code of $name', async (failure) => {
  const always = engine('pdfjs');
  const pdf = defaultPdf(engine('pdfium', failure), always);
  await expect(pdf.open(new Uint8Array(), {})).rejects.toBe(failure);
  expect(always.asked()).toBe(0);
});
