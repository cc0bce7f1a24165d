import { expect, it } from 'vitest';
import { pdfjs } from '../../../../src/reading/pdf/pdfjs/pdfjs.js';
import { makePdf } from '../../../support/make-pdf.js';

it('leaves the functions of the process as they were', async () => {
  const before = [Array.prototype.push, JSON.parse, JSON.stringify];
  const file = await pdfjs().open(makePdf({ content: 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET' }), {});
  const { glyphs } = await (await file.page(0)).content();
  expect(glyphs.length).toBe(5);
  expect([Array.prototype.push, JSON.parse, JSON.stringify]).toEqual(before);
  expect(Object.getOwnPropertyDescriptor(Array.prototype, 'push')?.enumerable).toBe(false);
  await file.close();
});
