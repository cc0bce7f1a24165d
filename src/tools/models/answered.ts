/** Samples with what a model answered about them. */
import type { Document } from '../../page/document/model.js';
import { givenTable, givenValue, isPrinted } from '../../run/extraction/answers.js';
import type { Asked } from '../../run/extraction/asked-fields.js';

/** A sample with its answers. */
export interface Answered {
  readonly name: string;
  readonly document: Document;
  readonly values: Readonly<Record<string, unknown>>;
  /** Tokens that each field cost. */
  readonly tokens: Readonly<Record<string, number>>;
}

/** The answer of a model that counts: a value that is printed, or rows. */
export function answerOf(asked: Asked, values: unknown): unknown {
  if (asked.kind === 'rows') return givenTable(values, asked.id);
  const value = givenValue(values, asked.id);
  return value && isPrinted(value) ? value : undefined;
}

/** Whether an answer is a value that is not printed on its sample. */
export function isUnprinted(asked: Asked, values: unknown): boolean {
  const value = asked.kind === 'value' ? givenValue(values, asked.id) : undefined;
  return value !== undefined && !isPrinted(value);
}
