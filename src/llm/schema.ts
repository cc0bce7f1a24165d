/**
 * The part of JSON Schema that answers are asked in: what strict structured output of the common models takes. All
 * properties are required and no others are allowed; a value that may be missing has the type null as well.
 */
// See docs/language/08-language-models.md#88-provider-interface

type Scalar = 'string' | 'integer' | 'number' | 'boolean';

/** The part of JSON Schema in which answers are asked for: providers differ in the rest. */
export type JsonSchemaSubset =
  | {
      readonly type: Scalar | readonly [Scalar, 'null'];
      readonly enum?: readonly (string | number | null)[];
      readonly description?: string;
    }
  | {
      readonly type: 'array' | readonly ['array', 'null'];
      readonly items: JsonSchemaSubset;
      readonly description?: string;
    }
  | {
      readonly type: 'object' | readonly ['object', 'null'];
      readonly properties: Readonly<Record<string, JsonSchemaSubset>>;
      readonly required: readonly string[];
      readonly additionalProperties: false;
      readonly description?: string;
    }
  | { readonly anyOf: readonly JsonSchemaSubset[]; readonly description?: string };

/** A schema of an object with these members, all required. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchemaSubset>>,
  description?: string,
): JsonSchemaSubset {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...(description !== undefined && { description }),
  };
}
