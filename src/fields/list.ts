/** The list: rows of alike things that a language model finds (chapter 6, 11.2; chapter 8, 8.6). */
import { z } from 'zod';
import { fieldAnchorSchema } from '../anchors/schema.js';
import { closedObject, type Grammar } from '../grammar.js';
import { contextMembers, listEngine, promptIntroduction, singleCompletion } from '../llm/members.js';
import { idOf } from '../types/nested.js';
import { type FieldKind, type FieldWarning, methodIdOf } from './definition.js';
import {
  answerId,
  checkUniqueIds,
  description,
  ignoredMembers,
  modelColumns,
  sourceMembers,
  sourceWarnings,
} from './model-members.js';
import { answerWithoutModel } from './model-run.js';

function schemaOf(grammar: Grammar) {
  return closedObject({
    id: answerId,
    type: grammar.type.optional().describe('A list is always a table'),
    anchor: fieldAnchorSchema.optional().describe('The list is asked for only where this is found'),
    method: closedObject({
      id: z.literal('list'),
      description,
      properties: modelColumns(grammar),
      llmEngine: listEngine,
      singleLLMCompletion: singleCompletion,
      ...sourceMembers,
      ...contextMembers,
      promptIntroduction,
    })
      .superRefine(({ properties }, context) => checkUniqueIds(properties, ['properties'], context))
      .describe('What the list holds'),
  });
}

/** A list, as a config holds it. */
export type ListField = z.input<ReturnType<typeof schemaOf>>;

export const list: FieldKind<ListField> = {
  id: 'list',
  summary: 'A table of alike things that a language model finds',
  places: ['fields'],
  methodIds: () => ['list'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'list',
  warnings: listWarnings,
  async execute({ id, anchor, method }, scope, path) {
    answerWithoutModel({ method: 'list', ids: [id], anchor, sources: method.source_ids }, scope, path);
  },
};

function listWarnings(field: ListField): FieldWarning[] {
  const { type, method } = field;
  const mode = typeof method.llmEngine === 'object' ? method.llmEngine.mode : method.llmEngine;
  return [
    ...(type !== undefined && idOf(type) !== 'table' ? ignoredMembers(field, ['type'], 'on a list', []) : []),
    ...ignoredMembers(method, ['confidenceSignals'], 'on a list'),
    ...(mode === 'long' ? ignoredMembers(method, ['singleLLMCompletion'], 'in the mode "long"') : []),
    ...sourceWarnings(field),
  ];
}
