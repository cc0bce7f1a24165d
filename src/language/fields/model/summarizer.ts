/** The summarizer: rows that a language model makes of one value (deprecated). */
// See docs/language/08-language-models.md#8112-summarizer
import * as z from 'zod';
import { closedObject } from '../../../foundation/schema/grammar.js';
import type { Grammar } from '../../../foundation/schema/language.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { readyToAsk } from './conditions.js';
import { answerId } from './members.js';

function schemaOf(grammar: Grammar) {
  const cells = z.array(z.string().nullable());
  return closedObject({
    id: answerId,
    type: grammar.type.optional().describe('Has no effect: the rows contain plain text'),
    method: closedObject({
      id: z.literal('summarizer'),
      source_id: z.string().min(1).describe('The field whose text to summarise'),
      fields: z.array(z.string().min(1)).min(1).describe('Members of each row'),
      instructions: z.string().optional().describe('What to take from the text, in words'),
      samples: z
        .array(
          closedObject({
            prompt: z.string().describe('The text'),
            values: z.union([cells, z.array(cells)]).describe('What it should give: a row, or several'),
          }),
        )
        .optional()
        .describe('Example texts with the rows they should give'),
    })
      .superRefine(({ fields, samples = [] }, context) => {
        for (const [i, { values }] of samples.entries()) {
          const rows = values.some(Array.isArray) ? (values as unknown[][]) : [values];
          if (rows.every((row) => row.length === fields.length)) continue;
          const message = `every row needs ${fields.length} values, one for each of the fields`;
          context.addIssue({ code: 'custom', path: ['samples', i, 'values'], message });
        }
      })
      .meta({ deprecated: true })
      .describe('What to make from which field'),
  });
}

/** A summarizer, as a config holds it. */
type SummarizerField = z.input<ReturnType<typeof schemaOf>>;

export const summarizer: FieldKind<SummarizerField> = {
  id: 'summarizer',
  summary: 'Deprecated: rows that a language model makes from the text of another field',
  examples: [
    {
      title: 'a row of the text of another field',
      document: [{ text: 'Rent $900.00 and parking $40.00', left: 1, top: 1 }],
      before: [{ id: 'costs', anchor: 'rent', method: { id: 'passthrough' } }],
      field: { id: 'parts', method: { id: 'summarizer', source_id: 'costs', fields: ['rent', 'parking'] } },
      replies: [{ rows: [{ f1: '$900.00', f2: '$40.00' }] }],
      result: { parts: [{ rent: '$900.00', parking: '$40.00' }] },
    },
  ],
  places: ['fields', 'computed_fields', 'addComputedFields', 'cellRows'],
  cost: 'model',
  methodIds: () => ['summarizer'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'summarizer',
  warnings: () => [{ path: ['method', 'id'], code: 'deprecated', message: 'deprecated; use a query group' }],
  async execute({ id, method }, scope, path) {
    const request = { method: 'summarizer', ids: [id], sources: [method.source_id] };
    const ready = readyToAsk(request, scope, path);
    if (!ready) return;
    const { askSummarizer } = await import('./ask-summarizer.js');
    await askSummarizer(method, ready, scope, path);
  },
};
