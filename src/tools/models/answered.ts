/** Samples with what a model answered about them. */
import type { Document } from '../../page/document/model.js';
import {
  type GivenTable,
  type GivenValue,
  givenTable,
  givenValue,
  isPrinted,
} from '../../run/extraction/answers.js';
import type { Asked } from '../../run/extraction/asked-fields.js';

/** A sample with its answers. */
export interface Answered {
  readonly name: string;
  readonly document: Document;
  readonly values: Readonly<Record<string, unknown>>;
  /** Tokens that each field cost. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** The answer of a model that counts: a value that is printed, or rows of such. */
export function answerOf(asked: Asked, values: unknown): unknown {
  if (asked.kind === 'rows') return printedRows(values, asked.id);
  const value = givenValue(values, asked.id);
  return value && isPrinted(value) ? value : undefined;
}

/**
 * The rows under an id that hold something printed; undefined without one. A row of nothing but what all rows have, as the
 * name of a supplier that is in none of them, is no row of the document.
 */
export function printedRows(values: unknown, id: string): GivenTable | undefined {
  const table = givenTable(values, id);
  return table && withoutEmptyRows(table, isPrinted);
}

/** The rows of a table in which some cell holds what counts; undefined without one. */
export function withoutEmptyRows(
  table: GivenTable,
  counts: (cell: GivenValue) => boolean = () => true,
): GivenTable | undefined {
  const isHeld = (row: number) => table.columns.some(({ values: own }) => own[row] && counts(own[row]));
  const columns = table.columns.map((column) => ({
    ...column,
    values: column.values.filter((_, row) => isHeld(row)),
  }));
  return columns.some(({ values: own }) => own.length > 0) ? { columns } : undefined;
}

/** Whether an answer is a value that is not printed on its sample. */
export function isUnprinted(asked: Asked, values: unknown): boolean {
  const value = asked.kind === 'value' ? givenValue(values, asked.id) : undefined;
  return value !== undefined && !isPrinted(value);
}
