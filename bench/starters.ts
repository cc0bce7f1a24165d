/**
 * Counts what the starter for receipts finds on photographed and scanned receipts: right, wrong and no value of their total
 * and date.
 *
 *   npx tsx bench/starters.ts [--engine paddle] [--kept FOLDER] [--verbose]
 *
 * Receipts lie in `receipts` of the corpus: `img/ID.jpg`, and `key/ID.json` with `total` and `date` as they are printed, day
 * first. What OCR reads is kept in a folder, as by bench/ocr-receipts.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { starterText } from '../src/tools/cli/starters.js';
import { halfOf } from './halves.js';
import { replayingExtractor } from './ocr-replay.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'paddle' },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    verbose: { type: 'boolean', default: false },
  },
});
const corpus = process.env.ANCHORLINE_CORPUS;
if (!corpus) throw new RangeError('ANCHORLINE_CORPUS must name a corpus that has receipts');
const folder = join(corpus, 'receipts');
const extractor = await replayingExtractor(flags.engine, flags.kept);
const config = extractor.parseConfig(await starterText('receipt'));

type Outcome = 'right' | 'wrong' | 'none';
const counts = new Map<string, Record<Outcome, number>>();

const SHORT_MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
const TWO_DIGIT_YEARS_FROM = 2000;

/** Whether a day is the one printed, day first, with its month as a number or a word. */
function isDay(value: string, printed: string): boolean {
  const [day, month = '', year] = printed.toUpperCase().match(/\d+|[A-Z]+/gu) ?? [];
  const found = new Date(value);
  const isMonth =
    Number(month) === found.getUTCMonth() + 1 || month.startsWith(SHORT_MONTH.format(found).toUpperCase());
  const isYear = Number(year) % 100 === found.getUTCFullYear() - TWO_DIGIT_YEARS_FROM;
  return Number(day) === found.getUTCDate() && isMonth && isYear;
}

function count(half: string, field: string, outcome: Outcome): void {
  const row = counts.get(`${field}, ${half}`) ?? { right: 0, wrong: 0, none: 0 };
  row[outcome] += 1;
  counts.set(`${field}, ${half}`, row);
}

for (const name of readdirSync(join(folder, 'img')).sort()) {
  const id = name.replace(/\.jpg$/u, '');
  const key = JSON.parse(readFileSync(join(folder, 'key', `${id}.json`), 'utf8')) as Record<string, string>;
  const bytes = new Uint8Array(readFileSync(join(folder, 'img', name)));
  const { parsed_document } = await extractor.extract(bytes, config);
  const found = parsed_document as Record<string, { readonly value: number | string } | null>;
  const isRight: Readonly<Record<string, (value: number | string) => boolean>> = {
    total: (value) => Number(value) === Number(key.total?.replace(/[^\d.]/gu, '')),
    date: (value) => isDay(String(value), key.date ?? ''),
  };
  for (const [field, test] of Object.entries(isRight)) {
    const value = found[field]?.value;
    const outcome = value === undefined ? 'none' : test(value) ? 'right' : 'wrong';
    count(halfOf(id), field, outcome);
    if (flags.verbose && outcome !== 'right') console.log(id, halfOf(id), field, key[field], outcome, value);
  }
}

console.log(
  table(
    ['', 'right', 'wrong', 'no value'],
    [...counts].map(([name, { right, wrong, none }]) => [name, right, wrong, none].map(String)),
  ),
);
await extractor.close();
