import { describe, expect, test } from 'vitest';
import { failureOf, resultOf, run } from './support.js';

type Case = readonly [rule: unknown, result: unknown, data?: unknown];

function table(group: string, cases: readonly Case[]): void {
  describe(group, () => {
    test.each(cases)('a rule gives what it says: %j gives %j', (rule, result, data = {}) => {
      expect(resultOf(rule, data)).toEqual(result);
    });
  });
}

table('data access', [
  [{ missing: [['a', 'b', 'c']] }, ['b', 'c'], { a: 0, b: '' }],
  [{ missing: ['a.b', 'x\\.y'] }, ['a.b'], { 'x.y': 1 }],
  [{ missing_some: [2, { var: 'keys' }] }, ['b'], { keys: ['a', 'b'], a: 1 }],
  [{ get: [[[1, 2]], '0.1'] }, 2],
  [{ get: [{ var: '' }, ''] }, 5, 5],
  [{ exists: [] }, false],
  [{ keys: [['a', 'b']] }, ['0', '1']],
  [{ length: true }, 0],
  [{ is_array: [1, 2] }, true],
]);

table('logic and comparison', [
  [{ if: [0, 1, '', 2] }, null],
  [{ not: [0, 1] }, true],
  [{ '!!': { preserve: {} } }, true],
  [{ xor: [6, 3] }, 5],
  [{ '==': ['1', [1]] }, true],
  [{ '==': [[1, 2], '1,2'] }, true],
  [{ '==': [{ preserve: {} }, '[object Object]'] }, true],
  [{ '==': [{ preserve: {} }, { preserve: {} }] }, false],
  [{ '==': [true, '1'] }, true],
  [{ '==': ['', null] }, false],
  [{ '<': [null, 'x'] }, false],
  [{ '>=': [null, 0] }, true],
  [{ '<=': [[2], 2] }, true],
  [{ '<': ['a', 'b', 'a'] }, false],
]);

table('numbers', [
  [{ '+': ['-2.5kg', 1] }, -1.5],
  [{ '+': [1e308, 1e308] }, null],
  [{ '-': [true, '0x10'] }, -15],
  [{ '-': [] }, null],
  [{ '*': [0, -1] }, 0],
  [{ '/': [1, 2, 0] }, null],
  [{ '%': [5.5, 2] }, 1.5],
  [{ max: [[7], '8'] }, 8],
  [{ round: [-1.005, 2] }, -1.01],
  [{ round: [1e21, 2] }, 1e21],
  [{ round: [1.45e-7, 8] }, 1.5e-7],
  [{ round: ['', 1] }, null],
  [{ round: 0.5 }, 1],
  [{ round: -0.4 }, 0],
]);

table('text', [
  [{ cat: [[null, [1, null]], { preserve: {} }] }, ',1,[object Object]'],
  [{ substr: ['abc', 1, -5] }, ''],
  [{ substr: [null, 1] }, null],
  [{ substr: [{ var: 'gone.value' }, 0, 2] }, null],
  [{ in: [2, '123'] }, true],
  [{ in: [null, [null]] }, true],
  [{ split: ['a😀b', ''] }, ['a', '😀', 'b']],
  [{ split: [true, 'r'] }, ['t', 'ue']],
  [{ match: ['xa', 'a', 'y'] }, false],
  [{ match: ['ax', 'a', 'y'] }, true],
  [
    { replace: { source: '1234567', find_regex: '\\B(?=(\\d{3})+(?!\\d))', flags: 'g', replace: ',' } },
    '1,234,567',
  ],
  [{ replace: { source: 'aab', find_regex: 'a', flags: 'gy', replace: 'x' } }, 'xxb'],
  [{ replace: { source: 'baa', find_regex: 'a', flags: 'gy', replace: 'x' } }, 'baa'],
  [{ replace: { source: { preserve: { a: [1] } }, find: '[1]', replace: { var: 'gone' } } }, '{"a":null}'],
]);

test.each([
  '$1',
  '$2',
  '$01',
  '$10',
  '$11',
  '$0',
  '$',
  '$$1',
  '$&$&',
  '[$`]',
  "[$']",
  '$<n>',
  '$<x>',
  '$<n',
  'a$b',
])('replacements: %s is what JavaScript makes of it', (replacement) => {
  for (const source of ['(?<n>b+)(c)?', '(b)(c)', 'b', '(?:)']) {
    for (const flags of ['', 'g', 'gi', 'u']) {
      const rule = { replace: { source: 'abbcabc', find_regex: source, flags, replace: replacement } };
      expect(resultOf(rule)).toBe('abbcabc'.replace(new RegExp(source, flags), replacement));
    }
  }
});

table('iteration', [
  [{ reduce: [5, { var: 'current' }, 'start'] }, 'start'],
  [{ every: [{ var: 'gone' }, false] }, true],
  [{ all: [{ cat: 'abc' }, true] }, false],
  [{ none: [{ var: 'gone' }, true] }, true],
  [{ map_with_index: [['a'], { var: '../length' }] }, [1]],
  [
    {
      stateful_map: [
        [1, 2, 3],
        [[], { var: 'current' }],
      ],
    },
    [],
  ],
]);

table('arrays', [
  [{ sort_by: [[true, 'a', 10, 9], { var: '' }] }, [10, 9, 'a', true]],
  [
    { sort_by: [[{ preserve: { a: { b: 2 } } }, { preserve: { a: { b: 1 } } }], 'a.b'] },
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ],
  [
    {
      group: [
        [1, 2, 3],
        { '%': [{ var: '' }, 2] },
        [
          ['k', { var: 'key' }],
          ['v', { var: 'values' }],
        ],
      ],
    },
    [
      { k: 1, v: [1, 3] },
      { k: 0, v: [2] },
    ],
  ],
  [{ join: [[[[1], [2]], { var: '' }, 'l'], [[[2]], { var: '' }, 'r'], { var: 'r' }] }, [null, [2]]],
  [{ slice: ['abc', { var: 'gone' }, '2'] }, 'ab'],
  [{ flatten: { preserve: { a: [1] } } }, [{ a: [1] }]],
  [{ merge: { var: 'gone' } }, [null]],
]);

table('objects', [
  [{ object: [[['a', 1], null]] }, { a: 1 }],
  [{ object: [['a', 1], null, [2, 'b']] }, { 2: 'b', a: 1 }],
  [{ mapObject: [{ var: '' }, { var: '../a' }] }, [1, 1], { a: 1, b: 2 }],
  [{ merge_objects: [null] }, {}],
  [{ pick_fields: [{ var: '' }, 'a'] }, { a: 1 }, { a: 1, b: 2 }],
  [{ omit_fields: [{ var: '' }, { var: 'gone' }] }, { a: 1 }, { a: 1 }],
]);

table('dates', [
  [{ date_shift: ['2024-03-05T10:00:00', 0, 'days'] }, '2024-03-05T10:00:00.000Z'],
  [{ date_shift: ['2024-03-05T10:00:00+02:00', 0, 'days'] }, '2024-03-05T08:00:00.000Z'],
  [{ date_shift: ['2024-03-05 10:00', 0, 'days'] }, '2024-03-05T10:00:00.000Z'],
  [{ date_shift: ['5 Mar 2024 10:00 GMT+0100', 0, 'days'] }, '2024-03-05T09:00:00.000Z'],
  [{ date_shift: ['2024-03-31', -1, 'months'] }, '2024-02-29T00:00:00.000Z'],
  [{ date_shift: ['2024-01-01', null, 'days'] }, null],
  [{ today: [] }, '2026-03-05'],
]);

table('any value as an argument', [
  [{ '!': { preserve: {} } }, false],
  [{ '!': {} }, false],
  [{ '!': [{}] }, false],
  [{ not: { a: 1, b: 2 } }, false],
  [{ '!!': { a: { var: 'x' }, b: 2 } }, true],
  [{ keys: {} }, []],
  [{ keys: { b: 1, a: { var: 'x' } } }, ['b', 'a']],
  [{ keys: [{ b: 1, a: 2 }] }, ['b', 'a']],
  [{ eachKey: 5 }, {}],
  [{ eachKey: 'text' }, {}],
  [{ eachKey: null }, {}],
  [{ eachKey: [{ '+': [1, 1] }, 'x'] }, { 0: 2, 1: 'x' }],
  [{ eachKey: { var: 'x' } }, { var: 'x' }],
]);

table('mapObject without a rule gives pairs', [
  [{ mapObject: { var: 'o' } }, [['a', 1]], { o: { a: 1 } }],
  [{ mapObject: [{ var: 'o' }] }, [['a', 1]], { o: { a: 1 } }],
  [{ mapObject: { var: 'gone' } }, []],
  [{ object: { mapObject: { var: '' } } }, { a: 1, b: null }, { a: 1, b: null }],
]);

const rows = [
  { id: 1, t: 'p' },
  { id: 2, t: 'q' },
  { id: 3, t: 'p' },
];
const counts = [
  { k: 'p', n: 2 },
  { k: 'q', n: 1 },
];
const names = { list: [{ code: 1, name: 'A' }], key: 'code', as: 'entry' };

table('group and join with parts that are rules', [
  [
    { group: [{ var: '' }, 't', { eachKey: { k: { var: 'key' }, n: { length: { var: 'values' } } } }] },
    counts,
    rows,
  ],
  [
    {
      group: [
        { var: '' },
        't',
        {
          if: [
            { var: 'key' },
            [
              ['k', { var: 'key' }],
              ['n', { length: { var: 'values' } }],
            ],
            null,
          ],
        },
      ],
    },
    counts,
    rows,
  ],
  [
    { group: [{ var: '' }, 't', [[{ cat: ['is_', { var: 'key' }] }, true], null]] },
    [{ is_p: true }, { is_q: true }],
    rows,
  ],
  [{ group: [{ var: '' }, 't', [{ merge: ['k', { var: 'key' }] }]] }, [{ k: 'p' }, { k: 'q' }], rows],
  [{ group: [{ var: '' }, 't', { var: 'gone' }] }, [{}, {}], rows],
  [
    {
      join: [
        [{ var: 'rows' }, { var: 'id' }, { cat: ['r', 'ow'] }],
        [{ var: 'names.list' }, { var: 'code' }, { var: 'names.as' }],
        [{ var: 'row.t' }, { var: 'entry.name' }],
      ],
    },
    [
      ['p', 'A'],
      ['q', null],
      ['p', null],
    ],
    { rows, names },
  ],
  [
    {
      join: [
        { merge: [[{ var: 'rows' }], 'id'] },
        { if: [true, [{ var: 'names.list' }, { var: 'names.key' }, 'entry'], null] },
        [{ var: 'tableA.t' }, { var: 'entry.name' }],
      ],
    },
    [
      ['p', 'A'],
      ['q', null],
      ['p', null],
    ],
    { rows, names },
  ],
]);

describe('log', () => {
  test('notes a copy in the order of evaluation, only where it is reached', () => {
    const rule = {
      if: [{ log: ['first', true] }, { log: [{ cat: ['n', 2] }, { var: 'a' }] }, { log: ['never', 1] }],
    };
    const data = { a: [1] };
    const { value, log } = run(rule, data);
    expect(value).toEqual([1]);
    expect(log).toEqual([
      { message: 'first', result: true },
      { message: 'n2', result: [1] },
    ]);
    expect(log[1]?.result).not.toBe(data.a);
  });

  test('keeps what was noted before a failure', () => {
    const { log, failed } = run([{ log: ['before', 1] }, { toLower: 1 }, { log: ['after', 2] }]);
    expect([failed, log]).toEqual([true, [{ message: 'before', result: 1 }]]);
  });
});

describe('failures', () => {
  test.each<[unknown, string]>([
    [{ sort_by: [[[1]], { var: '' }] }, 'sort_by: a key is text'],
    [{ group: [[1], { var: '' }, { cat: 'k' }] }, 'group: takes an array of pairs'],
    [{ join: [{ var: 'gone' }, [[], 1], 1] }, 'join: a side is an array [list, key, name]'],
    [{ join: [{ merge: [[[]], 5] }, [[], 1], 1] }, 'join: the key of a given side is text'],
    [{ join: [[[], 1, { '+': 1 }], [[], 1], 1] }, 'join: the name of a side is text'],
    [{ mapObject: { cat: 'x' } }, 'mapObject: takes an object'],
    [{ object: 5 }, 'object: takes an array of pairs'],
    [{ split: ['a', null] }, 'split: the separator is text'],
    [{ match: 'only text' }, 'match: the pattern is text'],
    [{ pick_fields: [{ preserve: {} }, [true]] }, 'pick_fields: an id is text'],
    [{ date_shift: ['2024-01-01', 1, { cat: 'weeks' }] }, 'date_shift: the unit must be'],
    [{ date_shift: [5, 1, 'days'] }, 'date_shift: a date is text'],
    [{ stateful_map: [[1], { var: 'current' }] }, 'stateful_map: the rule must give [items, state]'],
  ])('a rule fails with a message: %j', (rule, message) => {
    expect(failureOf(rule)).toContain(message);
  });

  test('a random source out of range, a clock without time', () => {
    expect(run({ random: [] }, {}, { random: () => 1 }).errors[0]?.message).toContain('random: ');
    expect(run({ today: [] }, {}, { now: new Date(Number.NaN) }).errors[0]?.message).toContain('today: ');
  });
});
