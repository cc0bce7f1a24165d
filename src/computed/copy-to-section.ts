/** `copy_to_section`: a value of the scope around (chapter 7, 1.5; chapter 6, 6.1). */
import { z } from 'zod';
import { defineComputed } from './definition.js';

export const copyToSection = defineComputed({
  id: 'copy_to_section',
  summary: 'Copies a value from around the section or row into it',
  ignoresType: true,
  options: () => ({ source_id: z.string().describe('Field of the scope one level up') }),
  reads: () => [],
  compute({ options: { source_id }, scope, report }) {
    const { parent, run } = scope;
    if (!parent) {
      report('there is no scope around the document to copy from');
      return null;
    }
    const value = parent.output[source_id] ?? null;
    run.budget.reserve(run.budget.sizeOf(value));
    return structuredClone(value);
  },
  examples: [
    {
      title: 'a number of the document in a section',
      parent: { policy: { source: '7', value: 7, type: 'number' } },
      values: {},
      field: { method: { id: 'copy_to_section', source_id: 'policy' } },
      result: { source: '7', value: 7, type: 'number' },
    },
  ],
});
