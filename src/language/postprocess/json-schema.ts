/** `jsonSchema`: the document in the shape of a schema, mapped by names and types, else by a language model. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema
import { formatPath } from '../../errors.js';
import { definePostprocessor, POSTPROCESSOR_PATH, type PostprocessContext } from './definition.js';
import { type Fitted, fitted } from './fit.js';
import { type Parameter, parameterSchema } from './parameter.js';

export const jsonSchema = definePostprocessor({
  id: 'jsonSchema',
  summary: 'The finished document in the shape of a schema',
  options: () => ({ schema: parameterSchema.describe('The shape of the result') }),
  async run({ schema }, context) {
    const mapped = fitted(schema, context.bare(), context);
    const { value, problems } = await shaped(schema, mapped, context);
    for (const { path, message } of problems) {
      context.problem(`${formatPath([...POSTPROCESSOR_PATH, 'schema', ...path])}: ${message}`);
    }
    return value;
  },
  examples: [
    {
      title: 'names and types that differ a little',
      document: {
        'invoice.total_due': { source: '119.00', value: 119, type: 'number' },
        status: { value: 'PAID', type: 'string' },
      },
      postprocessor: {
        type: 'jsonSchema',
        schema: {
          type: 'object',
          properties: {
            totalDue: { type: 'integer' },
            status: { type: 'string', enum: ['open', 'paid'] },
            remark: { type: 'string' },
          },
          required: ['totalDue', 'status'],
        },
      },
      result: { totalDue: 119, status: 'paid' },
    },
    {
      title: 'what is required and missing is null, and reported',
      document: { total: null },
      postprocessor: {
        type: 'jsonSchema',
        schema: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
      },
      result: { total: null },
      problems: ['postprocessor.schema.properties.total: '],
    },
  ],
});

/** What a model makes of the document where one is to be asked; else, or without a usable answer, the mapping. */
async function shaped(schema: Parameter, mapped: Fitted, context: PostprocessContext): Promise<Fitted> {
  const { when, client } = context.model;
  if (when === 'never' || (when === 'fallback' && mapped.problems.length === 0)) return mapped;
  if (!client) {
    if (when === 'always')
      context.failure('LLM_NOT_CONFIGURED', `no language model is configured; ${STANDS}`);
    return mapped;
  }
  // What asks models is loaded with the first config that needs it.
  const { reshaped } = await import('./reshape.js');
  const tools = { ...context, client, keepsMapped: when === 'fallback' };
  const answer = await reshaped(schema, context.bare(), mapped.value, tools);
  if (!('failure' in answer)) return answer;
  const { code, message } = answer.failure;
  context.failure(code, `${message}; ${STANDS}`);
  return mapped;
}

const STANDS = 'the document is mapped to the schema without a model';
