/** What an operator is: how its argument looks, and what it gives. */

import type { PathStep } from '../../errors.js';
import { isInterruption } from '../../foundation/async/interrupt.js';
import type { RuleFrame } from './frames.js';
import { RuleError, type RuleRun } from './run.js';
import type { Value } from './value.js';

/** A rule made ready to run. */
export interface Expression {
  /** True when the value depends on nothing. */
  readonly constant: boolean;
  evaluate(run: RuleRun, scope: RuleFrame): Value;
}

/** A place in a rule. */
export type RulePath = readonly PathStep[];

/** Reports what is wrong at a place. */
type ReportProblem = (path: RulePath, message: string, code?: string) => void;

/** What the forms of arguments compile their rules with. */
export interface RuleCompiler {
  readonly problem: ReportProblem;
  /** Warns of a place that does not keep the rule from running, but lets it fail. */
  readonly doubt: ReportProblem;
  /** Compiles a rule; what is wrong in it is reported, and the expression is then of no use. */
  rule(raw: unknown, path: RulePath): Expression;
  /** As `rule`, where any value is allowed: an object without members or with several means itself. */
  value(raw: unknown, path: RulePath): Expression;
  /** Checks plain JSON that is no rule. */
  literal(raw: unknown, path: RulePath): Value;
}

/** Part of a JSON Schema. */
export type SchemaPart = Readonly<Record<string, unknown>>;

/** How the argument of an operator looks in a rule, and how it is read in a run. */
export interface ArgumentForm<Args> {
  /** What is allowed, as `an array of exactly 2 items`. */
  readonly allowed: string;
  /** For editors; `rule` refers to the schema of any rule. */
  schema(rule: SchemaPart): SchemaPart;
  /** Reports what is wrong; else gives what reads the argument. */
  compile(raw: unknown, path: RulePath, compiler: RuleCompiler): ArgumentReader<Args> | undefined;
}

export type ArgumentReader<Args> = (run: RuleRun, scope: RuleFrame) => Args;

/** A rule, the data that it reads, and its result; a test runs it, and the reference shows it. */
export interface OperatorExample {
  readonly title: string;
  readonly rule: unknown;
  readonly data?: Value;
  readonly result: Value;
}

/** One operator of the language. */
export interface OperatorDefinition<Args> {
  readonly id: string;
  /** Other names of the same operator. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly arguments: ArgumentForm<Args>;
  /** Checks of literals that a form cannot make; the path is the operator's. */
  check?(raw: unknown, path: RulePath, problem: ReportProblem): void;
  /** @throws RuleError for values that the operator does not take */
  evaluate(args: Args, run: RuleRun, scope: RuleFrame): Value;
  readonly examples: readonly OperatorExample[];
}

/** An operator, whatever its arguments are. */
export interface Operator extends Omit<OperatorDefinition<never>, 'arguments' | 'check' | 'evaluate'> {
  readonly names: readonly string[];
  readonly allowed: string;
  schema(rule: SchemaPart): SchemaPart;
  /** @param path of the operator, its name (one of `names`) included */
  compile(raw: unknown, path: RulePath, compiler: RuleCompiler): Expression | undefined;
}

/**
 * Declares an operator. A host hands its own to `createExtractor`; one with the id of a built-in one takes its place,
 * under all its names. What `evaluate` throws ends the rule, with an entry in `errors`.
 *
 * @example
 * const initials = defineOperator({
 *   id: 'initials',
 *   summary: 'The first letters of the words of a text',
 *   arguments: operatorArguments.one,
 *   evaluate: (name, run) => run.text(name).split(' ').map((word) => word.charAt(0)).join(''),
 *   examples: [],
 * });
 * const extractor = createExtractor({ operators: [initials] });
 * // In a rule: { "initials": { "var": "name.value" } }
 */
export function defineOperator<Args>(definition: OperatorDefinition<Args>): Operator {
  const { id, aliases = [], summary, arguments: form, examples } = definition;
  return {
    id,
    aliases,
    names: [id, ...aliases],
    summary,
    examples,
    allowed: form.allowed,
    schema: (rule) => form.schema(rule),
    compile(raw, path, compiler) {
      const read = form.compile(raw, path, compiler);
      if (!read) return undefined;
      definition.check?.(raw, path, compiler.problem);
      return {
        constant: false,
        evaluate(run, scope) {
          try {
            run.step();
            const args = read(run, scope);
            run.place = path;
            // A host's may be written without types, and forget to return.
            return definition.evaluate(args, run, scope) ?? null;
          } catch (error) {
            if (isInterruption(error)) throw error;
            const failure = error instanceof RuleError ? error : new RuleError(messageOf(error));
            failure.place ??= { operator: String(path.at(-1)), path };
            throw failure;
          }
        },
      };
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
