import { describe, expect, test } from 'vitest';
import { validateConfig } from '../../../src/index.js';
import type { ExtractionIssue } from '../../../src/language/fields/runner.js';
import { postprocess } from '../../../src/language/postprocess/apply.js';
import { processorTime } from '../../support/processor-time.js';
import { number, runConfig, runOn, text } from '../computed/support.js';

const schemaOf = (schema: unknown) => ({ config: { postprocessor: { type: 'jsonSchema', schema } } });

/** What a schema makes of values, and what was told. */
async function shaped(values: Readonly<Record<string, unknown>>, schema: unknown) {
  const { postprocessorOutput, errors } = await runOn(values, [], schemaOf(schema));
  return { value: postprocessorOutput, problems: errors.map(({ message }) => message), errors };
}

test('what a postprocessor threw is reported to the host, and written nowhere', async () => {
  const thrown = new Error('/srv/secret: no such file');
  const broken = {
    run() {
      throw thrown;
    },
  };
  const errors: ExtractionIssue[] = [];
  const output = await postprocess(
    { type: 'broken' },
    {},
    { language: {}, error: (issue: ExtractionIssue) => errors.push(issue) } as never,
    { postprocessors: new Map([['broken', broken]]) } as never,
    'never',
  );
  expect(output).toBeNull();
  expect(errors).toMatchObject([{ type: 'unexpected', context: 'postprocessor' }]);
  expect(errors[0]?.cause).toBe(thrown);
  expect(JSON.stringify(errors)).not.toContain('secret');
});

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('jsonLogic', () => {
  test('gives any JSON, and sees the document after suppression', async () => {
    const { postprocessorOutput, parsed_document } = await runOn(
      { a: text('x'), _b: text('y') },
      [{ id: 's', method: { id: 'suppressOutput', source_ids: ['_b'] } }],
      { config: { postprocessor: { type: 'jsonLogic', rule: { keys: { var: '' } } } } },
    );
    expect(postprocessorOutput).toEqual(['a']);
    expect(Object.keys(parsed_document)).toEqual(['a']);
  });

  test('a rule that fails gives null and an entry with its context', async () => {
    const { postprocessorOutput, errors } = await runOn({ a: number(1) }, [], {
      config: { postprocessor: { type: 'jsonLogic', rule: { toLower: { var: 'a.value' } } } },
    });
    expect(postprocessorOutput).toBeNull();
    expect(errors).toEqual([
      expect.objectContaining({
        type: 'configuration',
        context: 'postprocessor',
        path: 'postprocessor.rule.toLower',
      }),
    ]);
    expect(errors[0]).not.toHaveProperty('field_id');
  });

  test('keepParsedDocument false leaves the document out, but not the counts', async () => {
    const result = await runOn({ a: text('x') }, [], {
      config: { postprocessor: { type: 'jsonLogic', rule: { var: 'a.value' }, keepParsedDocument: false } },
      options: { validations: [{ description: 'b', condition: { exists: [{ var: 'b' }] } }] },
    });
    expect(result).not.toHaveProperty('parsed_document');
    expect(result).toMatchObject({
      postprocessorOutput: 'x',
      coverage: 0.5,
      validations: [{ description: 'b' }],
    });
  });

  test('there is no output without a postprocessor', async () => {
    expect(await runOn({}, [])).not.toHaveProperty('postprocessorOutput');
  });

  test('sees extra data, the file and the clock', async () => {
    const rule = [{ var: 'extra_data.batch' }, { var: 'metadata.filename' }, { today: [] }, { random: [] }];
    const { postprocessorOutput } = await runOn({}, [], {
      config: { postprocessor: { type: 'jsonLogic', rule } },
      extraData: { batch: 4 },
      filename: 'a.b.pdf',
      options: { now: () => new Date('2026-02-03T23:30:00Z'), random: () => 0.25 },
    });
    expect(postprocessorOutput).toEqual([4, 'a.b', '2026-02-03', 0.25]);
  });
});

describe('jsonSchema', () => {
  test('takes members by name, by spelling, by the last part of the id, and from groups of one section', async () => {
    const values = {
      exact: text('1'),
      'Due Date': text('2'),
      'seller.name': text('3'),
      bank: [{ iban: text('4'), owner: null }],
      many: [{ city: text('5') }, { city: text('6') }],
    };
    const properties = Object.fromEntries(
      ['exact', 'due_date', 'name', 'iban', 'city'].map((name) => [name, { type: 'string' }]),
    );
    expect(await shaped(values, object(properties))).toMatchObject({
      value: { exact: '1', due_date: '2', name: '3', iban: '4' },
      problems: [],
    });
  });

  test('jsonSchema does not guess between two ids of one spelling', async () => {
    const { value } = await shaped(
      { 'a-b': text('1'), 'a b': text('2') },
      object({ ab: { type: 'string' } }),
    );
    expect(value).toEqual({});
  });

  test('fits a group of one section to an object, and a table or a single value to an array', async () => {
    const table = {
      columns: [
        { id: 'sku', values: [text('A'), null] },
        { id: 'qty', values: [number(2)] },
      ],
    };
    const row = object({ sku: { type: 'string' }, qty: { type: 'integer' } });
    const schema = object({
      buyer: object({ name: { type: 'string' } }),
      items: { type: 'array', items: row },
      tags: { type: 'array', items: { type: 'string' } },
    });
    const values = { buyer: [{ name: text('Ann') }], items: table, tags: text('new') };
    expect(await shaped(values, schema)).toMatchObject({
      value: { buyer: { name: 'Ann' }, items: [{ sku: 'A', qty: 2 }, {}], tags: ['new'] },
      problems: [],
    });
  });

  test.each<[string, unknown, object, unknown, number]>([
    ['a number with separators', text('$ 1,250.50'), { type: 'number' }, 1250.5, 0],
    ['text that is no number', text('12 or so'), { type: 'number' }, null, 1],
    ['a negative one', text('-€ 1 250.50'), { type: 'number' }, -1250.5, 0],
    ['a decimal comma', text('12,50 €'), { type: 'number' }, null, 1],
    ['points between thousands', text('1.234,50'), { type: 'number' }, null, 1],
    ['two numbers', text('10 20'), { type: 'number' }, null, 1],
    [
      'the names of a name as an array',
      { value: ['Ada Moss', 'Bo Moss'], type: 'name', source: 'Ada & Bo Moss' },
      { type: 'array', items: { type: 'string' } },
      ['Ada Moss', 'Bo Moss'],
      0,
    ],
    ['a fraction for an integer', number(1.5), { type: 'integer' }, null, 1],
    ['a boolean from words', text('yes'), { type: 'boolean' }, true, 0],
    ['neither yes nor no', text('maybe'), { type: 'boolean' }, null, 1],
    [
      'an enum in other capitals',
      text('in-transit'),
      { type: 'string', enum: ['In Transit'] },
      'In Transit',
      0,
    ],
    ['none of an enum', text('lost'), { type: 'string', enum: ['In Transit'] }, null, 1],
    ['nothing for a nullable', null, { anyOf: [{ type: 'string' }, { type: 'null' }] }, null, 0],
    ['the option that fits best', text('7'), { anyOf: [{ type: 'boolean' }, { type: 'integer' }] }, 7, 0],
    ['nothing', null, { type: 'string' }, null, 1],
  ])('jsonSchema maps a document: %s', async (_title, value, parameter, expected, problems) => {
    const outcome = await shaped({ x: value }, object({ x: parameter }, { required: ['x'] }));
    expect(outcome.value).toEqual({ x: expected });
    expect(outcome.errors).toHaveLength(problems);
    for (const error of outcome.errors) {
      expect(error).toMatchObject({ type: 'postprocessor', context: 'postprocessor' });
      expect(error.message).toMatch(/^postprocessor\.schema\.properties\.x: /u);
    }
  });

  test('additional properties follow as plain values', async () => {
    const values = {
      a: number(1),
      rows: { columns: [{ id: 'c', values: [text('x'), null] }] },
      s: [{ k: text('y') }],
    };
    const { value } = await shaped(values, object({ a: { type: 'number' } }, { additionalProperties: true }));
    expect(value).toEqual({ a: 1, rows: [{ c: 'x' }, { c: null }], s: [{ k: 'y' }] });
  });

  test('always asking a model without one is reported, and the plain mapping stays', async () => {
    const config = schemaOf(object({ a: { type: 'string' } })).config;
    const { postprocessorOutput, errors } = await runOn({ a: text('x') }, [], {
      config,
      options: { postprocessorLlm: 'always' },
    });
    expect(postprocessorOutput).toEqual({ a: 'x' });
    expect(errors).toEqual([expect.objectContaining({ type: 'llm', code: 'LLM_NOT_CONFIGURED' })]);
  });

  test('ids such as __proto__ and constructor are ordinary', async () => {
    const { value } = await shaped({ x: text('1') }, object({ constructor: { type: 'string' } }));
    expect(Object.keys(value as object)).toEqual([]);
    const plain = await shaped(
      { ['__proto__']: text('p'), constructor: text('c') },
      object({}, { additionalProperties: true }),
    );
    expect(JSON.stringify(plain.value)).toBe('{"__proto__":"p","constructor":"c"}');
  });
});

const issues = (postprocessor: unknown) =>
  validateConfig(JSON.stringify({ fields: [], postprocessor })).map(
    ({ path, code }) => `${path.join('.')} ${code}`,
  );

test.each<[string, unknown, string[]]>([
  ['another type', { type: 'yaml' }, ['postprocessor.type invalid_value']],
  [
    'a member of another type',
    { type: 'jsonLogic', rule: 1, declaration: true },
    ['postprocessor.declaration unknown_member'],
  ],
  ['no rule', { type: 'xml' }, ['postprocessor.rule invalid_rule']],
  [
    'an unknown operator',
    { type: 'jsonLogic', rule: { if: [true, { summ: [] }, 1] } },
    ['postprocessor.rule.if.1.summ unknown_operator'],
  ],
  [
    'a required property that is not there',
    { type: 'jsonSchema', schema: object({}, { required: ['a'] }) },
    ['postprocessor.schema.required.0 invalid_value'],
  ],
  [
    'an unknown type of value',
    { type: 'jsonSchema', schema: object({ a: { type: 'date' } }) },
    ['postprocessor.schema.properties.a.type invalid_value'],
  ],
  [
    'a member that the form has not',
    { type: 'jsonSchema', schema: { type: 'number', enum: ['1'] } },
    ['postprocessor.schema.enum unknown_member'],
  ],
  [
    'a union without options',
    { type: 'jsonSchema', schema: { anyOf: [] } },
    ['postprocessor.schema.anyOf empty_list'],
  ],
])('the grammar of postprocessors reports %s', (_title, postprocessor, expected) => {
  expect(issues(postprocessor)).toEqual(expected);
});

test('a schema that nests as deep as a config may is read in linear time', async () => {
  let schema: object = { type: 'string' };
  for (let i = 0; i < 150; i += 1) schema = { anyOf: [{ type: 'array', items: schema }] };
  const started = processorTime();
  const { errors } = await runConfig({ fields: [], postprocessor: { type: 'jsonSchema', schema } });
  expect(errors.length).toBeGreaterThan(0);
  expect(processorTime() - started).toBeLessThan(5_000);
});
