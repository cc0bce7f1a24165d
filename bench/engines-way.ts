/**
 * A process of `engines.ts` that reads documents in one way. It does a round for each message.
 *
 *   engines-way.ts WAY FOLDER [FILE]
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PdfEngine } from '../src/reading/pdf/engine.js';
import { givePdfium, takePdfium } from '../src/reading/pdf/pdfium/library.js';
import { builtEngines, builtLibrary } from './built.js';

/** A way of reading a PDF. */
export type Way = 'bare' | 'content' | 'lines' | 'pdfjs' | 'liteparse';

/** What all documents took: milliseconds of the processor, pages, and the characters, glyphs, lines or texts that were met. */
export interface WayRound {
  readonly ms: number;
  readonly pages: number;
  readonly size: number;
}

const { pdfium, pdfjs } = await builtEngines();
const { createExtractor } = await builtLibrary();

const [way = '', folder = '', liteParseFile] = process.argv.slice(2);

const documents = distinct(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => new Uint8Array(readFileSync(join(folder, name)))),
);

function distinct(all: readonly Uint8Array[]): readonly Uint8Array[] {
  return [...new Map(all.map((bytes) => [createHash('sha256').update(bytes).digest('hex'), bytes])).values()];
}

/** A way of reading: pages, and the characters, glyphs or lines that it met. */
type Read = (bytes: Uint8Array) => Promise<{ pages: number; size: number }>;

async function bareParse(bytes: Uint8Array): Promise<{ pages: number; size: number }> {
  const instance = await takePdfium(bytes.length);
  const { exports, scratch } = instance;
  const at = scratch.copy(bytes);
  const document = exports.FPDF_LoadMemDocument(at, bytes.length, 0);
  const pages = document === 0 ? 0 : exports.FPDF_GetPageCount(document);
  let size = 0;
  for (let index = 0; index < pages; index++) {
    const page = exports.FPDF_LoadPage(document, index);
    const text = exports.FPDFText_LoadPage(page);
    size += exports.FPDFText_CountChars(text);
    exports.FPDFText_ClosePage(text);
    exports.FPDF_ClosePage(page);
  }
  if (document !== 0) exports.FPDF_CloseDocument(document);
  exports.free(at);
  givePdfium(instance);
  return { pages, size };
}

const toLines = (pdf: PdfEngine): Read => {
  const extractor = createExtractor({ pdf });
  return async (bytes) => {
    const document = await extractor.load(bytes, { ocrLevel: 0 });
    const size = document.pages.reduce((sum, { lines }) => sum + lines.length, 0);
    await document.close();
    return { pages: document.pages.length, size };
  };
};

/** What is used of LiteParse. */
interface LiteParsePackage {
  readonly LiteParse: new (
    options: object,
  ) => {
    parse(
      bytes: Uint8Array,
    ): Promise<{ readonly pages: readonly { readonly textItems: readonly unknown[] }[] }>;
  };
}

async function liteParse(file: string): Promise<Read> {
  const { LiteParse } = (await import(pathToFileURL(file).href)) as LiteParsePackage;
  const parser = new LiteParse({ ocrEnabled: false, numWorkers: 1, quiet: true });
  return async (bytes) => {
    const { pages } = await parser.parse(bytes);
    return { pages: pages.length, size: pages.reduce((sum, { textItems }) => sum + textItems.length, 0) };
  };
}

/** The engine alone: what it reads of all pages, without lines, and without metadata. */
const toContent =
  (pdf: PdfEngine): Read =>
  async (bytes) => {
    const file = await pdf.open(bytes, {});
    let size = 0;
    for (let index = 0; index < file.pageCount; index++) {
      const page = await file.page(index);
      size += (await page.content()).glyphs.length;
      page.release();
    }
    await file.close();
    return { pages: file.pageCount, size };
  };

const WAYS: Readonly<Record<Way, () => Read | Promise<Read>>> = {
  bare: () => bareParse,
  content: () => toContent(pdfium()),
  lines: () => toLines(pdfium()),
  pdfjs: () => toLines(pdfjs()),
  liteparse: () => liteParse(liteParseFile ?? ''),
};

const read = await WAYS[way as Way]();

async function measure(): Promise<WayRound> {
  const sum = { ms: 0, pages: 0, size: 0 };
  for (const bytes of documents) {
    const start = process.cpuUsage();
    const { pages, size } = await read(bytes).catch(() => ({ pages: 0, size: 0 }));
    const { user, system } = process.cpuUsage(start);
    sum.ms += (user + system) / 1000;
    sum.pages += pages;
    sum.size += size;
  }
  return sum;
}

process.on('message', async () => process.send?.(await measure()));
