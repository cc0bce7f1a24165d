/** Pages that a config leaves out are not read, and values are those of documents that were read whole. */
import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import type { PdfEngine } from '../src/extend/index.js';
import { type Config, createExtractor } from '../src/index.js';
import { pdfjs } from '../src/reading/pdf/pdfjs/pdfjs.js';

const PAGES = 12;
const WORDS = 'the goods named below were delivered in good order and signed for by the receiver';

/** A page of each number; those in `blank` have no text, so that the document decides whether they need OCR. */
async function numbered(blank: readonly number[] = []): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font: PDFFont = await file.embedFont(StandardFonts.Helvetica);
  for (let index = 0; index < PAGES; index++) {
    const page = file.addPage([612, 792]);
    if (blank.includes(index)) continue;
    page.drawText(`Number: ${index}`, { x: 72, y: 700, size: 10, font });
    page.drawText(WORDS, { x: 72, y: 680, size: 10, font });
  }
  return file.save();
}

/** An engine that notes which pages are read. */
function counting(): { readonly engine: PdfEngine; readonly read: number[] } {
  const pdf = pdfjs();
  const read: number[] = [];
  const engine: PdfEngine = {
    ...pdf,
    async open(...request) {
      const file = await pdf.open(...request);
      return {
        pageCount: file.pageCount,
        metadata: () => file.metadata(),
        formFields: () => file.formFields(),
        close: () => file.close(),
        page(index, ...more) {
          read.push(index);
          return file.page(index, ...more);
        },
      };
    },
  };
  return { engine, read };
}

const all: Config['fields'] = [
  { id: 'number', anchor: 'number:', match: 'all', method: { id: 'label', position: 'right' } },
];
const within = (startPage: number, endPage?: number): Config => ({
  preprocessors: [{ type: 'pageRange', startPage, ...(endPage !== undefined && { endPage }) }],
  fields: all,
});
const upTo = (count: number) => Array.from({ length: count }, (_, page) => page);

async function run(bytes: Uint8Array, config: Config) {
  const { engine, read } = counting();
  const progress: unknown[] = [];
  const extractor = createExtractor({ pdf: engine });
  const onProgress = (each: unknown) => progress.push(each);
  const result = await extractor.extract(bytes.slice(), config, undefined, { onProgress });
  const loaded = await createExtractor({ pdf: pdfjs() }).load(bytes.slice());
  const whole = await extractor.extract(loaded, config);
  await loaded.close();
  return { result, whole, read, progress };
}

it('pages outside of a page range at the beginning are not read', async () => {
  const { result, whole, read, progress } = await run(await numbered(), within(5, 8));
  expect(read).toEqual([5, 6, 7]);
  expect(result).toEqual(whole);
  expect(result.page_count).toBe(PAGES);
  expect(result.parsed_document.number).toMatchObject([{ value: '5' }, { value: '6' }, { value: '7' }]);
  expect(progress[0]).toEqual({ stage: 'load', done: 1, total: PAGES });
});

it.each<[string, Config]>([
  ['without a page range', { fields: all.slice(0, 1) }],
  [
    'of a page range behind another preprocessor',
    { ...within(5), preprocessors: [{ type: 'sort' }, { type: 'pageRange', startPage: 5 }] },
  ],
  ['of a page range that leaves none', within(PAGES)],
])('pages are all read %s', async (_, config) => {
  const { result, whole, read } = await run(await numbered(), config);
  expect(read).toEqual(upTo(PAGES));
  expect(result).toEqual(whole);
});

it('pages are all read where one that is kept may depend on the others', async () => {
  const { result, whole, read } = await run(await numbered([6]), within(5, 8));
  expect([...new Set(read)].sort((a, b) => a - b)).toEqual(upTo(PAGES));
  expect(result).toEqual(whole);
});

it('pages are not missed where they are damaged, if they are left out', async () => {
  const { engine } = counting();
  const broken: PdfEngine = {
    ...engine,
    async open(...request) {
      const file = await engine.open(...request);
      const page: typeof file.page = async (index, ...more) => {
        if (index === 2) throw new Error('broken');
        return file.page(index, ...more);
      };
      return { ...file, page };
    },
  };
  const extractor = createExtractor({ pdf: broken });
  const bytes = await numbered();
  const without = await extractor.extract(bytes.slice(), within(5, 8));
  expect(without.warnings).toEqual([]);
  const having = await extractor.extract(bytes.slice(), within(1, 4));
  expect(having.warnings).toMatchObject([{ code: 'PAGE_UNREADABLE', page: 2 }]);
  expect(having.parsed_document.number).toMatchObject([{ value: '1' }, { value: '3' }]);
});
