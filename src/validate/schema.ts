/** How validations look (chapter 7, section 5). They belong to a document type, not to a config. */
import { z } from 'zod';
import { explain } from '../config/issues.js';
import { ConfigError } from '../errors.js';
import { closedObject } from '../grammar.js';
import type { Rule } from '../rules/compile.js';
import { ruleSchema } from '../rules/schema.js';

export const SEVERITIES = ['error', 'warning', 'skipped'] as const;

/** What a failed validation counts as. */
export type Severity = (typeof SEVERITIES)[number];

export const validationSchema = closedObject({
  description: z.string().describe('What is checked, for readers of the result'),
  condition: ruleSchema
    .refine((rule) => typeof rule === 'object' && rule !== null && !Array.isArray(rule), {
      error: 'must be an object with one operator',
    })
    .describe('A rule on the finished document; it passes when the result is truthy'),
  severity: z.enum(SEVERITIES).optional().describe('What a failure counts as; default warning'),
  fields: z
    .array(z.string())
    .optional()
    .describe('Fields without which the check makes no sense and is skipped: ids, or paths'),
  scope: z
    .array(z.string())
    .optional()
    .describe('Groups of sections from the document inward; the check is made for each section'),
  review_trigger: z
    .boolean()
    .optional()
    .describe('Accepted for document types of services; has no effect here'),
});

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
 * @throws ConfigError with all that is wrong; paths begin with `schema.validations`
 */
export function checkedValidations(validations: unknown): readonly CheckedValidation[] {
  const parsed = z.array(validationSchema).safeParse(validations, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = explain(parsed.error.issues);
  throw new ConfigError(
    issues.map((issue) => ({ ...issue, path: ['schema', 'validations', ...issue.path] })),
  );
}
