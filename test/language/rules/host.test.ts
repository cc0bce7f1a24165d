/** Operators that a host adds. */
import { expect, test } from 'vitest';
import { defineOperator, operatorArguments, RuleError } from '../../../src/extend/index.js';
import {
  ConfigError,
  createExtractor,
  documentFromLines,
  parseConfig,
  validate,
} from '../../../src/index.js';

const initials = defineOperator({
  id: 'initials',
  aliases: ['monogram'],
  summary: 'The first letters of the words of a text',
  arguments: operatorArguments.one,
  evaluate(text, run) {
    if (typeof text !== 'string') throw new RuleError('takes a text');
    run.read(text.length);
    return [...text.matchAll(/\b\w/gu)].join('');
  },
  examples: [{ title: 'a name', rule: { initials: 'Ada Lovelace' }, result: 'AL' }],
});

const pair = defineOperator({
  id: 'pair',
  summary: 'Two values with a word between them',
  arguments: operatorArguments.items({ least: 2, most: 2 }),
  check(raw, path, problem) {
    if (Array.isArray(raw) && raw[0] === raw[1]) problem([...path, 1], 'must differ from the first');
  },
  evaluate: ([first = null, second = null], run) => `${run.text(first)} and ${run.text(second)}`,
  examples: [],
});

/** Replaces the built-in operator of the same name. */
const loud = defineOperator({
  id: 'toUpper',
  summary: 'The text, loudly',
  arguments: operatorArguments.one,
  evaluate: (text, run) => `${run.text(text)}!`,
  examples: [],
});

const broken = defineOperator({
  id: 'broken',
  summary: 'Fails',
  arguments: operatorArguments.literal,
  evaluate(how) {
    if (how === 'nothing') return undefined as never;
    throw new TypeError('no such thing');
  },
  examples: [],
});

const extractor = createExtractor({ operators: [initials, pair, loud, broken] });
const page = documentFromLines([{ text: 'Ada Lovelace', left: 1, top: 1 }]);

function configWith(jsonLogic: object): string {
  const anchored = { id: 'name', anchor: 'ada', method: { id: 'passthrough' } };
  const computed = { id: 'made', method: { id: 'customComputation', jsonLogic } };
  return JSON.stringify({ fields: [anchored], computed_fields: [computed] });
}

const made = async (rule: object) => {
  const { parsed_document, errors } = await extractor.extract(page, configWith(rule));
  return { value: parsed_document['made'], errors };
};

test.each([
  [{ initials: { var: 'name.value' } }, 'AL'],
  [{ monogram: [{ var: 'name.value' }] }, 'AL'],
  [{ cat: [{ pair: [{ initials: 'x y' }, 'z'] }, '.'] }, 'xy and z.'],
  [{ toUpper: 'quiet' }, 'quiet!'],
])('an operator of a host runs: %j', async (rule, value) => {
  expect(await made(rule)).toEqual({ value: { type: 'string', value }, errors: [] });
});

const signed = [{ description: 'signed', condition: { '==': [{ initials: { var: 'name.value' } }, 'AL'] } }];

test('checks finished results, which the function without the extractor cannot', () => {
  const result = (name: string) => ({ parsed_document: { name: { value: name, type: 'string' } } });
  expect(extractor.validate(result('Ada Lovelace'), signed).validations).toEqual([]);
  expect(extractor.validate(result('Ada Moss'), signed).validations).toMatchObject([
    { description: 'signed' },
  ]);
  expect(() => validate(result('Ada Moss'), signed)).toThrow(ConfigError);
});

test('an operator of a host is known where validations are checked before they are stored', async () => {
  const known = [{ description: 'd', condition: { initials: 'A' } }];
  expect(await extractor.check({ validations: known })).toEqual([]);
  const wrong = [{ description: 'd', condition: { pair: ['a'] } }];
  expect(await extractor.check({ validations: wrong })).toMatchObject([
    { path: ['schema', 'validations', 0, 'condition', 'pair'], severity: 'error' },
  ]);
  expect(await createExtractor().check({ validations: known })).toMatchObject([{ severity: 'error' }]);
});

test('runs in checks and postprocessors of documents that were finished before', async () => {
  const postprocessor = (rule: object) => ({ fields: [], postprocessor: { type: 'jsonLogic', rule } });
  const result = { parsed_document: { name: { value: 'Ada Moss', type: 'string' } } };
  const again = (rule: object) =>
    extractor.recheck(result, { config: JSON.stringify(postprocessor(rule)), validations: signed });
  expect(await again({ initials: { var: 'name.value' } })).toMatchObject({
    validations: [{ description: 'signed' }],
    postprocessor: { type: 'jsonLogic', output: 'AM', errors: [] },
  });
  expect(await again({ broken: 'all' })).toMatchObject({
    postprocessor: { output: null, errors: [{ code: 'rule_failed', message: 'broken: no such thing' }] },
  });
  const config = { fields: [] };
  expect(await extractor.recheck(result, { config })).not.toHaveProperty('postprocessor');
  const own = { config: JSON.stringify(postprocessor({ initials: 'A' })) };
  await expect(createExtractor().recheck(result, own)).rejects.toThrow(ConfigError);
});

test('gives null where it gives nothing', async () => {
  expect((await made({ broken: 'nothing' })).value).toBeNull();
});

test.each([
  [{ initials: [1] }, 'initials: takes a text'],
  [{ broken: 'all' }, 'broken: no such thing'],
])('ends its rule when it fails, and nothing else: %j', async (rule, message) => {
  const { value, errors } = await made(rule);
  expect(value).toBeNull();
  expect(errors).toMatchObject([
    { type: 'configuration', code: 'rule_failed', message, path: expect.stringContaining('jsonLogic') },
  ]);
});

test('an operator of a host is checked with the config', () => {
  const messages = (rule: object) => extractor.validateConfig(configWith(rule)).map(({ message }) => message);
  expect(messages({ pair: ['a'] })).toEqual([expect.stringContaining('an array of exactly 2 items')]);
  expect(messages({ pair: ['a', 'a'] })).toEqual(['must differ from the first']);
  expect(messages({ initial: 'a' })).toEqual([expect.stringContaining('did you mean "initials"?')]);
});

test('runs in conditions and in validations', async () => {
  const branch = {
    method: {
      id: 'conditional',
      condition: { '===': [{ initials: { var: 'name.value' } }, 'AL'] },
      fieldsOnPass: [{ id: 'passed', method: { id: 'constant', value: '1' } }],
    },
  };
  const config = JSON.parse(configWith({ initials: 'A' }));
  config.computed_fields.push(branch);
  const validations = [
    { description: 'good', condition: { initials: 'A' } },
    { description: 'bad', condition: { broken: 'all' } },
  ];
  const result = await extractor.extract(page, config, undefined, { validations });
  expect(result.parsed_document).toHaveProperty('passed');
  expect(result.validations).toMatchObject([
    { description: 'bad', message: 'Condition error: broken: no such thing' },
  ]);
  const unknown = createExtractor().extract(page, { fields: [] }, undefined, { validations });
  await expect(unknown).rejects.toThrow(ConfigError);
});

test('an operator of a host is in the JSON Schema of the extractor', () => {
  const schema = JSON.stringify(extractor.configJsonSchema());
  expect(schema).toContain('"monogram":{');
  expect(schema).toContain('The text, loudly');
  expect(JSON.stringify(createExtractor().configJsonSchema())).not.toContain('monogram');
});

test('an operator of a host is part of its extractor alone, even for the same config object', async () => {
  expect(() => parseConfig(configWith({ initials: 'A B' }))).toThrow('unknown operator');
  const config = parseConfig(configWith({ toUpper: 'quiet' }));
  const plain = createExtractor();
  const values = [];
  for (const each of [plain, extractor, plain]) {
    values.push((await each.extract(page, config)).parsed_document['made']);
  }
  expect(values).toMatchObject([{ value: 'QUIET' }, { value: 'quiet!' }, { value: 'QUIET' }]);
});
