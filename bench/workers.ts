/**
 * What workers cost and give: documents a second without workers, with one and with two, processor time a document, and
 * by how much a limit is passed before a worker is stopped.
 *
 *   npm run build && npm run bench:workers
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { ExtractOptions, Extractor } from '../src/index.js';
import { builtLibrary } from './built.js';
import { median } from './measure.js';
import { table } from './table.js';

const ROUNDS = 5;
/** Documents of a round: the fixtures with configs, this many times. */
const REPEATS = 10;
/** Rounds before those that count: each worker compiles the code that it runs often for itself. */
const WARM_ROUNDS = 2;
/** Calls at the same time, on every road: enough for no worker to wait for its next document. */
const AT_ONCE = 8;

const { createExtractor } = await builtLibrary();
const fixtures = new URL('../fixtures/', import.meta.url);
// Reading scans takes a hundred times as long as all else, and would hide it.
const SCANS = new Set(['preprocess-deskew', 'preprocess-ocr']);
const jobs = readdirSync(new URL('configs/', fixtures))
  .map((file) => file.replace(/\.json$/u, ''))
  .filter((name) => !SCANS.has(name))
  .map((name) => ({
    bytes: new Uint8Array(readFileSync(new URL(`documents/${name}.pdf`, fixtures))),
    config: readFileSync(new URL(`configs/${name}.json`, fixtures), 'utf8'),
  }));
const batch = Array.from({ length: REPEATS }, () => jobs).flat();

/** Ticks of the system's clock in a second (POSIX `sysconf(_SC_CLK_TCK)` on Linux). */
const TICKS = 100;

/** Processor time of this process and of those that it has started, in seconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/u.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /su, '')
        .split(' ');
      if (Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended since.
    }
  }
  return (user + system) / 1e6 + ticks / TICKS;
}

async function runAll(extractor: Extractor, list: typeof batch): Promise<void> {
  const queue = list[Symbol.iterator]();
  const work = async () => {
    for (const { bytes, config } of queue) await extractor.extract(bytes, config);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface Round {
  readonly perSecond: number;
  /** Milliseconds of processor time for a document. */
  readonly processor: number;
}

async function round(extractor: Extractor): Promise<Round> {
  const used = processorTime();
  const start = performance.now();
  await runAll(extractor, batch);
  const seconds = (performance.now() - start) / 1000;
  return {
    perSecond: batch.length / seconds,
    processor: ((processorTime() - used) * 1000) / batch.length,
  };
}

const roads = [0, 1, 2].map((workers) => ({
  workers,
  extractor: createExtractor({ workers }),
  rounds: [] as Round[],
}));
for (const { extractor } of roads) for (let i = 0; i < WARM_ROUNDS; i++) await runAll(extractor, batch);
for (let i = 0; i < ROUNDS; i++) for (const road of roads) road.rounds.push(await round(road.extractor));
await Promise.all(roads.map(({ extractor }) => extractor.close()));

const figures = roads.map(({ workers, rounds }) => ({
  name: workers === 0 ? 'this process' : `workers: ${workers}`,
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  processor: Math.min(...rounds.map(({ processor }) => processor)),
}));
const [own] = figures;
console.log(`${jobs.length} documents, ${batch.length} extractions a round, ${ROUNDS} rounds, alternating`);
console.log(
  table(
    ['', 'documents/s, median', 'of this process', 'processor, least', 'of this process'],
    figures.map(({ name, perSecond, processor }) => [
      name,
      perSecond.toFixed(1),
      (perSecond / own!.perSecond).toFixed(2),
      `${processor.toFixed(1)} ms`,
      (processor / own!.processor).toFixed(2),
    ]),
  ),
);

/** A converter that runs its document as a program, in the worker. */
const setup = `data:text/javascript,${encodeURIComponent(
  `export const options = { converters: { 'text/plain': async (bytes) => eval('(async () => {' + Buffer.from(bytes).toString() + '})()') } };`,
)}`;
const program = (code: string) => new Uint8Array(Buffer.from(code));
const MILLISECONDS = 1_000;
const ATTACKS: readonly (readonly [string, string])[] = [
  ['an endless loop', 'for (;;);'],
  ['an endless pattern', `/^(\\w+\\s?)*$/.test('${'a'.repeat(60)}!')`],
  ['native code', `(await import('node:crypto')).pbkdf2Sync('', '', 2 ** 31 - 1, 64, 'sha512')`],
  ['a full heap', 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, (_, i) => ({ i })))'],
  ['full buffers', 'const all = []; for (;;) all.push(new Uint8Array(2 ** 24).fill(1))'],
];

const attacked = createExtractor({
  workers: { count: 1, setup, heapMegabytes: 512, memoryMegabytes: 1_024 },
});
const anyConfig = '{"fields": []}';
const rows: string[][] = [];
for (const [name, code] of ATTACKS) {
  const given: ExtractOptions = {
    contentType: 'text/plain',
    limits: { milliseconds: name.startsWith('a full') || name.startsWith('full') ? 60_000 : MILLISECONDS },
  };
  // Its worker has been replaced by one that still has to start.
  await attacked.extract(jobs[0]!.bytes, anyConfig);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const start = performance.now();
  const ending = await attacked
    .extract(program(code), anyConfig, undefined, given)
    .catch((error: unknown) => error);
  const took = performance.now() - start;
  clearInterval(watch);
  rows.push([
    name,
    String((ending as { code?: string }).code),
    `${took.toFixed(0)} ms`,
    `${((most - before) / 2 ** 20).toFixed(0)} MiB`,
  ]);
}
const abort = new AbortController();
const endless = attacked.extract(program('for (;;);'), anyConfig, undefined, {
  contentType: 'text/plain',
  signal: abort.signal,
});
await new Promise((resolve) => setTimeout(resolve, MILLISECONDS));
const aborted = performance.now();
abort.abort();
const ending = await endless.catch((error: unknown) => error);
rows.push([
  'an endless loop, aborted',
  String((ending as { code?: string }).code),
  `${(performance.now() - aborted).toFixed(0)} ms`,
  '',
]);
console.log(`\nLimits: ${MILLISECONDS} ms, 512 MiB of heap, 1,024 MiB in all`);
console.log(table(['document', 'ends as', 'after', 'growth of this process'], rows));
await attacked.close();
