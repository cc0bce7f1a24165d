/** Pages whose text is known, to be read by OCR. */

import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Document, Page } from '../src/page/document/model.js';
import type { Bitmap } from '../src/page/document/page-graphics.js';
import { imageCoverage } from '../src/reading/ocr/need.js';
import type { PdfEngine } from '../src/reading/pdf/engine.js';
import { builtLibrary } from './built.js';
import { subjects } from './corpus.js';
import { type PrintedWord, printedWords } from './ocr-words.js';

export interface PrintedPage {
  /** Document, and number of the page from 1. */
  readonly name: string;
  readonly words: readonly PrintedWord[];
  draw(dpi: number): Promise<Bitmap>;
}

/** Words of a page that is worth reading: fewer show little, more take long. */
const WORDS = { least: 60, most: 250 };
/** Share of a page under pictures above which its text may lie in them as well. */
const MOST_PICTURES = 0.2;
/** Pages of a document that are looked at. */
const FIRST_PAGES = 4;

/** At most so many pages, one of each document, evenly from all that are fit. @param pdf reads and draws them */
export async function printedPages(most: number, pdf: PdfEngine): Promise<readonly PrintedPage[]> {
  const library = await builtLibrary();
  const extractor = library.createExtractor({ pdf });
  const fit: PrintedPage[] = [];
  const seen = new Set<string>();
  for (const { name, bytes } of subjects('')) {
    const document = await extractor.load(bytes, { ocrLevel: 0 }).catch(() => undefined);
    if (!document) continue;
    const page = await firstFit(document);
    const text = page?.lines.map((line) => line.text).join('\n');
    if (!page || text === undefined || seen.has(text)) continue;
    seen.add(text);
    fit.push({
      name: `${name}, page ${page.index + 1}`,
      words: printedWords(page),
      draw: (dpi) => page.graphics!.raster({ dpi }),
    });
  }
  return Array.from({ length: Math.min(most, fit.length) }, (_, i) => {
    return fit[Math.floor((i * fit.length) / Math.min(most, fit.length))]!;
  });

  async function firstFit({ pages }: Document): Promise<Page | undefined> {
    for (const page of pages.slice(0, FIRST_PAGES)) {
      const count = printedWords(page).length;
      if (!page.graphics || count < WORDS.least || count > WORDS.most) continue;
      if (imageCoverage(page, await page.graphics.images()) <= MOST_PICTURES) return page;
    }
    return undefined;
  }
}

/** The same page as a scan of a resolution: its picture, as a JPEG, in a PDF of its own. @param pdf draws it */
export async function scanned(page: PrintedPage, scanDpi: number, pdf: PdfEngine): Promise<PrintedPage> {
  const drawn = await page.draw(scanDpi);
  const canvas = createCanvas(drawn.width, drawn.height);
  canvas.getContext('2d').putImageData(new ImageData(drawn.data, drawn.width, drawn.height), 0, 0);
  const file = await PDFDocument.create();
  const picture = await file.embedJpg(canvas.toBuffer('image/jpeg', JPEG_QUALITY));
  const [width, height] = [(drawn.width / scanDpi) * 72, (drawn.height / scanDpi) * 72];
  file.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height });
  const opened = await pdf.open(await file.save(), {});
  const only = await opened.page(0);
  return { ...page, draw: (dpi) => only.render({ dpi }) };
}

/** Quality of the pictures of scans, in per cent. */
const JPEG_QUALITY = 80;
