/**
 * Measures extraction alone: what is between a loaded document and its result, a page, beside loading it and beside
 * pdf.js' bare text pass in the same process. Processor time, because other processes share the machine.
 *
 *   npm run build && npm run bench:extract -- [--filter TEXT] [--runs N] [--all]
 *   npm run build && npm run bench:extract -- --profile FILE [--filter TEXT] [--runs N]
 *
 * Every run loads the document again, so that nothing that an earlier extraction worked out is there. Documents that
 * are read by OCR and configs that ask language models are left out. `--profile` only loads and extracts, and writes
 * where the processor was during the extractions, as a CPU profile and as a table of rooms and functions.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import JSON5 from 'json5';
import { asksModels } from '../test/conformance/model-answers.js';
import { builtLibrary } from './built.js';
import { type Subject, subjects } from './corpus.js';
import { countingEngine } from './counting-engine.js';
import { costOf, median } from './measure.js';
import { readWithPdfjs } from './pdfjs-floor.js';
import { type CpuProfile, selfTimes } from './profile.js';
import { table } from './table.js';

const WORST_SHOWN = 12;
const FUNCTIONS_SHOWN = 40;
const SAMPLE_MICROSECONDS = 250;

const { values: flags } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    all: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const runs = Number(flags.runs);
if (!Number.isSafeInteger(runs) || runs < 1) throw new RangeError('--runs must be a whole number from 1 on');

// A profile names the files of the sources; the build has bundles of them.
const { createExtractor, parseConfig } =
  flags.profile === undefined ? await builtLibrary() : await import('../src/index.js');
type Extractor = ReturnType<typeof createExtractor>;
type Config = ReturnType<typeof parseConfig>;

/** A document that is measured. */
interface Measurable {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly config: Config;
  readonly pages: number;
  /** Pages drawn in one extraction. */
  readonly drawn: number;
}

interface Measured extends Measurable {
  /** Milliseconds of the processor for the whole document, medians. */
  readonly bare: number;
  readonly load: number;
  readonly extract: number;
}

const measurable: Measurable[] = [];
const leftOut: string[] = [];
for (const subject of subjects(flags.filter)) {
  const found = await prepare(subject);
  if (typeof found === 'string') leftOut.push(`${subject.name}: ${found}`);
  else measurable.push(found);
}
if (flags.profile === undefined) await measureAll();
else await profileAll(flags.profile);
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join('\n')}`);

/** The document, or why it is left out. */
async function prepare({ name, bytes, config: text }: Subject): Promise<Measurable | string> {
  if (asksModels(JSON5.parse(text))) return 'its config asks a language model';
  const { pdf, renders } = countingEngine();
  let readByOcr = false;
  const noOcr = {
    id: 'none',
    recognise: async () => {
      readByOcr = true;
      return { words: [] };
    },
    close: async () => undefined,
  };
  const extractor = createExtractor({ pdf, ocrEngines: { tesseract: noOcr } });
  try {
    const config = extractor.parseConfig(text);
    const { page_count: pages } = await extractor.extract(bytes, config);
    if (readByOcr) return 'it is read by OCR';
    return { name, bytes, config, pages, drawn: renders() };
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 200);
  } finally {
    await extractor.close();
  }
}

async function measureAll(): Promise<void> {
  const extractor = createExtractor();
  const measured: Measured[] = [];
  for (const one of measurable) measured.push(await measure(one, extractor));
  await extractor.close();
  const sorted = [...measured].sort((a, b) => b.extract / b.pages - a.extract / a.pages);
  const shown = flags.all ? sorted : sorted.slice(0, WORST_SHOWN);
  const headings = ['document', 'pages', 'drawn', 'pdf.js text', 'load', 'extract', 'load + extract / text'];
  const undrawn = measured.filter(({ drawn }) => drawn === 0);
  const rows = [
    ...shown.map((one) => row(one.name, [one])),
    row(`${undrawn.length} documents, nothing drawn`, undrawn),
    row(`all ${measured.length} documents`, measured),
  ];
  console.log(`Milliseconds of the processor a page, medians of ${runs}; the slowest extractions first\n`);
  console.log(table(headings, rows));
}

async function measure(one: Measurable, extractor: Extractor): Promise<Measured> {
  const times = { bare: [] as number[], load: [] as number[], extract: [] as number[] };
  for (let run = 0; run <= runs; run += 1) {
    const bare = await costOf(() => readWithPdfjs(one.bytes, 'text'));
    const { load, extract } = await extractOnce(one, extractor);
    if (run === 0) continue;
    times.bare.push(bare.cpu);
    times.load.push(load);
    times.extract.push(extract);
  }
  return { ...one, bare: median(times.bare), load: median(times.load), extract: median(times.extract) };
}

async function extractOnce({ bytes, config }: Measurable, extractor: Extractor) {
  const load = await costOf(() => extractor.load(bytes));
  const extract = await costOf(() => extractor.extract(load.result, config));
  await load.result.close();
  return { load: load.cpu, extract: extract.cpu };
}

function row(name: string, all: readonly Measured[]): string[] {
  const sum = (key: 'pages' | 'drawn' | 'bare' | 'load' | 'extract') =>
    all.reduce((total, one) => total + one[key], 0);
  const perPage = (key: 'bare' | 'load' | 'extract') => (sum(key) / sum('pages')).toFixed(2);
  const ratio = (sum('load') + sum('extract')) / sum('bare');
  return [
    name,
    String(sum('pages')),
    String(sum('drawn')),
    perPage('bare'),
    perPage('load'),
    perPage('extract'),
    ratio.toFixed(2),
  ];
}

async function profileAll(file: string): Promise<void> {
  const extractor = createExtractor();
  for (const one of measurable) await extractOnce(one, extractor);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  const profiles: CpuProfile[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const { bytes, config } of measurable) {
      const document = await extractor.load(bytes);
      await session.post('Profiler.start');
      await extractor.extract(document, config);
      profiles.push((await session.post('Profiler.stop')).profile);
      await document.close();
    }
  }
  session.disconnect();
  await extractor.close();
  writeFileSync(file, JSON.stringify(profiles));
  const pages = runs * measurable.reduce((sum, one) => sum + one.pages, 0);
  const { rooms, functions } = selfTimes(profiles, fileURLToPath(new URL('../src/', import.meta.url)));
  const rows = (times: ReadonlyMap<string, number>, most: number) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([name, milliseconds]) => [name, (milliseconds / pages).toFixed(3)]);
  console.log(table(['room', 'ms a page'], rows(rooms, Number.POSITIVE_INFINITY)));
  console.log(`\n${table(['function', 'ms a page'], rows(functions, FUNCTIONS_SHOWN))}`);
}
