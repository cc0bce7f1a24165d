/**
 * Whether extractions leave anything behind: 300 of them, 20 at once, in this process, in workers, and through the service.
 * Prints memory and what holds the process at every fiftieth, while nineteen others run, and whether all results of a
 * document are equal; ends with code 1 where they are not, where a handle, a worker or a process is left, or where there
 * are more of them, or more memory, towards the end than at the beginning.
 *
 *   npm run build && npx tsx bench/soak.ts [--extractions=300] [--at-once=20]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import JSON5 from 'json5';
import { builtLibrary, builtModule } from './built.js';
import { table } from './table.js';

const OPTION = /^--(extractions|at-once)=(\d+)$/;
const given = new Map(argv.slice(2).map((word) => OPTION.exec(word)?.slice(1) as [string, string]));
const EXTRACTIONS = Number(given.get('extractions') ?? 300);
const AT_ONCE = Number(given.get('at-once') ?? 20);
/** Extractions between looks. */
const LOOK_EVERY = 50;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const { createExtractor } = await builtLibrary();
const { createService, memoryKeys } = (await import(
  builtModule('service/index.js')
)) as typeof import('../src/service/index.js');

const fixtures = new URL('../fixtures/', import.meta.url);
/** A table, boxes to tick, form fields and columns of text; no scan, whose reading would take most of the time. */
const jobs = ['bank-statement', 'boxed-form', 'fillable', 'invoice', 'letter'].map((name) => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`documents/${name}.pdf`, fixtures))),
  config: readFileSync(new URL(`configs/${name}.json`, fixtures), 'utf8'),
}));
type Job = (typeof jobs)[number];

/** A way to extract; `run` gives the result as text. */
interface Road {
  run(job: Job): Promise<string>;
  close(): Promise<void>;
}

function byExtractor(workers: number): Road {
  const extractor = createExtractor({ workers });
  return {
    run: async ({ bytes, config }) => JSON.stringify(await extractor.extract(bytes, config)),
    close: () => extractor.close(),
  };
}

async function byService(): Promise<Road> {
  const service = createService({ keys: memoryKeys(), log: { log: () => undefined } });
  for (const { name, config } of jobs) {
    const { id } = await service.documentTypes.create({ name: name.replace('-', '_'), schema: {} });
    await service.configurations.create(id, {
      name: 'only',
      configuration: JSON5.parse(config) as Record<string, unknown>,
      publish_as: 'production',
    });
  }
  return {
    run: async ({ name, bytes }) => {
      const document = { bytes, contentType: 'application/pdf' };
      const shown = await service.extractions.extract(name.replace('-', '_'), document);
      return JSON.stringify((shown as { parsed_document?: unknown }).parsed_document);
    },
    close: () => service.close(),
  };
}

/** Processes that this one has started and that have not ended. */
function children(): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) /su, '')
        .split(' ');
      return Number(parent) === process.pid && state !== 'Z';
    } catch {
      return false;
    }
  }).length;
}

interface Look {
  readonly done: number;
  readonly heap: number;
  readonly resident: number;
  readonly handles: number;
  readonly processes: number;
}

async function look(done: number): Promise<Look> {
  // What was just resolved is let go of in the next turns.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
  return { done, heap: heapUsed / 1e6, resident: rss / 1e6, handles, processes: children() };
}

/** Growth that counts as none, from the first half of the looks to the second; documents differ in what they hold. */
const SLACK = { heap: 20, handles: AT_ONCE, processes: 0 };

/** What there is more of in the second half of the looks than in the first. */
function growth(looks: readonly Look[]): string[] {
  const half = Math.ceil(looks.length / 2);
  const most = (part: readonly Look[], name: keyof typeof SLACK) =>
    Math.max(...part.map((each) => each[name]));
  return (Object.keys(SLACK) as (keyof typeof SLACK)[]).filter(
    (name) => most(looks.slice(half), name) > most(looks.slice(0, half), name) + SLACK[name],
  );
}

async function soak(name: string, open: () => Road | Promise<Road>): Promise<boolean> {
  const before = await look(0);
  const road = await open();
  const results = new Map<string, Set<string>>();
  const looks: Look[] = [];
  const begun = performance.now();
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < EXTRACTIONS) {
      const job = jobs[next++ % jobs.length]!;
      const result = await road.run(job);
      results.set(job.name, (results.get(job.name) ?? new Set()).add(result));
      if (++done % LOOK_EVERY === 0) looks.push(await look(done));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = (performance.now() - begun) / 1_000;
  await road.close();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = await look(EXTRACTIONS);
  const different = [...results.values()].filter(({ size }) => size > 1).length;
  const isClean = after.handles <= before.handles && after.processes <= before.processes;
  const grown = growth(looks);
  console.log(`\n${name}: ${EXTRACTIONS} extractions in ${seconds.toFixed(1)} s, ${AT_ONCE} at once`);
  console.log(
    table(
      ['', 'heap MB', 'resident MB', 'handles', 'processes'],
      [before, ...looks, after].map(({ done: at, heap, resident, handles, processes }, i) => [
        i === 0 ? 'before' : i > looks.length ? 'closed' : `at ${at}`,
        heap.toFixed(1),
        resident.toFixed(0),
        String(handles),
        String(processes),
      ]),
    ),
  );
  console.log(different === 0 ? 'all results of a document are equal' : `${different} documents differ`);
  if (!isClean) console.log('something is left');
  if (grown.length > 0) console.log(`grows: ${grown.join(', ')}`);
  return different === 0 && isClean && grown.length === 0;
}

const ends = [
  await soak('in this process', () => byExtractor(0)),
  await soak('2 workers', () => byExtractor(2)),
  await soak('the service', byService),
];
if (ends.includes(false)) process.exitCode = 1;
