/**
 * Measures what `anchorline suggest` proposes: of the values that are known of the documents of a corpus, the share for
 * which the first proposal extracts exactly the value, and the share that still does on a document of the same layout
 * with other values. As the corpus has hardly two documents of one layout, the second one is made: the same lines, in
 * which every known value is another of the same form.
 *
 *   ANCHORLINE_CORPUS=folder npx tsx bench/suggest.ts [--filter TEXT] [--verbose]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { builtInLanguage } from '../src/config/schema.js';
import { withEdits } from '../src/document/line-edits.js';
import type { Document, Line } from '../src/document/model.js';
import { createExtractor, defineConfig } from '../src/index.js';
import type { TypeReference } from '../src/language.js';
import {
  type Proposal,
  type Suggestion,
  type SuggestOptions,
  suggestFields,
} from '../src/suggest/suggest.js';
import { ownGuard, prepareTypes, spaced, targetOf, type WantedValue } from '../src/suggest/wanted.js';
import { findCorpus } from '../test/conformance/corpus.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: { filter: { type: 'string', default: '' }, verbose: { type: 'boolean', default: false } },
});

const language = builtInLanguage();
const { types } = language;
/** Time enough for OCR on a machine that is busy: a page that is given up would count as one without values. */
const PATIENT = 1_800_000;
const extractor = createExtractor({ limits: { milliseconds: PATIENT, ocrMilliseconds: PATIENT } });
const options: SuggestOptions = {
  language,
  limit: 1,
  extract: (document, config) => extractor.extract(document, config, undefined, { secondLook: false }),
};

/** What was found of the values of one document. */
interface Figures {
  readonly name: string;
  readonly values: number;
  readonly exact: number;
  /** Of the exact ones, those whose printed form could be changed, and those that then give the changed value. */
  readonly changed: number;
  readonly stillExact: number;
}

const corpus = findCorpus();
if ('missing' in corpus) throw new Error(corpus.missing);
const all: Figures[] = [];
for (const { name, document, golden } of corpus.library) {
  if (!golden || !name.includes(flags.filter)) continue;
  all.push(await measure(name, new Uint8Array(readFileSync(document)), wantedOf(golden)));
}
await extractor.close();
const share = (part: number, whole: number) => (whole === 0 ? '' : (part / whole).toFixed(3));
const row = (name: string, figures: readonly Figures[]) => {
  const sum = (key: 'values' | 'exact' | 'changed' | 'stillExact') =>
    figures.reduce((total, each) => total + each[key], 0);
  return [
    name,
    String(sum('values')),
    String(sum('exact')),
    share(sum('exact'), sum('values')),
    `${sum('stillExact')} of ${sum('changed')}`,
    share(sum('stillExact'), sum('changed')),
  ];
};
console.log(
  table(
    ['document', 'values', 'exact', 'share', 'still exact', 'share'],
    [...all.map((each) => row(each.name, [each])), row(`all ${all.length} documents`, all)],
  ),
);

/** The listed texts, numbers and dates. */
function wantedOf(golden: Readonly<Record<string, unknown>>): WantedValue[] {
  const found: WantedValue[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      const isDate = /^\d{4}-\d\d-\d\dT/u.test(value);
      found.push({ id: path, values: [value], ...(!isDate && { type: 'string' }) });
    } else if (typeof value === 'number') found.push({ id: path, values: [value] });
    else if (Array.isArray(value)) for (const [i, item] of value.entries()) visit(item, `${path}_${i}`);
    else if (typeof value === 'object' && value !== null) {
      if ('value' in value) visit(value.value, path);
      else for (const [id, member] of Object.entries(value)) visit(member, `${path}_${id}`);
    }
  };
  for (const [id, value] of Object.entries(golden)) visit(value, id);
  return found;
}

async function measure(name: string, bytes: Uint8Array, wanted: readonly WantedValue[]): Promise<Figures> {
  const document = await extractor.load(bytes);
  for (const { message } of document.errors ?? []) console.log(`${name}: ${message}`);
  try {
    await prepareTypes(types, wanted);
    const begin = performance.now();
    const suggestions = await suggestFields([document], wanted, options);
    const seconds = (performance.now() - begin) / 1000;
    const found = suggestions.filter(({ proposals }) => proposals.length > 0);
    if (flags.verbose) for (const each of suggestions) console.log(verbose(each));
    if (flags.verbose) console.log(`${name}: ${seconds.toFixed(1)} s`);
    const { changed, stillExact } = await onChanged(document, found);
    return { name, values: wanted.length, exact: found.length, changed, stillExact };
  } finally {
    await document.close();
  }
}

function verbose({ id, wanted, proposals: [best], reason }: Suggestion): string {
  const value = JSON.stringify(wanted.values[0]);
  return best
    ? `  ${id} = ${value}: ${best.cost.toFixed(1)} ${JSON.stringify(best.field)}`
    : `  ${id} = ${value}: NONE, ${reason}`;
}

/** Runs first proposals on the document with other values. */
async function onChanged(document: Document, found: readonly Suggestion[]) {
  const edits = new Map<string, string>();
  for (const { wanted, proposals } of found) {
    for (const printed of printedForms(document, wanted, proposals[0]!))
      edits.set(printed, otherValue(printed));
  }
  const texts = [...edits.keys()].toSorted((a, b) => b.length - a.length);
  const applied = new Set<string>();
  const other: Document = {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      lines: page.lines.map((line) => edited(line, texts, edits, applied)),
    })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
  const fields = found.map(({ proposals }, i) => ({ id: `f${i}`, ...proposals[0]!.field }));
  const config = defineConfig({ fields } as never);
  const before = (await options.extract(document, config)).parsed_document;
  const after = (await options.extract(other, config)).parsed_document;
  let changed = 0;
  let stillExact = 0;
  for (const [i, { id, wanted, proposals }] of found.entries()) {
    const [was, is] = [before[`f${i}`], after[`f${i}`]] as readonly { source?: string; value: unknown }[];
    const printed = was?.source ?? spaced(String(was?.value));
    const wish = edits.get(printed);
    if (wish === undefined || wish === printed || !applied.has(printed)) continue;
    changed++;
    if (is && isSame(is, wish, proposals[0]!.field.type)) stillExact++;
    else if (flags.verbose) {
      console.log(`  changed ${id}: ${wanted.values[0]} -> ${wish}, got ${JSON.stringify(is?.value)}`);
    }
  }
  return { changed, stillExact };
}

/** Whether a value is that of another printed text. */
function isSame(
  is: { source?: string; value: unknown },
  wish: string,
  type: TypeReference | undefined,
): boolean {
  return spaced(is.source ?? String(is.value)) === wish || (type === undefined && is.value === wish);
}

/** Texts by which a value is printed, as the proposed type reads them. */
function printedForms(document: Document, { values }: WantedValue, { field }: Proposal): Set<string> {
  const forms = new Set<string>();
  if (field.type === undefined) return forms.add(spaced(String(values[0])));
  const compiled = types.compile(field.type);
  const wanted = targetOf(values[0]!, undefined, types).types.find(
    ({ reference }) => reference === field.type,
  );
  if (!wanted) return forms;
  for (const { lines } of document.pages) {
    for (const line of lines) {
      for (const { value } of compiled.candidates([{ text: line.text, line }], ownGuard())) {
        if (value.source !== undefined && wanted.isWanted(value)) forms.add(value.source);
      }
    }
  }
  return forms;
}

/** Another value of the same form: of dates the year, of other values all digits; letters turned by one. */
function otherValue(text: string): string {
  const isDate = targetOf(text, undefined, types).types[0]!.type === 'date';
  if (isDate) return text.replace(/\d(?=\D*$)/u, (digit) => String((Number(digit) + 1) % 10));
  return text
    .replace(/\d/gu, (digit) => String((Number(digit) % 9) + 1))
    .replace(/[a-y]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(/[A-Y]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
}

/** The line with all values in it changed. @param applied gets those that were found */
function edited(
  line: Line,
  texts: readonly string[],
  others: ReadonlyMap<string, string>,
  applied: Set<string>,
): Line {
  let changed = line;
  const taken: { start: number; end: number }[] = [];
  for (const text of texts) {
    const start = text === '' ? -1 : placeOf(line.rawText, text);
    const end = start + text.length;
    if (start < 0 || taken.some((other) => start < other.end && end > other.start)) continue;
    taken.push({ start, end });
    applied.add(text);
    // Other values are as long as those that they replace, so that places stay.
    changed = withEdits(changed, [{ start, end, text: others.get(text)! }]);
  }
  return changed;
}

/** Where a text stands as words of their own; -1 where it does not. */
function placeOf(line: string, text: string): number {
  const at = line.indexOf(text);
  if (at < 0) return -1;
  const isPart =
    /[\p{L}\p{N}]/u.test(line[at - 1] ?? ' ') || /[\p{L}\p{N}]/u.test(line[at + text.length] ?? ' ');
  return isPart ? -1 : at;
}
