import { describe, expect, test } from 'vitest';
import type { ComputedExample } from '../../src/computed/definition.js';
import { computedMethods } from '../../src/computed/index.js';
import { runOn } from './support.js';

/** Runs an example; where it has a scope around, as the only row of a table in it. */
async function run({ values, field, parent, extraData, filename }: ComputedExample) {
  const more = { filename, ...(extraData && { extraData }) };
  const tested = { id: 'result', ...field };
  if (!parent) return runOn(values, [tested], more);
  const rows = { id: 'rows', method: { id: 'addComputedFields', source_id: 'table', fields: [tested] } };
  const table = { columns: [{ id: 'cell', values: [{ value: 'x', type: 'string' }] }] };
  const result = await runOn({ ...parent, table }, [rows], more);
  const row = (result.parsed_document['rows'] as Record<string, object>[])[0]!;
  return { ...result, parsed_document: row };
}

describe.each(computedMethods.map((method) => [method.id, method] as const))('%s', (_, method) => {
  test('has a summary and examples', () => {
    expect(method.summary).not.toBe('');
    expect(method.examples.length).toBeGreaterThan(0);
  });

  const examples: readonly ComputedExample[] = method.examples;
  test.each(examples.map((example) => [example.title, example] as const))('%s', async (_title, example) => {
    const { parsed_document, errors } = await run(example);
    expect(errors).toEqual([]);
    expect(parsed_document['result']).toEqual(example.result);
    if (example.output) expect(Object.keys(parsed_document)).toEqual(example.output);
  });
});
