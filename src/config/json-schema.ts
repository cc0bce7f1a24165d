/** The JSON Schema of configs, with which editors complete and check them. */
import { z } from 'zod';
import { builtInLanguage, type Language } from './schema.js';

/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schema of a language's configs. Checks that a schema cannot express (patterns that JavaScript
 * takes, members that depend on each other) are left to `validateConfig`.
 */
export function configJsonSchema(language: Language = builtInLanguage()): JsonSchema {
  const schema = z.toJSONSchema(language.config, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'ref',
  });
  return { title: 'Anchorline config', ...schema };
}
