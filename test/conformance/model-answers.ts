/** What a language model would have to answer so that a published output comes out, worked out from that output. */

import type { JsonSchemaSubset } from '../../src/llm/schema.js';
import { type AnswerByField, answersByField, LlmError, type Script } from '../../src/tools/models/index.js';

type Members = Readonly<Record<string, unknown>>;
type Row = readonly (string | null)[];

/** Answers by the ids of the fields that ask: texts for queries, rows of texts for lists, tables and summarizers. */
export type Answers = Readonly<Record<string, AnswerByField | readonly Row[]>>;

/** A member of a config that makes rows, with the ids of its cells in order. */
interface RowSource {
  readonly id: string;
  readonly cells: readonly { readonly id: string; readonly type: string }[];
}

/**
 * Answers that hold the values of a published output: single values as they were printed; rows of a list also
 * from the sections that a `zip` makes of them. Lists that the output hides, and only other fields read, get one
 * row of stand-ins.
 */
export function publishedAnswers(config: unknown, published: Members): Answers {
  const answers: Record<string, AnswerByField | readonly Row[]> = {};
  collectSingle(published, answers);
  const objects = membersOf(config);
  for (const source of objects.flatMap(rowSourceOf)) {
    answers[source.id] = rowsFor(source, published, objects) ?? [
      source.cells.map(({ type }) => standIn(type)),
    ];
  }
  return answers;
}

/** Answers of any text to all that a config asks: for configs without a published output. */
export function standInAnswers(config: unknown): Answers {
  const answers: Record<string, AnswerByField | readonly Row[]> = {};
  for (const object of membersOf(config)) {
    for (const { id, type } of queriesOf(object)) answers[id] = standIn(type);
    for (const { id, cells } of rowSourceOf(object)) answers[id] = [cells.map(({ type }) => standIn(type))];
  }
  return answers;
}

const MODEL_METHODS: ReadonlySet<unknown> = new Set([
  'query',
  'question',
  'queryGroup',
  'list',
  'nlpTable',
  'topic',
  'summarizer',
  'concurrentQueries',
  'classifyAndQuery',
]);

/** Whether a config has a field that a language model answers, or one of the methods that these took over from. */
export function asksModels(config: unknown): boolean {
  return membersOf(config).some(({ id }) => MODEL_METHODS.has(id));
}

/** A script of answers by field; what is asked on the way to them is answered as its schema allows. */
export function answering(answers: Answers): Script {
  const byField = answersByField(answers);
  return (request) => {
    const { purpose, schema } = request;
    if (FIELD_PURPOSES.has(purpose)) return byField(request);
    return schema ? { object: least(schema) } : new LlmError('bad_request', 'the request has no schema');
  };
}

const FIELD_PURPOSES: ReadonlySet<string> = new Set([
  'query',
  'query.source',
  'query.image',
  'list',
  'list.source',
  'table.rewrite',
  'summarizer',
]);

/** The value of a schema that says least. */
function least(schema: JsonSchemaSubset): unknown {
  if ('anyOf' in schema) return null;
  if (typeof schema.type !== 'string') return null;
  if ('properties' in schema) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, least(each)]));
  }
  if ('items' in schema) return [];
  const [first] = ('enum' in schema && schema.enum) || [];
  if (first !== undefined) return first;
  return schema.type === 'string' ? '' : schema.type === 'boolean' ? false : 0;
}

/** Every object inside a value, the outer before the inner. */
function membersOf(value: unknown): readonly Members[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(membersOf);
  return Array.isArray(value) ? inner : [value as Members, ...inner];
}

function collectSingle(value: unknown, answers: Record<string, AnswerByField | readonly Row[]>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) collectSingle(element, answers);
    return;
  }
  for (const [id, member] of Object.entries(value)) {
    if (isTyped(member)) answers[id] ??= answerOf(member);
    else collectSingle(member, answers);
  }
}

function isTyped(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && 'value' in value && 'type' in value;
}

function answerOf(value: Members): AnswerByField {
  const answer = textOf(value);
  const { confidenceSignal } = value;
  return typeof confidenceSignal === 'string' ? { answer, signal: confidenceSignal } : answer;
}

/** The text that a value was read from. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!isTyped(value)) return null;
  const { source, value: bare } = value;
  return typeof source === 'string' ? source : String(bare);
}

const CELLS = ['properties', 'columns', 'fields'];
const ROW_METHODS: ReadonlySet<unknown> = new Set(['list', 'nlpTable', 'summarizer']);

function rowSourceOf({ id, method }: Members): readonly RowSource[] {
  if (typeof id !== 'string' || typeof method !== 'object' || method === null) return [];
  const members = method as Members;
  if (!ROW_METHODS.has(members['id'])) return [];
  const cells = CELLS.map((name) => members[name]).find(Array.isArray) ?? [];
  return [
    {
      id,
      cells: cells.map((cell) =>
        typeof cell === 'string' ? { id: cell, type: 'string' } : { id: String(cell.id), type: typeIn(cell) },
      ),
    },
  ];
}

function queriesOf({ id, type, method, queries }: Members): readonly { id: string; type: string }[] {
  if (Array.isArray(queries)) {
    return queries.map((query: Members) => ({ id: String(query['id']), type: typeIn(query) }));
  }
  const methodId = typeof method === 'object' && method !== null ? (method as Members)['id'] : undefined;
  if (typeof id !== 'string' || (methodId !== 'query' && methodId !== 'question')) return [];
  return [{ id, type: typeIn({ type }) }];
}

function typeIn({ type }: Members): string {
  if (typeof type === 'string') return type;
  return typeof type === 'object' && type !== null ? String((type as Members)['id']) : 'string';
}

/** The rows that a published output has for a list, table or summarizer; undefined where it hides them. */
function rowsFor(
  { id, cells }: RowSource,
  published: Members,
  objects: readonly Members[],
): readonly Row[] | undefined {
  const zip = objects.find(({ method }) => {
    const { id: methodId, source_ids: sources } = (method ?? {}) as Members;
    return methodId === 'zip' && Array.isArray(sources) && sources.includes(id);
  });
  const value = published[id] ?? published[String(zip?.['id'])];
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.map((row: Members) => cells.map((cell) => textOf(row[cell.id])));
  }
  const { columns = [] } = value as { columns?: readonly { id: string; values: readonly unknown[] }[] };
  const byId = new Map(columns.map((column) => [column.id, column.values]));
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, i) => cells.map((cell) => textOf(byId.get(cell.id)?.[i])));
}

/** Texts that types can read; others read any text. */
const STAND_INS: Readonly<Record<string, string>> = {
  accountingCurrency: '$1.00',
  address: '1 Main Street, Springfield, IL 62701',
  boolean: 'yes',
  currency: '$1.00',
  date: '01/02/2024',
  number: '1',
  percentage: '1%',
  phoneNumber: '(415) 555-0132',
};

function standIn(type: string): string {
  return Object.hasOwn(STAND_INS, type) ? STAND_INS[type]! : 'stand-in';
}
