/** `anchorline why`: shows where the values of a config come from, and why others are null. */
import type { Command } from 'commander';
import type { Explained } from '../authoring/explain.js';
import { blame, failureLine, InputFailure, UsageFailure } from './failure.js';
import { inputFilename, inputName, readInput, readText, refuseTwoStdins } from './input.js';
import { commandModel, type ModelFlags } from './model.js';
import { progressLine } from './progress.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { inputNames, readExtraData } from './run-inputs.js';
import { printable, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline why invoice.pdf invoice.json
  $ anchorline why invoice.pdf invoice.json total
  $ anchorline why invoice.pdf total --config invoice.json
  $ anchorline why losses.pdf losses.json "claims[1].paid"

Without a field, every field gets one line, and those without a value are explained in full. A field in sections is named
as extract --format table prints it; without an index, it means the field in all sections. Positions are inches from the
left and top edge of the page; pages count from 0.`;

interface WhyFlags extends ModelFlags, ReadingFlags {
  readonly config?: string;
  readonly extraData?: string;
}

/** Adds the command to the program. */
export function addWhyCommand(program: Command, streams: Surroundings): void {
  withReading(program.command('why'))
    .summary('show where values come from')
    .description(
      'Shows where the values of a config come from: where the anchor matched, what the method searched and found, and why there is no value.',
    )
    .argument('<document>', 'the document to read, or - for standard input')
    .argument('[config]', 'the config, unless --config names it')
    .argument('[field]', 'the id of a field, or a value such as claims[1].paid; default: all')
    .option('-c, --config <file>', 'the config')
    .option('--extra-data <file>', 'a JSON object of plain values that come with the document')
    .option('--llm-replay <folder>', 'answer what the config asks a language model from recordings')
    .addHelpText('after', EXAMPLES)
    .action((document: string, first: string | undefined, second: string | undefined, flags: WhyFlags) => {
      const { config, field } = given(first, second, flags);
      return runWhy(document, config, field, flags, streams);
    });
}

/** The config and the field of a command line, with the config by its place or by its flag. @throws UsageFailure */
function given(first: string | undefined, second: string | undefined, { config }: WhyFlags) {
  if (config === undefined) {
    if (first === undefined) throw new UsageFailure('give a config: anchorline why <document> <config>');
    return { config: first, field: second };
  }
  if (second !== undefined) throw new UsageFailure('give the config once: by its place, or with --config');
  return { config, field: first };
}

/** With all geometry the result holds the lines as the fields saw them. */
const WHOLE = 3;

async function runWhy(
  file: string,
  configFile: string,
  field: string | undefined,
  flags: WhyFlags,
  streams: Surroundings,
): Promise<void> {
  refuseTwoStdins([file, configFile, flags.extraData]);
  const names = inputNames(file, { ...flags, config: configFile });
  const { stdin, stdout, stderr } = streams;
  const [text, bytes] = [await readText(configFile, stdin), await readInput(file, stdin)];
  const extraData = await readExtraData(flags.extraData, stdin);
  const model = await commandModel(flags, streams);
  const [{ createExtractor }, { builtInLanguage }, { asked, explainableIds, isNull, story, verdict }] =
    await Promise.all([
      import('../../index.js'),
      import('../../language/config/schema.js'),
      import('../authoring/explain.js'),
    ]);
  const engines = await extractorOptions(flags);
  const extractor = createExtractor({ llm: model?.llm, ...engines.options });
  const progress = progressLine(stderr);
  try {
    const config = extractor.parseConfig(text);
    const result = await extractor.extract(
      bytes,
      extractor.defineConfig({ ...config, verbosity: WHOLE }),
      extraData,
      {
        ...loadOptions(flags),
        filename: inputFilename(file),
        trace: true,
        onProgress: progress.update,
      },
    );
    progress.clear();
    const { methods } = builtInLanguage();
    const explained: Explained = { result, config, summaryOf: (id) => methods.get(id)?.summary };
    const ids = explainableIds(explained);
    const one = field === undefined ? undefined : asked(field, explained);
    if (field !== undefined && !one) throw unknownField(inputName(configFile), field, ids);
    const lines = one
      ? [...story(one, explained), '']
      : ids.flatMap((id) =>
          isNull(id, explained) ? [...story({ id, sections: [] }, explained), ''] : [verdict(id, explained)],
        );
    writeLines(stdout, lines.map(printable));
  } catch (error) {
    throw blame(error, names);
  } finally {
    progress.clear();
    await extractor.close();
    await engines.close();
  }
}

function unknownField(config: string, field: string, ids: readonly string[]): InputFailure {
  const known = ids.length === 0 ? 'it has none that ran' : `those that ran: ${ids.join(', ')}`;
  return new InputFailure([failureLine(config, `has no field ${JSON.stringify(field)}; ${known}`)]);
}
