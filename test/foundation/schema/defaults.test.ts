import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defaultOf, settled, withDefault } from '../../../src/foundation/schema/defaults.js';
import { type Config, extract, parseConfig } from '../../../src/index.js';
import type { ComputedExample } from '../../../src/language/computed/definition.js';
import { computedMethods } from '../../../src/language/computed/index.js';
import { validateConfig } from '../../../src/language/config/built-in.js';
import { configJsonSchema } from '../../../src/language/config/json-schema.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { MethodExample } from '../../../src/language/methods/definition.js';
import { methods } from '../../../src/language/methods/index.js';
import type { PostprocessExample } from '../../../src/language/postprocess/definition.js';
import { postprocessors } from '../../../src/language/postprocess/index.js';
import type { PreprocessorExample } from '../../../src/language/preprocessors/definition.js';
import { preprocessors } from '../../../src/language/preprocessors/index.js';
import { builtInRules } from '../../../src/language/rules/language.js';
import type { TypeExample } from '../../../src/language/types/definition.js';
import { types } from '../../../src/language/types/index.js';
import { validationSchema } from '../../../src/language/validate/schema.js';
import type { LineSketch, PathSketch } from '../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { runExample, runOn } from '../../language/computed/support.js';
import { type LeftOut, leftOut, schemasBelow, writtenOut } from '../../support/grammar.js';

const fixtures = new URL('../../../fixtures/', import.meta.url);
const { config: configSchema } = builtInLanguage();
const schemas = schemasBelow(configSchema, validationSchema(builtInRules));

describe('withDefault', () => {
  const members = {
    side: withDefault(z.enum(['left', 'right']), 'right').describe('Which side'),
    isWide: withDefault(z.boolean(), false),
    width: z.number().optional(),
  };
  const shape = z.strictObject(members);

  test('leaves what was parsed as it was written', () => {
    expect(shape.parse({})).toEqual({});
    expect(shape.parse({ side: 'left' })).toEqual({ side: 'left' });
    expect(shape.safeParse({ side: 'up' }).success).toBe(false);
  });

  test('says the default in the metadata, beside the description', () => {
    expect(z.globalRegistry.get(members.side)).toEqual({ default: 'right', description: 'Which side' });
    expect(defaultOf(members.isWide)).toEqual({ value: false });
    expect(defaultOf(members.width)).toBeUndefined();
    expect(z.toJSONSchema(shape).properties?.['isWide']).toEqual({ type: 'boolean', default: false });
  });

  test('withDefault is settled when a member is missing, and only then', () => {
    expect(settled(members, {})).toEqual({ side: 'right', isWide: false });
    expect(settled(members, { side: undefined, other: 1 })).toEqual({
      side: 'right',
      isWide: false,
      other: 1,
    });
    expect(settled(members, { side: 'left', isWide: true, width: 2 })).toEqual({
      side: 'left',
      isWide: true,
      width: 2,
    });
  });

  test('keeps null, which is a value', () => {
    const nullable = { unit: withDefault(z.string().nullable(), 'inch') };
    expect(settled(nullable, { unit: null })).toEqual({ unit: null });
  });
});

test('says defaults in metadata, never in a description', () => {
  const described = schemas.flatMap((schema) => z.globalRegistry.get(schema)?.description ?? []);
  expect(described.length).toBeGreaterThan(300);
  const prose = described.filter((text) => /\bdefault\b/iu.test(text.replace(/"[^"]*"/gu, '')));
  expect(prose).toEqual([]);
});

test('the grammar has defaults that their own members take', () => {
  const defaults = schemas.flatMap((schema) => {
    const found = defaultOf(schema);
    return found ? [{ schema: schema as z.ZodType, ...found }] : [];
  });
  expect(defaults.length).toBeGreaterThan(80);
  for (const { schema, value } of defaults) expect(schema.parse(value)).toEqual(value);
});

test('the grammar has them in its JSON Schema', () => {
  const text = JSON.stringify(configJsonSchema());
  for (const printed of ['"default":"right"', '"default":0.08', '"default":-1', '"default":null']) {
    expect(text).toContain(printed);
  }
});

/** Members that a kind of config refuses although they have a default: its form belongs to another one. */
const REFUSED = new Set([
  // A table whose columns are found by their headings takes no members of one with x ranges.
  'table.columnsRelativeToAnchor',
  'table.offsetY',
  'table.detectMultipleLinesPerRow',
]);

/** A config with all defaults written out that it leaves out. */
function explicit(config: Config): Config {
  const members = leftOut(configSchema, config);
  expect(members.length).toBeGreaterThan(0);
  const whole = writtenOut(config, members);
  return errorOf(whole) === undefined ? parsed(whole) : withoutRefused(config, members);
}

/** The same where a kind of config refuses some of them: each is tried by itself. */
function withoutRefused(config: Config, members: readonly LeftOut[]): Config {
  const taken = members.filter((member) => {
    const error = errorOf(writtenOut(config, [member]));
    if (error !== undefined) expect(REFUSED, error).toContain(nameOf(member, config));
    return error === undefined;
  });
  return parsed(writtenOut(config, taken));
}

function errorOf(config: object): string | undefined {
  return validateConfig(config).find(({ severity }) => severity === 'error')?.message;
}

/** A member after the id of the object that it is missing from. */
function nameOf({ path }: LeftOut, config: Config): string {
  const holder = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step) as object, config);
  return `${Reflect.get(holder, 'id')}.${path.at(-1)}`;
}

function parsed(config: object): Config {
  return parseConfig(JSON.stringify(config));
}

/** What defaults may change of a result, the lines of the pages included. */
async function outcome(config: Config, lines: readonly LineSketch[], paths: readonly PathSketch[] = []) {
  const document = documentFromLines(lines, paths);
  const { parsed_document, errors, text } = await extract(document, { ...config, verbosity: 3 });
  return { parsed_document, errors, text };
}

/** The examples of definitions, with the ids of these. */
function examplesOf<Example>(
  list: readonly { readonly id: string; readonly examples: readonly Example[] }[],
) {
  return list.flatMap(({ id, examples }) => examples.map((example) => ({ id, example })));
}

describe('defaults that are written out change nothing', () => {
  test.each(examplesOf<MethodExample>(methods))('method $id: $example.title', async ({ example }) => {
    const { lines, paths, field } = example;
    const config = parsed({ fields: [{ id: 'value', ...field }] });
    expect(await outcome(explicit(config), lines, paths)).toEqual(await outcome(config, lines, paths));
  });

  test.each(examplesOf<TypeExample>(types))('type $id: $example.title', async ({ id, example }) => {
    const lines = example.lines.map((text, i) => ({ text, left: 1, top: 1 + i * 0.2 }));
    const method = { id: 'documentRange', includeImages: id === 'images' };
    const config = parsed({ fields: [{ id: 'value', type: { id, ...example.options }, method }] });
    expect(await outcome(explicit(config), lines)).toEqual(await outcome(config, lines));
  });

  test.each(examplesOf<PreprocessorExample>(preprocessors))(
    'preprocessor $id: $example.title',
    async ({ example: { lines, preprocessor } }) => {
      const config = parsed({ preprocessors: [preprocessor], fields: [] });
      expect(await outcome(explicit(config), lines)).toEqual(await outcome(config, lines));
    },
  );

  test.each(examplesOf<ComputedExample>(computedMethods))(
    'computed method $id: $example.title',
    async ({ example }) => {
      const [field = {}] = explicit(parsed({ fields: [{ id: 'result', ...example.field }] })).fields;
      const { parsed_document, errors } = await runExample({ ...example, field: { ...field } });
      expect(parsed_document['result']).toEqual(example.result);
      expect(errors).toEqual([]);
    },
  );

  test.each(examplesOf<PostprocessExample>(postprocessors))(
    'postprocessor $id: $example.title',
    async ({ example: { document, postprocessor, result } }) => {
      const { fields: _none, ...config } = explicit(parsed({ fields: [], postprocessor }));
      const { postprocessorOutput, parsed_document } = await runOn(document, [], { config });
      expect(postprocessorOutput).toEqual(result);
      expect(parsed_document).toEqual(document);
    },
  );

  test.each(readdirSync(new URL('configs/', fixtures)))(
    'defaults that are written out change nothing in the fixture %s',
    async (file) => {
      const read = (path: string) => readFileSync(new URL(path, fixtures));
      const config = explicit(parseConfig(read(`configs/${file}`).toString('utf8')));
      const document = new Uint8Array(read(`documents/${file.replace('.json', '.pdf')}`));
      const { parsed_document } = await extract(document, config);
      expect(parsed_document).toEqual(JSON.parse(read(`expected/${file}`).toString('utf8')).parsed_document);
    },
  );

  test('defaults that are written out change nothing in sections', async () => {
    const lines = ['Claim 1', 'open', 'Total', 'Claim 2', 'closed', 'Total', 'Agent Rowe'].map((text, i) => ({
      text,
      left: 1,
      top: 1 + i * 0.3,
    }));
    const state = {
      id: 'state',
      anchor: { match: 'claim', end: 'total' },
      method: { id: 'label', position: 'below' },
    };
    const agent = { id: 'agent', anchor: 'agent', method: { id: 'label', position: 'right' } };
    const externalRange = { anchor: 'agent', stop: { type: 'last' } };
    const horizontal = { anchor: 'claim', stop: 'total', externalRange };
    const vertical = { direction: 'vertical', anchor: 'claim 1' };
    for (const range of [horizontal, vertical]) {
      const config = parsed({ fields: [{ id: 'claims', type: 'sections', range, fields: [state, agent] }] });
      const expected = await outcome(config, lines);
      expect(expected.parsed_document['claims']).not.toEqual([]);
      expect(await outcome(explicit(config), lines)).toEqual(expected);
    }
  });
});
