/** GPTFunctionParameter: the part of JSON Schema that the jsonSchema postprocessor takes (chapter 7, 4.3). */
import { z } from 'zod';
import { chosenUnion, closedObject, tagProblem } from '../grammar.js';

export interface ObjectParameter {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Parameter>>;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | undefined;
  readonly description?: string | undefined;
}

export interface StringParameter {
  readonly type: 'string';
  readonly enum?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

export interface ScalarParameter {
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

const text = closedObject({
  type: z.literal('string'),
  enum: z.array(z.string()).optional().describe('The only texts that may occur'),
  description,
});

const scalar = closedObject({ type: z.enum(['number', 'integer', 'boolean', 'null']), description });

const array = closedObject({ type: z.literal('array'), items: inner.describe('Each element'), description });

const object = closedObject({
  type: z.literal('object'),
  properties: z.record(z.string(), inner).describe('Members by their name'),
  required: z.array(z.string()).optional().describe('Members that are always there, null if need be'),
  additionalProperties: z
    .boolean()
    .optional()
    .describe('Whether all other values of the document follow as they are; default false'),
  description,
}).superRefine(({ properties, required = [] }, context) => {
  for (const [i, name] of required.entries()) {
    if (Object.hasOwn(properties, name)) continue;
    const message = `there is no property ${JSON.stringify(name)}`;
    context.addIssue({ code: 'custom', path: ['required', i], message });
  }
});

const union = closedObject({ anyOf: z.array(inner).min(1).describe('What the value may be'), description });

const BY_TYPE: ReadonlyMap<unknown, z.ZodType<object, object>> = new Map<unknown, z.ZodType<object, object>>([
  ['string', text],
  ['number', scalar],
  ['integer', scalar],
  ['boolean', scalar],
  ['null', scalar],
  ['array', array],
  ['object', object],
]);

/** A parameter; each of its forms is closed to other members. */
export const parameterSchema: z.ZodType<Parameter, Parameter> = chosenUnion(
  [text, scalar, array, object, union],
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { path: [], code: 'invalid_type', message: 'must be an object with "type" or "anyOf"' };
    }
    if (Object.hasOwn(value, 'anyOf')) return { option: union };
    const option = BY_TYPE.get(Reflect.get(value, 'type'));
    if (option) return { option };
    const message = tagProblem('type', 'type of value', [...BY_TYPE.keys()].map(String), value);
    return { path: ['type'], code: 'invalid_value', message };
  },
) as unknown as z.ZodType<Parameter, Parameter>;
