/** Whatever fails, and wherever: the document is closed, its pages are released, and nothing is left running. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { defineMethod, type PdfEngine } from '../src/extend/index.js';
import { createExtractor, type ExtractOptions } from '../src/index.js';
import type { OcrEngine } from '../src/reading/ocr/engine.js';
import type { PdfFile, PdfPage } from '../src/reading/pdf/engine.js';
import { pdfjs } from '../src/reading/pdf/pdfjs/pdfjs.js';

const bytes = await smallForm();

/** A page of 2 x 2 inches with a text in a box and a square to tick; small, so that drawing it is cheap. */
async function smallForm(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const page = file.addPage([144, 144]);
  page.drawRectangle({ x: 20, y: 90, width: 100, height: 30, borderWidth: 1 });
  page.drawText('Paid', { x: 30, y: 100, size: 10 });
  page.drawRectangle({ x: 60, y: 40, width: 10, height: 10, borderWidth: 1 });
  page.drawText('Due', { x: 30, y: 40, size: 10 });
  return file.save();
}

/** What an engine of ours can be told to fail at. */
type Stage = 'open' | 'metadata' | 'page' | 'content' | 'images' | 'formFields' | 'render' | 'nothing';

/** pdf.js, with a failure at one stage, and with counts of what is open. */
function countingEngine(failing: Stage) {
  const engine = pdfjs();
  const open = { files: 0, pages: 0 };
  const at = async <T>(stage: Stage, work: () => Promise<T>): Promise<T> => {
    if (stage === failing) throw new Error(`failed at ${stage}`);
    return work();
  };
  const countedPage = (page: PdfPage): PdfPage => {
    open.pages++;
    let isOpen = true;
    return {
      index: page.index,
      width: page.width,
      height: page.height,
      rotation: page.rotation,
      content: () => at('content', () => page.content()),
      images: () => at('images', () => page.images()),
      render: (options) => at('render', () => page.render(options)),
      release() {
        if (isOpen) open.pages--;
        isOpen = false;
        page.release();
      },
    };
  };
  const countedFile = (file: PdfFile): PdfFile => {
    open.files++;
    return {
      pageCount: file.pageCount,
      metadata: () => at('metadata', () => file.metadata()),
      page: (index) => at('page', async () => countedPage(await file.page(index))),
      formFields: () => at('formFields', () => file.formFields()),
      async close() {
        open.files--;
        await file.close();
      },
    };
  };
  const counted: PdfEngine = {
    ...engine,
    open: (data, options) => at('open', async () => countedFile(await engine.open(data, options))),
  };
  return { engine: counted, open };
}

const throwing = defineMethod({
  id: 'throwing',
  summary: 'Fails.',
  anchor: 'required',
  options: () => ({}),
  examples: [],
  capture() {
    throw new Error('failed in a method');
  },
});

const CONFIG = {
  preprocessors: [{ type: 'ocr', match: 'all' }],
  fields: [
    { id: 'boxed', anchor: { match: { type: 'regex', pattern: '.' } }, method: { id: 'box' } },
    {
      id: 'ticked',
      anchor: { match: { type: 'regex', pattern: '.' } },
      method: { id: 'nearestCheckbox', position: 'right' },
    },
    { id: 'thrown', anchor: { match: { type: 'regex', pattern: '.' } }, method: { id: 'throwing' } },
  ],
};

const ocr = (recognise: OcrEngine['recognise']): OcrEngine => ({
  id: 'fake',
  concurrency: 1,
  recognise,
  close: async () => undefined,
});
const blank = ocr(async () => ({ words: [] }));
const extractors: { close(): Promise<void> }[] = [];

async function outcome(failing: Stage, options: ExtractOptions = {}, amazon = blank) {
  const { engine, open } = countingEngine(failing);
  const extractor = createExtractor({ pdf: engine, methods: [throwing], ocrEngines: { amazon } });
  extractors.push(extractor);
  const before = resources();
  const result = await extractor.extract(bytes, JSON.stringify(CONFIG), undefined, options).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...result, open, before };
}

/** What keeps a process running, apart from what the test runner holds. */
const resources = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout' || kind === 'MessagePort').length;

afterAll(() => Promise.all(extractors.map((extractor) => extractor.close())));

test.each<[Stage, 'rejects' | 'answers']>([
  ['nothing', 'answers'],
  ['open', 'rejects'],
  ['metadata', 'answers'],
  ['page', 'rejects'],
  ['content', 'rejects'],
  ['images', 'answers'],
  ['formFields', 'answers'],
  ['render', 'answers'],
])('the document is closed after a failure at %s', async (stage, expected) => {
  const { open, before, ...result } = await outcome(stage);
  expect('value' in result ? 'answers' : 'rejects').toBe(expected);
  expect(open).toEqual({ files: 0, pages: 0 });
  expect(resources()).toBeLessThanOrEqual(before);
});

test.each<[string, ExtractOptions, OcrEngine?]>([
  ['an OCR engine that throws', {}, ocr(() => Promise.reject(new Error('no')))],
  ['an OCR engine that hangs', { limits: { ocrMilliseconds: 50 } }, ocr(() => new Promise(() => {}))],
  ['a time limit', { limits: { milliseconds: 1 } }],
  ['a limit of lines', { limits: { lines: 1 } }],
  ['an abort', { signal: AbortSignal.abort() }],
  [
    'a progress display that throws',
    {
      onProgress() {
        throw new Error('no display');
      },
    },
  ],
])('the document is closed after a failure of %s', async (_, options, engine) => {
  const { open, before } = await outcome('nothing', options, engine);
  expect(open).toEqual({ files: 0, pages: 0 });
  expect(resources()).toBeLessThanOrEqual(before);
});

test('the other fields keep their values after a failure of a method', async () => {
  const result = await outcome('nothing');
  expect(result).toMatchObject({
    value: { errors: [{ field_id: 'thrown', type: 'unexpected' }] },
  });
});
