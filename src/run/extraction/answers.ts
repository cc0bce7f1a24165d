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

/** The table under an id, where it has a row. */
export function givenTable(values: unknown, id: string): GivenTable | undefined {
  const found = memberOf(values, id);
  const isTable =
    typeof found === 'object' && found !== null && 'columns' in found && Array.isArray(found.columns);
  return isTable && rowCount(found as GivenTable) > 0 ? (found as GivenTable) : undefined;
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
    Object.entries(values).map(([id, value]) => {
      if (typeof value !== 'object') return [id, { value, isConfirmed: true }];
      const isValue = value !== null && 'value' in value;
      return [id, isValue ? { ...value, isConfirmed: true } : value];
    }),
  );
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
