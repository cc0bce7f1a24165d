/** `copy_to_section`: a value of the scope around. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
// See docs/language/06-sections-and-field-kinds.md#61-copy_to_section
import * as z from 'zod';
import { deepCopy } from '../../foundation/objects/members.js';
import { defineComputed } from './definition.js';
import { visibleValue } from './output.js';

export const copyToSection = defineComputed({
  id: 'copy_to_section',
  summary: 'Copies a value from the scope around the section or row',
  ignoresType: true,
  options: () => ({ source_id: z.string().describe('Field of that scope, one level up') }),
  reads: () => [],
  compute({ options: { source_id }, scope, report }) {
    const { parent, run } = scope;
    if (!parent) {
      report('fields of the document itself have no enclosing scope to copy from');
      return null;
    }
    const value = visibleValue(parent.output, source_id) ?? null;
    run.budget.reserve(run.budget.sizeOf(value));
    return deepCopy(value);
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
