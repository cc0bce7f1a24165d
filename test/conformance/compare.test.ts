import { describe, expect, it } from 'vitest';
import { compareBaselines, compareCase } from './baseline.js';
import { countFound, equalFields, rightLeaves } from './compare.js';

describe('equalFields', () => {
  it('leaves provenance out unless it is expected', () => {
    const actual = { a: { value: 1, lines: [{ text: 'x' }] }, b: { value: 1, title: null } };
    expect(equalFields({ a: { value: 1 } }, actual)).toEqual(['a']);
    expect(equalFields({ a: { value: 1, lines: [] } }, actual)).toEqual([]);
    expect(equalFields({ b: { value: 1, title: null } }, actual)).toEqual(['b']);
  });

  it('takes an absent field as null, and nothing inherited as a field', () => {
    expect(equalFields({ gone: null, toString: null }, {})).toEqual(['gone', 'toString']);
    expect(equalFields({ gone: { value: 1 } }, {})).toEqual([]);
  });

  it('ignores the order of members, kinds of quotes and widths of spaces, but no other difference', () => {
    expect(equalFields({ a: { x: 1, y: "it's a b" } }, { a: { y: 'it\u2019s  a\u00A0b ', x: 1 } })).toEqual([
      'a',
    ]);
    expect(equalFields({ a: { x: 'A' } }, { a: { x: 'a' } })).toEqual([]);
    expect(equalFields({ a: [1, 2] }, { a: [2, 1] })).toEqual([]);
    expect(equalFields({ a: {} }, { a: [] })).toEqual([]);
    expect(equalFields({ a: { x: 1 } }, { a: { x: 1, extra: 2 } })).toEqual([]);
  });
});

describe('countFound', () => {
  it('counts neither null nor arrays of nothing', () => {
    expect(countFound({ a: null, b: [], c: [null, null], d: [null, {}], e: { value: false }, f: 0 })).toBe(3);
  });
});

describe('rightLeaves', () => {
  it('compares only what the golden names, and the length of arrays', () => {
    const golden = { rows: [{ name: { value: 'A  B' } }, { name: { value: 'C' } }], day: { value: '1' } };
    const actual = {
      rows: [{ name: { value: 'A B', type: 'string' }, more: 1 }, { name: { value: 'X', type: 'string' } }],
      day: { value: '1', source: 'one' },
    };
    expect(rightLeaves(golden, actual)).toEqual(['rows.length', 'rows[0].name', 'day']);
  });

  it('takes what is absent as null', () => {
    expect(rightLeaves({ a: null, b: [{ c: null }], d: { value: 1 } }, {})).toEqual(['a', 'b[0].c']);
  });
});

describe('compareCase', () => {
  it('reports lost and won fields by name', () => {
    expect(compareCase('set/case', ['a', 'b'], ['b', 'c'])).toEqual({
      worse: ['set/case: a is not right any more'],
      better: ['set/case: c is right now'],
    });
  });

  it('lets no count drop', () => {
    expect(compareCase('x', 5, 4).worse).toHaveLength(1);
    expect(compareCase('x', 5, 5)).toEqual({ worse: [], better: [] });
    expect(compareCase('x', 5, 6).better).toHaveLength(1);
  });

  it('reports a case that stopped running, or runs now', () => {
    expect(compareCase('x', 0, undefined).worse).toEqual(['x: does not run any more']);
    expect(compareCase('x', [], undefined).worse).toEqual(['x: does not run any more']);
    expect(compareCase('x', undefined, 3).better).toEqual(['x: runs']);
    expect(compareCase('x', undefined, undefined)).toEqual({ worse: [], better: [] });
  });
});

describe('compareBaselines', () => {
  it('finds cases that are gone, in every set', () => {
    const before = { worked: { a: ['f'] }, library: { a: 1 }, goldens: { g: ['x'] }, models: { m: 1 } };
    const { worse, better } = compareBaselines(before, {
      worked: {},
      library: { a: 2 },
      goldens: {},
      models: { m: 1 },
    });
    expect(worse).toEqual(['worked/a: does not run any more', 'goldens/g: does not run any more']);
    expect(better).toEqual(['library/a: 2 fields found, 1 before']);
  });
});
