import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { createLanguage } from '../../src/config/schema.js';
import { defineMethod } from '../../src/methods/definition.js';
import { methods } from '../../src/methods/index.js';

const schema = configJsonSchema();
const text = JSON.stringify(schema);

describe('configJsonSchema', () => {
  it('says what it is, and closes the config', () => {
    expect(schema).toMatchObject({
      title: 'Anchorline config',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
    });
  });

  it('has every reference and uses every definition', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/gu)].map(([, name]) => name));
    expect([...references].sort()).toEqual(Object.keys(schema.$defs ?? {}).sort());
  });

  it('names every method and describes their members', () => {
    for (const { id } of methods) expect(text, id).toContain(`"const":"${id}"`);
    expect(text).toContain('Side of the label that the text is on');
  });

  it('stays small enough for editors', () => {
    expect(text.length).toBeLessThan(1_000_000);
  });

  it('lets a config name it', () => {
    expect(schema.properties?.['$schema']).toMatchObject({ type: 'string' });
  });

  it('marks what is deprecated', () => {
    const text = JSON.stringify(schema);
    expect(text).toContain('"description":"Older name of roundTo","deprecated":true');
    expect(text).toMatch(/"description":"Deprecated: an amount[^"]*","deprecated":true/u);
    expect(text).toMatch(/"description":"Deprecated: the consecutive lines[^"]*","deprecated":true/u);
    expect(text).toContain('"deprecated":true,"description":"What to make from which field"');
  });

  it('knows what a host adds', () => {
    const shout = defineMethod({
      id: 'shout',
      summary: 'Nothing, loudly',
      anchor: 'optional',
      options: () => ({ volume: z.int().min(11).describe('How loud') }),
      capture: () => ({ pieces: [] }),
      examples: [],
    });
    const extended = JSON.stringify(configJsonSchema(createLanguage({ methods: [shout] })));
    expect(extended).toContain('"const":"shout"');
    expect(extended).toContain('How loud');
  });

  it('accepts and rejects configs as the grammar does', () => {
    // The schemas of rules have tests of their own, and keywords that zod does not read.
    const parts = Object.entries(schema.$defs ?? {}).filter(([, part]) => isRule(part));
    expect(parts).toHaveLength(1);
    const $defs = { ...schema.$defs, ...Object.fromEntries(parts.map(([name]) => [name, {}])) };
    const read = z.fromJSONSchema({ ...schema, $defs } as z.core.JSONSchema.JSONSchema);
    const field = {
      id: 'total',
      anchor: 'total',
      method: { id: 'label', position: 'right' },
      type: 'currency',
    };
    expect(read.safeParse({ fields: [field] }).success).toBe(true);
    expect(read.safeParse({ fields: [{ ...field, type: { id: 'currency', roundTo: 2 } }] }).success).toBe(
      true,
    );
    expect(read.safeParse({ fields: [{ ...field, typo: 1 }] }).success).toBe(false);
    expect(read.safeParse({ fields: [{ ...field, method: { id: 'label' } }] }).success).toBe(false);
    expect(read.safeParse({}).success).toBe(false);
  });
});

function isRule(part: unknown): boolean {
  return String((part as { description?: unknown }).description).startsWith('A rule:');
}
