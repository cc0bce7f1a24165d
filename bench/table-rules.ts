/**
 * What each rule by which tables are recognised is worth: the relations of cells that come out right on reports whose
 * tables are known, in the format of the ICDAR 2013 table competition, and the pages made up for tests that come out right,
 * with the rule and without.
 *
 *   npm run build && npm run bench:table-rules -- FOLDER [--only NAME]
 *
 * A rule is a number or a pattern named in capitals in `src/page/tables`, or a function that answers yes or no, or gives
 * nothing. Switched off a number is 0 or boundless, a function always answers the same, whichever loses less; a pattern fits
 * nothing. A relation is a cell with its next neighbour to the right or below; counted are those in given areas and on whole
 * pages, right ones less wrong ones.
 * Reports are halved by a hash of their names: a rule that is worth something to one half alone fits that half.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Document, FoundTable } from '../src/index.js';
import { type GeneratedPage, generatedPages, gridOf } from '../test/page/tables/generated-pages.js';
import { builtLibrary } from './built.js';
import { bundleWithout, type Recogniser, type Rule, rulesOfTables } from './rules.js';
import { table } from './table.js';
import { POINTS_PER_INCH, plain, reportsIn, type TrueTable } from './table-truth.js';

/** White around an area, in inches. */
const AROUND = 0.04;
/** Recognisers that see the same documents. */
const MOST_RECOGNISERS = 40;
/** Relations that a page counts as, where two ways to switch a rule off are compared. */
const PAGE_WEIGHT = 10;

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

/** Right relations less wrong ones, of each half; pages made up that are right. */
type Score = readonly [number, number, number];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('which folder?');
const { documentFromLines, loadDocument } = await builtLibrary();
const generated = generatedPages();
const bundles = mkdtempSync(join(tmpdir(), 'anchorline-rules-'));
let made = 0;
let subjects = await loaded(folder);
const whole = await score(await recogniser());
console.log(
  `as it is: ${whole.slice(0, 2).join(' and ')} relations right, less those that are wrong; ${whole[2]} of ${generated.length} pages that are made up\n`,
);
const rows: { readonly rule: Rule; readonly off: string; readonly lost: Score }[] = [];
for (const rule of rulesOfTables().filter(({ file, name }) => `${file} ${name}`.includes(flags.only))) {
  let best: (typeof rows)[number] | undefined;
  for (const off of rule.ways) {
    const own = await score(await recogniser(rule, off)).catch((): Score => [0, 0, 0]);
    const lost: Score = [whole[0] - own[0], whole[1] - own[1], whole[2] - own[2]];
    if (!best || weightOf(lost) < weightOf(best.lost)) best = { rule, off, lost };
  }
  rows.push(best!);
  console.error(rule.file, rule.name, best!.off, ...best!.lost);
}
for (const { document } of subjects) await document.close();
rmSync(bundles, { recursive: true });
console.log(
  table(
    ['rule', 'switched off', 'lost', 'lost by one half', 'by the other', 'pages made up'],
    rows.map(({ rule: { file, name, value }, off, lost }) => [
      `${file} ${name} = ${value}`,
      off,
      String(lost[0] + lost[1]),
      ...lost.map(String),
    ]),
  ),
);

/** Of two ways to switch a rule off that which loses less counts. */
function weightOf([one, other, pages]: Score): number {
  return one + other + PAGE_WEIGHT * pages;
}

async function loaded(from: string): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const { file, tables } of reportsIn(from)) {
    const document = await loadDocument(new Uint8Array(readFileSync(file)), { ocrLevel: 0 });
    const half = (createHash('sha256').update(basename(file)).digest()[0]! & 1) as 0 | 1;
    found.push({ half, document, tables });
  }
  return found;
}

/** The recogniser, with a rule switched off. */
async function recogniser(rule?: Rule, off = ''): Promise<Recogniser> {
  made += 1;
  // Pages keep what each recogniser saw of them.
  if (made % MOST_RECOGNISERS === 0) {
    for (const { document } of subjects) await document.close();
    subjects = await loaded(folder!);
  }
  const file = join(bundles, `${made}.mjs`);
  writeFileSync(file, await bundleWithout(rule, off, { isApart: true }));
  const { tablesOn }: { readonly tablesOn: Recogniser } = await import(pathToFileURL(file).href);
  return tablesOn;
}

async function score(find: Recogniser): Promise<Score> {
  const sums: [number, number, number] = [0, 0, 0];
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
  for (const page of generated) if (await isFound(page, find)) sums[2] += 1;
  return sums;
}

async function isFound({ lines, paths, grids }: GeneratedPage, find: Recogniser): Promise<boolean> {
  const [page] = documentFromLines(lines, paths).pages;
  const found = await find(page!);
  return JSON.stringify(found.map(gridOf)) === JSON.stringify(grids);
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
