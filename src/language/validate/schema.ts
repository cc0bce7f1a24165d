/** How validations look. They belong to a document type, not to a config. */
// See docs/language/07-computed-rules-postprocessor.md#5-validations
import * as z from 'zod';
import { ConfigError, type ConfigIssue } from '../../errors.js';
import { withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Rule } from '../../foundation/schema/language.js';
import { explain } from '../config/issues.js';
import { builtInRules, type RuleLanguage } from '../rules/language.js';

const SEVERITIES = ['error', 'warning', 'skipped'] as const;

/** What a failed validation counts as. */
export type Severity = (typeof SEVERITIES)[number];

/** What a failure counts as. */
export const severityMember = {
  severity: withDefault(z.enum(SEVERITIES), 'warning').describe('What a failure counts as'),
};

/** The grammar of a validation. @param rules what its condition may be */
export function validationSchema(rules: RuleLanguage) {
  return closedObject({
    description: z.string().describe('What is checked, for readers of the result'),
    condition: rules.schema
      .refine((rule) => typeof rule === 'object' && rule !== null && !Array.isArray(rule), {
        error: 'must be an object with one operator',
      })
      .describe('A rule on the finished document; it passes when the result is truthy'),
    ...severityMember,
    fields: z
      .array(z.string())
      .optional()
      .describe('Ids or paths of fields without which the check makes no sense and is skipped'),
    scope: z
      .array(z.string())
      .optional()
      .describe('Groups of sections, from the document inward; the check runs for each section'),
    review_trigger: z
      .boolean()
      .optional()
      .describe('Accepted for document types of services; has no effect here'),
  });
}

/** A check on finished documents. */
export interface Validation {
  readonly description: string;
  readonly condition: { readonly [operator: string]: unknown };
  readonly severity?: Severity | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly scope?: readonly string[] | undefined;
  readonly review_trigger?: boolean | undefined;
}

/** A validation whose members have been checked. */
export interface CheckedValidation extends Omit<Validation, 'condition'> {
  readonly condition: Rule;
}

/**
 * Checks validations.
 * @param rules of the language that the conditions are written in; default the built-in one
 * @throws ConfigError with all that is wrong; paths begin with `schema.validations`
 */
export function checkedValidations(
  validations: unknown,
  rules: RuleLanguage = builtInRules,
): readonly CheckedValidation[] {
  const parsed = read(validations, rules);
  if (parsed.success) return parsed.data;
  throw new ConfigError(placedIssues(parsed.error));
}

/** All that is wrong in validations; paths begin with `schema.validations`. */
export function validationIssues(validations: unknown, rules: RuleLanguage): readonly ConfigIssue[] {
  const { error } = read(validations, rules);
  return error ? placedIssues(error) : [];
}

function read(validations: unknown, rules: RuleLanguage) {
  return z.array(validationSchema(rules)).safeParse(validations, { reportInput: true });
}

function placedIssues({ issues }: z.ZodError): ConfigIssue[] {
  return explain(issues).map((issue) => ({ ...issue, path: ['schema', 'validations', ...issue.path] }));
}
