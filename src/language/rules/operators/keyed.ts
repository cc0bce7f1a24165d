/** Operators that order, group and join items by a key. */

import { setMember } from '../../../foundation/objects/members.js';
import { exactly, hasCount, isPlainObject, lazyItems } from '../forms.js';
import { descend, itemFrame, type RuleFrame, splitPath } from '../frames.js';
import {
  type ArgumentForm,
  type ArgumentReader,
  defineOperator,
  type Expression,
  type RuleCompiler,
  type RulePath,
} from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isFieldObject, isObject, kindOf, ownMember, type Value } from '../value.js';
import { arrayOrError, checkPathLength, objectOfPairs } from './shared.js';

/** Memory of an item together with its key, in array items. */
const CELLS_PER_KEY = 8;

/** Reads the key of an item. */
type KeyOf = (item: Value, array: readonly Value[], run: RuleRun, scope: RuleFrame) => Value;

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
    const keyed = array.map((each) => {
      const item = each ?? null;
      const key = sortKey(keyOf(item, array, run, scope));
      if (typeof key === 'string') run.flatten(key);
      return { item, key };
    });
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
  /** Evaluated for each group; gives pairs, or an object. */
  readonly members: Expression;
}

const groupForm: ArgumentForm<GroupArguments> = {
  ...lazyItems(exactly(3)),
  allowed: 'an array of exactly 3 items: list, key, and pairs [name, rule] or a rule that gives them',
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(3), path, compiler, this.allowed)) return undefined;
    const list = compiler.rule(raw[0], [...path, 0]);
    const keyOf = compileKey(raw[1], [...path, 1], compiler);
    const membersPath = [...path, 2];
    if (!isPlainObject(raw[2]) && !(Array.isArray(raw[2]) && raw[2].every(mayBePair))) {
      compiler.doubt(
        membersPath,
        `should be an array of pairs [name, rule], or a rule that gives them: ${FAILS}`,
      );
    }
    const members = compiler.rule(raw[2], membersPath);
    return (run, scope) => ({ list: list.evaluate(run, scope), keyOf, members });
  },
};

export const group = defineOperator({
  id: 'group',
  summary: 'An object for each distinct key; its rules see the "key" and the items of the group as "values"',
  arguments: groupForm,
  evaluate({ list, keyOf, members }, run, scope) {
    const array = arrayOrError(list);
    run.growArray(array.length * CELLS_PER_KEY);
    const groups = new Map<string, { readonly key: Value; readonly values: Value[] }>();
    for (const item of array) {
      const key = keyOf(item ?? null, array, run, scope);
      const text = run.json(key);
      const known = groups.get(text);
      if (known) known.values.push(item);
      else groups.set(text, { key, values: [item] });
    }
    return [...groups.values()].map((found) => {
      const made = members.evaluate(run, itemFrame({ ...found }, array, scope));
      return isObject(made) ? made : objectOfPairs(made, run);
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
  readonly items: readonly Value[];
  readonly keyOf: KeyOf;
  readonly name: string;
}

interface JoinArguments {
  readonly left: JoinSide;
  readonly right: JoinSide;
  readonly body: Expression;
}

const joinForm: ArgumentForm<JoinArguments> = {
  ...lazyItems(exactly(3)),
  allowed:
    'an array of exactly 3 items: [list, key, name] or a rule that gives it, the same for the right side, and a rule',
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(3), path, compiler, this.allowed)) return undefined;
    const left = compileSide(raw[0], [...path, 0], 'tableA', compiler);
    const right = compileSide(raw[1], [...path, 1], 'tableB', compiler);
    const body = compiler.rule(raw[2], [...path, 2]);
    return (run, scope) => ({ left: left(run, scope), right: right(run, scope), body });
  },
};

export const join = defineOperator({
  id: 'join',
  summary:
    'A left join of two arrays: for each left item the rule sees it and the first right item with the same key, or null, under their names',
  arguments: joinForm,
  evaluate({ left, right, body }, run, scope) {
    run.growArray(left.items.length + right.items.length * CELLS_PER_KEY);
    const rightByKey = new Map<Value, Value>();
    for (const item of right.items) {
      const key = joinKey(right, item, run, scope);
      if (key !== null && !rightByKey.has(key)) rightByKey.set(key, item);
    }
    return left.items.map((item) => {
      const key = joinKey(left, item, run, scope);
      const context: Record<string, Value> = {};
      setMember(context, left.name, item);
      setMember(context, right.name, (key === null ? null : rightByKey.get(key)) ?? null);
      return body.evaluate(run, itemFrame(context, left.items, scope));
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

/** A text names a member of each item; anything else is a rule. */
function compileKey(raw: unknown, path: RulePath, compiler: RuleCompiler): KeyOf {
  return typeof raw === 'string' ? memberKey(raw) : ruleKey(compiler.rule(raw, path));
}

function ruleKey(rule: Expression): KeyOf {
  return (item, array, run, scope) => rule.evaluate(run, itemFrame(item, array, scope));
}

/** The key is the member of that very name, else what lies at that path. */
function memberKey(name: string): KeyOf {
  const segments = splitPath(name);
  return (item, _array, run) => {
    run.work(segments.length + 1);
    const direct = isObject(item) ? ownMember(item, name) : undefined;
    return direct ?? descend(item, segments, run) ?? null;
  };
}

/** What literals do where they are of no use. */
const FAILS = 'the rule fails where it needs this';

/** Whether an item may be a pair [name, rule]: null and rules may, what is written as no pair may not. */
function mayBePair(raw: unknown): boolean {
  if (raw === null || isPlainObject(raw)) return true;
  if (!Array.isArray(raw) || raw.length !== 2) return false;
  return isPlainObject(raw[0]) || typeof raw[0] === 'string' || typeof raw[0] === 'number';
}

/** Reads a side of a join: written as an array, or given by a rule. */
function compileSide(
  raw: unknown,
  path: RulePath,
  defaultName: string,
  compiler: RuleCompiler,
): ArgumentReader<JoinSide> {
  if (!Array.isArray(raw) || raw.length < 2 || raw.length > 3) {
    if (!isPlainObject(raw)) {
      const side = 'an array [list, key rule] or [list, key rule, name], or a rule that gives one';
      compiler.doubt(path, `should be ${side}: ${FAILS}`);
    }
    const rule = compiler.rule(raw, path);
    return (run, scope) => givenSide(rule.evaluate(run, scope), defaultName, run);
  }
  const [list, key, name = defaultName] = raw as unknown[];
  if (typeof name !== 'string' && !isPlainObject(name)) {
    const message = `should be text, or a rule: the name of the items in the last rule: ${FAILS}`;
    compiler.doubt([...path, 2], message);
  }
  const items = compiler.rule(list, [...path, 0]);
  const keyOf = ruleKey(compiler.rule(key, [...path, 1]));
  const named = compiler.rule(name, [...path, 2]);
  return (run, scope) => ({
    items: arrayOrError(items.evaluate(run, scope)),
    keyOf,
    name: sideName(named.evaluate(run, scope)),
  });
}

/** A side that a rule gave: values are no rules, so its key is the name of a member, or a path. */
function givenSide(value: Value, defaultName: string, run: RuleRun): JoinSide {
  if (!isArray(value) || value.length < 2 || value.length > 3) {
    const given = isArray(value) ? `one of ${value.length} items` : kindOf(value);
    throw new RuleError(`a side is an array [list, key, name], not ${given}`);
  }
  const [list = null, key = null, name = defaultName] = value;
  if (typeof key !== 'string') throw new RuleError(`the key of a given side is text, not ${kindOf(key)}`);
  run.read(key.length);
  checkPathLength(key);
  return { items: arrayOrError(list), keyOf: memberKey(key), name: sideName(name) };
}

function sideName(name: Value): string {
  if (typeof name !== 'string') throw new RuleError(`the name of a side is text, not ${kindOf(name)}`);
  return name;
}

/** Fields count as their value. */
// See docs/language/07-computed-rules-postprocessor.md#25-operators
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
  run: RuleRun,
): number {
  run.work(1);
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'string' && typeof b === 'string') run.read(Math.min(a.length, b.length));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Scalars as they are, so that 1 and "1" differ; an array or object as its JSON text, marked as such. */
function joinKey({ items, keyOf }: JoinSide, item: Value, run: RuleRun, scope: RuleFrame): Value {
  run.work(1);
  const key = keyOf(item ?? null, items, run, scope);
  if (typeof key === 'string') run.read(key.length);
  return isArray(key) || isObject(key) ? `\u0000json:${run.json(key)}` : key;
}
