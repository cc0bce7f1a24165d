/** Samples as rows are proposed and tried on them. */
import type { Document } from '../../page/document/model.js';
import type { GivenTable, GivenValue } from '../../run/extraction/answers.js';

/** A sample, and the rows that a model found on it. */
export interface RowSample {
  readonly name: string;
  readonly document: Document;
  readonly rows: GivenTable | undefined;
}

/** The cells of rows, as they are printed. */
export function textsOfRows({ columns }: GivenTable): readonly string[] {
  return columns.flatMap(({ values }) =>
    values.flatMap((cell) => (cell === null ? [] : [printedText(cell)])),
  );
}

/** A cell as it is printed. */
export function printedText({ source, value }: GivenValue): string {
  return source ?? String(value);
}
