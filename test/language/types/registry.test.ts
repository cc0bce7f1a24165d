import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ValueType as TypeConfig } from '../../../src/language/config/config-types.js';
import { defineType } from '../../../src/language/types/definition.js';
import { types } from '../../../src/language/types/index.js';
import { createTypeRegistry } from '../../../src/language/types/registry.js';
import { guard } from '../../support/guards.js';
import { problems, registry, run } from './support.js';

const nest = (depth: number): unknown =>
  depth === 0 ? 'number' : { id: depth % 2 ? 'any' : 'compose', types: [nest(depth - 1)] };

it.each(types.flatMap(({ id, examples }) => examples.map((example) => ({ id, ...example }))))(
  'an example of a type: $id: $title',
  async ({ id, options, lines, result }) => {
    const type = options ? { id, ...options } : id;
    expect(problems(type)).toEqual([]);
    await registry.prepare([type]);
    expect(run(type, lines)).toEqual(result);
  },
);

it('examples exist for every type', () => {
  expect(types.every(({ examples }) => examples.length > 0)).toBe(true);
});

describe('the grammar', () => {
  it.each(types.filter(({ plain }) => plain).map(({ id }) => id))('takes %s in both forms', (id) => {
    expect(problems(id)).toEqual([]);
    expect(problems({ id })).toEqual([]);
  });

  it.each([
    ['nubmer', '', 'unknown type "nubmer" (did you mean "number"?); allowed: string, number'],
    ['__proto__', '', 'unknown type "__proto__"; allowed'],
    ['custom', '', 'the type custom needs members: write {"id": "custom", "pattern": …}'],
    ['replace', '', '{"id": "replace", "pattern": …, "replaceWith": …}'],
    ['any', '', '{"id": "any", "types": …}'],
    [7, '', 'must be the id of a type, or an object with "id"'],
    [null, '', 'must be the id of a type'],
    [['number'], '', 'must be the id of a type'],
    [undefined, '', 'is required'],
    [{}, 'id', '"id" is required and names the type'],
    [{ id: 'dat' }, 'id', 'unknown type "dat" (did you mean "date"?)'],
    [{ id: 7 }, 'id', 'must be a string'],
    [{ id: 'constructor' }, 'id', 'unknown type "constructor"'],
    [{ id: 'percentage', roundTo: 1 }, '', 'allowed: id'],
    [{ id: 'number', rountTo: 1 }, '', 'did you mean "roundTo"?'],
    [{ id: 'number', roundTo: '-1' }, 'roundTo', 'whole number'],
    [{ id: 'number', thousandsSeparator: '.', decimalSeparator: '.' }, 'thousandsSeparator', 'must differ'],
    [{ id: 'number', decimalSeparator: '' }, 'decimalSeparator', 'must not be empty'],
    [{ id: 'number', thousandsSeparator: 'a' }, 'thousandsSeparator', 'must not contain'],
    [{ id: 'currency', decimalSeparator: '5' }, 'decimalSeparator', 'must not contain'],
    [{ id: 'currency', minValue: 2, maxValue: 1 }, 'minValue', 'must not be greater than maxValue (1)'],
    [{ id: 'currency', currencySymbol: '' }, 'currencySymbol', 'must not be empty'],
    [{ id: 'currency', currencySymbol: {} }, 'currencySymbol', 'at least one symbol'],
    [{ id: 'currency', currencySymbol: { default: '$' } }, 'currencySymbol', 'at least one symbol'],
    [{ id: 'currency', currencySymbol: '5' }, 'currencySymbol', 'must not contain a digit'],
    [{ id: 'currency', accountingNegative: 'both' }, 'accountingNegative', ''],
    [{ id: 'currency', relaxed: 'yes' }, 'relaxed', 'boolean'],
    [{ id: 'date', format: '(%Y' }, 'format', 'is not a valid regular expression'],
    [{ id: 'date', language: 'pl' }, 'language', ''],
    [{ id: 'name', capitalization: 'title' }, 'capitalization', ''],
    [{ id: 'address', blockFormat: true }, '', 'did you mean "block_format"?'],
    [{ id: 'custom' }, 'pattern', ''],
    [{ id: 'custom', pattern: '(' }, 'pattern', 'is not a valid regular expression'],
    [{ id: 'custom', pattern: 'a', flags: 'x' }, 'flags', 'letters of'],
    [{ id: 'custom', pattern: '\\p{', flags: 'u' }, 'pattern', 'Invalid'],
    [{ id: 'replace', pattern: 'a' }, 'replaceWith', ''],
    [{ id: 'compose', types: [] }, 'types', ''],
    [{ id: 'compose', types: ['number', 'paragraph'] }, 'types.1', 'only be the first type'],
    [{ id: 'any', types: ['paragraph'] }, 'types.0', 'first type of compose'],
    [
      { id: 'compose', types: ['date', { id: 'any', types: [{ id: 'custom' }] }] },
      'types.1.types.0.pattern',
      '',
    ],
  ])('reports %j at its own place', (type, path, message) => {
    const found = problems(type);
    expect(found.map((problem) => problem.path)).toEqual([path]);
    expect(found[0]!.message).toContain(message);
  });

  it('allows an empty thousands separator, null and false', () => {
    expect(problems({ id: 'currency', thousandsSeparator: '', accountingNegative: null })).toEqual([]);
    expect(problems({ id: 'currency', accountingNegative: false, roundTo: '2' })).toEqual([]);
    expect(problems({ id: 'compose', types: ['paragraph', 'number'] })).toEqual([]);
  });

  it('keeps types out of places where they make no sense', () => {
    for (const type of ['string', { id: 'string' }, 'paragraph'])
      expect(problems(type, 'columnType')).toEqual([]);
    expect(problems('images', 'columnType')[0]?.message).toContain('is not allowed here');
  });

  it('limits nesting without exhausting the stack', () => {
    expect(problems(nest(17))).toEqual([]);
    expect(problems(nest(18))).toEqual([
      { path: Array(17).fill('types.0').join('.'), message: 'types may be nested at most 16 deep' },
    ]);
    expect(problems(nest(1000))).toHaveLength(1);
    expect(problems(nest(17))).toEqual([]);
  });

  it('the grammar can be written as JSON Schema', () => {
    const schema = JSON.stringify(z.toJSONSchema(registry.grammar.type, { io: 'input', reused: 'ref' }));
    for (const { id } of types) expect(schema).toContain(`"${id}"`);
    expect(schema).toContain('"minItems":1');
  });

  it('describes every member', () => {
    const { grammar } = registry;
    for (const definition of types) {
      for (const [member, schema] of Object.entries(definition.options(grammar))) {
        expect((schema as z.ZodType).description, `${definition.id}.${member}`).toMatch(/\w/u);
      }
    }
  });
});

describe('the registry', () => {
  it('compiles a reference once', () => {
    const reference = { id: 'number', roundTo: 1 };
    expect(registry.compile(reference)).toBe(registry.compile(reference));
    expect(registry.compile('number')).toBe(registry.compile('number'));
    expect(registry.compile({ id: 'number' })).not.toBe(registry.compile({ id: 'number' }));
    expect(() => registry.compile('picture')).toThrow(TypeError);
  });

  it('prepares nested types too, and only those that are used', async () => {
    const prepared: string[] = [];
    const make = (id: string) =>
      defineType({
        id,
        summary: id,
        plain: true,
        options: () => ({}),
        prepare: async () => void prepared.push(id),
        compile: () => ({ candidates: () => [] }),
        examples: [],
      });
    const own = createTypeRegistry([...types, make('inner'), make('other')]);
    await own.prepare([{ id: 'any', types: ['number', { id: 'compose', types: ['inner'] }] }]);
    expect(prepared).toEqual(['inner']);
  });

  it('fills in the defaults of a type that a host adds', () => {
    const unit = defineType({
      id: 'unit',
      summary: 'A constant',
      plain: true,
      options: () => ({ name: z.string().default('knots').describe('Name') }),
      compile: ({ name }) => ({ candidates: () => [{ value: { type: 'unit', value: name }, lines: [] }] }),
      examples: [],
    });
    const compiled = createTypeRegistry([unit]).compile('unit');
    expect(compiled.candidates([], guard())[0]?.value.value).toBe('knots');
  });

  it('derives the type of references from the definitions', () => {
    const valid: TypeConfig[] = ['number', { id: 'date', format: '%Y' }, { id: 'any', types: ['date'] }];
    // @ts-expect-error a type that needs members cannot be alone
    const alone: TypeConfig = 'custom';
    // @ts-expect-error no such member
    const unknown: TypeConfig = { id: 'boolean', format: '%Y' };
    expect([...valid, alone, unknown]).toHaveLength(5);
  });

  it('loads nothing but zod and single functions of date-fns at import', () => {
    const room = 'src/language/types/';
    const imported = readdirSync(room).flatMap((file) =>
      [
        ...readFileSync(room + file, 'utf8').matchAll(
          /^(?:import|export) (?!type\b)[^;]*?from '([^.'][^']*)';/gmu,
        ),
      ].map(([, name]) => name),
    );
    expect(imported.length).toBeGreaterThan(10);
    expect(new Set(imported)).toEqual(new Set(['zod', 'date-fns/isValid', 'date-fns/parseISO']));
  });
});
