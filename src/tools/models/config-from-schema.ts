/** From a schema to a config that asks a language model for what the schema describes. */
import type * as z from 'zod';
import type { Config, Field } from '../../language/config/config-types.js';
import { MANY_QUERIES } from '../../language/fields/model/members.js';
import type { FoundTable } from '../../page/tables/model.js';
import {
  type JsonSchemaInput,
  jsonSchemaOf,
  type ObjectShape,
  type RowsShape,
  shapeOf,
  type ValueShape,
  wordsOfName,
} from './schema-shape.js';

/** What a config from a schema may take from a document. */
export interface ConfigFromSchemaOptions {
  /** Tables of the document (`findTables`): rows whose names are among the headings of one are read from that table. */
  readonly tables?: readonly FoundTable[];
}

/** Share of a row's members that headings of a table must name for the rows to be asked for as that table. */
const NAMED = 0.5;
/** The one column of an array of single values. */
export const ONLY_COLUMN = 'value';

/**
 * A config that asks for what a schema describes. Members become questions, arrays lists; a nested member has its path as
 * its id, as in `billing.city`. Formats become types: `date`, `date-time`, `currency`, `percentage`, `phone`.
 *
 * @example
 * const config = configFromSchema(z.object({ number: z.string(), total: z.number().describe('amount due') }));
 * await extract(bytes, config, undefined, { llm: { providers: { model } } });
 * @throws SchemaError for what no config can ask for, with its path in the schema
 */
export function configFromSchema(
  schema: z.ZodType | JsonSchemaInput,
  options: ConfigFromSchemaOptions = {},
): Config {
  return configOfShape(shapeOf(jsonSchemaOf(schema)), options);
}

/** The same for a schema that was read. */
export function configOfShape(shape: ObjectShape, { tables = [] }: ConfigFromSchemaOptions = {}): Config {
  const leaves = leavesOf(shape);
  const queries = leaves.flatMap(({ id, shape: each, around }) =>
    each.kind === 'value' ? [{ id, description: question(each, around), ...typeMember(each) }] : [],
  );
  const rows = leaves.flatMap(({ id, shape: each }) =>
    each.kind === 'rows' ? rowFields(id, each, tables) : [],
  );
  return { fields: [...queryGroups(queries), ...rows] as unknown as readonly Field[] };
}

/** Fields that ask questions, no more at once than a model answers well. */
export function queryGroups(queries: readonly object[]): readonly object[] {
  return Array.from({ length: Math.ceil(queries.length / MANY_QUERIES) }, (_, i) => ({
    method: { id: 'queryGroup', queries: queries.slice(i * MANY_QUERIES, (i + 1) * MANY_QUERIES) },
  }));
}

/** A value or rows of a schema, with the id of their field. */
export interface Leaf {
  /** Names from the root, joined by full stops. */
  readonly id: string;
  readonly path: readonly string[];
  readonly shape: ValueShape | RowsShape;
  /** What the objects around it are called, the outermost first. */
  readonly around: readonly string[];
}

/** All values and rows of a schema, in its order. */
export function leavesOf(shape: ObjectShape, path: readonly string[] = []): readonly Leaf[] {
  return [...shape.members].flatMap(([name, member]): readonly Leaf[] => {
    const at = [...path, name];
    if (member.kind === 'object') return leavesOf(member, at);
    return [{ id: at.join('.'), path: at, shape: member, around: path.map(wordsOfName) }];
  });
}

/** The columns of rows: ids, and the single values that they hold. */
export function columnsOf({
  item,
}: RowsShape): readonly { readonly id: string; readonly shape: ValueShape }[] {
  if (item.kind === 'value') return [{ id: ONLY_COLUMN, shape: item }];
  return leavesOf(item).flatMap(({ id, shape }) => (shape.kind === 'value' ? [{ id, shape }] : []));
}

/** What is asked, with what the answer may be, and what the value belongs to. */
function question({ description, choices }: ValueShape, around: readonly string[]): string {
  const of = around.length === 0 ? '' : `, of the ${around.join(', ')}`;
  const among = choices === undefined ? '' : `; one of: ${choices.join(', ')}`;
  return `${description}${of}${among}`;
}

function typeMember({ type }: ValueShape) {
  return type === 'string' ? {} : { type };
}

function rowFields(id: string, shape: RowsShape, tables: readonly FoundTable[]): readonly object[] {
  const columns = columnsOf(shape).map((column) => ({
    id: column.id,
    description: question(column.shape, []),
    ...typeMember(column.shape),
  }));
  const { description } = shape;
  const list = { id, method: { id: 'list', description, properties: columns } };
  const isTable = tables.some((table) => isNamed(columns, table));
  return isTable ? [{ id, type: 'table', method: { id: 'nlpTable', description, columns } }, list] : [list];
}

/** Whether headings of a table name most of some columns. */
function isNamed(
  columns: readonly { readonly id: string; readonly description: string }[],
  table: FoundTable,
): boolean {
  const headings = table.cells
    .filter(({ row }) => row < table.headerRows)
    .map(({ text }) => wordsOfName(text));
  if (headings.length === 0) return false;
  const words = new Set(headings.flatMap((heading) => heading.split(' ')));
  const named = columns.filter(({ id, description }) =>
    [wordsOfName(id.split('.').at(-1)!), description.toLowerCase()].some((text) =>
      text.split(' ').some((word) => word.length > 2 && words.has(word)),
    ),
  );
  return named.length >= NAMED * columns.length;
}
