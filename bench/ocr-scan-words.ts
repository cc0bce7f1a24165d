/**
 * Counts the words that OCR reads on scans made of documents that have text: right, wrong by kind, missed, and read where
 * nothing is printed. There are some hundred words for each value of a config, so that rules for print show here first.
 *
 *   npx tsx bench/ocr-scan-words.ts [--as 200q70] [--engine paddle] [--filter TEXT] [--pages N] [--kept FOLDER] [--examples FILE] [--json FILE] [--off "REPAIR,REPAIR"]
 *     [--thresholds reading/ocr/print.ts*0.8]
 *
 * The options are those of bench/ocr-fields.ts, with which the folder `--kept` is shared. `--examples` writes what was read wrong,
 * `--json` the words of each document that were read right, and those that were not (`ReadOfDocument`).
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { subjects } from './corpus.js';
import { halfOf } from './halves.js';
import { keptScan, replayingExtractor } from './ocr-replay.js';
import { scanWay } from './ocr-scanned.js';
import { multiplyThresholds, switchOff } from './ocr-switches.js';
import { compareWords, kindOfError, NO_ERROR_KINDS, printedWords } from './ocr-words.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    as: { type: 'string', default: '200q70' },
    engine: { type: 'string', default: 'paddle' },
    filter: { type: 'string', default: '' },
    pages: { type: 'string', default: '3' },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    examples: { type: 'string' },
    json: { type: 'string' },
    off: { type: 'string', default: '' },
    thresholds: { type: 'string' },
  },
});
/** Words of a document that were read right, and those that were read as others, or where none are. */
export interface ReadOfDocument {
  readonly right: number;
  readonly wrong: number;
}

scanWay(flags.as);
switchOff(flags.off.split(',').filter(Boolean));
if (flags.thresholds !== undefined) multiplyThresholds(flags.thresholds);
const extractor = await replayingExtractor(flags.engine, flags.kept);

const counts = { tuned: newCounts(), kept: newCounts() };
const examples: string[] = [];
const byDocument: Record<string, ReadOfDocument> = {};

function newCounts() {
  return { documents: 0, printed: 0, right: 0, missed: 0, extra: 0, kinds: { ...NO_ERROR_KINDS } };
}

async function count(name: string, bytes: Uint8Array): Promise<void> {
  const document = await extractor.load(bytes, { ocrLevel: 0 });
  const isFit =
    document.pages.length <= Number(flags.pages) && document.pages.every(({ graphics }) => graphics);
  if (!isFit || document.pages.every((page) => printedWords(page).length === 0)) return document.close();
  const read = await extractor.load(await keptScan(bytes, document, flags.as, flags.kept));
  const half = counts[halfOf(name)];
  half.documents++;
  let [right, wrong] = [0, 0];
  for (const [index, page] of document.pages.entries()) {
    const printed = printedWords(page);
    const compared = compareWords(printed, printedWords(read.pages[index]!));
    half.printed += printed.length;
    half.right += compared.right;
    half.missed += compared.missed;
    half.extra += compared.extra;
    right += compared.right;
    wrong += compared.wrong + compared.extra;
    for (const example of compared.examples) {
      const kind = kindOfError(example);
      half.kinds[kind]++;
      examples.push(`${halfOf(name)}\t${kind}\t${example}\t${name}`);
    }
  }
  byDocument[name] = { right, wrong };
  await read.close();
  await document.close();
}

for (const { name, bytes } of subjects(flags.filter)) {
  await count(name, bytes).catch((error: unknown) =>
    console.error(`${name}: ${String(error).slice(0, 200)}`),
  );
}
const kinds = Object.keys(NO_ERROR_KINDS) as (keyof typeof NO_ERROR_KINDS)[];
console.log(
  table(
    ['half', 'documents', 'words', 'right', 'missed', 'extra', ...kinds],
    Object.entries(counts).map(([half, each]) => [
      half,
      `${each.documents}`,
      `${each.printed}`,
      `${each.right}`,
      `${each.missed}`,
      `${each.extra}`,
      ...kinds.map((kind) => `${each.kinds[kind]}`),
    ]),
  ),
);
if (flags.examples !== undefined) writeFileSync(flags.examples, examples.join('\n'));
await extractor.close();
if (flags.json) writeFileSync(flags.json, JSON.stringify(byDocument));
