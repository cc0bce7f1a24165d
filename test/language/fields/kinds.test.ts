import { describe, expect, it } from 'vitest';
import { defineConfig, type Field } from '../../../src/index.js';
import { processorTime } from '../../support/processor-time.js';
import { column, labelled, problems, run } from './support.js';

const LINES = column({ 'iban DE1': 1, 'name Ida': 1.5 });

const constant = (id: string, value = 'v') => ({ id, method: { id: 'constant', value } });
const group = (jsonLogic: unknown, more: object = {}) => ({
  method: { id: 'customComputationGroup', jsonLogic },
  ...more,
});

/** A field of every kind, each good in its own place. */
const FIELDS = {
  simple: labelled('a', 'a'),
  anchorDefinition: { type: 'anchorDefinition', name: 'a', anchor: 'a' },
  sections: { id: 's', type: 'sections', range: { anchor: 'a' }, fields: [] },
  cellRows: { id: 'c', type: 'cellRows', headerRow: 'a', fields: [] },
  conditional: { method: { id: 'conditional', condition: true, fieldsOnPass: [] } },
  customComputationGroup: group(null),
  queryGroup: { method: { id: 'queryGroup', queries: [{ id: 'a', description: 'a' }] } },
  query: { id: 'a', method: { id: 'query', description: 'a' } },
  list: { id: 'l', method: { id: 'list', description: 'a', properties: [{ id: 'a', description: 'a' }] } },
  computed: constant('k'),
  cell: { id: 'a', method: { id: 'cell', header: 'a' } },
};
type Kind = keyof typeof FIELDS;

const EVERYWHERE: Kind[] = ['customComputationGroup', 'computed'];
const ANYWHERE_IN_FIELDS: Kind[] = [
  'simple',
  'anchorDefinition',
  'sections',
  'cellRows',
  'conditional',
  'queryGroup',
  'query',
  'list',
  ...EVERYWHERE,
];

const PLACES: readonly [string, (field: object) => object, Kind[]][] = [
  ['fields', (field) => ({ fields: [field] }), ANYWHERE_IN_FIELDS],
  [
    'fields of a section',
    (field) => ({ fields: [{ ...FIELDS.sections, fields: [field] }] }),
    ANYWHERE_IN_FIELDS,
  ],
  [
    'a branch',
    (field) => ({ fields: [{ method: { id: 'conditional', condition: true, fieldsOnPass: [field] } }] }),
    ANYWHERE_IN_FIELDS,
  ],
  ['computed_fields', (field) => ({ fields: [], computed_fields: [field] }), ['conditional', ...EVERYWHERE]],
  ['sections', (field) => ({ fields: [], sections: [field] }), ['sections']],
  [
    'addComputedFields',
    (field) => ({
      fields: [{ id: 'r', method: { id: 'addComputedFields', source_id: 'r', fields: [field] } }],
    }),
    ['conditional', ...EVERYWHERE],
  ],
  ['cellRows', (field) => ({ fields: [{ ...FIELDS.cellRows, fields: [field] }] }), ['cell', ...EVERYWHERE]],
];

describe.each(PLACES)('in %s', (_place, config, allowed) => {
  it.each(Object.keys(FIELDS) as Kind[])('a field is taken only where its kind is allowed: %s', (kind) => {
    const errors = problems(config(FIELDS[kind])).filter(
      (problem) => !/counts as null$|nothing refers to the anchor/u.test(problem),
    );
    if (allowed.includes(kind)) expect(errors).toEqual([]);
    else expect(errors).toHaveLength(1);
  });
});

it.each<[unknown, string]>([
  [
    { id: 'a', method: { id: 'conditonal' } },
    'fields[0].method.id: unknown method "conditonal" (did you mean "conditional"?)',
  ],
  [
    { id: 'a', anchor: 'a', method: { id: 'labl' } },
    'fields[0].method.id: unknown method "labl" (did you mean "label"?)',
  ],
  [
    { type: 'section', range: {}, fields: [] },
    'fields[0].type: unknown field kind (did you mean "sections"?)',
  ],
  [{ id: 'a' }, 'fields[0].method: is required'],
  [{}, 'fields[0]: unknown field kind'],
  ['a', 'fields[0]: must be an object, not a string'],
  [null, 'fields[0]: must be an object, not null'],
  [[], 'fields[0]: must be an object, not an array'],
  [{ id: 's', range: { anchor: 'a' }, fields: [] }, 'fields[0].type: is required'],
  [{ ...FIELDS.sections, method: { id: 'nope' } }, 'fields[0].method: unknown member'],
  [{ ...FIELDS.sections, anchor: 'a' }, 'fields[0].anchor: unknown member'],
  [{ ...FIELDS.sections, id: undefined }, 'fields[0].id: is required'],
  [{ ...FIELDS.sections, range: undefined }, 'fields[0].range'],
  [{ ...FIELDS.sections, fields: undefined }, 'fields[0].fields: is required'],
  [{ ...FIELDS.sections, requiredFields: ['a', 1] }, 'fields[0].requiredFields[1]: must be a string'],
  [{ ...FIELDS.sections, fields: [labelled('a', '')] }, 'fields[0].fields[0].anchor'],
])('the kind of a field is recognised: %j', (field, expected) => {
  const found = problems({ fields: [JSON.parse(JSON.stringify(field))] });
  expect(found.join('\n')).toContain(expected);
  expect(found).toHaveLength(1);
});

it('the kind of a field is found in linear time, however deep fields nest', () => {
  let field: object = { id: 'a', anchor: 'a', method: { id: 'nope' } };
  for (let level = 0; level < 60; level++) {
    const inner =
      level % 2 ? { method: { id: 'conditional', condition: true, fieldsOnPass: [field] } } : undefined;
    field = inner ?? { ...FIELDS.sections, fields: [field] };
  }
  const begun = processorTime();
  expect(problems({ fields: [field] })[0]).toContain('unknown method "nope"');
  expect(processorTime() - begun).toBeLessThan(1_000);
});

it('the kind of a field is known to the types of configs', () => {
  const sections = { id: 's', type: 'sections' as const, fields: [] };
  const config = defineConfig({
    fields: [
      {
        id: 's',
        type: 'sections',
        range: { anchor: 'a', stop: { type: 'last' } },
        fields: [{ method: { id: 'conditional', condition: true, fieldsOnPass: [] } }],
        computed_fields: [{ id: 'k', method: { id: 'constant', value: '1' } }],
        sections: [{ id: 't', range: { direction: 'vertical', anchor: 'a' }, fields: [] }],
      },
      {
        id: 'c',
        type: 'cellRows',
        headerRow: 'a',
        fields: [{ id: 'x', method: { id: 'cell', header: 'a' } }],
      },
      { method: { id: 'queryGroup', queries: [{ id: 'q', description: 'a' }] } },
    ],
  });
  expect(config.fields).toHaveLength(3);
  const range = { direction: 'diagonal', anchor: 'a' };
  // @ts-expect-error: a range has no such direction
  const wrongRange: Field = { ...sections, range };
  // @ts-expect-error: a cell is in rows only
  const wrongPlace: Field = { id: 'x', method: { id: 'cell', header: 'a' } };
  expect(() => defineConfig({ fields: [wrongRange] })).toThrow();
  expect(() => defineConfig({ fields: [wrongPlace] })).toThrow();
});

it('the order of a scope is fields, computed fields, those that suppress, sections', async () => {
  const seen = (id: string) => ({
    id,
    method: { id: 'customComputation', jsonLogic: { cat: [{ keys: { var: '' } }] } },
  });
  const { values } = await run(LINES, {
    sections: [
      {
        id: 'late',
        range: { anchor: 'iban' },
        fields: [{ id: 'up', method: { id: 'copy_to_section', source_id: 'b' } }],
      },
    ],
    computed_fields: [
      { id: 'hide', method: { id: 'suppressOutput', source_ids: ['a'] } },
      seen('b'),
      { id: 'early', method: { id: 'copy_from_sections', source_sections: 'late', source_field: 'up' } },
    ],
    fields: [constant('a')],
  });
  expect(values).toEqual({ b: 'a', early: null, late: [{ up: 'a' }] });
  expect(Object.keys(values)).toEqual(['b', 'early', 'late']);
});

describe('a computation group', () => {
  it('a computation group gives a field for each member', async () => {
    const rule = {
      eachKey: { n: 1, t: 'x', same: { var: 'iban' }, none: null, rows: { preserve: [{ a: 1 }] } },
    };
    const { parsed_document, errors } = await run(LINES, { fields: [labelled('iban', 'iban'), group(rule)] });
    expect(parsed_document).toEqual({
      iban: { value: 'DE1', type: 'string' },
      n: { value: 1, type: 'number' },
      t: { value: 'x', type: 'string' },
      same: { value: 'DE1', type: 'string' },
      none: null,
      rows: [{ a: { value: 1, type: 'number' } }],
    });
    expect(errors).toEqual([]);
  });

  it('leaves values alone that are there, hidden ones too', async () => {
    const { values } = await run(LINES, {
      fields: [
        constant('a'),
        constant('b'),
        { id: 'h', method: { id: 'suppressOutput', source_ids: ['b'] } },
        group({ eachKey: { a: 2, b: 2, c: 2 } }),
      ],
    });
    expect(values).toEqual({ a: 'v', c: 2 });
  });

  it('sees values as without verbosity', async () => {
    const rule = {
      eachKey: { has: { exists: { var: 'iban.lines' } }, outer: { exists: { var: '../iban.lines' } } },
    };
    const inner = { id: 's', type: 'sections', range: { anchor: 'iban' }, fields: [group(rule)] };
    const { values } = await run(LINES, {
      verbosity: 3,
      fields: [labelled('iban', 'iban'), group(rule), inner],
    });
    expect(values).toMatchObject({ has: false, s: [{ has: false, outer: false }] });
  });

  it('keeps fields that are called like what the verbosity adds', async () => {
    const rule = { eachKey: { copy: { length: { var: 's' } }, first: { var: 's.0.lines.value' } } };
    const inner = { id: 's', type: 'sections', range: { anchor: 'iban' }, fields: [constant('lines')] };
    const { values } = await run(LINES, { verbosity: 1, fields: [inner, group(rule)] });
    expect(values).toMatchObject({ copy: 1, first: 'v' });
  });

  it.each<[unknown, number]>([
    [null, 0],
    [5, 1],
    [[], 1],
    [{ toLower: 1 }, 1],
  ])('a computation group of %j gives no fields', async (rule, count) => {
    const { values, errors } = await run(LINES, { fields: [group(rule, { id: 'g' })] });
    expect(values).toEqual({});
    expect(errors).toHaveLength(count);
    if (count > 0) expect(errors[0]).toMatchObject({ type: 'configuration', field_id: 'g' });
  });

  it('takes ids that are names of JavaScript for plain ones', async () => {
    const rule = {
      object: [
        [
          ['__proto__', 1],
          ['constructor', 2],
        ],
      ],
    };
    const { parsed_document } = await run(LINES, {
      fields: [group({ object: [['__proto__', 1]] }), group(rule)],
    });
    expect(Object.keys(parsed_document)).toContain('__proto__');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});
