/** Operators that order, group and join items by a key. */
import { exactly, hasCount, lazyItems } from '../forms.js';
import {
  type ArgumentForm,
  defineOperator,
  type Expression,
  type RuleCompiler,
  type RulePath,
  type SchemaPart,
} from '../operator.js';
import { RuleError, type Run } from '../run.js';
import { descend, type Frame, itemFrame, splitPath } from '../scope.js';
import { isArray, isFieldObject, isObject, kindOf, ownMember, setMember, type Value } from '../value.js';
import { arrayOrError } from './shared.js';

/** Memory of an item together with its key, in array items. */
const CELLS_PER_KEY = 8;

/** Reads the key of an item. */
type KeyOf = (item: Value, array: readonly Value[], run: Run, scope: Frame) => Value;

interface SortArguments {
  readonly list: Value;
  readonly keyOf: KeyOf;
}

const sortForm: ArgumentForm<SortArguments> = {
  ...lazyItems(exactly(2)),
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(2), path, compiler, this.allowed)) return undefined;
    const list = compiler.rule(raw[0], [...path, 0]);
    const keyOf = compileKey(raw[1], [...path, 1], compiler);
    return (run, scope) => ({ list: list.evaluate(run, scope), keyOf });
  },
};

export const sortBy = defineOperator({
  id: 'sort_by',
  summary:
    'The items in ascending order of a member (text: its name, else its path) or of a rule; null keys come last',
  arguments: sortForm,
  evaluate({ list, keyOf }, run, scope) {
    const array = arrayOrError(list);
    run.growArray(array.length * CELLS_PER_KEY);
    const keyed = array.map((item) => ({ item, key: sortKey(keyOf(item ?? null, array, run, scope)) }));
    // One order for all: numbers only if all keys are numbers, since mixed comparisons would run in circles.
    const numeric = keyed.every(({ key }) => key === null || typeof key === 'number');
    const ordered = keyed.map(({ item, key }) => ({
      item,
      key: numeric || key === null ? key : String(key),
    }));
    return ordered.sort((a, b) => compareKeys(a.key, b.key, run)).map(({ item }) => item);
  },
  examples: [
    {
      title: 'By a member',
      rule: { sort_by: [{ preserve: [{ k: 10 }, { k: 9 }] }, 'k'] },
      result: [{ k: 9 }, { k: 10 }],
    },
    {
      title: 'By a rule, descending',
      rule: { sort_by: [[1, 3, 2], { '-': { var: '' } }] },
      result: [3, 2, 1],
    },
  ],
});

interface GroupArguments extends SortArguments {
  readonly members: readonly (readonly [string, Expression])[];
}

const groupForm: ArgumentForm<GroupArguments> = {
  allowed: 'an array of exactly 3 items: list, key, and an array of pairs [name, rule]',
  schema: (rule) => ({
    type: 'array',
    prefixItems: [
      rule,
      rule,
      { type: 'array', items: { type: 'array', prefixItems: [{ type: 'string' }, rule], ...TWO_ITEMS } },
    ],
    minItems: 3,
    maxItems: 3,
  }),
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(3), path, compiler, this.allowed)) return undefined;
    const list = compiler.rule(raw[0], [...path, 0]);
    const keyOf = compileKey(raw[1], [...path, 1], compiler);
    const members = compilePairs(raw[2], [...path, 2], compiler);
    return members && ((run, scope) => ({ list: list.evaluate(run, scope), keyOf, members }));
  },
};

export const group = defineOperator({
  id: 'group',
  summary: 'An object for each distinct key; its rules see the "key" and the items of the group as "values"',
  arguments: groupForm,
  evaluate({ list, keyOf, members }, run, scope) {
    const array = arrayOrError(list);
    const groups = new Map<string, { readonly key: Value; readonly values: Value[] }>();
    run.growArray(array.length * CELLS_PER_KEY);
    for (const item of array) {
      const key = keyOf(item ?? null, array, run, scope);
      const text = run.json(key);
      const known = groups.get(text);
      if (known) known.values.push(item);
      else groups.set(text, { key, values: [item] });
    }
    return [...groups.values()].map((found) => {
      run.growObject(members.length);
      const made: Record<string, Value> = {};
      const inner = itemFrame({ ...found }, array, scope);
      for (const [name, rule] of members) setMember(made, name, rule.evaluate(run, inner));
      return made;
    });
  },
  examples: [
    {
      title: 'Totals by kind',
      rule: {
        group: [
          {
            preserve: [
              { t: 'p', n: 1 },
              { t: 'q', n: 2 },
              { t: 'p', n: 3 },
            ],
          },
          't',
          [
            ['kind', { var: 'key' }],
            ['sum', { '+': { map: [{ var: 'values' }, { var: 'n' }] } }],
          ],
        ],
      },
      result: [
        { kind: 'p', sum: 4 },
        { kind: 'q', sum: 2 },
      ],
    },
  ],
});

interface JoinSide {
  readonly list: Expression;
  readonly key: Expression;
  readonly name: string;
}

interface JoinArguments {
  readonly left: JoinSide;
  readonly right: JoinSide;
  readonly body: Expression;
}

const TWO_ITEMS = { minItems: 2, maxItems: 2 };

const joinForm: ArgumentForm<JoinArguments> = {
  allowed: 'an array of exactly 3 items: [list, key, name], the same for the right side, and a rule',
  schema: (rule) => {
    const side: SchemaPart = {
      type: 'array',
      prefixItems: [rule, rule, { type: 'string' }],
      minItems: 2,
      maxItems: 3,
    };
    return { type: 'array', prefixItems: [side, side, rule], minItems: 3, maxItems: 3 };
  },
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(3), path, compiler, this.allowed)) return undefined;
    const left = compileSide(raw[0], [...path, 0], 'tableA', compiler);
    const right = compileSide(raw[1], [...path, 1], 'tableB', compiler);
    const body = compiler.rule(raw[2], [...path, 2]);
    return left && right && (() => ({ left, right, body }));
  },
};

export const join = defineOperator({
  id: 'join',
  summary:
    'A left join of two arrays: for each left item the rule sees it and the first right item with the same key, or null, under their names',
  arguments: joinForm,
  evaluate({ left, right, body }, run, scope) {
    const leftItems = arrayOrError(left.list.evaluate(run, scope));
    const rightItems = arrayOrError(right.list.evaluate(run, scope));
    const byKey = new Map<Value, Value>();
    run.growArray(leftItems.length + rightItems.length * CELLS_PER_KEY);
    for (const item of rightItems) {
      const key = joinKey(right.key, item, rightItems, run, scope);
      if (key !== null && !byKey.has(key)) byKey.set(key, item);
    }
    return leftItems.map((item) => {
      const key = joinKey(left.key, item, leftItems, run, scope);
      const context: Record<string, Value> = {};
      setMember(context, left.name, item);
      setMember(context, right.name, (key === null ? null : byKey.get(key)) ?? null);
      return body.evaluate(run, itemFrame(context, leftItems, scope));
    });
  },
  examples: [
    {
      title: 'Names for codes',
      rule: {
        join: [
          [{ preserve: [{ code: 1 }, { code: 2 }] }, { var: 'code' }, 'row'],
          [{ preserve: [{ id: 1, name: 'A' }] }, { var: 'id' }, 'entry'],
          [{ var: 'row.code' }, { var: 'entry.name' }],
        ],
      },
      result: [
        [1, 'A'],
        [2, null],
      ],
    },
  ],
});

/** A text names a member of each item, that very name first, else a path; anything else is a rule. */
function compileKey(raw: unknown, path: RulePath, compiler: RuleCompiler): KeyOf {
  if (typeof raw !== 'string') {
    const rule = compiler.rule(raw, path);
    return (item, array, run, scope) => rule.evaluate(run, itemFrame(item, array, scope));
  }
  const segments = splitPath(raw);
  return (item, _array, run) => {
    run.work(1);
    const direct = isObject(item) ? ownMember(item, raw) : undefined;
    return direct ?? descend(item, segments) ?? null;
  };
}

function compilePairs(
  raw: unknown,
  path: RulePath,
  compiler: RuleCompiler,
): readonly (readonly [string, Expression])[] | undefined {
  const pairs =
    Array.isArray(raw) && raw.every(isNamedRule) ? (raw as readonly [string, unknown][]) : undefined;
  if (!pairs) {
    compiler.problem(path, 'must be an array of pairs [name, rule]');
    return undefined;
  }
  return pairs.map(([name, rule], i) => [name, compiler.rule(rule, [...path, i, 1])] as const);
}

function isNamedRule(raw: unknown): boolean {
  return Array.isArray(raw) && raw.length === 2 && typeof raw[0] === 'string';
}

function compileSide(
  raw: unknown,
  path: RulePath,
  defaultName: string,
  compiler: RuleCompiler,
): JoinSide | undefined {
  if (!Array.isArray(raw) || raw.length < 2 || raw.length > 3) {
    compiler.problem(path, 'must be an array [list, key rule] or [list, key rule, name]');
    return undefined;
  }
  const [list, key, name = defaultName] = raw as unknown[];
  if (typeof name !== 'string') {
    compiler.problem([...path, 2], 'must be a text: the name of the items in the last rule');
    return undefined;
  }
  return { list: compiler.rule(list, [...path, 0]), key: compiler.rule(key, [...path, 1]), name };
}

/** Fields count as their value (chapter 7, 2.5, sort_by). */
function sortKey(key: Value): null | boolean | number | string {
  const plain = isFieldObject(key) ? (ownMember(key, 'value') ?? null) : key;
  if (isArray(plain) || isObject(plain)) {
    throw new RuleError(`a key is text, a number or a field, not ${kindOf(plain)}`);
  }
  return plain;
}

function compareKeys(
  a: number | string | boolean | null,
  b: number | string | boolean | null,
  run: Run,
): number {
  run.work(1);
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') run.read(Math.min(a.length, b.length));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Scalars as they are, so that 1 and "1" differ; an array or object as its JSON text, marked as such. */
function joinKey(rule: Expression, item: Value, array: readonly Value[], run: Run, scope: Frame): Value {
  run.work(1);
  const key = rule.evaluate(run, itemFrame(item ?? null, array, scope));
  return isArray(key) || isObject(key) ? `\u0000json:${run.json(key)}` : key;
}
