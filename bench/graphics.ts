/**
 * Measures what pixels and rulings cost: the ratio of `extract` to bare text extraction for configs with methods
 * that look at boxes and marks, apart for documents that are answered from vector paths and those of which pages
 * were drawn; rulings from vector paths, drawing a page, and reading it by OCR.
 *
 *   npm run build && npm run bench:graphics -- [--filter TEXT] [--runs N] [--ocr-pages N] [--all]
 *
 * Bare is either pdf.js' own text extraction or `loadDocument`, which also makes lines of it. `--all` lists every
 * document.
 */
import { parseArgs } from 'node:util';
import { builtLibrary, builtModule } from './built.js';
import { type Subject, subjects } from './corpus.js';
import { countingEngine } from './counting-engine.js';
import { type Cost, median, medianCost } from './measure.js';
import { readWithPdfjs } from './pdfjs-floor.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    'ocr-pages': { type: 'string', default: '3' },
    all: { type: 'boolean', default: false },
  },
});
/** Drawing and OCR take seconds and vary little. */
const RUNS_WITH_RASTERS = 1;
const DPI = 150;
const OCR_DPI = 300;
/** The ratio to stay within without rasters. */
const TARGET = 2;

const { loadDocument, extract, parseConfig } = await builtLibrary();

interface Measured {
  readonly name: string;
  readonly pages: number;
  /** Pages drawn in one extraction. */
  readonly renders: number;
  /** The whole document, by pdf.js' text extraction, by `loadDocument`, and extracted from. */
  readonly text: Cost;
  readonly load: Cost;
  readonly extract: Cost;
}

type Bare = 'text' | 'load';
const BARE_NAMES: Readonly<Record<Bare, string>> = { text: 'pdf.js text', load: 'loadDocument' };

const PIXEL_METHODS = /"id":\s*"(?:box|checkbox|nearestCheckbox|signature)"/u;
const chosen = subjects(flags.filter).filter(({ config }) => PIXEL_METHODS.test(config));
const measured: Measured[] = [];
const leftOut: string[] = [];
for (const subject of chosen) {
  try {
    measured.push(await measure(subject));
  } catch (error) {
    leftOut.push(`${subject.name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200));
  }
}
printRatios(measured);
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join('\n')}`);
await printCosts(chosen);

async function measure({ name, bytes, config }: Subject): Promise<Measured> {
  const parsed = parseConfig(config);
  const { pdf, renders } = countingEngine();
  const { page_count: pages } = await extract(bytes, parsed, undefined, { pdf });
  const drawn = renders();
  const runs = drawn > 0 ? RUNS_WITH_RASTERS : Number(flags.runs);
  return {
    name,
    pages,
    renders: drawn,
    text: await medianCost(runs, () => readWithPdfjs(bytes, 'text')),
    load: await medianCost(runs, async () => (await loadDocument(bytes, { ocrLevel: 0 })).close()),
    extract: await medianCost(runs, () => extract(bytes, parsed)),
  };
}

function ratio({ extract, ...bare }: Pick<Measured, 'extract' | Bare>, to: Bare, unit: keyof Cost): number {
  return extract[unit] / bare[to][unit];
}

function printRatios(all: readonly Measured[]): void {
  const groups = [
    ['without rasters', all.filter(({ renders }) => renders === 0)],
    ['with rasters', all.filter(({ renders }) => renders > 0)],
  ] as const;
  const rows = groups.flatMap(([group, documents]) =>
    (['text', 'load'] as const).flatMap((to) =>
      (['wall', 'cpu'] as const).map((unit) => ratioRow(group, documents, to, unit)),
    ),
  );
  console.log('extract / bare reading, whole documents; "drawn" counts pages drawn in one extraction\n');
  const headings = ['', 'docs', 'pages', 'drawn', 'median', 'total', 'worst', `over ${TARGET}`];
  console.log(table(headings, rows));
  if (flags.all) for (const [group, documents] of groups) printDocuments(group, documents);
}

function ratioRow(group: string, all: readonly Measured[], to: Bare, unit: keyof Cost): string[] {
  const ratios = all.map((one) => ratio(one, to, unit));
  const total = (of: Bare | 'extract') => all.reduce((sum, one) => sum + one[of][unit], 0);
  return [
    `${group}, to ${BARE_NAMES[to]}, ${unit}`,
    String(all.length),
    String(all.reduce((sum, { pages }) => sum + pages, 0)),
    String(all.reduce((sum, { renders }) => sum + renders, 0)),
    median(ratios).toFixed(2),
    (total('extract') / total(to)).toFixed(2),
    Math.max(...ratios).toFixed(2),
    String(ratios.filter((each) => each > TARGET).length),
  ];
}

/** Milliseconds by the clock, the worst document first. */
function printDocuments(group: string, all: readonly Measured[]): void {
  const sorted = [...all].sort((a, b) => ratio(b, 'text', 'wall') - ratio(a, 'text', 'wall'));
  const rows = sorted.map((one) => [
    one.name,
    String(one.pages),
    String(one.renders),
    one.text.wall.toFixed(1),
    one.load.wall.toFixed(1),
    one.extract.wall.toFixed(1),
    ratio(one, 'text', 'wall').toFixed(2),
    ratio(one, 'load', 'wall').toFixed(2),
  ]);
  const headings = [group, 'pages', 'drawn', 'text ms', 'load ms', 'extract ms', '/ text', '/ load'];
  console.log(`\n${table(headings, rows)}`);
}

/** What single steps cost a page. */
async function printCosts(documents: readonly Subject[]): Promise<void> {
  const rulings = await import('../src/page/drawn/rulings.js');
  const ocr: typeof import('../src/reading/ocr/index.js') = await import(builtModule('reading/ocr/index.js'));
  const costs = { rulings: [] as number[], raster: [] as number[], ocr: [] as number[] };
  const engine = ocr.tesseract();
  for (const { bytes } of documents) {
    const document = await loadDocument(bytes, { ocrLevel: 0 });
    for (const { graphics } of document.pages) {
      if (!graphics) continue;
      const paths = await graphics.paths();
      costs.rulings.push(await timed(async () => rulings.joinRulings(rulings.vectorRulings(paths))));
      costs.raster.push(await timed(() => graphics.raster({ dpi: DPI })));
      if (costs.ocr.length >= Number(flags['ocr-pages'])) continue;
      const bitmap = await graphics.raster({ dpi: OCR_DPI });
      costs.ocr.push(await timed(() => engine.recognise(bitmap, {})));
    }
    await document.close();
  }
  await engine.close?.();
  const rows = [
    ...costRow('rulings from vector paths, a page', costs.rulings),
    ...costRow(`raster at ${DPI} dpi, a page`, costs.raster),
    ...costRow(`OCR at ${OCR_DPI} dpi, a page`, costs.ocr),
  ];
  console.log(`\n${table(['cost', 'measured', 'median', 'worst'], rows)}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One row, or none for what was not measured. */
function costRow(name: string, times: readonly number[]): string[][] {
  if (times.length === 0) return [];
  const worst = Math.max(...times);
  return [[name, String(times.length), `${median(times).toFixed(1)} ms`, `${worst.toFixed(1)} ms`]];
}
