/** `anchorline classify`: tells of which type a document is, and which config fits it best. */
import type { Command } from 'commander';
import type {
  ClassificationEntry,
  ConfigClassification,
  Document,
  DocumentType,
  FingerprintHits,
  TypeClassification,
} from '../index.js';
import { readTypes } from './configs.js';
import { blame, type InputNames } from './failure.js';
import { inputFilename, inputName, readInput } from './input.js';
import { progressLine } from './progress.js';
import { printable, printableJson, type Streams, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline classify paper.pdf --configs configs
  $ anchorline classify paper.pdf --configs configs/invoices --verbose

A folder of configs is a document type; where the folder holds folders, each of them is one, and the type is told
first. The configs of the type follow, the best first: score, fields that are present, penalties of validations, and
how much of the fingerprint is in the document.`;

interface ClassifyFlags {
  readonly configs: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly password?: string;
  readonly contentType?: string;
}

/** Adds the command to the program. */
export function addClassifyCommand(program: Command, streams: Streams): void {
  program
    .command('classify')
    .summary('tell which type and config fit a document')
    .description('Tells of which type a document is, and which config of the type fits it best.')
    .argument('<document>', 'the document to read, or - for standard input')
    .requiredOption('--configs <folder>', 'the configs to choose from; folders in it are document types')
    .option('--verbose', 'tell where each fingerprint was found')
    .option('--json', 'print JSON instead of text')
    .option('--password <text>', 'opens an encrypted document')
    .option(
      '--content-type <type>',
      'media type, if neither the bytes nor the file name show it, e.g. text/csv',
    )
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

async function runClassify(file: string, flags: ClassifyFlags, streams: Streams): Promise<void> {
  const { loadDocument, parseConfig } = await import('../index.js');
  const types = await readTypes(flags.configs, streams.stdin, parseConfig);
  const names: InputNames = { document: inputName(file) };
  const progress = progressLine(streams.stderr);
  try {
    const document = await loadDocument(await readInput(file, streams.stdin), {
      filename: inputFilename(file),
      contentType: flags.contentType,
      password: flags.password,
      onProgress: progress.update,
    });
    try {
      const found = await findings(document, types, flags.verbose === true);
      progress.clear();
      if (flags.json) streams.stdout.write(`${printableJson(jsonOf(found), true)}\n`);
      else writeLines(streams.stdout, textOf(found).map(printable));
    } finally {
      await document.close();
    }
  } catch (error) {
    throw blame(error, names);
  } finally {
    progress.clear();
  }
}

async function findings(
  document: Document,
  types: readonly DocumentType[],
  verbose: boolean,
): Promise<Findings> {
  const { classify, createExtractor } = await import('../index.js');
  const [only, ...others] = types;
  const type = others.length > 0 ? await classify(document, types) : undefined;
  const chosen = type ? types.find(({ name }) => name === type.document_type.name) : only;
  const configs = await classify(document, chosen!);
  if (!verbose) return { type, configs, hits: undefined };
  const extractor = createExtractor();
  const hits = new Map(
    chosen!.configs.map(({ name, config }) => [name, extractor.fingerprintHits(document, config)]),
  );
  await extractor.close();
  return { type, configs, hits };
}

function jsonOf({ type, configs, hits }: Findings): object {
  return {
    ...(type && { document_type: type.document_type, method: type.method }),
    ...configs,
    ...(hits && { fingerprint_hits: Object.fromEntries(hits) }),
  };
}

function textOf({ type, configs, hits }: Findings): string[] {
  const { configuration, classification_summary: summary, warnings } = configs;
  return [
    ...(type ? [`type: ${type.document_type.name} (by ${type.method})`] : []),
    `config: ${configuration}`,
    '',
    ...columns([HEADINGS, ...summary.map(cellsOf)]),
    ...(hits ? ['', ...summary.flatMap((entry) => hitLines(entry, hits.get(entry.configuration)))] : []),
    ...warnings.map(({ code, message }) => `warning: ${message} (${code})`),
  ];
}

const HEADINGS = ['config', 'score', 'present', 'penalties', 'fingerprint', ''];

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
