/**
 * Loading PDFs to lines with each engine, beside PDFium's bare text parse in the same run: `FPDFText_LoadPage` and the
 * count of characters for every page. Rounds alternate, each way in a process of its own: what one leaves to be collected
 * and compiled is not the others'. Medians of processor time.
 *
 *     npm run build && npx tsx bench/engines.ts FOLDER [rounds] [--liteparse FILE]
 *
 * FOLDER is searched for PDFs; files of equal bytes count once. FILE is the module of @llamaindex/liteparse, installed
 * somewhere else: it parses text alone, on one thread and without OCR, and is left out where none is given.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Way, WayRound } from './engines-way.js';
import { median } from './measure.js';

/** Rounds that do not count: each process compiles for itself the code that it runs often. */
const WARM_ROUNDS = 2;

const { values: flags, positionals } = parseArgs({
  options: { liteparse: { type: 'string' } },
  allowPositionals: true,
});
const [folder = 'fixtures/documents', rounds = '5'] = positionals;

interface Measured {
  readonly name: string;
  readonly process: ChildProcess;
  readonly rounds: WayRound[];
}

function started(name: string, way: Way, file: readonly string[] = []): Measured {
  const process = fork(new URL('./engines-way.ts', import.meta.url), [way, folder, ...file]);
  return { name, process, rounds: [] };
}

const bare = started('PDFium, bare text parse', 'bare');
const all = [
  bare,
  started('pdfium(), content alone', 'content'),
  started('pdfium() to lines', 'lines'),
  started('pdfjs() to lines', 'pdfjs'),
  ...(flags.liteparse === undefined ? [] : [started('LiteParse, text', 'liteparse', [flags.liteparse])]),
];

for (let round = -WARM_ROUNDS; round < Number(rounds); round++) {
  for (const { process, rounds } of all) {
    process.send('round');
    const [done] = (await once(process, 'message')) as [WayRound];
    if (round >= 0) rounds.push(done);
  }
}

const millisecondsOf = ({ rounds }: Measured) => median(rounds.map(({ ms }) => ms));
for (const way of all) {
  const ms = millisecondsOf(way);
  const { pages, size } = way.rounds[0] ?? { pages: 0, size: 0 };
  const times = (ms / millisecondsOf(bare)).toFixed(2);
  console.log(`${way.name}: ${ms.toFixed(0)} ms, ${pages} pages, ${size} read, ${times} times`);
  way.process.disconnect();
}
