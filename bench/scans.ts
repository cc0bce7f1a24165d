/**
 * Measures what memory a document of many scanned pages takes while all of them are read by OCR.
 *
 *   npm run build && npm run bench:scans -- [--pages N] [--engine told|tesseract|paddle]
 *
 * The document is made here: each page is a picture of 30 rows of text. The engine `told` says 300 words of each page
 * without looking, so that what the library itself keeps is seen; the others read.
 */
import { parseArgs } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import type { OcrEngine, OcrText } from '../src/reading/ocr/engine.js';
import { builtLibrary, builtModule } from './built.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: { pages: { type: 'string', default: '200' }, engine: { type: 'string', default: 'told' } },
});
const pageCount = Number(flags.pages);

/** Size of a page in points, and of its picture in pixels an inch. */
const LETTER = [612, 792] as const;
const SCAN_DPI = 150;
const ROWS = 30;
const WORDS_OF_ROW = 10;

const library = await builtLibrary();
const { tesseract, paddle }: typeof import('../src/reading/ocr/index.js') = await import(
  builtModule('reading/ocr/index.js')
);
const makers: Readonly<Record<string, () => OcrEngine>> = { told, tesseract, paddle };
const engine = makers[flags.engine]?.();
if (!engine) throw new RangeError('--engine must be told, tesseract or paddle');

/** Bytes of a PDF whose pages are pictures. */
async function scannedDocument(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const [width, height] = LETTER.map((points) => Math.round((points / 72) * SCAN_DPI)) as [number, number];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let number = 1; number <= pageCount; number += 1) {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#000000';
    context.font = '20px sans-serif';
    for (let row = 1; row <= ROWS; row += 1) {
      context.fillText(`Item ${number}-${row} delivered and signed for by the buyer`, 100, 100 + 45 * row);
    }
    const picture = await file.embedJpg(canvas.toBuffer('image/jpeg', 80));
    file.addPage([...LETTER]).drawImage(picture, { x: 0, y: 0, width: LETTER[0], height: LETTER[1] });
  }
  return file.save();
}

/** An engine that finds as many words on every page, each page's own. */
function told(): OcrEngine {
  let pages = 0;
  return {
    id: 'told',
    async recognise({ width, height }) {
      pages += 1;
      const words: OcrText[] = [];
      for (let row = 0; row < ROWS; row += 1) {
        for (let place = 0; place < WORDS_OF_ROW; place += 1) {
          const [left, top] = [(place * width) / WORDS_OF_ROW, (row * height) / ROWS];
          const [right, bottom] = [left + (0.7 * width) / WORDS_OF_ROW, top + 0.012 * height];
          words.push({
            text: `word${pages}-${row}-${place}`,
            confidence: 0.9,
            polygon: [
              { x: left, y: top },
              { x: right, y: top },
              { x: right, y: bottom },
              { x: left, y: bottom },
            ],
          });
        }
      }
      return { words };
    },
    close: async () => undefined,
  };
}

const bytes = await scannedDocument();
const rows: string[][] = [];
const megabytes = (size: number) => (size / 1e6).toFixed(0);
const before = process.memoryUsage.rss();
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
const extractor = library.createExtractor({
  ocrEngine: 'bench',
  ocrEngines: { bench: engine },
  limits: { milliseconds: 24 * 3600 * 1000 },
});
const document = await extractor.load(bytes, {
  onProgress({ stage, done }) {
    if (stage !== 'ocr' || done % Math.ceil(pageCount / 8) !== 0) return;
    rows.push([String(done), megabytes(process.memoryUsage.rss()), megabytes(peak)]);
    peak = 0;
  },
});
clearInterval(watch);
const read = document.pages.filter(({ lines }) => lines.length > 0).length;
console.log(`${read} of ${pageCount} pages read by ${flags.engine}; ${megabytes(before)} MB before`);
console.log(table(['pages', 'MB now', 'most since the row above'], rows));
await document.close();
await extractor.close();
await engine.close();
