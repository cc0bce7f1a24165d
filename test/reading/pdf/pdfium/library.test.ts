import { expect, test, vi } from 'vitest';
import { DocumentError } from '../../../../src/errors.js';
import type * as TimeBox from '../../../../src/foundation/platform/time-box.js';
import { runWithin } from '../../../../src/foundation/platform/time-box.js';
import { givePdfium, run, takePdfium } from '../../../../src/reading/pdf/pdfium/library.js';

vi.mock('../../../../src/foundation/platform/time-box.js', { spy: true });

function forever(): never {
  for (;;);
}

test('a call that never ends is stopped with the time of its document, and its instance is not used again', async () => {
  const pdfium = await takePdfium(0);
  let time = 0;
  const deadline = { at: 20, now: () => time };
  const tooLong = () => {
    time = 20;
    forever();
  };
  expect(() => run(pdfium, tooLong, { deadline })).toThrow(
    expect.objectContaining({ name: 'DocumentError', code: 'timed_out' }),
  );
  expect(pdfium).toMatchObject({ broken: true });
  expect(() => run(pdfium, () => 1)).toThrow(expect.objectContaining({ code: 'invalid_document' }));
  givePdfium(pdfium);
  expect(await takePdfium(0)).not.toBe(pdfium);
});

test('a call that never ends is stopped without any limit, as exhausting', async () => {
  const pdfium = await takePdfium(0);
  const { runWithin: actual } = await vi.importActual<typeof TimeBox>(
    '../../../../src/foundation/platform/time-box.js',
  );
  // What it is given is taken for less: the test need not last so long.
  vi.mocked(runWithin).mockImplementationOnce((milliseconds, work) => actual(milliseconds / 100, work));
  expect(() => run(pdfium, forever)).toThrow(expect.objectContaining({ code: 'timed_out' }));
  expect(pdfium).toMatchObject({ broken: true });
});

test('a call that ends for want of memory is distinguished from other ends', async () => {
  const pdfium = await takePdfium(0);
  pdfium.limit = 0;
  const demand = () => {
    if (pdfium.exports.malloc(600 * 1024 * 1024) === 0) throw new Error('unreachable');
  };
  expect(() => run(pdfium, demand)).toThrow(expect.objectContaining({ code: 'out_of_memory' }));
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
  expect(pdfium).toMatchObject({ broken: true });
});

test('instances wait for the next documents as long as they take little memory together', async () => {
  const few = await Promise.all(Array.from({ length: 6 }, () => takePdfium(0)));
  for (const each of few) givePdfium(each);
  const again = await Promise.all(few.map(() => takePdfium(0)));
  expect(new Set(again)).toEqual(new Set(few));
  for (const each of again) {
    each.exports.malloc(30 * 1024 * 1024);
    givePdfium(each);
  }
  const kept = await Promise.all(few.map(() => takePdfium(0)));
  const size = kept
    .filter((each) => few.includes(each))
    .reduce((sum, { exports }) => sum + exports.memory.buffer.byteLength, 0);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(128 * 1024 * 1024);
});
