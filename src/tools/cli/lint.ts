/** `anchorline lint`: reports what is wrong or doubtful in configs. */
import type { Command } from 'commander';
import type { ConfigIssue } from '../../errors.js';
import { blame, InputFailure, issueLine } from './failure.js';
import { inputFilename, inputName, readInput, readText } from './input.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { counted, type Streams, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline lint invoice.json
  $ anchorline lint configs/*.json
  $ anchorline lint invoice.json --sample march.pdf --sample april.pdf

With samples, it also reports anchors that match nothing on any of them, and texts found inside another word, such as
"total" in "Subtotal". It prints one line for each issue: file:line:column: error|warning: path: message. The exit code is
1 when there is any error, else 0.`;

/** With all geometry the result holds the lines as the fields saw them. */
const WHOLE = 3;

/** Adds the command to the program. */
export function addLintCommand(program: Command, streams: Streams): void {
  withReading(program.command('lint'))
    .summary('check configs')
    .description('Checks configs without running them, and prints what is wrong or questionable in them.')
    .argument('<config...>', 'the configs to check; - for standard input')
    .option('--sample <document>', 'a document that the configs are for; may be repeated', collect, [])
    .addHelpText('after', EXAMPLES)
    .action((files: string[], flags: LintFlags) => runLint(files, flags, streams));
}

interface LintFlags extends ReadingFlags {
  readonly sample: readonly string[];
}

function collect(file: string, before: readonly string[]): readonly string[] {
  return [...before, file];
}

async function runLint(
  files: readonly string[],
  flags: LintFlags,
  { stdin, stdout, stderr }: Streams,
): Promise<void> {
  const { validateConfig } = await import('../../index.js');
  const issues: ConfigIssue[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    try {
      const text = await readText(file, stdin);
      const own = validateConfig(text);
      const isWrong = own.some(({ severity }) => severity === 'error');
      const found =
        isWrong || flags.sample.length === 0 ? own : [...own, ...(await onSamples(file, text, flags, stdin))];
      issues.push(...found);
      writeLines(
        stdout,
        found.map((issue) => issueLine(inputName(file), issue)),
      );
    } catch (error) {
      if (!(error instanceof InputFailure)) throw error;
      unreadable.push(...error.lines);
    }
  }
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  const counts = `${counted(errors, 'error')} and ${counted(issues.length - errors, 'warning')}`;
  const read = files.length - unreadable.length;
  const checked = read === 0 ? 'no config was checked' : `${counts} in ${counted(read, 'config')}`;
  const missed = unreadable.length === 0 ? '' : `; ${counted(unreadable.length, 'file')} could not be read`;
  const lines = [...unreadable, checked + missed];
  if (errors > 0 || unreadable.length > 0) throw new InputFailure(lines);
  writeLines(stderr, lines);
}

/** What samples show of a config that has no errors. @throws InputFailure for a sample that cannot be read */
async function onSamples(
  file: string,
  text: string,
  flags: LintFlags,
  stdin: Streams['stdin'],
): Promise<readonly ConfigIssue[]> {
  const [{ createExtractor }, { readConfigText }, { sampleWarnings }, { stepsOfPath }] = await Promise.all([
    import('../../index.js'),
    import('../../language/config/text.js'),
    import('../authoring/sample-lint.js'),
    import('../authoring/config-path.js'),
  ]);
  const engines = await extractorOptions(flags);
  const extractor = createExtractor(engines.options);
  try {
    const config = extractor.parseConfig(text);
    const whole = extractor.defineConfig({ ...config, verbosity: WHOLE });
    const samples = [];
    for (const sample of flags.sample) {
      const given = { ...loadOptions(flags), filename: inputFilename(sample), trace: true };
      const bytes = await readInput(sample, stdin);
      const result = await extractor.extract(bytes, whole, undefined, given).catch((error: unknown) => {
        throw blame(error, { document: inputName(sample), config: inputName(file) });
      });
      samples.push({ name: inputName(sample), result });
    }
    const read = readConfigText(text);
    return sampleWarnings(config, samples).map(({ path, code, message }) => {
      const steps = [...stepsOfPath(path), 'anchor'];
      const place = 'issues' in read ? undefined : read.locate(steps);
      return { path: steps, code, message, severity: 'warning' as const, ...place };
    });
  } finally {
    await extractor.close();
    await engines.close();
  }
}
