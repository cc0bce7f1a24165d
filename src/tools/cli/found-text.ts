/** How much was found, in the words that all commands use. */
import type { ExtractionResult } from '../../index.js';
import { countFields, type FieldCount } from '../../language/validate/coverage.js';
import { counted } from './streams.js';

const PERCENT = 100;

/** The fields of documents; undefined where configs leave all documents out of their results. */
export function fieldsOf(
  documents: readonly (ExtractionResult['parsed_document'] | null | undefined)[],
): FieldCount | undefined {
  const shown = documents.flatMap((document) => (document ? [countFields(document)] : []));
  if (shown.length === 0) return undefined;
  return {
    fields: shown.reduce((sum, { fields }) => sum + fields, 0),
    present: shown.reduce((sum, { present }) => sum + present, 0),
  };
}

/** `9 of 10 fields found`, or the coverage where the fields are left out. */
export function foundText(found: FieldCount | undefined, coverage: number): string {
  if (!found) return `coverage ${Math.round(coverage * PERCENT)}%`;
  return `${found.present} of ${counted(found.fields, 'field')} found`;
}
