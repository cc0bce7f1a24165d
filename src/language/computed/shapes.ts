/** What kind of value a field holds. */
// See docs/language/07-computed-rules-postprocessor.md#0-where-this-chapter-sits-in-the-pipeline

import { setMember } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { isFieldObject, isTable as isTableObject, type Value } from '../rules/value.js';

/** A single value as results print it. */
interface FieldObject {
  readonly type: string;
  readonly value: unknown;
}

/** A table: its columns with one value for each row, null where a cell is empty. */
export interface TableObject {
  readonly columns: readonly { readonly id: string; readonly values: readonly FieldValue[] }[];
}

/**
 * `none`: null, missing or an empty array; `field` and `images`: one value; `fields`: an array of single values
 * and nulls; `group`: an array of sections; `groups`: an array of arrays.
 */
type ValueShape =
  | 'none'
  | 'field'
  | 'images'
  | 'table'
  | 'section'
  | 'fields'
  | 'tables'
  | 'group'
  | 'groups';

/** The kind of a value. */
export function shapeOf(value: FieldValue | undefined): ValueShape {
  if (value === null || value === undefined) return 'none';
  if (!Array.isArray(value)) return shapeOfObject(value);
  const elements: readonly FieldValue[] = value;
  if (elements.length === 0) return 'none';
  if (elements.some((element) => Array.isArray(element))) return 'groups';
  if (elements.some(isSection)) return 'group';
  return elements.some((element) => element !== null && isTable(element)) ? 'tables' : 'fields';
}

function shapeOfObject(value: object): ValueShape {
  if (isField(value)) return 'field';
  if (isTable(value)) return 'table';
  return Object.hasOwn(value, 'images') && Array.isArray(Reflect.get(value, 'images')) ? 'images' : 'section';
}

/** Whether a value is a single typed one. */
export function isField(value: FieldValue | undefined): value is FieldObject {
  return value !== undefined && isFieldObject(value as Value);
}

/** Whether a value is a table. */
export function isTable(value: FieldValue | undefined): value is TableObject {
  return value !== undefined && isTableObject(value as Value);
}

/** Whether a value is one section: an object of fields. */
export function isSection(value: FieldValue): value is FieldOutput {
  return value !== null && !Array.isArray(value) && shapeOfObject(value) === 'section';
}

/** The text of a single value, as JavaScript writes it; null for all other values. */
// See docs/language/07-computed-rules-postprocessor.md#0-where-this-chapter-sits-in-the-pipeline
export function valueText(value: FieldValue | undefined): string | null {
  if (!isField(value) || value.value === null || value.value === undefined) return null;
  return String(value.value);
}

/** Rows of a table: the length of its longest column. */
export function rowCount({ columns }: TableObject): number {
  return columns.reduce((most, { values }) => Math.max(most, values.length), 0);
}

/** The rows of a table as sections: for every column the value of the row, null for a missing cell. */
export function tableSections(table: TableObject): FieldOutput[] {
  return tableRows<FieldValue>(table);
}

/**
 * The rows of a table of a result: in each, for every column the cell as the result has it, with its lines where
 * `verbosity` asks for them, and null where there is none. In traces, `table.rows` without a `reason` are the same rows in
 * the same order, and their `cellReasons` say why cells are null.
 * @param table a value with `columns`; null has no rows
 *
 * @example
 * const { parsed_document: { entries } } = await extract(bytes, config);
 * for (const { day, amount } of tableRows(entries)) console.log(day?.value, amount?.value);
 */
export function tableRows<Cell>(
  table:
    | { readonly columns: readonly { readonly id: string; readonly values: readonly Cell[] }[] }
    | null
    | undefined,
): Record<string, Cell | null>[] {
  if (!table) return [];
  const count = table.columns.reduce((most, { values }) => Math.max(most, values.length), 0);
  return Array.from({ length: count }, (_, i) => {
    const row: Record<string, Cell | null> = {};
    for (const { id, values } of table.columns) setMember<Cell | null>(row, id, values[i] ?? null);
    return row;
  });
}
