/** Parts of configs that several fields share which ask a language model. */
// See docs/language/06-sections-and-field-kinds.md#11-llm-field-kinds-members-and-placement
// See docs/language/08-language-models.md#821-shared-members
import * as z from 'zod';
import { withDefault } from '../../../foundation/schema/defaults.js';
import { type ConfigWarning, closedObject } from '../../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type Grammar, type PreprocessorGrammar } from '../../../foundation/schema/language.js';
import { contextMembers, membersOf, promptIntroduction, questionEngine } from '../../../llm/members.js';
import { sourceIdsSchema } from '../../computed/sources.js';
import { region } from '../../methods/region.js';
import { idOf } from '../../types/nested.js';

/** Key of an answer in the output. */
export const answerId = z.string().min(1).describe('Key of the value in the output');

/** What is asked, in words. */
export const description = z.string().min(1).describe('What is asked for, in words');

/** The columns of a table that a language model fills. */
export function modelColumns(grammar: Grammar) {
  return z
    .array(
      closedObject({
        id: z.string().min(1).describe('Id of the column'),
        description,
        type: withDefault(grammar.columnType, DEFAULT_TYPE).describe('Type of the cells'),
        isRequired: withDefault(z.boolean(), false).describe('Leave out rows without this cell'),
      }).meta({ title: 'model column' }),
    )
    .min(1)
    .describe('The columns');
}

/** Members of all methods that ask questions. */
export function queryMembers(grammar: PreprocessorGrammar) {
  return {
    ...membersOf('query', contextMembers(grammar)),
    chunkScoringText: z
      .string()
      .optional()
      .describe('Text by which to find excerpts, instead of the questions'),
    promptIntroduction,
    llmEngine: questionEngine(grammar),
  };
}

/** Fields whose values the model sees instead of the document. */
export const sourceMembers = {
  source_ids: sourceIdsSchema
    .optional()
    .describe('Ask about the values of these fields, not about the document'),
};

/** Types that no answer can be read by, as it is text, and where they come from. */
const NO_ANSWERS: Readonly<Record<string, string>> = {
  table: 'tables come from the methods nlpTable and list',
  images: 'images come from the method documentRange with "includeImages": true',
};

/** Why no answer can be of a type; undefined where one can. */
export function unfitType(type: Parameters<typeof idOf>[0] | undefined): string | undefined {
  const id = type === undefined ? undefined : idOf(type);
  if (id === undefined || !Object.hasOwn(NO_ANSWERS, id)) return undefined;
  return `an answer is text, so it cannot be of type ${id}; ${NO_ANSWERS[id]}`;
}

/** Reports a question whose answer could not be read. */
function checkAnswerType(
  { type }: { readonly type?: Parameters<typeof idOf>[0] | undefined },
  context: z.core.$RefinementCtx,
): void {
  const message = unfitType(type);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['type'], message });
}

/** The questions of a group. */
export function queriesSchema(grammar: Grammar) {
  return z.array(
    closedObject({
      id: answerId,
      description,
      type: withDefault(grammar.type, DEFAULT_TYPE).describe('Type of the answer'),
    })
      .superRefine(checkAnswerType)
      .meta({ title: 'group query' }),
  );
}

/** Members of a group of questions, without its id. */
export function groupMembers(grammar: PreprocessorGrammar) {
  return {
    queries: queriesSchema(grammar).min(1).describe('The questions; each gives a field'),
    ...sourceMembers,
    multimodalEngine: closedObject({
      region: z
        .union([z.literal('automatic'), closedObject(region.options(grammar))])
        .describe('Part of the pages to send as a picture; "automatic" finds it'),
      onlyImages: withDefault(z.boolean(), false).describe('Send the images in it, not the page'),
    })
      .meta({ title: 'multimodal engine' })
      .optional()
      .describe('Ask about pictures of the pages instead of their text'),
    ...queryMembers(grammar),
  };
}

/** Reports elements of a list that have the id of an element before. */
export function checkUniqueIds(
  elements: readonly { readonly id: string }[],
  path: readonly (string | number)[],
  context: z.core.$RefinementCtx,
): void {
  for (const [i, { id }] of elements.entries()) {
    if (elements.findIndex((other) => other.id === id) === i) continue;
    const message = `${JSON.stringify(id)} is listed twice`;
    context.addIssue({ code: 'custom', path: [...path, i, 'id'], message, params: { code: 'duplicate_id' } });
  }
}

/** Questions in a group from which on answers get worse. */
export const MANY_QUERIES = 10;

/** Doubtful things in the questions of a group; paths count from the object that has `queries`. */
export function queryWarnings(queries: readonly { readonly id: string }[]): ConfigWarning[] {
  const found = queries.flatMap(({ id }, i): ConfigWarning[] => {
    if (queries.findIndex((other) => other.id === id) === i) return [];
    const message = `${JSON.stringify(id)} is asked twice; the first answer that is found counts`;
    return [{ path: ['queries', i, 'id'], code: 'LLM_DUPLICATE_QUERY_ID', message }];
  });
  if (queries.length <= MANY_QUERIES) return found;
  const message = `more than ${MANY_QUERIES} questions in a group make answers worse`;
  return [...found, { path: ['queries'], code: 'LLM_GROUP_LARGE', message }];
}

/** Warnings about members that are there and have no effect. @param why a clause, as `with source_ids` */
export function ignoredMembers(
  members: object,
  names: readonly string[],
  why: string,
  path: readonly (string | number)[] = ['method'],
): ConfigWarning[] {
  return names
    .filter((name) => Reflect.get(members, name) !== undefined)
    .map((name) => ({ path: [...path, name], code: 'LLM_MEMBER_IGNORED', message: `has no effect ${why}` }));
}

/** Members that choose lines of the document. */
const LINE_MEMBERS = [
  'chunkCount',
  'chunkSize',
  'chunkOverlapPercentage',
  'chunkScoringText',
  'searchBySummarization',
  'pageRange',
  'multimodalEngine',
] as const;

/** What has no effect beside `source_ids`. */
export function sourceWarnings(field: {
  readonly anchor?: unknown;
  readonly method: object;
}): ConfigWarning[] {
  if (Reflect.get(field.method, 'source_ids') === undefined) return [];
  const why = 'with source_ids: the document is not looked at';
  return [...ignoredMembers(field, ['anchor'], why, []), ...ignoredMembers(field.method, LINE_MEMBERS, why)];
}
