/** Rules as members of configs. */
import * as z from 'zod';
import { withWarnings } from '../../foundation/schema/grammar.js';
import type { Rule } from '../../foundation/schema/language.js';
import { checkRule, type OperatorSet } from './compile.js';
import type { SchemaPart } from './operator.js';

/** Name of the definition that rules refer to inside a JSON Schema. */
const DEFINITION = 'Rule';
const REFERENCE: SchemaPart = { $ref: `#/$defs/${DEFINITION}` };

/**
 * The schema of a member that holds a rule. Everything that is wrong in a rule is reported as zod's custom
 * issues, at its place and with a code, and what is doubtful as warnings. In a JSON Schema it becomes the definition `Rule`, which refers to
 * itself and lists the operators with the forms of their arguments.
 */
export function createRuleSchema(language: OperatorSet): z.ZodType<Rule, Rule> {
  const issuesOf = (rule: unknown, wanted: 'error' | 'warning') =>
    checkRule(rule, [], language).issues.filter(({ severity }) => severity === wanted);
  const schema = z
    .unknown()
    .superRefine((rule, context) => {
      for (const { path, message, code } of issuesOf(rule, 'error')) {
        context.addIssue({ code: 'custom', path: [...path], message, params: { code } });
      }
    })
    .meta({ id: DEFINITION, ...ruleJsonSchema(language) });
  return withWarnings(schema, (rule) => issuesOf(rule, 'warning')) as unknown as z.ZodType<Rule, Rule>;
}

/** The JSON Schema of a rule; inner rules refer to the definition `Rule`. */
function ruleJsonSchema(language: OperatorSet): SchemaPart {
  const operators = [...language].map(([name, operator]) => [
    name,
    { ...operator.schema(REFERENCE), description: operator.summary },
  ]);
  return {
    title: 'rule',
    description: 'A rule: a plain value, an array of rules, or an object with one operator',
    anyOf: [
      { type: ['null', 'boolean', 'number', 'string'] },
      { type: 'array', items: REFERENCE },
      {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: Object.fromEntries(operators),
      },
    ],
  };
}
