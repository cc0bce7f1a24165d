/** `jsonSchema`: the document in the shape of a schema, as far as that needs no model. */
// See docs/language/07-computed-rules-postprocessor.md#43-jsonschema
import { formatPath } from '../errors.js';
import { definePostprocessor, POSTPROCESSOR_PATH } from './definition.js';
import { fitted } from './fit.js';
import { parameterSchema } from './parameter.js';

export const jsonSchema = definePostprocessor({
  id: 'jsonSchema',
  summary: 'The finished document in the shape of a schema',
  options: () => ({ schema: parameterSchema.describe('The shape of the result') }),
  run({ schema }, context) {
    const { value, problems } = fitted(schema, context.bare(), context);
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
      title: 'what is required and missing is null, and told',
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
