/** json-logic-js works out some operators, and is the measure of all that the language shares with it. */
import fc from 'fast-check';
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkRule } from '../../../src/language/rules/compile.js';
import { MOST_OPERANDS } from '../../../src/language/rules/json-logic.js';
import { resultOf, run } from './support.js';

/** What json-logic-js gives, as the language prints it: null for what is no JSON, 0 for -0. */
function reference(rule: unknown, data: unknown): unknown {
  const value: unknown = jsonLogic.apply(rule as RulesLogic, data);
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

afterEach(() => vi.restoreAllMocks());

type Case = readonly [rule: unknown, data: unknown, result: unknown];

/** What JsonLogic's documentation says of its operators, case by case. */
const DOCUMENTED: Readonly<Record<string, readonly Case[]>> = {
  literals: [
    [true, {}, true],
    [false, {}, false],
    [17, {}, 17],
    [3.14, {}, 3.14],
    ['apple', {}, 'apple'],
    [null, {}, null],
    [['a', 'b'], {}, ['a', 'b']],
  ],
  'var, missing, missing_some': [
    [{ var: 'a' }, { a: 1 }, 1],
    [{ var: ['a'] }, { a: 1 }, 1],
    [{ var: 'b' }, { a: 1 }, null],
    [{ var: ['b', 26] }, { a: 1 }, 26],
    [{ var: 'a.b.c' }, { a: { b: { c: 'deep' } } }, 'deep'],
    [{ var: ['a.q', 9] }, { a: { b: 'c' } }, 9],
    [{ var: 1 }, ['apple', 'banana'], 'banana'],
    [{ var: '1.1' }, ['apple', ['banana', 'beer']], 'beer'],
    [{ var: '' }, 1, 1],
    [{ var: null }, 1, 1],
    [{ var: [] }, 1, 1],
    [{ var: 'a' }, null, null],
    [{ var: { if: [true, 'a', 'b'] } }, { a: 1, b: 2 }, 1],
    [{ missing: ['a', 'b'] }, { a: 'apple', c: 'carrot' }, ['b']],
    [{ missing: 'a' }, { a: 'apple' }, []],
    [{ missing: [] }, {}, []],
    [{ missing: ['a.b'] }, { a: { b: '' } }, ['a.b']],
    [
      { missing: { merge: ['vin', { if: [{ var: 'financing' }, ['apr'], []] }] } },
      { financing: true },
      ['vin', 'apr'],
    ],
    [{ missing_some: [1, ['a', 'b', 'c']] }, { a: 'apple' }, []],
    [{ missing_some: [2, ['a', 'b', 'c']] }, { a: 'apple' }, ['b', 'c']],
  ],
  logic: [
    [{ if: [true, 'yes', 'no'] }, {}, 'yes'],
    [{ if: [false, 'yes', 'no'] }, {}, 'no'],
    [{ if: [false, 'a', false, 'b', 'c'] }, {}, 'c'],
    [{ if: [false, 'a', true, 'b'] }, {}, 'b'],
    [{ if: [false, 'a', false, 'b'] }, {}, null],
    [{ if: [[], 'apple', 'banana'] }, {}, 'banana'],
    [{ if: ['0', 'apple', 'banana'] }, {}, 'apple'],
    [{ '?:': [true, 1, 2] }, {}, 1],
    [{ '!': [true] }, {}, false],
    [{ '!': true }, {}, false],
    [{ '!': [[]] }, {}, true],
    [{ '!': [] }, {}, true],
    [{ '!!': [[]] }, {}, false],
    [{ '!!': ['0'] }, {}, true],
    [{ '!!': '' }, {}, false],
    [{ or: [false, 0, 'a'] }, {}, 'a'],
    [{ or: [false, ''] }, {}, ''],
    [{ and: [true, 'a', 3] }, {}, 3],
    [{ and: [true, '', 3] }, {}, ''],
  ],
  comparison: [
    [{ '==': [1, '1'] }, {}, true],
    [{ '==': [0, false] }, {}, true],
    [{ '===': [1, '1'] }, {}, false],
    [{ '!=': [1, '1'] }, {}, false],
    [{ '!==': [1, '1'] }, {}, true],
    [{ '>': [2, 1] }, {}, true],
    [{ '>': ['2', 1] }, {}, true],
    [{ '>=': [1, 1] }, {}, true],
    [{ '<': ['1', 2] }, {}, true],
    [{ '<': [1, 2, 3] }, {}, true],
    [{ '<': [1, 1, 3] }, {}, false],
    [{ '<=': [1, 1, 3] }, {}, true],
    [{ '<=': [1, 4, 3] }, {}, false],
  ],
  numbers: [
    [{ '+': [4, 2] }, {}, 6],
    [{ '+': [2, 2, 2, 2, 2] }, {}, 10],
    [{ '+': '3.14' }, {}, 3.14],
    [{ '+': ['1', 1] }, {}, 2],
    [{ '*': [2, 2, 2] }, {}, 8],
    [{ '*': ['2', 3] }, {}, 6],
    [{ '-': [4, 2] }, {}, 2],
    [{ '-': 2 }, {}, -2],
    [{ '-': ['3'] }, {}, -3],
    [{ '/': [4, 2] }, {}, 2],
    [{ '/': ['1', 2] }, {}, 0.5],
    [{ '%': [101, 2] }, {}, 1],
    [{ '%': [-7, 2] }, {}, -1],
    [{ max: [1, 2, 3] }, {}, 3],
    [{ max: [1, '3', 3] }, {}, 3],
    [{ min: [3, 2, '1'] }, {}, 1],
    [{ min: [] }, {}, null],
  ],
  text: [
    [{ in: ['Spring', 'Springfield'] }, {}, true],
    [{ in: ['i', 'team'] }, {}, false],
    [{ in: ['Ringo', ['John', 'Paul', 'Ringo']] }, {}, true],
    [{ in: [1, ['1']] }, {}, false],
    [{ in: ['a', null] }, {}, false],
    [{ cat: 'ice' }, {}, 'ice'],
    [{ cat: ['I love', ' pie'] }, {}, 'I love pie'],
    [{ cat: ['pi is ', 3.14] }, {}, 'pi is 3.14'],
    [{ cat: ['a', null, [1, [2, null]]] }, {}, 'a1,2,'],
    [{ cat: [] }, {}, ''],
    [{ substr: ['jsonlogic', 4] }, {}, 'logic'],
    [{ substr: ['jsonlogic', -5] }, {}, 'logic'],
    [{ substr: ['jsonlogic', 0, 1] }, {}, 'j'],
    [{ substr: ['jsonlogic', -1, 1] }, {}, 'c'],
    [{ substr: ['jsonlogic', 4, 5] }, {}, 'logic'],
    [{ substr: ['jsonlogic', -5, 5] }, {}, 'logic'],
    [{ substr: ['jsonlogic', -5, -2] }, {}, 'log'],
    [{ substr: ['jsonlogic', 1, -5] }, {}, 'son'],
    [{ substr: ['jsonlogic', 1, -1.5] }, {}, 'sonlog'],
    [{ substr: ['jsonlogic', 1, -20] }, {}, ''],
  ],
  lists: [
    [{ map: [{ var: 'n' }, { '*': [{ var: '' }, 2] }] }, { n: [1, 2, 3] }, [2, 4, 6]],
    [{ map: [{ var: 'gone' }, { '*': [{ var: '' }, 2] }] }, {}, []],
    [{ filter: [{ var: 'n' }, { '%': [{ var: '' }, 2] }] }, { n: [1, 2, 3] }, [1, 3]],
    [{ filter: [{ var: 'gone' }, true] }, {}, []],
    [
      { reduce: [{ var: 'n' }, { '+': [{ var: 'current' }, { var: 'accumulator' }] }, 0] },
      { n: [1, 2, 3] },
      6,
    ],
    [{ reduce: [{ var: 'gone' }, { var: 'current' }, 5] }, {}, 5],
    [{ all: [[1, 2, 3], { '>': [{ var: '' }, 0] }] }, {}, true],
    [{ all: [{ var: 'n' }, true] }, { n: [] }, false],
    [{ some: [[-1, 0, 1], { '>': [{ var: '' }, 0] }] }, {}, true],
    [{ some: [{ var: 'n' }, true] }, { n: [] }, false],
    [{ none: [[-3, -2], { '>': [{ var: '' }, 0] }] }, {}, true],
    [{ none: [{ var: 'n' }, true] }, { n: [] }, true],
    [
      { some: [{ var: 'pies' }, { '==': [{ var: 'filling' }, 'apple'] }] },
      { pies: [{ filling: 'apple' }] },
      true,
    ],
    [
      {
        merge: [
          [1, 2],
          [3, 4],
        ],
      },
      {},
      [1, 2, 3, 4],
    ],
    [{ merge: [1, 2, [3]] }, {}, [1, 2, 3]],
    [{ merge: [[1], [[2]]] }, {}, [1, [2]]],
    [{ merge: [] }, {}, []],
  ],
};

describe.each(Object.entries(DOCUMENTED))('what is documented of %s', (_, cases) => {
  test.each(cases)('%j of %j is %j', (rule, data, result) => {
    expect(resultOf(rule, data)).toEqual(result);
    expect(reference(rule, data)).toEqual(result);
  });
});

test.each([[[]], [[true]], [[true, 1]]])('"if" of %j is an error here', (items) => {
  expect(checkRule({ if: items }).issues).toHaveLength(1);
});

const scalars = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  '',
  '0',
  '1',
  'a',
  'abc',
  ' 12 ',
  '1e3',
  '0x10',
  '12px',
  '[object Object]',
];
const composites = [[], [1], ['a'], [[1]], [null], [true], [1, 2], {}, { a: 1 }, { var: 'a' }];

describe('operators of two operands, whatever these are', () => {
  const pairs = [...scalars, ...composites].flatMap((a) =>
    [...scalars, ...composites].map((b) => ({ a, b })),
  );
  const bound = [{ var: 'a' }, { var: 'b' }];

  test.each(['==', '!=', '===', '!==', '>', '>=', '<', '<=', 'in', 'max', 'min'])(
    'an operator of two operands gives what JsonLogic gives: %s',
    (name) => {
      for (const data of pairs) {
        const rule = { [name]: bound };
        expect([data, resultOf(rule, data)]).toEqual([data, reference(rule, data)]);
      }
    },
  );

  test.each([
    ['+', (value: unknown) => typeof value === 'number' || typeof value === 'string'],
    ['*', (value: unknown) => typeof value === 'number' || typeof value === 'string'],
    ['-', (value: unknown) => value !== null && typeof value !== 'object'],
    ['/', (value: unknown) => value !== null && typeof value !== 'object'],
    ['%', (value: unknown) => value !== null && typeof value !== 'object'],
  ] as const)(
    'operators of two operands, whatever these are: %s; null for what it does not take',
    (name, takes) => {
      for (const data of pairs) {
        const rule = { [name]: bound };
        const expected = takes(data.a) && takes(data.b) ? reference(rule, data) : null;
        expect([data, resultOf(rule, data)]).toEqual([data, expected]);
      }
    },
  );

  test.each(['cat', 'merge'])('texts and lists are joined as JsonLogic joins them: %s', (name) => {
    for (const data of pairs) {
      const rule = { [name]: bound };
      expect([data, resultOf(rule, data)]).toEqual([data, reference(rule, data)]);
    }
  });

  test('substr gives what JsonLogic gives, whatever its operands are', () => {
    const numbers = [0, 1, 2, -1, -2, 1.5, -1.5, 9, -9, null, true];
    for (const source of ['', 'a', 'abc', 12, true]) {
      for (const start of numbers) {
        for (const count of numbers) {
          const data = { source, start, count };
          const rule = { substr: [{ var: 'source' }, { var: 'start' }, { var: 'count' }] };
          expect([data, resultOf(rule, data)]).toEqual([data, reference(rule, data)]);
        }
      }
    }
  });
});

/** Rules for an item; of names it sees none, since a number that is missing makes NaN there and null here. */
const item = { var: '' };
const body = fc.oneof(
  fc.constantFrom<unknown>(
    item,
    { '!!': [item] },
    { '!': [item] },
    { cat: ['<', item, '>'] },
    { if: [item, 'y', item] },
  ),
  fc
    .tuple(
      fc.constantFrom('==', '!=', '===', '<', '<=', '>', '>=', 'in', 'or', 'and', 'merge'),
      fc.constantFrom<unknown>(item, 2, '3', 'a', null, true, { var: ['gone', 'a'] }),
    )
    .map(([name, other]) => ({ [name]: [item, other] })),
);

/** Rules of the operators that both have, of the forms that both take; numbers stay finite. */
const { truth, number, text, list } = fc.letrec<Record<'truth' | 'number' | 'text' | 'list', unknown>>(
  (tie) => {
    const any = fc.oneof(tie('truth'), tie('number'), tie('text'), tie('list'));
    const pair = (item: fc.Arbitrary<unknown>) => fc.tuple(item, item);
    const named = (names: readonly string[], items: fc.Arbitrary<unknown>) =>
      fc.tuple(fc.constantFrom(...names), items).map(([name, argument]) => ({ [name]: argument }));
    const choice = (item: fc.Arbitrary<unknown>) => named(['if', '?:'], fc.tuple(tie('truth'), item, item));
    const deep = { maxDepth: 4, withCrossShrink: true };
    return {
      truth: fc.oneof(
        deep,
        fc.boolean(),
        named(['==', '!=', '===', '!=='], fc.oneof(pair(tie('number')), pair(tie('text')), pair(any))),
        named(['<', '<=', '>', '>='], fc.oneof(pair(tie('number')), pair(tie('text')), pair(any))),
        named(['<', '<='], fc.tuple(tie('number'), tie('number'), tie('number'))),
        named(['!', '!!'], fc.tuple(any)),
        named(['and', 'or'], pair(tie('truth'))),
        named(['in'], fc.oneof(pair(tie('text')), fc.tuple(any, tie('list')))),
        named(['all', 'some', 'none'], fc.tuple(tie('list'), body)),
        choice(tie('truth')),
      ),
      number: fc.oneof(
        deep,
        fc.integer({ min: -9, max: 9 }),
        fc.constantFrom(0.5, 2.25, { var: 'n' }, { var: ['gone', 4] }, { var: 'o.x' }),
        named(['+', '-'], pair(tie('number'))),
        named(['+', 'max', 'min'], fc.array(tie('number'), { minLength: 1, maxLength: 4 })),
        named(['*'], pair(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant({ var: 'n' })))),
        named(['/', '%'], fc.tuple(tie('number'), fc.constantFrom(2, 3, -4, '0.5'))),
        named(['-'], fc.tuple(tie('number'))),
        fc
          .tuple(fc.constantFrom({ var: 'k' }, [1, 2, 3]), fc.constantFrom('+', 'max'))
          .map(([items, name]) => ({
            reduce: [items, { [name]: [{ var: 'current' }, { var: 'accumulator' }] }, 0],
          })),
        choice(tie('number')),
      ),
      text: fc.oneof(
        deep,
        fc.constantFrom(
          '',
          'a',
          'bc',
          '12',
          'été 😀',
          { var: 't' },
          { var: 'o.y' },
          { var: ['gone', 'else'] },
        ),
        named(['cat'], fc.array(any, { maxLength: 4 })),
        named(['substr'], fc.tuple(tie('text'), fc.integer({ min: -4, max: 4 }))),
        named(
          ['substr'],
          fc.tuple(tie('text'), fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })),
        ),
        choice(tie('text')),
      ),
      list: fc.oneof(
        deep,
        fc.constantFrom(
          { var: 'l' },
          { var: 'o.z' },
          { missing: ['n', 'gone', 'o.q'] },
          { missing_some: [2, ['n', 'q', 'r']] },
        ),
        fc.array(any, { maxLength: 3 }),
        named(['merge'], fc.array(any, { maxLength: 3 })),
        named(['map', 'filter'], fc.tuple(tie('list'), body)),
        choice(tie('list')),
      ),
    };
  },
);

const data = {
  n: 7,
  t: 'some text',
  l: [1, 2, '3', null],
  k: [4, -1, '2'],
  o: { x: 2, y: 'why', z: ['a', ['b']] },
};

test('any rule of the operators that both have gives the same', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(truth, number, text, list), (rule) => {
      expect(checkRule(rule).issues).toEqual([]);
      const outcome = run(rule, data);
      if (outcome.failed) return;
      compared += 1;
      expect(outcome.value).toEqual(reference(rule, data));
    }),
    { numRuns: 5_000 },
  );
  expect(compared).toBeGreaterThan(4_000);
});

const nothing = [
  { a: 1 },
  { log: 'told' },
  { var: 'secret' },
  { method: ['x', 'toUpperCase'] },
  { '+': [1, 2] },
];

test.each(nothing)('what json-logic-js is asked: %j as a value is data, never a rule', (value) => {
  const console_ = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const seen = { value, list: [value], secret: 'S' };
  expect(resultOf({ '==': [{ var: 'value' }, 'x'] }, seen)).toBe(false);
  expect(resultOf({ '===': [{ var: 'value' }, { var: 'value' }] }, seen)).toBe(true);
  expect(resultOf({ '!!': [{ var: 'value' }] }, seen)).toBe(true);
  expect(resultOf({ in: [{ var: 'value' }, { var: 'list' }] }, seen)).toBe(true);
  expect(resultOf({ in: [{ preserve: value }, { var: 'list' }] }, seen)).toBe(false);
  expect(resultOf({ cat: [{ var: 'value' }] }, seen)).toBe('[object Object]');
  expect(resultOf({ '+': [{ var: 'value' }, 1] }, seen)).toBeNull();
  expect(resultOf({ max: [{ var: 'value' }] }, seen)).toBeNull();
  expect(console_).not.toHaveBeenCalled();
});

test.each<unknown>([
  { method: ['text', 'toUpperCase'] },
  { method: [{ var: '' }, 'constructor'] },
  { 'constructor.constructor': ['return process'] },
  { constructor: ['return process'] },
  { '__proto__.toString': [] },
  { 'hasOwnProperty.call': [{}] },
  { 'cat.constructor': ['return process'] },
  { toString: [] },
])('what json-logic-js is asked: %j is no operator', (rule) => {
  expect(checkRule(rule).issues).toMatchObject([{ code: 'unknown_operator' }]);
  expect(() => run(rule)).toThrow(expect.objectContaining({ name: 'ConfigError' }));
});

test('what json-logic-js is asked is one of the named operators, on numbered operands', () => {
  const names = '== != === !== > >= < <= ! !! in cat substr + * - / % max min'.split(' ');
  const asked = vi.spyOn(jsonLogic, 'apply');
  for (const sample of fc.sample(fc.oneof(truth, number, text, list), { numRuns: 500, seed: 7 })) {
    run(sample, data);
  }
  const rules = asked.mock.calls.map(([rule]) => rule as unknown).filter((rule) => typeof rule === 'object');
  expect(rules.length).toBeGreaterThan(500);
  for (const rule of rules) {
    const [[name, argument]] = Object.entries(rule as object) as [[string, unknown]];
    if (name === 'var') expect(argument).toMatch(/^\d+$/u);
    else {
      expect(names).toContain(name);
      expect(argument).toEqual((argument as unknown[]).map((_, i) => ({ var: String(i) })));
    }
  }
});

const many = Array.from({ length: 2 * MOST_OPERANDS + 3 }, (_, i) => (i % 7) - 3);
const total = many.reduce((sum, item) => sum + item, 0);

test.each([
  [{ '+': { var: '' } }, total],
  [{ max: many }, 3],
  [{ min: [...many, -4] }, -4],
  [
    { '*': { map: [{ var: '' }, { if: [{ '<': [{ var: '' }, 0] }, -1, 1] }] } },
    many.filter((n) => n < 0).length % 2 ? -1 : 1,
  ],
  [{ cat: { var: '' } }, many.join('')],
])('more operands than one call takes: %.20j', (rule, result) => {
  expect(resultOf(rule, many)).toBe(result);
});

test('text that grows by appending stays within the budget', () => {
  const rule = { length: { reduce: [{ var: '' }, { cat: [{ var: 'accumulator' }, 'ten signs,'] }, ''] } };
  expect(
    resultOf(
      rule,
      Array.from({ length: 50_000 }, () => 0),
    ),
  ).toBe(500_000);
});
