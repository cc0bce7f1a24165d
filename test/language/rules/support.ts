import { compileRule } from '../../../src/language/rules/compile.js';
import { evaluate, type RuleEnvironment, type RuleOutcome } from '../../../src/language/rules/engine.js';
import type { Value } from '../../../src/language/rules/value.js';

/** Runs a rule with a fixed clock and a fixed random source. */
export function run(rule: unknown, data: unknown = {}, more: Partial<RuleEnvironment> = {}): RuleOutcome {
  const environment = { data, now: new Date('2026-03-05T12:00:00Z'), random: () => 0.5, ...more };
  return evaluate(compileRule(rule), environment);
}

/** The value of a rule that must not fail. */
export function resultOf(rule: unknown, data: unknown = {}, more: Partial<RuleEnvironment> = {}): Value {
  const { value, errors, failed } = run(rule, data, more);
  if (failed) throw new Error(errors.map(({ message }) => message).join('; '));
  return value;
}

/** Why a rule failed. */
export function failureOf(rule: unknown, data: unknown = {}): string {
  const { failed, errors } = run(rule, data);
  return failed ? (errors.at(-1)?.message ?? '') : 'did not fail';
}
