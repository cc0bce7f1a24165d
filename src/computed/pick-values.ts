/** `pickValues`: which of several fields hold a value, such as ticked boxes (chapter 7, 1.5). */
import { z } from 'zod';
import type { FieldValue } from '../fields/definition.js';
import { passed } from '../values/store.js';
import { isField } from '../values/values.js';
import { defineComputed } from './definition.js';
import { namedIds, sourceIdsSchema } from './sources.js';

export const pickValues = defineComputed({
  id: 'pickValues',
  summary: 'The ids of the fields that hold a certain value',
  ignoresType: true,
  options: () => ({
    source_ids: sourceIdsSchema.describe('Fields to look at'),
    match: z
      .enum(['one', 'all'])
      .optional()
      .describe('All ids as an array, or the one id when there is exactly one; default all'),
    value: z
      .union([z.null(), z.boolean(), z.string(), z.array(z.string())])
      .optional()
      .describe(
        'The value to look for, several to choose from, or null for fields without a value; default true',
      ),
  }),
  reads: ({ source_ids }) => namedIds(source_ids),
  compute({ options: { source_ids, match = 'all', value: wanted = true }, sources, value }) {
    const picked = sources(source_ids).filter((id) => isPicked(value(id), wanted));
    const ids = picked.map((id) => ({ value: id, type: 'string' }));
    if (match === 'all') return ids;
    return ids.length === 1 ? (ids[0] ?? null) : null;
  },
  examples: [
    {
      title: 'the boxes that are ticked',
      values: {
        sea: { value: true, type: 'boolean' },
        air: { value: false, type: 'boolean' },
        road: { value: true, type: 'boolean' },
      },
      field: { method: { id: 'pickValues', source_ids: ['sea', 'air', 'road'] } },
      result: [
        { value: 'sea', type: 'string' },
        { value: 'road', type: 'string' },
      ],
    },
    {
      title: 'exactly one',
      values: { yes: { value: 'X', type: 'string' }, no: null },
      field: {
        method: { id: 'pickValues', source_ids: { pattern: 'yes|no' }, match: 'one', value: ['X', 'x'] },
      },
      result: { value: 'yes', type: 'string' },
    },
  ],
});

type Wanted = null | boolean | string | readonly string[];

function isPicked(value: FieldValue, wanted: Wanted): boolean {
  if (wanted === null) return !passed(value);
  if (Array.isArray(value)) return (value as FieldValue[]).some((element) => equals(element, wanted));
  return equals(value, wanted);
}

function equals(value: FieldValue, wanted: Wanted): boolean {
  if (!isField(value)) return false;
  return Array.isArray(wanted) ? wanted.includes(value.value) : value.value === wanted;
}
