/** Samples as rows are proposed and tried on them. */
import type { Document } from '../../page/document/model.js';
import type { GivenTable } from '../../run/extraction/answers.js';

/** A sample, and the rows that a model found on it. */
export interface RowSample {
  readonly name: string;
  readonly document: Document;
  readonly rows: GivenTable | undefined;
}
