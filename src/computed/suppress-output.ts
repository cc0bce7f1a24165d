/** `suppressOutput`: takes values out of the result (chapter 7, 1.5). */
import { hide } from '../values/store.js';
import { defineComputed } from './definition.js';
import { namedIds, sourceIdsSchema } from './sources.js';

export const suppressOutput = defineComputed({
  id: 'suppressOutput',
  summary: 'Takes fields out of the result that others have used',
  ignoresType: true,
  options: () => ({ source_ids: sourceIdsSchema.describe('Fields that are not to be in the result') }),
  reads: ({ source_ids }) => namedIds(source_ids),
  compute({ options: { source_ids }, scope, sources }) {
    hide(scope.output, sources(source_ids), Array.isArray(source_ids));
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
