/** The parts of the grammar that the reference is made of, and the pages that parts are linked to. */
import * as z from 'zod';
import type { ComputedMethodReference } from '../../src/foundation/schema/language.js';
import { horizontalRangeSchema } from '../../src/language/anchors/ranges.js';
import {
  anchorComponentSchema,
  anchorMatchSchema,
  composable,
  fieldAnchorSchema,
  matcherSchema,
  stopMatchSchema,
} from '../../src/language/anchors/schema.js';
import { fingerprintSchema } from '../../src/language/config/fingerprint.js';
import { builtInLanguage } from '../../src/language/config/schema.js';
import type { KindGrammar, MethodReference } from '../../src/language/fields/definition.js';
import { verticalRangeSchema } from '../../src/language/fields/vertical-ranges.js';
import { parameterSchema } from '../../src/language/postprocess/parameter.js';
import { providerSchema } from '../../src/llm/members.js';
import { ocrEngineSchema } from '../../src/reading/ocr/engines.js';
import { definitionOf, type NamedPart, unwrapped } from './type-text.js';

const language = builtInLanguage();

/** The grammar that definitions are given. Methods and fields are only ever linked to, so they need no content. */
export const grammar: KindGrammar = {
  ...language.types.grammar,
  methods: language.methods,
  method: z.custom<MethodReference>(),
  computedMethods: language.computedMethods,
  computedMethod: z.custom<ComputedMethodReference>(),
  ocrEngine: ocrEngineSchema([]),
  llmProvider: providerSchema([]),
  rule: language.rules.schema,
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

/** Any postprocessor, with the members that all of them share. */
export const postprocessorUnion = unwrapped(memberOf('postprocessor'), new Map());

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
      [grammar.computedMethod, { name: 'computed method', page: 'computed.md' }],
      [language.rules.schema, { name: 'rule', page: 'rules.md' }],
      [elementOf('preprocessors'), { name: 'preprocessor', page: 'preprocessors.md' }],
      [postprocessorUnion, { name: 'postprocessor', page: 'postprocessors.md' }],
      [parameterSchema, { name: 'parameter', page: 'postprocessors.md' }],
      ...Object.values(grammar.fieldIn).map((field) => [field, FIELD] as const),
      ...['fields', 'computed_fields', 'sections'].map((name) => [elementOf(name), FIELD] as const),
      [composable, { name: 'condition', page: 'matchers.md' }],
      [matcherSchema, { name: 'matcher', page: 'matchers.md' }],
      [anchorMatchSchema, { name: 'match', page: 'matchers.md' }],
      [stopMatchSchema, { name: 'stop match', page: 'matchers.md' }],
      [anchorComponentSchema, { name: 'anchor match', page: 'matchers.md' }],
      [fieldAnchorSchema, { name: 'anchor', page: 'anchors.md' }],
      [horizontalRangeSchema, { name: 'horizontal range', page: 'ranges.md' }],
      [verticalRangeSchema, { name: 'vertical range', page: 'ranges.md' }],
      [fingerprintSchema, { name: 'fingerprint', page: 'fingerprint.md' }],
    ] as const
  ).map(([schema, part]) => [definitionOf(schema), part]),
);

/** What an array of a config holds. */
function elementOf(name: string): z.core.$ZodType {
  const { element } = definitionOf(unwrapped(memberOf(name), new Map()));
  if (!element) throw new TypeError(`the member ${name} of a config is no array`);
  return element;
}

function memberOf(name: string): z.core.$ZodType {
  const member = configShape[name];
  if (!member) throw new TypeError(`a config has no member ${name}`);
  return member;
}
