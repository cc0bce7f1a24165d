/** The query group: questions that a language model answers together. */
// See docs/language/06-sections-and-field-kinds.md#111-querygroupfield
// See docs/language/08-language-models.md#851-shapes
import * as z from 'zod';
import { type ConfigWarning, closedObject } from '../../../foundation/schema/grammar.js';
import type { PreprocessorGrammar } from '../../../foundation/schema/language.js';
import { fieldAnchorSchema } from '../../anchors/schema.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { readyToAsk } from './conditions.js';
import { groupMembers, ignoredMembers, queryWarnings, sourceWarnings } from './members.js';
import type { QueryBatch } from './query-batch.js';

function schemaOf(grammar: PreprocessorGrammar) {
  return closedObject({
    anchor: fieldAnchorSchema.optional().describe('The questions are asked only if this is found'),
    method: closedObject({ id: z.literal('queryGroup'), ...groupMembers(grammar) }).describe(
      'What is asked, and about what',
    ),
    id: z.string().optional().describe('Has no effect: the questions have ids'),
    type: grammar.type.optional().describe('Has no effect: the questions have types'),
  }).superRefine(({ anchor, method }, context) => {
    const { region } = method.multimodalEngine ?? {};
    if (region === undefined || region === 'automatic' || anchor !== undefined) return;
    const message = 'needs an anchor: the region is measured from it';
    context.addIssue({ code: 'custom', message, params: { code: 'required' } });
  });
}

/** A query group, as a config holds it. */
type QueryGroupField = z.input<ReturnType<typeof schemaOf>>;

export const queryGroup: FieldKind<QueryGroupField> = {
  id: 'queryGroup',
  summary: 'Fields that a language model answers together',
  examples: [
    {
      title: 'two values of a text; the model is sure of one and finds no other',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      field: {
        method: {
          id: 'queryGroup',
          queries: [
            { id: 'rent', description: 'rent for a month', type: 'currency' },
            { id: 'deposit', description: 'deposit', type: 'currency' },
          ],
        },
      },
      replies: [
        {
          q1: { answer: '$900.00', signal: 'confident_answer' },
          q2: { answer: null, signal: 'answer_not_found' },
        },
      ],
      result: {
        rent: {
          source: '$900.00',
          value: 900,
          unit: '$',
          type: 'currency',
          confidenceSignal: 'confident_answer',
        },
        deposit: null,
      },
    },
    {
      title: 'an answer that is worked out from the values of other fields',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      before: [{ id: 'rent', anchor: 'rent is', type: 'currency', method: { id: 'passthrough' } }],
      field: {
        method: {
          id: 'queryGroup',
          source_ids: ['rent'],
          queries: [{ id: 'yearly', description: 'rent for a year', type: 'number' }],
        },
      },
      replies: [{ q1: { answer: '10800' } }],
      result: {
        yearly: { source: '10800', value: 10800, type: 'number', confidenceSignal: 'not_supported' },
      },
    },
  ],
  places: ['fields'],
  cost: 'model',
  methodIds: () => ['queryGroup'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'queryGroup',
  outputId: () => undefined,
  isIndependent: ({ method }) => method.source_ids === undefined,
  defines: ({ method }) => method.queries.map(({ id }) => id),
  warnings: (field) => [
    ...ignoredMembers(field, ['id', 'type'], 'on a query group', []),
    ...queryWarnings(field.method.queries).map(({ path, ...rest }) => ({
      path: ['method', ...path],
      ...rest,
    })),
    ...sourceWarnings(field),
    ...pictureWarnings(field.method),
  ],
  async execute({ anchor, method }, scope, path) {
    const batch = groupBatch(method);
    const ready = readyToAsk({ ...groupRequest(method), anchor }, scope, path);
    if (!ready) return;
    // What asks models is loaded with the first field that asks one.
    const { askQueries } = await import('./ask-queries.js');
    await askQueries(batch, ready, scope, path);
  },
};

/** What has no effect on questions about pictures. */
function pictureWarnings({ multimodalEngine, source_ids, ...method }: Group): ConfigWarning[] {
  if (!multimodalEngine || source_ids !== undefined) return [];
  return ignoredMembers(method, ['promptIntroduction'], 'on questions about pictures');
}

type Group = Omit<QueryGroupField['method'], 'id'>;

/** What a group needs to be asked. */
export function groupRequest(method: Group) {
  return {
    method: 'queryGroup',
    ids: method.queries.map(({ id }) => id),
    sources: method.source_ids,
    pictures: method.multimodalEngine !== undefined,
    pageRange: method.pageRange,
  };
}

/** What a group asks. */
export function groupBatch({ queries, multimodalEngine, source_ids, ...members }: Group): QueryBatch {
  return {
    method: 'queryGroup',
    queries,
    members,
    // Values of other fields are asked about instead of pictures, too.
    images: source_ids === undefined ? multimodalEngine : undefined,
  };
}
