/** `suppressOutput`: takes values out of the result. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods

import { defineComputed } from './definition.js';
import { hide } from './output.js';
import { namedIds, sourceIdsSchema } from './sources.js';

export const suppressOutput = defineComputed({
  id: 'suppressOutput',
  summary: 'Removes fields from the result that only served to compute others',
  ignoresType: true,
  options: () => ({ source_ids: sourceIdsSchema.describe('Fields to leave out of the result') }),
  reads: ({ source_ids }) => namedIds(source_ids),
  compute({ options: { source_ids }, scope, sources }) {
    hide(scope, sources(source_ids), Array.isArray(source_ids));
    return undefined;
  },
  examples: [
    {
      title: 'a pattern for helpers',
      values: { _raw: { value: 'a b', type: 'string' }, name: { value: 'a', type: 'string' } },
      field: { method: { id: 'suppressOutput', source_ids: { pattern: '_.*' } } },
      result: undefined,
      output: ['name'],
    },
  ],
});
