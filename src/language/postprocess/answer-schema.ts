/** The schema of a postprocessor as models are asked in it. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema

import { setMember } from '../../foundation/objects/members.js';
import { type JsonSchemaSubset, objectSchema } from '../../llm/schema.js';
import type { ObjectParameter, Parameter } from './parameter.js';

/** The member that holds an answer which is no object: models answer with objects only. */
const RESULT = 'result';

/** The schema of an answer, and the value that an answer in it holds. */
interface AnswerForm {
  readonly schema: JsonSchemaSubset;
  unwrapped(answer: unknown): unknown;
}

/**
 * Asks for the value of a parameter. All but the object itself may be null, also what is required: a model that
 * must give a value where the document has none makes one up.
 */
export function answerForm(parameter: Parameter): AnswerForm {
  if ('type' in parameter && parameter.type === 'object') {
    return { schema: membersSchema(parameter), unwrapped: (answer) => answer };
  }
  return {
    schema: objectSchema({ [RESULT]: nullable(parameter) }),
    unwrapped: (answer) => (answer as Readonly<Record<string, unknown>>)[RESULT],
  };
}

function membersSchema({ properties, description }: ObjectParameter): JsonSchemaSubset {
  const members: Record<string, JsonSchemaSubset> = {};
  for (const [name, property] of Object.entries(properties)) setMember(members, name, nullable(property));
  return objectSchema(members, description);
}

/** A parameter whose value may be missing. */
function nullable(parameter: Parameter): JsonSchemaSubset {
  const { description } = parameter;
  const described = description === undefined ? {} : { description };
  if ('anyOf' in parameter) {
    const options = parameter.anyOf.filter((option) => !('type' in option && option.type === 'null'));
    const [only] = options;
    if (options.length === 1 && only) return { ...nullable(only), ...described };
    return options.length === 0
      ? { ...NOTHING, ...described }
      : { anyOf: options.map(nullable), ...described };
  }
  switch (parameter.type) {
    case 'object': {
      const schema = membersSchema(parameter);
      return 'properties' in schema ? { ...schema, type: ['object', 'null'] } : schema;
    }
    case 'array':
      return { type: ['array', 'null'], items: nullable(parameter.items), ...described };
    case 'null':
      return { ...NOTHING, ...described };
    case 'string':
      return {
        type: ['string', 'null'],
        ...(parameter.enum && { enum: [...parameter.enum, null] }),
        ...described,
      };
    default:
      return { type: [parameter.type, 'null'], ...described };
  }
}

const NOTHING: JsonSchemaSubset = { type: ['string', 'null'], enum: [null] };
