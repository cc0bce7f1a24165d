/**
 * Measures how fast documents are read and how much memory they take, against pdf.js alone.
 *
 *   npm run build && npm run bench -- [--filter TEXT] [--runs N] [--only-text-methods]
 *
 * Documents come from the corpus that ANCHORLINE_CORPUS names, else from the fixtures.
 */
import { parseArgs } from 'node:util';
import { builtLibrary } from './built.js';
import { extractionCost, importTime } from './child.js';
import { type Subject, subjects } from './corpus.js';
import { countingEngine } from './counting-engine.js';
import { LONG_CONFIG, LONG_PAGES, longDocument } from './long-document.js';
import { medianTime } from './measure.js';
import { readWithPdfjs } from './pdfjs-floor.js';
import { table } from './table.js';

const WORST_SHOWN = 5;

interface Measured {
  readonly subject: Subject;
  readonly pages: number;
  /** Milliseconds for the whole document. */
  readonly operators: number;
  readonly text: number;
  readonly extract: number;
}

const { values: flags } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
    'only-text-methods': { type: 'boolean', default: false },
  },
});
const runs = Number(flags.runs);
if (!Number.isSafeInteger(runs) || runs < 1) throw new RangeError('--runs must be a whole number from 1 on');

const library = await builtLibrary();

const measured: Measured[] = [];
const leftOut: string[] = [];
for (const subject of subjects(flags.filter)) {
  const result = await measure(subject);
  if (typeof result === 'string') leftOut.push(`${subject.name}: ${result}`);
  else measured.push(result);
}
printSpeed(measured);
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join('\n')}`);
await printMemory(measured);
console.log(`\nimport of the library: ${importTime().toFixed(0)} ms`);

/** Times of one document, or why it is left out. */
async function measure(subject: Subject): Promise<Measured | string> {
  try {
    const config = library.parseConfig(subject.config);
    const engine = countingEngine();
    await library.extract(subject.bytes, config, undefined, { pdf: engine.pdf });
    if (flags['only-text-methods'] && engine.renders() > 0) return 'its config draws pages';
    const pages = await readWithPdfjs(subject.bytes, 'operators');
    return {
      subject,
      pages,
      operators: await medianTime(runs, () => readWithPdfjs(subject.bytes, 'operators')),
      text: await medianTime(runs, () => readWithPdfjs(subject.bytes, 'text')),
      extract: await medianTime(runs, () => library.extract(subject.bytes, config)),
    };
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  }
}

function printSpeed(all: readonly Measured[]): void {
  const headings = ['document', 'pages', 'operators p/s', 'text p/s', 'extract p/s', 'extract/operators'];
  const worst = [...all].sort((a, b) => ratio(b) - ratio(a)).slice(0, WORST_SHOWN);
  const rows = worst.map((one) => speedRow(one.subject.name, one));
  const total = {
    pages: sum(all, 'pages'),
    operators: sum(all, 'operators'),
    text: sum(all, 'text'),
    extract: sum(all, 'extract'),
  };
  const overall = speedRow(`all ${all.length} documents`, total);
  console.log(`Pages a second, median of ${runs}; the worst ${rows.length} first\n`);
  console.log(table(headings, [...rows, overall]));
}

type Times = Omit<Measured, 'subject'>;

function speedRow(name: string, times: Times): string[] {
  const speed = (milliseconds: number) => ((times.pages * 1000) / milliseconds).toFixed(1);
  return [
    name,
    String(times.pages),
    speed(times.operators),
    speed(times.text),
    speed(times.extract),
    ratio(times).toFixed(2),
  ];
}

/** How many times as long an extraction takes as the floor. */
function ratio({ extract, operators }: Times): number {
  return extract / operators;
}

function sum(all: readonly Times[], key: keyof Times): number {
  return all.reduce((total, one) => total + one[key], 0);
}

async function printMemory(all: readonly Measured[]): Promise<void> {
  const rows: string[][] = [];
  const longest = all.reduce<Measured | undefined>(
    (best, one) => (best && best.pages >= one.pages ? best : one),
    undefined,
  );
  if (longest) {
    const { name, bytes, config } = longest.subject;
    rows.push(costRow(`longest: ${name}`, longest.pages, bytes, config));
  }
  rows.push(costRow('generated', LONG_PAGES, await longDocument(), LONG_CONFIG));
  console.log(`\n${table(['one extraction in a fresh process', 'pages', 'seconds', 'peak RSS MB'], rows)}`);
}

function costRow(name: string, pages: number, bytes: Uint8Array, config: string): string[] {
  const { seconds, megabytes } = extractionCost(bytes, config);
  return [name, String(pages), seconds.toFixed(2), megabytes.toFixed(0)];
}
