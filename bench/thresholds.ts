/**
 * How much hangs on the exact thresholds of a file: values of the corpora, and cells of their tables, that change when
 * all its thresholds are a fifth smaller, or a quarter larger.
 *
 *   npm run bench:thresholds -- [--only page/layout] [--least 3] [--reports FOLDER]
 *
 * A threshold is a number named in capitals. What changes nothing either way has room; what changes much decides where
 * print is ambiguous. Headers of files with three thresholds or more say the figure. Nothing is read of scans.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Document, ExtractionResult } from '../src/index.js';
import type { OcrEngine } from '../src/reading/ocr/engine.js';
import { bundled } from './bundled.js';
import { subjects } from './corpus.js';
import { table } from './table.js';
import { reportsIn } from './table-truth.js';
import { FACTORS, filesWithThresholds, multiplied, SOURCE } from './threshold-source.js';

/** Beside the packages that the bundles import. */
const BUNDLES = fileURLToPath(new URL('../node_modules/.cache/thresholds/', import.meta.url));
const ROOMS = ['page', 'language/methods', 'reading/ocr'];

type Library = typeof import('../src/index.js');
/** Values by where they are: a document and a field, or a cell. */
type Values = ReadonlyMap<string, string>;

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    least: { type: 'string', default: '3' },
    reports: { type: 'string' },
    // What the bench gives itself: the library whose values it wants.
    library: { type: 'string' },
  },
});
/** Scans are measured elsewhere: nothing is read of them here. */
const engine: OcrEngine = {
  id: 'none',
  recognise: async () => ({ lines: [] }),
  close: async () => undefined,
};
if (flags.library === undefined) await main();
else process.send!(await valuesOf(await import(flags.library)));

async function main(): Promise<void> {
  mkdirSync(BUNDLES, { recursive: true });
  const before = await valuesWith();
  const documents = new Set([...before.keys()].map((key) => key.split('\n')[0])).size;
  console.log(`${before.size} values and cells of ${documents} documents\n`);
  const rows: string[][] = [];
  for (const file of filesWithThresholds(ROOMS, Number(flags.least))) {
    if (!file.includes(flags.only)) continue;
    const own: string[] = [];
    for (const factor of FACTORS) {
      const after = await valuesWith(file, factor);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (key) => before.get(key) !== after.get(key),
      );
      const documents = new Set(changed.map((key) => key.split('\n')[0]));
      own.push(String(changed.length), String(documents.size));
    }
    rows.push([file, ...own]);
    console.error(file, ...own);
  }
  const head = [
    'thresholds of',
    'a fifth smaller: changed',
    'in documents',
    'a quarter larger: changed',
    'in documents',
  ];
  console.log(table(head, rows));
  rmSync(BUNDLES, { recursive: true });
}

/**
 * Values with the thresholds of a file multiplied. In a process of its own: a library that was loaded stays in memory,
 * and threads of Node 20 do not read TypeScript.
 */
async function valuesWith(file?: string, factor = 1): Promise<Values> {
  const child = fork(
    fileURLToPath(import.meta.url),
    [...process.argv.slice(2), '--library', await bundle(file, factor)],
    { execArgv: ['--import', 'tsx'], serialization: 'advanced' },
  );
  const [values] = await once(child, 'message');
  child.kill();
  return values as Values;
}

/** Bundles the library with the thresholds of a file multiplied. @returns the address of the bundle */
async function bundle(file?: string, factor = 1): Promise<string> {
  const contents = await bundled(join(SOURCE, 'index.ts'), {
    name: 'thresholds',
    setup({ onLoad }) {
      onLoad({ filter: /src\/.*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8').replaceAll(
          'import.meta.url',
          JSON.stringify(pathToFileURL(path).href),
        );
        const isOwn = relative(SOURCE, path) === file;
        const contents = isOwn ? multiplied(text, factor) : text;
        return { contents, loader: 'ts' };
      });
    },
  });
  const path = join(BUNDLES, `${(file ?? 'as-it-is').replaceAll('/', '-')}-${factor}.mjs`);
  writeFileSync(path, contents);
  return pathToFileURL(path).href;
}

async function valuesOf({ createExtractor }: Library): Promise<Values> {
  const reports = flags.reports === undefined ? [] : reportsIn(flags.reports);
  const values = new Map<string, string>();
  const extractor = createExtractor({ ocrEngine: 'none', ocrEngines: { none: engine } });
  for (const { name, bytes, config } of subjects('')) {
    await taken(values, name, async () => {
      const document = await extractor.load(bytes);
      const { parsed_document: found }: ExtractionResult = await extractor.extract(document, config);
      for (const [id, value] of Object.entries(found)) leaves(values, `${name}\n${id}`, value);
      return document;
    });
  }
  for (const { name, file } of reports) {
    await taken(values, name, async () => {
      const document = await extractor.load(new Uint8Array(readFileSync(file)));
      for (const [position, { cells }] of (await extractor.findTables(document)).entries())
        for (const { row, column, text } of cells) values.set(`${name}\n${position} ${row} ${column}`, text);
      return document;
    });
  }
  await extractor.close();
  return values;
}

/** A document that fails is a value, too. */
async function taken(
  values: Map<string, string>,
  name: string,
  work: () => Promise<Document>,
): Promise<void> {
  try {
    const document = await work();
    await document.close();
  } catch (error) {
    values.set(`${name}\nfailed`, String(error));
  }
}

function leaves(values: Map<string, string>, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) values.set(path, String(value));
  else for (const [name, inner] of Object.entries(value)) leaves(values, `${path}.${name}`, inner);
}
