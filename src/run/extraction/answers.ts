/** Values of a result that two ways of extraction gave, and whether they are the same. */
import type { PrintedLine } from '../../language/fields/trace.js';

/** A single value of a result. */
export interface GivenValue {
  /** A person has found it right. */
  readonly isConfirmed?: boolean;
  readonly value: unknown;
  readonly source?: string;
  readonly unit?: string;
  readonly confidenceSignal?: string;
  readonly lines?: readonly PrintedLine[];
}

/** A table of a result. */
export interface GivenTable {
  readonly columns: readonly { readonly id: string; readonly values: readonly (GivenValue | null)[] }[];
}

/** The value under an id; undefined where there is none. */
export function givenValue(values: unknown, id: string): GivenValue | undefined {
  const found = memberOf(values, id);
  const isValue = typeof found === 'object' && found !== null && 'value' in found && found.value !== null;
  return isValue && found.value !== undefined ? (found as GivenValue) : undefined;
}

/** The rows under an id, where there is one. */
export function givenTable(values: unknown, id: string): GivenTable | undefined {
  return tableOf(memberOf(values, id));
}

/** The one shape of rows, of which some fields give columns, and others, as sections, objects; undefined without a row. */
export function tableOf(given: unknown): GivenTable | undefined {
  const table = Array.isArray(given) ? columnsOf(given) : given;
  const isTable = isObject(table) && Array.isArray(table['columns']);
  return isTable && rowCount(table as unknown as GivenTable) > 0
    ? (table as unknown as GivenTable)
    : undefined;
}

/** Rows as objects, as sections give them. */
export function objectsOf(table: GivenTable): readonly Readonly<Record<string, GivenValue | null>>[] {
  return Array.from({ length: rowCount(table) }, (_, row) =>
    Object.fromEntries(table.columns.map(({ id, values }) => [id, values[row] ?? null])),
  );
}

/** Objects as columns; values are no rows, and what is no single value in a row is left out. */
function columnsOf(objects: readonly unknown[]): GivenTable | undefined {
  const isRow = (each: unknown) =>
    isObject(each) && Object.values(each).every((own) => own === null || isObject(own));
  if (!objects.every(isRow)) return undefined;
  const ids = new Set(objects.flatMap((each) => Object.keys(each as object)));
  const columns = [...ids].map((id) => ({ id, values: objects.map((each) => givenValue(each, id) ?? null) }));
  return { columns };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Rows of the longest column. */
export function rowCount({ columns }: GivenTable): number {
  return Math.max(0, ...columns.map(({ values }) => values.length));
}

function memberOf(values: unknown, id: string): unknown {
  return typeof values === 'object' && values !== null && Object.hasOwn(values, id)
    ? (values as Record<string, unknown>)[id]
    : undefined;
}

/** Whether an answer of a model is printed on the page that it was read from, or a person has found it right. */
export function isPrinted({ lines, confidenceSignal, isConfirmed = false }: GivenValue): boolean {
  if (isConfirmed) return true;
  return lines !== undefined && lines.length > 0 && confidenceSignal !== 'not_supported';
}

/** Values that a person has found right, as answers. @param values by field id, as results have them, or plain */
export function confirmedValues(
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([id, value]) => [
      id,
      typeof value === 'object' ? confirmed(value) : { value, isConfirmed: true },
    ]),
  );
}

/** A value as confirmed; of rows each cell. */
function confirmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(confirmed);
  if (!isObject(value)) return value;
  if ('value' in value) return { ...value, isConfirmed: true };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, confirmed(member)]));
}

/** Whether two values are one: texts without regard to case, spaces and marks at their ends. */
export function isSame(a: GivenValue, b: GivenValue): boolean {
  if (typeof a.value !== 'string' || typeof b.value !== 'string') return a.value === b.value;
  return folded(a.value) === folded(b.value);
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.,:;]+|[\s.,:;]+$/gu, '')
    .toLowerCase();
}
