/** `validate`: checks a result after the fact, as `extract` does with its option `validations`. */

import type { ExtraData } from '../../foundation/objects/extra-data.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import { PatternTime } from '../../foundation/text/pattern-guard.js';
import type { ExtractionIssue } from '../fields/runner.js';
import { fileFacts } from '../rules/engine.js';
import { builtInRules, type RuleLanguage } from '../rules/language.js';
import { coverage, type Score, score, summarise, type ValidationSummary } from './coverage.js';
import { checkedValidations, type Validation } from './schema.js';
import { countValidations, runValidations, type ValidationEntry } from './validate.js';

/** The members of a result that checks look at. */
export interface ValidatedResult {
  readonly parsed_document: FieldOutput;
  readonly extra_data?: ExtraData | undefined;
  readonly content_type?: string | undefined;
  readonly page_count?: number | undefined;
}

/** What rules of validations may know beside the values. */
export interface ValidateOptions {
  /** Name of the file, which results do not hold. */
  readonly filename?: string | undefined;
  /** What rules take for today; default the system's time. */
  readonly now?: (() => Date) | undefined;
  /** Gives the chance of rules, numbers from 0 (included) to 1 (excluded); default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** What the checks found. */
export interface ValidationReport {
  /** Checks that failed, then those that were skipped. */
  readonly validations: readonly ValidationEntry[];
  readonly validation_summary: ValidationSummary;
  /** Share of fields that are present, less penalties, 0 to 1. */
  readonly coverage: number;
  readonly score: Score;
  /** Conditions that could not be evaluated, and what they logged. */
  readonly errors: readonly ExtractionIssue[];
}

/**
 * Checks a finished document with the operators of the language. Conditions with operators that a host adds are
 * checked by `validate` of its extractor.
 * @throws ConfigError when a validation is wrong; paths begin with `schema.validations`
 *
 * @example
 * const validations = [{ description: 'has a total', severity: 'error', condition: { exists: [{ var: 'total' }] } }];
 * const { validation_summary } = validate(result, validations);
 */
export function validate(
  result: ValidatedResult,
  validations: readonly Validation[],
  options?: ValidateOptions,
): ValidationReport {
  return validateIn(builtInRules, result, validations, options);
}

/**
 * Checks a finished document.
 * @param rules of the language that the conditions are written in
 * @throws ConfigError when a validation is wrong; paths begin with `schema.validations`
 */
export function validateIn(
  rules: RuleLanguage,
  result: ValidatedResult,
  validations: readonly Validation[],
  options: ValidateOptions = {},
): ValidationReport {
  const checked = checkedValidations(validations, rules);
  const errors: ExtractionIssue[] = [];
  const { parsed_document: document, extra_data: extraData, content_type: contentType } = result;
  const file = { filename: options.filename, contentType, pageCount: result.page_count };
  const { now = () => new Date(), random = Math.random } = options;
  const entries = runValidations(checked, document, {
    // All conditions share the time for patterns that one extraction has.
    sources: { extraData, metadata: fileFacts(file), now: now(), random, patternTime: new PatternTime() },
    rules,
    error: (issue) => errors.push(issue),
  });
  return reportOn(document, entries, errors);
}

/** What checks that have run say of a document. */
export function reportOn(
  document: FieldOutput,
  entries: readonly ValidationEntry[],
  errors: readonly ExtractionIssue[],
): ValidationReport {
  const counts = countValidations(entries);
  return {
    validations: entries,
    validation_summary: summarise(document, counts),
    coverage: coverage(document, counts),
    score: score(document, counts),
    errors,
  };
}
