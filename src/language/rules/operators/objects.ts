/** Operators that build and take apart objects. */

import { orderedEntries, setMember } from '../../../foundation/objects/members.js';
import {
  between,
  compileMembers,
  exactly,
  hasCount,
  isPlainObject,
  items,
  lazyItems,
  lazyList,
  literal,
  members,
  membersOfAny,
  plain,
  spread,
} from '../forms.js';
import { itemFrame, nameFrame } from '../frames.js';
import { type ArgumentForm, defineOperator, type Expression } from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isObject, kindOf, ownMember, type Value, type ValueObject } from '../value.js';
import { objectOfPairs } from './shared.js';

export const preserve = defineOperator({
  id: 'preserve',
  summary: 'Its argument as it is, unevaluated',
  arguments: literal,
  evaluate: (value) => value,
  examples: [
    { title: 'An object', rule: { preserve: { a: 1, b: { var: 'x' } } }, result: { a: 1, b: { var: 'x' } } },
  ],
});

export const eachKey = defineOperator({
  id: 'eachKey',
  summary:
    'An object with the same members, each evaluated; of an array its items by their positions, of anything else none',
  arguments: membersOfAny,
  evaluate(rules, run, scope) {
    run.growObject(rules.length);
    const made: Record<string, Value> = {};
    for (const [name, rule] of rules) setMember(made, name, rule.evaluate(run, scope));
    return made;
  },
  examples: [
    {
      title: 'Two members',
      rule: { eachKey: { a: { '+': [1, 1] }, b: 'text' } },
      result: { a: 2, b: 'text' },
    },
  ],
});

export const object = defineOperator({
  id: 'object',
  summary: 'An object from pairs [name, value]; null pairs are skipped, the last of equal names wins',
  arguments: plain,
  evaluate: objectOfPairs,
  examples: [
    {
      title: 'Pairs',
      rule: {
        object: [
          ['a', 1],
          ['b', 2],
        ],
      },
      result: { a: 1, b: 2 },
    },
    {
      title: 'Renamed members',
      rule: {
        object: {
          mapObject: [{ preserve: { a: 1 } }, [{ cat: ['new_', { var: 'key' }] }, { var: 'value' }]],
        },
      },
      result: { new_a: 1 },
    },
  ],
});

/** Memory of a name with its value, in array items. */
const CELLS_PER_PAIR = 8;

const mapObjectForm: ArgumentForm<readonly Expression[]> = {
  allowed: 'a rule that gives an object, or an array of 1 or 2 items: that rule, and a rule for its members',
  schema: (rule) => ({
    anyOf: [{ not: { type: 'array' }, allOf: [rule] }, lazyItems(between(1, 2)).schema(rule)],
  }),
  compile(raw, path, compiler) {
    if (Array.isArray(raw) && !hasCount(raw, between(1, 2), path, compiler, this.allowed)) return undefined;
    return lazyList.compile(raw, path, compiler);
  },
};

export const mapObject = defineOperator({
  id: 'mapObject',
  summary:
    'An array of the results of a rule for each member, which it sees as "key" and "value"; without a rule the pairs [name, value]',
  arguments: mapObjectForm,
  evaluate([source, body], run, scope) {
    const value = objectOrNull(source!.evaluate(run, scope));
    const entries = value === null ? [] : orderedEntries(value);
    run.growArray(entries.length * (body ? 2 : CELLS_PER_PAIR));
    return entries.map(([key, member]): Value => {
      const pair = { key, value: member ?? null };
      return body ? body.evaluate(run, itemFrame(pair, value, scope)) : [pair.key, pair.value];
    });
  },
  examples: [
    {
      title: 'Ids and values',
      rule: { mapObject: [{ var: '' }, [{ var: 'key' }, { var: 'value.value' }]] },
      data: { total: { type: 'number', value: 3 } },
      result: [['total', 3]],
    },
    {
      title: 'Its pairs',
      rule: { mapObject: { var: 'codes' } },
      data: { codes: { a: 1, b: 2 } },
      result: [
        ['a', 1],
        ['b', 2],
      ],
    },
  ],
});

export const mergeObjects = defineOperator({
  id: 'merge_objects',
  summary: 'One object with the members of several; the last wins, null is ignored',
  arguments: spread(),
  evaluate(objects, run) {
    const made: Record<string, Value> = {};
    for (const part of objects) addMembers(made, objectOrNull(part ?? null) ?? {}, run, () => true);
    return made;
  },
  examples: [
    {
      title: 'The last wins',
      rule: { merge_objects: [{ preserve: { a: 1, b: 1 } }, { preserve: { a: 2 } }] },
      result: { a: 2, b: 1 },
    },
  ],
});

export const pickFields = defineOperator({
  id: 'pick_fields',
  summary: 'The members of an object with certain ids, in the order of the ids',
  arguments: items(exactly(2)),
  evaluate([source = null, ids = null], run) {
    const value = objectOrNull(source);
    const names = idList(ids, run);
    run.growObject(names.length);
    const made: Record<string, Value> = {};
    for (const name of names) {
      const member = value === null ? undefined : ownMember(value, name);
      if (member !== undefined) setMember(made, name, member);
    }
    return made;
  },
  examples: [
    {
      title: 'Two of three',
      rule: { pick_fields: [{ var: '' }, ['b', 'a']] },
      data: { a: 1, b: 2, c: 3 },
      result: { b: 2, a: 1 },
    },
  ],
});

export const omitFields = defineOperator({
  id: 'omit_fields',
  summary: 'The members of an object without certain ids',
  arguments: items(exactly(2)),
  evaluate([source = null, ids = null], run) {
    const names = new Set(idList(ids, run));
    run.growArray(names.size);
    const made: Record<string, Value> = {};
    addMembers(made, objectOrNull(source) ?? {}, run, (name) => !names.has(name));
    return made;
  },
  examples: [
    {
      title: 'Without one',
      rule: { omit_fields: [{ var: '' }, ['b']] },
      data: { a: 1, b: 2 },
      result: { a: 1 },
    },
  ],
});

interface LetArguments {
  readonly bindings: readonly (readonly [string, Expression])[];
  readonly body: Expression;
}

const letForm: ArgumentForm<LetArguments> = {
  allowed: 'an array of exactly 2 items: an object of names and rules, and a rule',
  schema: (rule) => ({ type: 'array', prefixItems: [members.schema(rule), rule], minItems: 2, maxItems: 2 }),
  compile(raw, path, compiler) {
    if (!hasCount(raw, exactly(2), path, compiler, this.allowed)) return undefined;
    const [names, rule] = raw;
    if (!isPlainObject(names)) {
      compiler.problem(path, `must be ${this.allowed}`);
      return undefined;
    }
    const bindings = compileMembers(names, [...path, 0], compiler);
    const body = compiler.rule(rule, [...path, 1]);
    return () => ({ bindings, body });
  },
};

export const letOperator = defineOperator({
  id: 'let',
  summary: 'A rule with more names to use; each name may use those before it',
  arguments: letForm,
  evaluate({ bindings, body }, run, scope) {
    let inner = scope;
    for (const [name, rule] of bindings) {
      const names: Record<string, Value> = {};
      setMember(names, name, rule.evaluate(run, inner));
      inner = nameFrame(names, inner);
    }
    return body.evaluate(run, inner);
  },
  examples: [
    {
      title: 'Two names',
      rule: { let: [{ a: 2, b: { '+': [{ var: 'a' }, 1] } }, { '*': [{ var: 'a' }, { var: 'b' }] }] },
      result: 6,
    },
  ],
});

function objectOrNull(value: Value): ValueObject | null {
  if (value !== null && !isObject(value)) throw new RuleError(`takes an object, not ${kindOf(value)}`);
  return value;
}

function addMembers(
  made: Record<string, Value>,
  source: ValueObject,
  run: RuleRun,
  wanted: (name: string) => boolean,
): void {
  const entries = orderedEntries(source).filter(([name]) => wanted(name));
  run.growObject(entries.length);
  for (const [name, value] of entries) setMember(made, name, value ?? null);
}

function idList(ids: Value, run: RuleRun): string[] {
  if (ids === null) return [];
  return (isArray(ids) ? ids : [ids]).map((id) => {
    if (typeof id !== 'string' && typeof id !== 'number')
      throw new RuleError(`an id is text, not ${kindOf(id ?? null)}`);
    return run.memberName(id);
  });
}
