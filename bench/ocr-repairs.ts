/**
 * Puts repairs of what OCR reads on trial: each is switched off in turn, and the values that it wins and loses are counted
 * on both halves of the documents. One that wins fewer than three, or on one document alone, is not one.
 *
 *   npx tsx bench/ocr-repairs.ts [--as 200q70,scans] [--only "REPAIR,REPAIR"] [--kept FOLDER] [--pages N]
 *
 * The options but `--only` are those of bench/ocr-fields.ts, which it runs; what the networks answer is kept in a folder, so
 * that the second run takes the time of the rules alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { halfOf } from './halves.js';
import { REPAIRS } from './ocr-switches.js';
import type { Compared } from './ocr-values.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    as: { type: 'string', default: '200q70,scans' },
    only: { type: 'string', default: Object.keys(REPAIRS).join() },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    pages: { type: 'string', default: '4' },
  },
});

/** What each document gives, by `engine way`. */
type Run = Readonly<Record<string, Readonly<Record<string, Compared>>>>;
const FIELDS = fileURLToPath(new URL('ocr-fields.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'anchorline-repairs-'));

function run(engine: string, off: string): Run {
  const file = join(folder, `${engine} ${off}.json`);
  const given = ['--as', flags.as, '--engines', engine, '--off', off, '--json', file];
  const shared = ['--kept', flags.kept, '--pages', flags.pages];
  execFileSync(process.execPath, ['--import', 'tsx', FIELDS, ...given, ...shared], { stdio: 'ignore' });
  return JSON.parse(readFileSync(file, 'utf8')) as Run;
}

/** Paths that one run has and the other one lacks, of the documents of a half. */
function beyond(one: Run, other: Run, half: string, paths: (each: Compared) => readonly string[]) {
  const documents = Object.entries(one).flatMap(([name, ways]) => {
    if (halfOf(name) !== half) return [];
    const more = Object.entries(ways).flatMap(([way, compared]) => {
      const known = new Set(paths(other[name]![way]!));
      return paths(compared).filter((path) => !known.has(path));
    });
    return more.length > 0 ? [more.length] : [];
  });
  return `${documents.reduce((sum, count) => sum + count, 0)} in ${documents.length}`;
}

const right = ({ right: paths }: Compared) => paths;
const wrong = ({ wrong: paths }: Compared) => paths;
const rows: string[][] = [];
for (const engine of ['tesseract', 'paddle']) {
  const names = flags.only.split(',').filter((name) => (REPAIRS[name]?.engine ?? engine) === engine);
  if (names.length === 0) continue;
  const on = run(engine, '');
  for (const name of names) {
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
  `\nTuned half, then the half that was kept; values in documents\n${table(['repair', 'engine', ...figures, ...figures], rows)}`,
);
