import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ProviderError } from '../../../src/errors.js';
import { deadlineIn } from '../../../src/foundation/async/interrupt.js';
import { DEFAULT_LIMITS, resolveLimits } from '../../../src/limits.js';
import { type ReadDocumentOptions, readDocument } from '../../../src/reading/ocr/document.js';
import type { OcrEngine } from '../../../src/reading/ocr/engine.js';
import type { EmbeddedEngines } from '../../../src/reading/ocr/reader.js';
import { documentOf, fakeEngine, page, textLine, word } from './fakes.js';

const options = (engine: OcrEngine, more: Partial<ReadDocumentOptions> = {}): ReadDocumentOptions => ({
  embedded: (async (id?: string) => (id === undefined ? engine : undefined)) as EmbeddedEngines,
  limits: DEFAULT_LIMITS,
  ...more,
});
const reads = (text: string) =>
  fakeEngine((image) => ({
    words: [word(text, { left: 0.1, top: 0.1, right: 0.5, bottom: 0.2 }, 0.9, image.dpi)],
  }));
const texts = (pages: readonly { lines: readonly { text: string }[] }[]) =>
  pages.map(({ lines }) => lines.map(({ text }) => text));
const full = { left: 0, top: 0, right: 1, bottom: 1 };
const manyLines = Array.from({ length: 12 }, (_, i) => textLine(`own text ${i}`, 0.1, i * 0.08));

describe('which pages are read', () => {
  it('reads a scan at 300 dpi in place of nothing', async () => {
    const engine = reads('scanned');
    const read = await readDocument(documentOf([page(0)]), options(engine), {});
    expect(texts(read.pages)).toEqual([['scanned']]);
    expect(read.pages[0]).toMatchObject({ ocr: { engine: 'fake', part: 'page' } });
    expect(read.pages[0]?.lines[0]).toMatchObject({ source: 'ocr', confidence: 0.9, left: 0.1, bottom: 0.2 });
    expect(engine.seen.map(({ dpi }) => dpi)).toEqual([300]);
  });

  it('leaves blank pages and readable text alone', async () => {
    const engine = reads('never');
    const document = documentOf([
      page(0, { drawn: false }),
      page(1, { lines: [textLine('short but readable', 0.1, 0.1, 1)] }),
    ]);
    expect(await readDocument(document, options(engine), {})).toBe(document);
    expect(engine.seen).toHaveLength(0);
  });

  it('images that cannot cover enough of a page are not looked for', async () => {
    const tiny = page(0, { lines: [textLine('tiny', 0.1, 0.1)] });
    const images = vi.fn(async () => []);
    const read = (share: number) => {
      const imageArea = share * tiny.width * tiny.height;
      const graphics = { ...tiny.graphics!, images, known: async () => ({ imageArea, typed: undefined }) };
      return readDocument(documentOf([{ ...tiny, graphics }]), options(reads('never')), {});
    };
    await read(0.04);
    expect(images).not.toHaveBeenCalled();
    await read(0.2);
    expect(images).toHaveBeenCalled();
  });

  it('strict reads tiny documents whole at level 2', async () => {
    const document = documentOf([page(0, { lines: [textLine('tiny', 0.1, 0.1)] })]);
    const read = await readDocument(document, options(reads('read'), { ocrLevel2Strict: true }), {});
    expect(texts(read.pages)).toEqual([['read']]);
  });

  it.each([
    [0, [[], 12]],
    [2, [['scanned'], 12]],
    [4, [['scanned'], 1]],
    [5, [['scanned'], 12]],
    ['always', [['scanned'], 1]],
  ] as const)('the pages that are read at level %s', async (ocrLevel, [first, second]) => {
    const document = documentOf([page(0), page(1, { lines: manyLines })]);
    const read = await readDocument(document, options(reads('scanned'), { ocrLevel }), {});
    expect(texts(read.pages)[0]).toEqual(first);
    expect(read.pages[1]?.lines).toHaveLength(second);
  });

  it('reads images at every level, and nothing but PDFs and images', async () => {
    const image = await readDocument(
      documentOf([page(0)], 'image/png'),
      options(reads('a'), { ocrLevel: 0 }),
      {},
    );
    expect(texts(image.pages)).toEqual([['a']]);
    const sheet = documentOf([page(0)], 'text/csv');
    expect(await readDocument(sheet, options(reads('a'), { ocrLevel: 5 }), {})).toBe(sheet);
  });

  it.each(['image/png', 'application/pdf'])(
    'never reads nothing of %s, and warns of what has no text',
    async (type) => {
      const engine = reads('read all the same');
      const pages = [page(0), page(1, { lines: manyLines }), page(2, { drawn: false })];
      const read = await readDocument(documentOf(pages, type), options(engine, { ocrLevel: 'never' }), {});
      expect(read.pages).toEqual(pages);
      expect(read.warnings).toEqual([
        { code: 'OCR_OFF', page: 0, message: expect.stringContaining("ocr: 'never'") },
      ]);
      expect(engine.seen).toEqual([]);
    },
  );

  it('never has nothing to say of kinds that are not read', async () => {
    const sheet = documentOf([page(0)], 'text/csv');
    expect(await readDocument(sheet, options(reads('a'), { ocrLevel: 'never' }), {})).toBe(sheet);
  });

  it('adds what is in pictures to the text of a page', async () => {
    const picture = { left: 0.5, top: 0.5, right: 0.9, bottom: 0.9 };
    const own = [textLine('own', 0.52, 0.55), textLine('text', 0.05, 0.1)];
    const engine = fakeEngine(({ dpi }) => ({
      words: [
        word('outside', { left: 0.1, top: 0.3, right: 0.4, bottom: 0.35 }, 1, dpi),
        word('again', { left: 0.52, top: 0.55, right: 0.7, bottom: 0.68 }, 1, dpi),
        word('table', { left: 0.6, top: 0.8, right: 0.8, bottom: 0.85 }, 1, dpi),
      ],
    }));
    const black = async (dpi: number) => {
      const data = new Uint8ClampedArray(dpi * dpi * 4);
      return { width: dpi, height: dpi, dpi, data };
    };
    const document = documentOf([page(0, { lines: own, images: [picture], raster: black })]);
    const read = await readDocument(document, options(engine), {});
    expect(texts(read.pages)).toEqual([['text', 'own', 'table']]);
    expect(read.pages[0]?.ocr?.part).toBe('images');
    const [image] = engine.seen;
    const luma = (x: number, y: number) => image?.data[(Math.round(y * 300) * 300 + Math.round(x * 300)) * 4];
    expect([luma(0.7, 0.7), luma(0.2, 0.2), luma(0.95, 0.7)]).toEqual([0, 255, 255]);
  });

  it('reads large pages at a lower resolution', async () => {
    const engine = fakeEngine();
    const poster = { ...page(0), width: 40, height: 30 };
    await readDocument(documentOf([poster]), options(engine), {});
    expect(engine.seen[0]!.dpi).toBeCloseTo(Math.sqrt(16_830_000 / 1200));
  });
});

describe('what an engine does wrong', () => {
  const scan = () => page(0, { images: [full] });
  const layered = () => page(1, { images: [full], lines: [textLine('layer', 0.1, 0.1, 1)] });

  it.each([
    ['throws', () => Promise.reject(new Error('out of toner')), /out of toner/],
    [
      'throws at once',
      () => {
        throw new TypeError('no such function');
      },
      /no such function/,
    ],
    ['answers garbage', () => 42, /neither words nor lines/],
    ['answers too much', () => ({ words: [{ text: 'x'.repeat(1e6) }] }), /more than/],
  ])(
    'what an engine does wrong: %s: text stays with a warning, missing text is an error',
    async (_, answer, message) => {
      const read = await readDocument(documentOf([scan(), layered()]), options(fakeEngine(answer)), {});
      expect(texts(read.pages)).toEqual([[], ['layer']]);
      expect(read.errors).toEqual([
        { type: 'ocr', code: 'OCR_FAILED', message: expect.stringMatching(message), page: 0 },
      ]);
      expect(read.warnings).toEqual([
        { code: 'OCR_FAILED', message: expect.stringMatching(message), page: 1 },
      ]);
    },
  );

  it('hangs: it is asked to stop, and the page given up', async () => {
    let told = false;
    const engine = fakeEngine((_, { signal }) => {
      signal?.addEventListener('abort', () => (told = true));
      return new Promise(() => {});
    });
    const limits = resolveLimits({ ocrMilliseconds: 20 });
    const read = await readDocument(documentOf([scan()]), options(engine, { limits }), {});
    expect(read.errors?.[0]).toMatchObject({
      code: 'OCR_FAILED',
      message: expect.stringMatching(/ocrMilliseconds/),
    });
    expect(told).toBe(true);
  });

  it('reads nothing: the page has no lines', async () => {
    const read = await readDocument(documentOf([scan(), layered()]), options(fakeEngine()), {});
    expect(texts(read.pages)).toEqual([[], []]);
    expect(read.errors).toBeUndefined();
  });

  it('fails at three pages in a row: it gets no more than the one that is drawn by then', async () => {
    const engine = fakeEngine(() => Promise.reject(new Error('down')));
    const raster = pictures();
    const pages = Array.from({ length: 50 }, (_, index) => page(index, { raster }));
    const read = await readDocument(documentOf(pages), options(engine), {});
    expect(engine.seen).toHaveLength(4);
    expect(read.errors?.map((error) => error.page)).toEqual(pages.map(({ index }) => index));
  });

  it('what an engine does wrong is not there: every page that needs it says so', async () => {
    const embedded = () => Promise.reject(new ProviderError('tesseract', 'unavailable', 'not installed'));
    const read = await readDocument(
      documentOf([scan(), layered()]),
      { embedded, limits: DEFAULT_LIMITS },
      {},
    );
    expect(read.errors).toMatchObject([{ type: 'ocr', code: 'OCR_UNAVAILABLE', page: 0 }]);
    expect(read.warnings).toMatchObject([{ code: 'OCR_UNAVAILABLE', page: 1 }]);
  });

  it('what an engine does wrong is late for the document, or the caller gives up: the reading ends', async () => {
    const hanging = fakeEngine(() => new Promise(() => {}));
    const deadline = deadlineIn(20, () => performance.now());
    await expect(readDocument(documentOf([scan()]), options(hanging), { deadline })).rejects.toMatchObject({
      code: 'timed_out',
    });
    const abort = new AbortController();
    const reading = readDocument(documentOf([scan()]), options(hanging), { signal: abort.signal });
    await delay(5);
    abort.abort();
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('which engine reads', () => {
  const document = () => documentOf([page(0)]);

  it('takes the one that is named, in any letter case, and warns of one that is missing', async () => {
    const amazon = reads('amazon');
    const fallback = reads('embedded');
    const named = { ocrEngines: { amazon }, ocrEngine: 'Amazon' };
    expect(texts((await readDocument(document(), options(fallback, named), {})).pages)).toEqual([['amazon']]);
    const missing = await readDocument(document(), options(fallback, { ...named, ocrEngine: 'google' }), {});
    expect(texts(missing.pages)).toEqual([['embedded']]);
    expect(missing.warnings).toMatchObject([
      { code: 'OCR_UNAVAILABLE', message: expect.stringMatching(/google/) },
    ]);
    const own = await readDocument(document(), options(fallback, { ocrEngines: { tesseract: amazon } }), {});
    expect(texts(own.pages)).toEqual([['amazon']]);
    expect(own.warnings).toEqual([]);
  });
});

it('a document of more lines than are allowed is not read to its end', async () => {
  const engine = reads('line');
  const onPage = vi.fn();
  const limits = { ...DEFAULT_LIMITS, lines: 3 };
  const pages = Array.from({ length: 50 }, (_, index) => page(index));
  await expect(
    readDocument(documentOf(pages, 'image/tiff'), options(engine, { limits, onPage }), {}),
  ).rejects.toMatchObject({ code: 'too_large' });
  expect(onPage.mock.calls.length).toBeLessThan(10);
  const few = documentOf(pages.slice(0, 3), 'image/tiff');
  expect((await readDocument(few, options(engine, { limits }), {})).pages).toHaveLength(3);
});

/** A place on them. */
const CORNER = { left: 0, top: 0, right: 0.01, bottom: 0.01 };

/** Draws small pictures, each of which is another one. */
function pictures() {
  let count = 0;
  return async (dpi: number) => {
    const data = new Uint8ClampedArray(64);
    new DataView(data.buffer).setUint32(0, ++count);
    return { width: 4, height: 4, dpi, data };
  };
}

it('many pages are read as many at a time as the engine takes, and one more is drawn, however many documents there are', async () => {
  const pages = 1000;
  let drawn = 0;
  let mostDrawn = 0;
  const draw = pictures();
  const raster = (dpi: number) => {
    mostDrawn = Math.max(mostDrawn, ++drawn);
    return draw(dpi);
  };
  const engine = fakeEngine(async () => {
    await delay(0);
    drawn--;
    return { words: [word('what stands on the page', CORNER, 0.95, 300)] };
  }, 3);
  const onPage = vi.fn();
  const half = (from: number) =>
    documentOf(Array.from({ length: pages / 2 }, (_, i) => page(from + i, { raster })));
  const read = await Promise.all(
    [0, pages / 2].map((from) => readDocument(half(from), options(engine, { onPage }), {})),
  );
  expect(engine.seen).toHaveLength(pages);
  expect([engine.busiest(), mostDrawn]).toEqual([3, 4]);
  expect(onPage).toHaveBeenLastCalledWith(pages / 2, pages / 2);
  expect(read.flatMap((each) => each.pages.map(({ index }) => index))).toEqual(
    Array.from({ length: pages }, (_, i) => i),
  );
});
