/** `anchorline suggest` and `anchorline init`: from documents and values to fields that extract them. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config, Document, Extractor } from '../../index.js';
import { anchorOf, lastText } from '../suggest/anchor-text.js';
import type { Proposal, Suggestion } from '../suggest/suggest.js';
import type { WantedValue } from '../suggest/wanted.js';
import { blame, failureLine, InputFailure, UsageFailure } from './failure.js';
import { checkWritable, inputFilename, inputName, readInput, readText } from './input.js';
import { writeOut } from './inspect-run.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { STARTERS, type Starter, starterText } from './starters.js';
import { counted, printable, printableJson, type Surroundings, writeLines } from './streams.js';

const VALUES = `
A value is given as it is printed, or plain: 2024-03-04, 1200. An id and a type may come before it:
  --value FJ-20418                     the id comes from the caption
  --value total_due=2601.00            an amount, a number, a date … by its shape
  --value account:string=0012345678    a type of the language
  --value "married jointly=true"       a box to tick, by the words of the id
The words of the id say which caption is meant: ss_wages is "Social security wages", box12b is "12b", where the same
amount is printed in several places. Shortened words and initials are understood.
With several documents, the same id given again is the value on the next document; --value id= says that it has none.
If you do not know the value of a document, a field counts as right there when it finds a value of the same form.`;

const SUGGEST_EXAMPLES = `${VALUES}

Examples:
  $ anchorline suggest invoice.pdf --value invoice_number=FJ-20418 --value total=2601
  $ anchorline suggest march.pdf april.pdf --value total=2601 --value total=1980 --output invoice.json

If several of the values are in one column of a table, a field for the whole table is proposed, too; if two are beside the
same caption in blocks that come again, sections for all blocks are.
Every proposed field was run and gave exactly the value. Fields that are right on more documents come first, then the best
of each place; of one place, simple anchors and methods first, unless another anchor says more of the id. The exit code is 1 when a value has no field.`;

const INIT_EXAMPLES = `${VALUES}

Examples:
  $ anchorline init invoice.pdf --output invoice.json
  $ anchorline init report.pdf --table --output report.json
  $ anchorline init invoice.pdf --value invoice_number=FJ-20418 --value total=2601 --output invoice.json
  $ anchorline init --starter invoice --output invoice.json

Without values, init takes those beside captions, as a config to start from. A starter is a config for documents of many
layouts; it needs no document, and leaves null what it does not understand.`;

/** One --value of the command line. */
interface NamedValue {
  readonly id?: string;
  readonly type?: string;
  /** Null for a document that has none. */
  readonly value: string | null;
}

interface SuggestFlags extends ReadingFlags {
  readonly value: readonly NamedValue[];
  readonly config?: string;
  readonly limit?: number;
  readonly table?: boolean;
  readonly starter?: Starter;
  readonly json?: boolean;
  readonly output?: string;
  readonly force?: boolean;
}

/** Adds both commands to the program. */
export function addSuggestCommands(program: Command, streams: Surroundings): void {
  withInputs(
    program.command('suggest'),
    '<document...>',
    'a value that a field is to extract; may be repeated',
  )
    .summary('propose fields for values')
    .description('Proposes fields that extract the values you want from a document, best first.')
    .option('--limit <count>', 'proposals for each value', wholeNumber, 3)
    .option('--json', 'print JSON instead of text')
    .option('-o, --output <file>', 'write a config of the first proposals')
    .option('--force', 'write the config over a file that exists')
    .addHelpText('after', SUGGEST_EXAMPLES)
    .action((documents: string[], flags: SuggestFlags) => runSuggest(documents, flags, streams));
  withInputs(
    program.command('init'),
    '[document...]',
    'a value that the config is to extract; may be repeated',
  )
    .summary('write a first config for a document')
    .description('Writes a first config for a document, with comments.')
    .option('--table', 'write a config for the largest table that has headings')
    .addOption(new Option('--starter <kind>', 'write the starter for a kind of document').choices(STARTERS))
    .option('-o, --output <file>', 'write the config to a file instead of standard output')
    .option('--force', 'write over a file that exists')
    .addHelpText('after', INIT_EXAMPLES)
    .action((documents: string[], flags: SuggestFlags) => runInit(documents, flags, streams));
}

function withInputs(command: Command, documents: string, value: string): Command {
  return withReading(command)
    .argument(documents, 'documents of one layout')
    .option('--value <[id[:type]=]value>', value, collectValue, [])
    .option('-c, --config <file>', 'a config whose preprocessors run before');
}

const VALUE = /^(?:([\p{L}_](?:[\p{L}\p{N}_.' -]*[\p{L}\p{N}_])?)(?::(\w+))?=)?([\s\S]*)$/u;

function collectValue(text: string, before: readonly NamedValue[]): readonly NamedValue[] {
  const [, id, type, value = ''] = VALUE.exec(text) ?? [];
  if (value.trim() === '' && id === undefined) throw new InvalidArgumentError('It must not be empty.');
  return [...before, { ...(id && { id }), ...(type && { type }), value: value.trim() === '' ? null : value }];
}

/** Values with the same id are those of one field on one document after the other. */
function wantedOf(values: readonly NamedValue[], documents: number): WantedValue[] {
  const wanted: { id?: string; type?: string; values: (string | null)[] }[] = [];
  for (const { value, ...named } of values) {
    const known = named.id === undefined ? undefined : wanted.find(({ id }) => id === named.id);
    if (known) known.values.push(value);
    else wanted.push({ ...named, values: [value] });
  }
  const tooMany = wanted.find((each) => each.values.length > documents);
  if (tooMany) {
    throw new UsageFailure(
      `${tooMany.id} has ${tooMany.values.length} values, one for each document, but there ${documents === 1 ? 'is 1 document' : `are ${documents} documents`}`,
    );
  }
  return wanted;
}

async function runSuggest(
  files: readonly string[],
  flags: SuggestFlags,
  streams: Surroundings,
): Promise<void> {
  if (flags.value.length === 0) throw new UsageFailure('give at least one --value');
  await checkOutput(flags);
  const { suggestions, base } = await suggested(files, wantedOf(flags.value, files.length), flags, streams);
  const { stdout, stderr } = streams;
  if (flags.json) stdout.write(`${printableJson(suggestions.map(jsonOf), true)}\n`);
  else writeLines(stdout, suggestions.flatMap((each) => proposalLines(each, files.length)).map(printable));
  if (flags.output !== undefined) await writeConfig(suggestions, files, base, flags.output);
  const missing = suggestions.filter(({ proposals }) => proposals.length === 0);
  const lines = missing.map(({ id, wanted, reason }) =>
    printable(`${wanted.id ?? wanted.values[0] ?? id}: no field: ${reason ?? ''}`),
  );
  if (missing.length > 0) throw new InputFailure(lines);
  writeLines(stderr, lines);
}

async function runInit(files: readonly string[], flags: SuggestFlags, streams: Surroundings): Promise<void> {
  if (flags.table && flags.value.length > 0) throw new UsageFailure('--table takes no --value');
  if (flags.starter !== undefined) return writeStarter(flags.starter, files, flags, streams);
  if (files.length === 0) throw new UsageFailure('name a document, or a kind of document with --starter');
  await checkOutput(flags);
  const wanted = flags.value.length === 0 ? undefined : wantedOf(flags.value, files.length);
  const { suggestions, base } = await suggested(files, wanted, { ...flags, limit: 1 }, streams);
  if (flags.table && suggestions.length === 0) {
    const [first] = files;
    throw new InputFailure([failureLine(inputName(first!), 'no table with headings was found')]);
  }
  if (flags.output === undefined) {
    const { configText } = await import('../suggest/config-text.js');
    streams.stdout.write(configText(suggestions, names(files), base));
  } else await writeConfig(suggestions, files, base, flags.output);
  const found = suggestions.filter(({ proposals }) => proposals.length > 0).length;
  const to = flags.output === undefined ? '' : ` in ${printable(flags.output)}`;
  writeLines(streams.stderr, [`${counted(found, 'field')}${to}`]);
  if (found < suggestions.length) {
    const missing = suggestions.length - found;
    throw new InputFailure([`${counted(missing, 'value')} without a field; comments in the config say why`]);
  }
}

/** Starters are as they are: whoever has a document tries them on it with `extract`. */
async function writeStarter(
  starter: Starter,
  files: readonly string[],
  flags: SuggestFlags,
  { stdout, stderr }: Surroundings,
): Promise<void> {
  if (files.length > 0 || flags.table || flags.value.length > 0) {
    throw new UsageFailure('--starter takes no document, no --table and no --value');
  }
  await checkOutput(flags);
  const text = await starterText(starter);
  if (flags.output === undefined) {
    stdout.write(text);
    return;
  }
  await writeOut(flags.output, text);
  writeLines(stderr, [`the starter for ${starter} in ${printable(flags.output)}`]);
}

/** A config that someone has worked on is not lost by a slip. @throws InputFailure */
async function checkOutput({ output, force }: SuggestFlags): Promise<void> {
  if (output === undefined) return;
  await checkWritable(output);
  if (!force && (await stat(output).catch(() => undefined))) {
    throw new InputFailure([failureLine(output, 'is there already; --force writes over it')]);
  }
}

function names(files: readonly string[]): string[] {
  return files.map((file) => (file === '-' ? inputName(file) : basename(file)));
}

async function writeConfig(
  suggestions: readonly Suggestion<object>[],
  files: readonly string[],
  base: Readonly<Record<string, unknown>>,
  output: string,
): Promise<void> {
  const { configText } = await import('../suggest/config-text.js');
  await writeOut(output, configText(suggestions, names(files), base));
}

/** @param wanted undefined to guess */
async function suggested(
  files: readonly string[],
  wanted: readonly WantedValue[] | undefined,
  flags: SuggestFlags,
  streams: Surroundings,
): Promise<{ suggestions: readonly Suggestion<object>[]; base: Readonly<Record<string, unknown>> }> {
  const [{ createExtractor }, { builtInLanguage }, { proposeFields, proposeTables }] = await Promise.all([
    import('../../index.js'),
    import('../../language/config/schema.js'),
    import('../authoring/propose.js'),
  ]);
  const { types } = builtInLanguage();
  const unknown = flags.value.find(({ type }) => type !== undefined && !isPlainType(type, types));
  if (unknown) {
    throw new UsageFailure(`there is no type ${JSON.stringify(unknown.type)} that its id alone describes`);
  }
  const engines = await extractorOptions(flags);
  const extractor = createExtractor(engines.options);
  const open: Document[] = [];
  try {
    const config = await baseConfig(flags.config, extractor, streams);
    const documents: Document[] = [];
    for (const file of files)
      documents.push(await readDocument(file, config, flags, extractor, open, streams));
    const suggestions = flags.table
      ? (await proposeTables(documents[0]!, { extractor })).slice(0, 1)
      : await proposeFields(documents, wanted, { extractor, limit: flags.limit });
    const { preprocessors } = config;
    return { suggestions, base: preprocessors ? { preprocessors } : {} };
  } finally {
    for (const document of open) await document.close();
    await extractor.close();
    await engines.close();
  }
}

function isPlainType(type: string, types: { compile(type: string): unknown }): boolean {
  try {
    types.compile(type);
    return true;
  } catch {
    return false;
  }
}

async function baseConfig(
  file: string | undefined,
  extractor: Extractor,
  { stdin }: Surroundings,
): Promise<Pick<Config, 'preprocessors'>> {
  if (file === undefined) return {};
  try {
    return extractor.parseConfig(await readText(file, stdin));
  } catch (error) {
    throw blame(error, { document: file, config: inputName(file) });
  }
}

/** @param open gets the document that must be closed */
async function readDocument(
  file: string,
  { preprocessors }: Pick<Config, 'preprocessors'>,
  flags: SuggestFlags,
  extractor: Extractor,
  open: Document[],
  { stdin, stderr }: Surroundings,
): Promise<Document> {
  const progress = progressLine(stderr);
  try {
    const bytes = await readInput(file, stdin);
    const given = { ...loadOptions(flags), filename: inputFilename(file), onProgress: progress.update };
    const document = await extractor.load(bytes, given);
    open.push(document);
    if (!preprocessors) return document;
    return (await extractor.preprocess(document, { fields: [], preprocessors })).document;
  } catch (error) {
    throw blame(error, { document: inputName(file) });
  } finally {
    progress.clear();
  }
}

function proposalLines(
  { id, wanted, proposals, places, note }: Suggestion<object>,
  documents: number,
): string[] {
  if (proposals.length === 0) return [];
  const values = wanted.values.filter((value) => value !== null).join(' | ');
  const count = places > 1 ? `, printed in ${places} places` : '';
  const isSaidApart = proposals.some(({ says }) => says !== proposals[0]!.says);
  return [
    `${id} = ${note ?? values}${count}`,
    ...proposals.flatMap((proposal, i) => [
      `  ${i + 1}. ${JSON.stringify(proposal.field)}`,
      `     ${rankText(proposal, documents, places > 1)}${isSaidApart ? `; says ${percent(proposal.says)} of the id` : ''}`,
    ]),
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** @param isOneOfMany whether the value is printed in other places too, so that its own must be named */
function rankText(
  { exact, plausible, relation, cost, field, place: at }: Proposal<object>,
  documents: number,
  isOneOfMany: boolean,
): string {
  const where = isOneOfMany ? `; page ${at.page}, x ${at.left.toFixed(2)}, y ${at.top.toFixed(2)}` : '';
  const place = `${relation} ${JSON.stringify(lastText(anchorOf(field)))}${where}`;
  if (documents === 1) return `${place}; cost ${cost.toFixed(1)}`;
  const likely = plausible > 0 ? `, likely on ${plausible} more` : '';
  return `${place}; right on ${exact} of ${documents} documents${likely}; cost ${cost.toFixed(1)}`;
}

function jsonOf({ id, wanted, places, proposals, reason }: Suggestion<object>): object {
  return { id, values: wanted.values, places, proposals, ...(reason !== undefined && { reason }) };
}
