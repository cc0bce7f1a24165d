/** `anchorline inspect`: writes a report of how a config found its values in a document. */
import type { Command } from 'commander';
import type { Inspection } from '../report/index.js';
import { blame, UsageFailure } from './failure.js';
import { checkWritable, inputName, readInput, readText, refuseTwoStdins } from './input.js';
import { type InspectFlags, loadFlags, outcome, runInputs, writeOut } from './inspect-run.js';
import { watchReport } from './inspect-watch.js';
import { type CommandModel, commandModel, MODEL_HELP } from './model.js';
import { progressLine } from './progress.js';
import { extractorOptions, withReading } from './reading.js';
import { inputNames, VALIDATIONS_OPTION } from './run-inputs.js';
import { printable, type Surroundings, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline inspect invoice.pdf --config invoice.json --output report.html
  $ anchorline inspect invoice.pdf --config invoice.json --output report.html --watch
  $ anchorline inspect invoice.pdf --config invoice.json --output to-show.html --redact

The report is one HTML file for any browser. It shows each page as a picture with its lines, anchors, values, searched
areas, rulings and tables, and beside it every field with its value, or the reason why it has none. It needs no server and
no network. It contains pictures and text of the document: whoever gets the report gets the document.

With --redact it contains neither: words and numbers are others, in the same places, and a value is shown as it is printed.
The config, the name of its file, and what it looks for are shown as they are. Look at the report before you share it.

With --watch, the document and its OCR stay loaded. The config runs again whenever you save it, and an open report updates
itself. A file beside the report, <report>.version.svg, tells it when. Press Ctrl-C to end.
${MODEL_HELP}`;

/** Adds the command to the program. */
export function addInspectCommand(program: Command, streams: Surroundings): void {
  withReading(program.command('inspect'))
    .summary('write a report of how values were found')
    .description(
      'Runs a config over a document and writes a report to look at: pages, fields and how they were found.',
    )
    .argument('<document>', 'the document to read, or - for standard input')
    .requiredOption('-c, --config <file>', 'the config: JSON5, which is JSON with comments and more')
    .requiredOption('-o, --output <file>', 'the report to write, e.g. report.html')
    .option('--redact', 'replace what the document says by text of the same form, and leave out pictures')
    .option('--watch', 'run again whenever the config is saved')
    .option('--extra-data <file>', 'a JSON object of plain values that come with the document')
    .option(...VALIDATIONS_OPTION)
    .option('--llm-replay <folder>', 'answer what the config asks a language model from recordings')
    .option('--llm-record', 'ask the model for what has no recording yet, and record it')
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: InspectFlags) => runInspect(document, flags, streams));
}

async function runInspect(file: string, flags: InspectFlags, streams: Surroundings): Promise<void> {
  checkFlags(file, flags);
  await checkWritable(flags.output);
  const model = await commandModel(flags, streams);
  const names = inputNames(file, flags);
  try {
    if (flags.watch) await watchReport(file, flags, model, streams);
    else await writeReport(file, flags, model, streams);
  } catch (error) {
    throw blame(error, names);
  }
}

/** @throws UsageFailure for flags that do not go together */
function checkFlags(file: string, { config, extraData, validations, watch, redact }: InspectFlags): void {
  refuseTwoStdins([file, config, extraData, validations]);
  if (watch && redact) throw new UsageFailure('--redact does not go with --watch');
  if (watch && config === '-') throw new UsageFailure('--watch needs a config in a file');
}

async function writeReport(
  file: string,
  flags: InspectFlags,
  model: CommandModel | undefined,
  streams: Surroundings,
): Promise<void> {
  const [{ createExtractor }, { inspect }] = await Promise.all([
    import('../../index.js'),
    import('../report/index.js'),
  ]);
  const { stdin, stderr } = streams;
  const bytes = await readInput(file, stdin);
  const config = await readText(flags.config, stdin);
  const inputs = await runInputs(flags, streams);
  const progress = progressLine(stderr);
  const { extraData, validations } = inputs;
  const engines = await extractorOptions(flags);
  const extractor = createExtractor({ llm: model?.llm, ...engines.options });
  let inspection: Inspection | undefined;
  try {
    inspection = await inspect(bytes, config, extraData, {
      ...loadFlags(file, flags),
      extractor,
      validations,
      onProgress: progress.update,
    });
    const html = await inspection.toHtml({
      documentName: inputName(file),
      configName: inputName(flags.config),
      redact: flags.redact,
      onPage: (done, total) => progress.update({ stage: 'draw', done, total }),
    });
    await writeOut(flags.output, html);
    progress.clear();
    writeLines(stderr, [`${printable(flags.output)}: ${outcome(inspection.result)}`]);
    model?.check(inspection.result);
  } finally {
    progress.clear();
    await inspection?.close();
    await extractor.close();
    await engines.close();
  }
}
