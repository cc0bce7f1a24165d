import { expect, test } from 'vitest';
import { validateConfig } from '../../../src/index.js';
import { configJsonSchema } from '../../../src/language/config/json-schema.js';
import { methodNeeds, missingMembers } from '../../../src/tools/studio/page/method-needs.js';

const needs = methodNeeds(configJsonSchema());

/** A method as it is filled in, with every place as it is offered. */
function filled(id: string, written: readonly string[] = []): string {
  const text = missingMembers(needs.get(id)!, new Set(written));
  const inQuotes = text.replace(/"#\{\d+:([^}]*)\}"/gu, '"$1"');
  const bare = inQuotes.replace(/#\{\d+:([^}]*)\}/gu, (_, shown: string) => shown || 'null');
  return `{ "id": "${id}"${bare.replaceAll('{ null }', '{}')} }`;
}

test('a method that needs nothing is filled in with nothing', () => {
  expect(filled('row')).toBe('{ "id": "row" }');
});

test.each([
  'row',
  'passthrough',
  'label',
  'checkbox',
  'nearestCheckbox',
  'region',
  'signature',

  'keyValue',
])('the method %s is filled in so that the config is right', (id) => {
  const field = { id: 'a', anchor: 'b', method: JSON.parse(filled(id)) };
  expect(validateConfig({ fields: [field] }).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('every method is filled in with JSON that has what is required', () => {
  for (const [id, members] of needs)
    expect(Object.keys(JSON.parse(filled(id)))).toEqual(['id', ...members.keys()]);
  expect([...needs.keys()]).toEqual(
    expect.arrayContaining(['label', 'fixedTable', 'concat', 'query', 'conditional']),
  );
  expect(filled('fixedTable')).toContain('"columns": [{ "id": ');
});

test('members that are there are not written again', () => {
  expect(filled('label', ['id', 'position'])).toBe('{ "id": "label" }');
  expect(filled('fixedTable', ['columns'])).not.toContain('"columns"');
});

test('each place to fill is one of its own', () => {
  const text = missingMembers(needs.get('region')!, new Set());
  const numbers = [...text.matchAll(/#\{(\d+):/gu)].map(([, number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBe(5);
});
