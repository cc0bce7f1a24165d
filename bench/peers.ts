/**
 * Whole extraction beside programs that read the text of PDFs and no more: pages a second by the clock and of the processor
 * (all threads together), all ways in turn on each document, in one process; medians.
 *
 *   npm run build && npm run bench:peers -- [--liteparse FILE] [--filter TEXT] [--runs 5]
 *
 * Documents and configs are those of `ANCHORLINE_CORPUS`, or else the fixtures; what is read by OCR and what asks language
 * models is left out. FILE is the module of LiteParse, which takes 64 MB and so is no dependency:
 *
 *   npm install --ignore-scripts --prefix FOLDER @llamaindex/liteparse@2.14
 *   … --liteparse FOLDER/node_modules/@llamaindex/liteparse/dist/lib.js
 *
 * `pdftotext` is that of Poppler, a process for each document. Peers that are not there are left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import JSON5 from 'json5';
import { patientCompiler } from '../src/run/wall/patient-compiler.js';
import { asksModels } from '../test/conformance/model-answers.js';
import { builtLibrary } from './built.js';
import { passesOver } from './child.js';
import { type Subject, subjects } from './corpus.js';
import { type Cost, median } from './measure.js';
import { table } from './table.js';

const WORST_SHOWN = 10;
const MILLISECONDS = 1000;
/** What a shell's `times` says of its children, in its second line. */
const CHILDREN = /^.*\n(?<user>\d+)m(?<userSeconds>[\d.]+)s (?<system>\d+)m(?<systemSeconds>[\d.]+)s/u;

/** A document with what it took by each way, by its name. */
interface Measured {
  readonly subject: Subject;
  readonly pages: number;
  readonly times: Map<string, readonly Cost[]>;
}

const LITEPARSE = 'LiteParse, text';
const PDFTOTEXT = 'pdftotext -layout, a process each';
const LINES = 'bytes to lines';
const WARM = 'whole extraction, warm';
/** Ways of which passes are made, as they are shown. */
const NAMES = { liteparse: LITEPARSE, lines: LINES, values: WARM } as const;
const FIRST = 'whole extraction, first time in a process';
/** Later versions of Node wait by themselves. */
const FIRST_PATIENT = 'the same with the flags of the command and of workers';

const { values: flags } = parseArgs({
  options: {
    liteparse: { type: 'string' },
    filter: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
  },
});
const runs = Number(flags.runs);
const { createExtractor } = await builtLibrary();
let isRead = false;
const unread = {
  id: 'none',
  recognise: async () => {
    isRead = true;
    return { words: [] };
  },
  close: async () => undefined,
};
const extractor = createExtractor({ ocrEngines: { tesseract: unread } });
await compare();
await extractor.close();

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'anchorline-peers-'));
  try {
    const measured: Measured[] = [];
    for (const subject of subjects(flags.filter)) {
      const pages = await pagesOf(subject);
      if (pages !== undefined) measured.push({ subject, pages, times: new Map() });
    }
    const samples = measured.map(({ subject }) => subject);
    measureWarm(measured, samples);
    if (!spawnSync('pdftotext', ['-v']).error) {
      for (const { subject, times } of measured) {
        times.set(
          PDFTOTEXT,
          Array.from({ length: runs }, () => pdfToText(folder, subject)),
        );
      }
    }
    for (const [name, v8Flags] of freshProcesses()) {
      for (let run = 0; run < runs; run += 1) {
        const pass = passesOver(samples, { ways: ['values'], passes: 1, flags: v8Flags });
        for (const [at, { values }] of pass.entries()) {
          const { times } = measured[at]!;
          times.set(name, [...(times.get(name) ?? []), ...values]);
        }
      }
    }
    report(measured);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many pages a document has; undefined where it is left out. */
async function pagesOf({ bytes, config }: Subject): Promise<number | undefined> {
  if (asksModels(JSON5.parse(config))) return undefined;
  isRead = false;
  const pages = await extractor.extract(bytes, config).then(
    ({ page_count: count }) => count,
    () => undefined,
  );
  return isRead ? undefined : pages;
}

/** Passes over all documents, of which the first one warms up. */
function measureWarm(measured: readonly Measured[], samples: readonly Subject[]): void {
  const { liteparse } = flags;
  const ways = [...(liteparse === undefined ? [] : ['liteparse' as const]), 'lines', 'values'] as const;
  for (const [at, took] of passesOver(samples, { ways, passes: runs + 1, liteparse }).entries()) {
    for (const way of ways) measured[at]!.times.set(NAMES[way], took[way].slice(1));
  }
}

function pdfToText(folder: string, { bytes }: Subject): Cost {
  const file = join(folder, 'document.pdf');
  writeFileSync(file, bytes);
  const script = 'pdftotext -layout "$1" - > /dev/null 2>&1; times';
  const start = performance.now();
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', file], { encoding: 'utf8' });
  const wall = performance.now() - start;
  const { user, userSeconds, system, systemSeconds } = CHILDREN.exec(stdout)?.groups ?? {};
  const minutes = Number(user) + Number(system);
  return { wall, cpu: MILLISECONDS * (60 * minutes + Number(userSeconds) + Number(systemSeconds)) };
}

/** Kinds of fresh processes by their names, with the flags of Node. */
function freshProcesses(): readonly (readonly [name: string, flags: readonly string[]])[] {
  const patient = patientCompiler();
  return [[FIRST, []], ...(patient.length > 0 ? [[FIRST_PATIENT, patient] as const] : [])];
}

function report(measured: readonly Measured[]): void {
  const names = [...(measured[0]?.times.keys() ?? [])];
  const base = names[0]!;
  const timeOf = (one: Measured, way: string, by: keyof Cost) =>
    median(one.times.get(way)!.map((cost) => cost[by]));
  const sum = (way: string, by: keyof Cost) =>
    measured.reduce((total, one) => total + timeOf(one, way, by), 0);
  const pages = measured.reduce((total, one) => total + one.pages, 0);
  const speeds = (way: string, by: keyof Cost) => [
    ((MILLISECONDS * pages) / sum(way, by)).toFixed(0),
    (sum(base, by) / sum(way, by)).toFixed(2),
  ];
  console.log(`${measured.length} documents, ${pages} pages; medians of ${runs}, Node ${process.version}\n`);
  console.log(
    table(
      ['', 'pages/s by the clock', `of ${base}`, 'pages/s of the processor', `of ${base}`],
      names.map((way) => [way, ...speeds(way, 'wall'), ...speeds(way, 'cpu')]),
    ),
  );
  for (const [by, meter] of [
    ['wall', 'by the clock'],
    ['cpu', 'of the processor'],
  ] as const) {
    const timesBase = (one: Measured) => timeOf(one, WARM, by) / timeOf(one, base, by);
    const worst = measured.toSorted((a, b) => timesBase(b) - timesBase(a));
    const at = (share: number) => timesBase(worst[Math.floor((1 - share) * worst.length)]!).toFixed(1);
    console.log(
      `\nwarm, times ${base}, ${meter}: median ${at(0.5)}, nine in ten up to ${at(0.9)}; the worst, in ms:\n`,
    );
    console.log(
      table(
        ['document', 'pages', ...names, 'times'],
        worst
          .slice(0, WORST_SHOWN)
          .map((one) => [
            one.subject.name,
            String(one.pages),
            ...names.map((way) => timeOf(one, way, by).toFixed(1)),
            timesBase(one).toFixed(1),
          ]),
      ),
    );
  }
}
