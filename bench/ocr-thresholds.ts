/**
 * How much hangs on the exact thresholds of OCR's files: words of scans that are read right or wrong otherwise when all
 * thresholds of a file are a fifth smaller, or a quarter larger.
 *
 *   npx tsx bench/ocr-thresholds.ts [--only "paddle/rows,lines"] [--least 3] [--as 200q70] [--filter TEXT] [--kept FOLDER] [--pages N]
 *
 * It runs bench/ocr-scan-words.ts, the options of which it hands on; bench/thresholds.ts is the same for files that are not
 * of OCR.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ReadOfDocument } from './ocr-scan-words.js';
import { table } from './table.js';
import { FACTORS, filesWithThresholds } from './threshold-source.js';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    least: { type: 'string', default: '3' },
    as: { type: 'string', default: '200q70' },
    filter: { type: 'string', default: '' },
    kept: { type: 'string', default: join(tmpdir(), 'anchorline-ocr-fields') },
    pages: { type: 'string', default: '1' },
  },
});

type Run = Readonly<Record<string, ReadOfDocument>>;
const BENCH = fileURLToPath(new URL('ocr-scan-words.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'anchorline-ocr-thresholds-'));

/** Words by document. @param change as ocr-scan-words takes it */
function run(engine: string, change: readonly string[]): Run {
  const file = join(folder, 'words.json');
  const { as, filter, kept, pages } = flags;
  const given = ['--as', as, '--engine', engine, '--filter', filter, '--kept', kept, '--pages', pages];
  execFileSync(process.execPath, ['--import', 'tsx', BENCH, ...given, '--json', file, ...change], {
    stdio: 'ignore',
  });
  return JSON.parse(readFileSync(file, 'utf8')) as Run;
}

const before = new Map<string, Run>();
const rows: string[][] = [];
for (const file of filesWithThresholds(['reading/ocr'], Number(flags.least))) {
  if (!flags.only.split(',').some((part) => file.includes(part))) continue;
  const engine = file.includes('/tesseract/') ? 'tesseract' : 'paddle';
  if (!before.has(engine)) before.set(engine, run(engine, []));
  const known = Object.entries(before.get(engine)!);
  const own = FACTORS.flatMap((factor) => {
    const after = run(engine, ['--thresholds', `${file}*${factor}`]);
    return (['right', 'wrong'] as const).map((kind) => {
      const differences = known.map(([name, each]) => (after[name]?.[kind] ?? 0) - each[kind]);
      const sum = (sign: number) => differences.reduce((total, each) => total + Math.max(0, sign * each), 0);
      return `+${sum(1)} -${sum(-1)} in ${differences.filter((each) => each !== 0).length}`;
    });
  });
  rows.push([file, engine, ...own]);
  console.error(rows.at(-1)!.join(', '));
}
const words = [...before].map(
  ([engine, each]) =>
    `${engine}: ${Object.values(each).reduce((sum, { right }) => sum + right, 0)} words right of ${Object.keys(each).length} documents`,
);
console.log(`${words.join('; ')}\n`);
const head = ['thresholds of', 'by', 'a fifth smaller: right', 'wrong', 'a quarter larger: right', 'wrong'];
console.log(table(head, rows));
