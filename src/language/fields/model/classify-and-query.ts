/** Classify and query: a language model chooses a class, then answers its questions. */
// See docs/language/06-sections-and-field-kinds.md#114-classifyandqueryfield
// See docs/language/08-language-models.md#8115-concurrent-queries-classify-and-query
import * as z from 'zod';
import { closedObject } from '../../../foundation/schema/grammar.js';
import type { PreprocessorGrammar } from '../../../foundation/schema/language.js';
import { fieldAnchorSchema } from '../../anchors/schema.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { readyToAsk } from './conditions.js';
import {
  answerId,
  checkUniqueIds,
  description,
  queriesSchema,
  queryMembers,
  queryWarnings,
} from './members.js';

function schemaOf(grammar: PreprocessorGrammar) {
  return closedObject({
    id: answerId
      .optional()
      .describe('Key of the chosen class in the output; without it the class is not output'),
    anchor: fieldAnchorSchema.optional().describe('The model is asked only if this is found'),
    method: closedObject({
      id: z.literal('classifyAndQuery'),
      classes: z
        .array(
          closedObject({
            id: z.string().min(1).describe('Name of the class'),
            description,
            queries: queriesSchema(grammar).describe(
              'Questions to ask if this class is chosen; each gives a field',
            ),
          }),
        )
        .min(1)
        .describe('The classes to choose from'),
      default: z.string().optional().describe('Class to take if the model names none'),
      description: z.string().optional().describe('What to classify'),
      ...queryMembers(grammar),
    })
      .superRefine(({ classes, default: fallback }, context) => {
        checkUniqueIds(classes, ['classes'], context);
        if (fallback === undefined || classes.some(({ id }) => id === fallback)) return;
        const message = `no class is called ${JSON.stringify(fallback)}; classes: ${classes.map(({ id }) => id).join(', ')}`;
        context.addIssue({ code: 'custom', path: ['default'], message });
      })
      .describe('The classes and their questions'),
  });
}

/** Classify and query, as a config holds it. */
type ClassifyAndQueryField = z.input<ReturnType<typeof schemaOf>>;

export const classifyAndQuery: FieldKind<ClassifyAndQueryField> = {
  id: 'classifyAndQuery',
  summary: 'The class of a text, and questions that depend on it, answered by a language model',
  examples: [
    {
      title: 'a class, then its questions; those of other classes are null',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      field: {
        id: 'kind',
        method: {
          id: 'classifyAndQuery',
          classes: [
            {
              id: 'lease',
              description: 'a contract that lets something',
              queries: [{ id: 'rent', description: 'rent', type: 'currency' }],
            },
            {
              id: 'sale',
              description: 'a contract that sells something',
              queries: [{ id: 'price', description: 'price', type: 'currency' }],
            },
          ],
          confidenceSignals: false,
        },
      },
      replies: [{ choice: 1 }, { q1: { answer: '$900.00' } }],
      result: {
        kind: { value: 'lease', type: 'string' },
        price: null,
        rent: { source: '$900.00', value: 900, unit: '$', type: 'currency' },
      },
    },
  ],
  places: ['fields'],
  cost: 'model',
  methodIds: () => ['classifyAndQuery'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'classifyAndQuery',
  outputId: () => undefined,
  isIndependent: () => true,
  defines: idsOf,
  warnings: ({ method }) =>
    method.classes.flatMap(({ queries }, i) =>
      queryWarnings(queries).map(({ path, ...rest }) => ({
        path: ['method', 'classes', i, ...path],
        ...rest,
      })),
    ),
  async execute(field, scope, path) {
    const { id, anchor, method } = field;
    const { pageRange } = method;
    const ready = readyToAsk(
      { method: 'classifyAndQuery', ids: idsOf(field), anchor, pageRange },
      scope,
      path,
    );
    if (!ready) return;
    const { id: _id, classes, default: byDefault, description: about, ...members } = method;
    const { classifyThenAsk } = await import('./ask-class.js');
    await classifyThenAsk({ id, classes, byDefault, about, members }, ready, scope, path);
  },
};

function idsOf({ id, method }: ClassifyAndQueryField): string[] {
  const asked = method.classes.flatMap(({ queries }) => queries.map((query) => query.id));
  return id === undefined ? asked : [id, ...asked];
}
