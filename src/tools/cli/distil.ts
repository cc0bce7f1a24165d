/** `anchorline distil`: from samples and a schema to a config that needs no model, with the cases that prove it. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CASE_FILES } from '../authoring/case-files.js';
import type { Distilled, DistilledField } from '../models/index.js';
import { LEFT } from '../models/left.js';
import { isConfigName, skippedLine } from './configs.js';
import { blame, failureLine, InputFailure, UsageFailure } from './failure.js';
import { entriesOf, isHidden } from './folder.js';
import { outputFailure, readInput, readText } from './input.js';
import { commandModel } from './model.js';
import { wholeNumber } from './options.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { counted, printable, printableJson, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline distil samples --schema invoice.schema.json --recordings answers --model @ai-sdk/openai:gpt-5 -o invoice
  $ anchorline distil samples --schema invoice.schema.json --recordings answers -o invoice

The model is asked once about each sample, and its answers are kept in the folder of recordings, so the second example
asks nobody. A field by layout stays if it gives what the model answered on all samples, including those held out. The
output folder gets config.json and, in cases/, what "anchorline test" and the studio open. Samples of several layouts
get a folder each. Where layout and model differ, both are shown and neither is believed. What a person has found right for
invoice.pdf goes into invoice.pdf.values.json beside it, as the service gives the reviewed extraction.`;

/** How the names of files end that hold what a person has found right for the sample of the rest of the name. */
const VALUES = '.values.json';

interface DistilFlags extends ReadingFlags {
  readonly schema: string;
  readonly output: string;
  readonly model?: string;
  readonly recordings?: string;
  readonly holdOut?: number;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Adds the command to the program. */
export function addDistilCommand(program: Command, streams: Surroundings): void {
  withReading(program.command('distil'))
    .argument('<folder>', 'samples: documents of one layout, or of several')
    .summary('turn what a model says about samples into a config that needs none')
    .description('Asks a model about samples, and writes a config that reads them by layout, with proof.')
    .requiredOption('--schema <file>', 'JSON Schema of what is extracted')
    .requiredOption('-o, --output <folder>', 'folder for config.json and the cases; it must be new or empty')
    .option('--model <name>', 'the model to ask, as ANCHORLINE_LLM_MODEL names it')
    .option('--recordings <folder>', 'answers of the model, kept from one run to the next')
    .option(
      '--hold-out <count>',
      'samples that fields are not made on, but must be right on (default: 1 of three)',
      wholeNumber,
    )
    .option('--strict', 'write only what is proven, without the questions that are left')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXAMPLES)
    .action((folder: string, flags: DistilFlags) => runDistil(folder, flags, streams));
}

async function runDistil(folder: string, flags: DistilFlags, streams: Surroundings): Promise<void> {
  const { model: name, recordings, output } = flags;
  const env = name === undefined ? streams.env : { ...streams.env, ANCHORLINE_LLM_MODEL: name };
  const isRecording = recordings !== undefined && (env['ANCHORLINE_LLM_MODEL'] ?? '') !== '';
  const model = await commandModel(
    { ...(recordings !== undefined && { llmReplay: recordings }), ...(isRecording && { llmRecord: true }) },
    { env, cwd: streams.cwd },
  );
  if (!model) throw new UsageFailure('distil needs a model: --model, or --recordings with its answers');
  await checkEmpty(output);
  const schema = await schemaOf(flags.schema, streams);
  const files = await samplesIn(folder, streams);
  const engines = await extractorOptions(flags);
  try {
    const { distil } = await import('../models/index.js');
    const samples = [];
    for (const file of files) {
      const document = await readInput(file, streams.stdin);
      samples.push({ name: basename(file), document, values: await valuesBeside(file, streams) });
    }
    const found = await distil(samples, schema, {
      llm: model.llm,
      holdOut: flags.holdOut,
      strict: flags.strict,
      load: loadOptions(flags),
      extractor: engines.options,
    }).catch((error: unknown) => {
      throw blame(error, { document: folder, config: flags.schema });
    });
    for (const [i, each] of found.entries()) {
      await writeDistilled(found.length === 1 ? output : join(output, `layout-${i + 1}`), each, files);
    }
    if (flags.json) streams.stdout.write(`${printableJson(found, true)}\n`);
    else
      writeLines(
        streams.stdout,
        found.flatMap((each) => reportOf(each)),
      );
  } finally {
    await engines.close();
  }
}

/** Nothing of an earlier run is mixed with this one. @throws InputFailure */
async function checkEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw outputFailure(folder, error);
  });
  if (names.length > 0) throw new InputFailure([failureLine(folder, 'is not empty; name a new folder')]);
}

async function schemaOf(
  file: string,
  { stdin }: Surroundings,
): Promise<{ readonly [keyword: string]: unknown }> {
  const text = await readText(file, stdin);
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return { ...schema };
  } catch (error) {
    throw new InputFailure([
      failureLine(file, `is not JSON: ${error instanceof Error ? error.message : String(error)}`),
    ]);
  }
  throw new InputFailure([failureLine(file, 'is no JSON Schema: it must be an object')]);
}

/** The documents of a folder, in the order of their names. @throws InputFailure where there are none */
async function samplesIn(folder: string, { stderr }: Surroundings): Promise<readonly string[]> {
  const files = (await entriesOf(folder)).filter((entry) => entry.isFile() && !isHidden(entry));
  const names = files.map(({ name }) => name).filter((name) => !name.endsWith(VALUES));
  const samples = names.filter((name) => !isConfigName(name));
  writeLines(stderr, skippedLine(names.filter(isConfigName)));
  if (samples.length === 0) throw new InputFailure([failureLine(folder, 'has no documents')]);
  return samples.map((name) => join(folder, name));
}

/** What a person has found right for a sample, in the file beside it: an extraction of the service, or its values. */
async function valuesBeside(
  file: string,
  { stdin }: Surroundings,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const beside = `${file}${VALUES}`;
  if (!existsSync(beside)) return undefined;
  const text = await readText(beside, stdin);
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      const { parsed_document: values = given } = given as { parsed_document?: object };
      return { ...values };
    }
  } catch (error) {
    throw new InputFailure([
      failureLine(beside, `is not JSON: ${error instanceof Error ? error.message : String(error)}`),
    ]);
  }
  throw new InputFailure([failureLine(beside, 'must be an object: values by field id, or an extraction')]);
}

async function writeDistilled(
  folder: string,
  { config, expected, samples }: Distilled,
  files: readonly string[],
): Promise<void> {
  try {
    await mkdir(resolve(folder), { recursive: true });
    await writeFile(join(folder, 'config.json'), config);
    for (const name of samples) {
      const own = join(folder, 'cases', basename(name, extname(name)));
      await mkdir(own, { recursive: true });
      await copyFile(files.find((file) => basename(file) === name)!, join(own, `document${extname(name)}`));
      await writeFile(join(own, CASE_FILES.expected), `${JSON.stringify(expected[name], undefined, 2)}\n`);
      await writeFile(join(own, CASE_FILES.settings), '{ "partial": true }\n');
    }
  } catch (error) {
    throw outputFailure(dirname(join(folder, 'config.json')), error);
  }
}

function reportOf({ samples, fields, tokens, heldOut }: Distilled): readonly string[] {
  const proven = fields.filter(({ by }) => by === 'layout').length;
  const held = heldOut.length > 0 ? `, held out: ${heldOut.join(', ')}` : '';
  return [
    printable(`${counted(samples.length, 'sample')}: ${samples.join(', ')}${held}`),
    `${proven} of ${counted(fields.length, 'field')} proven; ${tokens.before} tokens a document before, ${tokens.after} after`,
    '',
    ...fields.map(fieldLine),
    ...fields.flatMap(leftLines),
    ...fields.flatMap(({ id, disagreements }) =>
      disagreements.map(({ sample, column, row, layout, model }) =>
        printable(
          `${column === undefined ? id : `${id}.${column}[${row}]`}, ${sample}: the layout gives ${shown(layout)}, the model ${shown(model)}`,
        ),
      ),
    ),
    '',
  ];
}

function fieldLine({ id, by, proven, notPrinted, columns, takesOthers }: DistilledField): string {
  const only = columns ? ` (${columns.join(', ')})` : '';
  const but = takesOthers ? '; not proven where it is not printed, as it may read what is beside it' : '';
  const right = proven.length > 0 ? `, right on ${proven.join(', ')}` : '';
  const unprinted = notPrinted.length > 0 ? `, not printed on ${notPrinted.join(', ')}` : '';
  return printable(`${id}${only}: ${by}${right}${unprinted}${but}`);
}

/** Why the layout does not give a field, or some of its columns, a line for each reason. */
function leftLines({ id, left }: DistilledField): readonly string[] {
  return [...new Set(left.map(({ because }) => because))].map((because) => {
    const own = left.filter((each) => each.because === because);
    const ids = own.map(({ column }) => (column === undefined ? id : `${id}.${column}`));
    return printable(`${ids.join(', ')} ${ids.length > 1 ? 'are' : 'is'} not proven: ${LEFT[because]}`);
  });
}

function shown(given: unknown): string {
  if (typeof given !== 'object' || given === null) return 'nothing';
  const {
    source,
    value,
    columns: table,
  } = given as { source?: string; value?: unknown; columns?: readonly { values: readonly unknown[] }[] };
  return table ? counted(table[0]?.values.length ?? 0, 'row') : JSON.stringify(source ?? value);
}
