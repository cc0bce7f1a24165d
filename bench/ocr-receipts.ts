/**
 * Counts the words that OCR reads on photographed and scanned receipts, against their transcripts: print of machines of one
 * pitch, worn and pale, which no document that has text shows.
 *
 *   npx tsx bench/ocr-receipts.ts [--engine paddle] [--kept FOLDER] [--examples FILE] [--json FILE] [--off "REPAIR,REPAIR"]
 *
 * The options are those of bench/ocr-scan-words.ts. Receipts lie in `receipts` of the corpus: `img/ID.jpg` and `box/ID.csv`,
 * whose rows are the eight coordinates of a text and the text. Words are compared without regard to place and case.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { halfOf } from './halves.js';
import { replayingExtractor } from './ocr-replay.js';
import type { ReadOfDocument } from './ocr-scan-words.js';
import { switchOff } from './ocr-switches.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'paddle' },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    examples: { type: 'string' },
    json: { type: 'string' },
    off: { type: 'string', default: '' },
  },
});
const corpus = process.env.ANCHORLINE_CORPUS;
if (!corpus) throw new RangeError('ANCHORLINE_CORPUS must name a corpus that has receipts');
const folder = join(corpus, 'receipts');
switchOff(flags.off.split(',').filter(Boolean));
const extractor = await replayingExtractor(flags.engine, flags.kept);

/** Columns of a row of a transcript before its text. */
const COORDINATES = 8;
const counts = {
  tuned: { receipts: 0, printed: 0, read: 0, right: 0 },
  kept: { receipts: 0, printed: 0, read: 0, right: 0 },
};
const examples: object[] = [];
const byDocument: Record<string, ReadOfDocument> = {};

function wordsOf(text: string): string[] {
  return text.toUpperCase().split(/\s+/u).filter(Boolean);
}

/** What one list of words has more than another. */
function beyond(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

for (const name of readdirSync(join(folder, 'img')).sort()) {
  const id = name.replace(/\.jpg$/u, '');
  const rows = readFileSync(join(folder, 'box', `${id}.csv`), 'utf8')
    .split(/\r?\n/u)
    .filter(Boolean);
  const printed = rows.flatMap((row) => wordsOf(row.split(',').slice(COORDINATES).join(',')));
  const document = await extractor.load(new Uint8Array(readFileSync(join(folder, 'img', name))));
  const lines = document.pages.flatMap((page) => page.lines.map(({ text }) => text));
  await document.close();
  const read = lines.flatMap(wordsOf);
  const missing = beyond(printed, read);
  const half = counts[halfOf(id)];
  half.receipts++;
  half.printed += printed.length;
  half.read += read.length;
  half.right += printed.length - missing.length;
  const extra = beyond(read, printed);
  byDocument[id] = { right: printed.length - missing.length, wrong: extra.length };
  examples.push({ id, missing, extra, lines, rows });
}
const rows = Object.entries(counts).map(([half, { receipts, printed, read, right }]) => [
  half,
  `${receipts}`,
  `${printed}`,
  `${right}`,
  (right / printed).toFixed(4),
  (right / read).toFixed(4),
  ((2 * right) / (printed + read)).toFixed(4),
]);
console.log(table(['half', 'receipts', 'words', 'right', 'recall', 'precision', 'F1'], rows));
if (flags.examples) writeFileSync(flags.examples, JSON.stringify(examples));
if (flags.json) writeFileSync(flags.json, JSON.stringify(byDocument));
await extractor.close();
