/**
 * Counts by method how many fields of the corpus give a value, and why the others do not: what is worth looking at
 * after a change.
 *
 *   npm run build && npm run bench:methods -- [--filter TEXT] [--reasons N]
 */
import { parseArgs } from 'node:util';
import { builtLibrary } from './built.js';
import { subjects } from './corpus.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: { filter: { type: 'string', default: '' }, reasons: { type: 'string', default: '1' } },
});

interface Tally {
  found: number;
  /** Fields without a value by the reason, names and numbers left out. */
  readonly missing: Map<string, number>;
}

const { extract } = await builtLibrary();
const methods = new Map<string, Tally>();
for (const { bytes, config } of subjects(flags.filter)) {
  const { trace = {} } = await extract(bytes, config, undefined, { trace: true });
  for (const { method, reason } of Object.values(trace).flat()) count(method, reason);
}

function count(method: string, reason: string | undefined): void {
  const tally = methods.get(method) ?? { found: 0, missing: new Map() };
  methods.set(method, tally);
  if (reason === undefined) {
    tally.found++;
    return;
  }
  const kind = reason.replace(/"[^"]*"|\d+(?:\.\d+)?/gu, '…').slice(0, 90);
  tally.missing.set(kind, (tally.missing.get(kind) ?? 0) + 1);
}

function rowsOf([method, { found, missing }]: [string, Tally]): string[][] {
  const all = [...missing.values()].reduce((sum, each) => sum + each, found);
  const reasons = [...missing].sort(([, a], [, b]) => b - a).slice(0, Number(flags.reasons));
  const first = [method, String(all), `${((100 * found) / all).toFixed(0)} %`];
  const texts = reasons.map(([reason, times]) => `${times}: ${reason}`);
  return [[...first, texts[0] ?? ''], ...texts.slice(1).map((text) => ['', '', '', text])];
}

const sorted = [...methods].sort(([a], [b]) => a.localeCompare(b));
console.log(table(['method', 'fields', 'found', 'most frequent reasons of null'], sorted.flatMap(rowsOf)));
