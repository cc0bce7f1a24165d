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
import {
  type AnyMethodOptions,
  builtInLanguage,
  type ComputedMethodReference,
  type FieldGrammar,
} from '../../src/config/schema.js';
import type { Rule } from '../../src/rules/compile.js';
import { definitionOf, type NamedPart } from './type-text.js';

const language = builtInLanguage();

/** The grammar that definitions are given. Methods and fields are only ever linked to, so they need no content. */
export const grammar: FieldGrammar = {
  ...language.types.grammar,
  methods: language.methods,
  method: z.custom<AnyMethodOptions>(),
  computedMethods: language.computedMethods,
  computedMethod: z.custom<ComputedMethodReference>(),
  rule: z.custom<Rule>(),
  fieldIn: {
    fields: z.custom<object>(),
    computed_fields: z.custom<object>(),
    sections: z.custom<object>(),
    addComputedFields: z.custom<object>(),
    cellRows: z.custom<object>(),
  },
};

/** Members of a config. */
export const configShape = definitionOf(language.config).shape ?? {};

const FIELD = { name: 'field', page: 'fields.md' };
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
      [grammar.computedMethod, { name: 'computed method', page: 'fields.md' }],
      [grammar.rule, { name: 'rule', page: 'fields.md' }],
      ...Object.values(grammar.fieldIn).map((field) => [field, FIELD] as const),
      ...['fields', 'computed_fields', 'sections'].map((name) => [elementOf(name), FIELD] as const),
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

/** What an array of fields of a config holds. */
function elementOf(name: string): z.core.$ZodType {
  const element = configShape[name] && arrayOf(configShape[name]).element;
  if (!element) throw new TypeError(`a config has no array ${name}`);
  return element;
}

function arrayOf(schema: z.core.$ZodType) {
  const definition = definitionOf(schema);
  return definition.innerType ? definitionOf(definition.innerType) : definition;
}
