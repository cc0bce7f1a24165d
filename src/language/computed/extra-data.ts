/** `extraData`: a value that came with the document. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
// See docs/language/07-computed-rules-postprocessor.md#7-extra_data-and-metadata
import * as z from 'zod';
import { defineComputed } from './definition.js';

export const extraData = defineComputed({
  id: 'extraData',
  summary: 'A value of the extra data that came with the document',
  options: () => ({ key: z.string().describe('Name of the value') }),
  reads: () => [],
  compute({ options: { key }, scope, hasType, typed }) {
    const data = scope.run.extraData;
    const value = data && Object.hasOwn(data, key) ? data[key] : null;
    if (value === null || value === undefined) return null;
    if (!hasType) return { value, type: typeof value };
    return typed(typeof value === 'number' ? value : String(value));
  },
  examples: [
    {
      title: 'a number to compare with',
      values: {},
      extraData: { expected: 120.5 },
      field: { method: { id: 'extraData', key: 'expected' } },
      result: { value: 120.5, type: 'number' },
    },
  ],
});
