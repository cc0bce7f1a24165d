import { expect, it } from 'vitest';
import { objectSchema } from '../../src/llm/schema.js';

it('asks for all members of an object and for no others', () => {
  const properties = { a: { type: 'string' }, b: { type: ['integer', 'null'] } } as const;
  expect(objectSchema(properties)).toEqual({
    type: 'object',
    properties,
    required: ['a', 'b'],
    additionalProperties: false,
  });
  expect(objectSchema({}, 'nothing')).toMatchObject({ required: [], description: 'nothing' });
});
