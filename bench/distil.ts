/**
 * Measures what `distil` makes of the answers of a simulated model (`distil-model.ts`). What the configs of a corpus read
 * off their documents is asked for as a schema: single values that are printed, tables, and sections. The document and two changed
 * copies are the samples, a third copy is held out; two more copies, on which the configs say what is right, are those
 * that the distilled config has not seen. In one of them equal values are equal, in the other each place has its own value,
 * so that a field that reads an equal value at another place is wrong. Of tables of four rows and more one row is not printed:
 * one of the middle on a sample, the last and the first on the copies that are not seen. Documents that values were read off by eye take part
 * with the values on which their config agrees with the eye. Columns are also those of tables of reports (`tables/`), whose
 * cells people have marked; on copies their texts are what is printed in the same places. What is left to the model is counted by
 * the reasons of distil's own report. Documents are read without OCR; boxes to tick are left out, as no model's answer about them is printed.
 *
 *   ANCHORLINE_CORPUS=folder npx tsx bench/distil.ts [--half tuned|kept] [--filter TEXT] [--goldens] [--columns] [--verbose]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createExtractor, parseConfig } from '../src/index.js';
import type { Document } from '../src/page/document/model.js';
import { tableOf as givenRows } from '../src/run/extraction/answers.js';
import { type Distilled, distil, type JsonSchemaInput } from '../src/tools/models/index.js';
import { LEFT, type Left, type LeftReason } from '../src/tools/models/left.js';
import { spaced } from '../src/tools/suggest/wanted.js';
import { findCorpus, type Job } from '../test/conformance/corpus.js';
import { type Known, simulatedModel } from './distil-model.js';
import { trueTable } from './distil-tables.js';
import { halfOf } from './halves.js';
import { blankedDocument, changedDocument } from './suggest-changed.js';
import { bareConfig, type Given, textsOf, valuesOn, type Wish, wishesOf } from './suggest-wanted.js';
import { table } from './table.js';
import { type Report, reportsIn } from './table-truth.js';

const { values: flags } = parseArgs({
  options: {
    half: { type: 'string' },
    filter: { type: 'string', default: '' },
    goldens: { type: 'boolean', default: false },
    columns: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** Time enough on a machine that is busy. */
const PATIENT = 600_000;
const extractor = createExtractor({ limits: { milliseconds: PATIENT } });

/** Single values, and columns of what the config reads as tables and as sections. */
const KINDS = ['values', 'tables', 'sections'] as const;
type Kind = (typeof KINDS)[number];
type Counts = ReturnType<typeof zero>;
type Figures = Readonly<Record<Kind, Counts>> & { readonly tokens: Distilled['tokens'] };

/** Of the halves by name alone, the kept one was looked at; these are fresh since 28 November 2026. */
const SALT = 'distil 2026-11-28 ';

/** Share of the values that are not printed on a sample, and on a copy that is not seen. */
const BLANK = 0.1;
/** Rows of a table at least of which one is not printed. */
const ROWS = 4;

/** Types of the language as formats of a schema. */
const SCHEMAS: Readonly<Record<string, JsonSchemaInput>> = {
  date: { type: 'string', format: 'date' },
  currency: { type: 'number', format: 'currency' },
  percentage: { type: 'number', format: 'percentage' },
  number: { type: 'number' },
  phoneNumber: { type: 'string', format: 'phone' },
};

const folder = process.env['ANCHORLINE_CORPUS'] ?? '';
const corpus = findCorpus(folder);
if ('missing' in corpus) throw new Error(corpus.missing);
const jobs = [
  ...corpus.worked.map(({ expected, ...job }) => ({ ...job, known: expected, isGolden: false })),
  ...corpus.library.map(({ golden, ...job }) => ({ ...job, known: golden, isGolden: golden !== undefined })),
];
const all: { name: string; half: string; before: string; figures: Figures }[] = [];
for (const { name, known = {}, isGolden, ...job } of jobs) {
  const half = halfOf(name, SALT);
  if (!name.includes(flags.filter) || (flags.half !== undefined && flags.half !== half)) continue;
  if (flags.goldens && !isGolden) continue;
  const figures = await measure(name, job, known).catch((error: unknown) => {
    console.log(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
    return undefined;
  });
  if (figures) all.push({ name: `${name} (${half})`, half, before: halfOf(name), figures });
}
for (const report of flags.goldens ? [] : reportsIn(join(folder, 'tables'))) {
  const half = halfOf(report.name, SALT);
  if (!report.name.includes(flags.filter) || (flags.half !== undefined && flags.half !== half)) continue;
  const figures = await measureReport(report).catch((error: unknown) => {
    console.log(`${report.name}: ${error instanceof Error ? error.stack : String(error)}`);
    return undefined;
  });
  if (figures)
    all.push({ name: `tables ${report.name} (${half})`, half, before: halfOf(report.name), figures });
}
await extractor.close();

/** What is shown of each kind: how many of which. */
const SHARES = [
  ['by layout', 'proven', 'asked'],
  ['wrong', 'wrong', 'seen'],
  ['wrong, places apart', 'apartWrong', 'apart'],
  ['wrong, not printed', 'blankWrong', 'blank'],
  ['of which the report says so', 'blankTold', 'blankWrong'],
] as const;
const shown = KINDS.flatMap((kind) =>
  (kind === 'values' ? SHARES : SHARES.slice(0, 3)).map((each) => [kind, ...each] as const),
);
const row = (name: string, each: readonly { figures: Figures }[]) => {
  const sum = (of: (figures: Figures) => number) =>
    each.reduce((total, { figures }) => total + of(figures), 0);
  const share = (part: number, whole: number) =>
    whole === 0 ? '' : `${part} of ${whole}, ${(part / whole).toFixed(3)}`;
  const shares = shown.map(([kind, , part, whole]) =>
    share(
      sum((f) => f[kind][part]),
      sum((f) => f[kind][whole]),
    ),
  );
  return [name, ...shares, `${sum((f) => f.tokens.before)}`, `${sum((f) => f.tokens.after)}`];
};
const parts = (['half', 'before'] as const).flatMap((split) =>
  ['tuned', 'kept'].map((half) => {
    const each = all.filter((one) => one[split] === half);
    return { each, name: `${half}${split === 'before' ? ', by name alone' : ''}: ${each.length} documents` };
  }),
);
const headings = ['document', ...shown.map(([kind, words]) => `${kind}: ${words}`), 'tokens before', 'after'];
console.log(
  table(headings, [
    ...all.map((each) => row(each.name, [each])),
    ...parts.map(({ name, each }) => row(name, each)),
  ]),
);
const WORDS = { ...LEFT, silent: 'proven, and nothing is found on the copy' };
for (const { name, each } of parts.slice(0, 2)) {
  const rows = Object.entries(WORDS).map(([because, words]) => {
    const counts = KINDS.map((kind) =>
      each.map(({ figures }) => figures[kind].left[because as LeftReason] ?? 0),
    );
    return [words, ...counts.map((own) => `${own.reduce((a, b) => a + b, 0)}`)];
  });
  console.log(`\n${table([`left to the model, ${name}`, ...KINDS], rows)}`);
}

async function measure(
  name: string,
  { document: file, config: configFile }: Job,
  known: Readonly<Record<string, unknown>>,
): Promise<Figures | undefined> {
  const config = parseConfig(readFileSync(configFile, 'utf8'));
  if (JSON.stringify(config.preprocessors ?? []).includes('"ocr"')) return undefined;
  const loaded = await extractor.load(new Uint8Array(readFileSync(file)), { ocrLevel: 0, filename: file });
  try {
    const { document } = await extractor.preprocess(loaded, config);
    const bare = bareConfig(config);
    return await measured(name, document, (on) => valuesOn(on, bare, extractor), {
      wishes: (values) =>
        wishesOf(values, bare).filter(
          ({ wanted, given, texts }) => texts.length > 0 && isConfirmed(known[wanted.id], given),
        ),
    });
  } finally {
    await loaded.close();
  }
}

/** The tables of a report whose cells people have marked; on copies they have the texts that are in the same places. */
async function measureReport({ name, file, tables }: Report): Promise<Figures | undefined> {
  const loaded = await extractor.load(new Uint8Array(readFileSync(file)), { ocrLevel: 0, filename: file });
  try {
    const known = tables.filter((each) => trueTable(each, loaded, true) !== undefined);
    const truthOn = async (on: Document) =>
      Object.fromEntries(
        known.flatMap((each, i) => {
          const given = trueTable(each, on, false);
          return given ? [[`table${i}`, given as unknown as Given]] : [];
        }),
      );
    return await measured(name, loaded, truthOn, { wishes: () => [] });
  } finally {
    await loaded.close();
  }
}

type Values = Readonly<Record<string, Given | null | undefined>>;
interface GivenTable {
  readonly columns: readonly { readonly id: string; readonly values: readonly (Given | null)[] }[];
}

async function measured(
  name: string,
  document: Document,
  truthOn: (document: Document) => Promise<Values>,
  wanted: { wishes(values: Values): readonly Wish[] },
): Promise<Figures | undefined> {
  const values = await truthOn(document);
  const wishes = flags.columns ? [] : wanted.wishes(values);
  const tables = Object.entries(values).flatMap(([id, given]) => {
    const own = tableOf(given);
    const kind: Kind = Array.isArray(given) ? 'sections' : 'tables';
    return own?.columns.some((column) => column.values.length > 0) ? [{ id, kind, table: own }] : [];
  });
  if (wishes.length + tables.length === 0) return undefined;
  const cells = tables.flatMap(({ table: { columns } }) =>
    // Labels of rows are those of the form; a form's figures change.
    columns.flatMap(({ values: own }) =>
      own.flatMap((cell) => (cell && /\d/u.test(String(cell.value)) ? textsOf(cell) : [])),
    ),
  );
  const texts = [...wishes.flatMap((wish) => wish.texts), ...cells];
  const blanks = (from: number) =>
    wishes.filter((_, i) => (i + from) % Math.round(1 / BLANK) === 0).map(({ wanted }) => wanted.id!);
  const copy = async (
    change: 'alike' | 'apart',
    round: number,
    { blank = [], row: at }: { blank?: readonly string[]; row?: number } = {},
  ) => {
    const gone = wishes.filter(({ wanted }) => blank.includes(wanted.id!)).flatMap((wish) => wish.texts);
    const rows = at === undefined ? [] : await rowsThatGo(document, tables, at, truthOn);
    const changed = changedDocument(blankedDocument(document, [...gone, ...rows]), texts, change, round);
    return { document: changed, truth: await truthOn(changed), blank };
  };
  const samples = [
    { document, truth: values, blank: [] },
    await copy('apart', 1),
    await copy('alike', 2, { blank: blanks(0), row: 0.5 }),
    await copy('alike', 3),
  ];
  // Only what the config reads in one place on all of them: others it chooses by what they are, as the latest date.
  const isKept = ({ wanted: { id }, given }: (typeof wishes)[number]) =>
    samples.every(({ truth, blank }) => blank.includes(id!) || isInPlace(truth[id!], given));
  const kept = wishes.filter(isKept);
  const ids = kept.map(({ wanted }) => wanted.id!);
  const answers = samples.map(
    ({ document: shown, truth, blank }): Known => ({
      document: shown,
      values: Object.fromEntries(
        ids.map((id) => [id, blank.includes(id) ? undefined : (truth[id] ?? undefined)]),
      ),
      rows: Object.fromEntries(tables.map(({ id }) => [id, rowsOf(tableOf(truth[id]))])),
    }),
  );
  const distilled = await distil(
    samples.map(({ document: shown }, i) => ({ name: `${i}`, document: shown })),
    schemaFor(kept, tables),
    {
      llm: { providers: { model: simulatedModel(name, answers) } },
      strict: true,
      extractor: { limits: { milliseconds: PATIENT } },
    },
  );
  const found = distilled.toSorted((a, b) => b.samples.length - a.samples.length)[0]!;
  if (distilled.length > 1 && flags.verbose) console.log(`${name}: ${distilled.length} layouts`);
  const given = parseConfig(found.config);
  const isEmpty = given.fields.length === 0;
  const read = async (on: Document): Promise<Values> =>
    isEmpty ? {} : valuesOn(on, { ...given, fingerprint: undefined, verbosity: 3 }, extractor);
  const alike = await copy('alike', 4, { blank: blanks(5), row: 1 });
  const apart = await copy('apart', 5, { row: 0 });
  const [onAlike, onApart] = [await read(alike.document), await read(apart.document)];

  const of = { values: zero(), tables: zero(), sections: zero() };
  for (const { id, by, left, takesOthers } of found.fields.filter((field) => ids.includes(field.id))) {
    const count = of.values;
    count.asked++;
    if (by !== 'layout') {
      leave(count, left[0]);
      report(name, id, found, 'left');
      continue;
    }
    count.proven++;
    if (alike.blank.includes(id)) {
      count.blank++;
      if (isThere(onAlike[id])) {
        count.blankWrong++;
        if (takesOthers) count.blankTold++;
        report(
          name,
          id,
          found,
          `reads ${told(onAlike[id])} where nothing is printed${takesOthers ? ', as it says' : ''}`,
        );
      }
    } else if (isInPlace(alike.truth[id], values[id]!)) {
      count.seen++;
      if (isThere(onAlike[id]) && !isSame(onAlike[id], alike.truth[id])) {
        count.wrong++;
        report(name, id, found, `WRONG: ${told(onAlike[id])} for ${told(alike.truth[id])}`);
      }
    }
    if (!isInPlace(apart.truth[id], values[id]!) || !isThere(onApart[id])) continue;
    count.apart++;
    if (isSame(onApart[id], apart.truth[id])) continue;
    count.apartWrong++;
    report(name, id, found, `apart: ${told(onApart[id])} for ${told(apart.truth[id])}`);
  }
  for (const { id, kind, table: own } of tables) {
    const count = of[kind];
    const left = found.fields.find((field) => field.id === id)?.left ?? [];
    for (const column of own.columns.filter(hasText)) {
      count.asked++;
      const [is, truth] = [onAlike, alike.truth].map((each) => columnOf(each[id], column.id));
      if (!is) {
        leave(
          count,
          left.find((each) => (each.column ?? column.id) === column.id),
        );
        report(name, `${id}.${column.id}`, found, 'left', id);
        continue;
      }
      count.proven++;
      count.seen++;
      if (!areSame(is, truth)) {
        count.wrong++;
        report(name, `${id}.${column.id}`, found, `WRONG: ${toldAll(is)} for ${toldAll(truth)}`, id);
      }
      count.apart++;
      const other = [onApart, apart.truth].map((each) => columnOf(each[id], column.id));
      if (areSame(other[0], other[1])) continue;
      count.apartWrong++;
      report(name, `${id}.${column.id}`, found, `apart: ${toldAll(other[0])} for ${toldAll(other[1])}`, id);
    }
  }
  return { ...of, tokens: found.tokens };
}

/** Counts of one kind; of what is left to the model by why, and `silent` where a proven column gives nothing. */
function zero() {
  const counts = { asked: 0, proven: 0, seen: 0, wrong: 0, apart: 0, apartWrong: 0 };
  const left: Partial<Record<LeftReason | 'silent', number>> = {};
  return { ...counts, blank: 0, blankWrong: 0, blankTold: 0, left };
}

function leave({ left }: Counts, why: Left | undefined): void {
  const because = why?.because ?? 'silent';
  left[because] = (left[because] ?? 0) + 1;
}

/** Whether what was read off by eye, where it was, says the same. */
function isConfirmed(known: unknown, { value }: Given): boolean {
  if (known === undefined) return true;
  return typeof known === 'object' && known !== null && (known as Given).value === value;
}

/**
 * The rows that hold something printed, of a table or of sections, and the columns that do: a constant is no answer about a
 * document, and a row of nothing else is none.
 */
function tableOf(given: unknown): GivenTable | undefined {
  const rows = givenRows(given);
  if (!rows) return undefined;
  const { columns } = rows as GivenTable;
  const printed = columns.filter(({ values }) => values.some(isOnPage));
  const isHeld = (row: number) => printed.some(({ values }) => isOnPage(values[row]));
  return {
    columns: printed.map(({ id, values }) => ({ id, values: values.filter((_, row) => isHeld(row)) })),
  };
}

/** The texts of one row of each table that can be taken out as a whole. */
async function rowsThatGo(
  document: Document,
  tables: readonly { readonly id: string; readonly table: GivenTable }[],
  at: number,
  truthOn: (document: Document) => Promise<Values>,
): Promise<Wish['texts']> {
  const texts = [];
  for (const { id, table: own } of tables) {
    const row = rowTexts(own, at);
    const left = tableOf((await truthOn(blankedDocument(document, row)))[id]);
    if (left && countOf(left) === countOf(own) - 1) texts.push(...row);
  }
  return texts;
}

function countOf({ columns }: GivenTable): number {
  return columns[0]?.values.length ?? 0;
}

/** The texts of a row of a table that has enough of them. @param at from 0, the first row, to 1, the last */
function rowTexts({ columns }: GivenTable, at: number): Wish['texts'] {
  const count = countOf({ columns });
  if (count < ROWS) return [];
  const own = (row: number) => columns.flatMap(({ values }) => (isThere(values[row]) ? [values[row]!] : []));
  const whole = Array.from({ length: count }, (_, row) => row).filter((row) =>
    own(row).every((cell) => textsOf(cell).length > 0),
  );
  const row = whole[Math.round(at * (whole.length - 1))];
  return row === undefined ? [] : own(row).flatMap(textsOf);
}

function hasText({ values }: GivenTable['columns'][number]): boolean {
  return values.some((cell) => isThere(cell));
}

function rowsOf(given: GivenTable | undefined): readonly (readonly (Given | null)[])[] {
  const columns = given?.columns.filter(hasText) ?? [];
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, i) => columns.map(({ values }) => values[i] ?? null));
}

function columnOf(given: unknown, id: string): readonly (Given | null)[] | undefined {
  return tableOf(given)?.columns.find((column) => column.id === id)?.values;
}

/** Whether a cell holds something that it was read from: text, or a box. */
function isOnPage(given: Given | null | undefined): boolean {
  return isThere(given) && (given!.lines ?? []).length + (given!.regions ?? []).length > 0;
}

function isThere(given: Given | null | undefined): boolean {
  return given !== null && given !== undefined && given.value !== null && given.value !== '';
}

/** Whether a config reads a value of a copy where it read that of the document. */
function isInPlace(now: Given | null | undefined, before: Given): boolean {
  const place = ({ source, value, lines = [] }: Given) =>
    JSON.stringify([
      lines.map(({ page, boundingPolygon: [first] }) => [page, first?.x, first?.y]),
      lines.map(({ text }) => text.indexOf(source ?? String(value))),
    ]);
  return isThere(now) && place(now!) === place(before);
}

function isSame(is: Given | null | undefined, truth: Given | null | undefined): boolean {
  if (!isThere(is) || !isThere(truth)) return isThere(is) === isThere(truth);
  const text = ({ source, value }: Given) => spaced(source ?? String(value));
  return is!.value === truth!.value || text(is!) === text(truth!);
}

function areSame(
  is: readonly (Given | null)[] | undefined,
  truth: readonly (Given | null)[] | undefined,
): boolean {
  return is?.length === truth?.length && (is ?? []).every((cell, i) => isSame(cell, truth![i]));
}

function told(given: Given | null | undefined): string {
  return JSON.stringify(given?.value);
}

function toldAny(given: unknown): string {
  const own = tableOf(given);
  return own ? `${rowsOf(own).length} rows` : told(given as Given);
}

function toldAll(given: readonly (Given | null)[] | undefined): string {
  return `[${(given ?? []).map(told).join(', ')}]`;
}

function report(name: string, id: string, { fields, config }: Distilled, what: string, of = id): void {
  if (!flags.verbose) return;
  const field = fields.find((each) => each.id === of);
  const isMeant = ({ column }: { readonly column?: string }) =>
    column === undefined || id === `${of}.${column}`;
  const left = field?.left.find(isMeant)?.because ?? '';
  const why = field?.disagreements
    .filter(isMeant)
    .map(({ sample, layout, model }) => `${sample}: ${toldAny(layout)} and ${toldAny(model)}`);
  const because = why && what === 'left' ? ` ${[left, ...why].join('; ')}` : '';
  console.log(`  ${name} ${id}: ${what}${because}`);
  if (what !== 'left') console.log(`      ${JSON.stringify(fieldOf(config, of))}`);
}

function fieldOf(config: string, id: string): unknown {
  return parseConfig(config).fields.find((field) => (field as { id?: string }).id === id);
}

function schemaFor(
  wishes: readonly { readonly wanted: { readonly id: string }; readonly given: Given }[],
  tables: readonly { readonly id: string; readonly table: GivenTable }[],
): JsonSchemaInput {
  const typed = ({ type = 'string', value }: Given): JsonSchemaInput =>
    (typeof value === 'number' || type === 'date' || type === 'phoneNumber' ? SCHEMAS[type] : undefined) ?? {
      type: typeof value === 'number' ? 'number' : 'string',
    };
  const rows = tables.map(({ id, table: { columns } }) => {
    const cells = columns.filter(hasText).map((column) => {
      const cell = column.values.find((each) => isThere(each))!;
      return [column.id, typed(cell)] as const;
    });
    return [id, { type: 'array', items: objectOf(cells) }] as const;
  });
  return objectOf([...rows, ...wishes.map(({ wanted, given }) => [wanted.id, typed(given)] as const)]);
}

/** The schema of an object. An id of several names is a member of objects. */
function objectOf(members: readonly (readonly [id: string, schema: JsonSchemaInput])[]): JsonSchemaInput {
  const properties: Record<string, JsonSchemaInput> = {};
  for (const [id, own] of members) {
    const [first, ...names] = id.split('.');
    const schema = names.reduceRight<JsonSchemaInput>(
      (inner, name) => ({ type: 'object', properties: { [name]: inner } }),
      own,
    );
    properties[first!] = merged(properties[first!], schema);
  }
  return { type: 'object', properties };
}

function merged(a: JsonSchemaInput | undefined, b: JsonSchemaInput): JsonSchemaInput {
  const [own, other] = [a?.['properties'], b['properties']] as (
    | Record<string, JsonSchemaInput>
    | undefined
  )[];
  if (!own || !other) return b;
  const members = Object.entries(other).map(([name, each]) => [name, merged(own[name], each)] as const);
  return { type: 'object', properties: { ...own, ...Object.fromEntries(members) } };
}
