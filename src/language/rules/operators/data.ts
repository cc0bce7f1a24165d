/** Operators that read the data. */
import { orderedNames } from '../../../foundation/objects/members.js';
import { between, exactly, items, lazyList, list, one, orData, plain, withList } from '../forms.js';
import { descend, parsePath, type RuleFrame, resolve, splitPath } from '../frames.js';
import { defineOperator } from '../operator.js';
import { RuleError, type RuleRun } from '../run.js';
import { isArray, isObject, kindOf, toNumber, type Value } from '../value.js';
import { checkPathLength } from './shared.js';

export const variable = defineOperator({
  id: 'var',
  summary: 'The value at a path, else the default, else null; the path "" is the whole context',
  arguments: lazyList,
  evaluate([path, otherwise], run, scope) {
    const key = path ? path.evaluate(run, scope) : '';
    const found = lookUp(isArray(key) && key.length === 0 ? '' : key, run, scope);
    return found ?? (found === undefined && otherwise ? otherwise.evaluate(run, scope) : null);
  },
  examples: [
    {
      title: 'The value of a field',
      rule: { var: 'total.value' },
      data: { total: { type: 'number', value: 40 } },
      result: 40,
    },
    { title: 'With a default', rule: { var: ['discount.value', 0] }, data: {}, result: 0 },
    {
      title: 'An id that holds a dot',
      rule: { var: 'ship\\.to.value' },
      data: { 'ship.to': { type: 'string', value: 'Bergen' } },
      result: 'Bergen',
    },
  ],
});

export const missing = defineOperator({
  id: 'missing',
  summary: 'The paths whose value is null or an empty text',
  arguments: list,
  evaluate: (args, run, scope) => missingOf(isArray(args[0] ?? null) ? keyList(args[0]) : args, run, scope),
  examples: [{ title: 'One of two', rule: { missing: ['a', 'b'] }, data: { a: 1 }, result: ['b'] }],
});

export const missingSome = defineOperator({
  id: 'missing_some',
  summary: 'The paths without a value, or none if at least a given number of paths have one',
  arguments: withList(1, items(exactly(2))),
  evaluate([minimum = null, keys], run, scope) {
    const wanted = keyList(keys);
    const absent = missingOf(wanted, run, scope);
    run.readTexts([minimum]);
    return wanted.length - absent.length >= toNumber(minimum) ? [] : absent;
  },
  examples: [
    {
      title: 'One phone number is enough',
      rule: { missing_some: [1, ['home', 'mobile']] },
      data: { mobile: '555' },
      result: [],
    },
  ],
});

export const get = defineOperator({
  id: 'get',
  summary: 'The value at a path inside any value, else the default, else null',
  arguments: items(between(2, 3)),
  evaluate([data = null, path = null, otherwise = null], run) {
    const text = pathText(path);
    run.read(text.length);
    const found = descend(data, splitPath(text), run);
    return data === null || found === undefined ? otherwise : found;
  },
  examples: [
    { title: 'After a split', rule: { get: [{ split: ['a-b-c', '-'] }, 2] }, result: 'c' },
    { title: 'With a default', rule: { get: [{ preserve: { a: 1 } }, 'b', 'none'] }, result: 'none' },
  ],
});

export const exists = defineOperator({
  id: 'exists',
  summary: 'Whether a value is not null; for an array, the first item counts',
  arguments: plain,
  evaluate: (value) => (isArray(value) ? (value[0] ?? null) !== null : value !== null),
  examples: [
    { title: 'A field that is there', rule: { exists: [{ var: 'a' }] }, data: { a: 0 }, result: true },
    { title: 'One that is not', rule: { exists: [{ var: 'b' }] }, data: { a: 0 }, result: false },
  ],
});

export const keys = defineOperator({
  id: 'keys',
  summary: 'The member names of an object in order, or the positions in an array as text',
  arguments: orData(one),
  evaluate(value, run) {
    if (value === null) return [];
    if (!isArray(value) && !isObject(value)) throw new RuleError(`takes an object, not ${kindOf(value)}`);
    const names = [...orderedNames(value)];
    run.growArray(names.length * 2);
    return names;
  },
  examples: [
    { title: 'Ids of all fields', rule: { keys: { var: '' } }, data: { b: 1, a: 2 }, result: ['b', 'a'] },
  ],
});

export const length = defineOperator({
  id: 'length',
  summary:
    'The number of items of an array, of characters of a text or of members of an object; 0 for anything else',
  arguments: one,
  evaluate(value, run) {
    if (isArray(value) || typeof value === 'string') return value.length;
    if (!isObject(value)) return 0;
    const count = Object.keys(value).length;
    run.work(count);
    return count;
  },
  examples: [{ title: 'Rows', rule: { length: { var: 'rows' } }, data: { rows: [{}, {}] }, result: 2 }],
});

export const isArrayOperator = defineOperator({
  id: 'is_array',
  summary: 'Whether a value is an array',
  arguments: one,
  evaluate: (value) => isArray(value),
  examples: [{ title: 'Rows', rule: { is_array: { var: 'rows' } }, data: { rows: [] }, result: true }],
});

/** The value at a path of the scope; undefined when there is none. @throws RuleError when it is no path */
function lookUp(path: Value, run: RuleRun, scope: RuleFrame): Value | undefined {
  const text = pathText(path);
  run.read(text.length);
  return resolve(run.path(text, parsePath), scope, run);
}

function pathText(path: Value): string {
  if (path === null) return '';
  if (isArray(path) || isObject(path)) throw new RuleError(`a path is text, not ${kindOf(path)}`);
  const text = String(path);
  checkPathLength(text);
  return text;
}

function keyList(list: Value | undefined): readonly Value[] {
  if (list === undefined || list === null) return [];
  return isArray(list) ? list : [list];
}

function missingOf(paths: readonly Value[], run: RuleRun, scope: RuleFrame): Value[] {
  run.growArray(paths.length);
  return paths.filter((path) => {
    const value = lookUp(path, run, scope);
    return value === undefined || value === null || value === '';
  });
}
