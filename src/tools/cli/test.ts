/** `anchorline test`: extracts from the documents of test cases and compares with what is expected. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import type { BrokenCase, TestCase } from '../authoring/case-files.js';
import type { CaseReport } from '../authoring/case-report.js';
import { failureLine, InputFailure, UsageFailure } from './failure.js';
import { checkWritable, outputFailure } from './input.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import { CACHE_OPTION, ENGINE_OPTION, extractorOptions, MODELS_OPTION } from './reading.js';
import type { CaseRun } from './run-cases.js';
import { VALIDATIONS_OPTION } from './run-inputs.js';
import { counted, printable, printableJson, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
A case is a folder with these files:
  document.pdf       the document, of any kind that can be read; another name will do if it is the only such file
  config.json        the config (also .jsonc, .json5); the folders around may hold one for all their cases
  expected.json      {"parsed_document": …} as extract prints it, or the fields alone; "total": 1200 is short for a
                     value of any type that is 1200
  extra-data.json    what comes with the document, if anything
  validations.json   checks of the finished document, if any; --validations names others
  recordings/        recorded answers of language models, if the config asks any
  case.json          settings, if any are needed: document, config (paths from the folder), contentType, password,
                     now (the date that rules take for today), partial, skip (a reason)

Examples:
  $ anchorline test cases
  $ anchorline test cases --update
  $ anchorline test cases --filter acme --watch
  $ anchorline test cases --junit report.xml

Every field must be as expected, and there must be no others; with --partial, fields that are not named in
expected.json are ignored. A case also fails when a validation with the severity "error" fails. Models are asked only with
--llm-record. The exit code is 1 when a case fails or cannot be run, else 0.`;

interface TestFlags {
  readonly config?: string;
  readonly validations?: string;
  readonly filter?: string;
  readonly update?: boolean;
  readonly watch?: boolean;
  readonly partial?: boolean;
  readonly llmRecord?: boolean;
  readonly ocrEngine?: string;
  readonly ocrCache?: string;
  readonly ocrModels?: string;
  readonly json?: boolean;
  readonly junit?: string;
  readonly workers?: number;
}

/** Adds the command to the program. */
export function addTestCommand(program: Command, streams: Surroundings): void {
  program
    .command('test')
    .summary('compare results with what is expected')
    .description(
      'Extracts from the documents of test cases, and shows where the results are not as expected.',
    )
    .argument('<folder>', 'a folder of cases, or one case')
    .option('-c, --config <file>', 'the config of all cases, instead of their own')
    .option(...VALIDATIONS_OPTION)
    .option('--filter <text>', 'run only cases whose name contains this text')
    .option('--update', 'write the results that differ as the new expected values')
    .option('--partial', 'ignore fields that the expected values do not name')
    .option('--watch', 'run again when a file of a case changes; documents are read only once')
    .option('--llm-record', 'ask the model for what has no recording yet, and record it')
    .option(...ENGINE_OPTION)
    .option(...CACHE_OPTION)
    .option(...MODELS_OPTION)
    .option('--json', 'print one JSON object instead of text')
    .option('--junit <file>', 'write a report in the JUnit form as well')
    .option(
      '--workers <count>',
      'cases run at the same time, in processes of their own; 0 runs them in this process (default: one for each processor)',
      wholeNumber,
    )
    .addHelpText('after', EXAMPLES)
    .action((folder: string, flags: TestFlags) => runTest(folder, flags, streams));
}

async function runTest(folder: string, flags: TestFlags, streams: Surroundings): Promise<void> {
  if (flags.watch && (flags.json || flags.junit !== undefined)) {
    throw new UsageFailure('--watch prints text only; leave out --json and --junit');
  }
  if (flags.junit !== undefined) await checkWritable(flags.junit);
  const cases = await chosenCases(folder, flags);
  if (cases.length === 0) throw new InputFailure([failureLine(folder, noCases(flags))]);
  const count = flags.watch ? 0 : workerCount(flags.workers, cases.length);
  const { createExtractor } = await import('../../index.js');
  const engines = await extractorOptions(flags, count);
  const extractor = createExtractor(engines.options);
  const run: CaseRun = {
    extractor,
    kept: flags.watch ? new Map() : undefined,
    ocrEngine: flags.ocrEngine,
    update: flags.update === true,
    partial: flags.partial === true,
    record: flags.llmRecord === true,
    surroundings: streams,
    progress: progressLine(streams.stderr),
  };
  try {
    if (flags.watch) {
      await watchCases(folder, flags, cases, run, streams);
    } else {
      const reports = await runOnce(cases, count, flags, run, streams);
      if (reports.some(isFailure)) throw new InputFailure([]);
    }
  } finally {
    run.progress.clear();
    for (const { document } of run.kept?.values() ?? []) await document.close();
    await extractor.close();
    await engines.close();
  }
}

async function chosenCases(folder: string, { config, validations, filter = '' }: TestFlags) {
  const { findCases } = await import('./cases.js');
  return (await findCases(folder, { config, validations })).filter(({ name }) => name.includes(filter));
}

function noCases({ filter }: TestFlags): string {
  return filter === undefined
    ? 'has no cases: folders with a document and expected.json'
    : `has no cases whose name contains ${JSON.stringify(filter)}`;
}

/** A single case is not worth a process of its own, which loads the library again. */
function workerCount(asked: number | undefined, cases: number): number {
  if (asked !== undefined) return Math.min(asked, cases);
  return cases === 1 ? 0 : Math.min(availableParallelism(), cases);
}

function isFailure({ status }: CaseReport): boolean {
  return status === 'failed' || status === 'error';
}

async function runOnce(
  cases: readonly (TestCase | BrokenCase)[],
  concurrency: number,
  flags: TestFlags,
  run: CaseRun,
  { stdout, stderr }: Surroundings,
): Promise<readonly CaseReport[]> {
  const [{ runCases }, { countByStatus, junitXml, reportLines }] = await Promise.all([
    import('./run-cases.js'),
    import('../authoring/case-report.js'),
  ]);
  const reports = await runCases(cases, concurrency, run, (report) => {
    if (!flags.json) writeLines(stdout, reportLines(report).map(printable));
  });
  const counts = countByStatus(reports);
  if (flags.json) stdout.write(`${printableJson({ ...counts, cases: reports }, true)}\n`);
  if (flags.junit !== undefined) {
    const file = flags.junit;
    await writeFile(file, junitXml(reports)).catch((error: unknown) => {
      throw outputFailure(file, error);
    });
  }
  const shownCounts = Object.entries(counts).filter(([status, count]) => count > 0 || status === 'failed');
  const list = shownCounts.map(([status, count]) =>
    status === 'error' ? `${count} could not be run` : `${count} ${status}`,
  );
  writeLines(stderr, [`${counted(reports.length, 'case')}: ${list.join(', ')}`]);
  return reports;
}

/** Runs cases, and again whenever something that they are made of changes, until the caller ends it. */
async function watchCases(
  folder: string,
  flags: TestFlags,
  first: readonly (TestCase | BrokenCase)[],
  run: CaseRun,
  streams: Surroundings,
): Promise<void> {
  const [{ Changes }, { caseState }] = await Promise.all([import('./watch.js'), import('./cases.js')]);
  const changes = new Changes({ folders: watchedFolders(folder, first) }, streams.signal);
  const stateOf = async (one: TestCase | BrokenCase) => ('problem' in one ? one.problem : caseState(one));
  const states = new Map<string, string>();
  /** Those that are not as they were. */
  const changedOf = async (cases: readonly (TestCase | BrokenCase)[]) => {
    const changed: (TestCase | BrokenCase)[] = [];
    for (const one of cases) {
      const state = await stateOf(one);
      if (states.get(one.name) !== state) changed.push(one);
      states.set(one.name, state);
    }
    return changed;
  };
  const runChanged = async (changed: readonly (TestCase | BrokenCase)[]) => {
    if (changed.length === 0) return;
    await runOnce(changed, 0, flags, run, streams);
    // What the run itself wrote is no change.
    if (run.update || run.record) await changedOf(changed);
  };
  try {
    await runChanged(await changedOf(first));
    writeLines(streams.stderr, ['waiting for changes; end with Ctrl+C']);
    for await (const _ of changes) await runChanged(await changedOf(await chosenCases(folder, flags)));
  } finally {
    changes.close();
  }
}

/** The folder of the cases, and those of configs and documents outside it. */
function watchedFolders(root: string, cases: readonly (TestCase | BrokenCase)[]): readonly string[] {
  const inside = `${resolve(root)}${sep}`;
  const outside = cases
    .flatMap((one) => ('problem' in one ? [] : [one.config, one.document, one.validations ?? []].flat()))
    .map((file) => resolve(file))
    .filter((file) => !file.startsWith(inside))
    .map((file) => dirname(file));
  return [resolve(root), ...outside];
}
