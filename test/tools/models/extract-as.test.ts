import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { documentFromLines } from '../../../src/index.js';
import {
  answersByField,
  configFromSchema,
  extractAs,
  SchemaError,
  scripted,
} from '../../../src/tools/models/index.js';

const LINES = [
  { text: 'Invoice FJ-20418', left: 1, top: 1 },
  { text: 'Date: 4 March 2024', left: 1, top: 1.3 },
  { text: 'Fernhill Joinery, Ulm', left: 1, top: 1.6 },
  { text: 'Oak board 3 12.50', left: 1, top: 2 },
  { text: 'Pine board 1 8.00', left: 1, top: 2.3 },
  { text: 'Total $45.50', left: 1, top: 3 },
];

const Invoice = z.object({
  number: z.string(),
  issued: z.iso.date(),
  total: z.number().describe('amount due'),
  kind: z.enum(['Invoice', 'Credit note']),
  vendor: z.object({ name: z.string(), vatId: z.string().nullable() }),
  note: z.string().optional(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.number() })),
});

const ANSWERS = {
  number: 'FJ-20418',
  issued: '4 March 2024',
  total: '$45.50',
  kind: 'invoice',
  'vendor.name': 'Fernhill Joinery',
  items: [
    ['Oak board', '3', '12.50'],
    ['Pine board', '1', '8.00'],
  ],
};

function modelOf(answers: Parameters<typeof answersByField>[0]) {
  return { llm: { providers: { 'open-ai': scripted(answersByField(answers)) } } };
}

describe('extractAs', () => {
  test('data has the shape of the schema, and places say where its answers are printed', async () => {
    const { data, places, errors, result } = await extractAs(
      documentFromLines(LINES),
      Invoice,
      modelOf(ANSWERS),
    );
    expectTypeOf(data).toEqualTypeOf<z.infer<typeof Invoice>>();
    expect(errors).toEqual([]);
    expect(data).toEqual({
      number: 'FJ-20418',
      issued: '2024-03-04',
      total: 45.5,
      kind: 'Invoice',
      vendor: { name: 'Fernhill Joinery', vatId: null },
      items: [
        { name: 'Oak board', quantity: 3, price: 12.5 },
        { name: 'Pine board', quantity: 1, price: 8 },
      ],
    });
    expect(places['total']).toMatchObject({ page: 0, lines: [{ text: 'Total $45.50' }] });
    expect(places['items[1].name']).toMatchObject({ page: 0, lines: [{ text: 'Pine board 1 8.00' }] });
    expect(places['vendor.vatId']).toBeUndefined();
    expect(result.usage?.llm.calls).toBe(2);
  });

  test('an answer that is not printed has no place', async () => {
    const { data, places } = await extractAs(
      documentFromLines(LINES),
      z.object({ terms: z.string() }),
      modelOf({ terms: 'forty days net' }),
    );
    expect(data).toEqual({ terms: 'forty days net' });
    expect(places).toEqual({});
  });

  test('what fails the schema is null or left out where that is allowed, else an error', async () => {
    const schema = z.object({
      number: z.string().max(3).nullable(),
      note: z.string().max(3).optional(),
      total: z.number().max(10),
      missing: z.string(),
    });
    const answers = { number: 'FJ-20418', note: 'Fernhill Joinery', total: '$45.50' };
    const { data, errors } = await extractAs(documentFromLines(LINES), schema, modelOf(answers));
    expect(data).toEqual({ number: null, total: 45.5, missing: null });
    expect(errors.map(({ path }) => path)).toEqual(['total', 'missing']);
  });

  test('a JSON Schema is taken as well, with references and alternatives to null', async () => {
    const schema = {
      type: 'object',
      properties: {
        total: { $ref: '#/$defs/money' },
        due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      },
      required: ['total', 'due'],
      $defs: { money: { type: 'number', description: 'amount due', format: 'currency' } },
    };
    const { data, errors } = await extractAs(documentFromLines(LINES), schema, modelOf({ total: '$45.50' }));
    expect({ data, errors }).toEqual({ data: { total: 45.5, due: null }, errors: [] });
  });

  test('dates of zod become dates', async () => {
    const { data } = await extractAs(
      documentFromLines(LINES),
      z.object({ issued: z.date() }),
      modelOf(ANSWERS),
    );
    expect(data).toEqual({ issued: new Date('2024-03-04T00:00:00.000Z') });
  });
});

describe('configFromSchema', () => {
  test('a config asks in groups of ten, by descriptions and words of names, with types', () => {
    const members = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`memberNumber${i}`, z.number()]),
    );
    const { fields } = configFromSchema(
      z.object({ ...members, paid: z.boolean(), list: z.array(z.string()) }),
    );
    expect(fields).toMatchObject([
      {
        method: {
          id: 'queryGroup',
          queries: { length: 10, 0: { id: 'memberNumber0', description: 'member number0', type: 'number' } },
        },
      },
      { method: { queries: { length: 3, 2: { id: 'paid', type: 'boolean' } } } },
      {
        id: 'list',
        method: { id: 'list', description: 'list', properties: [{ id: 'value', description: 'list' }] },
      },
    ]);
  });

  test.each([
    ['the schema: must be an object', z.string()],
    ['items.items: is an array in an array', z.object({ items: z.array(z.array(z.string())) })],
    ['either: has several types', z.object({ either: z.union([z.string(), z.number()]) })],
    ['any: has no type', z.object({ any: z.any() })],
    ['open: names no properties', z.object({ open: z.record(z.string(), z.string()) })],
    ['["a.b"]: has no name', z.object({ 'a.b': z.string() })],
  ])('an error with a path says what cannot be asked for: %s', (message, schema) => {
    expect(() => configFromSchema(schema)).toThrow(SchemaError);
    expect(() => configFromSchema(schema)).toThrow(message);
  });

  test('a schema that refers to itself is refused', () => {
    const Node: z.ZodType = z.object({
      get child() {
        return Node;
      },
    });
    expect(() => configFromSchema(Node)).toThrow('refers to itself');
  });
});
