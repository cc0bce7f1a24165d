/**
 * Measures what `anchorline suggest` proposes. The values that the configs of a corpus read off their documents are asked
 * for by the ids of the fields, and the proposals run on two other documents of the same layout, where the config says
 * what is right: the same lines with all amounts, dates and numbers changed, as well as the texts that are wanted. In the
 * one equal values change alike, in the other each place by itself, so that a field that reads an equal value at another
 * place is wrong. Of check boxes it counts those that read the box of the config.
 *
 * Documents are read without OCR. The names of documents are cut into halves by a hash: what is tuned is tuned on one. Another
 * round gives the changed documents other values, and the halves another hash: those of round 1 are unseen.
 *
 *   ANCHORLINE_CORPUS=folder npx tsx bench/suggest.ts [--half tuned|kept] [--round N] [--filter TEXT] [--verbose]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createExtractor, parseConfig } from '../src/index.js';
import { builtInLanguage } from '../src/language/config/schema.js';
import { type Box, boundingBox, boxArea, sharedArea } from '../src/page/document/geometry.js';
import type { Document } from '../src/page/document/model.js';
import { type Suggestion, type SuggestOptions, suggestFields } from '../src/tools/suggest/suggest.js';
import { prepareTypes, spaced } from '../src/tools/suggest/wanted.js';
import { findCorpus, type Job } from '../test/conformance/corpus.js';
import { halfOf } from './halves.js';
import { changedDocument } from './suggest-changed.js';
import { bareConfig, type Given, isBox, valuesOn, type Wish, wishesOf } from './suggest-wanted.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  options: {
    half: { type: 'string' },
    filter: { type: 'string', default: '' },
    round: { type: 'string', default: '0' },
    verbose: { type: 'boolean', default: false },
  },
});

const round = Number(flags.round);
/** Proposals for each value. */
const LIMIT = 3;
/** Time enough on a machine that is busy. */
const PATIENT = 600_000;
const language = builtInLanguage();
const extractor = createExtractor({ limits: { milliseconds: PATIENT } });
const options: SuggestOptions = {
  language,
  limit: LIMIT,
  extract: (document, config) => extractor.extract(document, config),
};

const COUNTS = [
  'wanted',
  'proposed',
  'alike',
  'alikeRight',
  'apart',
  'apartRight',
  'amongThree',
  'boxes',
  'boxesRight',
] as const;
type Figures = Record<(typeof COUNTS)[number], number>;

const corpus = findCorpus();
if ('missing' in corpus) throw new Error(corpus.missing);
const all: { name: string; half: string; figures: Figures }[] = [];
for (const { name, ...job } of [...corpus.worked, ...corpus.library]) {
  const half = halfOf(name, round === 0 ? '' : `suggest ${round} `);
  if (!name.includes(flags.filter) || (flags.half !== undefined && flags.half !== half)) continue;
  const figures = await measure(name, job).catch((error: unknown) => {
    console.log(`${name}: ${String(error)}`);
    return undefined;
  });
  if (figures && figures.wanted > 0) all.push({ name: `${name} (${half})`, half, figures });
}
await extractor.close();

const share = (part: number, whole: number) =>
  whole === 0 ? '' : `${part} of ${whole}, ${(part / whole).toFixed(3)}`;
const row = (name: string, each: readonly { figures: Figures }[]) => {
  const of = (key: (typeof COUNTS)[number]) => each.reduce((total, { figures }) => total + figures[key], 0);
  return [
    name,
    share(of('proposed'), of('wanted')),
    share(of('alikeRight'), of('alike')),
    share(of('apartRight'), of('apart')),
    share(of('amongThree'), of('apart')),
    share(of('boxesRight'), of('boxes')),
  ];
};
const sums = ['tuned', 'kept'].map((half) => {
  const part = all.filter((each) => each.half === half);
  return row(`${half}: ${part.length} documents`, part);
});
console.log(
  table(
    ['document', 'proposed', 'right, equal ones alike', 'right, places apart', 'among three', 'boxes'],
    [...all.map((each) => row(each.name, [each])), ...sums, row(`all ${all.length} documents`, all)],
  ),
);

async function measure(
  name: string,
  { document: file, config: configFile }: Job,
): Promise<Figures | undefined> {
  const config = parseConfig(readFileSync(configFile, 'utf8'));
  const loaded = await extractor.load(new Uint8Array(readFileSync(file)), { ocrLevel: 0, filename: file });
  try {
    if (JSON.stringify(config.preprocessors ?? []).includes('"ocr"')) return undefined;
    const { document } = await extractor.preprocess(loaded, config);
    return await measured(name, document, bareConfig(config));
  } finally {
    await loaded.close();
  }
}

async function measured(name: string, document: Document, config: object): Promise<Figures> {
  const wishes = wishesOf(await valuesOn(document, config, extractor), config);
  const wanted = wishes.map((wish) => wish.wanted);
  await prepareTypes(language.types, wanted);
  const begin = performance.now();
  const suggestions = await suggestFields([document], wanted, options);
  if (flags.verbose && wishes.length > 0) {
    console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s for ${wishes.length} values`);
  }
  const fields = suggestions.flatMap(({ proposals }, i) =>
    proposals.map(({ field }, rank) => ({ ...field, id: `f${i}_${rank}` })),
  );
  const proposed = { fields, verbosity: 3 };
  const texts = wishes.flatMap((wish) => wish.texts);
  const alike = changedDocument(document, texts, 'alike', round);
  const apart = changedDocument(document, texts, 'apart', round);
  const [own, onAlike, onApart] = [
    await valuesOn(document, proposed, extractor),
    await valuesOn(alike, proposed, extractor),
    await valuesOn(apart, proposed, extractor),
  ];
  const [truthAlike, truthApart] = [
    await valuesOn(alike, config, extractor),
    await valuesOn(apart, config, extractor),
  ];
  const figures = Object.fromEntries(COUNTS.map((key) => [key, 0])) as Figures;
  for (const [i, wish] of wishes.entries()) {
    const { id } = wish.wanted;
    const { proposals } = suggestions[i]!;
    figures.wanted++;
    if (proposals.length > 0) figures.proposed++;
    const ranks = proposals.map((_, rank) => `f${i}_${rank}`);
    if (wish.texts.length === 0) {
      figures.boxes++;
      const isRight = ranks.length > 0 && isSameBox(own[ranks[0]!], wish.given);
      if (isRight) figures.boxesRight++;
      report(wish, suggestions[i]!, isRight, wish.given, own[ranks[0]!]);
      continue;
    }
    if (isChanged(truthAlike[id], wish.given)) {
      figures.alike++;
      if (ranks.length > 0 && isSame(onAlike[ranks[0]!], truthAlike[id]!)) figures.alikeRight++;
    }
    if (!isChanged(truthApart[id], wish.given)) continue;
    figures.apart++;
    const right = ranks.map((rank) => isSame(onApart[rank], truthApart[id]!));
    if (right[0] === true) figures.apartRight++;
    if (right.includes(true)) figures.amongThree++;
    report(wish, suggestions[i]!, right[0] === true, truthApart[id], onApart[ranks[0]!]);
  }
  return figures;
}

function report(
  { wanted }: Wish,
  { proposals: [best], reason }: Suggestion,
  isRight: boolean,
  truth?: Given | null,
  got?: Given | null,
): void {
  if (!flags.verbose) return;
  const what = best ? `${best.cost.toFixed(1)} ${JSON.stringify(best.field)}` : `NONE, ${reason}`;
  console.log(`  ${isRight ? 'ok   ' : 'WRONG'} ${wanted.id} = ${JSON.stringify(wanted.values[0])}: ${what}`);
  if (!isRight && best) console.log(`        it is ${told(truth)}, got ${told(got)}`);
}

/** A value, and where a box to tick is. */
function told(given: Given | null | undefined): string {
  if (!given || !isBox(given)) return JSON.stringify(given?.value);
  const [page, { left, top }] = boxOf(given);
  return `the box on page ${page} at ${left.toFixed(2)}, ${top.toFixed(2)}`;
}

/** Whether the config still reads the value, and another one: the change has not touched what it looks for. */
function isChanged(now: Given | null | undefined, before: Given): boolean {
  const place = ({ lines = [] }: Given) =>
    JSON.stringify(lines.map(({ page, boundingPolygon: [first] }) => [page, first?.x, first?.y]));
  return now !== null && now !== undefined && now.value !== before.value && place(now) === place(before);
}

function isSame(is: Given | null | undefined, truth: Given): boolean {
  if (!is) return false;
  const text = (each: Given) => spaced(each.source ?? String(each.value));
  return (
    is.value === truth.value ||
    spaced(String(is.value)) === spaced(String(truth.value)) ||
    text(is) === text(truth)
  );
}

/** Whether two boxes are one: methods give it with its border or without. */
function isSameBox(is: Given | null | undefined, truth: Given): boolean {
  if (!is || !isBox(is)) return false;
  const [[page, a], [truthPage, b]] = [boxOf(is), boxOf(truth)];
  return page === truthPage && sharedArea(a, b) > Math.min(boxArea(a), boxArea(b)) / 2;
}

function boxOf({ regions = [] }: Given): [page: number, box: Box] {
  const { page, boundingPolygon } = regions[0]!;
  return [page, boundingBox(boundingPolygon)];
}
