/** What PDFium must be made to tell, and what pdf.js is asked of in its place. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PdfFile } from '../../../src/pdf/engine.js';
import { givePdfium, run, takePdfium } from '../../../src/pdf/pdfium/library.js';
import { pdfium } from '../../../src/pdf/pdfium/pdfium.js';
import { pdfjs } from '../../../src/pdf/pdfjs/pdfjs.js';
import { makePdf, type PageParts } from '../../support/make-pdf.js';

const files: PdfFile[] = [];
afterEach(async () => {
  await Promise.all(files.splice(0).map((file) => file.close()));
});

async function contentOf(parts: PageParts, extra: readonly string[] = [], engine = pdfium()) {
  const file = await engine.open(makePdf(parts, extra), {});
  files.push(file);
  return (await file.page(0)).content();
}

const plain = ({ glyphs }: Awaited<ReturnType<typeof contentOf>>) =>
  glyphs.map(({ text, x, y, advance, style: { size, angle, operation, invisible } }) => ({
    text,
    at: [x, y, advance, size, angle].map((length) => Math.round(length * 1e4)),
    operation,
    invisible,
  }));

describe('text as pdf.js reads it', () => {
  it.each([
    ['spaces at ends and in rows', 'BT /F1 12 Tf 72 720 Td (  a   b  ) Tj (c ) Tj ( ) Tj ET'],
    ['spacing and shifts', 'BT /F1 12 Tf 2 Tc 3 Tw 72 720 Td [(a b) -500 (c) 200 (d)] TJ ET'],
    ['scaled and raised text', 'BT /F1 12 Tf 50 Tz 4 Ts 72 720 Td (ab) Tj ET'],
    ['turned text', 'BT /F1 12 Tf 0.8 0.6 -0.6 0.8 72 620 Tm (abc) Tj ET'],
    ['slanted text', 'BT /F1 12 Tf 1 0 0.3 1 72 620 Tm (abc) Tj ET'],
    ['text in the middle of a turn', 'q 0 1 -1 0 300 300 cm BT /F1 12 Tf (abc) Tj ET Q'],
    ['invisible text', 'BT /F1 12 Tf 3 Tr 72 720 Td (abc) Tj ET'],
    ['text printed twice', 'BT /F1 12 Tf 72 720 Td (ab) Tj ET BT /F1 12 Tf 72.3 720 Td (ab) Tj ET'],
    ['text outside the page', 'BT /F1 12 Tf -300 720 Td (ab) Tj ET'],
    ['a Type 3 font, of pdf.js', 'BT /F2 12 Tf 72 720 Td (AA) Tj ET'],
  ])('%s', async (_, content) => {
    expect(plain(await contentOf({ content }))).toEqual(plain(await contentOf({ content }, [], pdfjs())));
  });
});

describe('paths and ink as pdf.js reads them', () => {
  it.each([
    ['strokes', '0 0 1 RG 3 w [4 2] 1 d 72 72 m 300 72 l 300 300 l h S'],
    ['fills', '0.2 g 72 72 100 50 re f* 200 200 m 250 250 300 250 350 200 c h f'],
    ['clipped paths', 'q 100 100 50 50 re W n 1 0 0 rg 90 90 30 30 re f Q'],
    ['scaled paths', 'q 2 0 0 2 10 10 cm 1 w 72 72 m 100 72 l S Q'],
  ])('%s', async (_, content) => {
    const own = await contentOf({ content });
    const other = await contentOf({ content }, [], pdfjs());
    const rounded = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (_key, each) =>
        typeof each === 'number' ? Math.round(each * 1e3) : each,
      );
    expect(rounded(own.paths)).toEqual(rounded(other.paths));
    expect(own.ink).toMatchObject({ plain: other.ink?.plain, imageArea: 0 });
  });
});

describe('an instance', () => {
  it('that has ended is not used again', async () => {
    const instance = await takePdfium(0);
    const end = () =>
      run(instance, () => {
        throw new Error('unreachable');
      });
    expect(end).toThrow('PDFium failed');
    expect(() => run(instance, () => 1)).toThrow('PDFium failed');
    givePdfium(instance);
    expect(await takePdfium(0)).not.toBe(instance);
  });

  it('gets no more memory than its limit', async () => {
    const instance = await takePdfium(0);
    instance.limit = 0;
    expect(instance.exports.malloc(600 * 1024 * 1024)).toBe(0);
    expect(instance.exports.memory.buffer.byteLength).toBeLessThan(64 * 1024 * 1024);
  });
});

it('stops inside a page when the time is over', async () => {
  const content = `${'1 1 m 2 2 l S '.repeat(5_000)}`;
  const file = await pdfium().open(makePdf({ content }), {});
  files.push(file);
  const page = await file.page(0);
  const now = vi.fn(() => 10);
  await expect(page.content({ deadline: { at: 5, now } })).rejects.toMatchObject({ code: 'timed_out' });
  expect(now.mock.calls.length).toBeLessThan(20);
  expect((await page.content()).paths).toHaveLength(5_000);
  await expect(page.render({ dpi: 50 }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});
