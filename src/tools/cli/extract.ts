/** `anchorline extract`: runs a config over a document and prints the result as JSON. */
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { programBeside } from '../../foundation/platform/program.js';
import { sha256 } from '../../foundation/platform/sha256.js';
import type { BestFitResult, Config, ExtractionResult, PortfolioResult, Progress } from '../../index.js';
import { startAhead } from '../../run/wall/head-start.js';
import type { LlmOptions } from '../models/index.js';
import { readTypes } from './configs.js';
import { chosenLines, extractChosen, isPortfolioResult } from './extract-chosen.js';
import { extractFolder, type FolderLine, failureText, isFolder } from './extract-folder.js';
import { blame, InputFailure, type InputNames, UsageFailure } from './failure.js';
import {
  FORMATS,
  type Format,
  formatted,
  isSpreadsheet,
  type NamedOutcome,
  type NamedResult,
  type Printed,
  spreadsheetOf,
} from './formats.js';
import {
  checkWritable,
  inputFilename,
  outputFailure,
  readInput,
  readText,
  refuseTwoStdins,
} from './input.js';
import { type CommandModel, commandModel, MODEL_HELP, type ModelFlags } from './model.js';
import { modelReports } from './model-report.js';
import { wholeNumber } from './options.js';
import { lockOutput } from './output-lock.js';
import { progressLine } from './progress.js';
import {
  extractorOptions,
  loadOptions,
  onlyPages,
  type PageSpan,
  pageSpan,
  type ReadingFlags,
  withReading,
} from './reading.js';
import {
  doubtfulChoices,
  fieldCount,
  nullReasons,
  outputsOf,
  problemsOf,
  summary,
  valueSources,
  withoutTrace,
} from './result-summary.js';
import { inputNames, readExtraData, readValidations, VALIDATIONS_OPTION } from './run-inputs.js';
import { type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline extract invoice.pdf --config invoice.json --pretty
  $ anchorline extract invoice.pdf --config invoice.json --trace --output invoice.result.json
  $ anchorline extract paper.pdf --configs configs/invoices
  $ anchorline extract papers.pdf --configs configs --portfolio
  $ anchorline extract inbox --config invoice.json --workers 4 --output results.jsonl
  $ anchorline extract invoice.pdf --config invoice.json --format table
  $ anchorline extract inbox --config invoice.json --format xlsx --output invoices.xlsx
  $ anchorline extract scan.pdf --config lease.json --ocr-cache .cache/ocr
  $ curl -s https://example.com/invoice.pdf | anchorline extract - --config invoice.json
  $ anchorline extract lease.pdf --config lease.json --llm-replay recordings

The result goes to standard output and messages to standard error: on a terminal how many fields were found, otherwise
only that none was. Fields that were not found are null and do not change the exit code: 0 done, 1 an input cannot be
used, 2 wrong use of the command.

Of the configs in a folder, those run whose fingerprint passes, which takes half of its tests. If none passes, those
without a fingerprint run, or else all, and the result carries a warning; --strict refuses the document instead.

A folder is read with its subfolders, except hidden files. Each document gives one line of JSON with its path as
"document", and "result" or "error", in the order in which documents are finished; with one worker, that is the order of
their names. With --output, an interrupted run resumes where it stopped: its lines have a "run", and only the same config and options
may add to them. Two runs cannot write to one file at a time. --format
csv or xlsx writes one table at the end, a row for each document: its path comes first, its error, if it failed, last.
The exit code is 1 when a document failed.

Each worker is a process of its own, so a document that never ends or takes too much memory harms no other.
--workers 0 reads documents in this process, which starts sooner but has no such protection.
${MODEL_HELP}`;

interface ExtractFlags extends ModelFlags, ReadingFlags {
  readonly config?: string;
  readonly configs?: string;
  readonly portfolio?: boolean;
  readonly strict?: boolean;
  readonly extraData?: string;
  readonly validations?: string;
  readonly pages?: PageSpan;
  readonly limit?: number;
  readonly format: Format;
  readonly verbosity?: number;
  readonly trace?: boolean;
  readonly pretty?: boolean;
  readonly output?: string;
  readonly workers: number;
}

/** Adds the command to the program. */
export function addExtractCommand(program: Command, streams: Surroundings): void {
  withReading(program.command('extract'))
    .summary('run a config over a document')
    .description('Runs a config over a document and prints the result as JSON.')
    .argument('<document>', 'the document to read, a folder of them, or - for standard input')
    .option('-c, --config <file>', 'the config: JSON5, which is JSON with comments and more')
    .option('--configs <folder>', 'configs to choose from, instead of one; folders in it are document types')
    .option('--portfolio', 'the file holds several documents, each of a type in --configs')
    .option('--strict', 'with --configs, refuse a document where the fingerprint of no config passes')
    .option('--extra-data <file>', 'a JSON object of plain values that come with the document')
    .option(...VALIDATIONS_OPTION)
    .option('--pages <pages>', 'extract from these pages only: 3, or 2-5; the first is 0', pageSpan)
    .option('--limit <count>', 'read at most this many documents of a folder', wholeNumber)
    .option(
      '--verbosity <level>',
      'detail of values: 0 none, 1 lines, 3 all geometry, 2 and 4 also times of models; overrides the config',
      wholeNumber,
    )
    .option('--trace', 'show for every field where its value came from, or why there is none')
    .option('--llm-replay <folder>', 'answer what the config asks a language model from recordings')
    .option('--llm-record', 'ask the model for what has no recording yet, and record it')
    .addOption(
      new Option(
        '--format <form>',
        'json; jsonl, a line with the name of the document; table, for people; csv or xlsx',
      )
        .choices(FORMATS)
        .default('json'),
    )
    .option('--pretty', 'indent the JSON')
    .option('-o, --output <file>', 'write the result to a file instead of standard output')
    .option(
      '--workers <count>',
      'documents read at the same time; 0 reads them in this process',
      wholeNumber,
      1,
    )
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: ExtractFlags) => runExtract(document, flags, streams));
}

async function runExtract(file: string, flags: ExtractFlags, streams: Surroundings): Promise<void> {
  checkFlags(file, flags);
  // It loads the library at the same time as this process.
  if (flags.workers > 0) startAhead(programBeside(import.meta.url, '../../run/programs/worker'));
  const names = inputNames(file, flags);
  if (flags.output !== undefined) await checkWritable(flags.output);
  const model = await commandModel(flags, streams);
  const job = await extractionJob(flags, model?.llm, streams).catch((error: unknown) => {
    throw blame(error, names);
  });
  try {
    if (await isFolder(file)) await runFolder(file, flags, job, model, streams);
    else await runDocument(file, flags, names, job, model, streams);
  } finally {
    await job.close();
  }
}

/** Extracts from one document, and prints what it gave. */
async function runDocument(
  file: string,
  flags: ExtractFlags,
  names: InputNames,
  job: ExtractionJob,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  const progress = progressLine(streams.stderr);
  const result = await job
    .extract(file, progress.update)
    .catch((error: unknown) => {
      throw blame(error, names);
    })
    .finally(progress.clear);
  // On a terminal the lines below say what the trace holds, in a hundredth of its length.
  const isShort = flags.trace === true && flags.output === undefined && streams.stdout.isTTY === true;
  const named: NamedResult = { document: names.document, result: isShort ? withoutTrace(result) : result };
  await print(await formatted(named, flags.format, flags.pretty === true), flags, streams);
  const { stderr } = streams;
  const isWatched = stderr.isTTY === true;
  writeLines(stderr, [
    ...(isWatched && isChosen(result) ? chosenLines(names.document, result) : []),
    ...fieldCount(names.document, result, isWatched),
    ...summary(names.document, problemsOf(result)),
  ]);
  if (isWatched) {
    for (const each of outputsOf(result)) {
      const sources = isShort ? valueSources(each) : [];
      writeLines(stderr, [...sources, ...nullReasons(each), ...modelReports(each)]);
    }
    if (isShort) writeLines(stderr, ['For the whole trace, name a file: --trace --output result.json']);
  }
  model?.check({ errors: outputsOf(result).flatMap(({ errors }) => errors) });
}

function isChosen(result: Printed): result is BestFitResult | PortfolioResult {
  return isPortfolioResult(result) || 'configuration' in result;
}

/** @throws UsageFailure for flags that do not go together */
function checkFlags(
  file: string,
  { config, configs, portfolio, strict, extraData, validations, format, pretty }: ExtractFlags,
): void {
  if (pretty && format !== 'json') throw new UsageFailure('--pretty is for --format json');
  if ((config === undefined) === (configs === undefined)) {
    throw new UsageFailure('give either --config <file> or --configs <folder>');
  }
  if (portfolio && configs === undefined) throw new UsageFailure('--portfolio needs --configs <folder>');
  if (strict && configs === undefined) throw new UsageFailure('--strict needs --configs <folder>');
  refuseTwoStdins([file, config, extraData, validations]);
}

/** Extracts from every document of a folder. @throws InputFailure when one failed, or another run writes the output */
async function runFolder(
  folder: string,
  flags: ExtractFlags,
  job: ExtractionJob,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  if (flags.pretty) throw new UsageFailure('--pretty is for one document; a folder gives one line for each');
  if (flags.format === 'table')
    throw new UsageFailure('--format table is for one document; csv and xlsx are for folders');
  const unlock = flags.output === undefined ? undefined : await lockOutput(flags.output);
  try {
    await extractAll(folder, flags, job, model, streams);
  } finally {
    await unlock?.();
  }
}

async function extractAll(
  folder: string,
  flags: ExtractFlags,
  job: ExtractionJob,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  const { output, config, extraData, validations, workers, format, limit } = flags;
  const errors: ExtractionResult['errors'] = [];
  const rows: NamedOutcome[] | undefined = isSpreadsheet(format) ? [] : undefined;
  const { failed, failedBefore } = await extractFolder(
    {
      folder,
      output,
      run: job.run,
      ...(rows && { collect: (line: FolderLine) => rows.push(outcomeOf(line)) }),
      limit,
      others: [config, extraData, validations].filter((each) => each !== undefined),
      concurrency: Math.max(1, workers),
      async extract(file) {
        const result = await job.extract(file);
        // All that the model's check looks at.
        const missed = outputsOf(result).flatMap((each) => each.errors.filter(({ type }) => type === 'llm'));
        errors.push(...missed);
        return result;
      },
      notes: (document, result) => doubtfulChoices(document, result as Printed),
    },
    streams,
  );
  if (rows && isSpreadsheet(format)) {
    rows.sort((a, b) => (a.document < b.document ? -1 : 1));
    await print(await spreadsheetOf(rows, format, true), flags, streams);
  }
  model?.check({ errors });
  if (failed + failedBefore > 0) throw new InputFailure([]);
}

function outcomeOf(line: FolderLine): NamedOutcome {
  const { document } = line;
  return 'error' in line
    ? { document, error: failureText(line.error) }
    : { document, result: line.result as Printed };
}

/** Extracts as the flags say. */
interface ExtractionJob {
  /** Digest of the configs, the data beside documents, and the options that decide what these give. */
  readonly run: string;
  /** @throws InputFailure the file cannot be read; else the errors of the library */
  extract(file: string, onProgress?: (progress: Progress) => void): Promise<Printed>;
  close(): Promise<void>;
}

/** Reads all that documents have in common. @throws InputFailure, UsageFailure, ConfigError */
async function extractionJob(
  flags: ExtractFlags,
  llm: LlmOptions | undefined,
  { stdin }: Surroundings,
): Promise<ExtractionJob> {
  const { trace, workers } = flags;
  const extraData = await readExtraData(flags.extraData, stdin);
  const validations = await readValidations(flags.validations, stdin);
  const parse = await configParser(flags);
  const types = flags.configs === undefined ? undefined : await readTypes(flags.configs, stdin, parse);
  const text = flags.config === undefined ? '' : await readText(flags.config, stdin);
  const config = types ? undefined : parse(text);
  const { createExtractor } = await import('../../index.js');
  const engines = await extractorOptions(flags, workers);
  const extractor = createExtractor({ llm, ...engines.options });
  return {
    run: runDigest(flags, [text, types, extraData, validations]),
    async extract(file, onProgress) {
      const bytes = await readInput(file, stdin);
      const options = {
        ...loadOptions(flags),
        filename: inputFilename(file),
        trace,
        validations,
        onProgress,
      };
      if (config) return extractor.extract(bytes, config, extraData, options);
      const isPortfolio = flags.portfolio === true;
      const choice = { ...options, strict: flags.strict };
      return extractChosen(extractor, { bytes, types: types!, extraData, options: choice, isPortfolio });
    },
    async close() {
      await extractor.close();
      await engines.close();
    },
  };
}

/** Digits that make a mix-up of two runs as good as impossible. */
const RUN_DIGITS = 16;

/** Digest of what is read beside documents, and of the flags but for where to read, where to write, and how fast. */
function runDigest(flags: ExtractFlags, read: readonly unknown[]): string {
  const { config, configs, extraData, validations, output, format, pretty, limit, workers, ...deciding } =
    flags;
  return sha256([JSON.stringify([read, deciding])], 'hex').slice(0, RUN_DIGITS);
}

/** Reads configs, with another verbosity than their own, or for some pages only, where that is asked for. */
async function configParser({
  verbosity,
  pages,
}: Pick<ExtractFlags, 'verbosity' | 'pages'>): Promise<(text: string) => Config> {
  const [{ defineConfig, parseConfig }, { VERBOSITIES }] = await Promise.all([
    import('../../index.js'),
    import('../../language/config/schema.js'),
  ]);
  const level = VERBOSITIES.find((known) => known === verbosity);
  if (verbosity !== undefined && level === undefined) {
    throw new UsageFailure(`--verbosity must be one of ${VERBOSITIES.join(', ')}, not ${verbosity}`);
  }
  if (level === undefined && pages === undefined) return (text) => parseConfig(text);
  return (text) => {
    const config: Config = parseConfig(text);
    const own = config.preprocessors ?? [];
    return defineConfig({
      ...config,
      ...(pages && { preprocessors: [onlyPages(pages), ...own] }),
      ...(level !== undefined && { verbosity: level }),
    } as Config);
  };
}

/** Writes to the file that was named, or to standard output. @throws InputFailure, UsageFailure */
async function print(
  content: string | Uint8Array,
  { output, format }: Pick<ExtractFlags, 'output' | 'format'>,
  { stdout }: Surroundings,
): Promise<void> {
  if (output === undefined) {
    if (format === 'xlsx' && stdout.isTTY === true) {
      throw new UsageFailure('a workbook cannot be shown on a terminal: name a file with --output');
    }
    stdout.write(content);
    return;
  }
  try {
    await writeFile(output, content);
  } catch (error) {
    throw outputFailure(output, error);
  }
}
