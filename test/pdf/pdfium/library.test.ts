import { expect, test } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import { givePdfium, run, takePdfium } from '../../../src/pdf/pdfium/library.js';

function forever(): never {
  for (;;);
}

test('a call that never ends is stopped with the time of its document, and its instance is not used again', async () => {
  const pdfium = await takePdfium(0);
  const deadline = { at: performance.now() + 20, now: () => performance.now() };
  expect(() => run(pdfium, forever, { deadline })).toThrow(
    expect.objectContaining({ name: 'DocumentError', code: 'timed_out' }),
  );
  expect(pdfium).toMatchObject({ broken: true, slow: true });
  expect(() => run(pdfium, () => 1)).toThrow(expect.objectContaining({ code: 'invalid_document' }));
  givePdfium(pdfium);
  expect(await takePdfium(0)).not.toBe(pdfium);
});

test('a call that never ends is stopped without any limit, for pdf.js to read on', async () => {
  const pdfium = await takePdfium(0);
  expect(() => run(pdfium, forever)).toThrow(expect.objectContaining({ code: 'invalid_document' }));
  expect(pdfium).toMatchObject({ broken: true, slow: true });
});

test('an error of a limit leaves the instance as it is; a trap does not', async () => {
  const pdfium = await takePdfium(0);
  const limit = new DocumentError('too_large', 'too many glyphs');
  const fail = (error: unknown) => () => {
    throw error;
  };
  expect(() => run(pdfium, fail(limit))).toThrow(limit);
  expect(run(pdfium, () => 1)).toBe(1);
  expect(() => run(pdfium, fail(new Error('unreachable')))).toThrow(
    expect.objectContaining({ code: 'invalid_document' }),
  );
  expect(pdfium).toMatchObject({ broken: true, slow: false });
});
