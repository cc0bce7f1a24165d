/** The command line: its commands, and what becomes of errors. The library is loaded only by a command that runs. */
import { readFile } from 'node:fs/promises';
import { Command, CommanderError } from 'commander';
import { addClassifyCommand } from './classify.js';
import { addDistilCommand } from './distil.js';
import { addExtractCommand } from './extract.js';
import { InputFailure, UsageFailure } from './failure.js';
import { addInspectCommand } from './inspect.js';
import { addLinesCommand } from './lines.js';
import { addLintCommand } from './lint.js';
import { addMcpCommand } from './mcp.js';
import { addSchemaCommand } from './schema.js';
import { printable, type Streams, type Surroundings, writeLines } from './streams.js';
import { addStudioCommand } from './studio.js';
import { addSuggestCommands } from './suggest.js';
import { addTablesCommand } from './tables.js';
import { addTestCommand } from './test.js';
import { addWhyCommand } from './why.js';

/** What a run of the command line ends with. */
export const EXIT = { done: 0, badInput: 1, usage: 2 } as const;

const HELP = `
Run "anchorline <command> --help" for the options of a command and examples.

Exit codes: 0 done, 1 an input cannot be used, 2 wrong use of the command.`;

/**
 * Runs the command line.
 * @param args arguments without the interpreter and the script
 * @returns the exit code; nothing is thrown
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    const program = createProgram(await packageVersion(), surroundings);
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return report(error, surroundings);
  }
}

function createProgram(version: string, streams: Surroundings): Command {
  const program = new Command('anchorline')
    .description('Turns documents into checked, typed JSON.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.stdout.write(text),
      writeErr: (text) => streams.stderr.write(text),
    });
  addExtractCommand(program, streams);
  addDistilCommand(program, streams);
  addClassifyCommand(program, streams);
  addInspectCommand(program, streams);
  addLinesCommand(program, streams);
  addLintCommand(program, streams);
  addMcpCommand(program, streams, run);
  addStudioCommand(program, streams);
  addSuggestCommands(program, streams);
  addTablesCommand(program, streams);
  addTestCommand(program, streams);
  addWhyCommand(program, streams);
  addSchemaCommand(program, streams);
  return program;
}

function report(error: unknown, { stderr }: Streams): number {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof InputFailure) {
    writeLines(stderr, error.lines);
    return EXIT.badInput;
  }
  if (error instanceof UsageFailure) {
    writeLines(stderr, [`error: ${printable(error.message)}`, 'Run with --help for usage.']);
    return EXIT.usage;
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  writeLines(stderr, [`error: ${printable(message)}`]);
  return EXIT.badInput;
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const content: { readonly version: string } = JSON.parse(text);
  return content.version;
}
