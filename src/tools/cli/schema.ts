/** `anchorline schema`: prints the JSON Schema of configs, for editors. */
import type { Command } from 'commander';
import { printableJson, type Streams } from './streams.js';

const EXAMPLES = `
Examples:
  $ anchorline schema > senseml.schema.json

In VS Code, name the file in the setting "json.schemas" to have configs completed and checked while typing.`;

/** Adds the command to the program. */
export function addSchemaCommand(program: Command, streams: Streams): void {
  program
    .command('schema')
    .summary('print the JSON Schema of configs')
    .description(
      'Prints the JSON Schema (draft 2020-12) of configs, with which editors complete and check them.',
    )
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { configJsonSchema } = await import('../../language/config/json-schema.js');
      streams.stdout.write(`${printableJson(configJsonSchema(), true)}\n`);
    });
}
