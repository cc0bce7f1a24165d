import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { validateConfig } from '../../../src/language/config/built-in.js';
import { configJsonSchema } from '../../../src/language/config/json-schema.js';
import { createLanguage } from '../../../src/language/config/schema.js';
import { defineMethod } from '../../../src/language/methods/definition.js';
import { methods } from '../../../src/language/methods/index.js';

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

  it('configJsonSchema has every reference and uses every definition', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/gu)].map(([, name]) => name));
    expect([...references].sort()).toEqual(Object.keys(schema.$defs ?? {}).sort());
  });

  it('gives each caller a schema of its own', () => {
    const changed = configJsonSchema();
    delete changed.$defs;
    changed.title = 'changed';
    expect(configJsonSchema()).toEqual(schema);
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
    const accepts = new Ajv2020({ strict: false }).compile(schema);
    const field = {
      id: 'total',
      anchor: 'total',
      method: { id: 'label', position: 'right' },
      type: 'currency',
    };
    const right: unknown[] = [
      { fields: [field] },
      { fields: [{ ...field, type: { id: 'currency', roundTo: 2 } }] },
      {
        fields: [
          { ...field, anchor: { ref: 'a' } },
          { type: 'anchorDefinition', name: 'a', anchor: 'x' },
        ],
      },
      {
        fields: [
          { ...field, anchor: [{ type: 'first' }, { type: 'repeat', times: 2, match: { type: 'first' } }] },
        ],
      },
      { fields: [{ id: 's', type: 'sections', range: { anchor: 'a' }, fields: [field] }] },
      {
        fields: [
          { id: 's', type: 'sections', range: { anchor: 'a', direction: 'vertical' }, fields: [field] },
        ],
      },
      { fields: [], sections: [{ id: 's', range: { anchor: 'a', stop: { ref: 'b' } }, fields: [] }] },
      { fields: [], fingerprint: { tests: ['a', { type: 'first' }, { page: 'first', match: ['a'] }] } },
      { fields: [], computed_fields: [{ id: 'c', method: { id: 'concat', source_ids: { pattern: 'a' } } }] },
      { fields: [{ id: 'q', method: { id: 'query', description: 'q' } }] },
      { fields: [{ ...field, anchor: [], method: { id: 'fixedTable', columnCount: -1.5, columns: [] } }] },
      { fields: [], postprocessor: { type: 'jsonLogic', rule: { group: [1, 'k', 'name'] } } },
      { fields: [], postprocessor: { type: 'jsonLogic', rule: { join: [1, [[]], 'name'] } } },
    ];
    const wrong: unknown[] = [
      {},
      { fields: [{ ...field, typo: 1 }] },
      { fields: [{ ...field, type: 'curency' }] },
      { fields: [{ ...field, method: { id: 'label' } }] },
      { fields: [{ ...field, method: { id: 'lable', position: 'right' } }] },
      { fields: [{ ...field, method: { position: 'right' } }] },
      { fields: [{ ...field, anchor: { type: 'include', text: 'x' } }] },
      { fields: [{ ...field, anchor: { ref: 'a', match: 'x' } }] },
      { fields: [{ id: 's', type: 'section', range: { anchor: 'a' }, fields: [] }] },
      { fields: [{ id: 's', type: 'sections', range: { anchor: 'a', direction: 'up' }, fields: [] }] },
      { fields: [], fingerprint: { tests: [{ page: 'second', match: 'a' }] } },
      { fields: [], preprocessors: [{ type: 'sort', tolerence: 1 }] },
      { fields: [], computed_fields: [field] },
    ];
    for (const config of right)
      expect([accepts(config), accepts.errors], JSON.stringify(config)).toEqual([true, null]);
    for (const config of wrong) expect(accepts(config), JSON.stringify(config)).toBe(false);
    for (const config of right)
      expect(validateConfig(config).filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const config of wrong)
      expect(validateConfig(config).some(({ severity }) => severity === 'error')).toBe(true);
  });
});
