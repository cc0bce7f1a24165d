/** The rules of a language: what they may look like, and what they are when they run. */
import type * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import type { Rule } from '../../foundation/schema/language.js';
import { type CompiledRule, compileRule, operatorSet } from './compile.js';
import { operators } from './index.js';
import type { Operator } from './operator.js';
import { createRuleSchema } from './schema.js';

/** Rules made of some operators. */
export interface RuleLanguage {
  /** The schema of any rule. */
  readonly schema: z.ZodType<Rule, Rule>;
  /** A rule made ready to run; the same object is compiled once. @throws ConfigError for one that is wrong */
  compile(rule: Rule): CompiledRule;
}

/** Composes the rules that some operators make. */
export function createRuleLanguage(list: readonly Operator[]): RuleLanguage {
  const set = operatorSet(list);
  const compiled = memo((rule: Rule & object) => compileRule(rule, set));
  return {
    schema: createRuleSchema(set),
    compile: (rule) => (typeof rule === 'object' && rule !== null ? compiled(rule) : compileRule(rule, set)),
  };
}

/** The rules of the language without extensions. */
export const builtInRules = createRuleLanguage(operators);
