import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignRows } from '../../../src/tools/models/align-rows.js';

const equal = (wanted: readonly unknown[], given: readonly unknown[]) =>
  alignRows(wanted.length, given.length, (i, j) => (wanted[i] === given[j] ? 1 : 0));

describe('alignRows', () => {
  test('wanted rows are found between others', () => {
    expect(equal(['a', 'b', 'c'], ['head', 'a', 'group', 'b', 'c', 'total'])).toEqual({
      positions: [1, 3, 4],
      agreed: 3,
    });
  });

  test('a row that agrees with none has the place that its neighbours leave', () => {
    expect(equal(['a', '?', 'c'], ['a', 'b', 'c'])?.positions).toEqual([0, 1, 2]);
  });

  test('fewer rows than are wanted cannot hold them', () => {
    expect(equal(['a', 'b'], ['a'])).toBeUndefined();
  });

  test('rows that were put among others are all found again, in their order', () => {
    const rows = fc.array(fc.record({ text: fc.nat(9), isWanted: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(rows, (given) => {
        const wanted = given.filter(({ isWanted }) => isWanted).map(({ text }) => text);
        const texts = given.map(({ text }) => text);
        const { positions, agreed } = equal(wanted, texts)!;
        expect(agreed).toBe(wanted.length);
        expect(positions.map((at) => texts[at])).toEqual(wanted);
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }),
    );
  });
});
