/**
 * How much of what a config asks for was found. There are two units: values, which `validation_summary` counts (each
 * element of an array), and fields, which coverage, score and everything that people read count (each field of a
 * section, an array once).
 */
// See docs/language/07-computed-rules-postprocessor.md#6-counts-score-coverage

import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { isSection } from '../computed/shapes.js';

/** Counts of values over the top-level members of a document, and validations by outcome. */
export interface ValidationSummary {
  readonly fields: number;
  readonly fields_present: number;
  readonly errors: number;
  readonly warnings: number;
  readonly skipped: number;
}

/** The summary of a document of which nothing is known. */
export const EMPTY_SUMMARY: ValidationSummary = {
  fields: 0,
  fields_present: 0,
  errors: 0,
  warnings: 0,
  skipped: 0,
};

/** The summary of several documents: the sum of theirs. */
export function summed(summaries: readonly ValidationSummary[]): ValidationSummary {
  return summaries.reduce(
    (sum, each) => ({
      fields: sum.fields + each.fields,
      fields_present: sum.fields_present + each.fields_present,
      errors: sum.errors + each.errors,
      warnings: sum.warnings + each.warnings,
      skipped: sum.skipped + each.skipped,
    }),
    EMPTY_SUMMARY,
  );
}

/** What an error and a warning of the validations take off the count of present fields. */
const ERROR_PENALTY = 1;
const WARNING_PENALTY = 0.5;

/** Outcomes of validations. */
export interface ValidationCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly skipped: number;
}

const NO_VALIDATIONS: ValidationCounts = { errors: 0, warnings: 0, skipped: 0 };

/** Each element of an array counts, everything else counts one; an empty array is one field that is not there. */
export function summarise(
  output: FieldOutput,
  validations: ValidationCounts = NO_VALIDATIONS,
): ValidationSummary {
  let fields = 0;
  let present = 0;
  for (const value of Object.values(output)) {
    const elements = Array.isArray(value) && value.length > 0 ? value : [isEmpty(value) ? null : value];
    fields += elements.length;
    present += elements.filter((element) => element !== null).length;
  }
  return { fields, fields_present: present, ...validations };
}

/** How well a document is filled, for comparing configs. */
// See docs/language/07-computed-rules-postprocessor.md#6-counts-score-coverage
export interface Score {
  /** Present fields less penalties; below 0 when penalties are greater. */
  readonly value: number;
  readonly fields_present: number;
  readonly penalties: number;
}

/** Present fields, those inside sections included, less what validations take off. */
export function score(output: FieldOutput, validations: ValidationCounts = NO_VALIDATIONS): Score {
  const { present } = countFields(output);
  return scored(present, validations);
}

/** Share of fields that are present, less penalties, 0 to 1; 0 without fields. */
export function coverage(output: FieldOutput, validations: ValidationCounts = NO_VALIDATIONS): number {
  const { fields, present } = countFields(output);
  return fields === 0 ? 0 : Math.max(0, scored(present, validations).value / fields);
}

function scored(present: number, { errors, warnings }: ValidationCounts): Score {
  const penalties = errors * ERROR_PENALTY + warnings * WARNING_PENALTY;
  return { value: present - penalties, fields_present: present, penalties };
}

/** Fields of a document, and those that have a value. */
export interface FieldCount {
  readonly fields: number;
  readonly present: number;
}

/** The fields of a document, those inside sections included; an array is one field. */
export function countFields(output: FieldOutput): FieldCount {
  return countAll(Object.values(output));
}

function countAll(values: readonly FieldValue[]): FieldCount {
  let fields = 0;
  let present = 0;
  for (const value of values) {
    const own = count(value);
    fields += own.fields;
    present += own.present;
  }
  return { fields, present };
}

/** A section group counts the fields of its sections; any other array is one field. */
function count(value: FieldValue): FieldCount {
  if (value === null || isEmpty(value)) return { fields: 1, present: 0 };
  if (!Array.isArray(value)) return { fields: 1, present: 1 };
  const elements: readonly FieldValue[] = value;
  if (elements.some(isSection)) {
    return countAll(elements.flatMap((section) => (section === null ? [] : Object.values(section))));
  }
  return { fields: 1, present: elements.some((element) => element !== null) ? 1 : 0 };
}

function isEmpty(value: FieldValue): boolean {
  return Array.isArray(value) && value.length === 0;
}
