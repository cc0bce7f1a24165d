import { describe, expect, test } from 'vitest';
import type { ComputedExample } from '../../../src/language/computed/definition.js';
import { computedMethods } from '../../../src/language/computed/index.js';
import { runExample } from './support.js';

describe.each(computedMethods.map((method) => [method.id, method] as const))('%s', (_, method) => {
  test('every computed method has a summary and examples', () => {
    expect(method.summary).not.toBe('');
    expect(method.examples.length).toBeGreaterThan(0);
  });

  const examples: readonly ComputedExample[] = method.examples;
  test.each(examples.map((example) => [example.title, example] as const))(
    'the example gives what it says: %s',
    async (_title, example) => {
      const { parsed_document, errors } = await runExample(example);
      expect(errors).toEqual([]);
      expect(parsed_document['result']).toEqual(example.result);
      if (example.output) expect(Object.keys(parsed_document)).toEqual(example.output);
    },
  );
});
