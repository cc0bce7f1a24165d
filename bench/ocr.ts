/**
 * Measures how well and how fast OCR engines read: pages with text of their own are drawn and read, and the words that
 * come out are compared with the words that are there.
 *
 *   npm run build && npm run bench:ocr -- [--pages N] [--dpi 150,200,300] [--scanned DPI] [--threads N] [--drawn-by pdfium] [--only tesseract] [--worst]
 *
 * With `--scanned` they are pictures of so many pixels an inch first. Pages come from the corpus that ANCHORLINE_CORPUS names, at most one of each document; else from the fixtures.
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { OcrEngine, OcrText } from '../src/reading/ocr/engine.js';
import { builtEngines, builtModule } from './built.js';
import { type PrintedPage, printedPages, scanned } from './ocr-pages.js';
import { type Comparison, compareWords, NOTHING, readWords } from './ocr-words.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    pages: { type: 'string', default: '30' },
    dpi: { type: 'string', default: '150,200,300' },
    threads: { type: 'string', default: String(availableParallelism()) },
    scanned: { type: 'string' },
    'drawn-by': { type: 'string', default: 'pdfjs' },
    only: { type: 'string' },
    worst: { type: 'boolean', default: false },
  },
});
const resolutions = flags.dpi.split(',').map(Number);
const threads = Number(flags.threads);

const { paddle, tesseract }: typeof import('../src/reading/ocr/index.js') = await import(
  builtModule('reading/ocr/index.js')
);
const { pdfjs, pdfium } = await builtEngines();
const printed = await printedPages(Number(flags.pages), flags['drawn-by'] === 'pdfium' ? pdfium() : pdfjs());
const { scanned: scanDpi } = flags;
const pages =
  scanDpi === undefined
    ? printed
    : await Promise.all(printed.map((page) => scanned(page, Number(scanDpi), pdfjs())));
console.log(`${pages.length} pages:\n${pages.map(({ name }) => `  ${name}`).join('\n')}\n`);

/** What an engine read of each page, and what it took for one, drawing included. */
interface Run {
  readonly words: readonly (readonly OcrText[])[];
  /** Seconds by the clock. */
  readonly wall: number;
  /** Seconds of the processor, all threads and processes together. */
  readonly cpu: number;
}

/** Reads all pages, as many at a time as the engine takes; one page before that, so that it has started. */
async function readAll(engine: OcrEngine, dpi: number): Promise<Run> {
  const lanes = engine.concurrency ?? 1;
  const first = await pages[0]!.draw(dpi);
  await Promise.all(Array.from({ length: lanes }, () => engine.recognise(first, {})));
  const words: (readonly OcrText[])[] = [];
  const queue = pages.entries();
  const start = performance.now();
  const used = cpuSeconds();
  const lane = async () => {
    for (const [index, page] of queue) {
      words[index] = (await engine.recognise(await page.draw(dpi), {})).words ?? [];
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const wall = (performance.now() - start) / 1000;
  return { words, wall: wall / pages.length, cpu: (cpuSeconds() - used) / pages.length };
}

/** Seconds of the processor that this process and its children have had; children are counted on Linux only. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const list = `/proc/self/task/${process.pid}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').filter(Boolean) : [];
  const ticks = children.map((id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[USER_TICKS]) + Number(fields[USER_TICKS + 1]);
  });
  return (user + system) / 1e6 + ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Where the processor time of a process is in its `stat`, after its name, and its unit: a hundredth of a second. */
const USER_TICKS = 11;
const TICKS = 100;

const rows: string[][] = [];

function report(name: string, dpi: number, { words, wall, cpu }: Run): void {
  const found = words.map((read, index) => compareWords(pages[index]!.words, readWords(read, dpi)));
  const sum = found.reduce(added, NOTHING);
  const total = sum.right + sum.wrong + sum.missed;
  const share = (count: number) => `${((100 * count) / total).toFixed(2)} %`;
  rows.push([
    name,
    String(dpi),
    share(sum.right),
    share(sum.wrong),
    share(sum.missed),
    String(sum.extra),
    cpu.toFixed(1),
    wall.toFixed(1),
  ]);
  if (flags.worst) printWorst(name, dpi, found);
}

function added(a: Comparison, b: Comparison): Comparison {
  return {
    right: a.right + b.right,
    wrong: a.wrong + b.wrong,
    missed: a.missed + b.missed,
    extra: a.extra + b.extra,
    examples: [],
  };
}

function printWorst(name: string, dpi: number, found: readonly Comparison[]): void {
  console.log(`\n${name} at ${dpi} dpi`);
  for (const [index, { right, wrong, missed, examples }] of found.entries()) {
    const { name: page } = pages[index] as PrintedPage;
    console.log(`  ${page}: ${right} right, ${wrong} wrong, ${missed} missed: ${examples.join(', ')}`);
  }
}

for (const dpi of resolutions) {
  for (const [name, make] of [
    ['tesseract', tesseract],
    ['paddle', paddle],
  ] as const) {
    if (flags.only !== undefined && flags.only !== name) continue;
    const engine = make({ threads });
    try {
      report(name, dpi, await readAll(engine, dpi));
    } finally {
      await engine.close();
    }
  }
  console.log(
    table(
      ['engine', 'dpi', 'right', 'wrong', 'missed', 'extra', 'cpu s a page', `s, ${threads} threads`],
      rows,
    ),
  );
}

const total = pages.reduce((sum, { words }) => sum + words.length, 0);
console.log(`\n${total} words; ${cpus()[0]?.model} × ${cpus().length}, Node ${process.version}`);
