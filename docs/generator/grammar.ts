/** The parts of the grammar that the reference is made of, and the pages that parts are linked to. */
import { z } from 'zod';
import {
  anchorComponentSchema,
  anchorMatchSchema,
  composable,
  fieldAnchorSchema,
  matcherSchema,
  stopMatchSchema,
} from '../../src/anchors/schema.js';
import { fingerprintSchema } from '../../src/classify/fingerprint.js';
import { type AnyMethodOptions, builtInLanguage, type FieldGrammar } from '../../src/config/schema.js';
import { definitionOf, type NamedPart } from './type-text.js';

const language = builtInLanguage();

/** The grammar that definitions are given. Methods and fields are only ever linked to, so they need no content. */
export const grammar: FieldGrammar = {
  ...language.types.grammar,
  methods: language.methods,
  method: z.custom<AnyMethodOptions>(),
  field: z.custom<object>(),
};

/** Members of a config. */
export const configShape = definitionOf(language.config).shape ?? {};

const VALUE_TYPE = { name: 'value type', page: 'types.md' };

/** Every part that has a page, by its definition. */
export const named: ReadonlyMap<object, NamedPart> = new Map(
  (
    [
      [grammar.type, VALUE_TYPE],
      [grammar.columnType, VALUE_TYPE],
      [grammar.filterType, VALUE_TYPE],
      [grammar.nestedType, VALUE_TYPE],
      [grammar.method, { name: 'method', page: 'methods.md' }],
      [grammar.field, { name: 'field', page: 'fields.md' }],
      [fieldArrayElement(), { name: 'field', page: 'fields.md' }],
      [composable, { name: 'condition', page: 'matchers.md' }],
      [matcherSchema, { name: 'matcher', page: 'matchers.md' }],
      [anchorMatchSchema, { name: 'match', page: 'matchers.md' }],
      [stopMatchSchema, { name: 'stop match', page: 'matchers.md' }],
      [anchorComponentSchema, { name: 'anchor match', page: 'matchers.md' }],
      [fieldAnchorSchema, { name: 'anchor', page: 'anchors.md' }],
      [fingerprintSchema, { name: 'fingerprint', page: 'fingerprint.md' }],
    ] as const
  ).map(([schema, part]) => [definitionOf(schema), part]),
);

/** What the array of fields of a config holds. */
function fieldArrayElement(): z.core.$ZodType {
  const element = configShape['fields'] && definitionOf(configShape['fields']).element;
  if (!element) throw new TypeError('a config has no array of fields');
  return element;
}
