/** `anchorline classify`: says of which type a document is, and which config fits it best. */
import type { Command } from 'commander';
import { ProviderError } from '../../errors.js';
import type {
  ConfigClassification,
  Document,
  DocumentType,
  Extractor,
  TypeClassification,
} from '../../index.js';
import type { ClassificationEntry } from '../../run/classify/best-fit.js';
import type { FingerprintHits } from '../../run/classify/fingerprint-search.js';
import { readTypes } from './configs.js';
import { blame, failureLine, InputFailure, type InputNames } from './failure.js';
import { inputFilename, inputName, readInput } from './input.js';
import { commandModel, type ModelFlags } from './model.js';
import { progressLine } from './progress.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { printable, printableJson, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline classify paper.pdf --configs configs
  $ anchorline classify paper.pdf --configs configs/invoices --verbose

A folder of configs is a document type. If it contains folders, each of them is a type, and the type of the document is
printed first. The configs of that type follow, the best first, each with its score, the fields found, what failed
validations took off, and how much of its fingerprint is in the document. Types are told apart by the text of the
document, and by the model that ANCHORLINE_LLM_MODEL names, if any; with --llm-replay, by recordings of its answers.`;

interface ClassifyFlags extends ModelFlags, ReadingFlags {
  readonly configs: string;
  readonly verbose?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Adds the command to the program. */
export function addClassifyCommand(program: Command, streams: Surroundings): void {
  withReading(program.command('classify'))
    .summary('show which type and config fit a document')
    .description('Shows the type of a document, and the config of that type that fits it best.')
    .argument('<document>', 'the document to read, or - for standard input')
    .requiredOption('--configs <folder>', 'the configs to choose from; folders in it are document types')
    .option('--verbose', 'show where each fingerprint was found')
    .option('--strict', 'refuse a document where the fingerprint of no config passes')
    .option('--json', 'print JSON instead of text')
    .option('--llm-replay <folder>', 'answer what is asked of a language model from recordings')
    .option('--llm-record', 'ask the model for what has no recording yet, and record it')
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: ClassifyFlags) => runClassify(document, flags, streams));
}

/** What was found out about a document. */
interface Findings {
  /** Only where there is more than one type. */
  readonly type: TypeClassification | undefined;
  readonly configs: ConfigClassification;
  /** By config; only if asked for. */
  readonly hits: ReadonlyMap<string, FingerprintHits> | undefined;
}

async function runClassify(file: string, flags: ClassifyFlags, streams: Surroundings): Promise<void> {
  const { createExtractor, parseConfig } = await import('../../index.js');
  const model = await commandModel(flags, streams);
  const types = await readTypes(flags.configs, streams.stdin, parseConfig);
  const names: InputNames = { document: inputName(file) };
  const progress = progressLine(streams.stderr);
  const engines = await extractorOptions(flags);
  const extractor = createExtractor({ llm: model?.llm, ...engines.options });
  try {
    const document = await extractor.load(await readInput(file, streams.stdin), {
      ...loadOptions(flags),
      filename: inputFilename(file),
      onProgress: progress.update,
    });
    try {
      const found = await findings(document, types, flags, extractor);
      progress.clear();
      const { warnings } = found.configs;
      writeLines(
        streams.stderr,
        warnings.map(({ code, message }) => printable(`warning: ${message} (${code})`)),
      );
      if (flags.json) streams.stdout.write(`${printableJson(jsonOf(found), true)}\n`);
      else writeLines(streams.stdout, printedFindings(found).map(printable));
    } finally {
      await document.close();
    }
  } catch (error) {
    // A request that has no recording is shown whole.
    if (error instanceof ProviderError) {
      const [first = '', ...rest] = error.message.split('\n');
      throw new InputFailure([failureLine(names.document ?? file, first), ...rest.map(printable)]);
    }
    throw blame(error, names);
  } finally {
    progress.clear();
    await extractor.close();
    await engines.close();
  }
}

async function findings(
  document: Document,
  types: readonly DocumentType[],
  { verbose, strict }: Pick<ClassifyFlags, 'verbose' | 'strict'>,
  extractor: Extractor,
): Promise<Findings> {
  const [only, ...others] = types;
  const type = others.length > 0 ? await extractor.classify(document, types) : undefined;
  const chosen = type ? types.find(({ name }) => name === type.document_type.name) : only;
  const configs = await extractor.classify(document, chosen!, undefined, { strict });
  if (!verbose) return { type, configs, hits: undefined };
  const hits = new Map(
    chosen!.configs.map(({ name, config }) => [name, extractor.fingerprintHits(document, config)]),
  );
  return { type, configs, hits };
}

function jsonOf({ type, configs, hits }: Findings): object {
  return {
    ...(type && { document_type: type.document_type, method: type.method }),
    ...configs,
    ...(hits && { fingerprint_hits: Object.fromEntries(hits) }),
  };
}

function printedFindings({ type, configs, hits }: Findings): string[] {
  const { configuration, classification_summary: summary } = configs;
  return [
    ...(type ? [`type: ${type.document_type.name} (by ${type.method})`] : []),
    `config: ${configuration}`,
    '',
    ...columns([HEADINGS, ...summary.map(cellsOf)]),
    ...(hits ? ['', ...summary.flatMap((entry) => hitLines(entry, hits.get(entry.configuration)))] : []),
  ];
}

const HEADINGS = ['config', 'score', 'found', 'penalties', 'fingerprint', ''];

function cellsOf(entry: ClassificationEntry): string[] {
  const { configuration, fingerprints, fingerprints_present: present, score, error, skipped } = entry;
  const numbers = score ? [score.value, score.fields_present, score.penalties].map(String) : ['-', '-', '-'];
  const mark = fingerprints === 0 ? 'none' : `${present} of ${fingerprints}`;
  return [configuration, ...numbers, mark, error ? `failed: ${error}` : (skipped ?? '')];
}

/** Rows with their cells in columns, two spaces apart. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/** Where the matches of a fingerprint are, one line each. */
function hitLines({ configuration }: ClassificationEntry, found: FingerprintHits | undefined): string[] {
  if (!found) return [];
  const places = [
    ...found.hits.map((hit) => ({
      ...hit,
      where: `page ${hit.page}, line ${hit.line}: ${JSON.stringify(hit.text)}`,
    })),
    ...found.missing.map((place) => ({ ...place, where: 'is nowhere' })),
  ].toSorted((a, b) => a.test - b.test || a.match - b.match);
  return places.map(
    ({ test, match, where }) => `${configuration}: fingerprint.tests[${test}], match ${match}: ${where}`,
  );
}
