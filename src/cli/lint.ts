/** `anchorline lint`: tells what is wrong or doubtful in configs. */
import type { Command } from 'commander';
import type { ConfigIssue } from '../errors.js';
import { InputFailure, issueLine } from './failure.js';
import { inputName, readText } from './input.js';
import { counted, type Streams, writeLines } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline lint invoice.json
  $ anchorline lint configs/*.json

Prints one line for each issue, as file:line:column: error|warning: path: message. The exit code is 1 when
there is any error, else 0.`;

/** Adds the command to the program. */
export function addLintCommand(program: Command, streams: Streams): void {
  program
    .command('lint')
    .summary('check configs')
    .description('Checks configs without running them, and prints what is wrong or questionable in them.')
    .argument('<config...>', 'the configs to check; - for standard input')
    .addHelpText('after', EXAMPLES)
    .action((files: string[]) => runLint(files, streams));
}

async function runLint(files: readonly string[], { stdin, stdout, stderr }: Streams): Promise<void> {
  const { validateConfig } = await import('../index.js');
  const issues: ConfigIssue[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    try {
      const found = validateConfig(await readText(file, stdin));
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
