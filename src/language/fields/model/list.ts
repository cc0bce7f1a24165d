/** The list: rows of alike things that a language model finds. */
// See docs/language/06-sections-and-field-kinds.md#112-listfield
// See docs/language/08-language-models.md#861-members
import * as z from 'zod';
import { type ConfigWarning, closedObject } from '../../../foundation/schema/grammar.js';
import type { PreprocessorGrammar } from '../../../foundation/schema/language.js';
import {
  contextMembers,
  listEngine,
  membersOf,
  promptIntroduction,
  singleCompletion,
} from '../../../llm/members.js';
import { fieldAnchorSchema } from '../../anchors/schema.js';
import { idOf } from '../../types/nested.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { readyToAsk } from './conditions.js';
import {
  answerId,
  checkUniqueIds,
  description,
  ignoredMembers,
  modelColumns,
  sourceMembers,
  sourceWarnings,
} from './members.js';

function schemaOf(grammar: PreprocessorGrammar) {
  return closedObject({
    id: answerId,
    type: grammar.type.optional().describe('A list is always a table'),
    anchor: fieldAnchorSchema.optional().describe('The list is asked for only if this is found'),
    method: closedObject({
      id: z.literal('list'),
      description,
      properties: modelColumns(grammar),
      llmEngine: listEngine(grammar),
      ...sourceMembers,
      ...membersOf('list', { singleLLMCompletion: singleCompletion, ...contextMembers(grammar) }),
      promptIntroduction,
    })
      .superRefine(({ properties }, context) => checkUniqueIds(properties, ['properties'], context))
      .describe('What the list contains'),
  });
}

/** A list, as a config holds it. */
type ListField = z.input<ReturnType<typeof schemaOf>>;

export const list: FieldKind<ListField> = {
  id: 'list',
  summary: 'A table of similar things that a language model finds',
  examples: [
    {
      title: 'a row for each thing',
      document: [
        { text: 'We had a Rioja for 12.00,', left: 1, top: 1 },
        { text: 'and later a Cava for 9.50.', left: 1, top: 1.3 },
      ],
      field: {
        id: 'wines',
        method: {
          id: 'list',
          description: 'wines that were drunk',
          properties: [
            { id: 'name', description: 'name of the wine' },
            { id: 'price', description: 'its price', type: 'number' },
          ],
        },
      },
      replies: [
        {
          rows: [
            { p1: 'Rioja', p2: '12.00' },
            { p1: 'Cava', p2: '9.50' },
          ],
        },
      ],
      result: {
        wines: {
          columns: [
            {
              id: 'name',
              values: [
                { value: 'Rioja', type: 'string' },
                { value: 'Cava', type: 'string' },
              ],
            },
            {
              id: 'price',
              values: [
                { source: '12.00', value: 12, type: 'number' },
                { source: '9.50', value: 9.5, type: 'number' },
              ],
            },
          ],
        },
      },
    },
  ],
  places: ['fields'],
  cost: 'model',
  methodIds: () => ['list'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'list',
  isIndependent: ({ method }) => method.source_ids === undefined,
  warnings: listWarnings,
  async execute({ id, anchor, method }, scope, path) {
    const { source_ids: sources, pageRange } = method;
    const ready = readyToAsk({ method: 'list', ids: [id], anchor, sources, pageRange }, scope, path);
    if (!ready) return;
    const { description, properties, source_ids: _sources, id: _id, ...members } = method;
    const { askList } = await import('./ask-list.js');
    await askList({ description, properties, members }, ready, scope, path);
  },
};

function listWarnings(field: ListField): ConfigWarning[] {
  const { type, method } = field;
  const mode = typeof method.llmEngine === 'object' ? method.llmEngine.mode : method.llmEngine;
  return [
    ...(type !== undefined && idOf(type) !== 'table' ? ignoredMembers(field, ['type'], 'on a list', []) : []),
    ...ignoredMembers(method, ['confidenceSignals'], 'on a list'),
    ...(mode === 'long' ? ignoredMembers(method, ['singleLLMCompletion'], 'in the mode "long"') : []),
    ...sourceWarnings(field),
  ];
}
