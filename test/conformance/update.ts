/**
 * Rewrites the baseline from a run of all cases: `npm run conformance:update`. What became worse is printed
 * and keeps the old baseline in place, unless the option `--allow-lower` is given.
 */
import { writeFileSync } from 'node:fs';
import { BASELINE_FILE, baselineOf, planChecks, readBaseline } from './achieved.js';
import { compareBaselines, SETS } from './baseline.js';
import { findCorpus } from './corpus.js';
import { buildProblem } from './runner.js';

const ALLOW_LOWER = '--allow-lower';

process.exitCode = await update(process.argv.slice(2));

async function update(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== ALLOW_LOWER);
  const corpus = findCorpus();
  if (unknown !== undefined) return refuse(`unknown option ${unknown}; there is only ${ALLOW_LOWER}`);
  if ('missing' in corpus) return refuse(corpus.missing);
  const problem = buildProblem();
  if (problem !== undefined) return refuse(problem);

  const { checks, start } = planChecks(corpus);
  start();
  const now = await baselineOf(checks);
  const { worse, better } = compareBaselines(readBaseline(), now);
  for (const line of worse) console.log(`worse   ${line}`);
  for (const line of better) console.log(`better  ${line}`);
  for (const { set, name, result } of checks) {
    const { failure } = await result;
    if (failure !== undefined) console.log(`failed  ${set}/${name}: ${failure.split('\n')[0]}`);
  }
  for (const set of SETS) console.log(`${set}: ${describe(Object.values(now[set]))}`);
  if (worse.length > 0 && !args.includes(ALLOW_LOWER)) {
    return refuse(`${worse.length} became worse, so the baseline stays; ${ALLOW_LOWER} lowers it`);
  }
  writeFileSync(BASELINE_FILE, `${JSON.stringify(now, null, 1)}\n`);
  return 0;
}

function describe(cases: readonly (readonly string[] | number)[]): string {
  const total = cases.reduce<number>((sum, now) => sum + (typeof now === 'number' ? now : now.length), 0);
  return `${cases.length} cases ran, ${total} fields or values`;
}

function refuse(reason: string): number {
  console.error(reason);
  return 1;
}
