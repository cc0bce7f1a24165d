/** Fields with one method that asks a language model: `query`, `question`, `nlpTable`. */
// See docs/language/08-language-models.md#851-shapes
// See docs/language/08-language-models.md#871-members
import * as z from 'zod';
import { withDefault } from '../../../foundation/schema/defaults.js';
import {
  type ConfigWarning,
  closedObject,
  limitedNumber,
  taggedUnion,
} from '../../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type PreprocessorGrammar } from '../../../foundation/schema/language.js';
import {
  contextMembers,
  membersOf,
  promptIntroduction,
  providerEngine,
  tableMembers,
} from '../../../llm/members.js';
import { fieldAnchorSchema } from '../../anchors/schema.js';
import { commonMembers } from '../../methods/filters.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { warnOfIgnored } from '../ignored.js';
import { emptySelection, FIELD_SELECTIONS } from '../selection.js';
import { readyToAsk } from './conditions.js';
import {
  answerId,
  checkUniqueIds,
  description,
  ignoredMembers,
  modelColumns,
  queryMembers,
  unfitType,
} from './members.js';

function schemaOf(grammar: PreprocessorGrammar) {
  return closedObject({
    id: answerId,
    type: withDefault(grammar.type, DEFAULT_TYPE).describe('Type of the answer'),
    anchor: fieldAnchorSchema.optional().describe('The model is asked only if this is found'),
    match: z
      .enum(FIELD_SELECTIONS)
      .optional()
      .describe('Whether the one answer is put in a list: with "all" and "allWithNull"'),
    method: taggedUnion(
      [
        closedObject({
          id: z.literal('query'),
          description,
          ...queryMembers(grammar),
          ...commonMembers(grammar),
        }).meta({ title: 'query method' }),
        closedObject({
          id: z.literal('question'),
          question: z.string().min(1).describe('The question'),
          minConfidence: limitedNumber(0, 1).optional().describe('Less certain answers are left out'),
          ...queryMembers(grammar),
          ...commonMembers(grammar),
        }).meta({ title: 'question method' }),
        closedObject({
          id: z.literal('nlpTable'),
          columns: modelColumns(grammar),
          description: z.string().optional().describe('Which table, in words'),
          llmEngine: providerEngine(grammar),
          ...membersOf('nlpTable', { ...tableMembers, ...contextMembers(grammar) }),
          promptIntroduction,
        })
          .superRefine(({ columns }, context) => checkUniqueIds(columns, ['columns'], context))
          .meta({ title: 'nlpTable method' }),
      ],
      { tag: 'id', what: 'method' },
    ).describe('What is asked'),
  });
}

/** A field with one question, as a config holds it. */
type ModelQuestionField = z.input<ReturnType<typeof schemaOf>>;

const METHOD_IDS = ['query', 'question', 'nlpTable'];

/** A model is asked once, however often the anchor is found. */
function matchWarnings({ match }: ModelQuestionField): ConfigWarning[] {
  if (match === undefined || match === 'first') return [];
  const path = ['match'];
  if (match === 'all' || match === 'allWithNull') {
    const message = 'the model is asked once, so the list holds one answer at most';
    return [{ path, code: 'LLM_ASKED_ONCE', message }];
  }
  const message = 'has no effect: the model is asked once, so there is one answer to select from';
  return [{ path, code: 'LLM_MEMBER_IGNORED', message }];
}

function typeWarnings({ type, method }: ModelQuestionField): ConfigWarning[] {
  const unfit = method.id === 'nlpTable' ? undefined : unfitType(type);
  if (unfit === undefined) return [];
  return [{ path: ['type'], code: 'type_mismatch', message: `${unfit}; the value is always null` }];
}

export const modelQuestion: FieldKind<ModelQuestionField> = {
  id: 'question',
  summary: 'A value or a table that a language model finds',
  examples: [
    {
      title: 'query',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      field: {
        id: 'landlord',
        method: { id: 'query', description: "the landlord's name", confidenceSignals: false },
      },
      replies: [{ q1: { answer: 'Ada Moss' } }],
      result: { landlord: { value: 'Ada Moss', type: 'string' } },
    },
    {
      title: 'question: an answer that is not sure enough is left out',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      field: {
        id: 'deposit',
        method: { id: 'question', question: 'What is the deposit?', minConfidence: 0.8 },
      },
      replies: [{ q1: { answer: '$900.00', signal: 'inferred_answer' } }],
      result: { deposit: null },
    },
    {
      title: 'nlpTable: the model only matches columns, so that cells stay as printed',
      document: [
        { text: 'Wine', left: 1, top: 3 },
        { text: 'Price', left: 3, top: 3 },
        { text: 'Rioja', left: 1, top: 3.3 },
        { text: '12.00', left: 3, top: 3.3 },
        { text: 'Cava', left: 1, top: 3.6 },
        { text: '9.50', left: 3, top: 3.6 },
      ],
      field: {
        id: 'wines',
        method: {
          id: 'nlpTable',
          rewriteTable: false,
          columns: [
            { id: 'name', description: 'name of the wine' },
            { id: 'price', description: 'its price', type: 'number' },
          ],
        },
      },
      replies: [
        {
          headerRows: 1,
          columns: [
            { id: 'c1', source: 1 },
            { id: 'c2', source: 2 },
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
  methodIds: () => METHOD_IDS,
  schema: schemaOf,
  isIndependent: () => true,
  matches: (field) => METHOD_IDS.includes(methodIdOf(field) ?? ''),
  warnings: (field) => [...typeWarnings(field), ...ignoredIn(field)],
  failed: ({ match }) => emptySelection(match),
  async execute(field, scope, path) {
    const { id, type, anchor, match, method } = field;
    warnOfIgnored(ignoredIn(field), id, scope, path);
    const isTable = method.id === 'nlpTable';
    const filters = isTable ? undefined : method;
    const unfit = isTable ? undefined : unfitType(type);
    const { pageRange } = method;
    const request = { method: method.id, ids: [id], anchor, match, unfit, pageRange, filters };
    const ready = readyToAsk(request, scope, path);
    if (!ready) return;
    if (method.id === 'nlpTable') {
      const { id: _id, columns, description, ...members } = method;
      const { askTable } = await import('./ask-table.js');
      await askTable({ columns, description, members }, ready, scope, path);
      return;
    }
    const question = method.id === 'query' ? method.description : method.question;
    const batch = {
      method: method.id,
      queries: [{ id, description: question, type }],
      members: method,
      filters,
      ...(method.id === 'question' && { minConfidence: method.minConfidence }),
    };
    const { askQueries } = await import('./ask-queries.js');
    await askQueries(batch, ready, scope, path);
  },
};

/** Members that are there and have no effect. */
function ignoredIn(field: ModelQuestionField): ConfigWarning[] {
  const { anchor, method } = field;
  const matched = matchWarnings(field);
  if (method.id !== 'nlpTable') {
    const ranged = anchor === undefined ? ['xRangeFilter'] : [];
    return [...matched, ...ignoredMembers(method, ranged, 'without an anchor, from which it is measured')];
  }
  return [
    ...matched,
    ...ignoredMembers(method, ['confidenceSignals', 'searchBySummarization'], 'on nlpTable'),
    ...ignoredMembers(
      method,
      ['detectTableStructureOnly'],
      'as the text of cells always comes from the document',
    ),
    ...(method.rewriteTable === false
      ? ignoredMembers(method, ['promptIntroduction'], 'where columns are only matched')
      : []),
  ];
}
