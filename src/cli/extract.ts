/** `anchorline extract`: runs a config over a document and prints the result as JSON. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type {
  BestFitResult,
  Config,
  ExtractionResult,
  ExtraData,
  FieldValue,
  PortfolioResult,
  Progress,
} from '../index.js';
import type { LlmOptions } from '../llm/index.js';
import { orderedEntries } from '../members.js';
import { startAhead } from '../wall/head-start.js';
import { programBeside } from '../wall/program.js';
import { readTypes } from './configs.js';
import { chosenLines, extractChosen, isPortfolioResult } from './extract-chosen.js';
import { extractFolder, isFolder } from './extract-folder.js';
import { blame, InputFailure, type InputNames, UsageFailure } from './failure.js';
import {
  checkWritable,
  inputFilename,
  inputName,
  outputFailure,
  readInput,
  readJson,
  readText,
} from './input.js';
import { type CommandModel, commandModel, MODEL_HELP, type ModelFlags } from './model.js';
import { modelReports } from './model-report.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import { counted, printable, printableJson, type Surroundings, writeLines } from './streams.js';

/** Problems of a result that the summary prints one by one; the others are counted. */
const PROBLEMS_SHOWN = 10;

const EXAMPLES = `
Examples:
  $ anchorline extract invoice.pdf --config invoice.json --pretty
  $ anchorline extract invoice.pdf --config invoice.json --trace --output invoice.result.json
  $ anchorline extract paper.pdf --configs configs/invoices
  $ anchorline extract papers.pdf --configs configs --portfolio
  $ anchorline extract inbox --config invoice.json --workers 4 --output results.jsonl
  $ curl -s https://example.com/invoice.pdf | anchorline extract - --config invoice.json
  $ anchorline extract lease.pdf --config lease.json --llm-replay recordings

The result goes to standard output, messages go to standard error: on a terminal how many fields were found,
otherwise only when none was. Fields that were not found are null and do not change the exit code: 0 done,
1 an input cannot be used, 2 wrong use of the command.

Of a folder all files are read, those in folders in it too, but hidden ones. Each gives one line of JSON with its path
as "document", and "result" or "error"; lines come in the order in which documents are done, which is that of their
names only with one worker. With --output a run that was ended goes on where it was: documents that have a line in the
file are not read again. The exit code is 1 when a document failed.

Documents are read in processes of their own, one for each worker: one that never ends, or takes too much memory, costs
no more than itself. With --workers 0 this process reads them, which starts sooner and protects from nothing.
${MODEL_HELP}`;

interface ExtractFlags extends ModelFlags {
  readonly config?: string;
  readonly configs?: string;
  readonly portfolio?: boolean;
  readonly extraData?: string;
  readonly password?: string;
  readonly contentType?: string;
  readonly verbosity?: number;
  readonly trace?: boolean;
  readonly pretty?: boolean;
  readonly output?: string;
  readonly workers: number;
}

/** Adds the command to the program. */
export function addExtractCommand(program: Command, streams: Surroundings): void {
  program
    .command('extract')
    .summary('run a config over a document')
    .description('Runs a config over a document and prints the result as JSON.')
    .argument('<document>', 'the document to read, a folder of them, or - for standard input')
    .option('-c, --config <file>', 'the config: JSON with comments and trailing commas')
    .option('--configs <folder>', 'configs to choose from, instead of one; folders in it are document types')
    .option('--portfolio', 'the file holds several documents, each of a type in --configs')
    .option('--extra-data <file>', 'a JSON object of plain values that come with the document')
    .option('--password <text>', 'opens an encrypted document')
    .option(
      '--content-type <type>',
      'media type, if neither the bytes nor the file name show it, e.g. text/csv',
    )
    .option(
      '--verbosity <level>',
      'detail of values: 0 none, 1 lines, 3 all geometry; overrides the config',
      wholeNumber,
    )
    .option('--trace', 'tell for every field where its value came from, or why there is none')
    .option('--llm-replay <folder>', 'answer what the config asks a language model from recordings')
    .option('--llm-record', 'ask the model for what has no recording yet, and record it')
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
  if (flags.workers > 0) startAhead(programBeside(import.meta.url, '../worker-program'));
  const names: InputNames = {
    document: inputName(file),
    config: flags.config === undefined ? undefined : inputName(flags.config),
    extraData: flags.extraData === undefined ? undefined : inputName(flags.extraData),
  };
  if (flags.output !== undefined) await checkWritable(flags.output);
  const model = await commandModel(flags, streams);
  const job = await extractionJob(flags, names, model?.llm, streams);
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
  const text = `${printableJson(result, flags.pretty === true)}\n`;
  if (flags.output === undefined) streams.stdout.write(text);
  else await writeResult(flags.output, text);
  const { stderr } = streams;
  const isWatched = stderr.isTTY === true;
  writeLines(stderr, [
    ...(isWatched && isChosen(result) ? chosenLines(names.document, result) : []),
    ...fieldCount(names.document, result, isWatched),
    ...summary(names.document, problemsOf(result)),
  ]);
  if (isWatched) {
    for (const each of outputsOf(result)) writeLines(stderr, [...nullReasons(each), ...modelReports(each)]);
  }
  model?.check({ errors: outputsOf(result).flatMap(({ errors }) => errors) });
}

/** What the command prints: one result, that of the config that fitted best, or those of several documents. */
type Printed = ExtractionResult | BestFitResult | PortfolioResult;

/** The results of single documents in what is printed. */
function outputsOf(result: Printed): readonly Output[] {
  return isPortfolioResult(result) ? result.documents.map(({ output }) => output) : [result];
}

/** Errors and warnings of the whole, and of the documents in it. */
function problemsOf(result: Printed): Pick<ExtractionResult, 'errors' | 'warnings'> {
  if (!isPortfolioResult(result)) return result;
  const all = [result, ...result.documents.map(({ output }) => output)];
  return {
    errors: all.flatMap(({ errors }) => errors),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

/** What a single document gave; null values of it are told, and what it asked a model. */
type Output = Pick<ExtractionResult, 'errors' | 'trace'> & {
  readonly parsed_document?: ExtractionResult['parsed_document'] | null;
};

function isChosen(result: Printed): result is BestFitResult | PortfolioResult {
  return isPortfolioResult(result) || 'configuration' in result;
}

/** @throws UsageFailure for flags that do not go together */
function checkFlags(file: string, { config, configs, portfolio, extraData }: ExtractFlags): void {
  if ((config === undefined) === (configs === undefined)) {
    throw new UsageFailure('give either --config <file> or --configs <folder>');
  }
  if (portfolio && configs === undefined) throw new UsageFailure('--portfolio needs --configs <folder>');
  if (file === '-' && (config === '-' || extraData === '-')) {
    throw new UsageFailure('only one input can come from standard input');
  }
}

/** Extracts from every document of a folder. @throws InputFailure when one failed */
async function runFolder(
  folder: string,
  flags: ExtractFlags,
  job: ExtractionJob,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  if (flags.pretty) throw new UsageFailure('--pretty is for one document; a folder gives one line for each');
  const { output, config, extraData, workers } = flags;
  const errors: ExtractionResult['errors'] = [];
  const { failed } = await extractFolder(
    {
      folder,
      output,
      others: [config, extraData].filter((each) => each !== undefined),
      concurrency: Math.max(1, workers),
      async extract(file) {
        const result = await job.extract(file);
        // All that the model's check looks at.
        const missed = outputsOf(result).flatMap((each) => each.errors.filter(({ type }) => type === 'llm'));
        errors.push(...missed);
        return result;
      },
    },
    streams,
  );
  model?.check({ errors });
  if (failed > 0) throw new InputFailure([]);
}

/** Extracts as the flags say. */
interface ExtractionJob {
  /** @throws InputFailure the file cannot be read; else the errors of the library */
  extract(file: string, onProgress?: (progress: Progress) => void): Promise<Printed>;
  close(): Promise<void>;
}

/** Reads all that documents have in common. @throws InputFailure, UsageFailure */
async function extractionJob(
  flags: ExtractFlags,
  names: InputNames,
  llm: LlmOptions | undefined,
  { stdin }: Surroundings,
): Promise<ExtractionJob> {
  const { contentType, password, trace, workers } = flags;
  // The library itself checks that extra data is flat and plain.
  const extraData = (flags.extraData === undefined ? undefined : await readJson(flags.extraData, stdin)) as
    | ExtraData
    | undefined;
  const parse = await configParser(flags.verbosity);
  const types = flags.configs === undefined ? undefined : await readTypes(flags.configs, stdin, parse);
  const text = flags.config === undefined ? '' : await readText(flags.config, stdin);
  const config = types ? undefined : parsed(text, parse, names);
  const { createExtractor } = await import('../index.js');
  const extractor = createExtractor({ llm, ...(workers > 0 && { workers }) });
  return {
    async extract(file, onProgress) {
      const bytes = await readInput(file, stdin);
      const options = { filename: inputFilename(file), contentType, password, trace, onProgress };
      if (config) return extractor.extract(bytes, config, extraData, options);
      const isPortfolio = flags.portfolio === true;
      return extractChosen(extractor, { bytes, types: types!, extraData, options, isPortfolio });
    },
    close: () => extractor.close(),
  };
}

/** @throws InputFailure for a config that is wrong */
function parsed(text: string, parse: (text: string) => Config, names: InputNames): Config {
  try {
    return parse(text);
  } catch (error) {
    throw blame(error, names);
  }
}

/** Reads configs, with another verbosity than their own where one is asked for. */
async function configParser(verbosity: number | undefined): Promise<(text: string) => Config> {
  const [{ defineConfig, parseConfig }, { VERBOSITIES }] = await Promise.all([
    import('../index.js'),
    import('../config/schema.js'),
  ]);
  const level = VERBOSITIES.find((known) => known === verbosity);
  if (verbosity !== undefined && level === undefined) {
    throw new UsageFailure(`--verbosity must be one of ${VERBOSITIES.join(', ')}, not ${verbosity}`);
  }
  if (level === undefined) return (text) => parseConfig(text);
  return (text) => defineConfig({ ...parseConfig(text), verbosity: level });
}

async function writeResult(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw outputFailure(file, error);
  }
}

/** How many fields have a value: for whoever looks on, and for everybody when there is none. */
function fieldCount(
  document: string,
  { validation_summary: counts }: Pick<ExtractionResult, 'validation_summary'>,
  watched: boolean,
): string[] {
  const { fields, fields_present: present } = counts;
  if (!watched && (present > 0 || fields === 0)) return [];
  return [`${printable(document)}: ${present} of ${counted(fields, 'field')} found`];
}

/** Errors and warnings of a result: a line of counts, then one line each; nothing where there are none. */
function summary(
  document: string,
  { errors, warnings }: Pick<ExtractionResult, 'errors' | 'warnings'>,
): string[] {
  const problems = [
    ...errors.map(
      ({ type, field_id, field_ids, message }) =>
        `error: ${origin(field_id ?? field_ids?.join(', '), type)}: ${firstLine(message)}`,
    ),
    ...warnings.map(({ code, field_id, message }) => `warning: ${origin(field_id, code)}: ${message}`),
  ];
  if (problems.length === 0) return [];
  const counts = [
    ...(errors.length > 0 ? [counted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ];
  const hidden = problems.length - PROBLEMS_SHOWN;
  return [
    `${printable(document)}: ${counts.join(' and ')} in the result`,
    ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${printable(problem)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
}

/** Messages of missing recordings show a whole prompt. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

function origin(fieldId: string | undefined, kind: string): string {
  return fieldId === undefined ? kind : `${fieldId} (${kind})`;
}

/** One line for every traced field without a value: its id, the last reason and where the field stands. */
function nullReasons({ parsed_document, trace = {} }: Output): string[] {
  const values = parsed_document ?? {};
  return orderedEntries(trace).flatMap(([id, traces]) => {
    const last = traces.at(-1);
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    if (!isMissing(value) || last?.reason === undefined) return [];
    return [printable(`${id} is null: ${last.reason} (${last.path})`)];
  });
}

function isMissing(value: FieldValue | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
