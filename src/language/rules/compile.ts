/** From a rule as JSON to one that can run; all that is wrong with it is found here. */
// See docs/language/07-computed-rules-postprocessor.md#21-what-a-rule-is-parse-time-checks

import { ConfigError, type ConfigIssue } from '../../errors.js';
import { setMember } from '../../foundation/objects/members.js';
import { nearest } from '../../foundation/schema/grammar.js';
import { operators } from './index.js';
import type { Expression, Operator, RuleCompiler, RulePath } from './operator.js';
import type { Value } from './value.js';

/** Rules inside each other: operators and arrays that are rules. */
// See docs/language/07-computed-rules-postprocessor.md#25-operators
const MAX_RULE_DEPTH = 256;

/** Rules in one rule. The largest in public configs have some hundreds. */
const MAX_RULE_NODES = 100_000;

/** Issues that are reported for one rule. */
const MAX_ISSUES = 100;

/** Levels of JSON that `preserve` may hold: as many as a config may nest. */
const MAX_LITERAL_DEPTH = 600;

/** The operators of a language by their names. */
export type OperatorSet = ReadonlyMap<string, Operator>;

/** A rule made ready to run. */
export interface CompiledRule {
  readonly expression: Expression;
}

/** A rule, and what is wrong or doubtful in it. */
interface CheckedRule {
  /** Only to be used when there are no errors. */
  readonly expression: Expression;
  readonly issues: readonly ConfigIssue[];
}

/** Operators by all their names. */
export function operatorSet(list: readonly Operator[]): OperatorSet {
  return new Map(list.flatMap((operator) => operator.names.map((name) => [name, operator] as const)));
}

/** The operators of the language without extensions. */
const builtInOperators: OperatorSet = operatorSet(operators);

/**
 * Makes a rule ready to run.
 * @throws ConfigError with all that is wrong; its paths count from the rule
 */
export function compileRule(rule: unknown, language: OperatorSet = builtInOperators): CompiledRule {
  const { expression, issues } = checkRule(rule, [], language);
  if (issues.some(({ severity }) => severity === 'error')) throw new ConfigError(issues);
  return { expression };
}

/** Reads a rule and finds everything that is wrong with it. @param path of the rule, for the issues */
export function checkRule(
  rule: unknown,
  path: RulePath = [],
  language: OperatorSet = builtInOperators,
): CheckedRule {
  const compiler = new Compiler(language);
  const expression = compiler.rule(rule, path);
  return { expression, issues: compiler.issues };
}

const NOTHING: Expression = { constant: true, evaluate: () => null };

class Compiler implements RuleCompiler {
  readonly #errors: ConfigIssue[] = [];
  readonly #doubts: ConfigIssue[] = [];
  readonly #language: OperatorSet;
  #depth = 0;
  #nodes = 0;

  constructor(language: OperatorSet) {
    this.#language = language;
  }

  readonly problem = (path: RulePath, message: string, code = 'invalid_rule'): void => {
    if (this.#errors.length < MAX_ISSUES) this.#errors.push({ path, message, severity: 'error', code });
  };

  readonly doubt = (path: RulePath, message: string, code = 'doubtful_rule'): void => {
    if (this.#doubts.length < MAX_ISSUES) this.#doubts.push({ path, message, severity: 'warning', code });
  };

  get issues(): readonly ConfigIssue[] {
    return [...this.#errors, ...this.#doubts];
  }

  rule(raw: unknown, path: RulePath): Expression {
    return this.#compile(raw, path, false);
  }

  value(raw: unknown, path: RulePath): Expression {
    return this.#compile(raw, path, true);
  }

  literal(raw: unknown, path: RulePath): Value {
    return this.#literal(raw, path, 0) ?? null;
  }

  #compile(raw: unknown, path: RulePath, takesData: boolean): Expression {
    if (this.#isTooLarge(path)) return NOTHING;
    if (raw === null || typeof raw === 'boolean' || typeof raw === 'string' || Number.isFinite(raw)) {
      return constant(raw as Value);
    }
    if (typeof raw !== 'object') {
      const problem = raw === undefined ? 'is required' : 'is not a rule';
      this.problem(path, `${problem}; a rule is null, a boolean, number, text, array or operator`);
      return NOTHING;
    }
    if (this.#depth === MAX_RULE_DEPTH) {
      this.problem(path, `rules nest deeper than ${MAX_RULE_DEPTH} levels`, 'too_deep');
      return NOTHING;
    }
    if (takesData && !Array.isArray(raw) && Object.keys(raw).length !== 1) {
      return constant(this.literal(raw, path));
    }
    this.#depth += 1;
    const expression = Array.isArray(raw) ? this.#array(raw, path, takesData) : this.#operator(raw, path);
    this.#depth -= 1;
    return expression;
  }

  #array(raw: readonly unknown[], path: RulePath, takesData: boolean): Expression {
    const compiled = raw.map((item, i) => this.#compile(item, [...path, i], takesData));
    if (compiled.every((item) => item.constant)) return constant(raw as readonly Value[]);
    return {
      constant: false,
      evaluate(run, scope) {
        run.growArray(compiled.length);
        return compiled.map((item) => item.evaluate(run, scope));
      },
    };
  }

  #operator(raw: object, path: RulePath): Expression {
    const [entry, second] = Object.entries(raw);
    if (!entry || second) {
      const names = second ? 'one operator, not several members' : 'an operator';
      this.problem(path, `a rule object holds ${names}; wrap data in "preserve", rules in "eachKey"`);
      return NOTHING;
    }
    const [name, argument] = entry;
    const operator = this.#language.get(name);
    if (!operator) {
      this.problem([...path, name], this.#unknown(name), 'unknown_operator');
      return NOTHING;
    }
    return operator.compile(argument, [...path, name], this) ?? NOTHING;
  }

  #unknown(name: string): string {
    const names = [...this.#language.keys()];
    const near = nearest(name, names);
    return `unknown operator${near === undefined ? '' : ` (did you mean "${near}"?)`}; allowed: ${names.join(', ')}`;
  }

  #literal(raw: unknown, path: RulePath, depth: number): Value | undefined {
    if (this.#isTooLarge(path)) return undefined;
    if (raw === null || typeof raw === 'boolean' || typeof raw === 'string' || Number.isFinite(raw)) {
      return raw as Value;
    }
    if (typeof raw !== 'object' || depth === MAX_LITERAL_DEPTH) {
      this.problem(path, typeof raw === 'object' ? 'nests too deeply' : 'is not JSON');
      return undefined;
    }
    if (Array.isArray(raw)) {
      return raw.map((item, i) => this.#literal(item, [...path, i], depth + 1) ?? null);
    }
    const made: Record<string, Value> = {};
    for (const [name, member] of Object.entries(raw)) {
      setMember(made, name, this.#literal(member, [...path, name], depth + 1) ?? null);
    }
    return made;
  }

  /** Reported once, at the place where it was noticed. */
  #isTooLarge(path: RulePath): boolean {
    this.#nodes += 1;
    if (this.#nodes === MAX_RULE_NODES + 1) {
      this.problem(path, `the rule has more than ${MAX_RULE_NODES} parts`, 'too_large');
    }
    return this.#nodes > MAX_RULE_NODES;
  }
}

function constant(value: Value): Expression {
  return { constant: true, evaluate: () => value };
}
