/** The rules of the house that imports can break. Imports of types count as those of values do. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filesWithThresholds } from '../bench/threshold-source.js';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

/**
 * The wings in the order in which they may import: each from those before it. Wings of one step stand beside each
 * other. Files directly in `src`, and `extend/`, are the face.
 */
const ORDER: readonly (readonly string[])[] = [
  ['foundation'],
  ['page'],
  ['reading', 'llm'],
  ['language'],
  ['run'],
  ['face'],
  ['tools', 'service'],
];

/** Files of the face that every wing may import: they know of no wing, but for types of options. */
const SHARED = new Set(['errors.ts', 'limits.ts', 'options.ts']);

/**
 * The most lines that a wing may have. Who raises a number names in the same change the ability that the lines buy;
 * who takes lines out lowers it.
 */
const MOST_LINES: Readonly<Record<string, number>> = {
  // Limits of image files, and of fields, rows and faxes of PDFs. Ids that a host adds, for `defineConfig`.
  face: 1_619,
  // A list for an object is answered with the object to write. Files of packages for browsers by Brotli, words front-coded.
  // Patterns have their time of the processor, and not of the clock. Work that is done once a key, for pages and their boxes.
  foundation: 3_530,
  // The pass over runs before lines are made; marks, letters typed apart, Arabic as it is typed.
  // Rows whose cell has many lines, headings written upwards; second prints are looked for where runs lie over each other.
  // Pages in scripts that an OCR engine does not know are reported. Items of several lines at one distance; rows of a table at
  // the head of the next page. Titles between lines, headings on a fill, signs of a currency after figures; text of a table that is in
  // none of its cells. Codes that are broken behind their dash. Tables in cells of tables, totals in walls of their own, lines
  // above their figures. What hangs on thresholds, in headers. Lines of a page by their height: a field of a form looks at few of them.
  page: 16_769,
  // Parts of Word documents, dates of cells, encodings of mails; codes of fonts by the file's own objects; forms in XML.
  // Damaged pages that pdf.js must not be given; drawings by the engine that an OCR engine reads best;
  // leaders, numbers on their side, models of PP-OCR from a folder; bounds on fields, rows and faxes of hostile PDFs;
  // pages in scripts that an OCR engine does not know; digits that are printed and were not read, masked numbers.
  // Groups of four of a card's masked number. Unsure rows are read wider, and a known word counts before one that is none.
  // Forms of pdf.js 6.3; the halves of pdf.js, for which the studio has its own.
  // What hangs on thresholds, in headers. Long words may be further from what was read; years stay apart from their days.
  reading: 29_316,
  // Names that a search finds are longer than `wordsOf`.
  // Rows of a table at the head of the next page, however few.
  llm: 6_271,
  // One boundary of printed numbers; dates in seven languages; telephones, names and addresses read whole or not at all.
  // A minus before the code of a currency; `row` says that its anchor's line goes on; fallbacks to a model are named.
  // Items below a bar of headings, without walls or alignment.
  // Lines of two columns are cut where most of them lies in one. Headings on a fill belong to the rows below them. Misspelt names
  // are answered by the compiler, definitions without a function by its name. Definitions of a host in configs that the compiler
  // checks.
  // What hangs on thresholds, in headers. Types of matchers and anchors are written, so that no compiler of a user works them out.
  // Amounts that cannot be read keep their place. Lists side by side of which one leaves out places are reported. Amounts in which
  // letters were read for digits, and quantities in two units, are no shorter ones. Captions found in spite of points, slashes and spaces.
  language: 34_954,
  // Results as sheets, and answers of models beside the layout, which tools and service share;
  // results distinguished by the names of their configs. Rows are one thing as columns and as objects.
  // Tables in cells on their way out of a worker, with what could not be placed. Rows that a person has found right, cell by cell.
  run: 6_202,
  // Proposals by notations, boxes, sections and areas; the room of the studio; from a schema to a config (models);
  // tools for coding agents (mcp), lines that can be shown (redact); lint of captions whose answers are in
  // their line; models of OCR from a folder; distilled columns one by one, second looks, fields tried where nothing is printed;
  // starters, reports that can be shown with values as they are printed, conditions in why, nulls that test --update accepts, rate and
  // time left of runs over folders; tables that are proposed for rows over all samples, and tried where a row is missing; boxes of
  // grids, ids that count; runs over folders that add to lines of their own alone.
  // Sections that are proposed for rows which are printed as blocks, and in the studio from two lines of one; codes beside captions in
  // init, what the caption of a proposal says of the id; captions of groups that are one cell across a table.
  // Configs beside documents, traces on a terminal, pdf.js beside the studio; tables in cells (tables --nested).
  // Proposals by the dates of periods, by words behind an amount; addresses and numbers in pieces.
  // One shape of distilled rows; rows of which nothing is printed.
  // Headings that ids name; in the studio what is behind the first words of a line, and fields that stay chosen under another id.
  // Why a value or a column is left to the model; blocks of a form that are not filled in, columns of blocks in several ways.
  // Values that are printed once above all blocks, or above each group of them, as columns of sections; regions as wide as a value is
  // in any block.
  tools: 21_102,
  // Queues of other engines and their contract, metrics, traces, S3, a shared rate limit, an audit log,
  // settings by environment, pauses; the layout beside a model, by the ids that results show.
  service: 21_721,
};

interface Import {
  readonly from: string;
  /** A file of `src`, or the name of a package. */
  readonly to: string;
}

const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(source, from), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)(?:import|export)(?:\s+type)?\s[^;]*?from '([^']+)'|import\('([^']+)'\)/gu,
  );
  return [...found].map(([, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? '';
    const to = target.startsWith('.')
      ? normalize(join(dirname(from), target)).replace(/\.js$/u, '.ts')
      : target;
    return { from, to };
  });
});

/** The wing that a file of `src` belongs to. */
function wing(file: string): string {
  const [folder = ''] = file.split(sep);
  return folder === file || folder === 'extend' ? 'face' : folder;
}

/** The folder below a wing that a file belongs to, and undefined for files directly in the wing. */
function room(file: string): string | undefined {
  const [first, second, third] = file.split(sep);
  return third === undefined ? undefined : `${first}/${second}`;
}

/** The place of a wing in the order. */
const step = (name: string) => ORDER.findIndex((wings) => wings.includes(name));

const arrows = imports
  .filter(({ to }) => to.endsWith('.ts'))
  .map(({ from, to }) => ({ from, to, tail: wing(from), head: wing(to) }));

describe('imports', () => {
  test('imports are found at all', () => {
    expect(imports.length).toBeGreaterThan(500);
  });

  test('go from a wing only to wings before it: move what both need down, or hand it in', () => {
    const astray = arrows.filter(
      ({ from, to, tail, head }) =>
        tail !== head &&
        !SHARED.has(to) &&
        step(head) >= step(tail) &&
        // What processes run binds the house together, as the face does.
        !(room(from) === 'run/programs' && head === 'face'),
    );
    expect(astray.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('lead to wings that are listed', () => {
    expect([...new Set(files.map(wing))].filter((name) => step(name) < 0)).toEqual([]);
  });

  test('make no circle between rooms: what both need goes to the room that it speaks of', () => {
    const heads = new Map<string, Map<string, string>>();
    for (const { from, to } of arrows) {
      const [tail, head] = [room(from), room(to)];
      if (tail === undefined || head === undefined || tail === head) continue;
      heads.set(tail, (heads.get(tail) ?? new Map()).set(head, `${from} -> ${to}`));
    }
    const circles = [...heads.keys()].filter((start) => {
      const seen = new Set<string>();
      const open = [...(heads.get(start)?.keys() ?? [])];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(...(heads.get(next)?.keys() ?? []));
      }
      return seen.has(start);
    });
    expect(circles).toEqual([]);
  });

  test('reach the command line and the programs of processes from nowhere else', () => {
    const ends = new Set(['tools/cli', 'run/programs']);
    const astray = arrows.filter(({ from, to }) => ends.has(room(to) ?? '') && room(from) !== room(to));
    expect(astray).toEqual([]);
  });

  test.each([
    ['pdfjs-dist', 'reading/pdf'],
    ['commander', 'tools/cli'],
    ['@e965/xlsx', 'reading/sheet'],
    ['fast-levenshtein', 'foundation/text'],
    ['ipaddr.js', 'service/outbound'],
    ['json-logic-js', 'language/rules'],
  ])('imports of %s stay in src/%s', (name, home) => {
    const users = imports.filter(({ to }) => to === name || to.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from }) => room(from) !== home)).toEqual([]);
  });

  test('imports are all that rooms know of the outside: only the command line reads the environment', () => {
    const readers = files.filter((file) => {
      const code = readFileSync(join(source, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gsu, '');
      return /\bprocess\.env\b/u.test(code) && room(file) !== 'tools/cli';
    });
    // A process of its own is given the one variable without which Windows starts none.
    expect(readers).toEqual(['foundation/platform/process-environment.ts']);
  });

  test('no file asks URL.canParse, which is wrong on Node 20 and 22: parsedUrl is right', () => {
    const asking = files.filter((file) => readFileSync(join(source, file), 'utf8').includes('URL.canParse('));
    expect(asking).toEqual([]);
  });

  test('imports lead to files that exist', () => {
    const known = new Set(files.map((file) => relative('.', file)));
    const lost = imports.filter(({ to }) => to.endsWith('.ts') && !known.has(to));
    expect(lost).toEqual([]);
  });
});

describe('the way of a document in src/README.md', () => {
  const page = readFileSync(join(source, 'README.md'), 'utf8');
  const table = page.slice(page.indexOf('## The way of a document'), page.indexOf('## Where things are'));
  const stops = [...table.matchAll(/\| `([^`]+\.ts)` \|/gu)].map(([, stop]) => stop!);
  const heads = new Map<string, string[]>();
  for (const { from, to } of arrows) heads.set(from, [...(heads.get(from) ?? []), to]);

  test.each(stops.slice(1).map((stop, i) => [stop, stops.slice(0, i + 1)] as const))(
    'passes %s: a stop before it, or a list of definitions, imports it or imports what does',
    (stop, before) => {
      const lists = ['reading/formats/index.ts', 'language/fields/index.ts', 'run/calls/extraction-core.ts'];
      const near = [...lists, ...before].flatMap((each) => heads.get(each) ?? []);
      expect([...near, ...near.flatMap((each) => heads.get(each) ?? [])]).toContain(stop);
    },
  );

  test('the way has every stop that it names', () => {
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter((stop) => !files.includes(stop))).toEqual([]);
  });
});

test('wings are no larger than the table says: delete, or name the ability that the lines buy', () => {
  const lines = new Map<string, number>();
  for (const file of files) {
    const count = readFileSync(join(source, file), 'utf8').split('\n').length - 1;
    lines.set(wing(file), (lines.get(wing(file)) ?? 0) + count);
  }
  const grown = [...lines].filter(([name, count]) => count > (MOST_LINES[name] ?? 0));
  expect(grown.map(([name, count]) => `${name} has ${count} lines, not ${MOST_LINES[name]}`)).toEqual([]);
});

/** Files whose numbers are limits, those of a format, or published with a network: nothing was chosen by documents. */
const NOT_CHOSEN: ReadonlySet<string> = new Set([
  'reading/ocr/pool.ts',
  'reading/ocr/resolution.ts',
  'reading/ocr/paddle/areas.ts',
  'reading/ocr/paddle/onnx-file.ts',
]);
/** What a header counts: documents or what is read of them. */
const FIGURE = /\b\d[\d,]* (?:\w+ ){0,2}(?:values|words|documents|pages|scans|reports|receipts|forms)\b/u;

test('files with three thresholds say in their header what hangs on them: measure it with `npm run bench:thresholds`', () => {
  const headers = filesWithThresholds(['page', 'language/methods', 'reading/ocr'], 3)
    .filter((file) => !NOT_CHOSEN.has(file))
    .map((file) => {
      const [header = ''] = /^\/\*\*.*?\*\//su.exec(readFileSync(join(source, file), 'utf8')) ?? [];
      return { file, header: header.replaceAll(/\s*\n \*/gu, '') };
    });
  expect(headers.length).toBeGreaterThan(50);
  const without = headers.filter(({ header }) => !FIGURE.test(header)).map(({ file }) => file);
  expect(without).toEqual([]);
});
