/**
 * Fuzzes the library, as it is built, behind its wall with inputs that are made from their structure: PDF objects and operators, entries and
 * parts of office files, directories of TIFF, parts of mails, configs and rules of the grammar.
 *
 *   npm run build && npx tsx test/hostile/fuzz/run.ts [--inputs=1000] [--seed=1] [--from=0] [--workers=2] [--seconds=3] [--family=pdf]
 *     [--keep=folder]
 *
 * The same seed and number give the same input: one is run again with --from=NUMBER --inputs=1. Inputs that end as they
 * must not are written to the folder. Ends with code 1 where there are any.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { builtLibrary } from '../../../bench/built.js';
import { fuzzInput } from './inputs.js';
import { type FuzzEnd, type FuzzOptions, fuzz, isFault } from './session.js';

const OPTION = /^--(inputs|seed|from|workers|seconds|family|keep)=(.+)$/;

const given = new Map(argv.slice(2).map((word) => OPTION.exec(word)?.slice(1) as [string, string]));
const number = (name: string, otherwise: number) => Number(given.get(name) ?? otherwise);
const options: FuzzOptions = {
  seed: number('seed', 1),
  from: number('from', 0),
  inputs: number('inputs', 1_000),
  workers: number('workers', 2),
  milliseconds: number('seconds', 3) * 1_000,
  family: given.get('family'),
};
const keep = given.get('keep');

// So that the memory is measured without what is waiting to be freed.
setFlagsFromString('--expose-gc');
globalThis.gc = runInNewContext('gc') as typeof globalThis.gc;

const counts = new Map<string, number>();
const faults: FuzzEnd[] = [];
let latest = 0;

await fuzz(await builtLibrary(), options, tell, ({ done, heapMegabytes, residentMegabytes, handles }) => {
  console.log(
    `${done} inputs: heap ${heapMegabytes} MB, resident ${residentMegabytes} MB, ${handles} handles`,
  );
});
console.table(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
console.log(`${faults.length} faults; the latest end came ${Math.round(latest)} ms after its limit`);
if (faults.length > 0) process.exitCode = 1;

function tell(end: FuzzEnd): void {
  const name = `${end.family} ${end.kind}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  latest = Math.max(latest, end.milliseconds - options.milliseconds);
  const isSlow = end.kind === 'timed_out' || (end.kind === 'too_large' && end.message?.includes('worker'));
  if (!isFault(end) && !isSlow) return;
  console.log(
    `${isFault(end) ? 'FAULT' : 'slow'} ${end.number} ${name}, ${Math.round(end.milliseconds)} ms: ${end.message?.slice(0, 1_500) ?? ''}`,
  );
  if (isFault(end)) faults.push(end);
  if (keep !== undefined) write(keep, end);
}

function write(folder: string, { number: at, family, kind }: FuzzEnd): void {
  const { document, config, options: read } = fuzzInput(options.seed, at, options.family);
  mkdirSync(folder, { recursive: true });
  const name = join(folder, `${options.seed}-${at}-${family}-${kind}`);
  writeFileSync(`${name}.bin`, document);
  writeFileSync(`${name}.json`, JSON.stringify({ config, options: read }));
}
