/**
 * What workers cost and give: documents a second without workers, with one and with two, processor time a document, and
 * by how much a limit is passed before a worker is stopped. Two processes without workers side by side show what the
 * machine has to give. Each is measured alone, in turn, in a process of its own: what one leaves behind, a large heap and
 * functions that are still being compiled, is not the others'.
 *
 *   npm run build && npm run bench:workers
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ExtractOptions } from '../src/index.js';
import { builtLibrary } from './built.js';
import { median } from './measure.js';
import { table } from './table.js';
import { fixtureJobs, type Job, type Round } from './workers-jobs.js';

const ROUNDS = 7;
/**
 * Rounds that do not count, for each process that extracts: each compiles for itself the code that it runs often, and
 * two workers share the documents of a round.
 */
const WARM_ROUNDS = 6;

interface Road {
  readonly name: string;
  readonly workers: number;
  readonly processes: readonly ChildProcess[];
  readonly rounds: Round[];
}

function road(name: string, workers: number, count = 1): Road {
  const start = () => fork(new URL('./workers-road.ts', import.meta.url), [String(workers)]);
  return { name, workers, processes: Array.from({ length: count }, start), rounds: [] };
}

/** A round in all processes of a road at the same time. */
async function round({ processes }: Road): Promise<Round> {
  const rounds = await Promise.all(
    processes.map(async (process) => {
      process.send('round');
      const [done] = (await once(process, 'message')) as [Round];
      return done;
    }),
  );
  const sum = (member: 'documents' | 'processor') => rounds.reduce((all, each) => all + each[member], 0);
  return {
    documents: sum('documents'),
    seconds: Math.max(...rounds.map(({ seconds }) => seconds)),
    processor: sum('processor'),
  };
}

const roads = [
  road('this process', 0),
  road('1 worker', 1),
  road('2 workers', 2),
  road('2 processes without workers', 0, 2),
];
for (const each of roads) for (let i = 0; i < WARM_ROUNDS * Math.max(1, each.workers); i++) await round(each);
for (let i = 0; i < ROUNDS; i++) for (const each of roads) each.rounds.push(await round(each));
for (const { processes } of roads) for (const process of processes) process.disconnect();

const figures = roads.map(({ name, rounds }) => ({
  name,
  perSecond: median(rounds.map(({ documents, seconds }) => documents / seconds)),
  processor: Math.min(...rounds.map(({ documents, processor }) => (processor * 1000) / documents)),
}));
const [own, one] = figures;
console.log(`${roads[0]!.rounds[0]!.documents} extractions a round, ${ROUNDS} rounds, each alone, in turn`);
console.log(
  table(
    ['', 'documents/s, median', 'of this process', 'of 1 worker', 'processor, least', 'of this process'],
    figures.map(({ name, perSecond, processor }) => [
      name,
      perSecond.toFixed(1),
      (perSecond / own!.perSecond).toFixed(2),
      (perSecond / one!.perSecond).toFixed(2),
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

const { createExtractor } = await builtLibrary();
const [{ bytes: anyDocument }] = fixtureJobs() as [Job];
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
  await attacked.extract(anyDocument, anyConfig);
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
