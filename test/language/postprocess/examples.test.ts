import { describe, expect, test } from 'vitest';
import type { PostprocessExample } from '../../../src/language/postprocess/definition.js';
import { postprocessors } from '../../../src/language/postprocess/index.js';
import { runOn } from '../computed/support.js';

describe.each(postprocessors.map((each) => [each.id, each] as const))('%s', (_, postprocessor) => {
  test('every postprocessor has a summary and examples', () => {
    expect(postprocessor.summary).not.toBe('');
    expect(postprocessor.examples.length).toBeGreaterThan(0);
  });

  const examples: readonly PostprocessExample[] = postprocessor.examples;
  test.each(examples.map((example) => [example.title, example] as const))(
    'the example gives what it says: %s',
    async (_title, example) => {
      const { postprocessorOutput, errors } = await runOn(example.document, [], {
        config: { postprocessor: example.postprocessor },
      });
      expect(postprocessorOutput).toEqual(example.result);
      const problems = example.problems ?? [];
      expect(errors.map(({ message }, i) => message.slice(0, problems[i]?.length))).toEqual(problems);
    },
  );
});
