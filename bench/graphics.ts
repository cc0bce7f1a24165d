/**
 * Measures what pixels and rulings cost: rulings from vector paths, drawing a page, reading it by OCR, and the
 * ratio of `extract` to reading the document for configs with box and check box methods.
 *
 *   npm run build && npm run bench:graphics -- [--filter TEXT] [--ocr-pages N]
 */
import { parseArgs } from 'node:util';
import { builtLibrary, builtModule } from './built.js';
import { subjects } from './corpus.js';
import { median, medianTime } from './measure.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: { filter: { type: 'string', default: '' }, 'ocr-pages': { type: 'string', default: '3' } },
});
const RUNS = 3;
const DPI = 150;
const OCR_DPI = 300;

const { loadDocument, extract, parseConfig } = await builtLibrary();
const rulings: typeof import('../src/document/rulings.js') = await import(builtModule('document/rulings.js'));
const ocr: typeof import('../src/ocr/index.js') = await import(builtModule('ocr/index.js'));

const PIXEL_METHODS = /"id":\s*"(?:box|checkbox|nearestCheckbox|signature)"/u;
const chosen = subjects(flags.filter).filter(({ config }) => PIXEL_METHODS.test(config));
const costs = { rulings: [] as number[], raster: [] as number[], ocr: [] as number[], ratio: [] as number[] };
const engine = ocr.tesseract();
for (const { bytes, config } of chosen) {
  const document = await loadDocument(bytes, { ocrLevel: 0 });
  for (const page of document.pages) {
    if (!page.graphics) continue;
    const paths = await page.graphics.paths();
    costs.rulings.push(await timed(async () => rulings.joinRulings(rulings.vectorRulings(paths))));
    costs.raster.push(await timed(() => page.graphics!.raster({ dpi: DPI })));
    if (costs.ocr.length >= Number(flags['ocr-pages'])) continue;
    const bitmap = await page.graphics.raster({ dpi: OCR_DPI });
    costs.ocr.push(await timed(() => engine.recognise(bitmap, {})));
  }
  await document.close();
  const parsed = parseConfig(config);
  const load = await medianTime(RUNS, async () => (await loadDocument(bytes, { ocrLevel: 0 })).close());
  const whole = await medianTime(RUNS, () => extract(bytes, parsed, undefined, { ocrLevel: 0 }));
  costs.ratio.push(whole / load);
}
await engine.close?.();

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const milliseconds = (name: string, times: readonly number[]) => [
  name,
  String(times.length),
  `${median(times).toFixed(1)} ms`,
  `${Math.max(...times).toFixed(1)} ms`,
];
const rows = [
  milliseconds('rulings from vector paths, a page', costs.rulings),
  milliseconds(`raster at ${DPI} dpi, a page`, costs.raster),
  milliseconds(`OCR at ${OCR_DPI} dpi, a page`, costs.ocr),
  [
    'extract / loading',
    String(costs.ratio.length),
    median(costs.ratio).toFixed(2),
    Math.max(...costs.ratio).toFixed(2),
  ],
];
console.log(table(['cost', 'measured', 'median', 'worst'], rows));
