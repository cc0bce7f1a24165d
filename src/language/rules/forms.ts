/** The forms of arguments that several operators share. */
// See docs/language/07-computed-rules-postprocessor.md#22-evaluation

import type { RuleFrame } from './frames.js';
import type { ArgumentForm, Expression, RuleCompiler, RulePath, SchemaPart } from './operator.js';
import type { RuleRun } from './run.js';
import { isArray, type Value } from './value.js';

/** How many items an array takes; without `most` any number from `least` on. */
interface Counts {
  readonly least: number;
  readonly most?: number;
}

/** Exactly so many items. */
export function exactly(count: number): Counts {
  return { least: count, most: count };
}

/** So many items at least and at most. */
export function between(least: number, most: number): Counts {
  return { least, most };
}

/** At least so many items. */
export function atLeast(least: number): Counts {
  return { least };
}

/** Evaluated items of an array that must be written as one. */
export function items(counts: Counts): ArgumentForm<readonly Value[]> {
  const form = lazyItems(counts);
  return {
    ...form,
    compile(raw, path, compiler) {
      const read = form.compile(raw, path, compiler);
      return read && ((run, scope) => evaluateAll(read(run, scope), run, scope));
    },
  };
}

/** Items of an array that must be written as one; the operator evaluates those it needs. */
export function lazyItems(counts: Counts): ArgumentForm<readonly Expression[]> {
  return {
    allowed: `an array${countText(counts)}`,
    schema: (rule) => ({ type: 'array', items: rule, ...countSchema(counts) }),
    compile(raw, path, compiler) {
      if (!hasCount(raw, counts, path, compiler, this.allowed)) return undefined;
      const compiled = compileItems(raw, path, compiler);
      return () => compiled;
    },
  };
}

/** LIST: items of an array, else one item; the operator evaluates those it needs. */
export const lazyList: ArgumentForm<readonly Expression[]> = {
  allowed: 'a rule, or an array of rules',
  schema: (rule) => rule,
  compile(raw, path, compiler) {
    const compiled = Array.isArray(raw) ? compileItems(raw, path, compiler) : [compiler.rule(raw, path)];
    return () => compiled;
  },
};

/** LIST: evaluated items of an array, else one item. */
export const list: ArgumentForm<readonly Value[]> = {
  ...lazyList,
  compile(raw, path, compiler) {
    const read = lazyList.compile(raw, path, compiler);
    return read && ((run, scope) => evaluateAll(read(run, scope), run, scope));
  },
};

/**
 * SPREAD: evaluated items of an array; a rule that gives an array supplies the items.
 * @param counts of an array that is written as one
 */
export function spread(counts: Counts = atLeast(0)): ArgumentForm<readonly Value[]> {
  const any = counts.least === 0 && counts.most === undefined;
  return {
    allowed: any ? 'a rule, or an array of rules' : `a rule, or an array${countText(counts)}`,
    schema: (rule) =>
      any ? rule : { anyOf: [{ not: { type: 'array' }, allOf: [rule] }, items(counts).schema(rule)] },
    compile(raw, path, compiler) {
      if (Array.isArray(raw)) return items(counts).compile(raw, path, compiler);
      const compiled = compiler.rule(raw, path);
      return (run, scope) => {
        const value = compiled.evaluate(run, scope);
        return isArray(value) ? value : [value];
      };
    },
  };
}

/** ONE: the item of an array of one, else the evaluated argument. */
export const one: ArgumentForm<Value> = {
  allowed: 'a rule',
  schema: (rule) => rule,
  compile(raw, path, compiler) {
    const single = Array.isArray(raw) && raw.length === 1;
    const compiled = single ? compiler.rule(raw[0], [...path, 0]) : compiler.rule(raw, path);
    return (run, scope) => compiled.evaluate(run, scope);
  },
};

/**
 * The form for any value: what may be a rule is evaluated; an object without members or with several, which cannot
 * be one, means itself, as JsonLogic has it.
 */
export function orData<Args>(form: ArgumentForm<Args>): ArgumentForm<Args> {
  return {
    allowed: 'any value; an object with no members, or several, means itself',
    schema: (rule) => ({ anyOf: [form.schema(rule), {}] }),
    compile(raw, path, compiler) {
      const value: RuleCompiler['value'] = (part, at) => compiler.value(part, at);
      const literal: RuleCompiler['literal'] = (part, at) => compiler.literal(part, at);
      const { problem, doubt } = compiler;
      return form.compile(raw, path, { problem, doubt, rule: value, value, literal });
    },
  };
}

/** The form of two items where that at a position is a list: an array, or a rule that gives one. */
export function withList<Args>(position: 0 | 1, form: ArgumentForm<Args>): ArgumentForm<Args> {
  const which = position === 0 ? 'the first' : 'the second';
  return {
    allowed: `${form.allowed}, ${which} an array or a rule that gives one`,
    schema(rule) {
      const parts = [rule, rule];
      parts[position] = { type: ['array', 'object'], allOf: [rule] };
      return { ...form.schema(rule), prefixItems: parts };
    },
    compile(raw, path, compiler) {
      const read = form.compile(raw, path, compiler);
      const given: unknown = Array.isArray(raw) ? raw[position] : undefined;
      if (given !== undefined && (given === null || typeof given !== 'object')) {
        compiler.problem([...path, position], 'must be an array, or a rule that gives one: it is the list');
      }
      return read;
    },
  };
}

/** The evaluated argument as it is; a literal array gives an array. */
export const plain: ArgumentForm<Value> = {
  allowed: 'a rule',
  schema: (rule) => rule,
  compile(raw, path, compiler) {
    const compiled = compiler.rule(raw, path);
    return (run, scope) => compiled.evaluate(run, scope);
  },
};

/** An empty array. */
export const nothing: ArgumentForm<undefined> = {
  allowed: 'an empty array',
  schema: () => ({ type: 'array', maxItems: 0 }),
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(0), path, compiler, this.allowed)) return undefined;
    return () => undefined;
  },
};

/** Any JSON, not evaluated. */
export const literal: ArgumentForm<Value> = {
  allowed: 'any JSON',
  schema: () => ({}),
  compile(raw, path, compiler) {
    const value = compiler.literal(raw, path);
    return () => value;
  },
};

/** An object whose members are rules; the operator evaluates them. */
export const members: ArgumentForm<readonly (readonly [string, Expression])[]> = {
  allowed: 'an object whose members are rules',
  schema: memberSchema,
  compile(raw, path, compiler) {
    if (!isPlainObject(raw)) {
      compiler.problem(path, `must be ${this.allowed}`);
      return undefined;
    }
    const compiled = compileMembers(raw, path, compiler);
    return () => compiled;
  },
};

/**
 * Any value: the members of an object, or the items of an array by their positions, are rules that the operator
 * evaluates; anything else has no members.
 */
export const membersOfAny: ArgumentForm<readonly (readonly [string, Expression])[]> = {
  allowed: 'any value; the members of an object are rules',
  schema: (rule) => ({ anyOf: [memberSchema(rule), {}] }),
  compile(raw, path, compiler) {
    if (raw === undefined) {
      compiler.rule(raw, path);
      return undefined;
    }
    const compiled = Array.isArray(raw)
      ? raw.map((rule, i) => [String(i), compiler.rule(rule, [...path, i])] as const)
      : compileMembers(isPlainObject(raw) ? raw : {}, path, compiler);
    return () => compiled;
  },
};

/** The forms by their names, for operators of a host. */
export const operatorArguments = {
  one,
  plain,
  list,
  lazyList,
  items,
  lazyItems,
  spread,
  members,
  literal,
  nothing,
} as const;

/** The rules of an object by their names. */
export function compileMembers(
  raw: Readonly<Record<string, unknown>>,
  path: RulePath,
  compiler: RuleCompiler,
): readonly (readonly [string, Expression])[] {
  return Object.entries(raw).map(([name, rule]) => [name, compiler.rule(rule, [...path, name])] as const);
}

function memberSchema(rule: SchemaPart): SchemaPart {
  return { type: 'object', additionalProperties: rule };
}

/** Whether JSON is an object. */
export function isPlainObject(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Whether an argument is an array of a permitted length; reports it when not. */
export function hasCount(
  raw: unknown,
  { least, most = Number.POSITIVE_INFINITY }: Counts,
  path: RulePath,
  compiler: Pick<RuleCompiler, 'problem'>,
  allowed: string,
): raw is readonly unknown[] {
  if (Array.isArray(raw) && raw.length >= least && raw.length <= most) return true;
  const given = Array.isArray(raw) ? `an array of ${raw.length}` : 'something else';
  compiler.problem(path, `"${String(path.at(-1))}" takes ${allowed}, not ${given}`);
  return false;
}

/** Members of a JSON Schema that count items. */
function countSchema({ least, most }: Counts): Readonly<Record<string, number>> {
  return { ...(least > 0 && { minItems: least }), ...(most !== undefined && { maxItems: most }) };
}

function countText({ least, most }: Counts): string {
  if (least === most) return ` of exactly ${least} ${least === 1 ? 'item' : 'items'}`;
  if (most !== undefined) return ` of ${least} ${most - least === 1 ? 'or' : 'to'} ${most} items`;
  return least === 0 ? '' : ` of at least ${least} items`;
}

function compileItems(raw: readonly unknown[], path: RulePath, compiler: RuleCompiler): Expression[] {
  return raw.map((item, i) => compiler.rule(item, [...path, i]));
}

function evaluateAll(expressions: readonly Expression[], run: RuleRun, scope: RuleFrame): Value[] {
  run.work(expressions.length);
  return expressions.map((expression) => expression.evaluate(run, scope));
}
