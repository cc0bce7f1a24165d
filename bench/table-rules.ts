/**
 * What each threshold by which tables are recognised is worth: the relations of cells that come out right on reports whose
 * tables are known, in the format of the ICDAR 2013 table competition, with the threshold as it is and switched off.
 *
 *   npm run build && npm run bench:table-rules -- FOLDER [--only NAME]
 *
 * A threshold is a number, or a pattern, named in capitals in `src/page/tables`. Switched off it is 0 or boundless, whichever loses
 * less, and a pattern fits nothing. The modules are bundled with that one value replaced. A relation is a cell with its next
 * neighbour to the right or below; counted are those in given areas and on whole pages, right ones less wrong ones.
 * Reports are halved by a hash of their names: a threshold that is worth something to one half alone fits that half.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Document, FoundTable } from '../src/index.js';
import type { tablesOn } from '../src/page/tables/find.js';
import { builtLibrary } from './built.js';
import { bundled } from './bundled.js';
import { table } from './table.js';
import { POINTS_PER_INCH, plain, reportsIn, type TrueTable } from './table-truth.js';

const ROOM = fileURLToPath(new URL('../src/page/tables/', import.meta.url));
const THRESHOLD =
  /^(?<head>(?:export )?const (?<name>[A-Z][A-Z_]*) = )(?<value>-?[\d._e-]+|\/.*\/u?i?u?);$/gmu;
/** Modules that decide nothing about the cells of tables without a grid of their own. */
const NO_CELLS: ReadonlySet<string> = new Set(['continued.ts', 'find.ts', 'sheet-tables.ts']);
/** Boundless, and still a number to count with. */
const BOUNDLESS = 1e9;
const NOTHING = '/(?!)/u';
/** White around an area, in inches. */
const AROUND = 0.04;

interface Threshold {
  readonly file: string;
  readonly name: string;
  readonly value: string;
}

/** A cell of either side. */
interface Placed {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly text: string;
}

interface Subject {
  readonly half: 0 | 1;
  readonly document: Document;
  readonly tables: readonly TrueTable[];
}

type Recogniser = typeof tablesOn;
/** Right relations less wrong ones, of each half. */
type Score = readonly [number, number];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('which folder?');
const { loadDocument } = await builtLibrary();
const bundles = mkdtempSync(join(tmpdir(), 'anchorline-rules-'));
let made = 0;
const subjects: Subject[] = [];
for (const { file, tables } of reportsIn(folder)) {
  const document = await loadDocument(new Uint8Array(readFileSync(file)), { ocrLevel: 0 });
  const half = (createHash('sha256').update(basename(file)).digest()[0]! & 1) as 0 | 1;
  subjects.push({ half, document, tables });
}
const whole = await score(await recogniser());
console.log(`as it is: ${whole.join(' and ')} relations right, less those that are wrong\n`);
const rows: { readonly threshold: Threshold; readonly off: string; readonly lost: Score }[] = [];
for (const threshold of thresholds().filter(({ file, name }) => `${file} ${name}`.includes(flags.only))) {
  const ways = threshold.value.startsWith('/') ? [NOTHING] : ['0', String(BOUNDLESS)];
  let best: (typeof rows)[number] | undefined;
  for (const off of ways) {
    const own = await score(await recogniser(threshold, off)).catch((): Score => [0, 0]);
    const lost: Score = [whole[0] - own[0], whole[1] - own[1]];
    if (!best || lost[0] + lost[1] < best.lost[0] + best.lost[1]) best = { threshold, off, lost };
  }
  rows.push(best!);
  console.error(best!.threshold.file, best!.threshold.name, best!.off, ...best!.lost);
}
for (const { document } of subjects) await document.close();
rmSync(bundles, { recursive: true });
console.log(
  table(
    ['threshold', 'switched off', 'lost', 'lost by one half', 'by the other'],
    rows.map(({ threshold: { file, name, value }, off, lost }) => [
      `${file} ${name} = ${value}`,
      off === NOTHING ? 'never' : off === '0' ? off : 'boundless',
      String(lost[0] + lost[1]),
      ...lost.map(String),
    ]),
  ),
);

function thresholds(): Threshold[] {
  return readdirSync(ROOM)
    .filter((file) => file.endsWith('.ts') && !NO_CELLS.has(file))
    .flatMap((file) =>
      [...readFileSync(ROOM + file, 'utf8').matchAll(THRESHOLD)].map(({ groups }) => ({
        file,
        name: groups!['name']!,
        value: groups!['value']!,
      })),
    );
}

/** The recogniser, with a threshold switched off. */
async function recogniser(threshold?: Threshold, off = ''): Promise<Recogniser> {
  const contents = await bundled(`${ROOM}find.ts`, {
    name: 'switch',
    setup({ onLoad, onResolve }) {
      // What is drawn on a page is worked out once for all of them: the other rooms are the same modules.
      onResolve({ filter: /^\.\.\// }, ({ path, resolveDir }) => ({
        path: pathToFileURL(join(resolveDir, path.replace(/\.js$/u, '.ts'))).href,
        external: true,
      }));
      onLoad({ filter: /page.tables.[a-z-]+\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const isOwn = basename(path) === threshold?.file;
        const contents = source.replace(THRESHOLD, (own, head: string, name: string) =>
          isOwn && name === threshold.name ? `${head}${off};` : own,
        );
        return { contents, loader: 'ts' };
      });
    },
  });
  made += 1;
  const file = join(bundles, `${made}.mjs`);
  writeFileSync(file, contents);
  const { tablesOn }: { readonly tablesOn: Recogniser } = await import(pathToFileURL(file).href);
  return tablesOn;
}

async function score(find: Recogniser): Promise<Score> {
  const sums: [number, number] = [0, 0];
  for (const { half, document, tables } of subjects) {
    const wanted = tables.map(({ cells }) =>
      cells.map(({ row, column, lastRow, lastColumn, text }) => ({
        row,
        column,
        rowSpan: lastRow - row + 1,
        columnSpan: lastColumn - column + 1,
        text,
      })),
    );
    for (const [i, own] of tables.entries()) {
      const page = document.pages[own.page]!;
      const found = await find(page, areaOf(own, page.height));
      sums[half] += gain(relations(wanted[i]!), relationsOf(found));
    }
    const all: FoundTable[] = [];
    for (const page of document.pages) all.push(...(await find(page)));
    sums[half] += gain(
      wanted.reduce((sum, cells) => add(sum, relations(cells)), new Map()),
      relationsOf(all),
    );
  }
  return sums;
}

/** Where the text of a table is, in inches from the top left corner. */
function areaOf({ cells }: TrueTable, height: number) {
  const boxes = cells.flatMap(({ box }) => box ?? []);
  return {
    left: Math.min(...boxes.map(({ left }) => left)) / POINTS_PER_INCH - AROUND,
    right: Math.max(...boxes.map(({ right }) => right)) / POINTS_PER_INCH + AROUND,
    top: height - Math.max(...boxes.map(({ top }) => top)) / POINTS_PER_INCH - AROUND,
    bottom: height - Math.min(...boxes.map(({ bottom }) => bottom)) / POINTS_PER_INCH + AROUND,
  };
}

type Counts = Map<string, number>;

function gain(wanted: Counts, found: Counts): number {
  let right = 0;
  let all = 0;
  for (const [key, count] of found) {
    right += Math.min(count, wanted.get(key) ?? 0);
    all += count;
  }
  return right - (all - right);
}

function add(sum: Counts, own: Counts): Counts {
  for (const [key, count] of own) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

function relationsOf(tables: readonly FoundTable[]): Counts {
  return tables.reduce((sum, { cells }) => add(sum, relations(cells)), new Map());
}

/** Each cell with text with its nearest neighbours with text, to the right and below. */
function relations(all: readonly Placed[]): Counts {
  const cells = all.filter(({ text }) => plain(text) !== '');
  const at = new Map<string, Placed>();
  for (const cell of cells)
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1)
        at.set(`${row},${column}`, cell);
  const rowCount = Math.max(0, ...cells.map(({ row, rowSpan }) => row + rowSpan));
  const columnCount = Math.max(0, ...cells.map(({ column, columnSpan }) => column + columnSpan));
  const counts: Counts = new Map();
  for (const cell of cells) {
    const right = new Set<Placed>();
    const below = new Set<Placed>();
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) {
      const next = firstAt(cell.column + cell.columnSpan, columnCount, (column) =>
        at.get(`${row},${column}`),
      );
      if (next) right.add(next);
    }
    for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1) {
      const next = firstAt(cell.row + cell.rowSpan, rowCount, (row) => at.get(`${row},${column}`));
      if (next) below.add(next);
    }
    for (const [sign, others] of [
      ['>', right],
      ['v', below],
    ] as const)
      for (const other of others) {
        const key = `${plain(cell.text)}${sign}${plain(other.text)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
  return counts;
}

function firstAt(
  from: number,
  end: number,
  cellAt: (index: number) => Placed | undefined,
): Placed | undefined {
  for (let index = from; index < end; index += 1) {
    const cell = cellAt(index);
    if (cell) return cell;
  }
  return undefined;
}
