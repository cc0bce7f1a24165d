/** The JSON Schema of configs: to make it takes a second, and nobody changes it. */
import { configJsonSchema } from '../../src/config/json-schema.js';

let made: ReturnType<typeof configJsonSchema> | undefined;

/** That of the built-in language, made once for all files that share their modules. */
export function builtInJsonSchema(): ReturnType<typeof configJsonSchema> {
  made ??= configJsonSchema();
  return made;
}
