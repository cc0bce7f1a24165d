/** The query group: questions that a language model answers together (chapter 6, 11.1). */
import { z } from 'zod';
import { type FieldAnchor, fieldAnchorSchema } from '../anchors/schema.js';
import { closedObject, type Grammar } from '../grammar.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { groupMembers, ignoredMembers, queryWarnings, sourceWarnings } from './model-members.js';
import { answerWithoutModel } from './model-run.js';

function schemaOf(grammar: Grammar) {
  return closedObject({
    anchor: fieldAnchorSchema.optional().describe('The questions are asked only where this is found'),
    method: closedObject({ id: z.literal('queryGroup'), ...groupMembers(grammar) }).describe(
      'What is asked, and about what',
    ),
    id: z.string().optional().describe('No effect: the questions have ids'),
    type: grammar.type.optional().describe('No effect: the questions have types'),
  }).superRefine(({ anchor, method }, context) => {
    const { region } = method.multimodalEngine ?? {};
    if (region === undefined || region === 'automatic' || anchor !== undefined) return;
    const message = 'needs an anchor, which its region is measured from';
    context.addIssue({ code: 'custom', message, params: { code: 'required' } });
  });
}

/** A query group, as a config holds it. */
export type QueryGroupField = z.input<ReturnType<typeof schemaOf>>;

export const queryGroup: FieldKind<QueryGroupField> = {
  id: 'queryGroup',
  summary: 'Fields that a language model answers together',
  places: ['fields'],
  methodIds: () => ['queryGroup'],
  schema: schemaOf,
  matches: (field) => methodIdOf(field) === 'queryGroup',
  outputId: () => undefined,
  defines: ({ method }) => method.queries.map(({ id }) => id),
  warnings: (field) => [
    ...ignoredMembers(field, ['id', 'type'], 'on a query group', []),
    ...queryWarnings(field.method.queries).map(({ path, ...rest }) => ({
      path: ['method', ...path],
      ...rest,
    })),
    ...sourceWarnings(field),
  ],
  async execute(field, scope, path) {
    answerWithoutModel(groupRequest(field.method, field.anchor), scope, path);
  },
};

/** What a group asks. */
export function groupRequest(method: Omit<QueryGroupField['method'], 'id'>, anchor: FieldAnchor | undefined) {
  return {
    method: 'queryGroup',
    ids: method.queries.map(({ id }) => id),
    anchor,
    sources: method.source_ids,
    pictures: method.multimodalEngine !== undefined,
  };
}
