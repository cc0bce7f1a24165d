/** GPTFunctionParameter: the part of JSON Schema that the jsonSchema postprocessor takes. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, listOf, optionByTag, taggedUnion, titled } from '../../foundation/schema/grammar.js';

export interface ObjectParameter {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | undefined;
  readonly description?: string | undefined;
}

interface StringParameter {
  readonly type: 'string';
  readonly enum?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

interface ScalarParameter {
  readonly type: 'number' | 'integer' | 'boolean' | 'null';
  readonly description?: string | undefined;
}

export interface ArrayParameter {
  readonly type: 'array';
  readonly items: Parameter;
  readonly description?: string | undefined;
}

export interface UnionParameter {
  readonly anyOf: readonly Parameter[];
  readonly description?: string | undefined;
}

/** A description of one value, with those inside it. */
export type Parameter = StringParameter | ScalarParameter | ArrayParameter | ObjectParameter | UnionParameter;

const description = z.string().optional().describe('What the value means');
const inner = z.lazy(() => parameterSchema);

const text = titled(
  'string parameter',
  closedObject({
    type: z.literal('string'),
    enum: z.array(z.string()).optional().describe('The only texts allowed'),
    description,
  }),
);

const scalar = titled(
  'scalar parameter',
  closedObject({ type: z.enum(['number', 'integer', 'boolean', 'null']), description }),
);

const array = titled(
  'array parameter',
  closedObject({ type: z.literal('array'), items: inner.describe('Each element'), description }),
);

const object = closedObject({
  type: z.literal('object'),
  properties: z.record(z.string(), inner).describe('Members by name'),
  required: z.array(z.string()).optional().describe('Members that are always present, null if need be'),
  additionalProperties: withDefault(z.boolean(), false).describe(
    'Whether all other values of the document follow unchanged',
  ),
  description,
})
  .superRefine(({ properties, required = [] }, context) => {
    for (const [i, name] of required.entries()) {
      if (Object.hasOwn(properties, name)) continue;
      const message = `there is no property ${JSON.stringify(name)}`;
      context.addIssue({ code: 'custom', path: ['required', i], message });
    }
  })
  .meta({ title: 'object parameter' });

const union = titled(
  'union parameter',
  closedObject({ anyOf: listOf(inner, 'the value is null').describe('What the value may be'), description }),
);

const typed = [text, scalar, array, object] as const;

/** A parameter; each of its forms is closed to other members. */
export const parameterSchema: z.ZodType<Parameter, Parameter> = titled(
  'parameter',
  taggedUnion([...typed, union], (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { path: [], code: 'invalid_type', message: 'must be an object with "type" or "anyOf"' };
    }
    if (Object.hasOwn(value, 'anyOf')) return { option: union };
    return optionByTag(typed, { tag: 'type', what: 'type of value' }, value);
  }),
);
