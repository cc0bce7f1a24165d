/**
 * Measures what OCR costs in values: documents with text of their own are extracted as they are and again from pictures
 * of their pages, with the same configs, and the values of the fields are compared; and documents that are scans
 * themselves with values that were read off their pages by people.
 *
 *   npx tsx bench/ocr-fields.ts [--as drawn,200q70,fax,scans] [--engines tesseract,paddle] [--half tuned|kept]
 *     [--filter TEXT] [--pages N] [--differences] [--kept FOLDER] [--off "REPAIR,REPAIR"] [--json FILE]
 *
 * `drawn` keeps the document and has all its pages read by OCR, as the preprocessor `ocr` does; `200q70s1.5` scans it at 200
 * pixels an inch, as JPEG of quality 70, skewed by 1.5 degrees; `fax` makes it black and white, with specks, and rows that
 * hang; `scans` are the documents that are read by OCR anyway, against the goldens of the corpus. Documents come from
 * the corpus that ANCHORLINE_CORPUS names, else from the fixtures; those of more than `--pages` pages are left out.
 *
 * `--differences` prints every value that is not the same. `--kept` is a folder for what the networks answer, so that rules
 * around them are tried without reading again. `--off` switches repairs off (ocr-switches.ts). `--json` writes the
 * paths of right and wrong values, for bench/ocr-repairs.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import JSON5 from 'json5';
import type { Document } from '../src/page/document/model.js';
import { findCorpus } from '../test/conformance/corpus.js';
import { subjects } from './corpus.js';
import { halfOf } from './halves.js';
import { keptScan, replayingExtractor } from './ocr-replay.js';
import { scanWay } from './ocr-scanned.js';
import { switchOff } from './ocr-switches.js';
import { type Compared, compareValues, countsOf } from './ocr-values.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    as: { type: 'string', default: 'drawn,200q70,300,fax,scans' },
    engines: { type: 'string', default: 'tesseract,paddle' },
    half: { type: 'string' },
    filter: { type: 'string', default: '' },
    pages: { type: 'string', default: '4' },
    differences: { type: 'boolean', default: false },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    off: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const SCANS = 'scans';
const DRAWN = 'drawn';
const mostPages = Number(flags.pages);
const ways = flags.as.split(',');
for (const way of ways) if (way !== DRAWN && way !== SCANS) scanWay(way);
switchOff(flags.off.split(',').filter(Boolean));

const engines = await Promise.all(
  flags.engines
    .split(',')
    .map(async (name) => ({ name, extractor: await replayingExtractor(name, flags.kept) })),
);
type Reader = (typeof engines)[number];
type Values = Readonly<Record<string, unknown>>;

/** Values of the fields of a config. @throws Error where a page was not read, and its own text may count as read */
async function valuesOf(
  { extractor }: Reader,
  document: Document | Uint8Array,
  config: string,
): Promise<Values> {
  const result = await extractor.extract(document, extractor.parseConfig(config));
  const failed = [...result.warnings, ...result.errors].find(({ code }) => code === 'OCR_FAILED');
  if (failed) throw new Error(failed.message);
  return result.parsed_document;
}

/** The config with all pages read by OCR before anything else. */
function readingAll(config: string): string {
  const parsed = JSON5.parse(config);
  const ocr = { type: 'ocr', pageLinesLimit: Number.MAX_SAFE_INTEGER };
  return JSON.stringify({ ...parsed, preprocessors: [ocr, ...(parsed.preprocessors ?? [])] });
}

/** What each engine makes of a document in each way, by `engine way`. */
type Found = Map<string, Compared>;
const all = new Map<string, Found>();
const leftOut: string[] = [];

function note(document: string, { name }: Reader, way: string, compared: Compared): void {
  const found = all.get(document) ?? new Map<string, Compared>();
  all.set(document, found.set(`${name} ${way}`, compared));
  console.log(`${document}, ${name}, ${way}: ${compared.right.length} of ${compared.wanted}`);
  if (flags.differences) for (const line of compared.differences) console.log(`  ${line}`);
}

/** A document with text in all ways but `scans`. @returns why it is left out, if it is */
async function measureText(name: string, bytes: Uint8Array, config: string): Promise<string | undefined> {
  const [first] = engines as [Reader];
  const document = await first.extractor.load(bytes);
  try {
    if (document.pages.length > mostPages) return `${document.pages.length} pages`;
    if (document.pages.some(({ ocr }) => ocr) || /["']ocr["']/u.test(config)) return 'it is read by OCR';
    if (document.pages.some(({ graphics }) => !graphics)) return 'a page cannot be drawn';
    const own = await valuesOf(first, document, config);
    for (const way of ways) {
      if (way === SCANS) continue;
      const pictures = way === DRAWN ? document : await keptScan(bytes, document, way, flags.kept);
      for (const reader of engines) {
        const read = await valuesOf(reader, pictures, way === DRAWN ? readingAll(config) : config);
        note(name, reader, way, compareValues(own, read));
      }
    }
    return undefined;
  } finally {
    await document.close();
  }
}

const isWanted = (name: string) =>
  name.includes(flags.filter) && (flags.half === undefined || halfOf(name) === flags.half);

if (ways.some((way) => way !== SCANS)) {
  for (const { name, bytes, config } of subjects(flags.filter)) {
    if (!isWanted(name)) continue;
    const why = await measureText(name, bytes, config).catch((error: unknown) => String(error).slice(0, 200));
    if (why !== undefined) leftOut.push(`${name}: ${why}`);
  }
}
const corpus = findCorpus();
if (ways.includes(SCANS) && !('missing' in corpus)) {
  for (const { name, document, config, golden } of corpus.library) {
    if (!golden || !isWanted(name)) continue;
    for (const reader of engines) {
      const { extractor } = reader;
      const loaded = await extractor.load(new Uint8Array(readFileSync(document)), { filename: document });
      const text = readFileSync(config, 'utf8');
      const isRead = loaded.pages.some(({ ocr }) => ocr) || /["']ocr["']/u.test(text);
      if (isRead)
        note(name, reader, SCANS, compareValues(golden, await valuesOf(reader, loaded, text), 'named'));
      await loaded.close();
    }
  }
}

const rows: string[][] = [];
for (const way of ways) {
  for (const { name } of engines) {
    for (const half of ['tuned', 'kept'] as const) {
      const found = [...all].filter(([document]) => halfOf(document) === half);
      const counts = countsOf(found.flatMap(([, each]) => each.get(`${name} ${way}`) ?? []));
      const share = ((100 * counts.right) / Math.max(1, counts.wanted)).toFixed(1);
      const { documents, right, wanted, missing, wrong } = counts;
      rows.push([
        `${name} ${way}`,
        half,
        ...[documents, right, wanted].map(String),
        `${share} %`,
        `${missing}`,
        `${wrong}`,
      ]);
    }
  }
}
console.log(table(['engine, as', 'half', 'documents', 'right', 'of', 'share', 'missing', 'wrong'], rows));
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join('\n')}`);
if (flags.json !== undefined) {
  const plain = Object.fromEntries([...all].map(([name, found]) => [name, Object.fromEntries(found)]));
  writeFileSync(flags.json, JSON.stringify(plain));
}
for (const { extractor } of engines) await extractor.close();
