import { describe, expect, test } from 'vitest';
import { type FieldConversion, toField, toFieldGroup } from '../../../src/language/rules/to-field.js';
import type { Value } from '../../../src/language/rules/value.js';

function convert(value: Value, more: Partial<FieldConversion> = {}) {
  const reports: string[] = [];
  const conversion: FieldConversion = {
    isCustomType: (name) => name === 'plate',
    report: (message) => reports.push(message),
    ...more,
  };
  return { field: toField(value, conversion), group: () => toFieldGroup(value, conversion), reports };
}

const two: Value = { type: 'number', value: 2 };
const table: Value = { columns: [{ id: 'a', values: [two, null] }] };

describe('toField', () => {
  test.each<[string, Value, Value]>([
    ['null', null, null],
    ['a text', '', { value: '', type: 'string' }],
    ['a number', 0, { value: 0, type: 'number' }],
    ['a boolean', false, { value: false, type: 'boolean' }],
    ['a field', { ...two, source: '2' }, { ...two, source: '2' }],
    ['a field of a custom type', { type: 'plate', value: 'X1' }, { type: 'plate', value: 'X1' }],
    ['a field without a value', { type: 'number', value: null }, null],
    ['a table', table, table],
    ['an empty array', [], []],
    ['numbers', [3, null, 5], [{ value: 3, type: 'number' }, null, { value: 5, type: 'number' }]],
    ['tables', [table, null], [table, null]],
    [
      'objects as sections, with groups inside',
      [{ n: 1, rows: [{ x: 'y' }], list: [1] }],
      [
        {
          n: { value: 1, type: 'number' },
          rows: [{ x: { value: 'y', type: 'string' } }],
          list: [{ value: 1, type: 'number' }],
        },
      ],
    ],
  ])('toField makes a field of %s', (_, value, expected) => {
    const { field, reports } = convert(value);
    expect(field).toEqual(expected);
    expect(reports).toEqual([]);
  });

  test.each<[string, Value, Value, string]>([
    ['an object', { a: 1 }, null, 'cannot hold an object'],
    ['a field of an unknown type', { type: 'nope', value: 1 }, null, 'unknown type "nope"'],
    ['an array in an array', [1, [2]], [{ value: 1, type: 'number' }, null], '"flatten"'],
    ['an object in a section', [{ a: { b: 1 } }], [{ a: null }], 'cannot hold an object'],
  ])('toField: %s cannot be a field', (_, value, expected, report) => {
    const { field, reports } = convert(value);
    expect(field).toEqual(expected);
    expect(reports).toEqual([expect.stringContaining(report)]);
  });

  test('runs the type of the field on plain values, not inside sections', () => {
    const typed = (value: string | number): Value =>
      value === 'x' ? null : { type: 'currency', value, source: String(value) };
    expect(convert(7, { typed }).field).toEqual({ type: 'currency', value: 7, source: '7' });
    expect(convert(true, { typed }).field).toMatchObject({ value: 'true' });
    expect(convert('x', { typed }).field).toBeNull();
    expect(convert([1, 'x', two], { typed }).field).toEqual([
      { type: 'currency', value: 1, source: '1' },
      null,
      two,
    ]);
    expect(convert([{ n: 1 }], { typed }).field).toEqual([{ n: { type: 'number', value: 1 } }]);
  });

  test('takes several values of a type as items', () => {
    const typed = (value: string | number): Value =>
      String(value)
        .split(' ')
        .map((part) => ({ type: 'name', value: part }));
    expect(convert(['a b', 'c'], { typed }).field).toEqual(
      ['a', 'b', 'c'].map((value) => ({ type: 'name', value })),
    );
  });

  test('keeps a member called __proto__', () => {
    const { field } = convert([JSON.parse('{"__proto__": 1}')]);
    expect(JSON.stringify(field)).toBe('[{"__proto__":{"value":1,"type":"number"}}]');
  });
});

test('toFieldGroup gives a field for each member', () => {
  expect(convert({ a: 1, b: null }).group()).toEqual([
    ['a', { value: 1, type: 'number' }],
    ['b', null],
  ]);
});

test('gives none for null, and says so for anything else', () => {
  const nothing = convert(null);
  expect(nothing.group()).toEqual([]);
  expect(nothing.reports).toEqual([]);
  const list = convert([1]);
  expect(list.group()).toEqual([]);
  expect(list.reports).toEqual(['the rule must give an object whose members become fields, not an array']);
});
