import { describe, expect, test } from 'vitest';
import { extract } from '../../../src/index.js';
import { methods } from '../../../src/language/methods/index.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

/** Runs one field on lines and gives its value. */
async function run(example: (typeof methods)[number]['examples'][number]) {
  const config = JSON.stringify({ fields: [{ id: 'value', ...example.field }] });
  const result = await extract(documentFromLines(example.lines, example.paths), config, undefined, {
    trace: true,
  });
  return {
    value: result.parsed_document['value'],
    errors: result.errors,
    trace: result.trace?.['value']?.[0],
  };
}

describe.each(methods.map((method) => [method.id, method] as const))('%s', (_, method) => {
  test('every method has a summary and examples', () => {
    expect(method.summary).not.toBe('');
    expect(method.examples.length).toBeGreaterThan(0);
  });

  test.each(method.examples.map((example) => [example.title, example] as const))(
    'the example gives what it says: %s',
    async (_title, example) => {
      const { value, errors, trace } = await run(example);
      expect(errors).toEqual([]);
      expect(value).toEqual(example.result);
      if (example.result === null) expect(trace?.reason).toBeTruthy();
      else expect(trace?.reason).toBeUndefined();
    },
  );
});
