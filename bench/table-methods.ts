/**
 * What methods of fields make of tables of reports whose ground truth is known, in the format of the ICDAR 2013 table
 * competition (`NAME.pdf`, `NAME-str.xml`).
 *
 *   npm run build && npm run bench:table-methods -- FOLDER [--verbose]
 *
 * `table` is asked for the columns by their headings, `fixedTable` by their number, `textTable` by where they begin and
 * end. Right: at least nine in ten cells of the columns are there, each in its column; wrong: fewer than half of them.
 * `table` is then asked for columns with the headings of the next report, all of which should be null.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { builtLibrary } from './built.js';
import { table } from './table.js';
import { POINTS_PER_INCH, plain, reportsIn, type TrueCell } from './table-truth.js';

const RIGHT = 0.9;
const WRONG = 0.5;
/** Rows of headings that `table` looks at. */
const MOST_HEADINGS = 3;
const FIGURE = /^[-–($€£\s]*\d[\d.,\s]*%?\)?$/u;

/** A column of a table by what its methods are given, and the cells below its heading. */
interface Column {
  readonly index: number;
  readonly heading: string;
  readonly minX: number;
  readonly maxX: number;
  readonly cells: readonly string[];
}

interface Truth {
  readonly name: string;
  readonly file: string;
  readonly page: number;
  readonly columnCount: number;
  readonly columns: readonly Column[];
}

/** A column of a value. */
interface FoundColumn {
  readonly values: readonly ({ readonly value: string } | null)[];
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('which folder?');
const { extract } = await builtLibrary();

const truths = truthsIn(folder);
const tallies = new Map<string, number[]>();
for (const [i, truth] of truths.entries()) {
  const { columnCount, columns } = truth;
  const ids = columns.map(({ index }) => `c${index}`);
  const termed = (own: readonly Column[]) =>
    own.map(({ index, heading }) => ({ id: `c${index}`, terms: [heading] }));
  const methods = {
    table: { id: 'table', columns: termed(columns) },
    fixedTable: {
      id: 'fixedTable',
      columnCount,
      columns: columns.map(({ index }) => ({ id: `c${index}`, index })),
    },
    textTable: {
      id: 'textTable',
      columns: columns.map(({ minX, maxX }, at) => ({ id: ids[at], minX, maxX })),
    },
  };
  for (const [method, options] of Object.entries(methods)) {
    const share = shareOf(await found(truth, options), columns);
    count(method, share === undefined ? 3 : share >= RIGHT ? 0 : share >= WRONG ? 1 : 2);
    if (flags.verbose) console.log(truth.name, truth.page, method, share?.toFixed(2) ?? 'null');
  }
  const others = termed(nextReport(i).columns);
  const foreign = await found(truth, { id: 'table', columns: others });
  count('table, headings of another report', foreign === undefined ? 3 : 2);
  if (flags.verbose && foreign)
    console.log(
      truth.name,
      truth.page,
      'taken for',
      others.map(({ terms }) => terms[0]),
    );
}
console.log(
  table(
    ['method', 'right', 'in part', 'wrong', 'null'],
    [...tallies].map(([name, own]) => [name, ...own.map(String)]),
  ),
);

function count(method: string, at: number): void {
  const own = tallies.get(method) ?? [0, 0, 0, 0];
  tallies.set(method, own.with(at, own[at]! + 1));
}

/** The first table after one that is in another report. */
function nextReport(at: number): Truth {
  const [first] = [...truths.slice(at), ...truths].filter(({ file }) => file !== truths[at]!.file);
  return first!;
}

/** The columns that a method gives from the first line of a page on; undefined for null. */
async function found({ file, page }: Truth, method: object): Promise<readonly FoundColumn[] | undefined> {
  const config = {
    preprocessors: [{ type: 'pageRange', startPage: page, endPage: page + 1 }],
    fields: [{ id: 'found', anchor: { match: { type: 'first' } }, type: 'table', method }],
  };
  const bytes = new Uint8Array(readFileSync(file));
  const { parsed_document } = await extract(bytes, JSON.stringify(config), undefined, { ocrLevel: 0 });
  const value = parsed_document['found'] as { readonly columns: readonly FoundColumn[] } | null;
  return value?.columns;
}

/** Share of the cells that are in their column; undefined for no table. */
function shareOf(own: readonly FoundColumn[] | undefined, columns: readonly Column[]): number | undefined {
  if (!own) return undefined;
  let right = 0;
  for (const [i, { cells }] of columns.entries()) {
    const texts = own[i]!.values.map((value) => plain(value?.value ?? ''));
    for (const cell of cells) {
      const at = texts.indexOf(plain(cell));
      if (at < 0) continue;
      texts.splice(at, 1);
      right += 1;
    }
  }
  return right / columns.reduce((sum, { cells }) => sum + cells.length, 0);
}

/** The tables of a folder whose columns have headings of their own. */
function truthsIn(path: string): Truth[] {
  return reportsIn(path).flatMap(({ name, file, tables }) =>
    tables.flatMap(({ page, cells }) => {
      const columns = columnsOf(cells);
      if (new Set(columns.map(({ heading }) => heading)).size < Math.max(2, columns.length)) return [];
      const columnCount = Math.max(...cells.map(({ lastColumn }) => lastColumn)) + 1;
      return [{ name, file, page, columnCount, columns }];
    }),
  );
}

/** The columns that have a heading, up to the first row with a figure beside its label, and cells below it. */
function columnsOf(cells: readonly TrueCell[]): Column[] {
  const first = Math.min(
    ...cells.filter(({ column, text }) => column > 0 && FIGURE.test(text)).map(({ row }) => row),
  );
  if (first < 1 || first > MOST_HEADINGS) return [];
  const last = Math.max(...cells.map(({ lastColumn }) => lastColumn));
  return Array.from({ length: last + 1 }, (_, index) => index).flatMap((index) => {
    const own = cells.filter(({ column, lastColumn }) => column <= index && lastColumn >= index);
    const heading = own
      .filter(({ row }) => row < first)
      .map(({ text }) => text)
      .join(' ')
      .trim();
    const body = own.filter(
      ({ row, column, lastColumn, box }) => row >= first && column === lastColumn && box,
    );
    if (heading === '' || body.length < 2) return [];
    return [
      {
        index,
        heading,
        minX: Math.min(...body.map(({ box }) => box!.left)) / POINTS_PER_INCH,
        maxX: Math.max(...body.map(({ box }) => box!.right)) / POINTS_PER_INCH,
        cells: body.map(({ text }) => text),
      },
    ];
  });
}
