import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { configTypes } from '../../../docs/generator/config-types.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import type { TypeDefinition } from '../../../src/language/types/definition.js';
import { types } from '../../../src/language/types/index.js';

const definitions = types as unknown as readonly TypeDefinition[];

it('the types of configs are those of the grammar (else: npm run types)', () => {
  const file = readFileSync(new URL('../../../src/language/config/config-types.ts', import.meta.url), 'utf8');
  expect(file).toBe(configTypes(builtInLanguage(), definitions));
});

const withOutput = definitions.filter(({ output }) => output !== undefined);

it.each(withOutput.map((type) => [type.id, type] as const))(
  'what a type says of its values: %s: holds for its examples',
  (id, type) => {
    const schema = z.strictObject({ type: z.literal(id), ...type.output });
    const results = type.examples.flatMap(({ result }) => (result === null ? [] : [result]));
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(schema.safeParse(result).error?.issues ?? [], id).toEqual([]);
  },
);

it('what a type says of its values is said by all types but those made of others, or whose values methods make', () => {
  const without = definitions.filter(({ output }) => output === undefined).map(({ id }) => id);
  expect(without).toEqual(['compose', 'any', 'images', 'table']);
});
