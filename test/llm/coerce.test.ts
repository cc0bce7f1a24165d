import { describe, expect, it } from 'vitest';
import { coerce } from '../../src/llm/coerce.js';
import { type JsonSchemaSubset, objectSchema } from '../../src/llm/schema.js';

const TEXT: JsonSchemaSubset = { type: ['string', 'null'] };
const ROWS = objectSchema({ rows: { type: 'array', items: objectSchema({ a: TEXT }) } });

describe('coerce', () => {
  it.each<[unknown, JsonSchemaSubset, unknown]>([
    [12.5, TEXT, '12.5'],
    [true, TEXT, 'true'],
    [['a', 1], TEXT, 'a, 1'],
    [{ text: 'a' }, TEXT, 'a'],
    [null, TEXT, null],
    ['12', { type: 'integer' }, 12],
    ['1.5', { type: 'number' }, 1.5],
    ['false', { type: 'boolean' }, false],
    [{ a: 'x', extra: 1 }, objectSchema({ a: TEXT }), { a: 'x' }],
    [[{ a: 'x' }], ROWS, { rows: [{ a: 'x' }] }],
    [2, { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 2],
    [2.5, { anyOf: [{ type: 'integer' }, { type: 'string' }] }, '2.5'],
    [{ a: 'x' }, { anyOf: [ROWS, objectSchema({ a: TEXT })] }, { a: 'x' }],
    [['x'], { anyOf: [TEXT, { type: 'array', items: TEXT }] }, ['x']],
    [null, { anyOf: [{ type: 'integer' }, TEXT] }, null],
  ])('makes %j fit', (value, schema, wanted) => {
    expect(coerce(value, schema)).toEqual({ value: wanted });
  });

  it.each<[unknown, JsonSchemaSubset, string]>([
    [null, { type: 'string' }, 'the answer must be a string, not null'],
    [{ a: { b: 1, c: 2 } }, objectSchema({ a: TEXT }), 'a must be a string'],
    ['1.5', { type: 'integer' }, 'the answer must be an integer'],
    ['', { type: 'number' }, 'the answer must be a number'],
    [7, { type: 'integer', enum: [1, 2] }, 'the answer must be one of 1, 2'],
    [{}, objectSchema({ a: TEXT }), 'a is missing'],
    [{ rows: [{ a: 'x' }, {}] }, ROWS, 'rows[1].a is missing'],
    ['x', ROWS, 'the answer must be an object'],
    [[1], objectSchema({ a: TEXT, b: TEXT }), 'the answer must be an object, not an array'],
    ['x', { anyOf: [{ type: 'integer' }, ROWS] }, 'the answer fits none of the forms that it may have'],
    [null, { anyOf: [{ type: 'integer' }, ROWS] }, 'the answer fits none of the forms that it may have'],
  ])('says why %j does not fit', (value, schema, problem) => {
    expect(coerce(value, schema)).toEqual({ problems: [problem] });
  });

  it('fills what is missing when asked to', () => {
    const schema = objectSchema({ a: TEXT, rows: ROWS });
    expect(coerce({}, schema, { fillMissing: true })).toEqual({ value: { a: null, rows: { rows: [] } } });
  });

  it('reports a few problems, not all', () => {
    const result = coerce({ rows: Array.from({ length: 1_000 }, () => ({})) }, ROWS);
    expect('problems' in result && result.problems.length).toBe(5);
  });
});
