/** Fields with one method that asks a language model: `query`, `question`, `nlpTable` (chapter 8, 8.5 and 8.7). */
import { z } from 'zod';
import { fieldAnchorSchema } from '../anchors/schema.js';
import { closedObject, type Grammar, taggedUnion } from '../grammar.js';
import { contextMembers, promptIntroduction, providerEngine, tableMembers } from '../llm/members.js';
import { commonMembers } from '../methods/filters.js';
import { type FieldKind, methodIdOf } from './definition.js';
import {
  answerId,
  checkAnswerType,
  checkUniqueIds,
  description,
  ignoredMembers,
  modelColumns,
  queryMembers,
} from './model-members.js';
import { answerWithoutModel } from './model-run.js';
import { FIELD_SELECTIONS } from './selection.js';

function schemaOf(grammar: Grammar) {
  return closedObject({
    id: answerId,
    type: grammar.type.optional().describe('What the answer must be; default string'),
    anchor: fieldAnchorSchema.optional().describe('The model is asked only where this is found'),
    match: z.enum(FIELD_SELECTIONS).optional().describe('No effect: the model is asked once'),
    method: taggedUnion('id', 'method', [
      closedObject({ id: z.literal('query'), description, ...queryMembers, ...commonMembers(grammar) }),
      closedObject({
        id: z.literal('question'),
        question: z.string().min(1).describe('The question'),
        minConfidence: z
          .number()
          .min(0)
          .max(1)
          .optional()
          .describe('Answers that are less sure are left out'),
        ...queryMembers,
        ...commonMembers(grammar),
      }),
      closedObject({
        id: z.literal('nlpTable'),
        columns: modelColumns(grammar),
        description: z.string().optional().describe('Which table, in words'),
        llmEngine: providerEngine,
        ...tableMembers,
        ...contextMembers,
        promptIntroduction,
      }).superRefine(({ columns }, context) => checkUniqueIds(columns, ['columns'], context)),
    ]).describe('What is asked'),
  }).superRefine((field, context) => {
    if (field.method.id !== 'nlpTable') checkAnswerType(field, context);
  });
}

/** A field with one question, as a config holds it. */
export type ModelQuestionField = z.input<ReturnType<typeof schemaOf>>;

const METHOD_IDS = ['query', 'question', 'nlpTable'];

export const modelQuestion: FieldKind<ModelQuestionField> = {
  id: 'question',
  summary: 'A value or a table that a language model finds',
  places: ['fields'],
  methodIds: () => METHOD_IDS,
  schema: schemaOf,
  matches: (field) => METHOD_IDS.includes(methodIdOf(field) ?? ''),
  warnings: (field) => [
    ...ignoredMembers(field, ['match'], 'on a field that asks a language model', []),
    ...(field.method.id === 'nlpTable'
      ? ignoredMembers(field.method, ['confidenceSignals', 'searchBySummarization'], 'on nlpTable')
      : []),
  ],
  async execute({ id, anchor, method }, scope, path) {
    answerWithoutModel({ method: method.id, ids: [id], anchor }, scope, path);
  },
};
