/**
 * What it takes to find tables: milliseconds of the processor a page of `findTables` on loaded documents, beside loading
 * them, and of three `fixedTable` fields from the first line on.
 *
 *   npm run build && npm run bench:tables -- [FOLDER] [--runs 5]
 *
 * Without a folder, the documents are those of the corpus, or else the fixtures; without OCR.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtLibrary } from './built.js';
import { subjects } from './corpus.js';
import { costOf, median } from './measure.js';
import { table } from './table.js';

const WORST_SHOWN = 8;
const COLUMN_COUNTS = [2, 3, 5];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
const runs = Number(flags.runs);
const [folder] = positionals;
const { createExtractor } = await builtLibrary();
const extractor = createExtractor();

/** Milliseconds of a document, medians. */
interface Measured {
  readonly name: string;
  readonly pages: number;
  readonly tables: number;
  readonly load: number;
  readonly find: number;
  readonly fixed: number;
}

const measured: Measured[] = [];
for (const { name, bytes } of documents()) {
  const one = await measure(name, bytes);
  if (one) measured.push(one);
}
await extractor.close();
const worst = measured.toSorted((a, b) => b.find / b.pages - a.find / a.pages).slice(0, WORST_SHOWN);
console.log(`Milliseconds of the processor a page, medians of ${runs}; the slowest first\n`);
console.log(
  table(
    ['document', 'pages', 'tables', 'load', 'findTables', `fixedTable, ${COLUMN_COUNTS.join(', ')} columns`],
    [...worst.map((one) => row(one.name, [one])), row(`all ${measured.length} documents`, measured)],
  ),
);

function documents(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  if (folder === undefined) return subjects('');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
}

/** Each run has a document of its own: pages keep what was found of them. Undefined for documents that cannot be read. */
async function measure(name: string, bytes: Uint8Array): Promise<Measured | undefined> {
  const times = { load: [] as number[], find: [] as number[], fixed: [] as number[] };
  let pages = 0;
  let tables = 0;
  try {
    for (let run = 0; run <= runs; run += 1) {
      const { load, find } = await findOnce(bytes);
      const { fixed } = await fixedOnce(bytes);
      pages = load.result.pages.length;
      tables = find.result.length;
      if (run === 0) continue;
      times.load.push(load.cpu);
      times.find.push(find.cpu);
      times.fixed.push(fixed.cpu);
    }
  } catch {
    return undefined;
  }
  return {
    name,
    pages,
    tables,
    load: median(times.load),
    find: median(times.find),
    fixed: median(times.fixed),
  };
}

async function findOnce(bytes: Uint8Array) {
  const load = await costOf(() => extractor.load(bytes, { ocrLevel: 0 }));
  const find = await costOf(() => extractor.findTables(load.result));
  await load.result.close();
  return { load, find };
}

/** Tables from the first line on, of several widths. */
async function fixedOnce(bytes: Uint8Array) {
  const document = await extractor.load(bytes, { ocrLevel: 0 });
  const fields = COLUMN_COUNTS.map((columnCount) => ({
    id: `of_${columnCount}`,
    anchor: { match: { type: 'first' } },
    method: { id: 'fixedTable', columnCount, columns: [{ id: 'first', index: 0 }] },
  }));
  const config = extractor.parseConfig(JSON.stringify({ fields }));
  const fixed = await costOf(() => extractor.extract(document, config));
  await document.close();
  return { fixed };
}

function row(name: string, all: readonly Measured[]): string[] {
  const sum = (key: Exclude<keyof Measured, 'name'>) => all.reduce((total, one) => total + one[key], 0);
  const perPage = (key: 'load' | 'find' | 'fixed') => (sum(key) / sum('pages')).toFixed(2);
  return [
    name,
    String(sum('pages')),
    String(sum('tables')),
    perPage('load'),
    perPage('find'),
    perPage('fixed'),
  ];
}
