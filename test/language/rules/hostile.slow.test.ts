import { describe, expect, test } from 'vitest';
import { compileRule } from '../../../src/language/rules/compile.js';
import { MAX_STEPS } from '../../../src/language/rules/run.js';
import type { Value } from '../../../src/language/rules/value.js';
import { processorTime } from '../../support/processor-time.js';
import { failureOf, resultOf, run } from './support.js';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

test.each([
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a.constructor',
  'a.__proto__.polluted',
  'l.push',
])('prototypes: %s is not found', (path) => {
  expect(resultOf({ var: [path, 'none'] }, { a: {}, l: [] })).toBe('none');
  expect(resultOf({ get: [{ var: '' }, path, 'none'] }, { a: {}, l: [] })).toBe('none');
});

test.each([
  { object: [['__proto__', { preserve: { polluted: true } }]] },
  { eachKey: JSON.parse('{"__proto__": {"preserve": {"polluted": true}}}') },
  { preserve: JSON.parse('{"__proto__": {"polluted": true}}') },
  { merge_objects: [{ preserve: JSON.parse('{"__proto__": {"polluted": true}}') }] },
  { pick_fields: [{ preserve: JSON.parse('{"__proto__": {"polluted": true}}') }, ['__proto__']] },
  { omit_fields: [{ preserve: JSON.parse('{"__proto__": {"polluted": true}}') }, []] },
  { get: [{ group: [[1], { var: '' }, [['__proto__', { preserve: { polluted: true } }]]] }, 0] },
  {
    get: [{ join: [[[{ preserve: { polluted: true } }], 1, '__proto__'], [[], 1], { var: '' }] }, 0],
  },
])('prototypes: %j makes an own member', (rule) => {
  const value = resultOf(rule) as object;
  expect(Object.keys(value)).toContain('__proto__');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('a binding of that name is readable', () => {
  const rule = { let: [JSON.parse('{"__proto__": 5}'), { var: '__proto__' }] };
  expect(resultOf(rule)).toBe(5);
});

test('members called toString or valueOf do not reach conversions', () => {
  const data = { o: { toString: 1, valueOf: 2, toJSON: 3 } };
  for (const rule of [
    { '==': [{ var: 'o' }, 'x'] },
    { '<': [{ var: 'o' }, 1] },
    { cat: [{ var: 'o' }, [{ var: 'o' }]] },
    { max: [{ var: 'o' }] },
    { in: [{ var: 'o' }, 'text'] },
    { substr: ['abc', { var: 'o' }] },
    { replace: { source: { var: 'o' }, find: 'x', replace: { var: 'o' } } },
  ]) {
    expect(run(rule, data).failed).toBe(false);
  }
});

describe('budgets', () => {
  test('a million operators may be evaluated, and no more', () => {
    const rule = { filter: [{ var: '' }, { '!!': [1] }] };
    const spent = 2;
    expect(run(rule, range(MAX_STEPS - spent)).failed).toBe(false);
    const outcome = run(rule, range(MAX_STEPS - spent + 1));
    expect(outcome.errors).toEqual([
      {
        code: 'rule_budget',
        message: expect.stringContaining('!!: more than 1000000'),
        path: ['filter', 1, '!!'],
      },
    ]);
  });

  const doubling = (body: unknown, list = '') => ({ reduce: [{ var: list }, body, ['x']] });
  const accumulator = { var: 'accumulator' };

  test.each<[string, unknown]>([
    ['text', { reduce: [{ var: '' }, { cat: [accumulator, accumulator] }, 'x'] }],
    ['merged arrays', doubling({ merge: [accumulator, accumulator] })],
    ['shared arrays', doubling([accumulator, accumulator])],
    ['text of shared arrays', { cat: [doubling([accumulator, accumulator])] }],
    [
      'JSON of shared arrays',
      { replace: { source: doubling([accumulator, accumulator]), find: 'x', replace: '' } },
    ],
    ['flattened shared arrays', { flatten: [doubling([accumulator, accumulator])] }],
    ['comparison of shared arrays', { '==': [doubling([accumulator, accumulator]), 'x'] }],
    ['log of shared arrays', { '!': [{ log: ['m', doubling([accumulator, accumulator])] }] }],
    ['group by shared arrays', { group: [[1], doubling([accumulator, accumulator], '../../'), [['k', 1]]] }],
    ['members', { reduce: [{ var: '' }, { eachKey: { a: accumulator, b: accumulator } }, 1] }],
    [
      'replaced text',
      {
        reduce: [
          { var: '' },
          { replace: { source: accumulator, find_regex: '.', flags: 'g', replace: "$&$`$'" } },
          'xxxxxxxx',
        ],
      },
    ],
    ['upper case', { reduce: [{ var: '' }, { toUpper: { cat: [accumulator, accumulator, 'ß'] } }, 'ß'] }],
    [
      'split',
      {
        reduce: [
          { var: '' },
          { merge: [accumulator, { split: [{ cat: accumulator }, ''] }, accumulator] },
          ['ab'],
        ],
      },
    ],
  ])('doubling stops: %s', (_, rule) => {
    const { failed, errors } = run(rule, range(100));
    expect(failed).toBe(true);
    expect(errors.at(-1)?.code).toBe('rule_budget');
  });

  test.each<[string, unknown]>([
    ['iteration without operators', nestedMaps(6, 'all')],
    ['maps without operators', nestedMaps(6, 'map')],
    [
      'membership',
      { filter: [{ var: '' }, { all: [{ var: '../../' }, { in: ['x', { var: '../../../../' }] }] }] },
    ],
    ['sorting', { map: [{ var: '' }, { sort_by: [{ var: '../' }, { var: '' }] }] }],
  ])('the budget of a rule stops %s', (_, rule) => {
    const outcome = run(rule, range(20_000));
    expect(outcome.errors.at(-1)?.code).toBe('rule_budget');
  });

  test('values that nest too deep end the run', () => {
    const deep = { reduce: [{ var: '' }, [{ var: 'accumulator' }], 1] };
    for (const rule of [deep, { flatten: deep }, { cat: [deep] }, { '==': [deep, 1] }, { log: deep }]) {
      expect(run(rule, range(100_000)).errors.at(-1)?.message).toContain('deeper than');
    }
    expect(resultOf({ max: [deep] }, range(100_000))).toBe(1);
  });

  test('data of 1,000 levels is read', () => {
    let data: Value = 'bottom';
    for (let i = 0; i < 999; i += 1) data = { a: data };
    expect(resultOf({ var: Array.from({ length: 999 }, () => 'a').join('.') }, data)).toBe('bottom');
    expect(run({ var: '' }, data).failed).toBe(false);
    expect(run({ var: '' }, [[data]]).failed).toBe(true);
  });

  test('data that holds itself ends the run', () => {
    const data: Record<string, unknown> = {};
    data['self'] = data;
    expect(run({ var: '' }, data).errors[0]?.code).toBe('rule_budget');
    expect(run({ replace: { source: { var: '' }, find: 'a', replace: 'b' } }, data).failed).toBe(true);
  });
});

describe('patterns', () => {
  const slow = '^(a+)+$';
  const text = `${'a'.repeat(40)}b`;

  test('one that takes too long counts as not matching and is reported', () => {
    const { value, failed, errors } = run({ match: [text, slow] });
    expect([value, failed]).toEqual([false, false]);
    expect(errors).toEqual([
      { code: 'regex_timeout', message: expect.stringContaining('100 ms'), path: ['match'] },
    ]);
  });

  test('many slow ones end the run', () => {
    const begun = processorTime();
    const outcome = run({ map: [{ var: '' }, { match: [text, slow] }] }, range(10_000));
    expect(outcome.errors.at(-1)?.code).toBe('rule_budget');
    expect(processorTime() - begun).toBeLessThan(10_000);
  });

  test.each(['('.repeat(20_000), '(?:a{1000}){1000}{1000}', 'a'.repeat(10_001), '['])(
    'patterns: %.20s fails as a rule does',
    (source) => {
      expect(run({ match: ['x', { cat: [source] }] }).errors[0]?.code).toBe('rule_failed');
    },
  );
});

test.each<[unknown, string]>([
  [{ toLower: 5 }, 'toLower: takes text, not a number'],
  [{ '+': [1, { length: { map: [[1], { keys: 'x' }] } }] }, 'keys: takes an object, not text'],
  [
    { match: [{ preserve: { type: 'string', value: 'x' } }, 'x'] },
    'match: takes text, not a field (did you mean its ".value"?)',
  ],
  [{ date_shift: ['2024-01-01', 1e15, 'years'] }, 'date_shift: the shifted date is out of range'],
  [{ date_shift: ['99999999-99-99', 1, 'days'] }, 'date_shift: cannot read the date'],
])('%j fails with the name of its operator', (rule, message) => {
  expect(failureOf(rule)).toContain(message);
});

test('the place of a failure is reported', () => {
  const outcome = run({ '+': [1, { length: { map: [[1], { keys: 'x' }] } }] });
  expect(outcome.errors[0]?.path).toEqual(['+', 1, 'length', 'map', 1, 'keys']);
});

test('a rule that does not compile is a config error', () => {
  expect(() => compileRule({ nope: 1 })).toThrow(expect.objectContaining({ name: 'ConfigError' }));
});

function nestedMaps(levels: number, operator: string): unknown {
  return levels === 0
    ? true
    : { [operator]: [{ var: '../'.repeat((6 - levels) * 2) }, nestedMaps(levels - 1, operator)] };
}
