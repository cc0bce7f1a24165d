/**
 * Choosing a config: which config every document of the library picks, and what a choice among twenty costs beside the
 * right config alone. A document is compared with all configs of its field, the first word in the names of folders,
 * and with those of its kin: the folders whose names share most words with its own from the beginning.
 *
 *   npm run build && npm run bench:classify -- [--filter TEXT] [--runs N] [--no-times]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Config, ConfigClassification, NamedConfig } from '../src/index.js';
import { findCorpus } from '../test/conformance/corpus.js';
import { builtLibrary } from './built.js';
import { median, medianCost } from './measure.js';
import { table } from './table.js';

const { values: flags } = parseArgs({
  allowNegative: true,
  options: {
    filter: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    times: { type: 'boolean', default: true },
  },
});

/** Configs that a document is compared with when the time is taken. */
const AMONG = 20;
/** Milliseconds from which a document is not read again and again: its time is that of OCR. */
const SLOW = 5_000;

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly config: Config;
}

const corpus = findCorpus();
if ('missing' in corpus) throw new Error(corpus.missing);
const { classify, extract, extractBestFit, loadDocument, parseConfig } = await builtLibrary();
const cases: readonly Case[] = corpus.library.map(({ name, document, config }) => ({
  name,
  bytes: new Uint8Array(readFileSync(document)),
  config: parseConfig(readFileSync(config, 'utf8')),
}));

/** Configs as they are handed in: by name. */
const named = (all: readonly Case[]): NamedConfig[] => all.map(({ name, config }) => ({ name, config }));
const fieldOf = (name: string) => name.split('_', 1)[0]!;

/** Words that two names have in common from the beginning. */
function sharedWords(a: string, b: string): number {
  const [left, right] = [a.split('_'), b.split('_')];
  const differs = left.findIndex((word, i) => word !== right[i]);
  return differs < 0 ? left.length : differs;
}

/** The cases whose names share most words with one, and that one. */
function kinOf(subject: Case): readonly Case[] {
  const shared = (each: Case) => sharedWords(each.name, subject.name);
  const most = Math.max(...cases.filter((each) => each !== subject).map(shared));
  return cases.filter((each) => shared(each) >= Math.max(1, most));
}

const hasFingerprint = ({ config }: Case) => (config.fingerprint?.tests.length ?? 0) > 0;

interface Choice extends ConfigClassification {
  readonly subject: Case;
  /** What is chosen among kin. */
  readonly amongKin: string;
  /** Configs that ran. */
  readonly running: number;
  readonly milliseconds: number;
}

const choices: Choice[] = [];
for (const subject of cases) {
  if (!subject.name.includes(flags.filter)) continue;
  const rivals = cases.filter(({ name }) => fieldOf(name) === fieldOf(subject.name));
  const start = performance.now();
  const document = await loadDocument(subject.bytes);
  try {
    const choice = await classify(document, named(rivals));
    const running = choice.classification_summary.filter(({ score }) => score).length;
    const milliseconds = performance.now() - start;
    const { configuration: amongKin } = await classify(document, named(kinOf(subject)));
    choices.push({ ...choice, subject, amongKin, running, milliseconds });
  } finally {
    await document.close();
  }
}

/** Whether the document holds half of its own fingerprint at least. */
function hasPassing({ classification_summary: summary, subject }: Choice): boolean {
  const own = summary.find(({ configuration }) => configuration === subject.name)!;
  return own.fingerprints > 0 && own.fingerprints_present / own.fingerprints >= 0.5;
}

const isRight = ({ subject, configuration }: Choice) => subject.name === configuration;

console.log('Choices\n');
console.log(
  table(
    ['document', 'own fingerprint', 'own score', 'ran', 'chosen', 'score', 'among kin'],
    choices.map((choice) => {
      const { amongKin, classification_summary: summary, configuration, running, subject } = choice;
      const own = summary.find((entry) => entry.configuration === subject.name)!;
      const [best] = summary;
      return [
        subject.name,
        own.fingerprints === 0 ? 'none' : `${own.fingerprints_present} of ${own.fingerprints}`,
        String(own.score?.value ?? '-'),
        String(running),
        isRight(choice) ? 'own' : configuration,
        String(best?.score?.value ?? '-'),
        amongKin === subject.name ? 'own' : amongKin,
      ];
    }),
  ),
);

console.log('\nAccuracy\n');
const groups: readonly (readonly [string, readonly Choice[]])[] = [
  ['with a fingerprint', choices.filter(({ subject }) => hasFingerprint(subject))],
  ['with one that passes', choices.filter(hasPassing)],
  ['without', choices.filter(({ subject }) => !hasFingerprint(subject))],
  ['all', choices],
];
console.log(
  table(
    ['own config', 'documents', 'right', 'share', 'right among kin', 'share'],
    groups.map(([name, all]) => {
      const right = all.filter(isRight).length;
      const kin = all.filter(({ amongKin, subject }) => amongKin === subject.name).length;
      const share = (count: number) => (count / all.length).toFixed(4);
      return [name, String(all.length), String(right), share(right), String(kin), share(kin)];
    }),
  ),
);

if (flags.times) await printTimes();

/** Of documents where the fingerprints leave one config of twenty, and it is their own. */
async function printTimes(): Promise<void> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const { subject, milliseconds } of choices) {
    const { bytes, config, name } = subject;
    const at = cases.indexOf(subject);
    const among = named(Array.from({ length: AMONG }, (_, i) => cases[(at + i) % cases.length]!));
    if (!hasFingerprint(subject) || milliseconds > SLOW) continue;
    const { classification_summary: summary, configuration } = await extractBestFit(bytes, among);
    if (configuration !== name || summary.filter(({ score }) => score).length > 1) continue;
    // Processor time: the clock of a machine that others use as well measures them, too.
    const { cpu: alone } = await medianCost(Number(flags.runs), () => extract(bytes, config));
    const { cpu: chosen } = await medianCost(Number(flags.runs), () => extractBestFit(bytes, among));
    ratios.push(chosen / alone);
    rows.push([name, alone.toFixed(0), chosen.toFixed(0), (chosen / alone).toFixed(2)]);
  }
  console.log(`\nProcessor time of one config, and of the best fit among ${AMONG}, in milliseconds\n`);
  console.log(table(['document', 'alone', 'chosen', 'ratio'], rows));
  const largest = Math.max(...ratios).toFixed(2);
  console.log(`\n${rows.length} documents; ratio: median ${median(ratios).toFixed(2)}, largest ${largest}`);
}
