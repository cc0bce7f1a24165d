/** `constant`: a value that the config gives. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { defineComputed } from './definition.js';

export const constant = defineComputed({
  id: 'constant',
  summary: 'A value that the config gives',
  countsOnce: true,
  options: () => ({ value: z.string().describe('The text; an empty text gives null') }),
  reads: () => [],
  compute: ({ options, typed }) => typed(options.value),
  examples: [
    {
      title: 'a text',
      values: {},
      field: { method: { id: 'constant', value: 'quarterly report' } },
      result: { value: 'quarterly report', type: 'string' },
    },
    {
      title: 'a number',
      values: {},
      field: { type: 'number', method: { id: 'constant', value: '12' } },
      result: { source: '12', value: 12, type: 'number' },
    },
  ],
});
