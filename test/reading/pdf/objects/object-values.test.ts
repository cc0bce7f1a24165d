import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import {
  parseValue,
  resolve,
  resolveDictionary,
  resolveList,
} from '../../../../src/reading/pdf/objects/object-values.js';

it.each<[string, unknown]>([
  ['/N#61me', { name: 'Name' }],
  ['-1.5', -1.5],
  ['.5', 0.5],
  ['1e5', undefined],
  ['true', true],
  ['null', undefined],
  ['(a \\) (b) c) 1', { written: '(a \\) (b) c)' }],
  ['<FE ff>', { written: '<FE ff>' }],
  ['[1 2 0 R 3]', [1, { number: 2 }, 3]],
  ['[[1] [2]]', [[1], [2]]],
  ['[0 R /a]', [undefined, { name: 'a' }]],
  ['<< /A 1 /B 2 0 R % /C 3\n/D (/E 5) /F [6 7 0 R] >>', ['A', 'B', 'D', 'F']],
])('a value of an object is read: %s', (text, expected) => {
  const value = parseValue(text);
  expect(value instanceof Map ? [...value.keys()] : value).toEqual(expected);
});

it('keeps what is in dictionaries', () => {
  const value = parseValue('<</A 1/B 2 0 R/C<</D/e>>/F(x)/G>>') as ReadonlyMap<string, unknown>;
  expect([...value]).toEqual([
    ['A', 1],
    ['B', { number: 2 }],
    ['C', new Map([['D', { name: 'e' }]])],
    ['F', { written: '(x)' }],
    ['G', undefined],
  ]);
});

it('a value is read without an error from any text', () => {
  const syntax = fc.string({ unit: fc.constantFrom(...'()<>[]{}/%\\ \n1R.-a'), maxLength: 200 });
  fc.assert(fc.property(fc.oneof(fc.string({ maxLength: 100 }), syntax), (text) => void parseValue(text)));
});

it('nested beyond measure is not followed', () => {
  let depth = 0;
  for (let value = parseValue('['.repeat(50_000)); Array.isArray(value); value = value[0]) depth += 1;
  expect(depth).toBeLessThan(20);
});

describe('references', () => {
  const objects = new FileObjects(
    Buffer.from('1 0 obj << /A 1 >> endobj 3 0 obj [1] endobj 4 0 obj 4 0 R endobj '),
  );

  it('lead to what they mean, which is no reference', () => {
    expect(resolveDictionary(objects, { number: 1 })?.get('A')).toBe(1);
    expect(resolveList(objects, { number: 3 })).toEqual([1]);
    expect(resolve(objects, { number: 4 })).toBe(4);
    expect(resolve(objects, { number: 9 })).toBeUndefined();
    expect(resolve(objects, 5)).toBe(5);
    expect(resolveDictionary(objects, { number: 3 })).toBeUndefined();
    expect(resolveList(objects, { number: 1 })).toBeUndefined();
  });
});
