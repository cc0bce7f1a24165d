import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFields } from '../../../src/tools/authoring/differences.js';
import {
  compareResult,
  readExpectation,
  updatedExpectation,
} from '../../../src/tools/authoring/expectation.js';

const total = { source: '$12.00', value: 12, unit: '$', type: 'currency' };
const whole = { partial: false };

describe('compareFields', () => {
  it('finds equal values equal, whatever the order of their members', () => {
    expect(
      compareFields(
        { total: { type: 'currency', unit: '$', value: 12, source: '$12.00' } },
        { total },
        whole,
      ),
    ).toEqual([]);
  });

  it('takes a plain value for the value of any type', () => {
    expect(compareFields({ total: 12 }, { total }, whole)).toEqual([]);
    expect(compareFields({ total: 13 }, { total }, whole)).toEqual([
      { id: 'total', differences: [{ path: 'total', expected: 13, actual: total }] },
    ]);
    expect(compareFields({ total: '12' }, { total }, whole)).toHaveLength(1);
  });

  it('reports typed values as a whole, and other objects and arrays member by member', () => {
    const other = { ...total, unit: '€' };
    expect(compareFields({ a: [{ b: total, c: 1 }] }, { a: [{ b: other, c: 1 }, 2] }, whole)).toEqual([
      {
        id: 'a',
        differences: [
          { path: 'a[0].b', expected: total, actual: other },
          { path: 'a[1]', actual: 2 },
        ],
      },
    ]);
  });

  it('distinguishes null from nothing', () => {
    expect(compareFields({ a: null }, { a: null }, whole)).toEqual([]);
    expect(compareFields({ a: null }, {}, whole)).toHaveLength(1);
  });

  it('passes over what is not named only when it is asked to', () => {
    expect(compareFields({}, { total }, { partial: true })).toEqual([]);
    expect(compareFields({}, { total }, whole)).toEqual([
      { id: 'total', differences: [{ path: 'total', actual: total }] },
    ]);
  });

  it('finds no difference between a JSON value and itself, and one between two that differ', () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(compareFields({ x: a }, { x: a }, whole)).toEqual([]);
        const isEqual = compareFields({ x: { y: a } }, { x: { y: b } }, whole).length === 0;
        if (isEqual)
          expect(typed(b) ? b.value : b).toEqual(typed(b) && !typed(a) ? a : typed(b) ? a.value : a);
      }),
    );
  });
});

function typed(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value && 'value' in value;
}

describe('expected values', () => {
  const result = {
    parsed_document: { total, count: { type: 'number', value: 3 } },
    postprocessorOutput: [1],
  };

  it('expected values are those of a result, or the fields alone', () => {
    expect(readExpectation({ total: 12 })).toEqual({ fields: { total: 12 }, hasOutput: false });
    expect(readExpectation({ parsed_document: { total }, errors: [] })).toMatchObject({ fields: { total } });
    expect(() => readExpectation([])).toThrow(TypeError);
    expect(() => readExpectation({ parsed_document: [] })).toThrow('parsed_document');
  });

  it('count the output of a postprocessor', () => {
    const { parsed_document } = result;
    expect(compareResult(readExpectation(result), result, false)).toEqual([]);
    expect(compareResult(readExpectation({ parsed_document }), result, false)).toMatchObject([
      { id: 'postprocessorOutput' },
    ]);
    expect(compareResult(readExpectation({ parsed_document }), result, true)).toEqual([]);
    expect(
      compareResult(readExpectation({ ...result, postprocessorOutput: [2] }), result, true),
    ).toHaveLength(1);
  });

  it('keep when updated what was written by hand and was right', () => {
    const old = readExpectation({ count: 4, total: 12, gone: 1 });
    const updated = updatedExpectation(old, result, false);
    expect(updated).toEqual({
      parsed_document: { total: 12, count: result.parsed_document.count },
      postprocessorOutput: [1],
    });
    expect(compareResult(readExpectation(updated), result, false)).toEqual([]);
    expect(updatedExpectation(readExpectation({ count: 4 }), result, true)).toEqual({
      parsed_document: { count: result.parsed_document.count },
    });
  });
});
