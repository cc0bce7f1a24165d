import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import { DEFAULT_LIMITS } from '../../../src/limits.js';
import { BoundedCache } from '../../../src/page/document/bounded-cache.js';
import { boxPolygon } from '../../../src/page/document/geometry.js';
import type { Glyph } from '../../../src/page/document/glyph.js';
import { makeLine } from '../../../src/page/document/line.js';
import type { Document } from '../../../src/page/document/model.js';
import type {
  Bitmap,
  FormWidget,
  PaintedPath,
  PlacedImage,
} from '../../../src/page/document/page-graphics.js';
import { turnBitmap } from '../../../src/page/layout/page-rotation.js';
import {
  imageCoverage,
  isCertain,
  isGarbled,
  needsNoOcr,
  type OcrLevel,
  ocrNeeds,
} from '../../../src/reading/ocr/need.js';
import type { PdfEngine, PdfPage } from '../../../src/reading/pdf/engine.js';
import { openPdf } from '../../../src/reading/pdf/pdf.js';
import { show } from '../../page/layout/glyphs.js';
import { type LoadOptions, loadPdf } from '../../support/readers.js';

interface FakePage {
  readonly glyphs?: readonly Glyph[];
  readonly paths?: readonly PaintedPath[];
  readonly images?: readonly PlacedImage[];
  readonly fails?: unknown;
  /** Images are reported with the rest of the page. */
  readonly tellsImages?: true;
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** An engine over given pages that counts what is open. */
function fake(pages: readonly FakePage[], fields: readonly FormWidget[] = []) {
  const counts = { opened: 0, closed: 0, pages: 0, released: 0, contents: 0, images: 0, renders: 0, most: 0 };
  /** Pages of which the engine was told that they will be asked for: the first ones, and after each those that are next. */
  const announced: (number | undefined)[] = [];
  const pageOf = (index: number): PdfPage => {
    counts.most = Math.max(counts.most, ++counts.pages - counts.released);
    const { glyphs = [], paths = [], images = [], fails, tellsImages } = pages[index]!;
    return {
      index,
      width: 8.5,
      height: 11,
      rotation: 0,
      content: async () => {
        counts.contents++;
        if (fails) throw fails;
        return { glyphs, paths, ...(tellsImages && { images }) };
      },
      images: async () => {
        counts.images++;
        return images;
      },
      render: async ({ dpi }) => {
        counts.renders++;
        return { width: 2, height: 1, dpi, data: Uint8ClampedArray.from([1, 1, 1, 1, 2, 2, 2, 2]) };
      },
      release: () => {
        counts.released++;
      },
    };
  };
  const engine: PdfEngine = {
    id: 'fake',
    open: async (_bytes, { first }) => {
      counts.opened++;
      announced.push(first);
      return {
        pageCount: pages.length,
        metadata: async () => ({ info: { Title: 'T' } }),
        page: async (index, _interrupt, next) => {
          announced.push(next);
          return pageOf(index);
        },
        formFields: async () => fields,
        close: async () => {
          counts.closed++;
        },
      };
    },
  };
  return { engine, counts, announced };
}

const BYTES = new Uint8Array(1);
const text = (words: string) => ({ glyphs: show({ text: words, x: 1, y: 1 }) });

describe('loadPdf', () => {
  it('reads pages one by one and releases each', async () => {
    const { engine, counts } = fake([text('one'), text('two'), {}]);
    const progress = vi.fn();
    const document = await loadPdf(BYTES, { pdf: engine, onPage: progress, filename: 'a.pdf' });
    expect(document.pages.map((page) => page.lines.map((line) => [line.text, line.page]))).toEqual([
      [['one', 0]],
      [['two', 1]],
      [],
    ]);
    expect(document).toMatchObject({
      pageCount: 3,
      contentType: 'application/pdf',
      metadata: { info: { Title: 'T' } },
    });
    expect(counts).toMatchObject({ pages: 3, released: 3, contents: 3, most: 1, closed: 0 });
    expect(progress.mock.calls).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    await document.close();
    await document.close();
    expect(counts.closed).toBe(1);
  });

  it.each<[string, FakePage[], Partial<LoadOptions>]>([
    ['too_many_pages', [{}, {}, {}], { limits: { pages: 2 } }],
    ['too_large', [text('abcdef')], { limits: { charactersPerPage: 5 } }],
    ['too_large', [text('a'), text('b')], { limits: { lines: 1 } }],
    ['too_large', [{ fails: new DocumentError('too_large', 'operators') }, text('b')], {}],
    ['invalid_document', [{ fails: new Error('x') }], {}],
  ])('closes the file and fails with %s', async (code, pages, options) => {
    const { engine, counts } = fake(pages);
    await expect(loadPdf(BYTES, { pdf: engine, ...options })).rejects.toMatchObject({ code });
    expect(counts).toMatchObject({ opened: 1, closed: 1, pages: counts.released });
  });

  it('stops at the deadline and on abort, between pages and within one', async () => {
    let now = 0;
    const ticking = { at: 2, now: () => now };
    const { engine, counts } = fake([{}, {}, {}, {}]);
    const onPage = () => {
      now++;
    };
    await expect(loadPdf(BYTES, { pdf: engine, deadline: ticking, onPage })).rejects.toMatchObject({
      code: 'timed_out',
      page: 2,
    });
    expect(counts).toMatchObject({ contents: 2, closed: 1 });
    const controller = new AbortController();
    const hanging = fake([{}]);
    const stuck: PdfEngine = {
      ...hanging.engine,
      open: async (...args) => ({
        ...(await hanging.engine.open(...args)),
        page: () => {
          setTimeout(() => controller.abort(), 5);
          return new Promise(() => undefined);
        },
      }),
    };
    await expect(loadPdf(BYTES, { pdf: stuck, signal: controller.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(hanging.counts.closed).toBe(1);
  });

  it('lets an abort be heard between pages of an engine that never waits', async () => {
    const { engine, counts } = fake(Array.from({ length: 50 }, () => text('one')));
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    const { signal, abort } = abortable();
    setImmediate(abort);
    await expect(loadPdf(BYTES, { pdf: engine, signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(counts.contents).toBeGreaterThan(0);
    expect(counts.contents).toBeLessThan(50);
    vi.restoreAllMocks();
  });

  it('takes a page that cannot be read as empty, with a warning', async () => {
    const { engine } = fake([text('one'), { fails: new Error('broken') }]);
    const document = await loadPdf(BYTES, { pdf: engine });
    expect(document.pages.map((page) => page.lines.length)).toEqual([1, 0]);
    expect(document.warnings).toMatchObject([{ code: 'PAGE_UNREADABLE', page: 1 }]);
  });

  it('uses replacement text for private-use glyphs only in documents for OCR', async () => {
    const glyphs = show({ text: '16\ue09230', x: 1, y: 1, actualText: '16:30' });
    const many = Array.from({ length: 12 }, (_, i) =>
      show({ text: 'a common line', x: 1, y: 2 + i / 2 }),
    ).flat();
    const first = async (page: FakePage, useActualText?: 'always' | 'never') =>
      (await loadPdf(BYTES, { pdf: fake([page]).engine, useActualText })).pages[0]?.lines[0]?.text;
    expect(await first({ glyphs })).toBe('16:30');
    expect(await first({ glyphs }, 'never')).toBe('16\ue09230');
    expect(await first({ glyphs: [...glyphs, ...many] })).toBe('16\ue09230');
    expect(await first({ glyphs: [...glyphs, ...many] }, 'always')).toBe('16:30');
  });

  it('loadPdf can leave runs unmerged', async () => {
    const glyphs = [
      ...show({ text: 'ab', x: 1, y: 1 }),
      ...show({ text: 'cd', x: 1.1, y: 1, textObject: 1 }),
    ];
    const lines = async (preventDefaultMergeLines: boolean) =>
      (await loadPdf(BYTES, { pdf: fake([{ glyphs }]).engine, preventDefaultMergeLines })).pages[0]!.lines
        .length;
    expect([await lines(false), await lines(true)]).toEqual([1, 2]);
  });
});

describe('page graphics', () => {
  const path: PaintedPath = {
    subpaths: [{ points: [{ x: 1, y: 2 }], closed: false, curved: false }],
    clip: { left: 1, top: 2, right: 3, bottom: 4 },
  };
  const image: PlacedImage = { polygon: boxPolygon({ left: 1, top: 2, right: 3, bottom: 4 }), mask: false };
  const field: FormWidget = {
    name: 'f',
    kind: 'text',
    value: 'v',
    page: 0,
    box: { left: 1, top: 2, right: 3, bottom: 4 },
    hidden: false,
    readOnly: false,
  };

  it('reads nothing before it is asked for, and then once', async () => {
    const { engine, counts } = fake([{ paths: [path], images: [image] }], [field, { ...field, page: 1 }]);
    const document = await loadPdf(BYTES, { pdf: engine });
    const { graphics } = document.pages[0]!;
    expect(counts).toMatchObject({ contents: 1, renders: 0 });
    expect(await graphics?.paths()).toEqual([path]);
    expect(await graphics?.paths()).toEqual([path]);
    expect(await graphics?.images()).toEqual([image]);
    expect(await graphics?.formFields()).toEqual([field]);
    await Promise.all([graphics?.raster({ dpi: 72 }), graphics?.raster({ dpi: 72 })]);
    await graphics?.raster({ dpi: 72, withoutText: true });
    expect(counts).toMatchObject({ contents: 1, renders: 2, pages: counts.released });
    await document.close();
    await expect(graphics?.paths()).rejects.toMatchObject({ code: 'closed' });
  });

  it('turns with the page', async () => {
    const glyphs = show({ text: 'downwards', x: 4, y: 5, angle: 90 });
    const { engine } = fake([{ glyphs, paths: [path], images: [image] }], [field]);
    const [page] = (await loadPdf(BYTES, { pdf: engine })).pages;
    expect(page).toMatchObject({ width: 11, height: 8.5, rotation: 270 });
    const turned = { left: 2, top: 5.5, right: 4, bottom: 7.5 };
    const [turnedPath] = await page!.graphics!.paths();
    expect(turnedPath).toMatchObject({ subpaths: [{ points: [{ x: 2, y: 7.5 }] }], clip: turned });
    expect((await page!.graphics!.images())[0]?.polygon[0]).toEqual({ x: 2, y: 7.5 });
    expect((await page!.graphics!.formFields())[0]?.box).toEqual(turned);
    const bitmap = await page!.graphics!.raster({ dpi: 72 });
    expect([bitmap.width, bitmap.height, ...bitmap.data]).toEqual([1, 2, 2, 2, 2, 2, 1, 1, 1, 1]);
  });

  it('turns bitmaps by every quarter', () => {
    const bitmap: Bitmap = {
      width: 3,
      height: 2,
      dpi: 1,
      data: Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((v) => [v, v, v, v])),
    };
    const rows = (quarter: 0 | 90 | 180 | 270) =>
      [...turnBitmap(bitmap, quarter).data].filter((_, i) => i % 4 === 0);
    expect(rows(0)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows(90)).toEqual([3, 6, 2, 5, 1, 4]);
    expect(rows(180)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(rows(270)).toEqual([4, 1, 5, 2, 6, 3]);
  });
});

describe('BoundedCache', () => {
  it('drops the least recently used and never keeps failures', async () => {
    const cache = new BoundedCache(10);
    const make = vi.fn(async () => 4);
    const get = (key: string) => cache.get(key, make, (size) => size);
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    await get('a');
    expect(make).toHaveBeenCalledTimes(3);
    await get('b');
    expect(make).toHaveBeenCalledTimes(4);
    const failing = vi.fn(async () => {
      throw new Error('x');
    });
    await expect(cache.get('f', failing, () => 1)).rejects.toThrow();
    await expect(cache.get('f', failing, () => 1)).rejects.toThrow();
    expect(failing).toHaveBeenCalledTimes(2);
  });
});

describe('need of OCR', () => {
  const lines = (...texts: string[]) =>
    texts.map((rawText) =>
      makeLine({
        rawText,
        page: 0,
        source: 'text',
        boundingPolygon: boxPolygon({ left: 0, top: 0, right: 1, bottom: 1 }),
      }),
    );

  it.each([
    ['plain text', 'The quick brown fox jumps over the lazy dog and runs away', false],
    ['unusable characters', 'ab\0\ufffd', true],
    ['noncharacters', 'ab\uffff', true],
    ['20 % unusable characters', 'abcd\0', false],
    ['consonants', 'bcd fgh jkl mnp qrs tvw xzb cdf ghj klm', true],
    ['few words', 'NBC LLC', false],
    ['another script', 'שלום עולם זה טקסט ארוך מאוד בעברית פשוטה שאין בו תנועות כלל', false],
    ['diacritics', 'één twéé '.repeat(10), false],
    ['nothing', '', false],
  ])('the need of OCR is judged by %s', (_, words, garbled) => {
    expect(isGarbled(lines(words))).toBe(garbled);
  });

  it('counts unresolved glyphs', () => {
    expect(isGarbled(lines('fine'), { visible: 10, unresolved: 3 })).toBe(true);
    expect(isGarbled(lines('fine'), { visible: 10, unresolved: 2 })).toBe(false);
  });

  it('measures what images cover, overlaps once', () => {
    const page = { width: 8.5, height: 11 };
    const at = (left: number, top: number, right: number, bottom: number): PlacedImage => ({
      polygon: boxPolygon({ left, top, right, bottom }),
      mask: false,
    });
    expect(imageCoverage(page, [])).toBe(0);
    expect(imageCoverage(page, [at(-1, -1, 20, 20)])).toBe(1);
    expect(imageCoverage(page, [at(0, 0, 8.5, 5.5), at(0, 0, 4, 5.5)])).toBeCloseTo(0.5, 2);
    expect(imageCoverage(page, [at(20, 20, 30, 30)])).toBe(0);
  });

  const facts = (count: number, coverage = 0, more = {}) => ({
    lines: count,
    garbled: () => false,
    unresolved: 0,
    imageCoverage: async () => coverage,
    ...more,
  });

  it.each<[string, ReturnType<typeof facts>[], OcrLevel, boolean, string[]]>([
    ['level 0', [facts(0)], 0, false, ['none']],
    ['enough lines', [facts(30, 1), facts(0, 1)], 2, false, ['none', 'none']],
    ['a tiny readable page', [facts(2)], 2, false, ['none']],
    ['the same, strictly', [facts(2)], 2, true, ['page']],
    [
      'no text, a scan, pictures',
      [facts(0), facts(2, 0.6), facts(2, 0.16)],
      2,
      false,
      ['page', 'page', 'images'],
    ],
    ['unresolved glyphs', [facts(2, 0, { unresolved: 1 })], 2, false, ['page']],
    ['garbled text', [facts(50, 0, { garbled: () => true }), facts(50)], 2, false, ['page', 'page']],
    ['level 4, first page scanned', [facts(0), facts(50)], 4, false, ['page', 'page']],
    ['level 4, first page fine', [facts(50), facts(0)], 4, false, ['none', 'none']],
    [
      'level 5',
      [facts(50), facts(0), facts(50, 0, { garbled: () => true })],
      5,
      false,
      ['none', 'page', 'page'],
    ],
    ['no pages', [], 2, false, []],
  ])('the need of OCR is decided: %s', async (_, pages, level, strict, needs) => {
    expect(await ocrNeeds(pages, level, strict)).toEqual(needs);
  });

  const SENTENCE = 'The quick brown fox jumps over the lazy dog and runs away';

  it.each([
    ['a sentence', SENTENCE, true],
    ['few words', 'The quick brown fox', false],
    ['letters that are shifted', 'Wkh txlfn eurzq ira mxpsv ryhu wkh odcb grj dqg uxqv dzdb', false],
    ['text of another code page', 'Ñúåøü åù¸ ýòèõ ìÿãêèõ ôðàíöóçñêèõ áóëîê äà âûïåé ÷àþ ñêîðåå äðóã', false],
    ['another script', 'Съешь ещё этих мягких французских булок да выпей чаю скорее друг', false],
    ['a character of private use', `${SENTENCE} \ue001`, false],
  ])('the need of OCR is sure of %s', (_, words, certain) => {
    expect(isCertain(lines(words), { visible: 50, unresolved: 0 })).toBe(certain);
    expect(isCertain(lines(words), { visible: 50, unresolved: 1 })).toBe(false);
    expect(isCertain(lines(words))).toBe(false);
  });

  it('leaves pages beyond doubt as they are where another is garbled', async () => {
    const sure = facts(50, 0, { certain: () => true });
    const pictured = facts(50, 0.2, { certain: () => true });
    const garbled = facts(50, 0, { garbled: () => true });
    expect(await ocrNeeds([sure, garbled, pictured], 2)).toEqual(['none', 'page', 'page']);
    expect(await ocrNeeds([sure, garbled], 2, true)).toEqual(['page', 'page']);
  });

  it('says of a page alone only what all pages say of it', async () => {
    const page = fc
      .record({
        lines: fc.constantFrom(0, 3, 12, 40),
        kind: fc.constantFrom('garbled', 'certain', 'neither'),
        unresolved: fc.constantFrom(0, 0, 2),
        coverage: fc.constantFrom(0, 0.04, 0.2, 0.7),
      })
      .map(({ lines: count, kind, unresolved, coverage }) => ({
        lines: count,
        garbled: () => kind === 'garbled',
        certain: () => kind === 'certain' && unresolved === 0 && count > 0,
        unresolved,
        imageCoverage: async () => coverage,
      }));
    const level = fc.constantFrom<OcrLevel>(0, 2, 4, 5);
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 5 }),
        level,
        fc.boolean(),
        async (pages, at, strict) => {
          const needs = await ocrNeeds(pages, at, strict);
          for (const [index, each] of pages.entries()) {
            if (await needsNoOcr(each, at, strict)) expect(needs[index]).toBe('none');
          }
        },
      ),
    );
  });
});

describe('openPdf', () => {
  const broken = { fails: new DocumentError('invalid_document', 'damaged') };
  const options = (engine: PdfEngine) => ({ pdf: engine, limits: DEFAULT_LIMITS });

  it('reads no page before it is wanted, and each once', async () => {
    const { engine, counts } = fake([text('one'), text('two'), text('three')]);
    const file = await openPdf(BYTES, options(engine));
    expect(counts.contents).toBe(0);
    expect(file).toMatchObject({ pageCount: 3, metadata: { info: { Title: 'T' } }, warnings: [] });
    const { page, isFinal } = await file.readPage(2);
    expect([page.lines[0]?.text, isFinal]).toEqual(['three', true]);
    expect((await file.readPage(2)).page).toBe(page);
    expect(counts.contents).toBe(1);
    const { pages } = await file.readAll();
    expect(pages.map(({ lines: [line] }) => line?.text)).toEqual(['one', 'two', 'three']);
    expect(pages[2]).toBe(page);
    expect(counts.contents).toBe(3);
    await file.close();
    expect([file.isClosed(), counts.closed]).toEqual([true, 1]);
  });

  it('names to the engine the pages that will be asked for, as loading does', async () => {
    const pages = [text('one'), text('two'), text('three')];
    const loaded = fake(pages);
    await loadPdf(BYTES, { pdf: loaded.engine });
    expect(loaded.announced).toEqual([DEFAULT_LIMITS.pages, 2, 1, 0]);
    const opened = fake(pages);
    const file = await openPdf(BYTES, options(opened.engine));
    await file.readPage(0);
    await file.readPage(1, 1);
    expect(opened.announced).toEqual([1, 0, 1]);
  });

  it('keeps images that are given with the page', async () => {
    const image = { polygon: boxPolygon({ left: 1, top: 1, right: 2, bottom: 2 }), mask: false };
    for (const tellsImages of [true, undefined]) {
      const page = { ...text('one'), images: [image], ...(tellsImages && { tellsImages }) };
      const { engine, counts } = fake([page]);
      const { pages } = await loadPdf(BYTES, { pdf: engine });
      expect(await pages[0]!.graphics?.images()).toEqual([image]);
      expect(counts.images).toBe(tellsImages ? 0 : 1);
    }
  });

  it('gives the document that loading gives, in whichever order pages were read', async () => {
    const pages = [broken, text('one'), broken, text('two')];
    const facts = ({ pages: read, warnings }: Document) => ({
      texts: read.map(({ lines: own }) => own.map((line) => line.text)),
      warnings,
    });
    const loaded = await loadPdf(BYTES, { pdf: fake(pages).engine });
    const file = await openPdf(BYTES, options(fake(pages).engine));
    const read = await file.readPage(2);
    expect(read.isFinal).toBe(false);
    expect(facts(await file.readAll())).toEqual(facts(loaded));
    expect(loaded.warnings.map(({ page }) => page)).toEqual([0, 2]);
  });

  it('fails as loading fails where no page can be read', async () => {
    const file = await openPdf(BYTES, options(fake([broken, broken]).engine));
    await file.readPage(0);
    await expect(file.readAll()).rejects.toMatchObject({ code: 'invalid_document' });
  });
});
