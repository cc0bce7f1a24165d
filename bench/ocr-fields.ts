/**
 * Measures what OCR costs in values: documents with text of their own are extracted as they are and again from pictures
 * of their pages, with the same configs, and the values of the fields are compared.
 *
 *   npm run build && npx tsx bench/ocr-fields.ts [--as drawn,200,300] [--engine tesseract|paddle|both]
 *     [--filter TEXT] [--pages N] [--differences]
 *
 * `drawn` keeps the document and has all its pages read by OCR, as the preprocessor `ocr` does; a number scans it at so
 * many pixels an inch, as JPEG. Documents come from the corpus that ANCHORLINE_CORPUS names, else from the fixtures.
 * Those of more than `--pages` pages are left out, as are those that are read by OCR anyway. `--differences` prints
 * every value that is not the same.
 */
import { parseArgs } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import JSON5 from 'json5';
import type { Document } from '../src/document/model.js';
import type { OcrEngine } from '../src/ocr/engine.js';
import { builtLibrary, builtModule } from './built.js';
import { type Subject, subjects } from './corpus.js';
import { type Counts, compareValues, NO_VALUES } from './ocr-values.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    as: { type: 'string', default: 'drawn,200,300' },
    engine: { type: 'string', default: 'tesseract' },
    filter: { type: 'string', default: '' },
    pages: { type: 'string', default: '4' },
    differences: { type: 'boolean', default: false },
  },
});
const mostPages = Number(flags.pages);
const ways = flags.as.split(',');
if (!ways.every((way) => way === 'drawn' || Number(way) > 0)) {
  throw new RangeError('--as must be "drawn", or pixels an inch, or several of them with commas');
}

/** Quality of the JPEG pictures of a scan, of 100, as scanners use for text. */
const JPEG_QUALITY = 85;
const POINTS_OF_INCH = 72;

const library = await builtLibrary();
const { tesseract, paddle, both }: typeof import('../src/ocr/index.js') = await import(
  builtModule('ocr/index.js')
);
const makers: Readonly<Record<string, () => OcrEngine>> = {
  tesseract,
  paddle,
  both: () => both(paddle(), tesseract()),
};
const engine = makers[flags.engine]?.();
if (!engine) throw new RangeError('--engine must be tesseract, paddle or both');
const extractor = library.createExtractor({
  ocrEngine: 'bench',
  ocrEngines: { bench: engine },
  limits: { milliseconds: 3_600_000, ocrMilliseconds: 600_000 },
});

type Values = Readonly<Record<string, unknown>>;

/** Values of the fields of a config. @throws Error where a page was not read, and its own text may count as read */
async function valuesOf(document: Document | Uint8Array, config: string): Promise<Values> {
  const result = await extractor.extract(document, extractor.parseConfig(config));
  const failed = [...result.warnings, ...result.errors].find(({ code }) => code === 'OCR_FAILED');
  if (failed) throw new Error(failed.message);
  return result.parsed_document;
}

/** The pages of a document as pictures, without any text. */
async function scanned({ pages }: Document, dpi: number): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  for (const { graphics, width, height } of pages) {
    const bitmap = await graphics!.raster({ dpi });
    const canvas = createCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    const data = context.createImageData(bitmap.width, bitmap.height);
    data.data.set(bitmap.data);
    context.putImageData(data, 0, 0);
    const picture = await file.embedJpg(canvas.toBuffer('image/jpeg', JPEG_QUALITY));
    const size = { width: width * POINTS_OF_INCH, height: height * POINTS_OF_INCH };
    file.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size });
  }
  return file.save();
}

/** The config with all pages read by OCR before anything else. */
function readingAll(config: string): string {
  const parsed = JSON5.parse(config);
  const ocr = { type: 'ocr', pageLinesLimit: Number.MAX_SAFE_INTEGER };
  return JSON.stringify({ ...parsed, preprocessors: [ocr, ...(parsed.preprocessors ?? [])] });
}

/** Values of a document that is read as a way says. */
async function readAs(way: string, document: Document, config: string): Promise<Values> {
  if (way === 'drawn') return valuesOf(document, readingAll(config));
  return valuesOf(await scanned(document, Number(way)), config);
}

/** Values as they are in each way, or why the document is left out. */
async function compared({ name, bytes, config }: Subject): Promise<ReadonlyMap<string, Counts> | string> {
  const document = await extractor.load(bytes);
  try {
    if (document.pages.length > mostPages) return `${document.pages.length} pages`;
    if (document.pages.some(({ ocr }) => ocr) || /["']ocr["']/u.test(config)) return 'it is read by OCR';
    if (document.pages.some(({ graphics }) => !graphics)) return 'a page cannot be drawn';
    const own = await valuesOf(document, config);
    const counts = new Map<string, Counts>();
    for (const way of ways) {
      const { counts: count, differences } = compareValues(own, await readAs(way, document, config));
      counts.set(way, count);
      const sum = count.same + count.lost + count.other;
      console.log(`${name}, ${way}: ${count.same} of ${sum}`);
      if (flags.differences) for (const line of differences) console.log(`  ${line}`);
    }
    return counts;
  } finally {
    await document.close();
  }
}

const sums = new Map<string, Counts>();
const leftOut: string[] = [];
let documents = 0;
for (const subject of subjects(flags.filter)) {
  const found = await compared(subject).catch((error: unknown) => String(error).slice(0, 200));
  if (typeof found === 'string') {
    leftOut.push(`${subject.name}: ${found}`);
    continue;
  }
  documents += 1;
  for (const [way, counts] of found) {
    const { same, lost, other, added } = sums.get(way) ?? NO_VALUES;
    sums.set(way, {
      same: same + counts.same,
      lost: lost + counts.lost,
      other: other + counts.other,
      added: added + counts.added,
    });
  }
}
const rows = [...sums].map(([way, { same, lost, other, added }]) => {
  const share = ((100 * same) / Math.max(1, same + lost + other)).toFixed(1);
  return [way, `${same} of ${same + lost + other}`, `${share} %`, String(lost), String(other), String(added)];
});
console.log(`\n${documents} documents, values of fields by ${flags.engine}`);
console.log(table(['as', 'the same', 'share', 'null', 'another', 'where there is none'], rows));
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join('\n')}`);
await extractor.close();
await engine.close();
