import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExtractor, DocumentError } from '../../src/index.js';
import { pdfium } from '../../src/reading/pdf/pdfium/index.js';
import { pdfjs } from '../../src/reading/pdf/pdfjs/pdfjs.js';
import { type PdfBody, packed, pdfFile, plain } from './pdf-file.js';
import { PROBE } from './probe.js';

const unhandled: unknown[] = [];
const listen = (reason: unknown) => unhandled.push(reason);
beforeAll(() => process.on('unhandledRejection', listen));
afterAll(() => process.off('unhandledRejection', listen));
beforeEach(() => {
  unhandled.length = 0;
});

/** Rejections show themselves when the process has nothing else to do. */
async function rejections(): Promise<unknown[]> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
  return unhandled;
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (contents = '5 0 R', entries = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << /Font << /F1 6 0 R >> /XObject << /Im0 7 0 R >> >> ${entries} >>`;
const content = 'BT /F1 12 Tf 72 700 Td (some text) Tj ET 72 650 10 10 re S q 20 0 0 20 300 300 cm /Im0 Do Q';
const picture =
  '/Type /XObject /Subtype /Image /Width 4 /Height 4 /BitsPerComponent 8 /ColorSpace /DeviceGray';

/** A file of three pages, the second of which is this body. */
function between(body: string, more: readonly (readonly [number, PdfBody])[] = []): Uint8Array {
  return pdfFile(
    new Map<number, PdfBody>([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R 8 0 R 9 0 R] /Count 3 >>'],
      [3, page()],
      [5, packed(content)],
      [6, FONT],
      [7, packed(new Uint8Array(16).fill(128), picture)],
      [8, body],
      [9, page()],
      ...more,
    ]),
  );
}

/** A file whose cross-references give wrong places for all of its pages. */
function misplaced(): Uint8Array {
  const file = Buffer.from(between(page())).toString('latin1');
  const places = [3, 8, 9].map((number) => String(file.indexOf(`\n${number} 0 obj`) + 1).padStart(10, '0'));
  return Buffer.from(
    places.reduce((text, place) => text.replace(`${place} 00000 n`, '0000000012 00000 n'), file),
    'latin1',
  );
}

const DAMAGED: Readonly<Record<string, Uint8Array>> = {
  'is null': between('null'),
  'is a number': between('12'),
  'is a stream': between('<< /Length 3 >>\nstream\nabc\nendstream'),
  'is a dictionary without type': between('<< >>'),
  'is the page tree again': between('<< /Type /Pages /Kids [2 0 R] /Count 1 >>'),
  'has itself as contents': between(page('8 0 R')),
  'has contents that are no stream': between(page('6 0 R')),
  'has contents that cannot be unpacked': between(page('10 0 R'), [
    [10, plain('abc', '/Filter /FlateDecode')],
  ]),
  'has contents with an unknown filter': between(page('10 0 R'), [[10, plain('abc', '/Filter /Nosuch')]]),
  'has a box of words': between(page('5 0 R', '/CropBox [/a /b /c /d] /Rotate (x)')),
  'has annotations that are none': between(page('5 0 R', '/Annots [8 0 R 6 0 R null 12]')),
  'stands elsewhere, as they do': misplaced(),
  'is of another generation, as the one after it': Buffer.from(
    Buffer.from(between(page()))
      .toString('latin1')
      .replace(/\n([89]) 0 obj/gu, '\n$1 5 obj'),
    'latin1',
  ),
  'ends in the middle': between('<< /Type /Page /Parent 2 0 R /MediaBox [0 0'),
};

describe.each(Object.entries({ 'pdf.js': pdfjs, PDFium: pdfium }))('%s', (_, engine) => {
  const extractor = createExtractor({ pdf: engine(), ocrLevel: 0 });
  afterAll(() => extractor.close());

  test.each(Object.entries(DAMAGED))(
    'a page between good ones that %s rejects nothing unheard',
    async (_, file) => {
      const outcome = await extractor.extract(file, PROBE as never).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(DocumentError);
      expect(await rejections()).toEqual([]);
    },
  );

  test.each([0, 5, 40])(
    'an extraction that is given up after %i ms rejects nothing unheard',
    async (delay) => {
      const signal = AbortSignal.timeout(delay);
      const run = extractor.extract(between(page()), PROBE as never, undefined, { signal });
      const outcome = await run.catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'aborted' });
      expect(await rejections()).toEqual([]);
    },
  );

  test('a document that is closed while its pages are drawn rejects nothing unheard', async () => {
    const document = await extractor.load(between(page()));
    const drawn = document.pages.map((each) =>
      each.graphics!.raster({ dpi: 72 }).catch((error: unknown) => error),
    );
    await document.close?.();
    await Promise.all(drawn);
    expect(await rejections()).toEqual([]);
  });
});

test.each([0, 5, 100, 400])(
  'an extractor with a worker that is closed %i ms after it began to read rejects nothing unheard',
  async (delay) => {
    const extractor = createExtractor({ ocrLevel: 0, workers: 1 });
    const run = extractor.extract(between(page()), PROBE as never).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, delay));
    await extractor.close();
    const outcome = await run;
    if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'DocumentError', code: 'closed' });
    expect(await rejections()).toEqual([]);
  },
  60_000,
);
