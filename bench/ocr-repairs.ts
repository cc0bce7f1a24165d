/**
 * Puts repairs of what OCR reads on trial: each is switched off in turn, and the words, or values, that it wins and loses are
 * counted on both halves of the documents. One that wins fewer than three values, or on one document alone, is not one.
 *
 *   npx tsx bench/ocr-repairs.ts [--by words|values|forms|receipts] [--engines paddle] [--as 200q70] [--only "REPAIR,REPAIR"] [--kept FOLDER] [--pages N]
 *
 * By words it runs bench/ocr-scan-words.ts, by values bench/ocr-fields.ts, the options of which it hands on; by forms and
 * receipts bench/ocr-forms.ts and bench/ocr-receipts.ts, which count words without regard to case. What the networks answer is
 * kept in a folder, so that the second run takes the time of the rules alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { halfOf } from './halves.js';
import type { ReadOfDocument } from './ocr-scan-words.js';
import { REPAIRS } from './ocr-switches.js';
import type { Compared } from './ocr-values.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    by: { type: 'string', default: 'words' },
    engines: { type: 'string', default: 'paddle' },
    as: { type: 'string', default: '200q70' },
    only: { type: 'string', default: Object.keys(REPAIRS).join() },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    pages: { type: 'string', default: '1' },
  },
});

/** How many words or values of each document are right, and wrong. */
type Run = Readonly<Record<string, ReadOfDocument>>;
const SCANS = ['--as', flags.as, '--pages', flags.pages];
/** The bench that counts, its option for the engine, and what else it is given. */
const BENCHES: Readonly<Record<string, readonly [file: string, engine: string, ...given: string[]]>> = {
  words: ['ocr-scan-words.ts', '--engine', ...SCANS],
  values: ['ocr-fields.ts', '--engines', ...SCANS],
  forms: ['ocr-forms.ts', '--engine'],
  receipts: ['ocr-receipts.ts', '--engine'],
};
const bench = BENCHES[flags.by];
if (!bench) throw new RangeError(`--by is one of ${Object.keys(BENCHES).join(', ')}`);
const [benchFile, engineOption, ...given] = bench;
const BENCH = fileURLToPath(new URL(benchFile, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'anchorline-repairs-'));

function run(engine: string, off: string): Run {
  const file = join(folder, `${engine} ${off}.json`);
  const own = [engineOption, engine, '--off', off, '--json', file, '--kept', flags.kept];
  execFileSync(process.execPath, ['--import', 'tsx', BENCH, ...own, ...given], { stdio: 'ignore' });
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return flags.by === 'values'
    ? valuesOf(read as Readonly<Record<string, Readonly<Record<string, Compared>>>>)
    : (read as Run);
}

/** @param compared by document, and by engine and way */
function valuesOf(compared: Readonly<Record<string, Readonly<Record<string, Compared>>>>): Run {
  const counted = Object.entries(compared).map(([name, ways]) => {
    const all = Object.values(ways);
    const right = all.reduce((sum, each) => sum + each.right.length, 0);
    return [name, { right, wrong: all.reduce((sum, each) => sum + each.wrong.length, 0) }] as const;
  });
  return Object.fromEntries(counted);
}

/** What one run has more than another, on the documents of a half where it has more, and on how many. */
function beyond(one: Run, other: Run, half: string, count: (each: ReadOfDocument) => number): string {
  const more = Object.keys(one)
    .filter((name) => halfOf(name) === half && other[name])
    .map((name) => count(one[name]!) - count(other[name]!))
    .filter((difference) => difference > 0);
  return `${more.reduce((sum, difference) => sum + difference, 0)} in ${more.length}`;
}

const right = (each: ReadOfDocument) => each.right;
const wrong = (each: ReadOfDocument) => each.wrong;
const rows: string[][] = [];
for (const engine of flags.engines.split(',')) {
  const on = run(engine, '');
  for (const name of flags.only.split(',')) {
    if ((REPAIRS[name]?.engine ?? engine) !== engine) continue;
    const off = run(engine, name);
    const halves = ['tuned', 'kept'].flatMap((half) => [
      beyond(on, off, half, right),
      beyond(off, on, half, right),
      beyond(off, on, half, wrong),
      beyond(on, off, half, wrong),
    ]);
    rows.push([name, engine, ...halves]);
    console.log(rows.at(-1)!.join(', '));
  }
}
const figures = ['right won', 'right lost', 'wrong undone', 'wrong made'];
console.log(
  `\nTuned half, then the half that was kept; ${flags.by} in documents\n${table(['repair', 'engine', ...figures, ...figures], rows)}`,
);
