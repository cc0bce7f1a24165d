/** Concurrent queries: several query groups that are asked at once. */
// See docs/language/06-sections-and-field-kinds.md#113-concurrentqueriesfield
// See docs/language/08-language-models.md#8115-concurrent-queries-classify-and-query
import * as z from 'zod';
import { closedObject } from '../../../foundation/schema/grammar.js';
import type { PreprocessorGrammar } from '../../../foundation/schema/language.js';
import { fieldAnchorSchema } from '../../anchors/schema.js';
import { type FieldKind, methodIdOf } from '../definition.js';
import { readyToAsk } from './conditions.js';
import { groupMembers, queryWarnings } from './members.js';
import { groupBatch, groupRequest } from './query-group.js';

function schemaOf(grammar: PreprocessorGrammar) {
  const groups = z
    .array(
      closedObject({
        id: z.literal('queryGroup').optional().describe('Id of the method; may be left out'),
        ...groupMembers(grammar),
      }),
    )
    .min(1);
  return closedObject({
    anchor: fieldAnchorSchema.optional().describe('The groups are asked only if this is found'),
    method: closedObject({
      id: z.literal('concurrentQueries'),
      groups: groups.optional().describe('The groups; each has the members of a queryGroup method'),
      queries: groups.optional().describe('Other name of groups'),
    })
      .superRefine((method, context) => {
        if ((method.groups === undefined) === (method.queries === undefined)) {
          const message = 'is required exactly once; "queries" is another name for it';
          context.addIssue({ code: 'custom', path: ['groups'], message, params: { code: 'required' } });
          return;
        }
        checkSiblings(method, context);
      })
      .describe('What is asked'),
  });
}

/** Concurrent queries, as a config holds them. */
type ConcurrentQueriesField = z.input<ReturnType<typeof schemaOf>>;
type Method = ConcurrentQueriesField['method'];

export const concurrentQueries: FieldKind<ConcurrentQueriesField> = {
  id: 'concurrentQueries',
  summary: 'Query groups that a language model answers at once',
  examples: [
    {
      title: 'two groups that are asked at the same time',
      document: [
        { text: 'This lease was signed by Ada Moss, the landlord.', left: 1, top: 1 },
        { text: 'The rent is $900.00 a month.', left: 1, top: 1.3 },
      ],
      field: {
        method: {
          id: 'concurrentQueries',
          groups: [
            { queries: [{ id: 'landlord', description: "the landlord's name" }], confidenceSignals: false },
            { queries: [{ id: 'rent', description: 'rent', type: 'currency' }], confidenceSignals: false },
          ],
        },
      },
      replies: [{ q1: { answer: 'Ada Moss' } }, { q1: { answer: '$900.00' } }],
      result: {
        landlord: { value: 'Ada Moss', type: 'string' },
        rent: { source: '$900.00', value: 900, unit: '$', type: 'currency' },
      },
    },
  ],
  places: ['fields'],
  cost: 'model',
  methodIds: () => ['concurrentQueries'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'concurrentQueries',
  outputId: () => undefined,
  isIndependent: ({ method }) => groupsOf(method).every(({ source_ids }) => source_ids === undefined),
  defines: ({ method }) => groupsOf(method).flatMap(({ queries }) => queries.map(({ id }) => id)),
  warnings: ({ method }) =>
    groupsOf(method).flatMap(({ queries }, i) =>
      queryWarnings(queries).map(({ path, ...rest }) => ({
        path: ['method', memberOf(method), i, ...path],
        ...rest,
      })),
    ),
  async execute({ anchor, method }, scope, path) {
    // All groups see the scope as it was before: no answer of one keeps another from being asked.
    const groups = groupsOf(method).map((group, i) => {
      const at = [...path, 'method', memberOf(method), i];
      return {
        batch: groupBatch(group),
        at,
        ready: readyToAsk({ ...groupRequest(group), anchor }, scope, at),
      };
    });
    if (groups.every(({ ready }) => !ready)) return;
    const { answerQueries, keepAnswers } = await import('./ask-queries.js');
    const answers = await Promise.all(
      groups.map(({ batch, at, ready }) => (ready ? answerQueries(batch, ready, scope, at) : [])),
    );
    const open = new Set(groups.flatMap(({ ready }) => ready?.open ?? []));
    await keepAnswers(answers.flat(), [...open], 'concurrentQueries', scope, path);
  },
};

function memberOf(method: Method): 'groups' | 'queries' {
  return method.groups === undefined ? 'queries' : 'groups';
}

function groupsOf(method: Method) {
  return method.groups ?? method.queries ?? [];
}

/** A group cannot read what another one of the same field is asked. */
function checkSiblings(method: Method, context: z.core.$RefinementCtx): void {
  const groups = groupsOf(method);
  for (const [i, { source_ids }] of groups.entries()) {
    if (!Array.isArray(source_ids)) continue;
    const siblings = new Set(
      groups.flatMap((other, j) => (j === i ? [] : other.queries.map(({ id }) => id))),
    );
    for (const [j, id] of source_ids.entries()) {
      if (!siblings.has(id)) continue;
      const message = `${JSON.stringify(id)} is asked at the same time, so it has no value yet`;
      context.addIssue({ code: 'custom', path: [memberOf(method), i, 'source_ids', j], message });
    }
  }
}
